"""Loot Fiend: explore a growing map, pack polyomino loot into a locked backpack, dread the third store."""

from loot_table.engine.codec import Codec
from loot_table.engine.game import Game, Shelf
from loot_table.games.loot_fiend import (
    adding,
    box,
    events,
    locks,
    loot,
    rules,
    stalemate,
    stores,
    table,
    tile_loot,
    trips,
)
from loot_table.games.loot_fiend.components import read_components
from loot_table.games.loot_fiend.position import read_position, write_position


def conserved(state: table.Table) -> dict[str, int]:
    """48 tiles, 92 pieces, no two pieces on one square, none on a lock, no two tiles on one cell."""
    kit = state.box.components
    pieces = [piece for tile in state.tiles for piece in tile.loot]
    pieces += [piece for pack in state.packs for piece in pack.pieces]
    pieces += [piece for box in state.boxes for piece in box]
    squares = [kit.shape_of[piece].squares for pack in state.packs for piece in pack.pieces]
    filled = [bin(pack.filled).count("1") for pack in state.packs]
    cells = [tile.cell() for tile in state.tiles]
    laid = sum(not tile.is_store for tile in state.tiles[1:])
    return {
        "map tiles": laid + sum(state.course.unseen) + bool(state.course.turned),
        "tiles on one cell": len(cells) - len(set(cells)),
        "pieces": len(pieces) + len(state.spent()),
        "pieces in two places": len(pieces) - len(set(pieces)),
        "squares with two pieces": sum(squares) - sum(filled),
        "squares with piece and lock": sum(pack.filled & kit.packer.locked[pack.locks] for pack in state.packs),
    }


GAME = Game(
    slug="loot_fiend",
    name="Loot Fiend",
    pitch="Explore a growing map, pack awkward loot, and carry the most when the third store turns up.",
    least_players=2,
    most_players=4,
    shelf=Shelf("Explore. Pack. Regret the boots.", minutes=45, place=1),
    rules_version=2,
    has_secrets=False,
    seat_names=rules.SEAT_NAMES,
    options=box.Options,
    codec=Codec(adding, events, locks, loot, rules, stalemate, stores, table, tile_loot, trips),
    read_components=read_components,
    new=rules.new,
    read_position=read_position,
    write_position=write_position,
    conserved=conserved,
    older={1: {"no_fiend": "nobody", "sealing": "closing"}},
)
