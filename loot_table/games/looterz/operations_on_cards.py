"""Operations that bring cards from elsewhere: enter, recover."""

from __future__ import annotations

from bisect import insort
from typing import Final, final

from loot_table.engine.sentence import Sentence, say, together
from loot_table.engine.state import Refusal, Seat, marks, take_out
from loot_table.games.looterz.abilities import Part
from loot_table.games.looterz.answers import ask
from loot_table.games.looterz.consequences import card_text, recruit_words
from loot_table.games.looterz.draw_pile import TAKE_TOPS, leave_hand, not_in_hand
from loot_table.games.looterz.dungeon_events import NothingDone
from loot_table.games.looterz.events import Recovered
from loot_table.games.looterz.language import Deed, Op
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.party import enter
from loot_table.games.looterz.questions import CHOOSE_CARD
from loot_table.games.looterz.reader import Reader
from loot_table.games.looterz.table import Table
from loot_table.games.looterz.worth import CARD, UNKNOWN_LOOTER, Judge


@final
class EnterOp(Op):
    """A card enters play under the seat's control, from the Graveyard, a hand or the Draw Pile (LZ-63)."""

    def __init__(self) -> None:
        super().__init__("enter", ("from", "pick"), picks=("choose",), origins=("graveyard", "draw_pile", "hand"))

    def check(self, reader: Reader, deed: Deed) -> None:
        if deed.origin == "draw_pile" and reader.has("pick"):
            raise reader.wrong('pick cannot be used with from = "draw_pile": the top card is taken')

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        if deed.origin == "draw_pile":
            return table.has_cards_to_take()
        return bool(table.graveyard if deed.origin == "graveyard" else table.hands[seat])

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        if table.life_supply() <= 0:  # LZ-R6
            table.tell(NothingDone(part.seat, part.card, deed.op))
        elif deed.origin == "draw_pile":
            table.agenda.append(TAKE_TOPS[True][part.seat])
        else:
            ask(table, part, CHOOSE_CARD[part.seat])

    def can_refuse_choice(self, deed: Deed) -> bool:
        return deed.origin != "draw_pile"

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return table.graveyard if deed.origin == "graveyard" else table.hands[part.seat]

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        if deed.origin == "graveyard":
            take_out(table.graveyard, choice)
        else:
            leave_hand(table, part.seat, choice)
        enter(table, part.seat, choice, deed.origin)

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        if deed.origin == "hand":
            return say("{card}: which card from your hand?", card=card)
        return say("{card}: which card from the Graveyard?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Bring in {card}", card=card) if deed.origin == "hand" else say("Bring back {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        if deed.origin == "draw_pile":
            return say("put the top card of the Draw Pile into play")
        return say("put a card into play")

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        id = table.box.ids[choice]
        return not_in_graveyard(id) if deed.origin == "graveyard" else not_in_hand(id, "LZ-79")

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        if deed.origin == "draw_pile":
            return say("there is no card to take")
        return say("the Graveyard is empty") if deed.origin == "graveyard" else say("your hand is empty")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return recruit_words(table, part.seat, choice)

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        if deed.origin == "draw_pile":
            return UNKNOWN_LOOTER
        if deed.origin == "graveyard":
            return judge.best(judge.table.graveyard)
        hand = judge.table.hands[seat]
        if seat != judge.seat:
            return UNKNOWN_LOOTER if hand else 0.0
        return judge.best(hand)


@final
class RecoverOp(Op):
    """A card goes from the Graveyard to the hand; everybody knows it is there (LZ-91)."""

    def __init__(self) -> None:
        super().__init__("recover", ("pick",), picks=("choose", "self"), last_wish=0.6)

    def needs_itself(self, deed: Deed) -> bool:
        """A card in the Graveyard is what it wants."""
        return False

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return card in table.graveyard if deed.pick == "self" else bool(table.graveyard)

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        if deed.pick == "self":
            self.take(table, part, deed, table.box.numbers[part.card])
        else:
            ask(table, part, CHOOSE_CARD[part.seat])

    def can_refuse_choice(self, deed: Deed) -> bool:
        return deed.pick == "choose"

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return table.graveyard

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        take_out(table.graveyard, choice)
        insort(table.hands[part.seat], choice)
        table.known[choice] = True
        if table.news is not None:
            table.tell(Recovered(part.seat, table.box.ids[choice]))

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: which card returns to your hand?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Take back {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        return say("take a card back") if deed.pick == "choose" else say("return it to your hand")

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        return not_in_graveyard(table.box.ids[choice])

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        return say("it is not in the Graveyard") if deed.pick == "self" else say("the Graveyard is empty")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return together(say("Comes to your hand."), card_text(table, choice))

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        return min(CARD, judge.best(judge.table.graveyard))


def not_in_graveyard(card: str) -> Refusal:
    return Refusal(say("{card} is not in the Graveyard.", card=CardName(card)), "LZ-79", marks("card", card))


ON_CARDS: Final[list[Op]] = [EnterOp(), RecoverOp()]
