"""What a designer asks. Every question is a plan of games, looked at again and again until it can be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from statistics import fmean, median, variance

from loot_table.arena.compare import share_of
from loot_table.arena.contest import GameResult
from loot_table.engine.errors import BadInput
from loot_table.lab.answers import UNDECIDED, Answer, Figure, share_figure
from loot_table.lab.asking import LONG, SHORT, USUAL_BOT, Asking, asked, plural
from loot_table.lab.deals import FIRST_LOOK, Budget, Deals, borrowed, contest_of
from loot_table.lab.design import Design
from loot_table.measure.intervals import ALPHA, Interval, gain_of, quantile_sequence, sequence_of, share_sequence

BAND = 0.02  # a seat may be so far from its fair share
SECONDS_A_DECISION = 6.0  # a guess, said as such


def fair(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    band: float = BAND,
    budget: Budget = LONG,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """Does every seat win its share? Fair: every interval within the band. Unfair: one of them wholly outside."""
    seats = players or design.rules.least_players
    if not 0 < band < 0.5:
        raise BadInput(f"a band is more than 0 and less than 50 points, got {100 * band:g}")
    asking = Asking("fair", design, seats, bot, seed, budget)
    contest = asking.contest()
    wanted = Interval(1 / seats - band, 1 / seats + band)

    def look(results: Sequence[GameResult]) -> tuple[str, tuple[Figure, ...]]:
        figures = [
            share_figure(f"seat {seat + 1}", [result.shares[seat] for result in results], ALPHA / seats, wanted)
            for seat in range(seats)
        ]
        if any(each.interval.low > wanted.high or each.interval.high < wanted.low for each in figures):
            return "unfair", tuple(figures)
        if all(wanted.low <= each.interval.low and each.interval.high <= wanted.high for each in figures):
            return "fair", tuple(figures)
        return UNDECIDED, tuple(figures)

    with borrowed(deals) as player:
        verdict, figures, results = asked(budget, lambda many: player.played(contest, many), look)
    off = max(figures, key=lambda each: abs(each.value - 1 / seats))
    says = (
        f"{off.name.capitalize()} wins {off.says()} of {len(results):,} games among {plural(bot)}; "
        f"its share is {100 / seats:.1f} %, give or take {100 * band:g}: {verdict}."
    )
    return asking.answer(
        verdict,
        says,
        figures,
        len(results),
        typical(results, figures.index(off)),
        f"What {plural(bot)} do not find, this does not show: ask again at another level.",
        f"--band {100 * band:g}" if band != BAND else "",
    )


def length(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    within: float = 0.05,
    budget: Budget = SHORT,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """How long is it? Decided when the median is known to within a part of itself."""
    seats = players or design.rules.least_players
    asking = Asking("length", design, seats, bot, seed, budget)
    contest = asking.contest()

    def look(results: Sequence[GameResult]) -> tuple[str, tuple[Figure, ...]]:
        decisions = [decisions_of(result) for result in results]
        figures = [
            Figure(name, ordered(values, part), quantile_sequence(values, part), unit)
            for unit, values in (("decisions", decisions), ("minutes", [minutes(each) for each in decisions]))
            for name, part in (("a short game (10 %)", 0.1), ("a usual game", 0.5), ("a long game (90 %)", 0.9))
        ]
        middle = figures[1]
        is_known = middle.interval.half <= within * middle.value
        return ("known" if is_known else UNDECIDED), tuple(figures)

    with borrowed(deals) as player:
        verdict, figures, results = asked(budget, lambda many: player.played(contest, many), look)
    usual, spent = figures[1], figures[4]
    short, long = (each.number(each.value) for each in (figures[0], figures[2]))
    says = (
        f"A game of {seats} takes {usual.says()} in the middle, {short} to {long} in eight of ten games: "
        f"about {spent.number(spent.value)} minutes."
    )
    longest = sorted(results, key=lambda each: each.length)[-3:]
    guess = f"Minutes are a guess: {SECONDS_A_DECISION:g} seconds for each decision. People have not been timed."
    return asking.answer(verdict, says, figures, len(results), tuple(each.number for each in longest), guess)


def compare(
    one: Design,
    other: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    budget: Budget = SHORT,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """What does a change do? The same deals in both; different when an interval of a difference leaves out nothing."""
    if one.rules.slug != other.rules.slug:
        raise BadInput(f"two designs of one game are compared, not of {one.rules.name} and {other.rules.name}")
    seats = players or one.rules.least_players
    asking = Asking("compare", other, seats, bot, seed, budget)
    contests = [contest_of(one, seats, bot, seed), asking.contest()]
    measures: list[tuple[str, str, Callable[[GameResult], float]]] = [
        (f"seat {seat + 1}", "points", partial(share_of, seat)) for seat in range(seats)
    ]
    measures.append(("decisions of a game", "", decisions_of))
    sure = ALPHA / len(measures)

    def look(pairs: Sequence[tuple[GameResult, GameResult]]) -> tuple[str, tuple[Figure, ...]]:
        figures = []
        for name, unit, measure in measures:
            apart = [measure(after) - measure(before) for before, after in pairs]
            figures.append(Figure(name, fmean(apart), difference(apart, sure, is_share=unit == "points"), unit))
        is_other = any(not each.interval.holds(0.0) for each in figures)
        return ("different" if is_other else UNDECIDED), tuple(figures)

    with borrowed(deals) as player:

        def both(many: int) -> list[tuple[GameResult, GameResult]]:
            return list(zip(*(player.played(contest, many) for contest in contests), strict=True))

        verdict, figures, pairs = asked(budget, both, look)
    most = max(figures, key=lambda each: abs(each.value) / max(each.interval.half, 1e-12))
    ones, others = ([measures[0][2](pair[side]) for pair in pairs] for side in (0, 1))
    gain = gain_of(variance(ones) + variance(others), variance([b - a for a, b in zip(ones, others, strict=True)]))
    sign = "+" if most.value > 0 and most.unit != "points" else ""  # points have theirs
    differ = sum(before.shares != after.shares or before.length != after.length for before, after in pairs)
    if verdict == "different":
        found = f"{most.name}: {sign}{most.says()}"
    elif not differ:
        found = "no game went otherwise: these players never met what was changed"
    else:
        found = f"no seat by more than {most_points(figures[:-1])} points either way"
    paired = f" The same luck in both took {gain:.1f} times fewer games." if differ and gain < inf else ""
    says = f"{other.title} against {one.title}, {len(pairs):,} deals of {plural(bot)}: {verdict}. {found.capitalize()}."
    changed = tuple(after.number for before, after in pairs if before.shares != after.shares)[:3]
    answer = asking.answer(
        verdict,
        says + paired,
        figures,
        len(pairs),
        changed,
        "That no difference was found does not mean that there is none: see the intervals.",
    )
    command = answer.command.replace(other.command, against(one, other), 1)
    return replace(
        answer, differs=tuple(other.differs(one)), command=command, sides=tuple(beside(pairs, measures, sure))
    )


def against(one: Design, other: Design) -> str:
    """How two designs are named on the command line: the shipped game needs no name of its own beside what changes it."""
    is_shipped = not one.changes and not one.options
    if is_shipped and other.command != "DESIGN.toml":
        return other.command
    return f"{one.command if is_shipped else 'BEFORE.toml'} DESIGN.toml"


def difference(apart: Sequence[float], alpha: float, is_share: bool) -> Interval:
    """Of two designs, deal by deal. That no deal went otherwise does not mean that none ever does."""
    if is_share and len(apart) >= FIRST_LOOK and not any(apart):
        rare = share_sequence(0, len(apart), alpha).high
        return Interval(-rare, rare)
    return sequence_of(apart, alpha)


def most_points(figures: Sequence[Figure]) -> str:
    """How far seats may be off at most, by what was seen."""
    return f"{100 * max(abs(edge) for each in figures for edge in each.interval):.1f}"


def beside(
    pairs: Sequence[tuple[GameResult, GameResult]],
    measures: Sequence[tuple[str, str, Callable[[GameResult], float]]],
    alpha: float,
) -> Iterator[tuple[Figure, Figure]]:
    """Every measure in the one design and in the other, each with its own interval."""
    for name, unit, measure in measures:
        columns = [[measure(pair[side]) for pair in pairs] for side in (0, 1)]
        one, other = (
            Figure(name, fmean(values), sequence_of(values, alpha), "%" if unit == "points" else unit)
            for values in columns
        )
        yield one, other


# ---------------------------------------------------------------- what questions share


def decisions_of(result: GameResult) -> float:
    return float(sum(result.decisions))


def minutes(decisions: float) -> float:
    """Decisions at six seconds each, in minutes. A guess, and said so."""
    return decisions * SECONDS_A_DECISION / 60


def ordered(values: Sequence[float], part: float) -> float:
    return median(values) if part == 0.5 else sorted(values)[int(part * (len(values) - 1))]


def typical(results: Sequence[GameResult], seat: int) -> tuple[int, ...]:
    """Games that show it: won by the seat that stands out, of a usual length."""
    return usual_ones([result for result in results if result.shares[seat] == 1.0])


def usual_ones(results: Sequence[GameResult]) -> tuple[int, ...]:
    middle = median([result.length for result in results]) if results else 0
    return tuple(result.number for result in sorted(results, key=lambda each: abs(each.length - middle))[:3])
