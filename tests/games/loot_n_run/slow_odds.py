"""The odds counted room by room, slowly: what the fast count must agree with."""

from __future__ import annotations

from fractions import Fraction

from loot_table.engine.state import Seat
from loot_table.games.loot_n_run.odds import hidden_slots
from loot_table.games.loot_n_run.table import TableView

Taken = tuple[int, int, int, int, int]  # rooms with nothing, an amulet, each type of guardian
Hand = tuple[int, int]  # danger, types of guardian
GUARDIAN = (0, 0, 1, 2, 4)
DANGER = (0, -1, 1, 1, 1)
NOBODY_YET: Taken = (0, 0, 0, 0, 0)


def slow_odds(view: TableView, target: Seat) -> list[Fraction]:
    """The chances that a player is caught, and that each type of guardian helps."""
    unseen, slots = view.unseen(target == view.seat), hidden_slots(view, target)
    ways: dict[Hand, int] = {(0, 0): 1}
    for back in range(len(view.box.backs)):
        together: dict[Hand, int] = {}
        for (danger, types), count in ways.items():
            for (more, others), many in ways_of_back(view, unseen[back], slots[back]).items():
                hand = (danger + more, types | others)
                together[hand] = together.get(hand, 0) + count * many
        ways = together
    caught = {hand: count for hand, count in ways.items() if hand[0] > 0}
    helps = [sum(count for hand, count in caught.items() if hand[1] & bit) for bit in (1, 2, 4)]
    return [Fraction(count, sum(ways.values())) for count in (sum(caught.values()), *helps)]


def ways_of_back(view: TableView, unseen: list[int], slots: list[tuple[int, bool]]) -> dict[Hand, int]:
    ways: dict[tuple[Taken, Hand], int] = {(NOBODY_YET, (0, 0)): 1}
    for age, is_mine in slots:
        kinds = kinds_of(view, [card for card in unseen if view.returned[card] <= age])
        after: dict[tuple[Taken, Hand], int] = {}
        for (taken, hand), count in ways.items():
            for kind in range(5):
                able = kinds[kind] - taken[kind]
                if able > 0:
                    now = tuple(number + (kind == other) for other, number in enumerate(taken))
                    key = (now, (hand[0] + DANGER[kind], hand[1] | GUARDIAN[kind]) if is_mine else hand)
                    after[key] = after.get(key, 0) + count * able  # type: ignore[index, arg-type]
        ways = after
    found: dict[Hand, int] = {}
    for (_, hand), count in ways.items():
        found[hand] = found.get(hand, 0) + count
    return found


def kinds_of(view: TableView, cards: list[int]) -> list[int]:
    counts = [0] * 5
    for card in cards:
        room = view.box.rooms[card]
        counts[GUARDIAN.index(room.guardian, 2) if room.guardian else room.amulets] += 1
    return counts
