"""Magpies: everything that shines is in one nest, and so are three cats. docs/tutorial.md makes it, step by step."""

from loot_table.engine.codec import Codec
from loot_table.engine.game import Game, Shelf
from magpies import rules, table


def conserved(state: table.Table) -> dict[str, int]:
    """Treasures are in the nest, in a beak, or counted at home."""
    lying = [count * worth for count, worth in zip(state.nest, table.WORTH, strict=False)]
    held = [table.WORTH[thing] for beak in state.beaks for thing in beak]
    return {"points": sum(lying) + sum(held) + sum(state.home)}


GAME = Game(
    slug="magpies",
    name="Magpies",
    pitch="Fill your beak from the nest and fly home in time: what shines is yours, until a cat looks out.",
    least_players=2,
    most_players=4,
    shelf=Shelf("One more ring. What could purr?", minutes=5),
    has_secrets=True,
    codec=Codec(rules, table),
    new=rules.new,
    conserved=conserved,
)
