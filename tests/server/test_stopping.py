"""Being asked to stop: what was begun is finished, everybody is told, and all is there afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from loot_table import games
from loot_table.proofs.wire import Chair, ServerProcess, new_game, request
from loot_table.server import messages as m
from loot_table.server.brains import Brains
from loot_table.server.problems import Unavailable
from loot_table.server.seats import hashed
from loot_table.server.store import SqliteStore
from loot_table.server.tables import Tables


async def all_of(socket: ClientConnection) -> AsyncIterator[str | bytes]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield await socket.recv()


async def play_and_stop(chairs: list[Chair], server: ServerProcess) -> list[tuple[list[dict[str, Any]], int | None]]:
    """Somebody acts, the server is asked to stop at once; what each screen heard until its socket was closed."""
    sockets = [await chair.socket() for chair in chairs]
    for chair, socket in zip(chairs, sockets, strict=True):
        await chair.hello(socket)
    frames = [json.loads(await socket.recv()) for socket in sockets]  # all have come before anybody acts
    for chair, socket, frame in zip(chairs, sockets, frames, strict=True):
        if frame["match"]["actions"]:
            version = frame["version"]
            play = {"type": "play", "action": frame["match"]["actions"][0]["action"]}
            await socket.send(json.dumps(chair.command("last", version, play)))
    server.running.send_signal(signal.SIGTERM)
    heard = []
    for socket in sockets:
        async with asyncio.timeout(20):
            told = [json.loads(text) async for text in all_of(socket)]
        heard.append((told, socket.close_code))
    return heard


@pytest.mark.parametrize("slug", games.slugs())
def test_everybody_hears_a_goodbye_after_the_answers(tmp_path: Path, slug: str) -> None:
    with ServerProcess(tmp_path / "loot.db") as server:
        chairs = new_game(server.port, slug, games.load(slug).least_players)
        before = request(server.port, "GET", f"/api/tables/{chairs[0].table}/frame?seat=0", token=chairs[0].token)
        heard = asyncio.run(play_and_stop(chairs, server))
        assert server.running.wait(20) == 0
        assert [code for _, code in heard] == [1012] * len(chairs)
        assert all(told[-1]["type"] == "bye" for told, _ in heard)
        answers = [message for told, _ in heard for message in told if message["type"] == "answer"]
        assert len(answers) <= 1
        server.start()
        after = request(server.port, "GET", f"/api/tables/{chairs[0].table}/frame?seat=0", token=chairs[0].token)
        accepted = [answer["version"] for answer in answers if answer["result"] == "accepted"]
        assert all(after["version"] >= version for version in accepted)
        assert after["version"] in (before["version"], before["version"] + 1)
        assert server.stop() == 0
        assert server.errors() == []


def test_nothing_new_is_begun_after_the_goodbye(tmp_path: Path) -> None:
    async def late() -> int:
        tables = Tables(SqliteStore(tmp_path / "loot.db"), Brains())
        table, tokens = await tables.create(m.NewTable(games.slugs()[0], 2))
        await tables.say_goodbye()
        with pytest.raises(Unavailable, match="send this again"):
            await tables.command(table, m.Command("c", 0, 1, m.Chat("hello")), frozenset({hashed(tokens[0])}))
        await tables.close()
        tables.store.close()
        return table.version

    assert asyncio.run(late()) == 1
