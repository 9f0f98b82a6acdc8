"""Records that somebody brings along: checked move by move in a process of their own, reviewed like any other, never public."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import House, error, house
from server.test_reviews import QUICK

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.server.review import uploads
from loot_table.server.review.reviews import open_reviews


def record(**changes: Any) -> dict[str, Any]:
    match = Match(games.load("loot_n_run"), 2, names=["Kim", "Lou"], nature=Random(5))
    for _ in range(4):
        match.play(match.to_act, match.actions()[0])
    match.resign(0)
    return {**match.to_json(), **changes}


async def brought(here: House, saved: Any) -> Any:
    return await here.stranger.post("/api/reviews", saved)


def test_a_record_is_brought_along_looked_at_and_gone_on_with(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            here.service.reviews = open_reviews(here.tables, QUICK)
            saved = record(seats=["human", "thief"])
            reply = await brought(here, saved)
            assert reply.status == 201, reply.body
            at = f"/api/tables/{reply.json()['table']}"
            card = (await here.stranger.get(at)).json()
            assert (card["phase"], [seat["name"] for seat in card["seats"]]) == ("over", ["Kim", "Lou"])
            assert card["beginning"]["kind"] == "upload"
            assert (await here.stranger.get("/api/tables")).json()["tables"] == []
            assert (await here.stranger.get(f"{at}/record")).json()["entries"] == saved["entries"]
            told = (await here.stranger.get(f"{at}/review?after=0")).json()
            assert told["error"] == ""
            wish = {"step": 3, "seat": 0, "name": "Zoe"}
            gone = await here.stranger.post(f"{at}/play-on", wish)
            assert gone.json()["card"]["beginning"]["table"] is None
            reply = await brought(here, record(entries=[*saved["entries"][:1], {"outcome": 99}]))
            assert error(reply)[0] == 400
            assert "entry 1" in reply.json()["error"]["text"]
            assert error(await brought(here, record(names=["x" * (1 << 20), "y"]))) == (413, "too_large")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"entries": record()["entries"][:-1]}, "result is not what"),
        ({"result": None, "entries": record()["entries"][:-1]}, "result"),
        ({"format": "something else"}, "not a record"),
        ({"game": "chess"}, "chess"),
        ({"entries": record()["entries"] * 900}, "at most"),
        ({"component_data": {"cards": ["x" * 70_000]}}, "too many"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        uploads.checked(codec.dumps(record(**changes)), 64 * 1024)


def test_a_game_that_is_not_over_is_refused() -> None:
    unfinished = record(entries=record()["entries"][:-1])
    del unfinished["result"]
    with pytest.raises(BadInput, match="not over"):
        uploads.checked(codec.dumps(unfinished), 64 * 1024)


def test_a_game_that_is_still_played_here_is_not_reviewed_with_an_end_put_to_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            people = await here.playing()
            live = here.live(people[0].table)
            for _ in range(uploads.TELLING):
                await people[live.playing().to_act].plays_anything()
            copy = live.playing().at(live.playing().version)
            copy.resign(0)
            assert uploads.is_running(copy, here.tables.awake.values())
            await people[0].did("resign")
            assert not uploads.is_running(copy, here.tables.awake.values())

    asyncio.run(story())


def test_what_is_kept_has_an_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            reviews = open_reviews(here.tables, QUICK)
            text = codec.dumps(record())
            first = (await reviews.uploads.keep(text, 0.1)).id
            await here.tables.get(first)
            for _ in range(uploads.MOST_KEPT):
                await reviews.uploads.keep(text, 0.1)
            assert len(reviews.uploads.kept) == uploads.MOST_KEPT
            assert first not in here.tables.awake
            assert error(await here.stranger.get(f"/api/tables/{first}")) == (404, "no_such_table")

    asyncio.run(story())
