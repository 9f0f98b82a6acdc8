"""Somebody at an address of this machine, who asks over HTTP and opens sockets: raw streams, as quick as Python can."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from loot_table.proofs.siege.tally import UNREACHABLE, Tally
from loot_table.proofs.wire import HOST

LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)
AT_ONCE = 16  # requests sent before the first answer is read
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Talk = Callable[[ClientConnection], Awaitable[None]]
ENDINGS = (OSError, EOFError, WebSocketException)  # how a socket may end
BROKEN = (OSError, EOFError, asyncio.LimitOverrunError, ValueError)


@dataclass(frozen=True)
class Heard:
    """An answer over HTTP."""

    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def request_bytes(
    method: str,
    path: str,
    body: bytes | None = None,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", f"Authorization: Bearer {token or 'none'}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


async def read_answer(reader: asyncio.StreamReader) -> Heard:
    head = await reader.readuntil(b"\r\n\r\n")
    length = LENGTH.search(head)
    body = b"" if length is None else await reader.readexactly(int(length[1]))
    return Heard(int(head[9:12]), body)


@dataclass(frozen=True)
class Visitor:
    port: int
    address: str | None  # where the visitor comes from; the usual one if None

    @property
    def local(self) -> tuple[str, int] | None:
        return None if self.address is None else (self.address, 0)

    async def streams(self, tally: Tally) -> Streams:
        """A connection. What cannot be reached is counted, and OSError."""
        try:
            return await asyncio.open_connection(HOST, self.port, local_addr=self.local)
        except OSError:
            tally.sent += 1
            tally.answers[UNREACHABLE] += 1
            raise

    async def flood(self, tally: Tally, requests: Iterator[bytes]) -> None:
        """Request after request, many before the first answer is read, until cancelled."""
        while True:
            try:
                reader, writer = await self.streams(tally)
            except OSError:
                continue
            waiting = 0
            try:
                while True:
                    writer.write(b"".join(next(requests) for _ in range(AT_ONCE)))
                    tally.sent += AT_ONCE
                    waiting = AT_ONCE
                    while waiting:
                        heard = await read_answer(reader)
                        tally.answers[str(heard.status)] += 1
                        waiting -= 1
            except BROKEN:
                tally.closed(count=waiting)
            finally:
                writer.close()

    def socket(self, path: str, token: str | None = None, waiting: int | None = 16) -> connect:
        """`waiting`: how many messages are read before somebody wants them."""
        return connect(
            f"ws://{HOST}:{self.port}{path}",
            subprotocols=["loot.1"],  # type: ignore[list-item]
            additional_headers={"Authorization": f"Bearer {token or 'none'}"},
            compression=None,
            max_size=2**24,
            max_queue=waiting,
            ping_interval=None,
            proxy=None,
            open_timeout=60,
            close_timeout=1,
            local_addr=self.local,
        )

    async def visit(
        self,
        tally: Tally,
        path: str,
        talk: Talk,
        token: str | None = None,
        hello: str | None = None,
        waiting: int | None = 16,
    ) -> None:
        """Talk over a socket until it ends. How that comes about is counted, and no error."""
        tally.sent += 1
        try:
            async with self.socket(path, token, waiting) as socket:
                tally.answers["open"] += 1
                if hello is not None:
                    await socket.send(hello)
                await talk(socket)
        except ENDINGS as error:
            count_broken(tally, error)


async def listen(socket: ClientConnection) -> None:
    """Until the socket ends, which is raised."""
    while True:
        await socket.recv(decode=False)


def count_broken(tally: Tally, error: Exception) -> None:
    """Why a socket could not be opened, or was closed."""
    if isinstance(error, InvalidStatus):
        tally.answers[str(error.response.status_code)] += 1
    elif isinstance(error, ConnectionClosed):
        tally.closed(error.rcvd.code if error.rcvd is not None else None)
    elif isinstance(error, WebSocketException | EOFError | ConnectionResetError | BrokenPipeError):
        tally.closed()
    else:
        tally.answers[UNREACHABLE] += 1
