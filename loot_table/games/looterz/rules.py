"""The rules of Looterz in the rulebook's order: set-up, the turn and its four phases."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Chance, Decision, Effect, Refusal, Seat, Step
from loot_table.games.looterz import dice
from loot_table.games.looterz.abilities import can_activate, resolve, why_not_activate
from loot_table.games.looterz.choices import MUST_DISCARD, MUST_SACRIFICE, Asks, ask, card_label
from loot_table.games.looterz.components import MOST_PLAYERS, Components
from loot_table.games.looterz.effects import guarded
from loot_table.games.looterz.events import Acted, Dealt, PhaseSkipped, Refreshed, StarterChosen, TurnBegan
from loot_table.games.looterz.looterz import bury, discard, draw, enter, go_home, leave_hand
from loot_table.games.looterz.table import (
    DUNGEON,
    FIRST_RECRUITMENT,
    NONE,
    SACRIFICE,
    SECOND_RECRUITMENT,
    Box,
    Options,
    Table,
)

# ---------------------------------------------------------------- set-up


def furnished(components: Components, options: Options, players: int) -> Box:
    """A box with the actions that are offered again and again."""
    box = Box(components, options, players)
    box.recruits = [Recruit(id) for id in box.ids]
    box.searches = [Search(id) for id in box.ids]
    box.activates = [Activate(id) for id in box.ids]
    box.rests = [Rest(id) for id in box.ids]
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

    def do(self, table: Table, outcome: int) -> None:
        table.pile.remove(outcome)
        hand = table.hands[self.seat]
        insort(hand, outcome)
        if self.left == 1:
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
        if table.turn >= table.box.options.round_limit * table.players:
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

    def prompt(self, table: Table) -> str:
        if not can_recruit(table, self.seat):
            return "You cannot recruit: draw a card."
        return "Recruit a Looter or draw a card." if table.has_cards_to_take() else "Recruit a Looter."

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
        return Refusal("This is a Recruitment Phase: recruit a Looter or draw a card, nothing else.", "LZ-20")


@final
@dataclass(frozen=True)
class Recruit(Action):
    """LZ-21: put a Looter from your hand in front of you."""

    card: str

    def label(self, table: Table) -> str:
        return f"Recruit {card_label(table, self.card)}"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        card = table.box.number(self.card)
        if card == NONE:
            return Refusal("There is no such card in this game.", "LZ-21")
        if card not in table.hands[seat]:
            return Refusal(f"{table.box.names[card]} is not in your hand.", "LZ-21", (self.card,))
        if table.life_supply() <= 0:
            return Refusal("No Life token is left: nothing can be recruited. Draw a card.", "LZ-R6")
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

    def label(self, table: Table) -> str:
        return "Draw a card"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.has_cards_to_take():
            return Refusal("Draw Pile and Graveyard are empty: recruit a Looter.", "LZ-24")
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.triggers = 0
        draw(table, seat)


# ---------------------------------------------------------------- Dungeon Phase


@final
@dataclass(frozen=True)
class DungeonPhase(Effect):
    """LZ-30, LZ-32: each of your Looterz takes one action, in any order. LZ-38: until none is left."""

    seat: Seat

    def do(self, table: Table) -> None:
        table.phase = DUNGEON
        for card in table.parties[self.seat]:
            if is_ready(table, card):
                table.agenda.append(self)
                table.agenda.append(CHOOSE_ACTION[self.seat])
                return
        tired = [card for card in table.parties[self.seat] if table.exhausted[card]]
        for card in tired:
            table.exhausted[card] = False  # LZ-68
        if tired and table.news is not None:
            table.tell(Refreshed(self.seat, tuple([table.box.ids[card] for card in tired])))


def is_ready(table: Table, card: int) -> bool:
    return not table.acted[card] and not table.exhausted[card]


def attack_targets(table: Table, seat: Seat) -> list[int]:
    """LZ-34, LZ-66: every Looter a seat's Looterz may attack; its own are among them, the attacker is not one."""
    found: list[int] = []
    taunt = table.box.has_taunt
    for other, party in enumerate(table.parties):
        if other == seat or not table.guards(other):
            found += party
        else:
            for card in party:
                if taunt[card]:
                    found.append(card)
    return found


