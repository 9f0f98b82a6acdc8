"""What can happen to a table: one typed entry of its log for each, how it is written down and how it is read back.

An entry is written as JSON beside the number of the schema it follows. Entries of older schemas are brought up to date
when they are read (`UPGRADES`), never rewritten, so that a release can always be compared with what an older one wrote.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.state import Seat

SCHEMA = 5
MOST_BYTES = 2**20  # of one entry


class Unreadable(BadInput):
    """An entry of the log that this release cannot read."""


class Place(Struct, forbid_unknown_fields=True):
    """A seat and who sits on it."""

    kind: str = "open"  # "open", "human" or "bot"
    name: str = ""
    colour: str = "a"
    team: int | None = None
    is_ready: bool = False
    bot: str | None = None  # who plays a bot's seat, or holds a human's
    is_held: bool = False
    token: str | None = None  # the seat token's hash
    screen: str | None = None  # seats with the same value share a screen
    phone: str | None = None  # the hash of a phone's token, which opens this one seat of a shared screen (LT-18)

    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.is_held

    def tokens(self) -> frozenset[str]:
        """The hashed tokens that open this seat."""
        return frozenset([key for key in (self.token, self.phone) if key is not None])


class ClockTerms(Struct, frozen=True, forbid_unknown_fields=True):
    bank: int
    increment: int
    is_per_move: bool = False


class Lineage(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a beginning comes from, for people to read."""

    kind: str  # "game", a "branch" of one that was not played, an "upload"; or what else begins so
    step: int = 0  # entries of that record before it
    table: str | None = None  # where it was played, if that can be looked at
    names: list[str] = []


class Beginning(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that begins where another stood: with entries of a record, from the set-up or a written position."""

    lineage: Lineage
    entries: list[Any] = []
    position: Any = None
    luck: list[list[str]] | None = None  # what chance brought there, to come again; None: by this table's own key


class Happening(Struct, forbid_unknown_fields=True, tag_field="kind"):
    """One entry of a table's log."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


# ---------------------------------------------------------------- gathering


class Created(Happening, tag="created", kw_only=True):
    code: str
    game: str
    players: int
    options: dict[str, str | int | bool]
    components: dict[str, Any] | None
    is_public: bool
    spectators: str
    previous: str | None
    places: list[Place]
    host: Seat
    clock: ClockTerms | None
    key: str | None = None  # see engine/sealed.py; older releases had none
    scores: list[list[int]] = []  # of the games before in a series, by who sat where in the first (LT-15)
    design: str | None = None  # the hash of the lab's design that is played
    playtest: str | None = None  # the design whose invitation led here
    deal: str | None = None  # the daily deal that is played, by day and game; its key is `key` (LT-20)
    beginning: Beginning | None = None  # None: it begins with the set-up
    has_hints: bool = False  # whether whoever plays alone against bots may ask for hints (LT-22)


class Joined(Happening, tag="joined"):
    seat: Seat
    name: str
    token: str


class Sat(Happening, tag="sat"):
    seat: Seat
    to: Seat


class Styled(Happening, tag="styled"):
    seat: Seat
    name: str | None
    colour: str | None
    team: int | None


class Readied(Happening, tag="readied"):
    seat: Seat
    is_ready: bool


class SeatSet(Happening, tag="seat_set"):
    at: Seat
    to: str  # "open" or "bot"
    bot: str | None
    name: str


class OptionsSet(Happening, tag="options_set"):
    options: dict[str, str | int | bool]


class Called(Happening, tag="called"):
    pass


class Stopped(Happening, tag="stopped"):
    seat: Seat


class Hosted(Happening, tag="hosted"):
    """The host was away for long: somebody who is here is the host now (LT-6)."""

    seat: Seat


# ---------------------------------------------------------------- playing


class Started(Happening, tag="started"):
    """With the rules and components in force: whoever reads this later must have the same."""

    entries: list[Any]  # of the match's record
    left: list[float]  # on each clock
    rules: int
    components: str  # their hash; "" where an older release did not write it
    began: float = 0.0  # here and below: when a clock began to run, by the house's own time, where days are counted


class Played(Happening, tag="played"):
    seat: Seat
    entries: list[Any]
    left: list[float]
    began: float = 0.0


class Undone(Happening, tag="undone"):
    seat: Seat
    agreed: list[Seat]
    left: list[float] = []
    began: float = 0.0


class Offered(Happening, tag="offered"):
    offer: str
    seat: Seat
    agreed: list[Seat]


class Answered(Happening, tag="answered"):
    seat: Seat
    agrees: bool


class Paused(Happening, tag="paused"):
    is_paused: bool
    left: list[float]
    began: float = 0.0


class Ended(Happening, tag="ended"):
    pass


class Resigned(Happening, tag="resigned"):
    seat: Seat
    is_late: bool
    bot: str | None
    left: list[float] = []  # where days are counted
    began: float = 0.0


class Held(Happening, tag="held"):
    at: Seat
    bot: str


class Returned(Happening, tag="returned"):
    seat: Seat


class Rematched(Happening, tag="rematched"):
    next: str


class Rekeyed(Happening, tag="rekeyed"):
    """A player has another key to the seat: the old one opens it no more, wherever it lies."""

    seat: Seat
    token: str


class Hinted(Happening, tag="hinted"):
    """A hint was asked for. What it said is not kept."""

    seat: Seat


class Muted(Happening, tag="muted"):
    at: Seat
    is_muted: bool


class Paired(Happening, tag="paired"):
    seat: Seat
    phone: str


class Unpaired(Happening, tag="unpaired"):
    seat: Seat


ANY = (
    Created
    | Joined
    | Sat
    | Styled
    | Readied
    | SeatSet
    | OptionsSet
    | Called
    | Stopped
    | Hosted
    | Started
    | Played
    | Undone
    | Offered
    | Answered
    | Paused
    | Ended
    | Resigned
    | Held
    | Returned
    | Rematched
    | Rekeyed
    | Muted
    | Paired
    | Unpaired
    | Hinted
)


# ---------------------------------------------------------------- writing and reading


def written(happening: Happening) -> bytes:
    """An entry as it is kept. What could not be read back is refused here, before anything has happened."""
    body = codec.dumps(happening)
    assert read(SCHEMA, body) == happening, "what is written is read back as it was"
    return body


def read(schema: int, body: bytes) -> Happening:
    """An entry as it was kept, whichever release wrote it."""
    if schema > SCHEMA:
        raise Unreadable(f"a newer release wrote it (schema {schema}; this one reads up to {SCHEMA})")
    plain = codec.loads(body, MOST_BYTES)
    if not isinstance(plain, dict):
        raise Unreadable("an entry of the log is no object")
    for step in range(schema, SCHEMA):
        plain = UPGRADES[step](plain)
    try:
        happening: Happening = msgspec.convert(plain, ANY)
    except msgspec.ValidationError as error:
        raise Unreadable(f"an entry of the log is not as it should be: {error}") from None
    return happening


def with_rules(plain: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 did not say by which rules a game was begun: there was but one version of them."""
    return {"rules": 1, "components": "", **plain} if plain.get("kind") == "started" else plain


def as_it_was(plain: dict[str, Any]) -> dict[str, Any]:
    """Schema 2 had no series, schema 3 no designs, schema 4 no clocks of days, daily deals, phones, new keys to seats,
    beginnings and hints."""
    return plain


UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: with_rules,
    2: as_it_was,
    3: as_it_was,
    4: as_it_was,
}
