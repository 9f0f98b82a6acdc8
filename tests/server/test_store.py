"""Both stores keep the same promises: SQLite, and a real PostgreSQL server."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from server.house import FIRST_MOVE, house

from loot_table.engine.errors import BadInput
from loot_table.server.happenings import SCHEMA
from loot_table.server.memory import MemoryStore
from loot_table.server.papers import Paper
from loot_table.server.postgres import PostgresStore, schema
from loot_table.server.serve import open_store
from loot_table.server.store import Append, Conflict, Kept, SqliteStore, Store, StoreError, TableRow

OPENS = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres", "memory"])
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> OPENS:
    """Opens a store that is empty at first; again and again the same one, but for the one that forgets."""
    if request.param == "sqlite":
        return lambda: open_store(str(tmp_path / "deep/loot.db"))
    if request.param == "memory":
        kept = MemoryStore()
        return lambda: kept
    url = request.getfixturevalue("postgres")
    engine = sql.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    schema.drop_all(engine)
    engine.dispose()
    return lambda: open_store(url)


def row(table: str = "t1", phase: str = "gathering", code: str = "MAGPIE", is_public: bool = False) -> TableRow:
    return TableRow(table, code, phase, is_public)


def test_what_was_appended_is_read_back_in_order_after_opening_again(opens: OPENS) -> None:
    async def story(store: Store) -> None:
        for version in range(1, 30):
            await store.append(
                Append(row(), version, b"body \x00 %d" % version, f"0:c{version}" if version % 2 else None)
            )
        await store.append(Append(row("t2"), 1, b"other"))

    async def later(store: Store) -> None:
        events = await store.events("t1")
        assert [kept.body for kept in events] == [b"body \x00 %d" % version for version in range(1, 30)]
        assert [kept.command for kept in events][:3] == ["0:c1", None, "0:c3"]
        assert await store.events("t2") == [Kept(1, SCHEMA, b"other", None)]
        assert await store.events("nowhere") == []

    both(opens, story, later)


def both(opens: OPENS, *stories: Callable[[Store], object]) -> None:
    for story in stories:
        store = opens()
        asyncio.run(story(store))  # type: ignore[arg-type]
        store.close()


def test_a_version_and_a_command_are_written_once(opens: OPENS) -> None:
    async def story(store: Store) -> None:
        await store.append(Append(row(), 1, b"one", "0:a"))
        with pytest.raises(Conflict):
            await store.append(Append(row(phase="over"), 1, b"again", "0:b"))
        with pytest.raises(Conflict):
            await store.append(Append(row(phase="over"), 2, b"again", "0:a"))
        await store.append(Append(row("t2"), 1, b"elsewhere", "0:a"))
        assert await store.events("t1") == [Kept(1, SCHEMA, b"one", "0:a")]
        assert await store.row("t1") == row()

    both(opens, story)


def test_changes_that_arrive_together_fail_and_succeed_each_for_itself(opens: OPENS) -> None:
    """No order is promised between them: the table's lock makes it."""

    async def story(store: Store) -> None:
        results = await asyncio.gather(
            *[store.append(Append(row(f"t{n}"), 1, b"x")) for n in range(40)],
            *[store.append(Append(row("same"), 1, b"%d" % n)) for n in range(5)],
            return_exceptions=True,
        )
        assert results[:40] == [None] * 40
        assert sorted(type(result).__name__ for result in results[40:]) == ["Conflict"] * 4 + ["NoneType"]
        assert len(await store.events("same")) == 1

    both(opens, story)


