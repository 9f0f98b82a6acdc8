"""What is printed is what is in the box: no more, no less, with the numbers of the design."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as Xml

import pytest
from press.printed_page import placed, shipped, sides

from loot_table import games
from loot_table.engine.errors import BadInput, LootError
from loot_table.engine.printed import Lot
from loot_table.lab import Design
from loot_table.press import print_and_play, sheets_of

# What the boxes hold, for as many as can play.
SHIPPED = {
    "crates_barrels": {"Board": 1, "Pawns": 10, "Player aids": 2},
    "labyrinth": {
        "Board": 1,
        "Wall pieces": 48,
        "Wall cards": 48,
        "Pawns": 8,
        "Wall tokens": 40,
        "Rubble tokens": 8,
        "Treasures": 13,
        "Team treasure board": 1,
        "Player aids": 8,
    },
    "loot_fiend": {
        "Map and store tiles": 48,
        "Starter tile": 1,
        "Small loot": 44,
        "Medium loot": 24,
        "Large loot": 24,
        "Backpacks": 4,
        "Locks": 12,
        "Characters": 4,
        "Action reference cards": 4,
    },
    "loot_n_run": {"Rooms": 54, "Scoring tokens": 12, "Score track": 1, "Player aids": 6},
    "looterz": {"Looterz": 60, "Life tokens": 40, "Loot tokens": 36, "Player aids": 6},
}


def counts(design: Design, players: int | None = None) -> dict[str, int]:
    lots = sheets_of(design, players or design.rules.most_players).lots
    return {lot.title: lot.count for lot in lots}


def names(design: Design, title: str) -> Counter[str]:
    """How often each thing of a lot is printed."""
    lots = sheets_of(design, design.rules.most_players).lots
    lot = next(lot for lot in lots if lot.title == title)
    assert isinstance(lot, Lot)
    return Counter([thing.name for thing in lot.things for _ in range(thing.copies)])


@pytest.mark.parametrize("slug", games.slugs())
def test_a_whole_box_is_printed(slug: str) -> None:
    assert counts(Design(slug)) == SHIPPED[slug]


@pytest.mark.parametrize("slug", games.slugs())
def test_as_many_things_are_on_the_page_as_the_cover_says(slug: str) -> None:
    fronts = [thing for side in sides(shipped(slug)) for thing in placed(side) if thing.kind != "back"]
    boards = 3 if slug == "labyrinth" else 0  # its board is parted in four
    assert len(fronts) == sum(SHIPPED[slug].values()) + boards


@pytest.mark.parametrize("slug", games.slugs())
def test_every_number_of_players_is_served(slug: str) -> None:
    game = games.load(slug)
    for players in range(game.least_players, game.most_players + 1):
        printed = counts(Design(slug), players)
        assert printed.get("Player aids", printed.get("Action reference cards")) == players
    with pytest.raises(LootError, match="players, got"):
        print_and_play(Design(slug), players=game.most_players + 1)


def test_a_removed_card_is_gone_and_a_copied_one_is_there_twice() -> None:
    rooms = Design("loot_n_run").remove("decks.classic.cards.G01").copied("decks.classic.cards.R01", "R13")
    assert counts(rooms)["Rooms"] == 54
    html = print_and_play(rooms)
    assert "G01 · " not in html
    assert "R13 · red" in html
    looterz = Design("looterz").remove("card.bard").copied("card.king", "emperor").set("card.emperor.name", "Emperor")
    assert counts(looterz)["Looterz"] == 60
    printed = names(looterz, "Looterz")
    assert printed["Bard"] == 0
    assert printed["Emperor"] == printed["Emperor II"] == printed["King"] == 1


def test_numbers_of_a_design_are_counted_and_printed() -> None:
    looterz = Design("looterz").set("card.king.copies", 3).set("components.loot_tokens", 20).set("card.king.power", 6)
    assert counts(looterz)["Looterz"] == 61
    assert counts(looterz)["Loot tokens"] == 20
    fiend = Design("loot_fiend").set("loot_shape.O1.count", 20).set("tile_kind.cross.count", 9)
    assert counts(fiend)["Small loot"] == 42
    assert counts(fiend)["Map and store tiles"] == 49
    labyrinth = Design("labyrinth").set("piece.column.copies", 3)
    assert counts(labyrinth)["Wall pieces"] == counts(labyrinth)["Wall cards"] == 47
    crates = Design("crates_barrels").set("side.crates.pawns", 4)
    for layout in ("ring", "forward", "spread"):
        crates = crates.remove(f"layout.{layout}")
    crates = crates.set("layout.row.start.crates", ["c2", "d2", "e2", "f2"])
    assert counts(crates)["Pawns"] == 9
    assert ">93<" in print_and_play(Design("loot_fiend").set("loot_shape.X5.value", 93))


def test_the_score_track_goes_to_the_target_of_this_number_of_players() -> None:
    short = Design("loot_n_run").set("scoring.target.4", 33)
    assert ">33<" in print_and_play(short, players=4)
    assert ">34<" not in print_and_play(short, players=4)
    assert ">35<" in print_and_play(short, players=3)
    assert "A round of the track is 100." in print_and_play(short.set("scoring.target.4", 900), players=4)


@pytest.mark.parametrize("deck", ["classic", "mixed"])
def test_every_deck_is_printed(deck: str) -> None:
    design = Design("loot_n_run").option("deck", deck)
    rooms = design.rules.components(None).decks[deck].rooms
    assert names(design, "Rooms") == Counter([room.face for room in rooms])


def test_a_card_whose_ability_is_changed_says_what_is_played() -> None:
    design = Design("looterz").set("card.bard.ability.0.effects.0.n", 3)
    html = print_and_play(design)
    assert "Recruitment: draw 3 cards." in html
    assert "Recruitment: draw 2 cards." not in html
    own_words = print_and_play(design.set("card.bard.text", "Recruitment: draw three."))
    assert "Recruitment: draw three." in own_words


def test_variants_bring_their_parts() -> None:
    assert counts(Design("looterz").option("dragon_cards", 4))["Looterz"] == 64
    design = Design("labyrinth").option("minotaur", True).option("labyrinth_walls", True)
    printed = counts(design.option("close_placement", "both"), 5)
    assert (printed["Axes"], printed["Minotaur"], printed["Clear wall tokens"], printed["Variant cards"]) == (
        5,
        1,
        5,
        3,
    )
    assert "Team treasure board" not in printed
    for layout in ("row", "ring", "forward", "spread"):
        assert print_and_play(Design("crates_barrels").option("layout", layout))


def test_pieces_and_boards_of_any_shape_are_printed() -> None:
    ring = Design("loot_fiend").set("loot_shape.X5.art", ["###", "#.#", "###"])
    pieces = next(lot for lot in sheets_of(ring, 2).lots if lot.title == "Large loot")
    assert isinstance(pieces, Lot)
    star = next(thing for thing in pieces.things if thing.name == "star shield")
    assert len(star.cuts) == 2, "the outline, and the hole"
    assert (star.width, star.height) == (45, 45)
    flat = {
        "cells": [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]],
        "symbol": "slab",
        "copies": 4,
        "nodes": [0, 2, 4],
    }
    walls = Design("labyrinth").set("piece.spear", flat)
    slab = next(lot for lot in sheets_of(walls, 2).lots if lot.title == "Wall pieces")
    assert isinstance(slab, Lot)
    assert {(thing.width, thing.height) for thing in slab.things if thing.name == "slab"} == {(45, 30)}
    largest = Design("labyrinth").set("board.n", 31)
    parts = [side for side in sides(print_and_play(largest)) if "Part " in "".join(side.itertext())]
    assert len(parts) == 6


def test_a_design_that_cannot_be_printed_says_why() -> None:
    with pytest.raises(BadInput, match="there is no paper 'a5'; there are a4, letter"):
        print_and_play(Design("looterz"), "a5")
    with pytest.raises(LootError, match="tokens.per_player must be 0 to 20"):
        print_and_play(Design("loot_n_run").set("tokens.per_player", 10**9))


def test_a_small_box_saves_paper() -> None:
    two, six = (len(sides(print_and_play(Design("loot_n_run"), players=n))) for n in (2, 6))
    assert two <= six
    assert isinstance(sides(shipped("looterz"))[0], Xml.Element)
