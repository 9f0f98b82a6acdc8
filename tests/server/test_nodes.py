"""Several servers on one PostgreSQL: each table has one home, and visitors need not know which."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import signal
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from server.several import (
    PATIENCE,
    Node,
    come_back,
    emptied,
    first_action,
    frame,
    quickly,
    together,
    told_on,
    until,
    written,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from loot_table.proofs.wire import HOST, ServerProcess, Unwanted, new_game, request
from loot_table.server.happenings import Rekeyed
from loot_table.server.nodes.registry import LEASE_SECONDS
from loot_table.server.seats import hashed
from loot_table.server.store import StoreError


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    quickly(monkeypatch)


def test_a_table_is_played_through_any_node_and_lives_at_one(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        table = chairs[0].table
        async with other.screen(chairs[0]) as far, one.screen(chairs[1]) as near:
            told = await frame(far)
            await frame(near)
            answer = await other.post(chairs[told["match"]["to_act"]], "m1", told["version"], first_action(told))
            assert answer["version"] == told["version"] + 1
            for socket in (far, near):
                await frame(socket, answer["version"])
            await far.send(json.dumps(chairs[0].command("c1", 0, {"type": "chat", "text": "hello"})))
            assert json.loads(await near.recv())["text"] == "hello"
        assert table in one.tables.awake
        assert table not in other.tables.awake
        assert (await other.ask("GET", f"/api/tables/{table}", token=chairs[2].token))["mine"] == [2]
        found = await other.ask("POST", "/api/tables/mine", {"tables": [table]})
        assert found["tables"][0]["version"] == answer["version"]
        with pytest.raises(Unwanted, match="404"):
            await other.ask("GET", "/api/tables/nowhere")

    together(postgres, 2, story)


def test_of_two_that_are_asked_at_once_one_is_the_home(postgres: str) -> None:
    async def story(one: Node, two: Node, three: Node) -> None:
        chairs = await one.game()
        await one.close()
        asked = [two.ask("GET", f"/api/tables/{chairs[0].table}") for _ in range(4)]
        asked += [three.ask("GET", f"/api/tables/{chairs[0].table}") for _ in range(4)]
        assert {told["phase"] for told in await asyncio.gather(*asked)} == {"playing"}
        assert (chairs[0].table in two.tables.awake) != (chairs[0].table in three.tables.awake)
        assert [tuple(row) for row in written(postgres, "SELECT epoch FROM homes")] == [(2,)]

    together(postgres, 3, story)


def test_what_was_acknowledged_before_a_node_died_is_there_and_goes_on(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        async with other.screen(chairs[0]) as socket:
            told = await frame(socket)
            mover = chairs[told["match"]["to_act"]]
            await one.post(mover, "m1", told["version"], first_action(told))
            one.dies()
            with pytest.raises(ConnectionClosed):
                await told_on(socket)
        async with other.screen(chairs[0]) as socket:
            assert (await frame(socket))["version"] == told["version"] + 1
        again = await asyncio.to_thread(
            request,
            other.port,
            "POST",
            f"/api/tables/{mover.table}/commands",
            mover.command("m1", told["version"], first_action(told)),
            mover.token,
        )
        assert again["result"] == "repeated"

    together(postgres, 2, story)


def test_a_node_that_stops_hands_its_tables_over_at_once(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loot_table.server.nodes.registry.LEASE_SECONDS", 600.0)

    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        async with one.screen(chairs[0]) as socket:
            told = await frame(socket)
            await one.close()
            with pytest.raises(ConnectionClosed) as closed:
                await told_on(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "come back"
        async with other.screen(chairs[0]) as socket:
            assert (await frame(socket))["version"] == told["version"]

    together(postgres, 2, story)


def test_bots_and_clocks_go_on_at_the_next_home_though_nobody_asks(postgres: str) -> None:
    async def story(one: Node, two: Node, three: Node) -> None:
        clock = {"bank": 10, "increment": 0}
        chairs = [(await one.game("crates_barrels", 2, clock=clock))[0] for _ in range(4)]
        ids = {chair.table for chair in chairs}
        for id in ids:  # in the log they have hardly anything left
            written(postgres, f"UPDATE events SET body = {LESS} WHERE table_id = '{id}' AND {STARTED}")
        one.dies()
        others = (two, three)
        await until(lambda: ids <= {*two.tables.awake, *three.tables.awake})
        await until(lambda: all(live.phase == "over" for node in others for live in node.tables.awake.values()))
        await until(
            lambda: len(written(postgres, RESIGNED)) == len(ids)
        )  # a change shows here before it is written down
        assert {(table, count) for table, count in written(postgres, RESIGNED)} == {(id, 1) for id in ids}

    together(postgres, 3, story)


RESIGNED = "SELECT table_id, count(*) FROM events WHERE convert_from(body, 'UTF8') LIKE '%resigned%' GROUP BY 1"
# The clocks of a game that has just begun.
STARTED = "convert_from(body, 'UTF8') LIKE '%\"started\"%'"
LESS = "convert_to(replace(convert_from(body, 'UTF8'), '10.0', '0.3'), 'UTF8')"


def test_a_node_that_lost_touch_lets_go_and_comes_back_as_another(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        table, name, beat = chairs[0].table, one.leases.me, one.leases.registry.beat

        async def parted(*words: str) -> None:
            raise StoreError("the network is gone")

        async with one.screen(chairs[0]) as socket:
            told = await frame(socket)
            monkeypatch.setattr(one.leases.registry, "beat", parted)
            monkeypatch.setattr(one.leases.registry, "enter", parted)
            with pytest.raises(ConnectionClosed) as closed:
                await told_on(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert table not in one.tables.awake
        assert (await come_back(other, chairs[0]))["version"] == told["version"]
        monkeypatch.undo()
        one.leases.registry.beat = beat  # type: ignore[method-assign]
        quickly(monkeypatch)
        await until(lambda: one.leases.me not in ("", name))
        assert (await come_back(one, chairs[1]))["version"] == told["version"]
        assert table in other.tables.awake
        assert table not in one.tables.awake

    together(postgres, 2, story)


def test_a_home_that_does_not_know_it_is_none_any_more_spoils_nothing(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        table = chairs[0].table
        live = one.live(table)
        for task in one.nodes.tasks:  # it stands still, and its word is good no more
            task.cancel()
        written(postgres, f"UPDATE nodes SET until = now() WHERE id = '{one.leases.me}'")
        async with other.screen(chairs[0]) as socket:
            told = await frame(socket)
        one.leases.valid_until = float("inf")
        mover = chairs[told["match"]["to_act"]]
        await one.post(mover, "late", told["version"], first_action(told))
        assert live.version == told["version"] + 1
        assert other.live(table).version == told["version"], "it has not heard of it"
        heard = await other.ask(
            "POST",
            f"/api/tables/{table}/commands",
            mover.command("new", told["version"], first_action(told)),
            mover.token,
        )
        assert heard["result"] == "conflict", "it reads the log again, and says how things stand"
        assert heard["frame"]["version"] == told["version"] + 1
        commands = written(postgres, "SELECT command FROM events WHERE command LIKE '%late' OR command LIKE '%new'")
        assert [command for (command,) in commands] == [f"{mover.seat}:late"]

    together(postgres, 2, story)


def test_a_change_from_afar_is_seen_at_home(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        visit = await other.tables.get(chairs[0].table)
        assert visit.is_elsewhere
        async with visit.lock:
            await other.tables.change(visit, Rekeyed(0, hashed("another key")), None)
        await until(lambda: one.live(chairs[0].table).places[0].token == hashed("another key"))

    together(postgres, 2, story)


def test_a_connection_that_is_cut_costs_nobody_their_move(postgres: str) -> None:
    async def story(one: Node) -> None:
        chairs = await one.game()
        async with one.screen(chairs[0]) as socket:
            told = await frame(socket)
        append, cuts = one.store.append, []

        async def cut(change: object) -> None:
            """The answer to the commit is never heard."""
            one.store.append = append  # type: ignore[method-assign]
            cuts.append(change)
            await append(change)  # type: ignore[arg-type]
            raise one_is_cut

        from loot_table.server.store import Interrupted  # noqa: PLC0415

        one_is_cut = Interrupted("the way was cut")
        one.store.append = cut  # type: ignore[method-assign]
        mover = chairs[told["match"]["to_act"]]
        command = mover.command("m1", told["version"], first_action(told))
        answer = await one.ask("POST", f"/api/tables/{mover.table}/commands", command, mover.token)
        assert answer["result"] == "repeated"
        assert answer["answer"]["version"] == told["version"] + 1
        written(postgres, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        said = await one.ask("GET", f"/api/tables/{mover.table}", token=mover.token)
        assert said["phase"] == "playing"
        assert len(cuts) == 1

    together(postgres, 1, story)


def test_the_lobby_shows_tables_of_all_nodes(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        wish = {"game": "labyrinth", "players": 2, "name": "Ana", "is_public": True}
        made = [(await node.ask("POST", "/api/tables", wish))["table"] for node in (one, other)]
        for node in (one, other):
            await until(partial(shows, node, set(made)))
        live = one.live(made[0])
        live.presence.woke = live.presence.looked = -1e9
        one.tables.lobby.sweep()
        await until(partial(shows, other, set(made[1:])))

    together(postgres, 2, story)


def shows(node: Node, tables: set[str]) -> bool:
    return {card["table"] for card in node.tables.lobby.shown()} == tables


def test_only_nodes_come_in_by_their_door_and_nobody_says_who_they_are(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        path = f"/api/tables/{chairs[0].table}"
        port = int(one.leases.address.rpartition(":")[2])
        for headers in ({}, {"loot-node": "guessed"}):
            assert await asyncio.to_thread(status, port, path, headers) == 403
        lies = {"loot-visitor": "10.1.2.3", "Authorization": f"Bearer {chairs[0].token}"}
        assert await asyncio.to_thread(status, other.port, path, lies) == 200
        async with other.screen(chairs[0]) as socket:
            await frame(socket)
            assert {session.address for session in one.live(chairs[0].table).sessions} == {HOST}
        assert one.live(chairs[0].table).presence.lane == HOST

    together(postgres, 2, story)


def status(port: int, path: str, headers: dict[str, str]) -> int:
    connection = http.client.HTTPConnection(HOST, port, timeout=10)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_tables_that_sleep_live_nowhere(postgres: str) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        id = chairs[0].table
        del one.tables.awake[id]
        one.tables.stirring.timers.clear()
        await until(lambda: id not in one.leases.held)
        await other.ask("GET", f"/api/tables/{id}")
        assert other.leases.holds(id)
        assert (await one.ask("GET", f"/api/tables/{id}"))["phase"] == "playing"
        assert id not in one.tables.awake

    together(postgres, 2, story)


def test_one_command_starts_several_nodes_and_the_one_that_dies_anew(tmp_path: Path, postgres: str) -> None:
    server = ServerProcess(emptied(postgres), ("--no-limits", "--pace", "0", "--no-lab", "--nodes", "2"))
    server.log = tmp_path / "log"
    with server:
        living = "SELECT id FROM nodes WHERE until > now()"
        deadline = time.monotonic() + PATIENCE  # one that was kept waiting by a busy machine comes back by itself
        while len(written(postgres, living)) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert len(written(postgres, living)) == 2
        chairs = new_game(server.port, "loot_n_run", 3)
        (home,) = (node for (node,) in written(postgres, "SELECT node FROM homes"))
        address = written(postgres, f"SELECT address FROM nodes WHERE id = '{home}'")[0][0]
        os.kill(listener(int(address.rpartition(":")[2])), signal.SIGKILL)
        for chair in chairs:
            assert request(server.port, "GET", f"/api/tables/{chair.table}", token=chair.token)["mine"] == [chair.seat]
        assert replace(chairs[0], port=server.port).post("c", 0, {"type": "chat", "text": "on we go"})
        assert server.stop() == 0
    assert [line for line in server.errors() if "node_died" not in line] == []
    # Who was killed, or told to stop while it started, says nothing: it is gone when its time is over.
    deadline = time.monotonic() + 2 * LEASE_SECONDS
    while written(postgres, living) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not written(postgres, living)


def listener(port: int) -> int:
    """The process that listens at a port of this machine."""
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    inodes = [line.split()[9] for line in lines if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"]
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it is somebody else's, or has just ended
            if f"socket:[{inodes[0]}]" in [str(file.readlink()) for file in (process / "fd").iterdir()]:
                return int(process.name)
    raise AssertionError("nobody listens there")


def test_a_node_that_has_lost_touch_keeps_nobody_waiting(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(one: Node, other: Node) -> None:
        chairs = await one.game()
        path = f"/api/tables/{chairs[0].table}"

        async def silent(*words: object) -> None:
            await asyncio.sleep(600)

        monkeypatch.setattr("loot_table.server.nodes.way.LOOK_SECONDS", 0.1)
        monkeypatch.setattr(other.leases.registry, "take", silent)
        began = time.monotonic()
        with pytest.raises(Unwanted, match="503"):
            await other.ask("GET", path)
        with pytest.raises(InvalidStatus):
            async with other.screen(chairs[0]) as socket:
                await frame(socket)
        monkeypatch.setattr("loot_table.server.nodes.way.LOOK_SECONDS", 3.0)
        other.leases.lapse()
        other.leases.live = silent  # type: ignore[method-assign]
        with pytest.raises(Unwanted, match="503"):
            await other.ask("GET", path)
        assert time.monotonic() - began < 1.0 + REGISTRY_LEASE, "it does not wait for the word of a node that lives"

    together(postgres, 2, story)


REGISTRY_LEASE = 1.0
