"""Whether a review can be believed: planted blunders are found, a Mastermind's moves are not marked, two seeds agree, luck is
nothing on average, and how long all that takes. And what each level loses with a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count as counted_from
from statistics import fmean, variance
from typing import Final, TypeVar

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.run import spread
from loot_table.bench.greedy import cpu_seconds
from loot_table.bots import LEVELS, make, offered
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Entry, Match
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import NATURE, Action, State
from loot_table.measure.intervals import Interval, gain_of, mean, wilson
from loot_table.review.effort import FILE, file_of
from loot_table.review.judging import Judged, judge, second_look
from loot_table.review.ledger import Account
from loot_table.review.marks import BLUNDER, CLOSE, THRESHOLDS
from loot_table.review.moments import Moment
from loot_table.review.rates import LEAST_SPREAD, told_apart
from loot_table.review.reviewing import Review, is_marked
from loot_table.review.valuing import Evaluator

PLANTED: Final = dict(THRESHOLDS)[BLUNDER]  # what a planted blunder loses at least, by a deep evaluation
SURE: Final = 2.0
EVERY: Final = 3  # of the decisions of a game, one is looked at twice
OTHER_SEED: Final = 1_000_003
PLAYS_ON: Final = "burglar"
WAVE: Final = 8  # games that blunders are looked for in at a time

Found = TypeVar("Found")


def for_each(work: Callable[[int], Found], numbers: Sequence[int], jobs: int) -> list[Found]:
    """Games by their numbers, on so many processes; the same for any number of them."""
    found = dict(numbered for part in spread(partial(in_turn, work), list(numbers), jobs, 1) for numbered in part)
    return [found[number] for number in numbers]


def in_turn(work: Callable[[int], Found], numbers: list[int]) -> list[tuple[int, Found]]:
    return [(number, work(number)) for number in numbers]


def match_of(slug: str, bot: str, players: int, number: int, seed: int = 1) -> Match:
    contest = Contest(slug, (bot,) * players, players, (number + 1) * players, seed)
    return play_match(contest, number * players).match


# ---------------------------------------------------------------- time


@dataclass(frozen=True)
class Pace:
    first: float  # CPU seconds to the first mark
    whole: float  # to the end of the quick pass


def pace(match: Match) -> Pace:
    began = cpu_seconds()
    first = 0.0
    for finding in Review(match).findings():
        if not first and is_marked(finding):
            first = cpu_seconds() - began
    return Pace(first, cpu_seconds() - began)


# ---------------------------------------------------------------- luck


@dataclass(frozen=True)
class Fortune:
    """Of a seat's accounts over many games."""

    games: int
    luck: Interval  # its mean, which must hold 0
    withheld: Counted  # games without an account
    scatter: float  # how many times less results scatter once luck is taken away


def accounts(slug: str, bot: str, players: int, numbers: range, jobs: int = 1) -> list[tuple[Account, bool]]:
    """The first seat's, and whether the game's ledger is withheld."""
    return for_each(partial(account_of, slug, bot, players), numbers, jobs)


def account_of(slug: str, bot: str, players: int, number: int) -> tuple[Account, bool]:
    ledger = Review(match_of(slug, bot, players, number)).ledger()
    return ledger.accounts[0], ledger.is_withheld


def fortune(found: Sequence[tuple[Account, bool]]) -> Fortune:
    luck = [each.luck for each, _ in found]
    results, adjusted = [each.result for each, _ in found], [each.adjusted for each, _ in found]
    gain = gain_of(variance(results), variance(adjusted)) if len(found) > 1 else 1.0
    return Fortune(len(found), mean(luck), Counted(sum(is_withheld for _, is_withheld in found), len(found)), gain)


def mean_luck(slug: str, bot: str, players: int, numbers: range, every: int, jobs: int = 1) -> Interval:
    """Of the first seat over many games, quickly: of each game's chances one in so many, drawn by lot, counts for as many. The
    mean is the same as of whole accounts, and scatters more."""
    return mean(for_each(partial(some_luck, slug, bot, players, every), numbers, jobs))


