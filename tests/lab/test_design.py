"""Designs: what can be changed, how it is said, and how a file that is wrong is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.lab import Design, read_design, write_design
from loot_table.lab.design import from_json, knobs

# A change of each game that its box has to follow: something goes, and something comes in another number.
CHANGED = {
    "crates_barrels": lambda design: design.set("side.crates.pawns", 4).set(
        "layout.row.start.crates", ["c2", "d2", "e2", "f2"]
    ),
    "labyrinth": lambda design: design.set("piece.column.copies", 3),
    "loot_fiend": lambda design: design.set("loot_shape.O1.count", 20).set("tile_kind.cross.count", 9),
    "loot_n_run": lambda design: design.remove("decks.classic.cards.G01").copied("decks.classic.cards.R01", "R13"),
    "looterz": lambda design: design.remove("card.bard").set("card.king.copies", 3),
}


@pytest.mark.parametrize("slug", ["labyrinth", "loot_fiend", "loot_n_run", "looterz"])
def test_a_changed_design_is_played_at_once(slug: str) -> None:
    design = CHANGED[slug](Design(slug))
    design.check()
    match = Match(design.rules, 2, design.options, design.components, nature=Random(3))
    while not match.is_over and match.version < 300:
        match.play(match.to_act, match.actions()[0])
    assert match.components.hash != design.rules.components(None).hash


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_has_knobs_and_a_design_without_changes_is_the_shipped_game(slug: str) -> None:
    design = Design(slug)
    assert design.components is None
    assert design.differs() == []
    assert len(knobs(design)) >= 5
    assert design.title == design.rules.name


def test_a_design_says_what_it_changed() -> None:
    design = Design("loot_n_run").set("scoring.target.4", 33)
    assert design.differs() == ["scoring.target.4: 35 → 33"]
    assert design.parent == Design("loot_n_run").hash
    removed = Design("looterz").remove("card.bard").differs()
    assert removed == ["components.looterz_cards: 60 → 58", "card.bard: removed"]
    option = Design("crates_barrels").option("layout", "ring")
    assert option.differs() == ["option layout: row → ring"]


def test_designs_that_play_alike_have_the_same_hash_whatever_they_are_called() -> None:
    one = Design("loot_n_run").set("scoring.target.2", 33)
    two = Design("loot_n_run").set("scoring.target.2", 30).set("scoring.target.2", 33).called("Short", "Ada")
    assert one.hash == two.hash != Design("loot_n_run").hash


@pytest.mark.parametrize("ending", ["toml", "json"])
@pytest.mark.parametrize("slug", ["loot_fiend", "loot_n_run", "looterz"])
def test_a_design_is_written_and_read_again(slug: str, ending: str, tmp_path: Path) -> None:
    design = CHANGED[slug](Design(slug)).called('A "fine" design', "Ada")
    write_design(design, tmp_path / f"one.{ending}")
    assert read_design(tmp_path / f"one.{ending}") == design


WRONG = {
    "scoring.goal.4: there is no 'goal' here; there are target": {"path": "scoring.goal.4", "value": 1},
    "scoring.target: every target is 1 or more": {"path": "scoring.target.4", "value": 0},
    "there is no 'G99' in this list": {"path": "decks.classic.cards.G99.amulet", "value": 1},
    "inside of 1, which has no parts": {"path": "scoring.points_per_treasure.x", "value": 1},
}


@pytest.mark.parametrize("says", WRONG)
def test_a_change_that_cannot_be_is_refused_with_its_field(says: str) -> None:
    change = {"kind": "set", **WRONG[says]}
    with pytest.raises(BadInput, match=says.replace("(", r"\(")):
        from_json({"game": "loot_n_run", "changes": [change]})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "is not TOML"),
        ("name = 'x'", "names its `game`"),
        ("game = 'loot_n_run'\ncolour = 'red'", "no field 'colour'"),
        ("game = 'loot_n_run'\nchanges = 3", "`changes` a list"),
        ("game = 'loot_n_run'\n[[changes]]\nkind = 'burn'\npath = 'x'", "change 1: a change has a `kind`"),
        ("game = 'loot_n_run'\n[[changes]]\nkind = 'remove'\npath = 'scoring'", "only a thing of a list"),
        ("game = 'chess'", "chess"),
    ],
)
def test_a_broken_file_is_refused_in_words(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        read_design(tmp_path / "x.toml")


def test_a_file_that_is_too_large_or_deep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps({"game": "x" * 300_000}), encoding="utf-8")
    with pytest.raises(BadInput, match="at most"):
        read_design(tmp_path / "x.json")
    (tmp_path / "y.json").write_text("[" * 50_000, encoding="utf-8")
    with pytest.raises(BadInput, match="is not JSON"):
        read_design(tmp_path / "y.json")
