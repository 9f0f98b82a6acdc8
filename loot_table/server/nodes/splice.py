"""Sockets of visitors whose table lives on another node: both ends are tied together, and what comes is not looked at."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import ServerState

from loot_table.server.deflate import Line
from loot_table.server.nodes.way import NODE, VISITOR, Unreachable, Way, host_of, port_of, what_lives
from loot_table.server.problems import Unavailable, where

log = structlog.get_logger()
UNAVAILABLE = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
CONNECT_SECONDS = 2.0


class End(asyncio.Protocol):
    """One of the two. What cannot be written over there is not read here."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.other: Any = None  # the transport over there

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.other.write(data)

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        if self.other is not None:
            self.other.close()


class Switch(End):
    """What uvicorn makes of a request for a socket: the socket itself, where its table is here."""

    def __init__(self, way: Way, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__()
        self.way = way
        self.make_line: Callable[[], Line] = partial(
            Line, config=config, server_state=server_state, app_state=app_state
        )
        app = config.loaded_app
        self.trusted = app.trusted_hosts if isinstance(app, ProxyHeadersMiddleware) else None
        self.state = server_state
        self.head = b""
        self.task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.state.connections.add(self)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.write(data)
            return
        self.head += data
        self.transport.pause_reading()
        if self.task is None:
            self.task = asyncio.get_running_loop().create_task(self.turn())

    async def turn(self) -> None:
        """To where the table lives."""
        id = what_lives(path_of(self.head))
        try:
            far = None if id is None or self.way.leases.holds(id) else await self.way.reach(id, self.knock)
        except Unavailable:
            self.transport.write(UNAVAILABLE)
            self.transport.close()
            return
        except Exception as error:
            log.error("socket_not_passed_on", **where(error))
            self.transport.abort()
            return
        if self.transport.is_closing():
            if far is not None:
                far.transport.close()
        elif far is None:
            self.become_a_line()
        else:
            self.other, far.other = far.transport, self.transport
            self.other.write(self.passed_on())
            self.transport.resume_reading()
            if id is not None:  # the next who come ask again
                far.when_lost = lambda: self.way.leases.forget(id)

    def become_a_line(self) -> None:
        self.state.connections.discard(self)
        line = self.make_line()
        line.connection_made(self.transport)
        self.transport.set_protocol(line)
        self.transport.resume_reading()
        line.data_received(self.head)

    async def knock(self, address: str) -> Far:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, far = await loop.create_connection(Far, host_of(address), port_of(address))
        except OSError:
            raise Unreachable from None
        return far

    def passed_on(self) -> bytes:
        """The request, with who asks. The first word of a kind counts: theirs come later."""
        first, _, rest = self.head.partition(b"\r\n")
        said = (b"%s: %s\r\n" % each for each in ((NODE, self.way.secret), (VISITOR, self.visitor().encode())))
        return first + b"\r\n" + b"".join(said) + rest

    def visitor(self) -> str:
        peer = self.transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else "unknown"
        if self.trusted is not None and host in self.trusted:
            told = b", ".join(values_of(self.head, b"x-forwarded-for")).decode("latin1")
            return self.trusted.get_trusted_client_address(told)[0] if told else host
        return host

    def shutdown(self) -> None:
        """The server stops: whoever comes back is let in by another."""
        if self.task is not None:
            self.task.cancel()
        self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self.state.connections.discard(self)
        super().connection_lost(error)


class Far(End):
    """The other end, at the node where the table lives."""

    when_lost: Any = None

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if self.when_lost is not None:
            with contextlib.suppress(KeyError):
                self.when_lost()


def path_of(head: bytes) -> str:
    words = head.partition(b"\r\n")[0].split(b" ")
    return words[1].partition(b"?")[0].decode("latin1") if len(words) > 2 else ""


def values_of(head: bytes, name: bytes) -> list[bytes]:
    lines = [line.partition(b":") for line in head.split(b"\r\n")[1:]]
    return [value.strip() for key, _, value in lines if key.strip().lower() == name]
