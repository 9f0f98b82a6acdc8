"""Where a figure lies, as far as games can tell. 95 % unless told otherwise.

What is independent of each other are deals: games of one deal share its luck, so a figure is given for each deal first.
Two families: for a number of games that was fixed beforehand, and for looking at any moment (`sequence`, `share_sequence`,
`quantile_sequence`): those hold at all looks together, so that one may stop when one has seen enough.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import atan, cos, inf, lgamma, log, log1p, pi, sin, sqrt
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

from loot_table.engine.random import Random

ALPHA = 0.05  # how often an interval may be wrong
SURE = NormalDist().inv_cdf(1 - ALPHA / 2)
LEAST_BLOCKS = 100  # deals before a sequence says anything: its formula is for large numbers
SCARCE = 25  # deals won or lost, below which a share is held by the exact interval, too
TIGHTEST = 2000  # deals at which a sequence is narrowest
MANY = 200  # degrees of freedom from which Student's distribution is the normal one


class Interval(NamedTuple):
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def holds(self, truth: float) -> bool:
        return self.low <= truth <= self.high


NOTHING_KNOWN = Interval(-inf, inf)


def clipped(interval: Interval) -> Interval:
    """Of a share, which is not less than nothing nor more than all. What is not known stays so."""
    low, high = interval
    return interval if low == -inf or high == inf else Interval(max(low, 0.0), min(high, 1.0))


def normal(alpha: float) -> float:
    """So many deviations on both sides leave out `alpha`."""
    return NormalDist().inv_cdf(1 - alpha / 2)


# ---------------------------------------------------------------- a number of games that was fixed beforehand


def wilson(share: float, count: float, alpha: float = ALPHA) -> Interval:
    """A share seen in so many independent games; within 0 and 1, also after a clean sweep."""
    sure = normal(alpha)
    square = sure**2 / count
    middle = (share + square / 2) / (1 + square)
    reach = sure * sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def of_deals(shares: Sequence[float], games: int, alpha: float = ALPHA) -> Interval:
    """Wilson's interval of the mean share over deals. Games of one deal share its luck, so what counts is how many
    independent games would scatter as much as the deals do; never more than were played, nor fewer than deals when all
    deals ended alike."""
    if len(shares) < 2:
        return Interval(0.0, 1.0)
    share, scatter = fmean(shares), variance(shares) / len(shares)
    count = len(shares) if scatter == 0 else min(float(games), share * (1 - share) / scatter)
    return wilson(share, max(count, 1.0), alpha)


def goodman(counts: Sequence[float], alpha: float = ALPHA) -> list[Interval]:
    """The share of each of several outcomes, such as the seats that won: all intervals hold together."""
    total = sum(counts)
    if total <= 0:
        return [Interval(0.0, 1.0) for _ in counts]
    return [wilson(count / total, total, alpha / len(counts)) for count in counts]


def never(count: int, alpha: float = ALPHA) -> float:
    """What never came in so many independent games comes at most so often (Clopper and Pearson, one-sided)."""
    return 1.0 if count < 1 else 1.0 - alpha ** (1 / count)


def mean(values: Sequence[float], alpha: float = ALPHA) -> Interval:
    """Student's interval of a mean over deals."""
    if len(values) < 2:
        return NOTHING_KNOWN
    middle = fmean(values)
    reach = student(len(values) - 1, alpha) * sqrt(variance(values) / len(values))
    return Interval(middle - reach, middle + reach)


def quantile(values: Sequence[float], part: float, alpha: float = ALPHA) -> Interval:
    """Where the median lies (`part` 0.5), or another quantile, whatever the values' distribution: two of the values in
    order, between which it lies."""
    ordered, count = sorted(values), len(values)
    if count == 0:
        return NOTHING_KNOWN
    low, high, sums = count, -1, 0.0
    for number in range(count + 1):  # so many of the values lie below the quantile
        sums += binomial(number, count, part)
        if sums <= alpha / 2:
            low = number
        if sums >= 1 - alpha / 2:
            high = number
            break
    least = ordered[low] if low < count else -inf
    return Interval(least, ordered[high] if 0 <= high < count else inf)


@dataclass(frozen=True)
class Paired:
    """A difference of two figures over the same deals, and how many times fewer games that took than with other deals."""

    difference: float
    interval: Interval
    gain: float


