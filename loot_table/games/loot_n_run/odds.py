"""Exact odds from what a seat may know: what a face-down card can be, and who would be caught.

How people play is not read. All arrangements that fit what was seen are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import mod, mul
from typing import Any, Final, final

from loot_table.engine.state import Seat
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIAN_BITS, GUARDIANS
from loot_table.games.loot_n_run.counting import BackCount, Faces, Slot, faces_of
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


WIDTHS: Final = 32  # widths of numbers are multiples of this, so that what was worked out fits again


@final
class Ways:
    """In how many of all equally likely arrangements a player would be caught, and without each type of guardian."""

    def __init__(self, view: TableView, target: Seat, unseen: list[list[Faces]]) -> None:
        """`unseen`: what the view says nobody else knows, or it does not (`unseen_faces`)."""
        slots = hidden_slots(view, target)
        counts = [BackCount(unseen[back], slots[back]) for back in range(len(slots)) if slots[back]]
        self.is_exact = True
        self.all = 1
        calm = 0  # guardians and amulets in balance
        for count in counts:
            self.is_exact = self.is_exact and count.is_exact
            self.all = mul(self.all, count.total)
            calm += count.mine
        width = (self.all.bit_length() // WIDTHS + 1) * WIDTHS
        usual = [count.ways(0, width) for count in counts]
        self.caught: list[int] = [above(calm, width, usual)]
        for type in GUARDIAN_BITS:
            without = usual.copy()
            for number, count in enumerate(counts):
                if count.types & type:
                    without[number] = count.ways(type, width)
            self.caught.append(above(calm, width, without))


def unseen_faces(view: TableView, with_own: bool) -> list[list[Faces]]:
    """Of each back, what this seat cannot place; with its own rooms, what nobody else can, who know less of reshuffles."""
    known = view.for_others() if with_own else view
    return [faces_of(known, cards) for cards in view.unseen(with_own)]


def odds(view: TableView, target: Seat) -> Odds:
    """What an Awaken of this player would do, to the best of the view's knowledge.

    For the view's own seat: what the others can reckon, who do not see its faces.
    """
    cards = faces_seen(view, target)
    if cards is not None:
        return certain(view.box, target, cards)
    ways = Ways(view, target, unseen_faces(view, target == view.seat))
    with_type = [Fraction(ways.caught[0] - without, ways.all) for without in ways.caught[1:]]
    caught = Fraction(ways.caught[0], ways.all)
    return Odds(target, caught, with_type[0], with_type[1], with_type[2], ways.is_exact)


def percents(view: TableView, target: Seat) -> list[int]:
    """The same in whole percents, a half rounded up: that a player would be caught, and by each type of guardian."""
    cards = faces_seen(view, target)
    if cards is not None:
        known = certain(view.box, target, cards)
        return [100 * int(chance) for chance in (known.caught, known.mummy, known.werewolf, known.frank)]
    ways = Ways(view, target, unseen_faces(view, target == view.seat))
    first = ways.caught[0]
    counts = [first, *[first - without for without in ways.caught[1:]]]
    return [(200 * count + ways.all) // (2 * ways.all) for count in counts]


def faces_seen(view: TableView, target: Seat) -> list[int] | None:
    """Another player's cards where all of them are seen."""
    box: Box = view.box
    if target == view.seat or not all(card for _, _, _, card in view.hands[target]):
        return None
    return [box.numbers[card] for _, _, _, card in view.hands[target]]


def above(calm: int, width: int, ways: list[int]) -> int:
    """In how many ways there are more guardians than amulets. Colours are independent: their counts multiply."""
    together = 1
    for count in ways:
        together = mul(together, count)
    # The pieces of a number are added up as its digits are: by what is left when all ones are cast out.
    found: int = mod(together >> (calm + 1) * width, (1 << width) - 1)
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
    """The same as plain data; a quotient of whole numbers is what their fraction would be."""
    found: list[dict[str, Any]] = []
    unseen = unseen_faces(view, False)
    for target in range(view.players):
        if not view.hands[target]:
            continue
        cards = faces_seen(view, target)
        if cards is not None:
            found.append(certain(view.box, target, cards).plain())
            continue
        ways = Ways(view, target, unseen_faces(view, True) if target == view.seat else unseen)
        first = ways.caught[0]
        told: dict[str, Any] = {"seat": target, "caught": first / ways.all}
        for place, name in enumerate(GUARDIANS):
            told[name] = (first - ways.caught[place + 1]) / ways.all
        if not ways.is_exact:
            told["is_exact"] = False
        found.append(told)
    return found


def hidden_slots(view: TableView, target: Seat) -> list[list[Slot]]:
    """The hidden cards of each back, oldest first: age, and whether the target's. Those that cannot matter are left out.

    Among cards of one age the order does not matter, so the target's come first and what follows its last is cut off.
    """
    box: Box = view.box
    slots: list[list[Slot]] = [[] for _ in box.backs]
    for seat, hand in enumerate(view.hands):
        for back, age, _, card in hand:
            if not card or seat == target:
                slots[box.backs.index(back)].append((age, seat != target))
    return [cut_off(found) for found in slots]


def cut_off(slots: list[Slot]) -> list[Slot]:
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
