"""Exact odds from what a seat may know: what a face-down card can be, and who would be caught.

How people play is not read. All arrangements that fit what was seen are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from loot_table.engine.state import Seat
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIAN_BITS, GUARDIANS
from loot_table.games.loot_n_run.table import TableView

# What a face means to an Awaken: nothing, an amulet, or one of the three guardians.
KINDS: Final = 5
KIND_DANGER: Final = (0, -1, 1, 1, 1)
KIND_BITS: Final = (0, 0, *GUARDIAN_BITS)

# A hand under way, as one number: how many cards of each kind are taken, then danger, then types of guardian.
COUNT: Final = 64
DANGER: Final = COUNT**KINDS
TYPES: Final = DANGER * 128
CALM: Final = 64  # danger 0


@dataclass(frozen=True)
class Odds:
    """The chance that a player would be caught now, and that a guardian of a type would help the awakener."""

    seat: Seat
    caught: Fraction
    mummy: Fraction
    werewolf: Fraction
    frank: Fraction

    def plain(self) -> dict[str, Any]:
        """The same as plain data, for pages and logs."""
        chances: dict[str, Any] = {"seat": self.seat, "caught": float(self.caught)}
        for name, chance in zip(GUARDIANS, (self.mummy, self.werewolf, self.frank), strict=True):
            chances[name] = float(chance)
        return chances


def odds(view: TableView, target: Seat) -> Odds:
    """What an Awaken of this player would do, to the best of the view's knowledge.

    For the view's own seat: what the others can reckon, who do not see its faces.
    """
    box: Box = view.box
    if target != view.seat and all(card for _, _, _, card in view.hands[target]):
        return certain(box, target, [box.numbers[card] for _, _, _, card in view.hands[target]])
    unseen = view.unseen(target == view.seat)
    ways: dict[int, int] = {CALM: 1}  # danger and types of guardian -> number of ways
    for back, name in enumerate(box.backs):
        slots = hidden_slots(view, name, target)
        if slots:
            ways = joined(ways, hand_ways(view, unseen[back], slots))
    everything = sum(ways.values())
    caught = [0] * 8
    for result, count in ways.items():
        if result % 128 > CALM:
            caught[result // 128] += count
    chances = [Fraction(sum([caught[types] for types in range(8) if types & bit]), everything) for bit in GUARDIAN_BITS]
    return Odds(target, Fraction(sum(caught), everything), chances[0], chances[1], chances[2])


def certain(box: Box, target: Seat, cards: list[int]) -> Odds:
    """The odds of cards whose faces are seen."""
    is_caught = box.danger(cards) > 0
    types = box.guardians(cards) if is_caught else 0
    found = [Fraction(int(types & bit > 0)) for bit in GUARDIAN_BITS]
    return Odds(target, Fraction(int(is_caught)), found[0], found[1], found[2])


def all_odds(view: TableView) -> list[Odds]:
    """The odds of every player with cards."""
    return [odds(view, seat) for seat in range(view.players) if view.hands[seat]]


def plain_odds(view: TableView) -> list[dict[str, Any]]:
    """The same as plain data."""
    return [known.plain() for known in all_odds(view)]


def hidden_slots(view: TableView, back: str, target: Seat) -> list[tuple[int, bool]]:
    """The hidden cards of a back, oldest first: age, and whether the target's. Those that cannot matter are left out.

    Among cards of one age the order does not matter, so the target's come first and what follows its last is cut off.
    """
    slots = []
    for seat, hand in enumerate(view.hands):
        for seen_back, age, _, card in hand:
            if seen_back == back and (not card or seat == target):
                slots.append((age, seat != target))
    slots.sort()
    while slots and slots[-1][1]:
        slots.pop()
    return [(age, not is_other) for age, is_other in slots]


def hand_ways(view: TableView, unseen: list[int], slots: list[tuple[int, bool]]) -> dict[int, int]:
    """In how many ways the hidden cards of one back fall, by the target's danger and types of guardian."""
    ways: dict[int, int] = {CALM * DANGER: 1}
    kinds = [0] * KINDS
    age = -1
    for slot_age, is_targets in slots:
        if slot_age != age:
            age = slot_age
            kinds = kind_counts(view, unseen, age)
        after: dict[int, int] = {}
        for hand, count in ways.items():
            left = hand
            for kind in range(KINDS):
                able = kinds[kind] - left % COUNT
                left //= COUNT
                if able > 0:
                    taken = hand + COUNT**kind
                    if is_targets:
                        types = hand // TYPES | KIND_BITS[kind]
                        taken = taken % TYPES + KIND_DANGER[kind] * DANGER + types * TYPES
                    after[taken] = after.get(taken, 0) + count * able
        ways = after
    found: dict[int, int] = {}
    for hand, count in ways.items():
        result = hand // DANGER
        found[result] = found.get(result, 0) + count
    return found


def kind_counts(view: TableView, unseen: list[int], age: int) -> list[int]:
    """How many of the unseen cards a card of this age can be, by kind."""
    counts = [0] * KINDS
    box: Box = view.box
    for card in unseen:
        if view.returned[card] <= age:
            room = box.rooms[card]
            if room.guardian:
                counts[KIND_BITS.index(room.guardian)] += 1
            else:
                counts[1 if room.amulets else 0] += 1
    return counts


def joined(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    """Two colours are independent: dangers add up, types of guardian come together."""
    found: dict[int, int] = {}
    for first, count in one.items():
        for second, many in other.items():
            danger = first % 128 + second % 128 - CALM
            result = danger + (first // 128 | second // 128) * 128
            found[result] = found.get(result, 0) + count * many
    return found


def candidates(view: TableView, seat: Seat, place: int) -> dict[str, Fraction]:
    """What a card in front of a player can be, with exact odds; a card whose face is seen is certain."""
    back, age, _, card = view.hands[seat][place]
    if card:
        return {card: Fraction(1)}
    return chances(view, back, age)


def top_candidates(view: TableView, deck: int) -> dict[str, Fraction]:
    """What the top card of a deck can be."""
    return chances(view, view.tops[deck], view.reshuffles) if view.tops[deck] else {}


def chances(view: TableView, back: str, age: int) -> dict[str, Fraction]:
    """Groups of hidden cards from the oldest on: what older cards may be is less often free for younger ones."""
    box: Box = view.box
    unseen = view.unseen(False)[box.backs.index(back)]
    free = dict.fromkeys(unseen, Fraction(1))
    placed = 0
    for older in range(age):
        able = [card for card in unseen if view.returned[card] <= older]
        group = 0
        for hand in view.hands:
            group += len([1 for seen in hand if seen[0] == back and seen[1] == older and not seen[3]])
        if group:
            for card in able:
                free[card] *= 1 - Fraction(group, len(able) - placed)
            placed += group
    able = [card for card in unseen if view.returned[card] <= age]
    return {box.ids[card]: free[card] / (len(able) - placed) for card in able if free[card]}
