"""Ways to play: does it cost something never to do a thing, does one way beat all others, and does thinking help?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, sqrt

from loot_table.arena.contest import Contest, GameResult
from loot_table.arena.ratings import block_shares
from loot_table.bots.levels import NAMES as LEVELS
from loot_table.bots.styles import AS, WITHOUT, kinds_in, personas
from loot_table.engine.errors import BadInput
from loot_table.lab.answers import UNDECIDED, Answer, Figure, share_figure
from loot_table.lab.asking import DEAR, FEW, USUAL_BOT, Asking, asked, plural
from loot_table.lab.deals import Budget, Deals, against, borrowed
from loot_table.lab.design import Design
from loot_table.lab.questions import usual_ones
from loot_table.measure.intervals import ALPHA, Interval

NOTHING = 0.02  # what costs at most so much costs nothing
ROUNDS = 20_000  # of fictitious play
ALONE = 0.95  # a way that good players would choose nearly always
TIRED = 1.645  # deviations: the better one leads in 95 of 100 matches


def restrict(
    design: Design,
    never: str,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    budget: Budget = FEW,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """What does it cost never to do a thing? One who never does it among others who may, from every seat."""
    seats = players or design.rules.least_players
    kinds = read_never(never, design)
    asking = Asking("restrict", design, seats, bot, seed, budget)
    contest = against(design, (f"{bot}{WITHOUT}{kinds}", *(bot,) * (seats - 1)), seats, seed)

    def look(results: Sequence[GameResult]) -> tuple[str, tuple[Figure, ...]]:
        own = block_shares(contest, results, 0)
        share = share_figure("its share of the victory", own)
        # What each of the others wins on average, less that.
        value, high, low = ((1 - seats * each) / (seats - 1) for each in (share.value, *share.interval))
        cost = Figure(f"never {kinds} costs", value, Interval(low, high), "points")
        if cost.interval.low > NOTHING:
            return "it costs", (cost, share)
        if cost.interval.high < -NOTHING:
            return "better without", (cost, share)
        if cost.interval.low >= -NOTHING and cost.interval.high <= NOTHING:
            return "it costs nothing", (cost, share)
        return UNDECIDED, (cost, share)

    with borrowed(deals) as player:
        verdict, figures, results = asked(budget, lambda many: player.played(contest, many, True), look)
    cost, share = figures
    says = (
        f"Who never chooses to {kinds.replace(', ', ' or ')} wins {share.says()} among {plural(bot)} who may; it costs "
        f"{cost.says()} against each of them: {verdict} ({len(results):,} games)."
    )
    return asking.answer(
        verdict,
        says,
        figures,
        len(results) // seats,
        shown(results, is_won=cost.value < 0),
        f"What it costs those who have played without it for years: {plural(bot)} make the best of the rest as they see it.",
        f'--never "{kinds}"',
        contest.bots,
    )


def read_never(never: str, design: Design) -> str:
    """`never awaken` and `awaken` are the same; several are written with commas."""
    words = never.lower().removeprefix("never ").replace(" or ", ",").replace(" and ", ",").split(",")
    kinds = [joined for word in words if (joined := "".join(word.split()))]
    if not kinds or not set(kinds) <= set(kinds_in(design.rules)):
        known = ", ".join(kinds_in(design.rules))
        raise BadInput(f'say what is never done, such as "never {kinds_in(design.rules)[0]}"; there are {known}')
    return ", ".join(kinds)


def styles(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    budget: Budget = FEW,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """Does one way to play beat all others? Every persona against every other, from every seat."""
    seats = players or design.rules.least_players
    if bot != USUAL_BOT:
        raise BadInput(f"ways to play are greedy bots that lean to something: ask without --bot {bot:.40}")
    names = ["usual", *personas(design.rules)]
    bots = [bot, *(f"{bot}{AS}{name}" for name in names[1:])]
    asking = Asking("styles", design, seats, bot, seed, budget)
    pairs = [(one, other) for one in range(len(bots)) for other in range(one)]
    sure = ALPHA / max(len(pairs), 1)  # of all pairs together (Bonferroni)

    def duel(one: int, other: int) -> Contest:
        return against(design, (bots[one], bots[other]), seats, seed)

    def look(played: Sequence[Sequence[GameResult]]) -> tuple[str, tuple[Figure, ...]]:
        figures = []
        for (one, other), results in zip(pairs, played, strict=True):
            shares = margins(duel(one, other), results)
            figures.append(share_figure(f"{names[one]} against {names[other]}", shares, sure))
        first = dominant(len(names), pairs, figures)
        if first is not None:
            return f"{names[first]} dominates", tuple(figures)
        beaten = {
            one if each.interval.high < 0.5 else other
            for (one, other), each in zip(pairs, figures, strict=True)
            if not each.interval.holds(0.5)
        }
        is_known = all(not each.interval.holds(0.5) or each.interval.half <= NOTHING for each in figures)
        return ("no way dominates" if is_known or len(beaten) == len(names) else UNDECIDED), tuple(figures)

    with borrowed(deals) as player:
        verdict, figures, played = asked(
            budget, lambda many: [player.played(duel(one, other), many, True) for one, other in pairs], look
        )
    clear = clearest(figures)
    most = duel(*pairs[clear])
    weights = mixed_ways(len(names), pairs, figures)
    mix = ", ".join(
        f"{name} {100 * weight:.0f} %" for name, weight in zip(names, weights, strict=True) if weight >= 0.01
    )
    firm = "" if verdict != UNDECIDED else ", if it is as it looks so far"
    says = (
        f"Among {len(names)} ways to play: {verdict} ({len(played[0]) // seats:,} deals of {plural(bot)} for each pair, from "
        f"every seat). Good players would choose: {mix}{firm}."
    )
    return asking.answer(
        verdict,
        says,
        figures,
        len(played[0]) // seats,
        shown(played[clear], is_won=figures[clear].value > 0.5),
        "Personas are greedy bots that lean to something (bot/personas.toml); a clever way that nobody wrote down is not here.",
        line_up=most.bots,
    )


def clearest(figures: Sequence[Figure]) -> int:
    """Which of several duels shows the most."""
    return max(range(len(figures)), key=lambda number: abs(figures[number].value - 0.5))


def shown(results: Sequence[GameResult], is_won: bool) -> tuple[int, ...]:
    """Games that the first of the bots has won, or lost, of a usual length."""

    def share(result: GameResult) -> float:
        return sum(share for share, bot in zip(result.shares, result.seats, strict=True) if bot == 0)

    return usual_ones([each for each in results if share(each) == float(is_won)])


def margins(contest: Contest, results: Sequence[GameResult]) -> list[float]:
    """For each deal, what one of the first way wins of what one of each win together."""
    ones, others = block_shares(contest, results, 0), block_shares(contest, results, 1)
    return [one / (one + other) if one + other else 0.5 for one, other in zip(ones, others, strict=True)]


def dominant(many: int, pairs: Sequence[tuple[int, int]], figures: Sequence[Figure]) -> int | None:
    """A way that beats each other one for sure, and that good players would nearly always choose."""
    wins: dict[int, int] = dict.fromkeys(range(many), 0)
    for (one, other), figure in zip(pairs, figures, strict=True):
        wins[one] += figure.interval.low > 0.5
        wins[other] += figure.interval.high < 0.5
    best = max(wins, key=lambda way: wins[way])
    return best if many > 1 and wins[best] == many - 1 and mixed_ways(many, pairs, figures)[best] > ALONE else None


def mixed_ways(many: int, pairs: Sequence[tuple[int, int]], figures: Sequence[Figure]) -> list[float]:
    """How often each way is chosen in equilibrium, by fictitious play: always the best answer to what was chosen so far."""
    gains = [[0.0] * many for _ in range(many)]
    for (one, other), figure in zip(pairs, figures, strict=True):
        gains[one][other] = figure.value - 0.5
        gains[other][one] = 0.5 - figure.value
    counts, sums = [0] * many, [0.0] * many
    for _ in range(ROUNDS):
        best = max(range(many), key=lambda way: sums[way])
        counts[best] += 1
        for way in range(many):
            sums[way] += gains[way][best]
    return [count / ROUNDS for count in counts]


def ladder(
    design: Design,
    players: int | None = None,
    bot: str = "burglar",
    *,
    budget: Budget = DEAR,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """Does thinking help? Each level of bots against the one below, up to `bot`, in duels of this design."""
    seats = players or design.rules.least_players
    if bot not in LEVELS[1:]:
        raise BadInput(f"the ladder ends with one of {', '.join(LEVELS[1:])}, not with {bot:.40}")
    steps = list(pairwise(LEVELS[: LEVELS.index(bot) + 1]))
    asking = Asking("ladder", design, seats, bot, seed, budget)
    contests = [against(design, (higher, lower), seats, seed) for lower, higher in steps]

    def look(played: Sequence[Sequence[GameResult]]) -> tuple[str, tuple[Figure, ...]]:
        figures = []
        for (lower, higher), contest, results in zip(steps, contests, played, strict=True):
            shares = margins(contest, results)
            figures.append(share_figure(f"{higher} against {lower}", shares, ALPHA / len(steps)))
        if all(each.interval.low > 0.5 for each in figures):
            return "thinking helps", tuple(figures)
        if any(each.interval.high < 0.5 + NOTHING for each in figures):
            return "thinking does not always help", tuple(figures)
        return UNDECIDED, tuple(figures)

    with borrowed(deals) as player:
        verdict, figures, played = asked(
            budget, lambda many: [player.played(contest, many, True) for contest in contests], look
        )
    told = "; ".join(f"{each.name} {each.says()}, {games_to_lead(each.value)}" for each in figures)
    clear = clearest(figures)
    return asking.answer(
        verdict,
        f"{verdict.capitalize()}: {told}.",
        figures,
        len(played[0]) // seats,
        shown(played[clear], is_won=figures[clear].value > 0.5),
        "Levels think as far as these bots can; people think otherwise.",
        line_up=contests[clear].bots,
    )


def games_to_lead(share: float) -> str:
    """How many games it takes until the better one leads in 95 of 100 matches."""
    apart = abs(2 * share - 1)
    if apart < 0.01:
        return "which hardly any number of games would show"
    if apart >= 1.0:
        return "which one game shows"
    return f"which {ceil((TIRED * 2 * sqrt(share * (1 - share)) / apart) ** 2):,} games show"
