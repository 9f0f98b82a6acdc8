"""Screens that do not read are let go, and nobody waits for them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import house

from loot_table.server import sockets


def test_a_slow_screen_is_let_go_and_others_are_not_held_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ = await here.playing()
            blocked = asyncio.Event()

            async def never(_message: Any) -> None:
                await blocked.wait()

            there: asyncio.Queue[Any] = asyncio.Queue()
            there.put_nowait({"type": "websocket.connect"})
            socket = ana.inside.socket(f"{ana.at}/socket")
            sent: list[Any] = []

            async def send(message: Any) -> None:
                sent.append(message)
                if message["type"] == "websocket.send":
                    await never(message)

            task = asyncio.create_task(here.app(socket.asked, there.get, send))
            there.put_nowait({"type": "websocket.receive", "text": '{"type":"hello","seats":[0]}'})
            await here.until(ana.table, lambda table: bool(table.sessions))
            for number in range(300):
                await ana.did("chat", text=f"line {number}")
            assert not here.live(ana.table).sessions
            blocked.set()
            there.put_nowait({"type": "websocket.disconnect", "code": 1006})
            await task
            assert sent[-1]["type"] == "websocket.close" or sent[-1]["type"] == "websocket.send"

    asyncio.run(run())


def test_screens_that_do_not_read_are_let_go_before_they_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_QUEUED", 20_000)

    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ = await here.playing()
            there: asyncio.Queue[Any] = asyncio.Queue()
            there.put_nowait({"type": "websocket.connect"})
            blocked = asyncio.Event()

            async def send(message: Any) -> None:
                if message["type"] == "websocket.send":
                    await blocked.wait()

            task = asyncio.create_task(here.app(ana.inside.socket(f"{ana.at}/socket").asked, there.get, send))
            there.put_nowait({"type": "websocket.receive", "text": '{"type":"hello","seats":[0]}'})
            await here.until(ana.table, lambda table: bool(table.sessions))
            (session,) = here.live(ana.table).sessions
            for _ in range(40):
                there.put_nowait({"type": "websocket.receive", "text": '{"type":"frame"}'})
            await here.until(ana.table, lambda table: not table.sessions)
            assert session.queued <= 20_000
            blocked.set()
            there.put_nowait({"type": "websocket.disconnect", "code": 1006})
            await task
            assert sockets.Session.queued_by_all == 0

    asyncio.run(run())
