"""What clients may say about a review, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from loot_table.server.messages import Message, Version


class OtherAnswer(Message):
    """What if this had been answered at a step."""

    step: Version
    action: dict[str, Any]
    luck: Literal["same", "fresh"]
    language: Annotated[str, Meta(max_length=16)] = "en"


other_answer = msgspec.json.Decoder(OtherAnswer)
