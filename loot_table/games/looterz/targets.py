"""The words of the card language that pick Looterz: whom they may choose, and what they do to them."""

from __future__ import annotations

from typing import Final, final

from loot_table.engine.state import Refusal, Seat
from loot_table.games.looterz import dice
from loot_table.games.looterz.abilities import Op, Part, passes_filters
from loot_table.games.looterz.answers import ask
from loot_table.games.looterz.choices import CHOOSE_TARGET
from loot_table.games.looterz.deed_events import Exhausted
from loot_table.games.looterz.language import Deed
from loot_table.games.looterz.looterz import bury, gain_life, hurt, take_control
from loot_table.games.looterz.table import NONE, Table

# What speaks against a Looter as a target.
FITS: Final = 0
IS_AWAY: Final = 1
IS_WRONG_SIDE: Final = 2
IS_ITSELF: Final = 3
IS_FILTERED: Final = 4
IS_FULL: Final = 5
IS_GUARDED: Final = 6


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
        if not is_own and taunt_stops(table, deed) and not table.box.has_taunt[card] and table.guards(controller):
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
            return Refusal(f"{name} has {table.box.life_cap} Life tokens, the most there can be.", "LZ-R37", show)
        if verdict == IS_GUARDED:
            return guarded(table, choice)
        return Refusal(f"{name} is not of the kind that can be chosen.", "LZ-79", show)

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        if deed.op == "gain_life":
            return f"no Looter below {table.box.life_cap} Life tokens could gain Life"
        return "there is no Looter it could choose"


def taunt_stops(table: Table, deed: Deed) -> bool:
    """LZ-R7, LZ-R36: whether it is a deed against which Taunt guards."""
    return deed.op in (table.box.hostile_wishes if deed.is_wish else table.box.hostile_ops)


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
    """Add Life tokens (LZ-69), up to the cap (LZ-R37)."""

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
    """The source attacks (LZ-43, LZ-R38)."""

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        dice.attack(table, part.seat, table.box.numbers[part.card], cards[0])

    def verb(self, deed: Deed) -> str:
        return "to attack"
