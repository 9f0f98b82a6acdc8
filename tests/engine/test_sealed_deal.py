"""Luck that many tables share: by the weights, the same for the same, and hardly touched by what others do."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.draws import chance_of

from loot_table.engine.sealed import SealedDeal, kind_of
from loot_table.engine.state import Chance, State

KEY = bytes(range(32)).hex()
WEIGHTS = {"ring": 1, "crown": 2, "idol": 3, "nothing": 10}


class DrawLoot(Chance):
    """One of the things that are still in the box."""

    def outcomes(self, table: Any) -> list[tuple[int, int]]:
        return [(number, WEIGHTS[name]) for number, name in enumerate(table.box)]

    def name_of(self, table: Any, outcome: int) -> str:
        return str(table.box[outcome])


class Box(State):
    def __init__(self, *things: str) -> None:
        super().__init__(2)
        self.box = things
        self.agenda = [DrawLoot()]


def drawn(nature: SealedDeal, box: Box) -> str:
    return box.box[nature.decide(box, 0)]


def test_draws_come_by_their_weights() -> None:
    nature, box = SealedDeal(KEY, "2026-11-18-looterz", {}), Box(*WEIGHTS)
    found = Counter(drawn(nature, box) for _ in range(8_000))
    assert 1e-4 < chance_of([found[name] for name in WEIGHTS], list(WEIGHTS.values())) < 1 - 1e-4


def test_the_order_of_the_outcomes_and_what_is_gone_change_nothing_else() -> None:
    """A thing that somebody has taken before changes only the draws that it would have won."""
    whole, turned, less = (SealedDeal(KEY, "2026-11-18-looterz", {}) for _ in range(3))
    for _ in range(200):
        first = drawn(whole, Box(*WEIGHTS))
        assert drawn(turned, Box(*reversed(WEIGHTS))) == first
        without = drawn(less, Box(*[name for name in WEIGHTS if name != "ring"]))
        assert first in (without, "ring")


def test_another_deal_or_key_is_other_luck_and_a_copy_goes_on_where_it_was() -> None:
    box = Box(*WEIGHTS)
    natures = [
        SealedDeal(KEY, "2026-11-18-looterz", {}),
        SealedDeal(KEY, "2026-11-19-looterz", {}),
        SealedDeal("ff" * 32, "2026-11-18-looterz", {}),
    ]
    lines = [[drawn(nature, box) for _ in range(30)] for nature in natures]
    assert len({tuple(line) for line in lines}) == 3
    later = SealedDeal(KEY, "2026-11-18-looterz", {kind_of(DrawLoot()): 10})
    assert [drawn(later, box) for _ in range(20)] == lines[0][10:]


def test_bots_throw_other_dice_for_every_seat_and_decision() -> None:
    nature = SealedDeal(KEY, "2026-11-18-looterz", {})
    seeds = {nature.dice(seat, decision) for seat in range(4) for decision in range(50)}
    assert len(seeds) == 200
    assert nature.dice(1, 3) == SealedDeal(KEY, "2026-11-18-looterz", {"Roll": 5}).dice(1, 3)
