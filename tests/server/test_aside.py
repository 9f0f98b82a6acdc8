"""LT-13: a table whose log cannot be read or played is set aside by itself, and every other table goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.house import FIRST_MOVE, House, Player, error, house, in_house
from structlog.testing import capture_logs

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.games.crates_barrels import GAME
from loot_table.server import happenings

DEEPEST = 22  # lists in a component: the log has two levels around it
Break = Callable[[sqlite3.Connection, str], object]


def body_of(version: int, text: bytes) -> Break:
    order = "UPDATE events SET body = ? WHERE table_id = ? AND version = ?"
    return lambda database, table: database.execute(order, (text, table, version))


def changed(version: int, **fields: Any) -> Break:
    """An entry in which some fields are others."""

    def work(database: sqlite3.Connection, table: str) -> None:
        where = "WHERE table_id = ? AND version = ?"
        (body,) = database.execute(f"SELECT body FROM events {where}", (table, version)).fetchone()
        plain = {**msgspec.json.decode(body), **fields}
        database.execute(f"UPDATE events SET body = ? {where}", (codec.dumps(plain), table, version))

    return work


def of_schema(version: int, schema: int) -> Break:
    order = "UPDATE events SET schema = ? WHERE table_id = ? AND version = ?"
    return lambda database, table: database.execute(order, (schema, table, version))


# Version 1 is the table, 2 somebody who joins, 3 that they are ready, 4 the start, 5 and 6 moves.
BROKEN: dict[str, tuple[Break, int, str]] = {
    "no JSON at all": (body_of(6, b"\xff\x00 no"), 5, "not JSON"),
    "nested lists": (body_of(6, b'{"kind":"muted","at":' + b"[" * 200 + b"]" * 200 + b"}"), 5, "nested too deeply"),
    "nothing": (body_of(6, b""), 5, "not JSON"),
    "not an object": (body_of(6, b"[1]"), 5, "no object"),
    "an unknown kind": (body_of(6, b'{"kind":"vanished"}'), 5, "not as it should be"),
    "a field too many": (changed(6, luck=7), 5, "not as it should be"),
    "an impossible move": (
        changed(6, entries=[{"seat": 1, "action": {"type": "move", "from": "a1", "to": "a9"}}]),
        5,
        "a move in its log is against the rules that are here (CB-",
    ),
    "a draw that cannot be": (changed(5, entries=[{"outcome": 17}]), 4, "cannot be played (BadInput)"),
    "half an entry": (
        changed(5, entries=[{"seat": 0, "action": FIRST_MOVE}, {"seat": 0, "action": FIRST_MOVE}]),
        4,
        "a move in its log is against the rules",
    ),
    "a seat that is not there": (changed(2, seat=9), 1, "cannot be played (IndexError)"),
    "a newer schema": (of_schema(6, happenings.SCHEMA + 1), 5, "a newer release wrote it"),
    "other rules": (
        changed(4, rules=GAME.rules_version + 1),
        3,
        f"begun under rules {GAME.rules_version + 1} of Crates vs Barrels",
    ),
    "other components": (changed(4, components="0123456789abcdef"), 3, "other components"),
    "an unknown game": (changed(1, game="loot_chess"), 0, "loot_chess"),
    "a broken beginning": (body_of(1, b"{}"), 0, "not as it should be"),
    "a text for a body": (
        lambda database, table: database.execute(
            "UPDATE events SET body = 'garbage' WHERE table_id = ? AND version = 6", (table,)
        ),
        5,
        "not JSON",
    ),
    "a gap": (
        lambda database, table: database.execute("DELETE FROM events WHERE table_id = ? AND version = 5", (table,)),
        4,
        "entry 5 of its log is missing",
    ),
    "a key that is none": (changed(1, key="zz"), 0, "its key is none"),
    "too few seats": (changed(1, players=3), 0, "its seats are not as many"),
    "no seats": (changed(1, places=[]), 0, "its seats are not as many"),
    "a host who is not there": (changed(1, host=7), 0, "its seats are not as many"),
}


async def played(here: House) -> tuple[Player, Player]:
    ana, ben = await here.playing(is_public=True)
    await ana.did("play", action=FIRST_MOVE)
    await ben.plays_anything()
    assert here.live(ana.table).version == 6
    return ana, ben


@pytest.mark.parametrize("name", BROKEN)
def test_one_broken_record_sets_one_table_aside_and_all_others_wake(tmp_path: Path, name: str) -> None:
    breaks, readable, words = BROKEN[name]

    async def run() -> None:
        async with house(tmp_path) as here:
            others = [await played(here) for _ in range(2)]
            ana, ben = await played(here)
        with sqlite3.connect(tmp_path / "loot.db") as database:
            breaks(database, ana.table)
        before = kept(tmp_path)
        with capture_logs() as lines:
            async with house(tmp_path) as here:
                ana.house = ben.house = here
                ana.inside.app = ben.inside.app = here.app
                assert {one["table"] for one in here.tables.lobby.shown()} == {one.table for one, _ in others}
                await look_at(here, ana, readable, words)
        assert kept(tmp_path) == before, "nothing was written"
        aside = [line for line in lines if line["event"] == "table_set_aside"]
        assert len(aside) == 1
        assert ana.table not in str(aside), "an id is an invitation: the log has another name for it"

    asyncio.run(run())


def kept(folder: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(folder / "loot.db") as database:
        return database.execute("SELECT * FROM events ORDER BY number").fetchall()


async def look_at(here: House, ana: Player, readable: int, words: str) -> None:
    card = (await ana.inside.get(ana.at)).json()
    assert card["phase"] == "aside"
    assert words in card["aside"]
    assert here.live(ana.table).version == readable
    assert card["mine"] == ([0] if readable else [])
    record = await ana.inside.get(f"{ana.at}/record")
    assert record.json()["reason"] == card["aside"]
    if readable:
        frame = await ana.frame()
        match = here.live(ana.table).match
        assert (0 if match is None else match.version) == here.live(ana.table).marks[-1], "nothing half-done"
        assert frame["card"]["aside"] == card["aside"]
        text, rule = await ana.refused("undo")
        assert (rule, card["aside"] in text) == ("LT-13", True)
        assert (await ana.does("rematch"))["result"] == "refused"
        async with ana.screen() as socket:
            assert (await socket.hear("frame"))["card"]["phase"] == "aside"
    reply = await here.stranger.post(f"{ana.at}/join", {"name": "Eve"})
    assert error(reply) == (409, "not_now")


def test_the_record_of_a_table_set_aside_tells_each_what_they_noticed(tmp_path: Path) -> None:
    """The game may go on under the release that can read it."""

    async def run() -> None:
        async with house(tmp_path) as here:
            ana, ben = await here.playing("loot_n_run", 2)
            people = {0: ana, 1: ben}
            for _ in range(6):
                await people[here.live(ana.table).playing().to_act].plays_anything()
            last = here.live(ana.table).version
        with sqlite3.connect(tmp_path / "loot.db") as database:
            of_schema(last, happenings.SCHEMA + 1)(database, ana.table)
        async with house(tmp_path) as here:
            ana.inside.app = here.app
            told = (await ana.inside.get(f"{ana.at}/record")).json()
            assert "entries" not in told
            assert told["log"] == (await ana.inside.get(f"{ana.at}/log?seat=0")).json()["log"]
            public = (await here.stranger.get(f"{ana.at}/record")).json()
            assert public["log"] == (await here.stranger.get(f"{ana.at}/log")).json()["log"] != told["log"]
            assert '"key"' not in str(told)

    asyncio.run(run())


@pytest.mark.parametrize("depth", [21, 22, 23, 24, 30, 200])
def test_components_as_deep_as_they_may_be_are_written_and_read_back(tmp_path: Path, depth: int) -> None:
    """Whatever is accepted can be read after a restart; the rest is refused before anything is written."""

    async def first(here: House) -> None:
        nested: Any = 1
        for _ in range(depth):
            nested = [nested]
        data = {**GAME.components(None).data, "note": nested}
        reply = await here.stranger.post("/api/tables", {"game": "crates_barrels", "players": 2, "components": data})
        assert reply.status in (201, 400), reply.body
        accepted.append(reply.status == 201)

    async def second(here: House) -> None:
        assert not [table for table in here.tables.awake.values() if table.aside]
        await here.make()

    accepted: list[bool] = []
    in_house(first, tmp_path)
    in_house(second, tmp_path)
    assert accepted == [depth <= DEEPEST]


def test_what_could_not_be_read_back_is_not_written() -> None:
    nested: Any = 1
    for _ in range(23):
        nested = [nested]
    places = [happenings.Place("human")]
    made = happenings.Created(
        code="a-b-c",
        game="crates_barrels",
        players=2,
        options={},
        components={"deep": nested},
        is_public=False,
        spectators="off",
        previous=None,
        places=places,
        host=0,
        clock=None,
    )
    with pytest.raises(BadInput, match="nested too deeply"):
        happenings.written(made)
    made.components = {"long": "x" * happenings.MOST_BYTES}
    with pytest.raises(BadInput, match="too long"):
        happenings.written(made)
    made.components = {"short": [1, 2.5, "x"]}
    assert happenings.read(happenings.SCHEMA, happenings.written(made)) == made


ROWS: dict[str, str] = {
    "no log at all": "DELETE FROM events WHERE table_id = ?",
    "chat that is no JSON": "UPDATE chats SET body = x'00ff' WHERE table_id = ?",
    "chat that is a list": "UPDATE chats SET body = '[]' WHERE table_id = ?",
    "chat of another team": """UPDATE chats SET body = '{"team":[1]}' WHERE table_id = ?""",
}


@pytest.mark.parametrize("name", ROWS)
def test_nothing_that_lies_in_the_database_keeps_the_others_asleep(tmp_path: Path, name: str) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            others = [await played(here) for _ in range(2)]
            ana, _ben = await played(here)
            await ana.did("chat", text="hello")
        with sqlite3.connect(tmp_path / "loot.db") as database:
            database.execute(ROWS[name], (ana.table,))
        async with house(tmp_path) as here:
            assert {one.table for one, _ in others} <= {one["table"] for one in here.tables.lobby.shown()}
            ana.house, ana.inside.app = here, here.app
            if name == "no log at all":
                assert error(await ana.inside.get(ana.at)) == (404, "no_such_table")
                return
            async with ana.screen() as socket:
                await socket.hear("frame")
                await ana.did("chat", text="again")
                assert (await socket.hear("chat"))["text"] == "again"

    asyncio.run(run())


def test_clocks_that_do_not_fit_set_the_table_aside(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ben = await here.playing(is_public=True, clock={"bank": 60, "increment": 0})
        with sqlite3.connect(tmp_path / "loot.db") as database:
            changed(4, left=[5.0])(database, ana.table)
        async with house(tmp_path) as here:
            card = (await here.stranger.get(ana.at)).json()
            assert (card["phase"], card["aside"]) == ("aside", "its clocks are not as many as its players")

    asyncio.run(run())
