"""Which components decide? What a card, tile or number is worth to the one who draws it, without confounding.

At a chance everything that could have come is known, and what each of it would be worth: so every card gets a sample at each
draw, drawn or not, by its odds. What remains is the error of the values, which the gap shows: what really came of those who
drew it, less the value then. A component is spoken of only where its gap is clean, or where it was taken out of the box.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import State
from loot_table.lab.answers import UNDECIDED, Answer, Figure
from loot_table.lab.asking import FEW, USUAL_BOT, Asking, asked, plural
from loot_table.lab.deals import Budget, Deals, borrowed
from loot_table.lab.design import Design
from loot_table.lab.usage import owner_of, owners_in
from loot_table.measure.intervals import ALPHA, Interval, normal
from loot_table.measure.recorder import Value, valued

FALSE = 0.10  # of what is said to stand out, so much may be chance (Benjamini and Hochberg)
LEAST_GAMES = 30  # in which it could be drawn
MOST_SHOWN = 20


@dataclass(frozen=True)
class Drawn:
    """One game: for each component its weights, its worth by weight, how often it came, and what was not foreseen then."""

    number: int
    parts: Mapping[str, tuple[float, float, int, float]]


class Drawer(Witness):
    def __init__(self, value: Value, owners: Mapping[str, str]) -> None:
        self.value, self.owners = value, owners
        self.weight: dict[str, float] = defaultdict(float)
        self.worth: dict[str, float] = defaultdict(float)
        self.came: dict[str, list[tuple[int, float]]] = defaultdict(list)  # the seat, and its value then

    def see(self, state: State, entry: Entry) -> None:
        if entry.outcome is None:
            return
        chance = state.chance()
        seat = getattr(chance, "seat", None)
        outcomes = chance.outcomes(state)
        if seat is None or len(outcomes) < 2:
            return  # what is nobody's is worth nothing to anybody alone
        total = sum([weight for _, weight in outcomes])
        after: dict[int, float] = {}
        for outcome, _ in outcomes:
            world = state.copy()
            world.happen(outcome)
            after[outcome] = valued(world, self.value)[seat]
        middle = sum(after[outcome] * weight for outcome, weight in outcomes) / total
        for outcome, weight in outcomes:
            name = owner_of(chance.name_of(state, outcome), self.owners)
            self.weight[name] += weight / total
            self.worth[name] += weight / total * (after[outcome] - middle)
        self.came[owner_of(chance.name_of(state, entry.outcome), self.owners)].append((seat, after[entry.outcome]))


def drawn_in(match: Match, value: Value, number: int, owners: Mapping[str, str]) -> Drawn:
    drawer = Drawer(value, owners)
    match.seen_again(drawer)
    result = match.standings()
    parts = {}
    for name, weight in drawer.weight.items():
        came = drawer.came.get(name, [])
        parts[name] = (weight, drawer.worth[name], len(came), sum(result[seat] - then for seat, then in came))
    return Drawn(number, parts)


def draws(contest: Contest, numbers: list[int]) -> list[Drawn]:
    value = value_of(contest.game)
    owners = owners_in(contest.components or games.load(contest.game).components(None).data)
    return [drawn_in(play_match(contest, number).match, value, number, owners) for number in numbers]


@dataclass(frozen=True)
class Worth:
    """What a component is worth to the one who draws it, and what the values do not foresee of it."""

    name: str
    games: int
    value: float
    error: float  # standard error, clustered by game
    gap: float
    gap_error: float

    @property
    def chance(self) -> float:
        """How likely a worthless component would look as valuable as this."""
        return 1.0 if self.error <= 0 else 2 * (1 - NormalDist().cdf(abs(self.value) / self.error))

    @property
    def is_clean(self) -> bool:
        return abs(self.gap) <= normal(ALPHA) * self.gap_error

    @property
    def figure(self) -> Figure:
        reach = normal(ALPHA) * self.error
        return Figure(self.name, self.value, Interval(self.value - reach, self.value + reach), "points")


def mean_by(weights: Sequence[float], sums: Sequence[float]) -> tuple[float, float]:
    """A weighted mean over games, and its standard error: games are what is independent."""
    total = sum(weights)
    if total <= 0:
        return 0.0, 0.0
    middle = sum(sums) / total
    rest = sum((each - middle * weight) ** 2 for weight, each in zip(weights, sums, strict=True))
    return middle, sqrt(rest) / total


def worths(told: Sequence[Drawn]) -> list[Worth]:
    """Every component that was drawn often enough, the most valuable first."""
    games_of: dict[str, list[tuple[float, float, int, float]]] = defaultdict(list)
    for each in told:
        for name, parts in each.parts.items():
            games_of[name].append(parts)
    found = []
    for name, rows in games_of.items():
        if len(rows) >= LEAST_GAMES:
            value, error = mean_by([row[0] for row in rows], [row[1] for row in rows])
            gap, gap_error = mean_by([float(row[2]) for row in rows], [row[3] for row in rows])
            found.append(Worth(name, len(rows), value, error, gap, gap_error))
    return sorted(found, key=lambda each: -each.value)


def standing_out(chances: Sequence[float], false: float = FALSE) -> list[bool]:
    """Which of many findings to trust, so that at most this part of them is chance: Benjamini and Hochberg."""
    ordered = sorted(range(len(chances)), key=lambda place: chances[place])
    last = max(
        (rank for rank, place in enumerate(ordered, 1) if chances[place] <= false * rank / len(chances)), default=0
    )
    trusted = set(ordered[:last])
    return [place in trusted for place in range(len(chances))]


def cards(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    within: float = 0.01,
    budget: Budget = FEW,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """Which components decide? What drawing each of them is worth, in points of the victory."""
    seats = players or design.rules.least_players
    asking = Asking("cards", design, seats, bot, seed, budget)

    def look(told: Sequence[Drawn]) -> tuple[str, tuple[Figure, ...]]:
        found = worths(told)
        figures = tuple(each.figure for each in found)
        return ("known" if all(each.interval.half <= within for each in figures) else UNDECIDED), figures

    with borrowed(deals) as player:
        verdict, _, told = asked(budget, lambda many: player.told(asking.contest(), draws, many), look)
    found = worths(told)
    trusted = [
        each
        for each, out in zip(found, standing_out([each.chance for each in found]), strict=True)
        if out and each.is_clean
    ]
    unsure = sum(not each.is_clean for each in found)
    best = max(trusted, key=lambda each: abs(each.value), default=None)
    if not found:
        says = f"Nobody draws anything in {design.rules.name}: no component is luck."
    elif best is None:
        says = f"No component stands out in {len(told):,} games of {plural(bot)}."
    else:
        says = (
            f"{best.name} decides most: it is worth {best.figure.says()} of victory to the one who draws it. "
            f"{len(trusted)} of {len(found)} stand out ({len(told):,} games of {plural(bot)})."
        )
    if unsure:
        says += f" Of {unsure} the values are not right: take them out and compare before you believe it."
    shown = found if len(found) <= MOST_SHOWN else [*found[: MOST_SHOWN // 2], *found[-MOST_SHOWN // 2 :]]
    with_best = [each.number for each in told if best is not None and each.parts.get(best.name, (0, 0, 0, 0))[2]]
    return asking.answer(
        verdict if found else "known",
        says,
        tuple(each.figure for each in shown),
        len(told),
        tuple(with_best[:3]),
        "A value of drawing it, not of using it well: what bots do not know to use looks worthless.",
    )
