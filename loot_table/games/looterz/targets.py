"""Operations that pick Looterz in play: whom they may choose, and why not somebody else."""

from __future__ import annotations

from typing import Final

from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Refusal, Seat, marks
from loot_table.games.looterz.abilities import Part
from loot_table.games.looterz.activation import passes_filters
from loot_table.games.looterz.answers import ask
from loot_table.games.looterz.box import NONE
from loot_table.games.looterz.language import FILTERS, PICKS, SOME_WORTH, Deed, Op
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.questions import CHOOSE_TARGET
from loot_table.games.looterz.table import Table
from loot_table.games.looterz.taunt import guarded, taunt_stops
from loot_table.games.looterz.worth import Judge

AIM: Final = ("pick", "side", *FILTERS)

# What speaks against a Looter as a target.
FITS: Final = 0
IS_AWAY: Final = 1
IS_WRONG_SIDE: Final = 2
IS_ITSELF: Final = 3
IS_FILTERED: Final = 4
IS_FULL: Final = 5
IS_GUARDED: Final = 6


class TargetOp(Op):
    """Picks Looterz: one that is chosen, each of the seat's own, or the source itself."""

    def __init__(
        self,
        word: str,
        takes: tuple[str, ...],
        picks: tuple[str, ...] = PICKS,
        is_hostile: bool = False,
        is_harm: bool = False,
        spares_own: bool = False,
        spares_itself: bool = False,
        needs_room: bool = False,
        activation: float = SOME_WORTH,
        last_wish: float = SOME_WORTH,
    ) -> None:
        super().__init__(
            word,
            takes,
            picks=picks,
            is_hostile=is_hostile,
            is_harm=is_harm,
            activation=activation,
            last_wish=last_wish,
        )
        self.spares_own = spares_own  # never falls on a Looter of the seat that chooses
        self.spares_itself = spares_itself  # nor on the Looter that has the ability
        self.needs_room = needs_room  # for more Life tokens (LZ-R37)

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        """Do it to these Looterz of one seat, at the same moment (LZ-75)."""
        raise NotImplementedError

    # ---------------------------------------------------------------- whom it may pick

    def verdict(self, table: Table, seat: Seat, itself: int, deed: Deed, card: int) -> int:
        """Whether a seat may choose this Looter, and if not, why."""
        controller = table.controller[card]
        if controller == NONE:
            return IS_AWAY
        is_own = controller == seat
        if is_own:
            if self.spares_own or deed.side == "enemy":
                return IS_WRONG_SIDE
        elif deed.side == "own":
            return IS_WRONG_SIDE
        if card == itself and (self.spares_itself or deed.exclude_self):
            return IS_ITSELF  # LZ-34, LZ-R8
        if not passes_filters(table, itself, deed, card):
            return IS_FILTERED
        if self.is_full(table, card):
            return IS_FULL
        if not is_own and taunt_stops(table, deed) and not table.box.has_taunt[card] and table.guards(controller):
            return IS_GUARDED  # LZ-66, LZ-67
        return FITS

    def is_full(self, table: Table, card: int) -> bool:
        return self.needs_room and table.life[card] >= table.box.life_cap

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
        return not self.is_full(table, card) and passes_filters(table, itself, deed, card)

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        if deed.pick != "choose":
            return bool(self.picked(table, seat, itself, deed))
        for party in table.parties:
            for target in party:
                if self.verdict(table, seat, itself, deed, target) == FITS:
                    return True
        return False

    # ---------------------------------------------------------------- asking

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

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        verdict = self.verdict(table, part.seat, part.itself(table), deed, choice)
        looter = CardName(table.box.ids[choice])
        show = marks("card", looter.id)
        if verdict == IS_AWAY:
            return Refusal(say("{looter} is not in play.", looter=looter), "LZ-79", show)
        if verdict == IS_WRONG_SIDE:
            if table.controller[choice] == part.seat:
                return Refusal(say("Choose an opponent’s Looter; {looter} is not one.", looter=looter), "LZ-79", show)
            return Refusal(say("Choose your own Looter; {looter} is not one.", looter=looter), "LZ-79", show)
        if verdict == IS_ITSELF:
            rule = "LZ-34" if self.spares_itself else "LZ-R8"
            return Refusal(say("{looter} cannot choose itself.", looter=looter), rule, show)
        if verdict == IS_FULL:
            most = say("{looter} has {n} Life tokens, the most there can be.", looter=looter, n=table.box.life_cap)
            return Refusal(most, "LZ-R37", show)
        if verdict == IS_GUARDED:
            return guarded(table, choice)
        return Refusal(say("{looter} is not of the kind that can be chosen.", looter=looter), "LZ-79", show)

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        return say("there is no Looter it could choose")

    # ---------------------------------------------------------------- what it is worth to a bot

    def worth(self, judge: Judge, seat: Seat, deed: Deed, card: int, itself: int) -> float:
        """All that are hit, or the one that the seat would choose."""
        if deed.pick == "self" and itself == NONE:
            return self.worth_of_newcomer(judge, card)
        found = self.picked(judge.table, seat, itself, deed)
        worths = [self.worth_on(judge, deed, card, target) for target in found]
        if not worths:
            return 0.0
        if deed.pick != "choose":
            return sum(worths)
        best = max(worths) if seat == judge.seat else min(worths)
        # The Hydra attacks twice: the optional second attack may be passed over.
        return max(0.0, best) if deed.is_optional and seat == judge.seat else best

    def worth_of_newcomer(self, judge: Judge, card: int) -> float:
        """On a card that is about to enter."""
        return 0.0

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        """On one Looter, to the judge."""
        raise NotImplementedError