def some_luck(slug: str, bot: str, players: int, every: int, number: int) -> float:
    review = Review(match_of(slug, bot, players, number))
    moments, evaluator = review.moments, review.evaluator
    luck = 0.0
    for moment in [each for each in moments if each.is_chance][int(Random(mixed(number)).below(every)) :: every]:
        step, is_last = moment.step, moment.step + 1 == len(moments)
        came = review.match.standings() if is_last else evaluator.value(moments[step + 1].state, review.seed + step + 1)
        luck += every * (came[0] - evaluator.value(moment.state, review.seed + step)[0])
    return luck


# ---------------------------------------------------------------- marks


@dataclass(frozen=True)
class Counted:
    """So many of so many."""

    hits: int
    count: int

    @property
    def share(self) -> float:
        return self.hits / self.count if self.count else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.share, self.count) if self.count else Interval(0.0, 1.0)

    def says(self) -> str:
        low, high = self.interval
        return f"{self.share:.1%} ({low:.1%} to {high:.1%}; {self.hits} of {self.count})"


def added(parts: Iterable[Counted]) -> Counted:
    some = list(parts)
    return Counted(sum(each.hits for each in some), sum(each.count for each in some))


def planted(slug: str, players: int, count: int, bot: str = "thief", jobs: int = 1, first: int = 0) -> Counted:
    """Answers that lose at least ten points for certain by a deep evaluation: how many of them a quick pass marks. Whole games,
    from the first on, are looked through until there are so many."""
    found = Counted(0, 0)
    for wave in counted_from(first, WAVE):
        if found.count >= count:
            break
        for part in for_each(partial(planted_in, slug, players, bot), range(wave, wave + WAVE), jobs):
            if found.count < count:
                found = added([found, part])
    return found


def planted_in(slug: str, players: int, bot: str, number: int) -> Counted:
    match, rng = match_of(slug, bot, players, number, seed=3), Random(mixed(number))
    quick, deep = Review(match), Review(match, is_deep=True, seed=OTHER_SEED)
    hits = found = 0
    for moment in quick.decisions[int(rng.below(EVERY)) :: EVERY]:
        blunder = another(moment, rng)
        if may_lose(blunder, deep) and is_blunder(deep.judge(blunder)):
            found += 1
            hits += quick.judge(blunder).mark != CLOSE
    return Counted(hits, found)


def may_lose(moment: Moment, deep: Review) -> bool:
    """A first look with a few tables, as deep: most answers are no blunders."""
    evaluator = deep.evaluator
    if evaluator.search is not None or evaluator.solution is not None:
        return True
    effort = replace(evaluator.effort, stages=evaluator.effort.stages[:1], look=None)
    rough = Evaluator(deep.match.game, deep.match.players, "", effort)
    return judge(moment, rough, mixed(OTHER_SEED + moment.step)).loss >= PLANTED / 2


def is_blunder(judged: Judged) -> bool:
    return judged.loss - SURE * judged.error >= PLANTED and judged.mark != CLOSE


def another(moment: Moment, rng: Random) -> Moment:
    """The same moment with any answer."""
    answer = moment.state.decision().sample(moment.state, rng)
    return replace(moment, entry=Entry(moment.seat, action=answer))


@dataclass(frozen=True)
class Marked:
    """Of a strong bot's decisions: how many are marked, and how many of these marks are false. A mark is false where a deep
    evaluation of the same answers, on other tables, would not mark it."""

    marked: Counted
    false: Counted


def false_marks(slug: str, players: int, numbers: range, bot: str = "mastermind", jobs: int = 1) -> Marked:
    found = for_each(partial(marked_in, slug, players, bot), numbers, jobs)
    return Marked(added(each.marked for each in found), added(each.false for each in found))


