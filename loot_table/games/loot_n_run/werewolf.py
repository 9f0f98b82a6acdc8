"""The Werewolf's help: two cards to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.sentence import Name, Sentence, all_of, say
from loot_table.engine.state import Action, Decision, Effect, Refusal, Seat, marks
from loot_table.games.loot_n_run.awaken_events import Kept, KeptAndHid, WerewolfFoundNothing
from loot_table.games.loot_n_run.decks import SEATS, SHOW_TOPS, TIDY_DECKS, WEREWOLF_DRAWS
from loot_table.games.loot_n_run.faces import faces_of
from loot_table.games.loot_n_run.table import Refused, Table


@final
@dataclass(frozen=True)
class Werewolf(Effect):
    """LR-46: draw one card from each deck that has one (LR-R15), then choose."""

    seat: Seat

    def do(self, table: Table) -> None:
        draws = WEREWOLF_DRAWS[self.seat]
        if table.sizes[0] > 0 and table.sizes[1] > 0:
            table.then(draws[0], draws[1], SHOW_TOPS, CHOICES[self.seat])
        elif table.sizes[0] + table.sizes[1] > 0:
            table.then(draws[0] if table.sizes[0] > 0 else draws[1], SHOW_TOPS, CHOICES[self.seat])
        else:
            table.tell(WerewolfFoundNothing(self.seat))


@final
@dataclass(frozen=True)
class KeepDrawn(Decision):
    """LR-46: keep any of the drawn cards, discard the others."""

    def rule(self) -> str:
        return "LR-46"

    def prompt(self, table: Table) -> Sentence:
        if len(table.drawn) == 1:
            return say("Keep the Werewolf’s room?")
        return say("Keep which of the Werewolf’s rooms?")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing which card to keep.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        ids = table.box.named(sorted(table.drawn))
        found = [Keep(()), *[Keep((id,)) for id in ids]]
        return found if len(ids) == 1 else [*found, Keep(ids)]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Keep):
            shown = table.box.named(sorted(table.drawn))
            first = say("Choose first which of the Werewolf’s cards you keep.")
            return Refusal(first, "LR-46", marks("card", *shown))
        return action.why_not(table, self.seat)


@final
@dataclass(frozen=True)
class Keep(Action):
    """Lay these of the Werewolf's cards face down in front of you. Seen only by the player who chooses."""

    cards: tuple[str, ...] = field(metadata={"of": [str]})

    def label(self, table: Table) -> Sentence:
        if not self.cards:
            return say("Keep nothing")
        faces = [table.box.rooms[table.box.numbers[id]].face for id in self.cards]
        return say("Keep {rooms}", rooms=faces_of(self.cards, faces))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        drawn = table.box.named(sorted(table.drawn))
        for id in self.cards:
            if id not in drawn:
                only = say("You can keep only what the Werewolf brought: {cards}.", cards=all_of(drawn))
                return Refusal(only, "LR-46", marks("card", *drawn))
        if self.cards != tuple([id for id in drawn if id in self.cards]):
            order = say("Name each card once, in this order: {cards}.", cards=all_of(drawn))
            return Refusal(order, "LR-R28", marks("card", *drawn))
        return None

    def do(self, table: Table, seat: Seat) -> None:
        box = table.box
        kept: list[int] = []
        refused: list[int] = []
        for card in table.drawn:
            if box.ids[card] in self.cards:
                kept.append(card)
                table.hold(seat, card)
            else:
                refused.append(card)
        if box.hides_refused:
            table.refused = table.refused + [Refused(seat, card) for card in refused]
        else:
            table.discard.extend(refused)
        table.drawn = []
        table.drawn_from = []
        if table.news is not None:
            tell_kept(table, seat, kept, refused)
        table.then(TIDY_DECKS)


def tell_kept(table: Table, seat: Seat, kept: list[int], refused: list[int]) -> None:
    """LR-74; LR-R18 where refused cards are not seen."""
    box = table.box
    backs = tuple([box.backs[box.back[card]] for card in kept])
    named, faces = box.named(refused), box.faces(refused)
    if box.hides_refused:
        refused_backs = tuple([box.backs[box.back[card]] for card in refused])
        table.tell(KeptAndHid(seat, backs, box.named(kept), refused_backs, named, faces))
    else:
        table.tell(Kept(seat, backs, box.named(kept), named, faces))


# Built once and used for ever.
WEREWOLVES: Final = [Werewolf(seat) for seat in SEATS]
CHOICES: Final = [KeepDrawn(seat) for seat in SEATS]
