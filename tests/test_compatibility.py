"""What the last release promised is kept, and what it wrote is read: docs/compatibility.md."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import archive
import promises
import pytest
from promises_kept import unkept

from loot_table import games
from loot_table.bots import make, offered
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.lab.design import from_json

ROOT = Path(__file__).parents[1]
RELEASES = sorted(promises.FOLDER.glob("release-*"))
PAGE = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")


@cache
def here() -> dict[str, Any]:
    return promises.promised()


@pytest.mark.parametrize("folder", RELEASES, ids=lambda path: path.name)
def test_what_a_release_promised_is_kept(folder: Path) -> None:
    """If this fails, something that people use has changed its shape: keep the old way too, or raise the version that the
    page names for it. With a release, `python scripts/promises.py write`."""
    assert list(unkept(promises.read(folder), here())) == []


BREACHES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "GET /api/codes/{code} is gone": lambda now: now["protocol"]["api"].pop("GET /api/codes/{code}"),
    "Join: no seat": lambda now: now["protocol"]["schemas"]["Join"]["properties"].pop("seat"),
    "Join: needs seat": lambda now: now["protocol"]["schemas"]["Join"]["required"].append("seat"),
    "Chat.text: maxLength is 30": lambda now: now["protocol"]["schemas"]["Chat"]["properties"]["text"].update(
        maxLength=30
    ),
    "Command.do: no undo": lambda now: now["protocol"]["schemas"]["Command"]["properties"]["do"]["discriminator"][
        "mapping"
    ].pop("undo"),
    "loot watch is gone": lambda now: now["commands"].pop("loot watch"),
    "loot serve: no --port": lambda now: now["commands"]["loot serve"].remove("--port"),
    "loot_table.bots.make is gone": lambda now: now["python"]["loot_table.bots"].pop("make"),
    "loot_table.engine.match.Match.undo: needs why": lambda now: now["python"]["loot_table.engine.match"]["Match"][
        "undo"
    ].append("why"),
    "looterz with 2: other numbers under version 1": lambda now: now["environments"]["looterz"]["numbers"].update(
        {"2": "0"}
    ),
}


@pytest.mark.parametrize("said", BREACHES)
def test_what_breaks_a_promise_is_named(said: str) -> None:
    now = copy.deepcopy(here())
    BREACHES[said](now)
    assert list(unkept(here(), now)) == [said]


def test_more_breaks_no_promise() -> None:
    now = copy.deepcopy(here())
    now["protocol"]["api"]["GET /api/more"] = []
    now["protocol"]["schemas"]["Join"]["properties"]["more"] = {"type": "boolean"}
    now["commands"]["loot serve"].append("--more")
    now["python"]["loot_table.bots"]["make"][""].append("more=")
    now["environments"]["looterz"] = {"version": 99, "numbers": {}}
    assert list(unkept(here(), now)) == []


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("folder", RELEASES, ids=lambda path: path.name)
def test_what_a_release_wrote_is_read(folder: Path, game: Game) -> None:
    """A position goes on, a design is the same one, a data pack is played."""
    told = json.loads((folder / "written.json").read_text(encoding="utf-8"))[game.slug]
    match = Match(game, told["players"], told["options"], position=told["position"], nature=Random(1))
    assert not match.is_over
    bot = make("random", game, 1)
    match.play(match.to_act, bot.choose(match.view(match.to_act), offered(match.state)))
    design = from_json(told["design"])
    assert design.hash == told["hash"]
    pack = Match(game, game.least_players, components=told["pack"], nature=Random(1))
    assert game.knows_components(pack.components.hash, game.components(None)), "the hash of its contents is the same"
    assert not pack.is_over


def test_the_page_names_every_version() -> None:
    versions = here()["versions"]
    assert f"`{versions['record']}`" in PAGE
    assert f"`{versions['protocol']}`" in PAGE
    for module in promises.PYTHON:
        assert f"`{module}`" in PAGE, module
    assert {archive.path_of(game).is_file() for game in games.all_games()} == {True}
