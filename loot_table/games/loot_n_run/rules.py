"""The rules of Loot N Run, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Part, Points, Sentence, one_of, say, word
from loot_table.engine.state import Action, Chance, Decision, Effect, Refusal, Seat, marks
from loot_table.games.loot_n_run.awaken_events import Awakened, Caught, Escaped, ExtraTurn, MummyScored
from loot_table.games.loot_n_run.box import Box, Options
from loot_table.games.loot_n_run.components import FRANK, MUMMY, WEREWOLF, Components, guardian_names
from loot_table.games.loot_n_run.decks import DECKS, DRAWS, SEATS, TIDY_DECKS, TURN_UPS
from loot_table.games.loot_n_run.events import FirstPlayer, Passed, Ran, StartedWith
from loot_table.games.loot_n_run.faces import DECK_WORDS
from loot_table.games.loot_n_run.table import Table
from loot_table.games.loot_n_run.werewolf import WEREWOLVES, Keep

SEAT_NAMES: Final = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


# ---------------------------------------------------------------- set-up


def new(players: int, options: Options, components: Components) -> Table:
    """LR-10 to LR-15: all rooms in two decks, nobody has cards, all scores are 0, but for LR-R32."""
    box = Box(components, options, players)
    table = Table(box)
    table.pool = [[] for _ in box.backs]
    for card in range(box.cards):
        table.pool[box.back[card]].append(card)
    table.sizes = [(box.cards + 1) // 2, box.cards // 2]
    table.returned = [0] * box.cards
    first = options.first_player
    begin = ChooseFirst(players) if isinstance(first, str) else TURNS[first]
    table.then(begin)
    if any(box.start) and isinstance(first, int):
        table.then(GiveStart(first))
    table.then(TURN_UPS[0], TURN_UPS[1])
    return table


@final
@dataclass(frozen=True)
class GiveStart(Effect):
    """LR-R32: points to start with, in the order of play."""

    first: Seat

    def do(self, table: Table) -> None:
        for place, points in enumerate(table.box.start):
            if points:
                seat = (self.first + place) % table.players
                table.scores[seat] = points
                table.tell(StartedWith(seat, points))


@final
@dataclass(frozen=True)
class ChooseFirst(Chance):
    """LR-R01: who begins, when the option leaves it to chance. An outcome is a seat."""

    players: int

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(seat, 1) for seat in range(self.players)]

    def do(self, table: Table, outcome: int) -> None:
        table.tell(FirstPlayer(outcome))
        table.then(TURNS[outcome])
        if any(table.box.start):
            table.then(GiveStart(outcome))


# ---------------------------------------------------------------- a turn


@final
@dataclass(frozen=True)
class TakeTurn(Decision):
    """LR-20: exactly one action, Loot, Run or Awaken."""

    is_extra: bool = False  # Frank's (LR-47)

    def rule(self) -> str:
        return "LR-20"

    def prompt(self, table: Table) -> Sentence:
        can: list[Part] = []
        if table.sizes[0] + table.sizes[1] > 0:
            can.append(word("loot"))
        if table.hands[self.seat]:
            can.append(word("run"))
        if can_awaken_somebody(table, self.seat):
            can.append(word("awaken"))
        if self.is_extra:
            if len(can) > 1:
                return say("Frank's extra turn: {can}.", can=one_of(can))
            return say("Frank's extra turn: you must {do}.", do=can[0] if can else word("pass"))
        if len(can) > 1:
            return say("Your turn: {can}.", can=one_of(can))
        return say("Your turn: you must {do}.", do=can[0] if can else word("pass"))

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing: loot, run or awaken.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        seat = self.seat
        found: list[Action] = []
        for deck in range(2):
            if table.sizes[deck] > 0:
                found.append(LOOTS[deck])
        if table.hands[seat]:
            found.append(RUN)
        if can_awaken(table, seat):
            for target in range(table.players):
                if is_target(table, seat, target):
                    found.append(AWAKENS[target])
        return found or [PASS]

    def sample(self, table: Table, rng: Random) -> Action:
        """The same choice without building the list."""
        seat = self.seat
        loots: i64 = 0
        for size in table.sizes:
            if size > 0:
                loots += 1
        runs: i64 = 1 if table.hands[seat] else 0
        targets: i64 = 0
        if can_awaken(table, seat):
            for target in range(table.players):
                if is_target(table, seat, target):
                    targets += 1
        if loots + runs + targets == 0:
            return PASS
        chosen = rng.below(loots + runs + targets)
        if chosen < loots:
            return LOOTS[chosen] if table.sizes[0] > 0 else LOOTS[1]
        chosen -= loots
        if chosen < runs:
            return RUN
        chosen -= runs
        for target in range(table.players):
            if is_target(table, seat, target):
                if chosen == 0:
                    return AWAKENS[target]
                chosen -= 1
        raise AssertionError("fewer targets were drawn than there are")

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Keep):
            return Refusal(say("There is nothing to keep now: loot, run or awaken."), "LR-20")
        return action.why_not(table, self.seat)


@final
@dataclass(frozen=True)
class EndTurn(Effect):
    """LR-21: the next player clockwise has the turn; after Frank the same player (LR-47)."""

    seat: Seat
    has_frank: bool = False

    def do(self, table: Table) -> None:
        table.turn += 1
        if table.has_reached:  # LR-R10: the target was reached and the action is done
            table.end("target")
        elif table.turn == table.box.last_turn:  # LR-R17
            table.end("turn_limit")
        elif self.has_frank:
            if table.news is not None:
                table.tell(ExtraTurn(self.seat))
            table.agenda.append(EXTRA_TURNS[self.seat])
        else:
            table.agenda.append(TURNS[(self.seat + 1) % table.players])


@final
@dataclass(frozen=True)
class Pass(Action):
    """LR-R16: only when there is nothing else to do."""

    def label(self, table: Table) -> Sentence:
        return say("Pass")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if table.hands[seat]:
            return Refusal(say("You may not pass: loot, run or awaken."), "LR-R04", marks("seat", seat))
        if table.sizes[0] + table.sizes[1] > 0:
            return Refusal(say("You may not pass: you must loot."), "LR-24", marks("deck", *DECKS))
        if can_awaken_somebody(table, seat):
            return Refusal(say("You may not pass: you can awaken."), "LR-R16")
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.tell(Passed(seat))
        table.then(END_TURNS[seat])


# ---------------------------------------------------------------- 1. Loot


@final
@dataclass(frozen=True)
class Loot(Action):
    """LR-25: take the top card of either deck and lay it face down in front of you."""

    deck: int

    def label(self, table: Table) -> Sentence:
        return say("Loot the {deck} deck", deck=DECK_WORDS[self.deck])

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not 0 <= self.deck < 2:
            return Refusal(
                say("There are two decks: 0 on the left and 1 on the right."), "LR-12", marks("deck", *DECKS)
            )
        if table.sizes[self.deck] == 0:
            return Refusal(say("That deck is empty."), "LR-R14", marks("deck", self.deck))
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.then(DRAWS[seat][self.deck], TIDY_DECKS, END_TURNS[seat])


# ---------------------------------------------------------------- 2. Run


@final
@dataclass(frozen=True)
class Run(Action):
    """LR-30 to LR-35: reveal, score and discard all your cards."""

    def label(self, table: Table) -> Sentence:
        return say("Run for {points}", points=Points(table.box.points(table.cards_of(table.to_act))))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if table.hands[seat]:
            return None
        if can_awaken_somebody(table, seat):
            return Refusal(say("You have no cards to run with: loot or awaken."), "LR-30", marks("seat", seat))
        if table.sizes[0] + table.sizes[1] == 0:
            return Refusal(say("You have no cards to run with: you must pass."), "LR-30", marks("seat", seat))
        return Refusal(say("You have no cards: you must loot."), "LR-24", marks("deck", *DECKS))

    def do(self, table: Table, seat: Seat) -> None:
        box = table.box
        cards = table.give_up(seat)
        points = box.points(cards)
        if table.news is not None:
            table.tell(Ran(seat, box.named(cards), box.faces(cards), points, tuple(box.doubled(cards))))
        table.score(seat, points)
        table.then(TIDY_DECKS, END_TURNS[seat])


# ---------------------------------------------------------------- 3. Awaken


@final
@dataclass(frozen=True)
class Awaken(Action):
    """LR-41: reveal all cards in front of another player."""

    target: Seat

    def label(self, table: Table) -> Sentence:
        return say("Awaken {whom}", whom=Name(self.target))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not can_awaken(table, seat):
            need = say("You need a card of your own to awaken (except with two players).")
            return Refusal(need, "LR-40", marks("seat", seat))
        if not 0 <= self.target < table.players:
            there = say("There is no such player: seats are 0 to {last}.", last=table.players - 1)
            return Refusal(there, "LR-41")
        if self.target == seat:
            other = say("You cannot awaken your own guardians: choose another player.")
            return Refusal(other, "LR-R05", marks("seat", seat))
        if not is_target(table, seat, self.target):
            return Refusal(say("{who} has no cards.", who=Name(self.target)), "LR-R06", marks("seat", self.target))
        return None

    def do(self, table: Table, seat: Seat) -> None:
        box = table.box
        cards = table.give_up(self.target)
        points = box.points(cards)
        if table.news is not None:
            tell_awakened(table, seat, self.target, cards)
        if box.danger(cards) <= 0:  # LR-43
            table.score(self.target, points)
            if table.news is not None:
                table.tell(Escaped(self.target, points, tuple(box.doubled(cards))))
            table.then(TIDY_DECKS, END_TURNS[seat])
            return
        # LR-48, LR-49: each type of guardian helps once; Mummy, then Werewolf, then Frank.
        guardians = box.guardians(cards)
        if table.news is not None:
            table.tell(Caught(self.target, tuple(guardian_names(guardians))))
        if guardians & MUMMY:  # LR-45
            table.score(seat, points)
            if table.news is not None:
                table.tell(MummyScored(seat, points, tuple(box.doubled(cards))))
        end_turn = FRANK_TURNS[seat] if guardians & FRANK else END_TURNS[seat]
        if guardians & WEREWOLF:
            table.then(TIDY_DECKS, WEREWOLVES[seat], end_turn)
        else:
            table.then(TIDY_DECKS, end_turn)


def tell_awakened(table: Table, seat: Seat, target: Seat, cards: list[int]) -> None:
    box = table.box
    amulets = sum([box.rooms[card].amulets for card in cards])
    guardians = len([card for card in cards if box.rooms[card].guardian])
    table.tell(Awakened(seat, target, box.named(cards), box.faces(cards), guardians, amulets))


def can_awaken(table: Table, seat: Seat) -> bool:
    """LR-40, LR-80."""
    return len(table.hands[seat]) > 0 or not table.box.needs_card_to_awaken


def is_target(table: Table, seat: Seat, target: Seat) -> bool:
    """LR-R05, LR-R06."""
    return target != seat and (len(table.hands[target]) > 0 or table.box.can_awaken_empty)


def can_awaken_somebody(table: Table, seat: Seat) -> bool:
    if not can_awaken(table, seat):
        return False
    return any(is_target(table, seat, target) for target in range(table.players))


# Built once and used for ever.
LOOTS: Final = [Loot(0), Loot(1)]
RUN: Final = Run()
AWAKENS: Final = [Awaken(seat) for seat in SEATS]
PASS: Final = Pass()
TURNS: Final = [TakeTurn(seat) for seat in SEATS]
EXTRA_TURNS: Final = [TakeTurn(seat, True) for seat in SEATS]
END_TURNS: Final = [EndTurn(seat) for seat in SEATS]
FRANK_TURNS: Final = [EndTurn(seat, True) for seat in SEATS]
