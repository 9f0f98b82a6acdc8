"""What an operator may say, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from loot_table.server.messages import Message

LONGEST_TEXT = 200


class OperatorKey(Message):
    key: Annotated[str, Meta(min_length=1, max_length=200)]


class AnnounceRestart(Message):
    seconds: Annotated[int, Meta(ge=10, le=7 * 86400)]
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


operator_key = msgspec.json.Decoder(OperatorKey)
announce_restart = msgspec.json.Decoder(AnnounceRestart)
