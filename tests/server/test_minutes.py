"""Minutes of games among people: only whole games of the shipped game count, and only numbers are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.house import House, Player, error, in_house

from loot_table.server import minutes
from loot_table.server.stopwatch import LONGEST_PAUSE, Stopwatch


async def played(people: list[Player]) -> None:
    """Everybody runs as soon as there is something to run with."""
    here, table = people[0].house, people[0].table
    while here.live(table).phase == "playing":
        mover = people[here.live(table).playing().to_act]
        offered = [each["action"] for each in (await mover.frame())["match"]["actions"]]
        await mover.did("play", action=next((each for each in offered if each["type"] == "run"), offered[0]))


async def kept(here: House) -> minutes.Known:
    for task in list(here.tables.time_keeper.tasks):
        await task
    return await here.tables.time_keeper.known("loot_n_run")


def test_a_stopwatch_does_not_count_long_pauses_nor_what_it_has_not_seen_begin() -> None:
    watch = Stopwatch()
    watch.tick(10.0)
    assert watch.seconds is None
    watch.start(20.0)
    watch.tick(50.0)
    watch.tick(50.0 + 10 * LONGEST_PAUSE)
    assert watch.seconds == 30.0 + LONGEST_PAUSE


def test_a_whole_game_among_people_counts_once_with_nothing_but_its_minutes(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        people = await here.playing("loot_n_run", 2)
        await played(people)
        assert {players: len(each) for players, each in (await kept(here)).items()} == {2: 1}
        paper = await here.tables.store.paper("minutes-loot_n_run")
        assert paper is not None
        assert people[0].table.encode() not in paper.body
        assert (await here.stranger.get("/api/games/loot_n_run/people")).json() == {"people": []}

    in_house(story, tmp_path)


def test_what_is_not_a_whole_game_of_people_does_not_count(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        await (await here.playing("loot_n_run", 2))[1].did("resign")
        await played(await here.playing("loot_n_run", 2, options={"target_score": 1}))
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
        (alone,) = await here.make("loot_n_run", 2, seats=seats)
        await alone.did("start")
        await alone.did("resign")
        assert await kept(here) == {}

    in_house(story, tmp_path)


def test_figures_come_with_the_fifth_game_and_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minutes, "KEPT", 6)

    async def story(here: House) -> None:
        for minute in (4.0, 9.0, 5.0, 8.0):
            await here.tables.time_keeper.write_down("loot_n_run", 3, minute)
        assert (await here.stranger.get("/api/games/loot_n_run/people")).json() == {"people": []}
        for minute in (7.0, 6.0, 6.0):
            await here.tables.time_keeper.write_down("loot_n_run", 3, minute)
        (told,) = (await here.stranger.get("/api/games/loot_n_run/people")).json()["people"]
        assert (told["count"], told["games"], told["minutes"]) == (3, 6, 6.5)
        assert told["low"] <= 6.5 <= told["high"]
        assert error(await here.stranger.get("/api/games/nothing/people")) == (404, "not_found")

    in_house(story, tmp_path)
