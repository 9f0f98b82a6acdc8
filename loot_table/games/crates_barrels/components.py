"""Sides, pawns and layouts: read from components.toml and checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from loot_table.engine.components import component_hash, items, line, pick, read_toml, whole
from loot_table.engine.errors import BadComponents
from loot_table.games.crates_barrels.board import NUMBERS

SIDES: Final = ("crates", "barrels")
MOST_PAWNS: Final = 5  # more would not fit the number that names a position
MOST_LAYOUTS: Final = 50
MOST_WEIGHT: Final = 1_000_000  # of the evaluation: sums of some dozens still count exactly
WEIGHTS: Final = (
    "pawn_on_board",
    "carrier_bonus",
    "carrier_turn_closer",
    "raider_turn_away",
    "all_pawns_turn_away",
    "guard",
    "side_to_move",
)


class Layout:
    """Where the Loot Tiles, the Respawn Tiles and the pawns are at the start."""

    def __init__(self, id: str, loot: list[int], respawn: list[int], start: list[list[int]]) -> None:
        self.id = id
        self.loot = loot
        self.respawn = respawn
        self.start = start


class Components:
    """A checked set of components."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.hash = component_hash(data)
        sides = pick(data, "side", list, "components")
        if len(sides) != 2 or [pick(side, "id", str, "side") for side in sides] != list(SIDES):
            raise BadComponents("components: there must be two sides, crates and then barrels (CB-COM-1)")
        self.pawns: list[int] = [pick(side, "pawns", int, f"side {side['id']}") for side in sides]
        for side, pawns in zip(SIDES, self.pawns, strict=True):
            if not 1 <= pawns <= MOST_PAWNS:
                raise BadComponents(f"side {side}: pawns must be 1 to {MOST_PAWNS}, got {pawns} (CB-COM-1)")
        files, ranks = line(data, "board.files", "components"), pick(data, "board.ranks", int, "components")
        if files != "abcdefghi" or ranks != 9:
            raise BadComponents(
                f"components: the board has files abcdefghi and 9 ranks, got {files} and {ranks} (CB-COM-3)"
            )
        self.layouts: dict[str, Layout] = {}
        for written in items(data, "layout", MOST_LAYOUTS, "components"):
            layout = read_layout(written, self.pawns)
            if layout.id in self.layouts:
                raise BadComponents(f"components: two layouts are called {layout.id}")
            self.layouts[layout.id] = layout
        weights = pick(data, "bot.evaluation", dict, "components")
        self.weights: dict[str, int] = {
            weight: whole(weights, weight, -MOST_WEIGHT, MOST_WEIGHT, "bot.evaluation") for weight in WEIGHTS
        }


def read_layout(written: Any, pawns: list[int]) -> Layout:
    id = line(written, "id", "layout")
    where = f"layout {id}"
    loot = [tile(pick(written, f"loot.{side}", str, where), where) for side in SIDES]
    respawn = [tile(tile_name, where) for tile_name in items(written, "respawn", len(NUMBERS), where)]
    start = [
        sorted(tile(tile_name, where) for tile_name in items(written, f"start.{side}", len(NUMBERS), where))
        for side in SIDES
    ]
    special = loot + respawn
    if len(set(special)) != len(special):
        raise BadComponents(f"{where}: Loot Tiles and Respawn Tiles must all differ (CB-COM-3)")
    everyone = start[0] + start[1]
    if len(set(everyone)) != len(everyone):
        raise BadComponents(f"{where}: two pawns start on one tile (CB-SET-1)")
    for side, pawns_of in enumerate(SIDES):
        if len(start[side]) != pawns[side]:
            raise BadComponents(
                f"{where}: {pawns_of} must start with {pawns[side]} pawns, got {len(start[side])} (CB-SET-1)"
            )
        if loot[0] in start[side] or loot[1] in start[side]:
            raise BadComponents(f"{where}: no pawn of the {pawns_of} may start on a Loot Tile (CB-SET-2, CB-MOV-5)")
    return Layout(id, loot, respawn, start)


def tile(written: Any, where: str) -> int:
    if not isinstance(written, str) or written not in NUMBERS:
        raise BadComponents(f"{where}: tiles are a1 to i9, got {written!r:.40}")
    return NUMBERS[written]


def read_components(data: Mapping[str, Any] | None) -> Components:
    """These components, or those that ship with the game."""
    return Components(data) if data is not None else shipped()


@cache
def shipped() -> Components:
    return Components(read_toml(Path(__file__).with_name("components.toml")))
