"""Looters of the Labyrinth: slide for treasure through walls that rise and crumble."""

from loot_table.engine.codec import Codec
from loot_table.engine.game import Game, Shelf
from loot_table.games.labyrinth import (
    box,
    cards,
    events,
    maze,
    minotaur,
    moving,
    placing,
    rules,
    table,
    tournament,
    weakening,
)
from loot_table.games.labyrinth.components import read_components
from loot_table.games.labyrinth.position import read_position, write_position


def conserved(state: table.Table) -> dict[str, int]:
    """LL-1.2, LL-5.8: nothing is lost or doubled: cards, pieces, wall tokens, treasures, rubble."""
    counts = {"treasures": state.treasures.bit_count() + sum(state.stash)}
    for kind in state.box.kinds:
        held = sum(hand.count(kind.number) for hand in state.hands)
        standing = sum(wall.shape.kind == kind.number for wall in state.walls)
        counts[f"{kind.symbol} cards"] = held + state.draw[kind.number] + state.discard[kind.number]
        # A piece for every card that can be played, so the supply never runs short.
        counts[f"{kind.symbol} pieces missing"] = max(0, held + state.draw[kind.number] + standing - kind.copies)
    for seat in range(state.players):
        rubble = sum(owner == seat for wall in state.walls for _, owner in wall.rubble)
        counts[f"rubble of seat {seat}"] = state.rubble_home[seat] + rubble
        # Only while cards are dealt or drawn may a hand lack one that is on its way.
        is_uneven = state.to_act >= 0 and len(state.hands[seat]) != state.free_tokens(seat)
        counts[f"hand and tokens of seat {seat} differ"] = int(is_uneven)
    counts["pawns sharing a square"] = state.players - len(set(state.pawns))
    return counts


GAME = Game(
    slug="labyrinth",
    name="Looters of the Labyrinth",
    pitch="Slide for treasure through a labyrinth whose walls you raise and everybody's pawns bring down.",
    least_players=2,
    most_players=8,
    shelf=Shelf("Slide in, wall them out.", minutes=60, place=3),
    rules_version=2,
    has_secrets=True,
    seat_names=("White", "Blue", "Green", "Red", "Yellow", "Purple", "Brown", "Pink"),
    options=box.Options,
    codec=Codec(rules, cards, events, maze, minotaur, moving, placing, table, weakening),
    read_components=read_components,
    new=rules.new,
    read_position=read_position,
    write_position=write_position,
    conserved=conserved,
    seat_colours="fadbcegh",
    older={1: {"sealing": "standing", "four_in_teams": False, "limited_talk": "team"}},
    older_components=frozenset(["b4604cb6d4ce7a6d"]),
    read_teams=box.read_teams,
    read_series=tournament.read_series,
    points=tournament.points,
)
