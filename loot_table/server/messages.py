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
    bank: Annotated[int, Meta(ge=10, le=86400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


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


class Join(Message):
    name: Name
    seat: SeatNumber | None = None


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


class Ping(Message, tag="ping"):
    pass


SocketMessage = Command | Hello | WantFrame | Seen | Ask | Unlock | Ping

new_table = msgspec.json.Decoder(NewTable)
join = msgspec.json.Decoder(Join)
command = msgspec.json.Decoder(Command)
socket_message = msgspec.json.Decoder(SocketMessage)

# These do not depend on what the player saw.
TIMELESS = (Ready, Stop, Style, Hold, Return, Mute, Resign, Chat)