@final
@dataclass(frozen=True)
class ChooseAction(Decision):
    """LZ-31, LZ-32: pick a Looter that has not acted, and what it does."""

    def rule(self) -> str:
        return "LZ-32"

    def prompt(self, table: Table) -> str:
        ready = [table.box.names[card] for card in table.parties[self.seat] if is_ready(table, card)]
        return f"Who acts next, and how? Yet to act: {', '.join(ready)}."

    def actions(self, table: Table) -> Sequence[Action]:
        box = table.box
        targets = attack_targets(table, self.seat)
        found: list[Action] = []
        for card in table.parties[self.seat]:
            if not is_ready(table, card):
                continue
            found.append(box.searches[card])
            for target in targets:
                if target != card:
                    found.append(attack_action(box, card, target))
            if can_activate(table, self.seat, card):
                found.append(box.activates[card])
            if box.options.allow_rest:
                found.append(box.rests[card])
        return found

    def sample(self, table: Table, rng: Random) -> Action:
        """Each Looter has a search, the attacks, perhaps an Activation and a rest: draw a number, see whose it is."""
        box = table.box
        targets = attack_targets(table, self.seat)
        rests = int(box.options.allow_rest)
        ready = [card for card in table.parties[self.seat] if is_ready(table, card)]
        # A Looter's answers: 0 searches, then one attack for each target but itself, then Activation, then rest.
        counts = [len(targets) + rests + int(can_activate(table, self.seat, card)) for card in ready]
        drawn = int(rng.below(sum(counts)))
        which = 0
        while drawn >= counts[which]:
            drawn -= counts[which]
            which += 1
        card = ready[which]
        if drawn == 0:
            return box.searches[card]
        if drawn < len(targets):
            target = targets[drawn - 1]
            # The attacker's own place in the list stands for the last target.
            return attack_action(box, card, targets[-1] if target == card else target)
        return box.rests[card] if rests and drawn == counts[which] - 1 else box.activates[card]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, (Search, Attack, Activate, Rest)):
            return action.why_not(table, self.seat)
        return Refusal("This is your Dungeon Phase: each of your Looterz acts before the next phase.", "LZ-11")


def attack_action(box: Box, card: int, target: int) -> Action:
    """Built when first needed."""
    spot = card * box.cards + target
    action = box.attacks[spot]
    if action is None:
        action = Attack(box.ids[card], box.ids[target])
        box.attacks[spot] = action
    return action


def why_not_act(table: Table, seat: Seat, looter: str) -> Refusal | None:
    """Why this Looter cannot act for this seat now."""
    card = table.box.number(looter)
    if card == NONE:
        return Refusal("There is no such Looter in this game.", "LZ-30")
    name = table.box.names[card]
    if table.controller[card] == NONE:
        return Refusal(f"{name} is not in play.", "LZ-30", (looter,))
    if table.controller[card] != seat:
        return Refusal(f"{name} is not yours to command.", "LZ-30", (looter,))
    if table.acted[card]:
        return Refusal(f"{name} has already acted this turn.", "LZ-32", (looter,))
    if table.exhausted[card]:
        return Refusal(f"{name} is exhausted and takes no action in this Dungeon Phase.", "LZ-68", (looter,))
    return None


def begin_action(table: Table, looter: str) -> int:
    """The Looter takes its action of this turn."""
    table.triggers = 0
    card = table.box.numbers[looter]
    table.acted[card] = True
    return card


@final
@dataclass(frozen=True)
class Search(Action):
    """LZ-33: roll for Loot."""

    looter: str

    def label(self, table: Table) -> str:
        card = table.box.numbers[self.looter]
        return f"{table.box.names[card]} searches ({dice_label(table, card)})"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return why_not_act(table, seat, self.looter)

    def do(self, table: Table, seat: Seat) -> None:
        dice.search(table, seat, begin_action(table, self.looter))


