"""A game as the rest of the system sees it: one description, from the game's own folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Protocol

from loot_table.engine import options as option_reader
from loot_table.engine.codec import Codec
from loot_table.engine.components import content_hash
from loot_table.engine.errors import BadComponents, BadPosition, BadRecord, BadTable
from loot_table.engine.series import Series
from loot_table.engine.state import State

RulesVersion = int


class Components(Protocol):
    """A validated set of cards, tiles, pawns."""

    @property
    def hash(self) -> str: ...

    @property
    def data(self) -> Mapping[str, Any]: ...


@cache
def shipped(read_components: Callable[[None], Any]) -> Any:
    return read_components(None)


@dataclass(frozen=True)
class Teams:
    """Who plays together, how much is said while they play, and who hears what is said to a team."""

    of: tuple[int, ...]  # the team of each seat
    talk: str  # "open"; "limited": a line between two decisions of one's own; "none"
    is_private: bool  # whether a line to the team is heard by the team alone
    rule: str  # of the game


@dataclass(frozen=True)
class NoOptions:
    """For games that are always played the same way."""


@dataclass(frozen=True)
class NoComponents:
    """For games without cards or pieces that could be others."""

    data: Mapping[str, Any]

    @property
    def hash(self) -> str:
        return content_hash(self.data)


def read_no_components(data: Mapping[str, Any] | None) -> NoComponents:
    if data:
        raise BadComponents("this game has no components to change")
    return NoComponents({})


def read_no_position(position: Any, players: int, options: Any, components: Any) -> State:
    raise BadPosition("this game has no written positions")


def write_no_position(table: Any) -> Any:
    raise BadPosition("this game has no written positions")


def nothing_conserved(table: Any) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True)
class Shelf:
    """What the list of games says of it."""

    tease: str = ""  # a line under the name
    minutes: int = 0  # a usual game, where the lab has not measured it; 0 where nobody knows
    place: int = 100  # among the games: the first stands first


OWN_CODEC: Final = Codec()  # stands for one of the module that `new` stands in


@dataclass(frozen=True)
class Game:
    """What `games/<slug>/__init__.py` says of itself. What has a default, a small game need not say."""

    slug: str
    name: str
    pitch: str  # one sentence for the list of games
    least_players: int
    most_players: int
    new: Callable[[int, Any, Any], State]  # players, options, components
    codec: Codec = OWN_CODEC
    rules_version: RulesVersion = 1  # raised whenever an old record would play differently
    has_secrets: bool = False  # whether some seat knows what another must not see
    seat_names: tuple[str, ...] = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")  # when nobody gave a name
    options: type = NoOptions
    read_components: Callable[[Mapping[str, Any] | None], Any] = read_no_components  # None: the set that ships
    read_position: Callable[[Any, int, Any, Any], State] = read_no_position  # with players, options, components
    write_position: Callable[[Any], Any] = write_no_position
    conserved: Callable[[Any], Mapping[str, int]] = nothing_conserved  # what must never be lost or doubled, counted
    shelf: Shelf = Shelf()
    seat_colours: str = "abcdefgh"  # the identities that seats start with, a (blue) to h (pink)
    older: Mapping[RulesVersion, Mapping[str, str | int | bool]] = field(
        default_factory=dict
    )  # versions before, as options
    older_components: frozenset[str] = frozenset()  # hashes of shipped sets before, worded otherwise but played alike
    read_teams: Callable[[int, Any], Teams | None] | None = None  # players, options; None: everybody plays alone

    read_series: Callable[[int, Any], Series | None] | None = None  # players, options; None: every game by itself
    points: Callable[[Any], list[int]] | None = None  # what a finished table counts for in a series, by seat

    def __post_init__(self) -> None:
        if self.codec is OWN_CODEC:
            object.__setattr__(self, "codec", Codec(sys.modules[self.new.__module__]))

    @property
    def has_positions(self) -> bool:
        """Whether its positions can be written and read."""
        return self.write_position is not write_no_position

    def check_players(self, players: Any) -> None:
        if type(players) is not int or not self.least_players <= players <= self.most_players:
            counts = str(self.least_players)
            if self.most_players > self.least_players:
                counts += f" to {self.most_players}"
            raise BadTable(f"{self.name} is for {counts} players, got {players}")

    def start(
        self,
        players: Any,
        options: Mapping[str, object] | None = None,
        components: Mapping[str, Any] | None = None,
    ) -> State:
        """A fresh table; what is wrong with the wishes is said here."""
        self.check_players(players)
        return self.new(players, option_reader.read(self.options, options or {}), self.components(components))

    def options_under(self, rules: RulesVersion, given: Mapping[str, object]) -> Mapping[str, object]:
        """Options of a match begun under some rules version, as they are written today."""
        if rules == self.rules_version:
            return given
        if rules not in self.older:
            raise BadRecord(f"this record follows rules version {rules}; here is version {self.rules_version}")
        return {**self.older[rules], **given}

    def knows_components(self, hash: str, here: Components) -> bool:
        """Whether a match with components of this hash is played alike with these."""
        is_shipped = here.hash == self.components(None).hash
        return hash == here.hash or (is_shipped and hash in self.older_components)

    def teams(self, players: int, options: Mapping[str, object]) -> Teams | None:
        """The teams at a table with these options, if there are any."""
        if self.read_teams is None:
            return None
        return self.read_teams(players, option_reader.read(self.options, options))

    def series(self, players: int, options: Mapping[str, object]) -> Series | None:
        """The series that a table with these options plays, before its first game."""
        if self.read_series is None:
            return None
        return self.read_series(players, option_reader.read(self.options, options))

    def components(self, data: Mapping[str, Any] | None) -> Any:
        """A set of components, checked; the one that ships with the game is read once."""
        return shipped(self.read_components) if data is None else self.read_components(data)
