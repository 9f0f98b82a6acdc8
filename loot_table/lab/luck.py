"""How much of a game is luck, and how much is what players do.

Shares of the victory move at chances and at choices. If they are right, the squares of those moves add up to the scatter of
the result, and split it (Cloud and Laber). Right or not, what came of all chances less what was to be expected is luck and
nothing else: the part of the scatter that it explains is a bound from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.engine.match import Match
from loot_table.lab.answers import UNDECIDED, Answer, Figure
from loot_table.lab.asking import SHORT, USUAL_BOT, Asking, asked, plural
from loot_table.lab.deals import Budget, Deals, borrowed
from loot_table.lab.design import Design
from loot_table.measure.intervals import LEAST_BLOCKS, Interval, clipped, sequence, sequence_of, share_sequence
from loot_table.measure.recorder import Value, recorded

RIGHT = Interval(0.9, 1.1)  # so near must the squares come to the scatter of the result


@dataclass(frozen=True)
class Moved:
    """How far the shares moved in one game: squares, mean over the seats."""

    number: int
    by_chance: float
    by_choice: float
    luck: tuple[float, ...]  # of each seat: what came of chances, less what was to be expected
    result: tuple[float, ...]

    @property
    def squares(self) -> float:
        return self.by_chance + self.by_choice


def moved_in(match: Match, value: Value, number: int) -> Moved:
    """A chance moves shares from what was to be expected to what came; a choice, to what is to be expected then. With
    E = Σ p V over a chance's outcomes, the luck of a seat is Σ over chances of V_seat(came) - E_seat; what chances and choices
    move is Σ of the squares, mean over the seats. Where V is right, luck is 0 on average, and squares add up to the scatter of
    results."""
    rows = recorded(match, value=value)
    steps = len(rows["kind"])
    by_chance = by_choice = 0.0
    luck = [0.0] * match.players
    for step in range(steps):
        is_chance = rows["kind"][step] == "chance"
        before = rows["expected"][step] if is_chance else rows["before"][step]
        after = rows["after"][step]
        if step + 1 < steps and rows["expected"][step + 1] is not None:
            after = rows["expected"][step + 1]
        square = fmean([(b - a) ** 2 for a, b in zip(before, after, strict=True)])
        if is_chance:
            by_chance += square
            for seat, (came, expected) in enumerate(zip(rows["after"][step], before, strict=True)):
                luck[seat] += came - expected
        else:
            by_choice += square
    return Moved(number, by_chance, by_choice, tuple(luck), tuple(match.standings()))


def moves(contest: Contest, numbers: list[int]) -> list[Moved]:
    value = value_of(contest.game)
    return [moved_in(play_match(contest, number).match, value, number) for number in numbers]


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> tuple[float, Interval]:
    """A sum over another one, Σ parts / Σ wholes, and where it lies: deals are what is independent, and their rests
    part - ratio × whole tell how far it scatters."""
    found = sum(parts) / sum(wholes) if any(wholes) else 0.0
    rest = [part - found * whole for part, whole in zip(parts, wholes, strict=True)]
    scatter = sqrt(variance(rest)) / fmean(wholes) if any(wholes) else 0.0
    return found, sequence(found, scatter, len(rest))


def part_figure(name: str, parts: Sequence[float], wholes: Sequence[float]) -> Figure:
    """The same of parts that cannot be more than the whole."""
    found, interval = ratio(parts, wholes)
    if found in (0.0, 1.0) and len(parts) >= LEAST_BLOCKS:  # that it never came does not mean that it never will
        interval = share_sequence(found * len(parts), len(parts))
    return Figure(name, found, clipped(interval))


def explained(told: Sequence[Moved]) -> tuple[float, Interval]:
    """The part of the results' scatter that goes when everybody's luck is taken away: 1 - Var(result - luck) / Var(result).
    True of any values; those that see little luck say less than there is."""
    seats = range(len(told[0].result))
    middle = [fmean([each.result[seat] for each in told]) for seat in seats]
    lucky = [fmean([each.luck[seat] for each in told]) for seat in seats]
    whole, gone = [], []
    for each in told:
        off = [each.result[seat] - middle[seat] for seat in seats]
        rest = [off[seat] - (each.luck[seat] - lucky[seat]) for seat in seats]
        whole.append(fmean([one**2 for one in off]))
        gone.append(whole[-1] - fmean([one**2 for one in rest]))
    found, interval = ratio(gone, whole)
    # Values that see nothing can make results scatter more: there is no less luck than none for that.
    return max(found, 0.0), Interval(max(interval.low, 0.0), max(interval.high, 0.0))


def luck(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    within: float = 0.03,
    budget: Budget = SHORT,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """How much is luck, how much is what players do? Where the squares do not add up, luck is bounded from below only."""
    seats = players or design.rules.least_players
    asking = Asking("luck", design, seats, bot, seed, budget)

    def look(told: Sequence[Moved]) -> tuple[str, tuple[Figure, ...]]:
        least = Figure("luck, at least", *explained(told))
        whole = [each.squares for each in told]
        scatter = fmean([variance([each.result[seat] for each in told]) for seat in range(seats)])
        check = [each / scatter if scatter else 1.0 for each in whole]
        adds_up = Figure("the squares add up to", fmean(check), sequence_of(check), band=RIGHT)
        if not any(each.by_chance for each in told):
            return "known", (least,)
        if not RIGHT.holds(adds_up.value):
            is_known = max(least.interval.half, adds_up.interval.half / 3) <= within
            return ("known from below" if is_known else UNDECIDED), (least, adds_up)
        chance = part_figure("luck", [each.by_chance for each in told], whole)
        choice = part_figure("what players do", [each.by_choice for each in told], whole)
        is_known = chance.interval.half <= within
        return ("known" if is_known else UNDECIDED), (chance, choice, least, adds_up)

    with borrowed(deals) as player:
        verdict, figures, told = asked(budget, lambda many: player.told(asking.contest(), moves, many), look)
    among = f"of a game of {seats} among {plural(bot)} ({len(told):,} games)"
    if len(figures) == 1:
        says = f"Nothing of {design.rules.name} is luck: no die, no card decides."
    elif len(figures) == 2:
        says = (
            f"Luck decides at least {figures[0].says()} {among}. The rest is not split: moves of the shares add up to "
            f"{figures[1].says()} of the scatter of results, not to 90 to 110 %, so the values are not right enough for it."
        )
    else:
        says = f"Luck decides {figures[0].says()} {among}, the rest is what they do."
    luckiest = sorted(told, key=lambda each: -each.by_chance)[:3]
    return asking.answer(
        verdict,
        says,
        figures,
        len(told),
        tuple(each.number for each in luckiest),
        "It is the luck of a game among players like these: weaker ones make more of the rest, stronger ones less.",
    )
