"""What clients may say, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=24)]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[ -~]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Version = Annotated[int, Meta(ge=0, le=2**31)]
Colour = Literal["a", "b", "c", "d", "e", "f", "g", "h"]
BotName = Annotated[str, Meta(min_length=1, max_length=24)]
OptionValues = dict[str, str | int | bool]


class Message(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Anything a client sends: an unknown field is an error, not a wish."""


# ---------------------------------------------------------------- creating and joining


class SeatWish(Message):
    kind: Literal["human", "bot", "open"]
    bot: BotName | None = None
    name: Name | None = None


class ClockWish(Message):
    """A bank and an increment, or, `is_per_move`, the bank for every decision; from a day on it is play by day (LT-16)."""

    bank: Annotated[int, Meta(ge=10, le=30 * 86400)]
    increment: Annotated[int, Meta(ge=0, le=86400)] = 0
    is_per_move: bool = False


class NewTable(Message):
    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=16)]
    options: OptionValues = {}
    components: dict[str, Any] | None = None
    seats: Annotated[list[SeatWish], Meta(max_length=16)] = []
    name: Name | None = None
    is_public: bool = False
    spectators: Literal["off", "public", "after"] = "public"
    clock: ClockWish | None = None
    has_hints: bool = False


class PlayOn(Message):
    """A table that begins with a step of a finished game, against bots."""

    step: Version
    seat: SeatNumber
    name: Name
    bot: BotName = "thief"
    luck: Literal["fresh", "same"] = "fresh"


class Hint(Message):
    seat: SeatNumber
    language: Annotated[str, Meta(max_length=16)] = "en"


class MyTables(Message):
    """Tables that a browser has seats at."""

    tables: Annotated[list[Annotated[str, Meta(min_length=1, max_length=40)]], Meta(min_length=1, max_length=60)]


class Join(Message):
    name: Name
    seat: SeatNumber | None = None


class WantPhone(Message):
    """Whose hand is to be shown on a phone."""

    seat: SeatNumber


class Claim(Message):
    """What a phone has read: the word of a one-time link."""

    link: Annotated[str, Meta(min_length=1, max_length=64)]


# ---------------------------------------------------------------- commands


class Sit(Message, tag="sit"):
    to: SeatNumber


class Style(Message, tag="style"):
    name: Name | None = None
    colour: Colour | None = None
    team: Annotated[int, Meta(ge=0, le=1)] | None = None


class Ready(Message, tag="ready"):
    is_ready: bool


class SetSeat(Message, tag="set_seat"):
    at: SeatNumber
    kind: Literal["open", "bot"]
    bot: BotName | None = None


class SetOptions(Message, tag="set_options"):
    options: OptionValues


class Start(Message, tag="start"):
    pass


class Call(Message, tag="call"):
    pass


class Stop(Message, tag="stop"):
    pass


class Play(Message, tag="play"):
    action: dict[str, Any]


class Undo(Message, tag="undo"):
    pass


class Offer(Message, tag="offer"):
    kind: Literal["takeback", "end", "pause", "resume"]


class Answer(Message, tag="answer"):
    agrees: bool


class Resign(Message, tag="resign"):
    pass


class Hold(Message, tag="hold"):
    at: SeatNumber
    bot: BotName


class Return(Message, tag="return"):
    pass


class Rematch(Message, tag="rematch"):
    pass


class Mute(Message, tag="mute"):
    at: SeatNumber
    is_muted: bool


class Unpair(Message, tag="unpair"):
    pass


class Chat(Message, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=300)]
    to: Literal["table", "team"] = "table"


Do = (
    Sit
    | Style
    | Ready
    | SetSeat
    | SetOptions
    | Start
    | Call
    | Stop
    | Play
    | Undo
    | Offer
    | Answer
    | Resign
    | Hold
    | Return
    | Rematch
    | Mute
    | Unpair
    | Chat
)


class Command(Message, tag="command"):
    id: CommandId
    seat: SeatNumber
    version: Version
    do: Do


# ---------------------------------------------------------------- over the socket


class Hello(Message, tag="hello"):
    ticket: Annotated[str, Meta(max_length=64)] | None = None
    seats: Annotated[list[SeatNumber], Meta(max_length=8)] = []
    form: Literal["scene", "view"] = "scene"
    language: Annotated[str, Meta(max_length=16)] = "en"
    since: int = -1


class WantFrame(Message, tag="frame"):
    pass


class Seen(Message, tag="seen"):
    """The frame of a version has come: how long it took is not charged to a clock."""

    version: Version


class Ask(Message, tag="ask"):
    id: CommandId
    seat: SeatNumber
    question: dict[str, Any]


class Unlock(Message, tag="unlock"):
    seat: SeatNumber


class Lock(Message, tag="lock"):
    """The curtain falls."""


class Ping(Message, tag="ping"):
    pass


SocketMessage = Command | Hello | WantFrame | Seen | Ask | Unlock | Lock | Ping

new_table = msgspec.json.Decoder(NewTable)
my_tables = msgspec.json.Decoder(MyTables)
join = msgspec.json.Decoder(Join)
want_phone = msgspec.json.Decoder(WantPhone)
claim = msgspec.json.Decoder(Claim)
play_on = msgspec.json.Decoder(PlayOn)
hint = msgspec.json.Decoder(Hint)
command = msgspec.json.Decoder(Command)
socket_message = msgspec.json.Decoder(SocketMessage)

# These do not depend on what the player saw.
TIMELESS = (Ready, Stop, Style, Hold, Return, Mute, Resign, Unpair, Chat)
