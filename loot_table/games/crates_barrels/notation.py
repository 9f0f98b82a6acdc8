"""Notation: a turn as it stands in the record, `$e3xe1^#`."""

from __future__ import annotations

from mypy_extensions import i64

from loot_table.engine.state import Seat
from loot_table.games.crates_barrels.board import NAMES, RESERVE
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import PICKS_UP, RETURNS, TAKES, WINS, deeds_at


def notation(table: Table, seat: Seat, origin: i64, target: i64) -> str:
    if target == RESERVE:
        return "pass"
    if origin == RESERVE:
        return "@" + NAMES[target]
    done = deeds_at(table, seat, origin, target)
    text = NAMES[origin] + ("x" if done & TAKES else "-") + NAMES[target]
    if table.sides[seat].carrier == origin:
        text = "$" + text
    if done & RETURNS:
        text += "^"
    if done & PICKS_UP:
        text += "$"
    if done & WINS:
        text += "#"
    return text
