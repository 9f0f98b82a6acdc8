"""What clients may say about notices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from loot_table.server.messages import Message

Language = Annotated[str, Meta(max_length=16)]


class Subscribe(Message):
    """As a browser's `PushSubscription` says it."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=1, max_length=120)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]
    language: Language = "en"


class Unsubscribe(Message):
    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class WriteTo(Message):
    address: Annotated[str, Meta(min_length=3, max_length=254)]
    language: Language = "en"


class ConfirmCode(Message):
    code: Annotated[str, Meta(pattern="^[0-9]{6}$")]


class TellMe(Message):
    is_wanted: bool


subscribe = msgspec.json.Decoder(Subscribe)
unsubscribe = msgspec.json.Decoder(Unsubscribe)
write_to = msgspec.json.Decoder(WriteTo)
confirm_code = msgspec.json.Decoder(ConfirmCode)
tell_me = msgspec.json.Decoder(TellMe)
SENT = (Subscribe, Unsubscribe, WriteTo, ConfirmCode, TellMe)
