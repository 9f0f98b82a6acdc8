"""What designers may say, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from loot_table.server.messages import BotName, Message, Name, OptionValues, SeatWish

Line = Annotated[str, Meta(max_length=80)]
Path = Annotated[str, Meta(max_length=200)]
Cell = Annotated[str, Meta(max_length=4000)]
FileText = Annotated[str, Meta(max_length=64 * 1024)]
Players = Annotated[int, Meta(ge=1, le=16)]
Grade = Annotated[int, Meta(ge=1, le=5)]
Change = dict[str, Any]  # read by loot_table/lab, which names the field that is wrong


class NewDesign(Message):
    """From a game, from another design, or from a file."""

    game: Annotated[str, Meta(max_length=40)] | None = None
    parent: Annotated[str, Meta(max_length=40)] | None = None
    text: FileText | None = None
    form: Literal["toml", "json", "csv"] = "toml"  # a list as CSV is of the game that is named
    name: Line = ""
    author: Line = ""


class Edit(Message):
    kind: Literal["cell", "remove", "copy", "back"]
    path: Path
    text: Cell = ""


class ChangedDesign(Message):
    """What is not named stays."""

    name: Line | None = None
    author: Line | None = None
    options: OptionValues | None = None
    changes: Annotated[list[Change], Meta(max_length=500)] | None = None
    edits: Annotated[list[Edit], Meta(max_length=200)] = msgspec.field(default_factory=list)
    sheet: Path | None = None  # of a CSV file, and its text
    csv: FileText | None = None


class Published(Message):
    is_published: bool


class Asked(Message):
    question: Annotated[str, Meta(max_length=40)]
    players: Players
    bot: BotName = "greedy"
    again: BotName | None = None  # who is asked, too
    never: Annotated[str, Meta(max_length=80)] = ""  # what somebody never does, where that is the question
    most: Annotated[int, Meta(ge=100, le=20_000)] | None = None
    against: Annotated[str, Meta(max_length=80)] | None = None  # the design it was made from, if none is named


class Tuning(Message):
    """What is wanted, and what may be turned, as `loot lab tune` reads it."""

    players: Players
    wants: Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(min_length=1, max_length=6)]
    knobs: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(min_length=1, max_length=12)]
    bot: BotName = "greedy"
    again: BotName | None = None  # who confirms it, too
    trials: Annotated[int, Meta(ge=1, le=200)] = 60
    most: Annotated[int, Meta(ge=100, le=6400)] = 3200


class DesignTable(Message):
    """A table of a design: what is changed comes from the design."""

    players: Players
    seats: Annotated[list[SeatWish], Meta(max_length=16)] = msgspec.field(default_factory=list)
    name: Name | None = None


class Survey(Message):
    """How it was, from 1 (not at all) to 5 (very); what is not said is not counted."""

    seat: Annotated[int, Meta(ge=0, le=7)]
    fun: Grade | None = None
    clear: Grade | None = None
    fair: Grade | None = None
    text: Annotated[str, Meta(max_length=300)] = ""


new_design = msgspec.json.Decoder(NewDesign)
changed_design = msgspec.json.Decoder(ChangedDesign)
published = msgspec.json.Decoder(Published)
asked = msgspec.json.Decoder(Asked)
tuning = msgspec.json.Decoder(Tuning)
design_table = msgspec.json.Decoder(DesignTable)
survey = msgspec.json.Decoder(Survey)
