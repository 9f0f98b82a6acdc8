"""Shares of a victory that is still open."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def shared(strengths: Sequence[float]) -> list[float]:
    """The share of each: so many times as much as another's as `e` to the power of how much stronger it is."""
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    whole = sum(weights)
    return [weight / whole for weight in weights]
