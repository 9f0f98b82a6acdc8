"""Shares of a victory."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def shared(strengths: Sequence[float]) -> list[float]:
    """The share of each in a victory that is still open: so many times as much as another's as `e` to the power of how much stronger it is."""
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def returns_of(shares: Sequence[float]) -> list[float]:
    """Shares of a victory as a game of sum zero: 1 to a lone winner, what it costs shared by the others."""
    players = len(shares)
    mean = sum(shares) / players
    return [(share - mean) * players / (players - 1) for share in shares]