def marked_in(slug: str, players: int, bot: str, number: int) -> Marked:
    match = match_of(slug, bot, players, number)
    quick, deep = Review(match), Review(match, is_deep=True, seed=OTHER_SEED)
    marked = false = 0
    for moment in quick.decisions:
        judged = quick.judge(moment)
        if judged.mark != CLOSE:
            marked += 1
            false += not bears_out(deep, moment, judged)
    many = len(quick.decisions)
    return Marked(Counted(marked, many), Counted(false, many))


def bears_out(deep: Review, moment: Moment, judged: Judged) -> bool:
    """Whether a deep evaluation marks it, too: of the same answers where the game has second looks."""
    look = deep.evaluator.effort.look
    if look is None:
        return deep.judge(moment).mark != CLOSE
    *_, again = second_look(judged, moment, deep.evaluator, look, mixed(deep.seed + moment.step))
    return again.mark != CLOSE


@dataclass(frozen=True)
class Borne:
    """Whether marks are borne out: what was said to be lost, and what is lost in games that Burglars play on."""

    decisions: int
    said: float
    lost: Interval

    def says(self) -> str:
        low, high = self.lost
        return (
            f"{self.decisions} marks said {100 * self.said:.1f} points; played on by {PLAYS_ON}s, they cost "
            f"{100 * low:+.1f} to {100 * high:+.1f}"
        )


def borne_out(slug: str, players: int, numbers: range, times: int, bot: str = "mastermind", jobs: int = 1) -> Borne:
    """Of a bot's decisions that are marked: games from the answer that is called best less
    games from the one that was played, on the same imagined tables with the same luck."""
    found = for_each(partial(borne_out_in, slug, players, times, bot), numbers, jobs)
    said = [loss for losses, _ in found for loss in losses]
    return Borne(len(said), fmean(said) if said else 0.0, mean([each for _, apart in found for each in apart]))


def borne_out_in(slug: str, players: int, times: int, bot: str, number: int) -> tuple[list[float], list[float]]:
    said, apart = [], []
    review = Review(match_of(slug, bot, players, number, seed=7))
    game, evaluator = review.match.game, review.evaluator
    for moment in review.decisions[number % EVERY :: EVERY]:
        judged = review.judge(moment)
        if judged.mark == CLOSE:
            continue
        said.append(judged.loss)
        for time in range(times):
            dice = mixed(review.seed + moment.step + time)
            world = evaluator.imagine(moment.state.view(moment.seat), Random(dice))
            best, played = (played_on(game, world, each.action, dice) for each in (judged.best, judged.played))
            apart.append(best[moment.seat] - played[moment.seat])
    return said, apart


def played_on(game: Game, world: State, answer: Action, dice: int) -> Sequence[float]:
    """How it ends after an answer, when everybody goes on as a Burglar."""
    after, rng = world.copy(), Random(dice)
    seats = [make(PLAYS_ON, game, mixed(dice + seat)) for seat in range(after.players)]
    after.apply(answer)
    while after.agenda:
        seat = after.to_act
        if seat == NATURE:
            after.happen(after.chance().sample(after, rng))
        else:
            after.apply(seats[seat].choose(after.view(seat), offered(after)))
    return after.standings()


@dataclass(frozen=True)
class Agreement:
    """Of two reviews with different seeds: decisions without contradiction (the same mark, or none by one of them), and marks
    that both have."""

    alike: Counted
    shared: Counted


def agreement(slug: str, players: int, numbers: range, bot: str = "thief", jobs: int = 1) -> Agreement:
    found = for_each(partial(agreed_in, slug, players, bot), numbers, jobs)
    return Agreement(added(each.alike for each in found), added(each.shared for each in found))


def agreed_in(slug: str, players: int, bot: str, number: int) -> Agreement:
    alike = both = either = 0
    match = match_of(slug, bot, players, number, seed=5)
    ones, others = Review(match, seed=1), Review(match, seed=OTHER_SEED)
    for moment in ones.decisions:
        one, other = ones.judge(moment).mark, others.judge(moment).mark
        alike += one == other or CLOSE in (one, other)
        both += CLOSE not in (one, other)
        either += one != CLOSE or other != CLOSE
    return Agreement(Counted(alike, len(ones.decisions)), Counted(both, either))


