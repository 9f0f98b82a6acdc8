"""The rules of Looterz in the rulebook's order: set-up, the turn and its four phases."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.state import (
    Action,
    Chance,
    Decision,
    Effect,
    Refusal,
    Seat,
    Step,
    even,
    marks,
    place_in,
    take_out,
)
from loot_table.games.looterz.answers import Asks, Sacrifice, Target, ask
from loot_table.games.looterz.box import MOST_PLAYERS, NONE, Box, Options
from loot_table.games.looterz.components import Components
from loot_table.games.looterz.draw_pile import discard, draw, leave_hand, not_in_hand
from loot_table.games.looterz.dungeon import Activate, DungeonPhase, Rest, Search
from loot_table.games.looterz.events import Dealt, PhaseSkipped, StarterChosen, TurnBegan
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.party import bury, enter, go_home
from loot_table.games.looterz.questions import MUST_DISCARD, MUST_SACRIFICE
from loot_table.games.looterz.table import FIRST_RECRUITMENT, SACRIFICE, SECOND_RECRUITMENT, Table

# ---------------------------------------------------------------- set-up


def furnished(components: Components, options: Options, players: int) -> Box:
    """A box with the actions that are offered again and again."""
    box = Box(components, options, players)
    box.recruits = [Recruit(id) for id in box.ids]
    box.searches = [Search(id) for id in box.ids]
    box.activates = [Activate(id) for id in box.ids]
    box.rests = [Rest(id) for id in box.ids]
    box.targets = [Target(id) for id in box.ids]
    box.sacrifices = [Sacrifice(id) for id in box.ids]
    return box


def new(players: int, options: Options, components: Components) -> Table:
    """LZ-02 to LZ-04: a starting player by lot, then the cards are dealt."""
    table = Table(furnished(components, options, players), players)
    table.pile = list(range(table.box.cards))
    table.agenda = [ChooseStarter()]
    return table


@final
@dataclass(frozen=True)
class ChooseStarter(Chance):
    """LZ-02: who begins."""

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(seat, 1) for seat in range(table.players)]

    def do(self, table: Table, outcome: int) -> None:
        table.starter = outcome
        table.active = outcome
        table.tell(StarterChosen(outcome))
        components = table.box.components
        deals: list[Step] = []
        for seat in table.clockwise(outcome):
            count = components.starting_hand if seat == outcome else components.other_hand
            deals += [Deal(seat, left) for left in range(count, 0, -1)]
        table.then(*deals, ShuffleDragons(), BeginTurn(outcome))


@final
@dataclass(frozen=True)
class Deal(Chance):
    """LZ-03: one card of an opening hand; so many are left to deal to this seat."""

    seat: Seat
    left: int

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(card, 1) for card in table.pile]

    def sample(self, table: Table, rng: Random) -> int:
        return table.pile[int(rng.below(len(table.pile)))]

    def odds(self, table: Table, outcome: int) -> tuple[tuple[int, ...], int]:
        return even(len(table.pile)), place_in(table.pile, outcome)

    def name_of(self, table: Table, outcome: int) -> str:
        return table.box.ids[outcome]

    def do(self, table: Table, outcome: int) -> None:
        take_out(table.pile, outcome)
        hand = table.hands[self.seat]
        insort(hand, outcome)
        if self.left == 1 and table.news is not None:
            table.tell(Dealt(self.seat, len(hand), tuple([table.box.ids[card] for card in hand])))


@final
@dataclass(frozen=True)
class ShuffleDragons(Effect):
    """LZ-V2: after dealing, the Dragon cards are shuffled into the Draw Pile."""

    def do(self, table: Table) -> None:
        table.dragons = table.box.options.dragon_cards


# ---------------------------------------------------------------- the turn


@final
@dataclass(frozen=True)
class BeginTurn(Effect):
    """LZ-10, LZ-11: four phases, one after the other. LZ-85: unless the Dragon is back."""

    seat: Seat

    def do(self, table: Table) -> None:
        if table.turn >= table.box.last_turn:
            table.end_by_dragon("round_limit")
            return
        table.turn += 1
        table.active = self.seat
        for party in table.parties:
            for card in party:
                table.acted[card] = False  # LZ-R10
        if table.news is not None:
            table.tell(TurnBegan(self.seat, table.turn, (table.turn - 1) // table.players + 1))
        table.agenda.extend(TURNS[self.seat])


@final
@dataclass(frozen=True)
class EndTurn(Effect):
    """LZ-52, LZ-12: borrowed Looterz go home, and the player on the left is next."""

    seat: Seat

    def do(self, table: Table) -> None:
        go_home(table, self.seat)
        table.agenda.append(BEGIN_TURN[(self.seat + 1) % table.players])


# ---------------------------------------------------------------- Recruitment Phases


@final
@dataclass(frozen=True)
class RecruitmentPhase(Effect):
    """LZ-20, LZ-23: recruit or draw. LZ-24: skipped when neither is possible."""

    seat: Seat
    phase: int

    def do(self, table: Table) -> None:
        table.phase = self.phase
        if can_recruit(table, self.seat) or table.has_cards_to_take():
            table.agenda.append(RECRUIT_OR_DRAW[self.seat])
        else:
            table.tell(PhaseSkipped(self.seat))


def can_recruit(table: Table, seat: Seat) -> bool:
    return bool(table.hands[seat]) and table.life_supply() > 0


@final
@dataclass(frozen=True)
class RecruitOrDraw(Decision):
    """LZ-20: exactly one of the two."""

    def rule(self) -> str:
        return "LZ-20"

    def prompt(self, table: Table) -> Sentence:
        if not can_recruit(table, self.seat):
            return say("You cannot recruit: draw a card.")
        if not table.has_cards_to_take():
            return say("Recruit a Looter.")
        if table.phase == SECOND_RECRUITMENT:
            return say("Second recruitment: recruit or draw once more.")
        return say("Recruit a Looter or draw a card.")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing whom to recruit.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        recruits = table.box.recruits
        found: list[Action] = []
        if can_recruit(table, self.seat):
            found = [recruits[card] for card in table.hands[self.seat]]
        if table.has_cards_to_take():
            found.append(DRAW)
        return found

    def sample(self, table: Table, rng: Random) -> Action:
        hand = table.hands[self.seat]
        recruits = len(hand) if can_recruit(table, self.seat) else 0
        drawn = int(rng.below(recruits + int(table.has_cards_to_take())))
        return table.box.recruits[hand[drawn]] if drawn < recruits else DRAW

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, (Recruit, Draw)):
            return action.why_not(table, self.seat)
        return Refusal(say("This is a Recruitment Phase: recruit a Looter or draw a card, nothing else."), "LZ-20")


@final
@dataclass(frozen=True)
class Recruit(Action):
    """LZ-21: put a Looter from your hand in front of you."""

    card: str

    def label(self, table: Table) -> Sentence:
        return say("Recruit {card}", card=CardName(self.card))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        card = table.box.number(self.card)
        if card == NONE:
            return Refusal(say("There is no such card in this game."), "LZ-21")
        if card not in table.hands[seat]:
            return not_in_hand(self.card, "LZ-21")
        if table.life_supply() <= 0:
            return Refusal(say("No Life token is left: nothing can be recruited. Draw a card."), "LZ-R6")
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.triggers = 0
        card = table.box.numbers[self.card]
        leave_hand(table, seat, card)
        enter(table, seat, card, "recruited")


@final
@dataclass(frozen=True)
class Draw(Action):
    """LZ-22: take the top card of the Draw Pile into your hand."""

    def label(self, table: Table) -> Sentence:
        return say("Draw a card")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.has_cards_to_take():
            return Refusal(say("Draw Pile and Graveyard are empty: recruit a Looter."), "LZ-24")
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.triggers = 0
        draw(table, seat)


# ---------------------------------------------------------------- Sacrifice Phase


@final
@dataclass(frozen=True)
class SacrificePhase(Asks):
    """LZ-50: sacrifice, one at a time, until three Looterz remain."""

    def do(self, table: Table) -> None:
        table.phase = SACRIFICE
        if len(table.parties[self.seat]) > table.box.components.party_limit:
            ask(table, self, MUST_SACRIFICE[self.seat])

    def choices(self, table: Table) -> list[int]:
        return table.parties[self.seat]

    def take(self, table: Table, choice: int) -> None:
        table.agenda.append(self)
        bury(table, self.seat, [choice], "sacrificed")

    def prompt(self, table: Table) -> Sentence:
        spare = len(table.parties[self.seat]) - table.box.components.party_limit
        return say("Too many at home: sacrifice {n} more.", n=spare)

    def why_not(self, table: Table, choice: int) -> Refusal:
        id = table.box.ids[choice]
        return Refusal(say("{looter} is not yours to sacrifice.", looter=CardName(id)), "LZ-50", marks("card", id))


@final
@dataclass(frozen=True)
class HandLimit(Asks):
    """LZ-51: discard until ten cards are left."""

    def do(self, table: Table) -> None:
        if len(table.hands[self.seat]) > table.box.components.hand_limit:
            ask(table, self, MUST_DISCARD[self.seat])

    def choices(self, table: Table) -> list[int]:
        return table.hands[self.seat]

    def take(self, table: Table, choice: int) -> None:
        table.agenda.append(self)
        discard(table, self.seat, choice)

    def prompt(self, table: Table) -> Sentence:
        spare = len(table.hands[self.seat]) - table.box.components.hand_limit
        return say("Too many cards: discard {n} more.", n=spare)

    def why_not(self, table: Table, choice: int) -> Refusal:
        return not_in_hand(table.box.ids[choice], "LZ-51")


# Built once. A turn's steps stand as on the agenda: the first is the last item.
DRAW: Final = Draw()
BEGIN_TURN: Final = [BeginTurn(seat) for seat in range(MOST_PLAYERS)]
RECRUIT_OR_DRAW: Final = [RecruitOrDraw(seat) for seat in range(MOST_PLAYERS)]


def turn_steps(seat: Seat) -> list[Step]:
    return [
        EndTurn(seat),
        HandLimit(seat),
        SacrificePhase(seat),
        RecruitmentPhase(seat, SECOND_RECRUITMENT),
        DungeonPhase(seat),
        RecruitmentPhase(seat, FIRST_RECRUITMENT),
    ]


TURNS: Final = [turn_steps(seat) for seat in range(MOST_PLAYERS)]