def paired(ones: Sequence[float], others: Sequence[float], alpha: float = ALPHA) -> Paired:
    """`others` less `ones`, deal by deal."""
    apart = [other - one for one, other in zip(ones, others, strict=True)]
    if len(apart) < 2:
        return Paired(fmean(apart) if apart else 0.0, NOTHING_KNOWN, 1.0)
    scatter = variance(apart)
    return Paired(fmean(apart), mean(apart, alpha), gain_of(variance(ones) + variance(others), scatter))


def gain_of(before: float, after: float) -> float:
    """How many times smaller a variance became."""
    return before / after if after > 0 else 1.0 if before == 0 else inf


def gain_between(ones: Sequence[float], others: Sequence[float], alpha: float = ALPHA, tries: int = 400) -> Interval:
    """Where the gain of pairing lies: by bootstrap, deals drawn again with a fixed seed."""
    count, dice = len(ones), Random(len(ones))
    found: list[float] = []
    for _ in range(tries if count > 1 else 0):
        drawn = [int(dice.below(count)) for _ in range(count)]
        found.append(paired([ones[number] for number in drawn], [others[number] for number in drawn]).gain)
    if not found:
        return NOTHING_KNOWN
    found.sort()
    return Interval(found[int(tries * alpha / 2)], found[int(tries * (1 - alpha / 2)) - 1])


@cache
def student(freedom: int, alpha: float = ALPHA) -> float:
    """So many deviations on both sides leave out `alpha`, where the deviation itself is known by `freedom` + 1 values."""
    if freedom > MANY:
        return normal(alpha)
    low, high = 0.0, 1e6
    while high - low > 1e-9 * (1 + low):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < 1 - alpha else (low, middle)
    return high


def within(deviations: float, freedom: int) -> float:
    """How likely Student's t lies within so many deviations: the finite sums for whole degrees of freedom."""
    angle = atan(deviations / sqrt(freedom))
    square, term = cos(angle) ** 2, cos(angle) if freedom % 2 else 1.0
    sums = 0.0
    for number in range(1 + freedom % 2, freedom, 2):
        sums += term
        term *= square * number / (number + 1)
    return 2 / pi * (angle + sin(angle) * sums) if freedom % 2 else sin(angle) * sums


def binomial(hits: int, count: int, share: float) -> float:
    if share in (0.0, 1.0):
        return float(hits == count * share)
    ways = lgamma(count + 1) - lgamma(hits + 1) - lgamma(count - hits + 1)
    return float(2.718281828459045 ** (ways + hits * log(share) + (count - hits) * log1p(-share)))


# ---------------------------------------------------------------- at any moment


def sequence(
    middle: float,
    deviation: float,
    count: int,
    alpha: float = ALPHA,
    tightest: int = TIGHTEST,
    least: int = LEAST_BLOCKS,
) -> Interval:
    """A mean over so many deals, with the deviation of one: the asymptotic confidence sequence of Waudby-Smith and others.
    Right at all looks together; at `tightest` deals half as wide again as an interval for one look."""
    if count < least:
        return NOTHING_KNOWN
    bend = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / tightest  # the square of rho
    grown = count * bend + 1
    reach = deviation * sqrt(2 * grown / (count**2 * bend) * log(sqrt(grown) / alpha))
    return Interval(middle - reach, middle + reach)


def sequence_of(values: Sequence[float], alpha: float = ALPHA, tightest: int = TIGHTEST) -> Interval:
    if len(values) < LEAST_BLOCKS:
        return NOTHING_KNOWN
    return sequence(fmean(values), sqrt(variance(values)), len(values), alpha, tightest)


def share_sequence(hits: float, count: float, alpha: float = ALPHA) -> Interval:
    """The share of hits among so many independent tries, exact for any number of them: those shares that a mixture of all
    shares does not beat by 1 / alpha."""
    if count <= 0:
        return Interval(0.0, 1.0)
    mixture = lgamma(hits + 1) + lgamma(count - hits + 1) - lgamma(count + 2)
    bound = mixture - log(1 / alpha)

    def is_held(share: float) -> bool:
        sums = hits * log(share) if hits else 0.0
        return sums + ((count - hits) * log1p(-share) if count > hits else 0.0) > bound

    seen = hits / count
    low = 0.0 if hits == 0 else edge(is_held, min(max(seen, 1e-12), 1 - 1e-12), 1e-15)
    high = 1.0 if hits == count else edge(is_held, min(max(seen, 1e-12), 1 - 1e-12), 1 - 1e-15)
    return Interval(low, high)


