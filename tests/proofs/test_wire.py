"""The same proof through a real server: what goes through the network is compared, as bytes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from loot_table import games
from loot_table.engine.random import Random
from loot_table.proofs import secrecy
from loot_table.proofs.inside import Inside, Reply
from loot_table.proofs.secrecy import Proof, World
from loot_table.proofs.twins import Report

PAIRS = 60


class Wire(Inside):
    """A client on the other side of a TCP connection, on this machine."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.port, self.headers, self.host = port, headers, "127.0.0.1"

    async def request(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        text = b"" if body is None else msgspec.json.encode(body)
        lines = [f"{method} {path} HTTP/1.1", "Host: here", "Connection: close", f"Content-Length: {len(text)}"]
        lines += [f"{name}: {value}" for name, value in {**self.headers, "Content-Type": "application/json"}.items()]
        reader, writer = await asyncio.open_connection(self.host, self.port)
        writer.write("\r\n".join([*lines, "", ""]).encode() + text)
        whole = await reader.read()
        writer.close()
        await writer.wait_closed()
        head, _, rest = whole.partition(b"\r\n\r\n")
        first, *others = head.split(b"\r\n")
        kept = tuple((line, b"") for line in others if not line.lower().startswith(b"date:"))
        return Reply(int(first.split()[1]), kept, rest)

    def socket(self, path: str, subprotocol: str | None = "loot.1", **headers: str) -> Any:
        return WireSocket(f"ws://{self.host}:{self.port}{path}", self.headers)


class WireSocket:
    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self.address, self.headers = address, headers
        self.waiting: list[str] = []
        self.connection: ClientConnection | None = None

    async def __aenter__(self) -> WireSocket:
        self.connection = await connect(
            self.address, subprotocols=[Subprotocol("loot.1")], additional_headers=self.headers, proxy=None
        )
        return self

    def say(self, message: Any) -> None:
        self.waiting.append(msgspec.json.encode(message).decode())

    async def hear_text(self) -> bytes:
        assert self.connection is not None
        while self.waiting:
            await self.connection.send(self.waiting.pop(0))
        told = await self.connection.recv()
        assert isinstance(told, str)
        return told.encode()

    async def close(self) -> None:
        assert self.connection is not None
        await self.connection.close()


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[int]:
    """The port of a server that listens on the loopback address."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="error", access_log=False, server_header=False, ws="websockets-sansio")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task


def test_over_a_real_connection_no_byte_differs_either(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> Report:
        report = Report()
        worlds = [World(0), World(0)]
        async with served(worlds[0].app) as one, served(worlds[1].app) as other:
            for world, port in zip(worlds, (one, other), strict=True):
                world.inside = Wire(port, world.inside.headers)
            ready = iter(worlds)
            monkeypatch.setattr(secrecy, "World", lambda _audience, _is_at_one_screen: next(ready))
            rng = Random(8)
            await Proof(rng, report, {}).play(games.load("loot_n_run"), 3, PAIRS, audience=0)
        return report

    report = asyncio.run(run())
    assert report.differences == []
    assert report.total() >= PAIRS // 2
