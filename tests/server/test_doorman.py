"""Who gets in: connections are counted by address, and a server without handles waits quietly."""

from __future__ import annotations

import asyncio
import errno
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from loot_table.server import doorman as door
from loot_table.server.doorman import Doorman, listening
from loot_table.server.limits import Pace, neighbourhood

HOST = "127.0.0.1"


class Echo(asyncio.Protocol):
    """Says hello, and hangs up when spoken to."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(b"hello")

    def data_received(self, data: bytes) -> None:
        self.transport.close()


@asynccontextmanager
async def standing(**wishes: Any) -> AsyncIterator[tuple[Doorman, int]]:
    (listener,) = listening(HOST, 0)
    here = Doorman([listener], Echo, lambda _: None, **wishes)
    try:
        yield here, listener.getsockname()[1]
    finally:
        await here.close()


async def knock(port: int, source: str = HOST) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
    """The connection if one is let in."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
    try:
        if await asyncio.wait_for(reader.read(5), 5) == b"hello":
            return reader, writer
    except ConnectionError:
        pass
    writer.close()
    return None


def test_an_address_has_so_many_connections_and_others_have_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "OF_ADDRESS", 3)

    async def run() -> None:
        async with standing() as (here, port):
            inside = [await knock(port) for _ in range(5)]
            assert [one is not None for one in inside] == [True] * 3 + [False] * 2
            other = await knock(port, "127.0.0.2")
            assert other is not None
            assert here.inside == {HOST: 3, "127.0.0.2": 1}
            first = inside[0]
            assert first is not None
            first[1].write(b"bye")
            assert await first[0].read() == b""
            while here.inside[HOST] == 3:
                await asyncio.sleep(0.01)
            again = await knock(port)
            assert again is not None, "who goes makes room"
            for one in [*inside[:3], other, again]:
                assert one is not None
                one[1].close()

    asyncio.run(run())


def test_a_proxy_one_trusts_and_a_lenient_door_let_everybody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "OF_ADDRESS", 1)

    async def run(**wishes: Any) -> None:
        async with standing(**wishes) as (_, port):
            inside = [await knock(port) for _ in range(3)]
            assert all(inside)
            for one in inside:
                assert one is not None
                one[1].close()

    asyncio.run(run(exempt=[HOST]))
    asyncio.run(run(exempt=["127.0.0.0/8"]))
    asyncio.run(run(is_strict=False))


def test_who_says_nothing_is_seen_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "QUIET_SECONDS", 0.05)

    async def run() -> None:
        async with standing() as (here, port):
            one = await knock(port)
            assert one is not None
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await asyncio.wait_for(one[0].readexactly(1), 5)
            assert not here.inside
            one[1].close()

    asyncio.run(run())


class Exhausted(socket.socket):
    """A listener of a process that has no handle left, for a while."""

    failures = 40

    def accept(self) -> tuple[socket.socket, Any]:
        if self.failures:
            self.failures -= 1
            raise OSError(errno.EMFILE, "too many open files")
        return super().accept()


def test_without_handles_the_door_waits_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PAUSE_SECONDS", 0.001)

    async def run() -> None:
        (plain,) = listening(HOST, 0)
        listener = Exhausted(plain.family, plain.type, plain.proto, fileno=plain.detach())
        listener.setblocking(False)
        here = Doorman([listener], Echo, lambda _: None)
        with capture_logs() as lines:
            one = await knock(listener.getsockname()[1])
        assert one is not None
        assert [(line["event"], line["why"]) for line in lines] == [("door_closed", "EMFILE")]
        one[1].close()
        await here.close()

    asyncio.run(run())


def test_a_full_house_waits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PAUSE_SECONDS", 0.01)

    async def run() -> None:
        async with standing() as (here, port):
            here.most = 1
            first = await knock(port)
            assert first is not None
            waiting = asyncio.create_task(knock(port))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            first[1].close()
            second = await waiting
            assert second is not None, "nobody was turned away"
            second[1].close()

    asyncio.run(run())


def test_a_whole_network_of_ipv6_counts_as_one_address() -> None:
    assert neighbourhood("2001:db8:1:2:3:4:5:6") == neighbourhood("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert neighbourhood("2001:db8:1:3::9") != neighbourhood("2001:db8:1:2::9")
    assert neighbourhood("::ffff:10.1.2.3") == neighbourhood("10.1.2.3") == "10.1.2.3"
    assert neighbourhood("fe80::1%eth0") == "fe80::/64"
    assert neighbourhood("testclient") == "testclient"


def test_a_pace_lets_some_come_at_once_and_makes_the_rest_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    pace = Pace(10, 5)
    assert [round(pace.wait("a"), 6) for _ in range(8)] == [0, 0, 0, 0, 0, 0, 0.1, 0.2]
    assert pace.wait("b") == 0, "everybody has a pace of their own"
    now += 10
    assert pace.wait("a", 6) == 0
    for _ in range(1000):
        pace.wait("a", 50)
    assert pace.wait("a") < 20, "what would wait too long is not put on the bill"
    for number in range(10_000):
        now += 1
        pace.wait(str(number))
    assert len(pace.due) < 5000, "who owes nothing is forgotten"
