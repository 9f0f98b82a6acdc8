"""Looks for designs that a designer would want: which knobs move anything, which settings come near, and what holds on fresh
deals. Never one answer: a frontier, with the fewest changes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from math import hypot, isfinite, prod
from statistics import fmean
from typing import Any

from loot_table.arena.compare import share_of
from loot_table.arena.contest import GameResult
from loot_table.engine.errors import BadInput, LootError
from loot_table.lab.answers import UNDECIDED, Figure
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.deals import FIRST_LOOK, Deals, borrowed, contest_of
from loot_table.lab.design import Design
from loot_table.lab.frontier import Candidate, Screened, Tuned, frontier_of
from loot_table.lab.knobs import Knob, read_knob
from loot_table.lab.questions import decisions_of
from loot_table.lab.wants import Want, Where, distance, read_want, verdict_on
from loot_table.measure.intervals import ALPHA, Interval, mean

ROUNDS = (200, 800, 3200)  # deals, of fewer and fewer settings
FURTHER = 8  # times as many deals, where it still looks right and nobody knows
KEPT = 3  # of so many settings, one goes on to the next round
LEAST_KEPT = 4
TRIALS = 60
SCREENED, TRIED, NEAREST, CONFIRMED, FURTHER_CONFIRMED = (
    "Each knob is turned by itself.",
    "Settings are tried on the same deals.",
    "The nearest are tried on more deals.",
    "What is left is measured on fresh deals.",
    "What looks right is played on.",
)
Setting = tuple[Any, ...]
Tell = Callable[[str, int, int], None]  # what happens now, how much of it is done, of how much


@dataclass
class Bench:
    """Measures settings, and remembers what it has measured."""

    base: Design
    knobs: Sequence[Knob]
    wants: Sequence[Want]
    players: int
    bot: str
    deals: Deals
    tell: Tell

    @property
    def now(self) -> Setting:
        return tuple(knob.values[0] for knob in self.knobs)

    def design_of(self, setting: Setting) -> Design:
        made = self.base
        for knob, value in zip(self.knobs, setting, strict=True):
            made = knob.turned(made, value)
        made.check()
        return made

    def wanted(self, design: Design, many: int, seed: int, bot: str | None = None) -> tuple[tuple[Figure, ...], ...]:
        where = Where(design, self.players, bot or self.bot, seed, self.deals)
        return tuple(tuple(want.figures(where, many)) for want in self.wants)

    def off(self, setting: Setting, many: int, seed: int) -> float:
        return distance(flat(self.wanted(self.design_of(setting), many, seed)))

    def changes(self, setting: Setting) -> int:
        return sum(value != now for value, now in zip(setting, self.now, strict=True))

    def candidate(self, setting: Setting, many: int, seed: int, again: str, seen: float) -> Candidate:
        design = self.design_of(setting)
        wanted = self.wanted(design, many, seed)
        other = verdict_on(flat(self.wanted(design, many, seed, again))) if again else ""
        return Candidate(design, self.changes(setting), wanted, other, distance(flat(wanted)), seen, many)

    def ends(self, place: int) -> tuple[Any, Any]:
        """The least and the most that a knob may be."""
        ordered = sorted(self.knobs[place].values, key=lambda value: (isinstance(value, str), value))
        return ordered[0], ordered[-1]

    def turned(self, place: int, value: Any) -> Design:
        """One knob turned, all others as they are."""
        return self.design_of((*self.now[:place], value, *self.now[place + 1 :]))


def flat(wanted: Sequence[Sequence[Figure]]) -> list[Figure]:
    return [figure for figures in wanted for figure in figures]


def screen(bench: Bench, many: int, seed: int) -> list[Screened]:
    """Each knob by itself, at both ends of its range, on the same deals."""
    found = []
    for place, knob in enumerate(bench.knobs):
        bench.tell(SCREENED, place, len(bench.knobs))
        ends = bench.ends(place)
        contests = [contest_of(bench.turned(place, end), bench.players, bench.bot, seed) for end in ends]
        ones, others = (bench.deals.played(contest, many) for contest in contests)
        effects = moved_by(ones, others, bench.players)
        low, high = (bench.wanted(bench.turned(place, end), many, seed) for end in ends)
        known = {each.name for each in effects}
        effects += tuple(each for pair in zip(low, high, strict=True) for each in moved_want(*pair, known))
        found.append(Screened(knob.path, *ends, effects))
    return found


def moved_want(low: Sequence[Figure], high: Sequence[Figure], known: Set[str]) -> Iterator[Figure]:
    """What is wanted need not show in seats and length: a card may get stronger for all alike. The largest figure of each."""
    one, other = (max(figures, key=lambda each: each.value, default=None) for figures in (low, high))
    if one is None or other is None or one.name in known or not isfinite(one.interval.half + other.interval.half):
        return
    name = one.name if one.name == other.name else f"{one.name}, then {other.name}"
    apart, reach = other.value - one.value, hypot(one.interval.half, other.interval.half)
    yield Figure(name, apart, Interval(apart - reach, apart + reach), one.unit)


def moved_by(ones: Sequence[GameResult], others: Sequence[GameResult], seats: int) -> tuple[Figure, ...]:
    """How two designs differ on the same deals."""

    def apart(name: str, unit: str, measure: Callable[[GameResult], float]) -> Figure:
        values = [measure(other) - measure(one) for one, other in zip(ones, others, strict=True)]
        return Figure(name, fmean(values), mean(values, ALPHA / (seats + 1)), unit)

    shares = [apart(f"seat {seat + 1}", "points", partial(share_of, seat)) for seat in range(seats)]
    return (*shares, apart("length", "decisions", decisions_of))


def searched(bench: Bench, trials: int, seed: int, rounds: Sequence[int]) -> tuple[dict[Setting, float], int]:
    """The settings that come nearest, by Optuna: every trial on the same deals, the best of them on more. With how far off
    they are, and how many were tried."""
    known: dict[Setting, float] = {}
    every = prod(len(knob.values) for knob in bench.knobs)

    def measure(setting: Setting) -> None:
        bench.tell(TRIED, len(known), min(every, trials))
        if setting not in known:
            with suppress(LootError):  # a setting that is no game
                known[setting] = bench.off(setting, rounds[0], seed)

    if every <= trials:
        for setting in product(*(knob.values for knob in bench.knobs)):
            measure(setting)
    else:
        search(bench, trials, seed, known, measure)
    left = nearest(known, bench)
    for many in rounds[1:]:
        offs = {}
        for place, each in enumerate(left):
            bench.tell(NEAREST, place, len(left))
            offs[each] = bench.off(each, many, seed)
        left = nearest(offs, bench)
    return left, len(known)


def search(
    bench: Bench, trials: int, seed: int, known: Mapping[Setting, float], measure: Callable[[Setting], None]
) -> None:
    """More settings than can be tried: by evolution (NSGA-II), towards what is wanted and towards few changes."""
    check_optuna()
    optuna: Any = import_module("optuna")
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


def nearest(offs: Mapping[Setting, float], bench: Bench) -> dict[Setting, float]:
    """Those nearest to what is wanted; of equals the one with fewer changes. The best of each number of changes stay."""
    many = max(LEAST_KEPT, len(offs) // KEPT)
    ordered = sorted(offs, key=lambda each: (offs[each], bench.changes(each)))
    firsts = {bench.changes(each): each for each in reversed(ordered)}
    return {each: offs[each] for each in dict.fromkeys([*ordered[:many], *firsts.values()])}


def check_optuna() -> None:
    """It is installed only where it is wanted. To look costs nothing, to import it seconds."""
    if find_spec("optuna") is None:
        raise BadInput('tuning needs Optuna; it comes with `pip install "loot-table[lab]"`')


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
    tell: Tell = lambda _, __, ___: None,
) -> Tuned:
    """Settings of some knobs that come near to what is wanted, measured on deals that the search has not seen."""
    if most < FIRST_LOOK or not 1 <= trials <= 10_000:
        raise BadInput(f"a search has 1 to 10,000 trials, and at least {FIRST_LOOK} deals at its end")
    rounds = tuple(dict.fromkeys(min(many, most) for many in ROUNDS))
    with borrowed(deals) as player:
        bench = bench_for(design, wants, knobs, players, bot, player, tell)
        before = bench.candidate(bench.now, most, seed + 1, "", 0.0)
        screened = screen(bench, min(rounds[-1], 4 * rounds[0]), seed)
        left, tried = searched(bench, trials, seed, rounds)
        left.pop(bench.now, None)
        fresh = {}
        for place, (each, seen) in enumerate(left.items()):
            tell(CONFIRMED, place, len(left))
            fresh[each] = bench.candidate(each, most, seed + 1, again, seen)
        go_on(bench, fresh, seed + 1, again)
    return Tuned(
        design,
        bench.players,
        bot,
        tuple(want.sentence for want in bench.wants),
        tuple(knobs),
        before,
        tuple(screened),
        tuple(frontier_of(list(fresh.values()))),
        tried,
        trials,
        most,
        seed,
    )


def go_on(bench: Bench, fresh: dict[Setting, Candidate], seed: int, again: str) -> None:
    """Whether a want holds may take more deals than to find it: those that look right are played on, the one with the
    fewest changes first, until one of them holds. Intervals hold at all looks together, so that this is no cheating."""
    for each in sorted(fresh, key=lambda setting: (fresh[setting].changes, fresh[setting].off)):
        found = fresh[each]
        most = found.deals * FURTHER
        while found.verdict == UNDECIDED and found.off == 0.0 and found.deals < most:
            bench.tell(FURTHER_CONFIRMED, found.deals, most)
            found = fresh[each] = bench.candidate(each, 2 * found.deals, seed, again, found.seen)
        if found.verdict == "yes":
            return


def bench_for(
    design: Design,
    wants: Sequence[str],
    knobs: Sequence[str],
    players: int | None,
    bot: str,
    deals: Deals,
    tell: Tell = lambda _, __, ___: None,
) -> Bench:
    """Everything that was said, read; each knob can be turned to both of its ends."""
    if not wants or not knobs:
        raise BadInput('say what you want, such as "seats within 2 points", and which knobs may be turned')
    read = [read_knob(text, design) for text in knobs]
    if len({knob.path for knob in read}) < len(read):
        raise BadInput("a knob is named twice")
    seats = players or design.rules.least_players
    bench = Bench(design, read, [read_want(text, design) for text in wants], seats, bot, deals, tell)
    for place, knob in enumerate(bench.knobs):
        for end in bench.ends(place):
            try:
                bench.turned(place, end)
            except LootError as error:
                raise BadInput(f"{knob.path} cannot be {end}: {error}") from None
    return bench
