"""Looks for designs that a designer would want: which knobs move anything, which settings come near, and what holds on fresh
deals. Never one answer: a frontier, with the fewest changes first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import product
from math import prod
from typing import Any

from loot_table.arena.contest import Contest, GameResult
from loot_table.engine import options as option_reader
from loot_table.engine.errors import BadInput, LootError
from loot_table.lab.answers import Figure, finite
from loot_table.lab.asking import USUAL_BOT, plural
from loot_table.lab.deals import FIRST_LOOK, Deals, borrowed, contest_of
from loot_table.lab.design import Design
from loot_table.lab.paths import holder
from loot_table.lab.wants import Want, Where, distance, read_want, verdict_on
from loot_table.measure.intervals import mean

ROUNDS = (200, 800, 3200)  # deals, of fewer and fewer settings
KEPT = 3  # of so many settings, one goes on to the next round
LEAST_KEPT = 4
TRIALS = 60
FRONTIER = 5
MOST_VALUES = 200
OPTION = "option."
Setting = tuple[Any, ...]


@dataclass(frozen=True)
class Knob:
    """A place of the data pack, or an option, and the values it may have; the first is what it is now."""

    path: str
    values: tuple[Any, ...]

    def turned(self, design: Design, value: Any) -> Design:
        if value == self.values[0]:
            return design
        if self.path.startswith(OPTION):
            return design.option(self.path.removeprefix(OPTION), value)
        return design.set(self.path, value)


def read_knob(text: str, design: Design) -> Knob:
    """`scoring.target.4=30..40`, `scoring.target.4=30,33,36`, or `option.deck=classic,mixed`."""
    path, equals, told = (part.strip() for part in text.partition("="))
    if not equals or not told:
        raise BadInput(f'write a knob as path=low..high or path=a,b,c, got "{text:.60}"')
    now = value_now(path, design)
    between = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", told)
    if between is not None:
        low, high = int(between[1]), int(between[2])
        if not 0 < high - low < MOST_VALUES:
            raise BadInput(
                f"{path}: a range goes from a number to a larger one, at most {MOST_VALUES} away, got {told}"
            )
        values: list[Any] = list(range(low, high + 1))
    else:
        values = [int(word) if re.fullmatch(r"-?\d+", word.strip()) else word.strip() for word in told.split(",")]
    return Knob(path, (now, *[value for value in dict.fromkeys(values) if value != now]))


def value_now(path: str, design: Design) -> Any:
    if path.startswith(OPTION):
        name = path.removeprefix(OPTION)
        chosen = option_reader.as_dict(option_reader.read(design.rules.options, design.options))
        if name not in chosen:
            raise BadInput(f"there is no option {name!r:.40}; there are {', '.join(chosen)}")
        return chosen[name]
    inside, key = holder(design.data, path)
    return inside[key]


@dataclass(frozen=True)
class Screened:
    """What one knob does by itself, from one end of its range to the other."""

    knob: str
    low: Any
    high: Any
    moves: tuple[str, ...]  # what it moves, for sure

    @property
    def moves_nothing(self) -> bool:
        return not self.moves


@dataclass(frozen=True)
class Candidate:
    """A setting of the knobs, measured on fresh deals."""

    design: Design
    changes: int
    figures: tuple[Figure, ...]
    verdict: str  # of all wants together
    again: str  # the same with other bots
    off: float

    def to_json(self) -> dict[str, Any]:
        return {
            "design": self.design.to_json(),
            "hash": self.design.hash,
            "differs": self.design.differs(),
            "changes": self.changes,
            "verdict": self.verdict,
            "again": self.again,
            "off": self.off,
            "figures": [
                {**asdict(each), "interval": finite(each.interval), "band": finite(each.band)} for each in self.figures
            ],
        }


@dataclass(frozen=True)
class Tuned:
    design: Design
    players: int
    bot: str
    wants: tuple[str, ...]
    before: Candidate
    screened: tuple[Screened, ...]
    frontier: tuple[Candidate, ...]
    tried: int
    seed: int

    @property
    def says(self) -> str:
        idle = [each.knob for each in self.screened if each.moves_nothing]
        silent = f" Nothing is moved by {', '.join(idle)}." if idle else ""
        good = [each for each in self.frontier if each.verdict == "yes"]
        if self.before.verdict == "yes":
            return f"Nothing needs to be changed: {' and '.join(self.wants)}.{silent}"
        if not good:
            near = f" The nearest: {self.changed(self.frontier[0])}." if self.frontier else ""
            return f"None of {self.tried} settings holds on fresh deals among {plural(self.bot)}.{near}{silent}"
        best = good[0]
        return (
            f"{len(good)} of {self.tried} settings hold on fresh deals among {plural(self.bot)}; with the fewest changes: "
            f"{self.changed(best)}.{silent}"
        )

    def changed(self, candidate: Candidate) -> str:
        return "; ".join(candidate.design.differs(self.design)) or "nothing"

    def to_json(self) -> dict[str, Any]:
        return {
            "question": "tune",
            "game": self.design.rules.slug,
            "players": self.players,
            "bots": self.bot,
            "design": self.design.hash,
            "wants": list(self.wants),
            "says": self.says,
            "before": self.before.to_json(),
            "screened": [{**asdict(each), "moves_nothing": each.moves_nothing} for each in self.screened],
            "frontier": [each.to_json() for each in self.frontier],
            "tried": self.tried,
            "seed": self.seed,
        }


# ---------------------------------------------------------------- the search


@dataclass
class Bench:
    """Measures settings, and remembers what it has measured."""

    base: Design
    knobs: Sequence[Knob]
    wants: Sequence[Want]
    players: int
    bot: str
    deals: Deals

    def design_of(self, setting: Setting) -> Design:
        made = self.base
        for knob, value in zip(self.knobs, setting, strict=True):
            made = knob.turned(made, value)
        made.check()
        return made

    def figures(self, design: Design, many: int, seed: int, bot: str | None = None) -> list[Figure]:
        where = Where(design, self.players, bot or self.bot, seed, self.deals)
        return [figure for want in self.wants for figure in want.figures(where, many)]

    def off(self, setting: Setting, many: int, seed: int) -> float:
        return distance(self.figures(self.design_of(setting), many, seed))

    def changes(self, setting: Setting) -> int:
        return sum(value != knob.values[0] for knob, value in zip(self.knobs, setting, strict=True))

    def candidate(self, setting: Setting, many: int, seed: int, again: str) -> Candidate:
        design = self.design_of(setting)
        figures = self.figures(design, many, seed)
        other = verdict_on(self.figures(design, many, seed, again)) if again else ""
        return Candidate(design, self.changes(setting), tuple(figures), verdict_on(figures), other, distance(figures))


def screen(bench: Bench, many: int, seed: int) -> list[Screened]:
    """Each knob by itself, at both ends of its range, on the same deals."""
    found = []
    now = tuple(knob.values[0] for knob in bench.knobs)
    for place, knob in enumerate(bench.knobs):
        ordered = sorted(knob.values, key=lambda value: (isinstance(value, str), value))
        ends = [bench.design_of((*now[:place], value, *now[place + 1 :])) for value in (ordered[0], ordered[-1])]
        contests = [contest_of(design, bench.players, bench.bot, seed) for design in ends]
        found.append(Screened(knob.path, ordered[0], ordered[-1], moved_by(bench.deals, contests, many)))
    return found


def moved_by(deals: Deals, contests: Sequence[Contest], many: int) -> tuple[str, ...]:
    """What differs for sure between two designs on the same deals."""
    ones, others = (deals.played(contest, many) for contest in contests)
    seats = range(contests[0].players)
    sure = 0.05 / (len(seats) + 1)

    def differs(values: Sequence[float]) -> bool:
        return not mean(values, sure).holds(0.0) and any(values)

    def apart(figure: Any) -> list[float]:
        return [figure(other) - figure(one) for one, other in zip(ones, others, strict=True)]

    moved = [f"seat {seat + 1}" for seat in seats if differs(apart(lambda each, seat=seat: each.shares[seat]))]
    return (*moved, *(["length"] if differs(apart(length_of)) else []))


def length_of(result: GameResult) -> float:
    return float(sum(result.decisions))


def searched(bench: Bench, trials: int, seed: int, rounds: Sequence[int]) -> tuple[list[Setting], int]:
    """The settings that come nearest, by Optuna: every trial on the same deals, the best of them on more."""
    known: dict[Setting, float] = {}

    def measure(setting: Setting) -> None:
        if setting not in known:
            with suppress(LootError):  # a setting that is no game
                known[setting] = bench.off(setting, rounds[0], seed)

    if prod(len(knob.values) for knob in bench.knobs) <= trials:
        for setting in product(*(knob.values for knob in bench.knobs)):
            measure(setting)
    else:
        search(bench, trials, seed, known, measure)
    left = nearest(known, bench, max(LEAST_KEPT, len(known) // KEPT))
    for many in rounds[1:]:
        left = nearest({each: bench.off(each, many, seed) for each in left}, bench, max(LEAST_KEPT, len(left) // KEPT))
    return left, len(known)


def search(
    bench: Bench, trials: int, seed: int, known: Mapping[Setting, float], measure: Callable[[Setting], None]
) -> None:
    """More settings than can be tried: by evolution (NSGA-II), towards what is wanted and towards few changes."""
    optuna = imported()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        directions=["minimize", "minimize"], sampler=optuna.samplers.NSGAIISampler(seed=seed, population_size=20)
    )

    def tried(trial: Any) -> tuple[float, float]:
        places = [trial.suggest_int(knob.path, 0, len(knob.values) - 1) for knob in bench.knobs]
        setting = tuple(knob.values[place] for knob, place in zip(bench.knobs, places, strict=True))
        measure(setting)
        if setting not in known:
            raise optuna.TrialPruned
        return known[setting], float(bench.changes(setting))

    study.enqueue_trial({knob.path: 0 for knob in bench.knobs})
    study.optimize(tried, n_trials=trials)


def nearest(offs: Mapping[Setting, float], bench: Bench, many: int) -> list[Setting]:
    """Those nearest to what is wanted; of equals the one with fewer changes. The best of each number of changes stay."""
    ordered = sorted(offs, key=lambda each: (offs[each], bench.changes(each)))
    firsts = {bench.changes(each): each for each in reversed(ordered)}
    return list(dict.fromkeys([*ordered[:many], *firsts.values()]))


def imported() -> Any:
    try:
        return import_module("optuna")  # installed only where it is wanted
    except ImportError:
        raise BadInput('tuning needs Optuna; it comes with `pip install "loot-table[lab]"`') from None


def tune(
    design: Design,
    wants: Sequence[str],
    knobs: Sequence[str],
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    again: str = "",
    trials: int = TRIALS,
    most: int = ROUNDS[-1],
    deals: Deals | None = None,
    seed: int = 1,
) -> Tuned:
    """Settings of some knobs that come near to what is wanted, measured on deals that the search has not seen."""
    if not wants or not knobs:
        raise BadInput('say what you want, such as "seats within 2 points", and which knobs may be turned')
    if most < FIRST_LOOK or not 1 <= trials <= 10_000:
        raise BadInput(f"a search has 1 to 10,000 trials, and at least {FIRST_LOOK} deals at its end")
    seats = players or design.rules.least_players
    rounds = tuple(dict.fromkeys(min(many, most) for many in ROUNDS))
    with borrowed(deals) as player:
        bench = Bench(
            design,
            [read_knob(text, design) for text in knobs],
            [read_want(text, design) for text in wants],
            seats,
            bot,
            player,
        )
        now = tuple(knob.values[0] for knob in bench.knobs)
        before = bench.candidate(now, most, seed + 1, "")
        screened = screen(bench, min(rounds[-1], 4 * rounds[0]), seed)
        left, tried = searched(bench, trials, seed, rounds)
        fresh = [bench.candidate(each, most, seed + 1, again) for each in left if each != now]
    return Tuned(
        design,
        seats,
        bot,
        tuple(want.sentence for want in bench.wants),
        before,
        tuple(screened),
        tuple(frontier_of(fresh)),
        tried,
        seed,
    )


def frontier_of(found: Sequence[Candidate]) -> list[Candidate]:
    """What holds, with the fewest changes first; then what comes nearer by changing more."""
    ordered = sorted(found, key=lambda each: (each.verdict != "yes", each.changes, each.off))
    front: list[Candidate] = []
    for each in ordered:
        is_better = all(each.off < other.off or each.changes < other.changes for other in front)
        if each.verdict == "yes" or is_better:
            front.append(each)
    return front[:FRONTIER]
