"""Who gets in: connections are counted before they cost anything, by address and in all.

The event loop's own listener takes whatever the kernel has, a few thousand at a time, and fills the log when handles run
out. This one takes a few at a time, hangs up on addresses that have too many, and waits while there is no handle left.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_network
from typing import Any

import structlog

from loot_table.server.limits import Pace, neighbourhood

log = structlog.get_logger()
OF_ADDRESS = 400  # connections at a time: thirty browsers open six each, and a socket or two
COMING = (60.0, 600.0)  # new ones of an address: each second, and at once
SPARE_HANDLES = 64  # for the database, workers, and what else needs one
MOST = 8192
AT_ONCE = 16  # taken in one go, so that those who are in already are not kept waiting
FLOOD_SECONDS = 0.008
BACKLOG = 2048
QUIET_SECONDS = 20.0
BUSY, BUSY_ELSEWHERE = object(), object()
PAUSE_SECONDS = 0.5
LOG_SECONDS = 60.0
HANG_UP = struct.pack("ii", 1, 0)  # close without a goodbye that the kernel would have to remember


class Guest(socket.socket):
    """A connection that says when it is closed, whoever closes it."""

    on_close: Callable[[], None] | None = None

    def close(self) -> None:
        super().close()
        told, self.on_close = self.on_close, None
        if told is not None:
            told()


class Doorman:
    def __init__(
        self,
        listeners: Sequence[socket.socket],
        welcome: Callable[[], asyncio.Protocol],
        last_request: Callable[[asyncio.Protocol], Any],
        exempt: Sequence[str] = (),
        is_strict: bool = True,
    ) -> None:
        """`welcome` makes a protocol; `last_request` tells what it heard last and has answered: None for nothing yet, BUSY
        while it answers, BUSY_ELSEWHERE when it has become a socket. `exempt`: proxies that one trusts, which stand for many."""
        self.listeners, self.welcome, self.last_request = list(listeners), welcome, last_request
        self.exempt, self.is_strict = [ip_network(one, strict=False) for one in exempt], is_strict
        self.most = handles() - SPARE_HANDLES
        self.inside: Counter[str] = Counter()
        self.total = self.refused = 0
        self.pace = Pace(*COMING)
        self.complained = -1e9
        self.loop = asyncio.get_running_loop()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.posts = [self.loop.create_task(self.stand(listener)) for listener in self.listeners]

    async def stand(self, listener: socket.socket) -> None:
        """At one of the doors, until it is closed."""
        while True:
            refused = self.refused
            for _ in range(AT_ONCE):
                while self.total >= self.most:
                    await self.wait("as many connections as there are handles for")
                try:
                    taken, address = await self.loop.sock_accept(listener)
                except (ConnectionAbortedError, InterruptedError):
                    continue
                except OSError as error:
                    await self.wait(errno.errorcode.get(error.errno or 0, "unknown"))
                    continue
                self.admit(taken, str(address[0]))
            # Hanging up costs too: while somebody knocks without end, the others at the door wait a little with them.
            await asyncio.sleep(FLOOD_SECONDS if self.refused > refused else 0)

    async def wait(self, why: str) -> None:
        """Nobody is let in for a moment. Said once a minute, however long it lasts."""
        if time.monotonic() - self.complained > LOG_SECONDS:
            self.complained = time.monotonic()
            log.error("door_closed", why=why, connections=self.total)
        await asyncio.sleep(PAUSE_SECONDS)

    def is_exempt(self, address: str) -> bool:
        return any(ip_address(address.partition("%")[0]) in network for network in self.exempt)

    def admit(self, taken: socket.socket, address: str) -> None:
        host = neighbourhood(address)
        is_counted = self.is_strict and not self.is_exempt(address)
        if is_counted and (self.inside[host] >= OF_ADDRESS or self.pace.wait(host) > 0):
            with contextlib.suppress(OSError):
                taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HANG_UP)
            taken.close()
            self.refused += 1
            return
        guest = Guest(taken.family, taken.type, taken.proto, fileno=taken.detach())
        guest.setblocking(False)
        guest.on_close = lambda: self.gone(host)
        self.inside[host] += 1
        self.total += 1
        task = self.loop.create_task(self.show_in(guest))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def show_in(self, guest: Guest) -> None:
        try:
            transport, protocol = await self.loop.connect_accepted_socket(self.welcome, guest)
        except OSError:
            guest.close()
            return
        self.loop.call_later(QUIET_SECONDS, self.see_out, transport, protocol, self.last_request(protocol))

    def see_out(self, transport: asyncio.Transport, protocol: asyncio.Protocol, before: Any) -> None:
        """Somebody who has asked nothing whole for so long holds a place for nothing."""
        now = self.last_request(protocol)
        if transport.is_closing() or now is BUSY_ELSEWHERE:
            return
        if now is not BUSY and now is before:
            transport.abort()
        else:
            self.loop.call_later(QUIET_SECONDS, self.see_out, transport, protocol, now)

    def gone(self, host: str) -> None:
        self.total -= 1
        self.inside[host] -= 1
        if not self.inside[host]:
            del self.inside[host]

    async def close(self) -> None:
        for post in self.posts:
            post.cancel()
        await asyncio.gather(*self.posts, return_exceptions=True)
        for listener in self.listeners:
            listener.close()


def handles() -> int:
    """How many files this process may have open; as many as it can be given."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return wanted if soft == resource.RLIM_INFINITY else min(MOST, soft)


def listening(host: str, port: int) -> list[socket.socket]:
    """Sockets for every address that a name stands for."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listeners = []
    for family, kind, proto, _, address in dict.fromkeys(found):
        one = socket.socket(family, kind, proto)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind(address)
        one.listen(BACKLOG)
        one.setblocking(False)
        listeners.append(one)
    return listeners
