"""What of Looterz travels as JSON: actions, steps, events and views."""

from __future__ import annotations

from typing import Final

from loot_table.engine.codec import Codec
from loot_table.games.looterz import (
    abilities,
    answers,
    box,
    dice,
    draw_pile,
    dungeon,
    dungeon_events,
    events,
    questions,
    rules,
    table,
)


def spoken() -> Codec:
    """What travels."""
    codec = Codec(abilities, answers, box, dice, draw_pile, dungeon, dungeon_events, events, questions, rules, table)
    codec.forget("answer", "asks", "of_card", "question", "roll")
    return codec


CODEC: Final = spoken()
