"""What clients may say about a puzzle."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from loot_table.server.messages import Message

Answers = Annotated[list[dict[str, Any]], Meta(max_length=8)]


class Attempt(Message):
    """The answers so far, the newest last; none to see what is asked."""

    answers: Answers = msgspec.field(default_factory=list)
    form: Literal["scene", "view"] = "scene"
    language: Annotated[str, Meta(max_length=16)] = "en"


class PuzzleQuestion(Message):
    """What a seat may ask at a table, asked of a puzzle after right answers."""

    question: dict[str, Any]
    answers: Answers = msgspec.field(default_factory=list)
    form: Literal["scene", "view"] = "scene"
    language: Annotated[str, Meta(max_length=16)] = "en"


attempt = msgspec.json.Decoder(Attempt)
puzzle_question = msgspec.json.Decoder(PuzzleQuestion)
