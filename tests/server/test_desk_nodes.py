"""The desk of several servers on one PostgreSQL: any of them shows all, and what is done is done where the table lives."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import sqlalchemy as sql
from server.several import Node, emptied, frame, quickly, together, until, written

from loot_table.proofs.wire import Unwanted
from loot_table.server.desk import keys
from loot_table.server.postgres import PostgresStore
from loot_table.server.seats import opaque
from loot_table.server.store import LAYOUT


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    quickly(monkeypatch)


def test_any_node_shows_all_and_acts_where_the_table_lives(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        one.service.name, other.service.name = "north", "south"
        key = await keys.make_key(one.store, "ana")

        async def desk(node: Node, method: str, what: str, body: Any = None) -> Any:
            return await node.ask(method, f"/api/operator/{what}", body, key)

        await until(lambda: len(other.leases.nodes) == 2 and len(one.leases.nodes) == 2)
        chairs = await one.game("crates_barrels", 2)
        name = opaque(chairs[0].table)
        health = await desk(other, "GET", "health")
        assert [server["name"] for server in health["servers"]] == ["south", "north"]
        assert [server["tables"]["awake"] for server in health["servers"]] == [0, 1]
        assert [server["warnings"] for server in health["servers"]] == [[], []]
        (shown,) = (await desk(other, "GET", "tables"))["tables"]
        assert (shown["table"], shown["is_awake"], shown["screens"]) == (name, True, None)

        with pytest.raises(Unwanted, match="this game goes on"):
            await desk(other, "POST", f"tables/{name}/retire")
        async with other.screen(chairs[0]) as screen:
            told = await frame(screen)
            await other.post(chairs[0], "gone", told["version"], {"type": "resign"})
            await desk(other, "POST", "restart", {"seconds": 900, "text": "soon"})
            async with asyncio.timeout(10):
                while json.loads(await screen.recv())["type"] != "restart":
                    pass
        assert (await desk(other, "GET", f"tables/{name}/record"))["format"] == "loot-table-record/1"
        await desk(other, "POST", f"tables/{name}/retire")
        assert chairs[0].table not in one.tables.awake
        with pytest.raises(Unwanted, match="put away"):
            await one.ask("GET", f"/api/tables/{chairs[0].table}", token=chairs[0].token)
        await desk(other, "POST", f"tables/{name}/bring-back")
        assert (await one.ask("GET", f"/api/tables/{chairs[0].table}", token=chairs[0].token))["phase"] == "over"
        lines = (await desk(one, "GET", "audit"))["lines"]
        assert [line["act"] for line in lines] == ["bring back", "retire", "export", "announce restart"]
        assert {line["origin"] for line in lines} == {"127.0.0.1"}

    together(postgres, 2, story)


def test_a_node_that_has_lost_touch_is_not_ready(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        assert (await one.ask("GET", "/readyz")) == {"status": "ready"}
        other.leases.valid_until = 0.0
        for task in other.nodes.tasks:
            task.cancel()
        with pytest.raises(Unwanted, match="503"):
            await other.ask("GET", "/readyz")
        assert await other.ask("GET", "/healthz") == {"status": "ok"}

    together(postgres, 2, story)


def test_the_audit_log_only_grows_and_an_older_database_gets_one(postgres: str) -> None:
    emptied(postgres)
    PostgresStore(postgres).close()
    written(postgres, "DROP TABLE audit")
    written(postgres, "ALTER TABLE tables DROP COLUMN made")
    written(postgres, "UPDATE layout SET number = 3")
    PostgresStore(postgres).close()
    assert written(postgres, "SELECT number FROM layout") == [(LAYOUT,)]
    order = "INSERT INTO audit (at, who, origin, act, about, said) VALUES (1, 'ana', '', 'sign in', '', '')"
    written(postgres, order)
    for wish in ("DELETE FROM audit", "UPDATE audit SET who = 'ben'"):
        with pytest.raises(sql.exc.DBAPIError, match="only grows"):
            written(postgres, wish)
    assert written(postgres, "SELECT who FROM audit") == [("ana",)]
