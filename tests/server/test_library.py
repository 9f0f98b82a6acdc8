"""All games of a browser: page by page, without one request for each; as files; deleted."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from server.house import House, house, in_house
from server.visitor import BOT, Visitor

from loot_table import games
from loot_table.engine.match import Match
from loot_table.server.backups import backup, restore
from loot_table.server.keyring import library
from loot_table.server.replica import Replica


def test_a_browser_finds_all_its_games_without_an_account(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, ben = Visitor(here), Visitor(here, "Ben")
        lost = await ana.loses()
        running = await ana.sits_down(game="loot_n_run", players=3, seats=[{"kind": "human"}, BOT, {"kind": "open"}])
        await ben.joins(running)
        found = {game["table"]: game for game in await ana.library()}
        assert set(found) == {lost, running}
        assert found[lost]["standings"] == [0.0, 1.0]
        assert (found[lost]["phase"], found[lost]["mine"], found[lost]["may_delete"]) == ("over", [0], True)
        assert found[lost]["seats"][1]["bot"] == "apprentice"
        assert (found[running]["phase"], found[running]["standings"]) == ("gathering", None)
        assert [seat["name"] for seat in found[running]["seats"]][2] == "Ben"
        (his,) = await ben.library()
        assert (his["table"], his["mine"], his["may_delete"]) == (running, [2], False)
        assert await Visitor(here).library() == []
        # Neither a token nor its hash is ever shown.
        keys = [place.token for place in here.live(lost).places if place.token]
        assert not any(key in json.dumps(found[lost]) for key in keys)

    in_house(story, tmp_path)


def test_pages_follow_each_other_and_games_from_before_are_read_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "PAGE", 3)
    monkeypatch.setattr(library, "MOST_READ", 1)

    async def story(here: House) -> None:
        ana = Visitor(here)
        tables = [await ana.loses() for _ in range(5)]
        for table in tables[:2]:
            await here.service.outcomes.forget(table)
            del here.tables.awake[table]
        first = await ana.get("/api/library")
        assert len(first["games"]) == 3
        assert first["total"] == 5
        second = await ana.get(f"/api/library?before={first['next']}")
        assert len(second["games"]) == 1, "one log is read for a page"
        assert {game["table"] for game in await ana.library()} == set(tables)
        # What was read is written down: now a page is whole.
        assert len((await ana.get(f"/api/library?before={first['next']}"))["games"]) == 2
        assert await ana.problem("GET", "/api/library?before=x") == (404, "not_found")

    in_house(story, tmp_path)


def test_seats_from_before_there_were_rings_are_hung_on_one(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        (host, *_) = await here.make()
        ana = Visitor(here)
        ana.cookies[host.at, "loot-seat-0"] = host.token
        assert await ana.library() == []
        assert (await ana.post(f"{host.at}/keep"))["seats"] == [0]
        assert [game["table"] for game in await ana.library()] == [host.table]
        ana.cookies.pop((host.at, "loot-seat-0"))
        assert (await ana.get(host.at))["mine"] == [0], "the ring is enough"
        assert (await ana.post(f"{host.at}/ticket"))["seats"] == [0]
        assert await Visitor(here).problem("POST", f"{host.at}/keep", {}) == (401, "no_seat")

    in_house(story, tmp_path)


def test_a_rematch_hangs_on_the_ring_too(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana = Visitor(here)
        table = await ana.loses()
        await ana.does(table, "rematch")
        again = await ana.post(f"/api/tables/{table}/follow")
        assert again["seats"] == [1]
        assert {game["table"] for game in await ana.library()} == {table, again["table"]}

    in_house(story, tmp_path)


def test_records_are_exported_as_lines_or_as_a_zip(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana = Visitor(here)
        tables = [await ana.loses() for _ in range(2)]
        await ana.sits_down()  # runs, and has secrets to keep
        lines = (await ana.request("GET", "/api/library/records?form=jsonl")).body.splitlines()
        records = [json.loads(line) for line in lines]
        assert {record["nature"]["table"] for record in records} == set(tables)
        assert Match.from_json(records[0], games.load("crates_barrels")).is_over
        packed = zipfile.ZipFile(io.BytesIO((await ana.request("GET", "/api/library/records?form=zip")).body))
        assert len(packed.namelist()) == 2
        assert json.loads(packed.read(packed.namelist()[0])) in records
        assert await ana.problem("GET", "/api/library/records?form=exe") == (400, "bad_request")
        assert await Visitor(here).problem("GET", "/api/library/records?form=zip") == (401, "no_seat")

    in_house(story, tmp_path)


def test_a_game_leaves_ones_own_library_and_nobody_elses(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, ben = Visitor(here), Visitor(here, "Ben")
        table = await ana.sits_down(seats=[{"kind": "human"}])
        await ben.joins(table)
        await ben.delete(f"/api/library/games/{table}")
        assert await ben.library() == []
        assert (await ben.get(f"/api/tables/{table}"))["mine"] == [], "the key went with it"
        assert len(await ana.library()) == 1
        assert await ben.problem("DELETE", f"/api/library/games/{table}") == (404, "not_found")

    in_house(story, tmp_path)


def test_a_table_is_deleted_by_its_host_with_all_that_was_kept_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            ana, ben = Visitor(here), Visitor(here, "Ben")
            table = await ana.sits_down(seats=[{"kind": "human"}])
            await ben.joins(table)
            await ana.does(table, "chat", text="a secret between us")
            assert await ben.problem("DELETE", f"/api/tables/{table}") == (403, "not_allowed")
            assert await Visitor(here).problem("DELETE", f"/api/tables/{table}") == (401, "no_seat")
            await ana.delete(f"/api/tables/{table}")
            assert await ana.problem("GET", f"/api/tables/{table}") == (404, "no_such_table")
            assert await ana.library() == await ben.library() == []
            lost = await ana.loses()
            await ana.delete(f"/api/tables/{lost}")
            assert await here.tables.store.papers_about(lost, "outcome") == []
            assert await here.tables.store.finished() == []

    asyncio.run(story())
    with closing(sqlite3.connect(tmp_path / "loot.db")) as database:
        assert database.execute("SELECT count(*) FROM events WHERE body != x''").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM chats WHERE body != x''").fetchone() == (0,)
    assert b"a secret between us" not in (tmp_path / "loot.db").read_bytes()


def test_no_alarm_rings_at_a_table_by_day_that_was_deleted(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana = Visitor(here)
        table = await ana.sits_down(clock={"bank": 3 * 86400, "is_per_move": True})
        await ana.does(table, "start")
        assert table in here.tables.alarms.due
        await ana.delete(f"/api/tables/{table}")
        assert here.tables.alarms.due == {}
        assert await here.tables.store.papers_of("alarm", "alarm") == []

    in_house(story, tmp_path)


def test_a_replica_forgets_a_table_too_and_a_backup_brings_rings_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            ana = Visitor(here)
            replica = Replica(tmp_path / "loot.db", tmp_path / "second.db")
            gone, stays = await ana.loses(), await ana.loses()
            replica.catch_up()
            await ana.delete(f"/api/tables/{gone}")
            replica.catch_up()
            later = await ana.loses()  # no number is given twice
            replica.catch_up()
            replica.stop()
            Replica(tmp_path / "loot.db", tmp_path / "second.db").stop()  # it follows the same past
            backup(tmp_path / "loot.db", tmp_path / "copy.db")
            kept.update(ana.cookies)
            expected.extend([gone, stays, later])

    kept: dict[tuple[str, str], str] = {}
    expected: list[str] = []
    asyncio.run(story())
    _gone, stays, later = expected
    with closing(sqlite3.connect(tmp_path / "second.db")) as database:
        tables = {row[0] for row in database.execute("SELECT DISTINCT table_id FROM events WHERE body != x''")}
    assert tables == {stays, later}
    restore(tmp_path / "copy.db", tmp_path / "loot.db")

    async def afterwards() -> None:
        async with house(tmp_path) as here:
            ana = Visitor(here)
            ana.cookies = kept
            assert {game["table"] for game in await ana.library()} == {stays, later}

    asyncio.run(afterwards())


def test_figures_have_intervals_and_withhold_what_is_not_known(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana = Visitor(here)
        assert (await ana.get("/api/library/figures"))["games"] == 0
        for _ in range(3):
            await ana.loses()
        await ana.loses(seats=[{"kind": "human"}, {"kind": "human"}])  # both seats are hers: it says nothing about her
        found = await ana.get("/api/library/figures")
        assert (found["games"], found["skipped"], found["won"]) == (3, 1, 0)
        (figure,) = found["by_game"]
        assert (figure["count"], figure["share"], figure["fair"]) == (3, 0.0, 0.5)
        low, high = figure["interval"]
        assert low == 0.0
        assert 0.4 < high < 0.7
        assert figure["more"] > 0
        assert figure["adjusted"] == {"count": 0, "least": 5, "share": None, "interval": None}
        assert [level["level"] for level in figure["levels"]] == ["apprentice"]

    in_house(story, tmp_path)


def reviewed(luck: float | None) -> list[dict[str, Any]]:
    """What a review of a game for two tells, as far as it is kept."""
    account = {"result": 0.0, "withheld": None, "luck": luck, "own": -20.0, "adjusted": None if luck is None else -luck}
    return [
        {"kind": "opening"},
        {"kind": "decision", "seat": 0, "mark": "blunder"},
        {"kind": "decision", "seat": 1, "mark": "mistake"},
        {"kind": "decision", "seat": 0, "mark": "close"},
        {"kind": "ledger", "accounts": [{"seat": 0, **account}, {"seat": 1, "result": 100.0}]},
        {"kind": "ribbon", "shares": [[50.0 - n / 10, 50.0 + n / 10] for n in range(101)]},
    ]


def test_what_a_review_found_stays_and_luck_is_taken_out(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, outcomes = Visitor(here), here.service.outcomes
        tables = [await ana.loses() for _ in range(6)]
        for number, table in enumerate(tables[:5]):
            outcomes.reviewed(table, reviewed(-30.0 - number), False)
        outcomes.reviewed(tables[5], reviewed(None), False)
        outcomes.reviewed("not-a-table", reviewed(1.0), False)
        await asyncio.gather(*outcomes.tasks)
        found = {game["table"]: game["review"] for game in await ana.library()}
        assert (found[tables[0]]["luck"], found[tables[0]]["own"], found[tables[0]]["mistakes"]) == (-30.0, -20.0, 1)
        assert len(found[tables[0]]["curve"]) == 24
        assert (found[tables[0]]["curve"][0], found[tables[0]]["curve"][-1]) == (50.0, 40.0)
        assert found[tables[5]]["luck"] is None
        (figure,) = (await ana.get("/api/library/figures"))["by_game"]
        assert (figure["share"], figure["adjusted"]["count"], figure["adjusted"]["share"]) == (0.0, 5, 0.32)
        low, high = figure["adjusted"]["interval"]
        assert low < 0.32 < high < figure["interval"][1] + 0.4
        assert await here.tables.store.papers_about("not-a-table", "ledger") == []
        # A closer look counts more than a quick one that comes later.
        outcomes.reviewed(tables[0], reviewed(7.0), True)
        await asyncio.gather(*outcomes.tasks)
        outcomes.reviewed(tables[0], reviewed(3.0), False)
        await asyncio.gather(*outcomes.tasks)
        assert {game["table"]: game["review"] for game in await ana.library()}[tables[0]]["luck"] == 7.0

    in_house(story, tmp_path)


def test_the_library_has_a_budget(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana = Visitor(here, host="10.0.0.9")
        await ana.loses()
        statuses = [(await ana.request("GET", "/api/library/records")).status for _ in range(7)]
        assert statuses.count(200) == 6
        assert statuses[-1] == 429

    in_house(story, tmp_path, is_strict=True)
