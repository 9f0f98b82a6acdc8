"""What the desk draws: a design on paper, and one component as a picture. Like everything that reads a design, it runs in the
desk's process."""

from __future__ import annotations

from typing import Any

from loot_table.lab.desk import read
from loot_table.press import print_and_play
from loot_table.press.pictures import picture_of


def printed(plain: dict[str, Any], paper: str, players: int | None, has_backs: bool, saves_ink: bool) -> str:
    design = read(plain)
    design.check()
    return print_and_play(design, paper, players, has_backs, saves_ink)


def pictured(plain: dict[str, Any], path: str) -> str | None:
    design = read(plain)
    design.check()
    return picture_of(design, path)


TASKS = {"printed": printed, "pictured": pictured}
