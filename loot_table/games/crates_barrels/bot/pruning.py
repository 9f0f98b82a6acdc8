"""What a search looks at less deeply, or not at all. Where a net weighs positions it is bold; where they are counted, careful.

Whoever proves a win is careful, too: what is left out could have been the defence.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

GAIN: Final = 100  # more than a quiet turn gains
GAIN_OF_TWO: Final = 220  # the same with two turns left to look ahead
LEAD: Final = 80  # so much for each turn that is left, and the enemy does not catch up
SHALLOW: Final = 3  # turns left, at which a bold search leaves out what is late or far ahead


def less(depth: i64, looked: i64, is_bold: bool) -> i64:
    """How many turns less deep a late and quiet turn is looked at, after so many others."""
    if depth < 3 or looked < 4:
        return 0
    if not is_bold:
        return 1 if looked < 14 else 2
    if looked < 8:
        return 1
    return 2 if looked < 20 or depth < 5 else 3


def skipped(depth: i64, is_bold: bool) -> i64:
    """How many turns less deep the enemy's answers to doing nothing are looked at."""
    return 3 + depth // 4 if is_bold else 3


def enough(depth: i64) -> i64:
    """How many turns a bold search looks at before it leaves out quiet ones, when few turns are left."""
    return 6 + 8 * depth


def is_hopeless(depth: i64, behind: i64, is_bold: bool) -> bool:
    """Whether no quiet turn makes up for what is missing."""
    if depth == 1:
        return behind >= GAIN
    return is_bold and depth == 2 and behind >= GAIN_OF_TWO


def is_far_ahead(depth: i64, ahead: i64) -> bool:
    """Whether a bold search believes a position to be good enough as it stands."""
    return depth <= SHALLOW and ahead >= LEAD * depth
