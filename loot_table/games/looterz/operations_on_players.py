"""Operations that give to a player or take from him: loot, steal, draw, discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from loot_table.engine.state import Refusal, Seat
from loot_table.games.looterz.abilities import Part
from loot_table.games.looterz.answers import ask
from loot_table.games.looterz.box import NONE
from loot_table.games.looterz.consequences import FROM_HAND
from loot_table.games.looterz.draw_pile import TAKE_TOPS, discard
from loot_table.games.looterz.language import Deed, Op
from loot_table.games.looterz.loot import any_victims, loot, richest_victims, steal
from loot_table.games.looterz.marks import marks, seat_mark
from loot_table.games.looterz.questions import CHOOSE_VICTIM, COST_DISCARD, FORCED_DISCARD, discard_rule
from loot_table.games.looterz.table import Table
from loot_table.games.looterz.worth import CARD, WIN, Judge


@final
class LootOp(Op):
    """Gain Loot from the supply."""

    def __init__(self) -> None:
        super().__init__("loot", ("n",), last_wish=1.0)

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return True

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        loot(table, part.seat, deed.n)

    def prompt(self, deed: Deed) -> str:
        return f"take {deed.n} Loot?"

    def doing(self, deed: Deed) -> str:
        return f"take {deed.n} Loot"

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        return deed.n + (WIN if judge.wins(seat, deed.n) else 0.0)


@final
class StealOp(Op):
    """Steal Loot from one other player (LZ-64, LZ-65)."""

    def __init__(self) -> None:
        super().__init__(
            "steal",
            ("n", "from"),
            origins=("richest", "any"),
            usual_origin="richest",
            activation=0.5,
            last_wish=0.8,
        )

    def victims(self, table: Table, seat: Seat, deed: Deed) -> list[Seat]:
        return any_victims(table, seat) if deed.origin == "any" else richest_victims(table, seat)

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return bool(self.victims(table, seat, deed))

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        ask(table, part, CHOOSE_VICTIM[part.seat])

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return self.victims(table, part.seat, deed)

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        steal(table, part.seat, choice, deed.n)

    def prompt(self, deed: Deed) -> str:
        return f"from whom do you Steal {deed.n} Loot?"

    def doing(self, deed: Deed) -> str:
        return f"steal {deed.n} Loot"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        show = marks(seats=[choice])
        if choice == part.seat:
            return Refusal("You Steal from another player, not from yourself.", "LZ-64", show)
        if table.loot[choice] == 0:
            return Refusal("That player has no Loot.", "LZ-64", show)
        return Refusal("Another player has more Loot: Steal from the player with the most.", "LZ-65", show)

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> str:
        return "you lead already" if any_victims(table, seat) else "no other player has Loot"

    def mark(self, table: Table, choice: int) -> str:
        return seat_mark(choice)

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int, names: Sequence[str]) -> str:
        gain = min(deed.n, table.loot[choice])
        return f"You go to {table.loot[part.seat] + gain} Loot, {names[choice]} to {table.loot[choice] - gain}."

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        if not self.can_change(judge.table, seat, NONE, NONE, deed):
            return 0.0
        return deed.n * 1.4 + (WIN if judge.wins(seat, deed.n) else 0.0)


@final
class DrawOp(Op):
    """Draw cards, as many as there are (LZ-R4)."""

    def __init__(self) -> None:
        super().__init__("draw", ("n",))

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return table.has_cards_to_take()

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        for _ in range(deed.n):
            table.agenda.append(TAKE_TOPS[False][part.seat])

    def prompt(self, deed: Deed) -> str:
        return f"{self.doing(deed)}?"

    def doing(self, deed: Deed) -> str:
        return "draw a card" if deed.n == 1 else f"draw {deed.n} cards"

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> str:
        return "there is no card to draw"

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        return CARD * deed.n


@final
class DiscardOp(Op):
    """Choose and discard cards from the hand."""

    def __init__(self) -> None:
        super().__init__("discard", ("n",), is_cost=True)

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return bool(table.hands[seat])

    def can_pay(self, table: Table, seat: Seat, itself: int, deed: Deed) -> bool:
        return len(table.hands[seat]) >= deed.n

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        questions = COST_DISCARD if part.is_cost(table) else FORCED_DISCARD
        ask(table, part, questions[part.seat])

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return table.hands[part.seat]

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        if part.left > 1 and len(table.hands[part.seat]) > 1:
            table.agenda.append(part.once_less())
        discard(table, part.seat, choice)

    def prompt(self, deed: Deed) -> str:
        return f"{self.doing(deed)} from your hand"

    def doing(self, deed: Deed) -> str:
        return "discard a card" if deed.n == 1 else f"discard {deed.n} cards"

    def price(self, deed: Deed) -> str:
        return "a card to discard" if deed.n == 1 else f"{deed.n} cards to discard"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        rule = discard_rule(part.is_cost(table))
        return Refusal(f"{table.box.names[choice]} is not in your hand.", rule, marks(table.box.ids[choice]))

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> str:
        return "there is no card to discard"

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int, names: Sequence[str]) -> str:
        return FROM_HAND

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        return -CARD * min(deed.n, len(judge.table.hands[seat]))


ON_PLAYERS: Final[list[Op]] = [LootOp(), StealOp(), DrawOp(), DiscardOp()]
