"""Removing locks (rulebook page 16): what may be paid, which payments are listed, and who is asked again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.state import Action, Refusal, Seat
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.components import MOST_VALUE
from loot_table.games.loot_fiend.events import LocksRemoved, Reopened, counted
from loot_table.games.loot_fiend.loot import MOST_SHOWN, pay, why_not_pay
from loot_table.games.loot_fiend.refusals import marks
from loot_table.games.loot_fiend.table import Table

MOST_PAYMENTS: Final = 1000  # that are listed; the box's own shapes make a few hundred at most
MOST_STEPS: Final = 20_000  # to find them
MOST_SHARINGS: Final = 2000  # ways to share loot out to locks that are followed; the box's own shapes make 56 at most


# ---------------------------------------------------------------- the action


@final
@dataclass(frozen=True)
class RemoveLocks(Action):
    """Spend loot to take locks off, any number at once (LF-64). The pieces are written by id."""

    count: int
    pay: tuple[str, ...] = field(metadata={"of": [str]})

    def __post_init__(self) -> None:
        object.__setattr__(self, "pay", tuple(sorted(self.pay)))

    def label(self, table: Table) -> str:
        return f"Remove {counted(self.count, 'lock')} for {', '.join(self.pay)}"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        tile = table.tile_of(seat)
        if not table.course.is_shopping:
            if not tile.is_store:
                return Refusal("Locks are removed on a store tile only.", "LF-64", marks(tile.cell()))
            refusal = why_not_pay(table, seat)
            if refusal is not None:
                return refusal
        return why_not_payment(table, seat, self.count, self.pay)

    def do(self, table: Table, seat: Seat) -> None:
        if not table.course.is_shopping:
            pay(table, seat)
            table.progress()
        kit = table.box.components
        spent = [kit.piece_numbers[piece] for piece in self.pay]
        table.packs[seat] = table.packs[seat].unlocked(self.count, spent)
        if table.news is not None:
            points = sum([kit.shape_of[piece].value for piece in spent])
            table.tell(LocksRemoved(seat, self.count, self.pay, points))
        if table.course.is_shopping:
            reopen(table, seat)


def reopen(table: Table, seat: Seat) -> None:
    """LF-62: who removes a lock is shown layouts once more. LF-63: who was done already is asked again."""
    course = table.course
    course.set_repacked(seat, False)
    if not table.box.reopens_store:
        return
    again = [other for other in range(table.players) if course.done[other]]
    for other in again:
        course.set_done(other, False)
        course.set_repacked(other, False)
    if again and table.news is not None:
        table.tell(Reopened(tuple(again)))


def why_not_payment(table: Table, seat: Seat, count: int, paid: tuple[str, ...]) -> Refusal | None:
    """LF-65: enough points of your own loot, and no piece that is not needed."""
    pack = table.packs[seat]
    kit = pack.kit
    if not 1 <= count <= pack.locks:
        has = counted(pack.locks, "lock") if pack.locks else "no locks"
        return Refusal(f"You cannot remove {counted(count, 'lock')}: your backpack has {has}.", "LF-64")
    values: list[int] = []
    for n, piece in enumerate(paid):
        if kit.piece_numbers.get(piece, -1) not in pack.pieces or piece in paid[:n]:
            return Refusal(f"{piece[:MOST_SHOWN]} is not in your backpack to be spent.", "LF-65", marks(seat))
        values.append(kit.shape_of[kit.piece_numbers[piece]].value)
    price = kit.lock_price * count
    total = sum(values)
    if total < price:
        return Refusal(f"That is not enough: {price} points are needed, these are {total}.", "LF-65", marks(*paid))
    pays_each = table.box.pays_each
    if not is_enough(values, count, kit.lock_price, pays_each):
        text = f"These cannot be shared out so that each of {counted(count, 'lock')} gets {kit.lock_price} points."
        return Refusal(text, "LF-R12", marks(*paid))
    if table.box.forbids_overpay:
        for n, piece in enumerate(paid):
            rest = [*values[:n], *values[n + 1 :]]
            if is_enough(rest, count, kit.lock_price, pays_each):
                return Refusal(f"{piece} is not needed: the rest is worth {total - values[n]}.", "LF-65", marks(piece))
    return None


def is_enough(values: list[int], count: int, price: int, pays_each: bool) -> bool:
    """LF-65: pieces of these values pay for so many locks, in one sum or each by itself (LF-R12)."""
    if sum(values) < count * price:
        return False
    return count == 1 or not pays_each or are_enough_each(values, count, price)


def are_enough_each(values: list[int], count: int, price: int) -> bool:
    """Whether the pieces can be shared out so that every lock gets its price. Of very many ways some are followed."""
    ways: set[tuple[int, ...]] = {(0,) * count}  # what each lock has got so far, no more than its price, sorted
    for value in sorted(values, reverse=True):
        after: set[tuple[int, ...]] = set()
        for got in ways:
            for lock in range(count):
                if got[lock] < price and got[lock] not in got[:lock]:
                    now = sorted([*got[:lock], min(price, got[lock] + value), *got[lock + 1 :]])
                    if now[0] == price:
                        return True
                    after.add(tuple(now))
        ways = after if len(after) <= MOST_SHARINGS else set(sorted(after)[-MOST_SHARINGS:])
    return False


# ---------------------------------------------------------------- listing


def offered_payments(table: Table, seat: Seat) -> list[Action]:
    """LF-93: one payment for each number of locks and combination of shapes, of the lowest ids."""
    pack = table.packs[seat]
    if pack.payments is None:
        purse = Purse(pack, table.box.forbids_overpay, table.box.pays_each)
        for count in range(1, pack.locks + 1):
            purse.pay_for(count)
        pack.payments = purse.found
    return pack.payments


@final
class Purse:
    """The loot of a backpack by shapes, and the payments that can be made of it."""

    def __init__(self, pack: Backpack, is_minimal: bool, pays_each: bool = False) -> None:
        kit = pack.kit
        self.lock_price = kit.lock_price
        self.is_minimal = is_minimal
        self.pays_each = pays_each
        numbers = sorted({kit.shape_of[piece].number for piece in pack.pieces})
        self.ids = [[kit.pieces[piece] for piece in pack.pieces if kit.shape_of[piece].number == n] for n in numbers]
        self.values = [kit.shapes[number].value for number in numbers]
        self.used = [0] * len(numbers)
        self.chosen: list[str] = []
        self.worths: list[int] = []  # of those chosen
        self.steps = 0
        self.found: list[Action] = []

    def pay_for(self, count: int) -> None:
        self.pay_with(count, count * self.lock_price, 0, 0, MOST_VALUE)

    def pay_with(self, count: int, price: int, start: int, total: int, least: int) -> None:
        """All payments that begin with the chosen pieces, in the order of the shapes; of very many the first ones."""
        self.steps += 1
        if total >= price and (not self.pays_each or is_enough(self.worths, count, self.lock_price, True)):
            if not self.is_minimal or self.is_all_needed(count, total - least < price):
                self.found.append(RemoveLocks(count, tuple(self.chosen)))
            if self.is_minimal:
                return
        if total + self.rest(start) < price:
            return
        for slot in range(start, len(self.ids)):
            if self.steps > MOST_STEPS or len(self.found) >= MOST_PAYMENTS:
                return
            if self.used[slot] < len(self.ids[slot]):
                value = self.values[slot]
                self.chosen.append(self.ids[slot][self.used[slot]])
                self.worths.append(value)
                self.used[slot] += 1
                self.pay_with(count, price, slot, total + value, min(least, value))
                self.used[slot] -= 1
                self.worths.pop()
                self.chosen.pop()

    def is_all_needed(self, count: int, is_exact: bool) -> bool:
        """Whether without any one of the chosen pieces the rest is too little."""
        if is_exact or not self.pays_each:
            return is_exact  # not even the least of them can be spared; in one sum that is the whole question
        return not any(
            is_enough([*self.worths[:n], *self.worths[n + 1 :]], count, self.lock_price, True)
            for n in range(len(self.worths))
        )

    def rest(self, start: int) -> int:
        """The points of all that can still be chosen."""
        left = 0
        for slot in range(start, len(self.ids)):
            left += (len(self.ids[slot]) - self.used[slot]) * self.values[slot]
        return left