def test_what_waits_together_is_one_commit_and_the_loop_is_woken_once_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when one of them cannot be kept: it fails alone, and before their commit nobody has heard of any."""
    store = SqliteStore(tmp_path / "loot.db")
    orders: list[str] = []
    store.connection.set_trace_callback(orders.append)

    async def story(with_a_bad_one: bool) -> list[BaseException | None]:
        loop, is_free, woken = asyncio.get_running_loop(), threading.Event(), []
        wake = loop.call_soon_threadsafe

        def counted(*given: Any) -> Any:
            woken.append(given)
            return wake(*given)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        blocker = asyncio.create_task(store.do(lambda _: is_free.wait(10)))
        await asyncio.sleep(0.05)
        name, many = f"t{with_a_bad_one}", 20
        waiting = [
            asyncio.create_task(store.append(Append(row(name if n else "same"), n or 1, b"x"))) for n in range(many)
        ]
        await asyncio.sleep(0.05)
        orders.clear()
        assert not any(task.done() for task in waiting)
        is_free.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        await blocker
        commits = sum(order == "COMMIT" for order in orders)
        assert [kept.version for kept in await store.events(name)] == list(range(1, many))
        assert (commits, len(woken)) == (
            (many, many + 2) if with_a_bad_one else (2, 3)
        )  # and who asked before and after
        return found

    assert asyncio.run(story(False)) == [None] * 20
    first, *others = asyncio.run(story(True))  # "same" has its first version
    assert isinstance(first, Conflict)
    assert others == [None] * 19
    store.close()


def test_rows_say_the_phase_and_codes_find_the_newest_table_that_goes_on(opens: OPENS) -> None:
    async def story(store: Store) -> None:
        await store.append(Append(row("old"), 1, b"x"))
        await store.append(Append(row("old", "over"), 2, b"x"))
        await store.append(Append(row("new"), 1, b"x"))
        await store.append(Append(row("newer", is_public=True), 1, b"x"))
        await store.append(Append(row("newer", "playing", is_public=True), 2, b"x"))
        assert await store.find_code("MAGPIE") == "newer"
        assert await store.find_code("NOTONE") is None
        assert await store.row("old") == row("old", "over")
        assert await store.row("nowhere") is None
        found = await store.unfinished(0)
        assert sorted(one.table for one in found) == ["new", "newer"]
        assert [one.is_public for one in found if one.table == "newer"] == [True]

    both(opens, story)


def test_chat_is_kept_once_and_the_last_lines_come_first_to_last(opens: OPENS) -> None:
    async def story(store: Store) -> None:
        for number in range(1, 8):
            await store.chat("t1", number, b"line %d" % number, f"0:{number}")
        for number, command in ((7, "0:x"), (8, "0:3")):
            with pytest.raises(Conflict):
                await store.chat("t1", number, b"again", command)
        assert await store.chats("t1", 3) == [b"line 5", b"line 6", b"line 7"]
        assert await store.chats("t2", 3) == []

    both(opens, story)


def test_a_whole_table_comes_back_as_it_was(opens: OPENS, tmp_path: Path) -> None:
    async def first(store: Store) -> None:
        async with house(tmp_path, store=store) as here:
            ana, _ = await here.playing(is_public=True)
            await ana.did("play", action=FIRST_MOVE)
            await ana.did("chat", text="hello")
            kept.append((ana.table, ana.token, await ana.frame()))

    async def second(store: Store) -> None:
        table, token, frame = kept[0]
        async with house(tmp_path, store=store) as here:
            assert [card["table"] for card in here.tables.lobby.shown()] == [table]
            again = (await here.stranger.bearing(token).get(f"/api/tables/{table}/frame?seat=0")).json()
            assert again["match"] == frame["match"]
            assert again["version"] == frame["version"]
            assert here.live(table).chats == 1

    kept: list[tuple[str, str, dict[str, Any]]] = []
    both(opens, first, second)


def test_a_database_that_cannot_be_used_says_so_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("this is no database, and long enough to be looked at as one" * 9)
    for path in ("folder", "text", "text/below"):
        with pytest.raises(BadInput, match="cannot be used as a database"):
            open_store(str(tmp_path / path))
    with pytest.raises(BadInput, match="the PostgreSQL database cannot be used"):
        open_store(f"postgresql://nobody@/none?host={tmp_path}")


def test_what_the_driver_says_comes_in_the_stores_own_words(tmp_path: Path) -> None:
    async def story() -> None:
        store.connection.execute("PRAGMA query_only = 1")  # what a read-only disk does to it
        with pytest.raises(StoreError, match="the database cannot be used: attempt to write a readonly database"):
            await store.append(Append(row(), 1, b"x"))
        store.connection.execute("PRAGMA query_only = 0")
        await store.append(Append(row(), 1, b"x"))

    store = SqliteStore(tmp_path / "loot.db")
    asyncio.run(story())
    store.close()


def test_so_it_does_when_tables_of_postgres_are_gone(postgres: str) -> None:
    async def story() -> None:
        with pytest.raises(StoreError, match="the database cannot be used: ProgrammingError"):
            await store.append(Append(row(), 1, b"secret"))

    store = PostgresStore(postgres)
    schema.drop_all(store.engine)
    asyncio.run(story())
    store.close()


def test_sqlite_syncs_every_commit_and_survives_what_it_cannot_hold(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "loot.db")
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    async def story() -> None:
        results = await asyncio.gather(
            store.append(Append(row("t\ud800"), 1, b"x")),
            store.append(Append(row(), 2**70, b"x")),
            store.append(Append(row(), 1, b"x")),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [UnicodeEncodeError, OverflowError, type(None)]
        assert len(await store.events("t1")) == 1

    asyncio.run(story())
    store.close()
    with sqlite3.connect(tmp_path / "loot.db") as later:
        assert later.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    later.close()


def test_papers_are_found_by_their_owner_and_subject_and_the_newest_counts(opens: OPENS) -> None:
    first = Paper("d1", "design", "ada", "d1", b"one", 5)

    async def story(store: Store) -> None:
        await store.put_paper(first)
        await store.put_paper(Paper("j1", "job", "ada", "d1", b"job", 6))
        await store.put_paper(Paper("d2", "design", "ben", "d2", b"two", 7))
        await store.put_paper(replace(first, body=b"one again", touched=8))

    async def later(store: Store) -> None:
        assert await store.paper("d1") == replace(first, body=b"one again", touched=8)
        assert await store.paper("nothing") is None
        assert [paper.id for paper in await store.papers_of("ada", "design")] == ["d1"]
        assert [paper.id for paper in await store.papers_about("d1", "job")] == ["j1"]
        assert [paper.id for paper in await store.papers_of("ben", "design")] == ["d2"]
        await store.put_paper(replace(first, body=b""))
        assert await store.paper("d1") is None
        assert await store.papers_of("ada", "design") == []

    both(opens, story, later)


def test_a_table_is_forgotten_with_all_that_was_played_and_said_at_it(opens: OPENS) -> None:
    async def story(store: Store) -> None:
        for table in ("t1", "t2"):
            await store.append(Append(row(table, "over"), 1, b"body", "0:c1"))
            await store.chat(table, 1, b"words", "0:c2")
        await store.forget("t1")
        assert await store.events("t1") == []
        assert [body for body in await store.chats("t1", 9) if body] == []
        assert await store.row("t1") is None
        assert await store.finished() == ["t2"]
        assert [kept.body for kept in await store.events("t2")] == [b"body"]
        await store.append(Append(row("t3"), 1, b"later"))
        assert [kept.body for kept in await store.events("t3")] == [b"later"]

    both(opens, story)


def test_papers_are_found_by_their_names_and_by_their_kind(opens: OPENS) -> None:
    async def story(store: Store) -> None:
        for number in range(3):
            await store.put_paper(Paper(f"p{number}", "odd" if number % 2 else "even", "ana", "x", b"%d" % number, 1))
        await store.put_paper(Paper("p2", "even", "", "", b"", 2))
        assert {paper.id for paper in await store.papers_named(["p0", "p1", "p2", "p9"])} == {"p0", "p1"}
        assert await store.papers_named([]) == []
        assert len(await store.papers_named([f"p{number}" for number in range(1200)])) == 2
        assert [paper.id for paper in await store.papers_of_kind("even")] == ["p0"]

    both(opens, story)


def test_papers_are_kept_with_their_change_or_not_at_all(opens: OPENS) -> None:
    def paper(id: str, body: bytes) -> Paper:
        return Paper(id, "alarm", "alarm", "t1", body, 1)

    async def story(store: Store) -> None:
        await store.append(Append(row(), 1, b"one", None, (paper("a", b"1"), paper("b", b"1"))))
        with pytest.raises(Conflict):
            await store.append(Append(row(), 1, b"again", None, (paper("a", b"2"), paper("c", b"2"))))
        found = await store.papers_of("alarm", "alarm")
        assert [(one.id, one.body) for one in found] == [("a", b"1"), ("b", b"1")]
        await store.append(Append(row(), 2, b"two", None, (paper("a", b""),)))
        assert [one.id for one in await store.papers_about("t1", "alarm")] == ["b"]

    async def run() -> None:
        store = opens()
        await story(store)
        store.close()

    asyncio.run(run())