# ---------------------------------------------------------------- levels


def rates(slug: str, players: int, count: int, every: int = EVERY, jobs: int = 1) -> Mapping[str, float]:
    """What each level loses with a decision, in points, in games among its equals; of the decisions one in `every`. Levels that
    cannot be told apart have one rate."""
    found = {}
    for level in LEVELS:
        losses = for_each(partial(losses_in, slug, level.name, players, every), range(count), jobs)
        found[level.name] = [loss for each in losses for loss in each] or [0.0]
    return told_apart(found)


def losses_in(slug: str, level: str, players: int, every: int, number: int) -> list[float]:
    review = Review(match_of(slug, level, players, number, seed=11))
    judged = [review.judge(moment) for moment in review.decisions[number % every :: every]]
    return [100 * each.loss for each in judged if each.spread >= LEAST_SPREAD]


def keep_rates(game: Game, players: int, found: Mapping[str, float]) -> None:
    """Writes them into the game's `review.toml`, in the place of those that were there."""
    home = games.folder(game)
    if home is None:
        raise BadInput(f"{game.name} is one file: there is no folder for what was measured")
    kept = {**file_of(game.slug).get("rates", {}), str(players): found}
    path = home / FILE
    before = path.read_text(encoding="utf-8").split("[rates.")[0].rstrip() if path.is_file() else ""
    tables = [
        [f"[rates.{many}]", *[f"{level} = {rate:.2f}" for level, rate in each.items()]] for many, each in kept.items()
    ]
    path.write_text("\n\n".join([before, *["\n".join(lines) for lines in tables]]).lstrip() + "\n", encoding="utf-8")


# ---------------------------------------------------------------- all of it


@dataclass(frozen=True)
class Asked:
    """How many games of each kind: none of a kind, and nothing is said of it."""

    games: int
    blunders: int
    masterminds: int
    twice: int
    first: int = 0  # the number of the first game of each kind: games with other numbers are fresh ones


@dataclass(frozen=True)
class Figures:
    game: str
    players: int
    pace: Pace
    fortune: Fortune | None
    planted: Counted | None
    false_marks: Marked | None
    agreement: Agreement | None

    def says(self) -> list[str]:
        lines = [f"first mark after {self.pace.first:.1f} s, the whole after {self.pace.whole:.0f} s of CPU"]
        if fortune := self.fortune:
            low, high = fortune.luck
            lines.append(
                f"mean luck {100 * low:+.1f} to {100 * high:+.1f} points in {fortune.games} games; results less luck "
                f"scatter {fortune.scatter:.2f} times less; withheld accounts {fortune.withheld.says()}"
            )
        if planted := self.planted:
            lines.append(f"planted blunders found: {planted.says()}")
        if marks := self.false_marks:
            lines.append(f"decisions of Masterminds marked: {marks.marked.says()}, falsely {marks.false.says()}")
        if two := self.agreement:
            lines.append(f"two seeds: without contradiction {two.alike.says()}, marks in common {two.shared.says()}")
        return lines


def figures(slug: str, players: int, asked: Asked, jobs: int = 1) -> Figures:
    def numbers(count: int) -> range:
        return range(asked.first, asked.first + count)

    return Figures(
        slug,
        players,
        pace(match_of(slug, "thief", players, asked.first)),
        fortune(accounts(slug, "thief", players, numbers(asked.games), jobs)) if asked.games else None,
        planted(slug, players, asked.blunders, jobs=jobs, first=asked.first) if asked.blunders else None,
        false_marks(slug, players, numbers(asked.masterminds), jobs=jobs) if asked.masterminds else None,
        agreement(slug, players, numbers(asked.twice), jobs=jobs) if asked.twice else None,
    )
