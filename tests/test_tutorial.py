"""The tutorial is the game that it makes: its blocks are the files of examples/magpies, and its programs run.
tests/games/test_contract.py checks the game's promises, tests/e2e/test_tutorial.py plays it in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fences import ROOT, blocks
from magpies import GAME
from magpies.rules import FlyHome, Peck, TakeTurn
from magpies.table import CAT, HIDDEN, Table

from loot_table.engine.sentence import Voice
from loot_table.engine.state import NOBODY

PAGE = ROOT / "docs" / "tutorial.md"
MADE = ROOT / "examples" / "magpies"
BLOCKS = list(blocks(PAGE))
FILES = sorted(path for path in MADE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
BUTTON, RING, CROWN = 0, 1, 2


def written(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(MADE).as_posix())
def test_the_page_has_every_file_of_the_game(path: Path) -> None:
    title = f'title="{path.relative_to(ROOT).as_posix()}"'
    shown = [line for block in BLOCKS if block.more == title for line in written(block.text)]
    assert shown == written(path.read_text(encoding="utf-8"))


def test_every_block_is_a_file_or_is_run() -> None:
    titles = {f'title="{path.relative_to(ROOT).as_posix()}"' for path in FILES}
    for block in BLOCKS:
        assert block.more in titles or (not block.more and block.language in ("python", "console")), block.place


def test_the_programs_of_the_page_run() -> None:
    program = "\n".join(block.text for block in BLOCKS if block.language == "python" and not block.more)
    start = f"import sys; sys.path.append({str(ROOT)!r})\n"
    around = {**os.environ, "PYTHONPATH": str(ROOT)} if os.environ.get("PYTHONPATH") else dict(os.environ)
    command = [sys.executable, "-P", "-c", start + program]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=around, check=False)
    assert done.returncode == 0, done.stderr


def laid(*beaks: list[int], nest: list[int] | None = None, home: list[int] | None = None) -> Table:
    table = Table(home or [0] * len(beaks), list(beaks), nest or [9, 6, 3, 3])
    table.then(TakeTurn(0))
    table.news = []
    return table


def told(table: Table) -> list[str]:
    return [Voice(["Ana", "Ben"]).text(event.text()) for event in table.news or []]


def test_what_is_taken_only_its_owner_sees() -> None:
    table = laid([], [CROWN])
    table.apply(Peck())
    table.happen(RING)
    assert table.view(0).beaks == ((RING,), (HIDDEN,))
    assert table.view(1).beaks == ((HIDDEN,), (CROWN,))
    assert told(table) == ["Ana takes a ring."]
    assert str((table.news or [])[0].seen_by(1).text()) == "player 1 takes something."  # type: ignore[union-attr]


def test_a_cat_leaves_the_game_and_a_beak_falls_back_into_the_nest() -> None:
    table = laid([BUTTON, BUTTON, RING], [])
    table.apply(Peck())
    table.happen(CAT)
    assert table.beaks == [[], []]
    assert table.nest == [11, 7, 3, 2]
    assert told(table) == ["A cat! Ana drops 2 buttons and a ring."]


def test_flying_home_scores_and_passes_the_turn() -> None:
    table = laid([CROWN, RING], [])
    table.apply(FlyHome())
    assert table.home == [6, 0]
    assert table.to_act == 1
    assert told(table) == ["Ana brings home a ring and a crown: 6 points."]


def test_an_empty_beak_brings_nothing_home() -> None:
    refusal = FlyHome().why_not(laid([], []), 0)
    assert refusal is not None
    assert refusal.rule == "MP-5"


def test_twelve_points_end_the_game_at_once() -> None:
    table = laid([CROWN, CROWN], [CROWN], home=[4, 11])
    table.apply(FlyHome())
    assert table.to_act == NOBODY
    assert table.standings() == [1.0, 0.0]


def test_an_empty_nest_ends_the_game_and_equals_share_it() -> None:
    table = laid([], [CROWN], nest=[0, 1, 0, 0], home=[3, 3])
    table.apply(Peck())
    table.happen(RING)
    assert table.to_act == NOBODY
    assert table.standings() == [0.5, 0.5]


def test_it_says_who_it_is() -> None:
    assert (GAME.slug, GAME.least_players, GAME.most_players) == ("magpies", 2, 4)
