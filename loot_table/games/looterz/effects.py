"""The words of the card language, each carried out by one small class."""

from __future__ import annotations

from bisect import insort
from typing import Final, final

from loot_table.engine.state import Refusal, Seat
from loot_table.games.looterz import dice
from loot_table.games.looterz.abilities import OPS, Op, Part, passes_filters, suitable
from loot_table.games.looterz.choices import (
    CHOOSE_CARD,
    CHOOSE_TARGET,
    CHOOSE_VICTIM,
    MUST_DISCARD,
    MUST_SACRIFICE,
    ask,
)
from loot_table.games.looterz.events import Exhausted, NothingDone, Recovered
from loot_table.games.looterz.language import Deed
from loot_table.games.looterz.looterz import (
    TAKE_TOPS,
    any_victims,
    bury,
    discard,
    enter,
    gain_life,
    hurt,
    leave_hand,
    loot,
    richest_victims,
    steal,
    take_control,
)
from loot_table.games.looterz.table import NONE, Table

# ---------------------------------------------------------------- Loot and cards


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
        ask(table, part, MUST_DISCARD[part.seat])

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return table.hands[part.seat]

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        if part.left > 1 and len(table.hands[part.seat]) > 1:
            table.agenda.append(part.once_less())
        discard(table, part.seat, choice)

    def prompt(self, deed: Deed) -> str:
        return "discard a card from your hand" if deed.n == 1 else f"discard {deed.n} cards from your hand"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        return Refusal(f"{table.box.names[choice]} is not in your hand.", "LZ-51", (table.box.ids[choice],))

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


# ---------------------------------------------------------------- effects on Looterz

FITS, IS_AWAY, IS_WRONG_SIDE, IS_ITSELF, IS_FILTERED, IS_FULL, IS_GUARDED = 0, 1, 2, 3, 4, 5, 6


