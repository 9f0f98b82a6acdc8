"""A toy for tests of the engine: three players pass a coin, which nature flips and one player peeks at."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from loot_table.engine import sentence
from loot_table.engine.codec import Codec
from loot_table.engine.components import content_hash
from loot_table.engine.game import Game
from loot_table.engine.options import whole
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import REFEREE, Action, Chance, Decision, Effect, Event, Refusal, Seat, State, View


@dataclass(frozen=True)
class Pass(Action):
    """Hand the turn on. Nobody learns anything."""

    def label(self, table: Table) -> Sentence:
        return say("Pass")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.tell(Said(seat, "passes"))
        table.then(EndTurn(seat))


@dataclass(frozen=True)
class Flip(Action):
    """Nature flips the coin: heads three times as often as tails."""

    def label(self, table: Table) -> Sentence:
        return say("Flip")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.then(CoinFalls(), EndTurn(seat))


@dataclass(frozen=True)
class Peek(Action):
    """Look at the coin."""

    def label(self, table: Table) -> Sentence:
        return say("Peek")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return Refusal(say("You know it already."), "TY-1") if seat in table.knowing else None

    def do(self, table: Table, seat: Seat) -> None:
        table.knowing.add(seat)
        table.tell(Peeked(seat, table.coin))
        table.then(EndTurn(seat))


@dataclass(frozen=True)
class Name(Action):
    """Name any number up to a million: too many to list."""

    number: int

    def label(self, table: Table) -> Sentence:
        return say("Name {number}", number=self.number)

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None if 0 <= self.number <= 1_000_000 else Refusal(say("0 to a million."), "TY-2")

    def do(self, table: Table, seat: Seat) -> None:
        table.order.append(self.number)
        table.then(Noted(1), Noted(2), EndTurn(seat))


@dataclass(frozen=True)
class TakeTurn(Decision):
    def rule(self) -> str:
        return "TY-1"

    def prompt(self, table: Table) -> Sentence:
        return say("What do you do?")

    def is_open(self) -> bool:
        return True

    def actions(self, table: Table) -> Sequence[Action]:
        known = [] if self.seat in table.knowing else [Peek()]
        return [Pass(), Flip(), *known, Name(7)]


@dataclass(frozen=True)
class CoinFalls(Chance):
    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(0, 3), (1, 1)]

    def do(self, table: Table, outcome: int) -> None:
        table.coin = outcome
        table.knowing.clear()


@dataclass(frozen=True)
class Noted(Effect):
    number: int

    def do(self, table: Table) -> None:
        table.order.append(-self.number)


@dataclass(frozen=True)
class EndTurn(Effect):
    seat: Seat

    def do(self, table: Table) -> None:
        table.turns += 1
        table.then(TakeTurn((self.seat + 1) % table.players))


@dataclass(frozen=True)
class Said(Event):
    seat: Seat
    words: str

    def text(self) -> Sentence:
        return say("{who} {words}", who=sentence.Name(self.seat), words=self.words)

    def rule(self) -> str:
        return "TY-1"


@dataclass(frozen=True)
class Peeked(Event):
    seat: Seat
    coin: int

    def text(self) -> Sentence:
        if self.coin < 0:
            return say("{who} looks", who=sentence.Name(self.seat))
        return say("{who} looks: {coin}", who=sentence.Name(self.seat), coin=self.coin)

    def rule(self) -> str:
        return "TY-1"

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat in (self.seat, REFEREE) else Peeked(self.seat, -1)


@dataclass(frozen=True)
class TableView(View):
    coin: int
    turns: int


class Table(State):
    def __init__(self, players: int, limit: int) -> None:
        super().__init__(players)
        self.limit = limit
        self.coin = 0
        self.knowing: set[Seat] = set()
        self.turns = 0
        self.order: list[int] = []

    def view(self, seat: Seat) -> TableView:
        coin = self.coin if seat in self.knowing or seat == REFEREE else -1
        return TableView(seat, None, self.players, tuple(self.agenda), self.reason, coin, self.turns)

    def check_end(self) -> None:
        if self.turns >= self.limit:
            self.finish("enough")

    def standings(self) -> list[float]:
        return [1.0] + [0.0] * (self.players - 1)


@dataclass(frozen=True)
class Options:
    limit: int = field(default=9, metadata=whole(1, 99, doc="turns", rule="TY-1"))


@dataclass(frozen=True)
class Components:
    data: Mapping[str, Any]

    @property
    def hash(self) -> str:
        return content_hash(self.data)


def new(players: int, options: Options, components: Components) -> Table:
    table = Table(players, options.limit)
    table.then(TakeTurn(0))
    return table


def no_position(*_: Any) -> Any:
    raise AssertionError("the toy has no written positions")


GAME = Game(
    slug="toy",
    name="Toy",
    pitch="A coin.",
    least_players=2,
    most_players=4,
    rules_version=1,
    has_secrets=True,
    seat_names=("Ana", "Ben", "Cem", "Dee"),
    options=Options,
    codec=Codec(sys.modules[__name__]),
    read_components=lambda data: Components(data or {}),
    new=new,
    read_position=no_position,
    write_position=no_position,
    conserved=lambda _: {},
)
