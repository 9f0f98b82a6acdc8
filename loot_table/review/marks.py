"""Marks for decisions that lost something. A mark needs certainty; what is not certain is close."""

from __future__ import annotations

from math import hypot
from typing import Final

Mark = str
CLOSE: Final[Mark] = "close"
INACCURACY: Final[Mark] = "inaccuracy"
MISTAKE: Final[Mark] = "mistake"
BLUNDER: Final[Mark] = "blunder"

# Each with the share of the victory that must be lost, the worst first.
THRESHOLDS: Final[tuple[tuple[Mark, float], ...]] = ((BLUNDER, 0.10), (MISTAKE, 0.05), (INACCURACY, 0.02))
LEAST: Final = THRESHOLDS[-1][1]
SURE: Final = 2.0  # errors
SURER: Final = 3.0  # who looks several times must be surer at each
DECIDED: Final = 0.01  # so near to a certain end nothing is marked


def mark_for(loss: float, error: float, best: float, played: float, doubt: float = 0.0) -> Mark:
    """`best` and `played`: what either answer promises. No mark where the game was lost anyway, or stayed as good as won. That
    something was lost must be certain in spite of the `doubt` about the evaluation; how grave it is goes by what was measured, for
    another look would be in the same doubt."""
    if best < DECIDED or played > 1 - DECIDED or not is_lost(loss, hypot(error, doubt), LEAST):
        return CLOSE
    return next(mark for mark, threshold in THRESHOLDS if is_lost(loss, error, threshold))


def is_lost(loss: float, error: float, threshold: float) -> bool:
    return loss >= threshold and loss - SURE * error > threshold / 2


def is_close(ahead: float, error: float) -> bool:
    """Whether an answer is surely not so far ahead of the played one that this would be marked."""
    return ahead + SURER * error < LEAST