def share_sequence_of(shares: Sequence[float], alpha: float = ALPHA) -> Interval:
    """A mean share over deals, at any moment. The formula is for large numbers: where a share is nearly nothing or all, few
    deals carry what scatter there is, and the exact interval of as many tries as scatter as much holds, too."""
    count = len(shares)
    found = sequence_of(shares, alpha)
    if count < LEAST_BLOCKS:
        return found
    share = fmean(shares)
    if min(share, 1 - share) * count >= SCARCE:
        return clipped(found)
    scatter = variance(shares) / count
    tries = float(count) if scatter == 0 else min(share * (1 - share) / scatter, float(count))
    exact = share_sequence(share * tries, tries, alpha)
    return clipped(Interval(min(found.low, exact.low), max(found.high, exact.high)))


def clustered_share(hits: Sequence[int], counts: Sequence[int], alpha: float = ALPHA) -> tuple[float, Interval]:
    """A share of what happens several times in a game, at any moment. Games are what is independent: it counts as so many
    tries as would scatter as much, never more than there were; as one for each game where nothing scatters."""
    total = sum(counts)
    if total == 0:
        return 0.0, Interval(0.0, 1.0)
    share = sum(hits) / total
    scatter = sum((hit - share * count) ** 2 for hit, count in zip(hits, counts, strict=True)) / total**2
    tries = share * (1 - share) / scatter if scatter > 0 else float(sum(1 for count in counts if count))
    tries = min(tries, float(total))
    return share, share_sequence(share * tries, tries, alpha)


def edge(is_held: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where it stops being held between two shares."""
    if is_held(outside):
        return outside
    for _ in range(60):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if is_held(middle) else (inside, middle)
    return outside


def quantile_sequence(values: Sequence[float], part: float, alpha: float = ALPHA) -> Interval:
    """A quantile, at any moment: those values of which the share below is held to be `part`."""
    ordered, count = sorted(values), len(values)
    # So many values at most, and at least, lie below it.
    low = bisect_left(range(count + 1), part, key=lambda number: share_sequence(number, count, alpha).high) - 1
    high = bisect_right(range(count + 1), part, key=lambda number: share_sequence(number, count, alpha).low)
    return Interval(ordered[low] if low >= 0 else -inf, ordered[high - 1] if high <= count else inf)


# ---------------------------------------------------------------- is one better than the other?


@dataclass
class Trial:
    """Whether A is better than B, decided as soon as it can be: the generalised sequential probability ratio test.

    Fed with A's mean share of each deal. It ends with "better" or "not better": when A's true share is `expected`, "not
    better" comes in at most `beta` of all trials; when it is `equal`, "better" in at most `alpha`.
    """

    equal: float = 0.5
    expected: float = 0.52
    alpha: float = ALPHA
    beta: float = ALPHA
    count: int = 0
    total: float = 0.0
    squares: float = field(default=0.0, repr=False)

    def add(self, share: float) -> str | None:
        """One more deal; the verdict, if there is one."""
        self.count += 1
        self.total += share
        self.squares += share * share
        return self.verdict

    @property
    def evidence(self) -> float:
        """The logarithm of how much better `expected` explains what was seen than `equal` does."""
        if self.count < LEAST_TRIAL:
            return 0.0
        middle = self.total / self.count
        # Few deals that all ended alike are no proof of certainty: one that ended otherwise is thought to them.
        scatter = max(self.squares / self.count - middle**2, 0.0) + 0.25 / self.count
        return self.count * (self.expected - self.equal) * (2 * middle - self.equal - self.expected) / (2 * scatter)

    @property
    def verdict(self) -> str | None:
        evidence = self.evidence
        if evidence >= log((1 - self.beta) / self.alpha):
            return "better"
        if evidence <= log(self.beta / (1 - self.alpha)):
            return "not better"
        return None


LEAST_TRIAL = 16  # deals before a trial may end


def share_of(elo: float) -> float:
    """The share of wins that so many points of Elo stand for."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(share: float) -> float:
    bounded = min(max(share, 1e-9), 1 - 1e-9)
    return -400 * log(1 / bounded - 1) / log(10)
