"""The words of the card language, each carried out by one small class."""

from __future__ import annotations

from bisect import insort
from typing import Final, final

from loot_table.engine.state import Refusal, Seat
from loot_table.games.looterz.abilities import Op, Part, passes_filters, suitable
from loot_table.games.looterz.answers import ask
from loot_table.games.looterz.choices import (
    CHOOSE_CARD,
    CHOOSE_VICTIM,
    COST_DISCARD,
    FORCED_DISCARD,
    MUST_SACRIFICE,
    discard_rule,
)
from loot_table.games.looterz.deed_events import NothingDone
from loot_table.games.looterz.events import Recovered
from loot_table.games.looterz.language import Deed
from loot_table.games.looterz.looterz import (
    TAKE_TOPS,
    any_victims,
    bury,
    discard,
    enter,
    leave_hand,
    loot,
    richest_victims,
    steal,
)
from loot_table.games.looterz.table import Table
from loot_table.games.looterz.targets import (
    AttackOp,
    DamageOp,
    DestroyOp,
    ExhaustOp,
    GainLifeOp,
    SearchOp,
    TakeControlOp,
)


@final
class LootOp(Op):
    """Gain Loot from the supply."""

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return True

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        loot(table, part.seat, deed.n)

    def prompt(self, deed: Deed) -> str:
        return f"take {deed.n} Loot?"


@final
class StealOp(Op):
    """Steal Loot from one other player (LZ-64, LZ-65)."""

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

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        show = (f"seat:{choice}",)
        if choice == part.seat:
            return Refusal("You Steal from another player, not from yourself.", "LZ-64", show)
        if table.loot[choice] == 0:
            return Refusal("That player has no Loot.", "LZ-64", show)
        return Refusal("Another player has more Loot: Steal from the player with the most.", "LZ-65", show)

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        return "you lead already" if any_victims(table, seat) else "no other player has Loot"


@final
class DrawOp(Op):
    """Draw cards, as many as there are (LZ-R4)."""

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return table.has_cards_to_take()

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        for _ in range(deed.n):
            table.agenda.append(TAKE_TOPS[False][part.seat])

    def prompt(self, deed: Deed) -> str:
        return "draw a card?" if deed.n == 1 else f"draw {deed.n} cards?"

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        return "there is no card to draw"


@final
class DiscardOp(Op):
    """Choose and discard cards from the hand."""

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return bool(table.hands[seat])

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
        return "discard a card from your hand" if deed.n == 1 else f"discard {deed.n} cards from your hand"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        rule = discard_rule(part.is_cost(table))
        return Refusal(f"{table.box.names[choice]} is not in your hand.", rule, (table.box.ids[choice],))

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        return "there is no card to discard"


@final
class EnterOp(Op):
    """A card enters play under the seat's control, from the Graveyard, a hand or the Draw Pile (LZ-63)."""

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
            table.graveyard.remove(choice)
        else:
            leave_hand(table, part.seat, choice)
        enter(table, part.seat, choice, deed.origin)

    def prompt(self, deed: Deed) -> str:
        if deed.origin == "draw_pile":
            return "put the top card of the Draw Pile into play?"
        return f"which card enters from {'the Graveyard' if deed.origin == 'graveyard' else 'your hand'}?"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        place = "the Graveyard" if deed.origin == "graveyard" else "your hand"
        return Refusal(f"{table.box.names[choice]} is not in {place}.", "LZ-79", (table.box.ids[choice],))

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        places = {"graveyard": "the Graveyard is empty", "hand": "your hand is empty"}
        return places.get(deed.origin, "there is no card to take")


@final
class RecoverOp(Op):
    """A card goes from the Graveyard to the hand; everybody knows it is there (LZ-91)."""

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
        table.graveyard.remove(choice)
        insort(table.hands[part.seat], choice)
        table.known[choice] = True
        if table.news is not None:
            table.tell(Recovered(part.seat, table.box.ids[choice]))

    def prompt(self, deed: Deed) -> str:
        return "which card returns to your hand?" if deed.pick == "choose" else "return it to your hand?"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        return Refusal(f"{table.box.names[choice]} is not in the Graveyard.", "LZ-79", (table.box.ids[choice],))

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        return "it is not in the Graveyard" if deed.pick == "self" else "the Graveyard is empty"


@final
class SacrificeOp(Op):
    """Choose and sacrifice own Looterz; Taunt does not matter (LZ-61)."""

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return any(passes_filters(table, itself, deed, other) for other in table.parties[seat])

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        ask(table, part, MUST_SACRIFICE[part.seat])

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return suitable(table, part.seat, part.itself(table), deed)

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        if part.left > 1:
            table.agenda.append(part.once_less())
        bury(table, part.seat, [choice], "sacrificed")

    def prompt(self, deed: Deed) -> str:
        return "choose a Looter to sacrifice" if deed.n == 1 else f"choose {deed.n} Looterz to sacrifice"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        show = (table.box.ids[choice],)
        name = table.box.names[choice]
        if table.controller[choice] != part.seat:
            return Refusal(f"You can sacrifice only what you control; {name} is not yours.", "LZ-61", show)
        if deed.exclude_self and choice == part.itself(table):
            return Refusal(f"{name} does not sacrifice itself.", "LZ-R11", show)
        return Refusal(f"{name} is not of the kind that must be sacrificed.", "LZ-61", show)

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        return "there is no Looter to sacrifice"


WORDS: Final[dict[str, Op]] = {
    "loot": LootOp(),
    "steal": StealOp(),
    "draw": DrawOp(),
    "discard": DiscardOp(),
    "sacrifice": SacrificeOp(),
    "destroy": DestroyOp(),
    "damage": DamageOp(),
    "gain_life": GainLifeOp(),
    "take_control": TakeControlOp(),
    "exhaust": ExhaustOp(),
    "search": SearchOp(),
    "attack": AttackOp(),
    "enter": EnterOp(),
    "recover": RecoverOp(),
}
