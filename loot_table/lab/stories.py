"""How exciting is it? How a game went for those who played it, from the shares of the victory that everybody had at each
step: who led, how open it was, when it was decided, and who moved it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean

from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import State
from loot_table.lab.answers import UNDECIDED, Answer, Figure, share_figure
from loot_table.lab.asking import SHORT, USUAL_BOT, Asking, asked, plural
from loot_table.lab.deals import Budget, Deals, borrowed
from loot_table.lab.design import Design
from loot_table.lab.luck import part_figure
from loot_table.measure.intervals import clustered_share, sequence_of
from loot_table.measure.recorder import Value, valued
from loot_table.measure.values import CALIBRATION, calibration_beyond_chance

DECIDED = 0.9  # a share that is as good as won
HOPELESS = 0.02  # a share that is as good as lost
LEAD = 0.05  # so much more makes another one the leader
MADE = 0.05  # so much for somebody else, by one who cannot win: a king is made
KINGMAKING = "the beaten make a king"
NATURE = -1  # who moves the shares at a chance
EVERY = 7  # steps between two looks at how right the values are

Shares = Sequence[float]


@dataclass(frozen=True)
class Swings:
    """How far the shares moved in a game, in whole victories, and by what."""

    by_chance: float
    by_own: float  # the share of whoever decided
    by_others: float  # the shares of those who did not
    beaten: int  # decisions of seats that were as good as beaten
    kings: int  # of those, how many gave or took much of somebody else's share

    @property
    def total(self) -> float:
        return self.by_chance + self.by_own + self.by_others


@dataclass(frozen=True)
class Story:
    number: int
    uncertainty: float  # 1: nobody knows anything; 0: all is clear
    drama: float  # how far behind the leader the winner was, on average
    comeback: float  # 1 if the winner had less than half of an equal share at some time
    leads: float  # how often the lead changed
    decided: float  # the part of the game after which one stayed as good as the winner
    out: float  # the part of the game that a seat spends as good as beaten, mean over seats
    swings: Swings
    seen: tuple[tuple[float, float], ...]  # shares and results, to see whether the shares are right


def uncertainty(values: Sequence[Shares]) -> float:
    """How open a game is: the mean over its steps t of H(V(t)) / ln n, with n seats and H(V) = -Σ V ln V. All alike is 1, a game
    that is won is 0."""
    players = len(values[0])
    chaos = [-sum(share * log(share) for share in shares if share > 0) / log(players) for shares in values]
    return sum(chaos) / len(chaos)


def drama(values: Sequence[Shares], winner: int) -> float:
    """How far behind the leader the winner was: the mean over the steps t of max V(t) - V_winner(t)."""
    return sum(max(shares) - shares[winner] for shares in values) / len(values)


def ebb(values: Sequence[Shares], winner: int) -> float:
    """The winner's lowest share: min over the steps t of V_winner(t). Below 1 / 2n, with n seats, the game was won from far
    behind."""
    return min(shares[winner] for shares in values)


def lead_changes(values: Sequence[Shares]) -> int:
    """How often the lead changes: a leader is overtaken by whoever has more than 5 points more, V_other(t) > V_leader(t) + 0.05.
    The first leader is no change, and neither is a flicker of the values."""
    leader, changes = values[0].index(max(values[0])), 0
    for shares in values:
        best = max(shares)
        if best > shares[leader] + LEAD:
            leader, changes = shares.index(best), changes + 1
    return changes


def decided_at(values: Sequence[Shares]) -> float:
    """The part of the game after which one seat has nearly all, and keeps it: the first t / T from which on V stays at 0.9 or
    more for whoever wins. The rest is dead time."""
    first, last = len(values), values[-1].index(max(values[-1]))
    while first and values[first - 1][last] >= DECIDED:
        first -= 1
    return first / len(values)


def out_of_it(values: Sequence[Shares]) -> float:
    """The part of the game that a seat spends as good as beaten: the share of all V_seat(t) that are below 0.02."""
    lost = sum(share < HOPELESS for shares in values for share in shares)
    return lost / (len(values) * len(values[0]))


def swings(values: Sequence[Shares], movers: Sequence[int], result: Shares) -> Swings:
    """Excitement: ½ Σ over steps and seats of |V after - V before|, in victories, split into what chance moves, what those who
    decide do for themselves, and what that does to others. Every step moves shares from one to another: half of what they move
    in all is what changes hands. Kingmaking is the part of decisions of seats below 0.02 that move another one by more than
    5 points."""
    by_chance = by_own = by_others = 0.0
    beaten = kings = 0
    for mover, before, after in zip(movers, values, [*values[1:], result], strict=True):
        moved = [abs(now - then) / 2 for then, now in zip(before, after, strict=True)]
        if mover == NATURE:
            by_chance += sum(moved)
            continue
        own = moved.pop(mover)
        by_own += own
        by_others += sum(moved)
        if before[mover] < HOPELESS:
            beaten += 1
            kings += max(moved) > MADE / 2
    return Swings(by_chance, by_own, by_others, beaten, kings)


class Shown(Witness):
    """Everybody's share before each step, and who moved it."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.values: list[Shares] = []
        self.movers: list[int] = []

    def see(self, state: State, entry: Entry) -> None:
        self.values.append(list(valued(state, self.value)))
        self.movers.append(NATURE if entry.action is None else entry.seat)


