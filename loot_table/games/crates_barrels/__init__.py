"""Crates vs Barrels: a duel of capture-the-loot on 81 tiles, nothing hidden, no chance."""

from loot_table.engine.codec import Codec
from loot_table.engine.game import Game, Shelf
from loot_table.games.crates_barrels import box, events, rules, table
from loot_table.games.crates_barrels.components import read_components
from loot_table.games.crates_barrels.position import read_position, write_position


def conserved(state: table.Table) -> dict[str, int]:
    """CB-COM-1: on board and in reserve, five pawns a side, no two on a tile."""
    everyone = state.sides[0].tiles + state.sides[1].tiles
    return {
        "crates": len(state.sides[0].tiles) + state.reserve(0),
        "barrels": len(state.sides[1].tiles) + state.reserve(1),
        "pawns sharing a tile": len(everyone) - len(set(everyone)),
    }


GAME = Game(
    slug="crates_barrels",
    name="Crates vs Barrels",
    pitch="Steal the enemy's loot and carry it home: a duel on 81 tiles, nothing hidden, no dice.",
    least_players=2,
    most_players=2,
    shelf=Shelf("The container question, settled.", minutes=20, place=5),
    rules_version=2,
    has_secrets=False,
    seat_names=rules.SIDE_NAMES,
    options=box.Options,
    codec=Codec(rules, events, table),
    read_components=read_components,
    new=rules.new,
    read_position=read_position,
    write_position=write_position,
    conserved=conserved,
    seat_colours="ba",
    older={1: {"position_rules": 1}},
)
