"""Exact odds from what a seat may know: what a face-down card can be, and who would be caught.

How people play is not read. All arrangements that fit what was seen are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any

from loot_table.engine.state import Seat
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIAN_BITS, GUARDIANS
from loot_table.games.loot_n_run.counting import BackCount
from loot_table.games.loot_n_run.table import TableView


@dataclass(frozen=True)
class Odds:
    """The chance that a player would be caught now, and that a guardian of a type would help the awakener."""

    seat: Seat
    caught: Fraction
    mummy: Fraction
    werewolf: Fraction
    frank: Fraction
    is_exact: bool = True  # False: there were too many ways to count, and ages of cards were taken together

    def plain(self) -> dict[str, Any]:
        """The same as plain data, for pages and logs."""
        chances: dict[str, Any] = {"seat": self.seat, "caught": float(self.caught)}
        for name, chance in zip(GUARDIANS, (self.mummy, self.werewolf, self.frank), strict=True):
            chances[name] = float(chance)
        if not self.is_exact:
            chances["is_exact"] = False
        return chances


def odds(view: TableView, target: Seat) -> Odds:
    """What an Awaken of this player would do, to the best of the view's knowledge.

    For the view's own seat: what the others can reckon, who do not see its faces.
    """
    box: Box = view.box
    if target != view.seat and all(card for _, _, _, card in view.hands[target]):
        return certain(box, target, [box.numbers[card] for _, _, _, card in view.hands[target]])
    unseen = view.unseen(target == view.seat)
    known = view.for_others() if target == view.seat else view
    counts = [BackCount(known, unseen[back], hidden_slots(view, name, target)) for back, name in enumerate(box.backs)]
    is_exact = all(count.is_exact for count in counts)
    everything = 1
    for count in counts:
        everything = mul(everything, count.total)
    calm = sum([count.mine for count in counts])  # guardians and amulets in balance
    caught: list[int] = []
    for forbidden in (0, *GUARDIAN_BITS):
        caught.append(above(calm, everything.bit_length(), [count.ways(forbidden, everything) for count in counts]))
    with_type = [Fraction(caught[0] - without, everything) for without in caught[1:]]
    return Odds(target, Fraction(caught[0], everything), with_type[0], with_type[1], with_type[2], is_exact)


def above(calm: int, width: int, ways: list[int]) -> int:
    """In how many ways there are more guardians than amulets. Colours are independent: their counts multiply."""
    together = 1
    for count in ways:
        together = mul(together, count)
    together >>= (calm + 1) * width
    mask = (1 << width) - 1
    found = 0
    while together:
        found += together & mask
        together >>= width
    return found


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
    for older in sorted({seen[1] for hand in view.hands for seen in hand if seen[1] < age}):
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
