"""Looterz: a quick, violent race for Loot with cards and dice, for two to six players."""

from loot_table.engine.game import Game, Shelf
from loot_table.games.looterz import rules
from loot_table.games.looterz.box import LEAST_PLAYERS, MOST_PLAYERS, Options
from loot_table.games.looterz.codec import CODEC
from loot_table.games.looterz.components import read_components
from loot_table.games.looterz.position import read_position, write_position
from loot_table.games.looterz.table import Table


def conserved(state: Table) -> dict[str, int]:
    """A card is in exactly one place at any time; Dragon cards leave the Draw Pile only."""
    hands = [card for hand in state.hands for card in hand]
    everywhere = state.in_play() + hands + state.graveyard + state.pile
    return {"cards": len(everywhere), "cards in two places": len(everywhere) - len(set(everywhere))}


GAME = Game(
    slug="looterz",
    name="Looterz",
    pitch="The Dragon is out: send your party into the Dungeon, roll for Loot, and take that, everybody else.",
    least_players=LEAST_PLAYERS,
    most_players=MOST_PLAYERS,
    shelf=Shelf("Recruit a crew. Lose a crew. Win anyway.", minutes=25, place=2),
    rules_version=2,
    has_secrets=True,
    seat_names=("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir"),
    options=Options,
    codec=CODEC,
    read_components=read_components,
    new=rules.new,
    read_position=read_position,
    write_position=write_position,
    conserved=conserved,
    older={1: {"reshuffle": "on_demand", "activation_needs": "possible"}},
    older_components=frozenset({"c5ea9b71fd0562fe"}),
)