def story_of(values: Sequence[Shares], movers: Sequence[int], result: Shares, number: int) -> Story:
    winner = result.index(max(result))
    seen = [pair for shares in values[::EVERY] for pair in zip(shares, result, strict=True)]
    return Story(
        number,
        uncertainty(values),
        drama(values, winner),
        float(ebb(values, winner) < 1 / (2 * len(result))),
        float(lead_changes(values)),
        decided_at(values),
        out_of_it(values),
        swings(values, movers, result),
        tuple(seen),
    )


def story_of_match(match: Match, value: Value, number: int) -> Story:
    shown = Shown(value)
    match.seen_again(shown)
    return story_of(shown.values, shown.movers, match.standings(), number)


def stories(contest: Contest, numbers: list[int]) -> list[Story]:
    value = value_of(contest.game)
    return [story_of_match(play_match(contest, number).match, value, number) for number in numbers]


# ---------------------------------------------------------------- many of them

MEASURES: tuple[tuple[str, Callable[[Story], float]], ...] = (
    ("open (100 %: nobody knows)", lambda story: story.uncertainty),
    ("the winner was behind by", lambda story: story.drama),
    ("games won from far behind", lambda story: story.comeback),
    ("decided after this part of it", lambda story: story.decided),
    ("time spent as good as beaten", lambda story: story.out),
)
CAUSES: tuple[tuple[str, Callable[[Swings], float]], ...] = (
    ("swings by chance", lambda each: each.by_chance),
    ("swings of whoever decides", lambda each: each.by_own),
    ("swings by others' decisions", lambda each: each.by_others),
)


def figures_of(told: Sequence[Story], seats: int) -> tuple[Figure, ...]:
    moved = [story.swings for story in told]
    whole = [each.total for each in moved]
    leads = [story.leads for story in told]
    figures = [share_figure(name, [measure(story) for story in told]) for name, measure in MEASURES]
    figures.append(Figure("changes of the lead", fmean(leads), sequence_of(leads), ""))
    figures.append(Figure("swings of a game, in victories", fmean(whole), sequence_of(whole), ""))
    for name, part in CAUSES:
        figures.append(part_figure(name, [part(each) for each in moved], whole))
    if seats > 2:
        kings = clustered_share([each.kings for each in moved], [each.beaten for each in moved])
        figures.append(Figure(KINGMAKING, *kings))
    return tuple(figures)


def exciting(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    within: float = 0.02,
    budget: Budget = SHORT,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """How does it feel? Who leads, how open it is, when it is decided, by what: by the game's values, if they are right."""
    seats = players or design.rules.least_players
    asking = Asking("exciting", design, seats, bot, seed, budget)

    def look(told: Sequence[Story]) -> tuple[str, tuple[Figure, ...]]:
        figures = figures_of(told, seats)
        # Those who cannot win decide seldom: how often they make a king is told, and not waited for.
        is_known = all(each.interval.half <= within for each in figures if each.unit and each.name != KINGMAKING)
        return ("known" if is_known else UNDECIDED), figures

    with borrowed(deals) as player:
        verdict, figures, told = asked(budget, lambda many: player.told(asking.contest(), stories, many), look)
    off = calibration_beyond_chance([story.seen for story in told])
    says = told_in_words(figures, seats, f"{len(told):,} games of {plural(bot)}")
    if off > CALIBRATION:
        verdict, figures = "withheld", ()
        says = (
            f"The values of {design.rules.name} are {100 * off:.1f} points off in this design, beyond what chance makes of "
            f"{len(told):,} games of {plural(bot)}: nothing is said by them."
        )
    dramatic = sorted(told, key=lambda story: -story.drama)[:3]
    by_net = f"Shares are those that the game's net gives; in these games they are {100 * off:.1f} points off, beyond chance."
    return asking.answer(verdict, says, figures, len(told), tuple(story.number for story in dramatic), by_net)


def told_in_words(figures: Sequence[Figure], seats: int, games: str) -> str:
    named = {each.name: each for each in figures}
    decided, far = named["decided after this part of it"], named["games won from far behind"]
    leads = named["changes of the lead"]
    chance, own, others = (f"{100 * named[name].value:.0f} %" for name, _ in CAUSES)
    says = (
        f"Decided after {decided.says()} of a game of {seats}; {far.says()} are won from far behind, and the lead changes "
        f"{leads.number(leads.value)} times ({games}). What moves the shares: {chance} chance, {own} what somebody does for "
        f"himself, {others} what it does to others."
    )
    kings = named.get(KINGMAKING)
    return says if kings is None else f"{says} Those who cannot win move others in {kings.says()} of their decisions."
