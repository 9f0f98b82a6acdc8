"""Loot N Run: push your luck with face-down rooms that only you have seen."""

from loot_table.engine.codec import Codec
from loot_table.engine.game import Game, Shelf
from loot_table.games.loot_n_run import awaken_events, box, decks, events, rules, table, werewolf
from loot_table.games.loot_n_run.components import read_components
from loot_table.games.loot_n_run.position import read_position, write_position


def conserved(state: table.Table) -> dict[str, int]:
    """Every room is in exactly one place, and the decks hold what nobody has been dealt."""
    undealt = [card for cards in state.pool for card in cards]
    discarded = state.discard + [refused.card for refused in state.refused]
    everywhere = undealt + discarded + state.drawn + [held.card for hand in state.hands for held in hand]
    return {
        "rooms": len(everywhere),
        "different rooms": len(set(everywhere)),
        "rooms missing in the decks": len(undealt) - sum(state.sizes),
    }


GAME = Game(
    slug="loot_n_run",
    name="Loot N Run",
    pitch="Grab rooms face down, run before somebody awakens your guardians: luck, bluff and five-second turns.",
    least_players=2,
    most_players=6,
    shelf=Shelf("One more room. What could wake up?", minutes=20, place=4),
    rules_version=2,
    has_secrets=True,
    seat_names=rules.SEAT_NAMES,
    options=box.Options,
    codec=Codec(rules, werewolf, decks, events, awaken_events, table),
    read_components=read_components,
    new=rules.new,
    read_position=read_position,
    write_position=write_position,
    conserved=conserved,
    older={1: {"refused_cards": "open"}},
)
