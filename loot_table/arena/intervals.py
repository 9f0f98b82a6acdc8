"""Where a share lies, as far as games can tell: 95 % intervals that stay within 0 and 1, also after a clean sweep."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

SURE = NormalDist().inv_cdf(0.975)  # two-sided 95 %


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's interval of a share seen in so many independent games."""
    square = SURE**2 / count
    middle = (share + square / 2) / (1 + square)
    reach = SURE * sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def of_deals(shares: Sequence[float], games: int) -> tuple[float, float]:
    """Wilson's interval of the mean share over deals. Games of one deal share its luck, so what counts is how many
    independent games would scatter as much as the deals do; never more than were played, nor fewer than deals when all
    deals ended alike."""
    if len(shares) < 2:
        return 0.0, 1.0
    share, scatter = fmean(shares), variance(shares) / len(shares)
    count = len(shares) if scatter == 0 else min(float(games), share * (1 - share) / scatter)
    return wilson(share, max(count, 1.0))
