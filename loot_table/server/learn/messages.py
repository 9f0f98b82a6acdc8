"""What a learner may say, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from loot_table.learn.lessons import MOST_STEPS, OVER_PAR
from loot_table.server.messages import Message

MOST_ANSWERS = MOST_STEPS + OVER_PAR


class LessonAnswer(Message):
    """The answers that were right so far, and at most one thing more: something to try (an action; of a card whether it is
    legal), a question about the table, or the wish to be shown what is right."""

    answers: Annotated[list[dict[str, Any] | bool], Meta(max_length=MOST_ANSWERS)] = msgspec.field(default_factory=list)
    attempt: dict[str, Any] | bool | None = None
    ask: dict[str, Any] | None = None
    show: bool = False
    language: Annotated[str, Meta(max_length=16)] = "en"


lesson_answer = msgspec.json.Decoder(LessonAnswer)