class TargetOp(Op):
    """A word that picks Looterz: one that is chosen, each of the seat's own, or the source itself."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        """Do it to these Looterz of one seat, at the same moment (LZ-75)."""
        raise NotImplementedError

    def verb(self, deed: Deed) -> str:
        raise NotImplementedError

    def verdict(self, table: Table, seat: Seat, itself: int, deed: Deed, card: int) -> int:
        """Whether a seat may choose this Looter, and if not, why."""
        controller = table.controller[card]
        if controller == NONE:
            return IS_AWAY
        is_own = controller == seat
        if (deed.side == "own" and not is_own) or (deed.side == "enemy" and is_own):
            return IS_WRONG_SIDE
        if deed.op == "take_control" and is_own:
            return IS_WRONG_SIDE
        if card == itself and (deed.exclude_self or deed.op == "attack"):
            return IS_ITSELF  # LZ-34, LZ-R8
        if not passes_filters(table, itself, deed, card):
            return IS_FILTERED
        if deed.op == "gain_life" and table.life[card] >= table.box.life_cap:
            return IS_FULL
        is_hostile = not is_own and deed.op in table.box.hostile_ops
        if is_hostile and not table.box.has_taunt[card] and table.guards(controller):
            return IS_GUARDED  # LZ-66, LZ-67
        return FITS

    def picked(self, table: Table, seat: Seat, itself: int, deed: Deed) -> list[int]:
        """The Looterz that are hit, or among which one is chosen."""
        if deed.pick == "each":
            return [card for card in table.parties[seat] if self.suits(table, itself, deed, card)]
        if deed.pick == "self":
            return [itself] if itself != NONE and self.suits(table, itself, deed, itself) else []
        return [
            card for party in table.parties for card in party if self.verdict(table, seat, itself, deed, card) == FITS
        ]

    def suits(self, table: Table, itself: int, deed: Deed, card: int) -> bool:
        is_full = deed.op == "gain_life" and table.life[card] >= table.box.life_cap
        return not is_full and passes_filters(table, itself, deed, card)

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        if deed.op == "attack" and itself == NONE:
            return False  # LZ-44
        if deed.pick != "choose":
            return bool(self.picked(table, seat, itself, deed))
        for party in table.parties:
            for target in party:
                if self.verdict(table, seat, itself, deed, target) == FITS:
                    return True
        return False

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        if deed.pick == "choose":
            ask(table, part, CHOOSE_TARGET[part.seat])
        else:
            self.strike(table, part, deed, self.picked(table, part.seat, part.itself(table), deed))

    def can_refuse_choice(self, deed: Deed) -> bool:
        return deed.pick == "choose"

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return self.picked(table, part.seat, part.itself(table), deed)

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        self.strike(table, part, deed, [choice])

    def prompt(self, deed: Deed) -> str:
        if deed.pick == "choose":
            return f"choose a Looter {self.verb(deed)}"
        return f"{'each of your Looterz' if deed.pick == 'each' else 'this Looter'} {self.verb(deed)}: use it?"

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        verdict = self.verdict(table, part.seat, part.itself(table), deed, choice)
        name = table.box.names[choice]
        show = (table.box.ids[choice],)
        if verdict == IS_AWAY:
            return Refusal(f"{name} is not in play.", "LZ-79", show)
        if verdict == IS_WRONG_SIDE:
            whose = "your own" if table.controller[choice] != part.seat else "an opponent's"
            return Refusal(f"Choose {whose} Looter; {name} is not one.", "LZ-79", show)
        if verdict == IS_ITSELF:
            return Refusal(f"{name} cannot choose itself.", "LZ-34" if deed.op == "attack" else "LZ-R8", show)
        if verdict == IS_FULL:
            return Refusal(f"{name} has {table.box.life_cap} Life tokens, the most there can be.", "LZ-69", show)
        if verdict == IS_GUARDED:
            return guarded(table, choice)
        return Refusal(f"{name} is not of the kind that can be chosen.", "LZ-79", show)

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        if deed.op == "gain_life":
            return f"no Looter below {table.box.life_cap} Life tokens could gain Life"
        return "there is no Looter it could choose"


def guarded(table: Table, card: int) -> Refusal:
    """LZ-66: Taunt protects the rest of its controller's party."""
    seat = table.controller[card]
    guards = [other for other in table.parties[seat] if table.box.has_taunt[other]]
    names = " or ".join([table.box.names[guard] for guard in guards])
    show = tuple([table.box.ids[guard] for guard in guards])
    return Refusal(f"Taunt: {table.box.names[card]} is guarded, choose {names} first.", "LZ-66", show)


@final
class DestroyOp(TargetOp):
    """To the Graveyard."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        bury(table, table.controller[cards[0]], cards, "destroyed")

    def verb(self, deed: Deed) -> str:
        return "to destroy"


@final
class DamageOp(TargetOp):
    """Remove Life tokens."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        hurt(table, cards, deed.n)

    def verb(self, deed: Deed) -> str:
        return f"to take {deed.n} damage"


@final
class GainLifeOp(TargetOp):
    """Add Life tokens (LZ-69)."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        gain_life(table, cards, deed.n)

    def verb(self, deed: Deed) -> str:
        return f"to gain {deed.n} Life"


@final
class TakeControlOp(TargetOp):
    """It moves to the seat's party (LZ-70)."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        take_control(table, part.seat, cards[0], deed.duration == "permanent")

    def verb(self, deed: Deed) -> str:
        return "to take control of"


@final
class ExhaustOp(TargetOp):
    """Turn sideways (LZ-68)."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        for card in cards:
            table.exhausted[card] = True
        if table.news is not None:
            ids = table.box.ids
            table.tell(Exhausted(table.controller[cards[0]], tuple([ids[card] for card in cards])))

    def verb(self, deed: Deed) -> str:
        return "to exhaust"


@final
class SearchOp(TargetOp):
    """The Looter searches for the acting seat; it is not its action (LZ-R23)."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        for card in reversed(cards):
            dice.search(table, part.seat, card)

    def verb(self, deed: Deed) -> str:
        return "to search now"


@final
class AttackOp(TargetOp):
    """The source attacks (LZ-43)."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        dice.attack(table, part.seat, table.box.numbers[part.card], cards[0])

    def verb(self, deed: Deed) -> str:
        return "to attack"


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
OPS.update(WORDS)
