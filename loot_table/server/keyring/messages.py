"""What clients may say about their key ring, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from loot_table.server.messages import Colour, Message, Name, SeatNumber

Ticket = Annotated[str, Meta(min_length=1, max_length=64)]


class Holder(Message):
    name: Name | None = None
    colour: Colour | None = None


class Recover(Message):
    code: Annotated[str, Meta(min_length=1, max_length=200)]
    bring: bool = True  # whether this browser's own seats come along


class NewPasskey(Message):
    ticket: Ticket
    credential: dict[str, Any]
    name: Name


class SignIn(Message):
    ticket: Ticket
    credential: dict[str, Any]
    bring: bool = True


class Block(Message):
    seat: SeatNumber


class Report(Message):
    seat: SeatNumber
    reason: Literal["insults", "spam", "cheating", "name", "other"]
    text: Annotated[str, Meta(max_length=300)] = ""


holder = msgspec.json.Decoder(Holder)
recover = msgspec.json.Decoder(Recover)
new_passkey = msgspec.json.Decoder(NewPasskey)
sign_in = msgspec.json.Decoder(SignIn)
block = msgspec.json.Decoder(Block)
report = msgspec.json.Decoder(Report)