def dice_label(table: Table, card: int) -> str:
    """`3 dice, 1-3 hit`."""
    life = table.life[card]
    power = table.box.power[card]
    return f"{life} {'die' if life == 1 else 'dice'}, {'1' if power == 1 else f'1-{power}'} hit"


@final
@dataclass(frozen=True)
class Attack(Action):
    """LZ-34, LZ-35: roll against the Life of another Looter."""

    looter: str
    target: str

    def label(self, table: Table) -> str:
        box = table.box
        card, target = box.numbers[self.looter], box.numbers[self.target]
        own = " (your own)" if table.controller[target] == table.controller[card] else ""
        return f"{box.names[card]} attacks {box.names[target]}{own} ({dice_label(table, card)})"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_act(table, seat, self.looter)
        if refusal is not None:
            return refusal
        target = table.box.number(self.target)
        if target == NONE:
            return Refusal("There is no such Looter in this game.", "LZ-34")
        if self.target == self.looter:
            return Refusal(f"{table.box.names[target]} cannot attack itself.", "LZ-34", (self.looter,))
        if table.controller[target] == NONE:
            return Refusal(f"{table.box.names[target]} is not in play.", "LZ-34", (self.target,))
        return None if target in attack_targets(table, seat) else guarded(table, target)

    def do(self, table: Table, seat: Seat) -> None:
        dice.attack(table, seat, begin_action(table, self.looter), table.box.numbers[self.target])


@final
@dataclass(frozen=True)
class Activate(Action):
    """LZ-40: use the Looter's Activation as its action."""

    looter: str

    def label(self, table: Table) -> str:
        card = table.box.numbers[self.looter]
        text = table.box.components.kinds[table.box.kind[card]].text
        return f"{table.box.names[card]} uses its ability ({text})"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_act(table, seat, self.looter)
        return refusal if refusal is not None else why_not_activate(table, seat, table.box.numbers[self.looter])

    def do(self, table: Table, seat: Seat) -> None:
        card = begin_action(table, self.looter)
        table.agenda.append(resolve(table, seat, card, True, table.box.activation[card]))


@final
@dataclass(frozen=True)
class Rest(Action):
    """LZ-R2, LZ-V7: the Looter does nothing, where the table allows it."""

    looter: str

    def label(self, table: Table) -> str:
        return f"{table.box.names[table.box.numbers[self.looter]]} rests"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.box.options.allow_rest:
            return Refusal("Every Looter must act: search, attack or use its ability.", "LZ-R2", (self.looter,))
        return why_not_act(table, seat, self.looter)

    def do(self, table: Table, seat: Seat) -> None:
        begin_action(table, self.looter)
        if table.news is not None:
            table.tell(Acted(seat, self.looter, "rest", ""))


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

    def prompt(self, table: Table) -> str:
        spare = len(table.parties[self.seat]) - table.box.components.party_limit
        return f"Your party is too large: sacrifice {spare} more."

    def why_not(self, table: Table, choice: int) -> Refusal:
        return Refusal(f"{table.box.names[choice]} is not yours to sacrifice.", "LZ-50", (table.box.ids[choice],))


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

    def prompt(self, table: Table) -> str:
        spare = len(table.hands[self.seat]) - table.box.components.hand_limit
        return f"Your hand is too large: discard {spare} more."

    def why_not(self, table: Table, choice: int) -> Refusal:
        return Refusal(f"{table.box.names[choice]} is not in your hand.", "LZ-51", (table.box.ids[choice],))


# Built once. A turn's steps stand as on the agenda: the first is the last item.
DRAW: Final = Draw()
BEGIN_TURN: Final = [BeginTurn(seat) for seat in range(MOST_PLAYERS)]
RECRUIT_OR_DRAW: Final = [RecruitOrDraw(seat) for seat in range(MOST_PLAYERS)]
CHOOSE_ACTION: Final = [ChooseAction(seat) for seat in range(MOST_PLAYERS)]


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
