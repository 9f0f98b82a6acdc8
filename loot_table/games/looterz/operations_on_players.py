"""Operations that give to a player or take from him: loot, steal, draw, discard."""

from __future__ import annotations

from typing import Final, final

from loot_table.engine.sentence import Count, Name, Sentence, say
from loot_table.engine.state import Refusal, Seat, marks
from loot_table.games.looterz.abilities import Part
from loot_table.games.looterz.answers import ask
from loot_table.games.looterz.box import NONE
from loot_table.games.looterz.consequences import from_hand
from loot_table.games.looterz.draw_pile import TAKE_TOPS, discard, not_in_hand
from loot_table.games.looterz.events import cards_in
from loot_table.games.looterz.language import Deed, Op
from loot_table.games.looterz.loot import any_victims, loot, richest_victims, steal
from loot_table.games.looterz.names import CardName
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

    def doing(self, deed: Deed) -> Sentence:
        return say("take {n} Loot", n=deed.n)

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

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: steal {n} Loot from whom?", card=card, n=deed.n)

    def doing(self, deed: Deed) -> Sentence:
        return say("steal {n} Loot", n=deed.n)

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        show = marks("seat", choice)
        if choice == part.seat:
            return Refusal(say("You Steal from another player, not from yourself."), "LZ-64", show)
        if table.loot[choice] == 0:
            return Refusal(say("{who} has no Loot.", who=Name(choice)), "LZ-64", show)
        return Refusal(say("Another player has more Loot: Steal from the player with the most."), "LZ-65", show)

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        return say("you lead already") if any_victims(table, seat) else say("no other player has Loot")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        gain = min(deed.n, table.loot[choice])
        yours, theirs = table.loot[part.seat] + gain, table.loot[choice] - gain
        return say("You go to {yours} Loot, {who} to {theirs}.", yours=yours, who=Name(choice), theirs=theirs)

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

    def doing(self, deed: Deed) -> Sentence:
        return say("draw {cards}", cards=cards_in(deed.n))

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        return say("there is no card to draw")

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

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: discard {cards}.", card=card, cards=cards_in(part.left))

    def doing(self, deed: Deed) -> Sentence:
        return say("discard {cards}", cards=cards_in(deed.n))

    def price(self, deed: Deed) -> Count:
        return Count(deed.n, "a card to discard", "{n} cards to discard")

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        return not_in_hand(table.box.ids[choice], discard_rule(part.is_cost(table)))

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        return say("there is no card to discard")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return from_hand()

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        return -CARD * min(deed.n, len(judge.table.hands[seat]))


ON_PLAYERS: Final[list[Op]] = [LootOp(), StealOp(), DrawOp(), DiscardOp()]
