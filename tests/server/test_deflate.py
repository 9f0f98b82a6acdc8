"""What is made smaller on its way, and what never is."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from server.house import House, in_house
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from loot_table.proofs.wire import ServerProcess, new_game
from loot_table.server import deflate
from loot_table.server.sockets import SUBPROTOCOL

LARGE = json.dumps([{"label": f"move to {n}"} for n in range(500)]).encode()


def encoder() -> deflate.LargeMessages:
    return deflate.LargeMessages(True, True, 15, 15)


def test_a_large_message_is_made_smaller_by_itself_and_can_be_read() -> None:
    one, other = encoder().encode(Frame(Opcode.TEXT, LARGE)), encoder().encode(Frame(Opcode.TEXT, LARGE))
    assert one.rsv1
    assert len(one.data) < len(LARGE) / 5
    assert one.data == other.data, "nothing is remembered from one to the next"
    assert PerMessageDeflate(True, True, 15, 15).decode(one).data == LARGE


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, LARGE[: deflate.LEAST_BYTES - 1]),
        Frame(Opcode.TEXT, LARGE, fin=False),
        Frame(Opcode.CONT, LARGE),
        Frame(Opcode.PING, b"x" * 100),
    ],
)
def test_what_is_small_or_not_whole_goes_as_it_is(frame: Frame) -> None:
    assert encoder().encode(frame) is frame


def test_a_table_sends_its_large_frames_smaller_to_whoever_takes_them(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "loot.db") as server:
        chair = new_game(server.port, "loot_fiend", 3)[0]
        url = f"ws://127.0.0.1:{server.port}/api/tables/{chair.table}/socket"
        heard: dict[str | None, Any] = {}

        async def listen(compression: str | None) -> None:
            bearing = {"Authorization": f"Bearer {chair.token}"}
            async with connect(
                url, subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=bearing, compression=compression
            ) as line:
                offered = [type(one).__name__ for one in line.protocol.extensions]
                assert bool(offered) == (compression is not None)
                await line.send(json.dumps({"type": "hello", "seats": [0], "form": "scene"}))
                heard[compression] = json.loads(await line.recv())
                await line.send(zlib.compress(b"rubbish"))  # is answered, and stops nobody

        asyncio.run(listen("deflate"))
        asyncio.run(listen(None))
        assert heard["deflate"]["match"]["scene"] == heard[None]["match"]["scene"]
        assert server.errors() == []


def test_answers_for_everybody_are_made_smaller_and_those_of_a_table_never(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run")
        takes = {"Accept-Encoding": "gzip, br"}
        for path in ("/api/games", "/api/games/looterz", "/openapi.json", "/api/words/xx"):
            reply = await house.stranger.get(path, **takes)
            plain = await house.stranger.get(path)
            assert (reply.header("content-encoding"), plain.header("content-encoding")) == ("gzip", None)
            assert gzip.decompress(reply.body) == plain.body
            assert reply.header("vary") == plain.header("vary") == "Accept-Encoding"
            assert reply.header("cache-control") == "no-store"
        for path in (ana.at, f"{ana.at}/frame?seat=0", f"{ana.at}/log?seat=0", "/api/tables"):
            assert (await ana.inside.get(path, **takes)).header("content-encoding") is None

    in_house(story, tmp_path)


class Wire:
    """A transport that remembers what it was told."""

    def __init__(self) -> None:
        self.written, self.is_reading, self.is_closed = b"", True, False
        self.pieces = 0

    def write(self, data: bytes) -> None:
        self.written += data
        self.pieces += 1

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def get_extra_info(self, name: str) -> Any:
        return None


def shaken() -> tuple[deflate.Line, Wire, asyncio.Future[None]]:
    """A line after the handshake, whose other end nobody listens to yet."""
    over = asyncio.get_running_loop().create_future()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await over

    config = Config(app, ws_max_size=2**16)
    line, wire = deflate.Line(config, ServerState(), {}), Wire()
    line.connection_made(wire)  # type: ignore[arg-type]
    hello = "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    hello += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    line.data_received(hello.encode())
    return line, wire, over


def masked(data: bytes, first: int) -> bytes:
    return bytes([first, 0x80 | len(data)]) + bytes(4) + data


SMALL_BOMB = masked(deflate.small(b"a" * 8000, 15), 0xC1)
LARGE_BOMB = masked(deflate.small(b"a" * 60_000, 15), 0xC1)
PING, EMPTY_PART = masked(b"x" * 100, 0x89), masked(b"", 0x00)


def test_of_what_a_screen_sends_at_once_no_more_is_unpacked_than_is_listened_to() -> None:
    async def story() -> None:
        line, wire, over = shaken()
        await asyncio.sleep(0)
        line.data_received(SMALL_BOMB * 5000)
        for _ in range(20):
            await asyncio.sleep(0)
        assert 0 < line.queue.qsize() < 100
        assert not wire.is_reading
        before = line.queue.qsize()
        for _ in range(before + 1):  # whoever listens hears all of it, one after the other
            assert len((await line.receive()).get("text", "")) == 8000
        line.stop_keepalive()
        over.cancel()

    asyncio.run(story())


@pytest.mark.parametrize("flood", [LARGE_BOMB, masked(b"", 0x01) + EMPTY_PART * 200])
def test_a_few_bytes_that_become_very_many_end_the_line(flood: bytes) -> None:
    async def story() -> None:
        line, wire, over = shaken()
        await asyncio.sleep(0)
        line.data_received(flood)
        for _ in range(20):
            await asyncio.sleep(0)
        assert wire.is_closed
        assert (1009).to_bytes(2, "big") in wire.written
        line.stop_keepalive()
        over.cancel()

    asyncio.run(story())


def test_pings_of_a_screen_that_does_not_read_are_not_answered_without_end() -> None:
    async def story() -> None:
        line, wire, over = shaken()
        for _ in range(3):
            await asyncio.sleep(0)
        before = len(wire.written)
        line.data_received(PING)
        assert len(wire.written) > before
        line.pause_writing()
        before = len(wire.written)
        line.data_received(PING * 5)
        assert len(wire.written) == before
        line.stop_keepalive()
        over.cancel()

    asyncio.run(story())


def test_what_is_said_in_one_go_is_one_piece_in_order_and_so_is_what_waited_for_it() -> None:
    async def story() -> None:
        line, wire, over = shaken()
        for _ in range(3):
            await asyncio.sleep(0)
        told, pieces = len(wire.written), wire.pieces
        said = [deflate.Message(b'{"n":%d}' % n) for n in range(3)]
        assert line.say(said[0])
        assert line.say(said[1])
        assert wire.pieces == pieces, "nothing yet: more may come"
        await asyncio.sleep(0)
        assert wire.pieces == pieces + 1
        assert line.say(said[2])
        await line.send({"type": "websocket.send", "text": "later"})
        assert wire.written[told:] == b"".join(one.for_wire(()) for one in said) + b"\x81\x05later"
        wire.is_closed = True
        assert not line.say(said[0]), "nobody is there"
        over.set_result(None)

    asyncio.run(story())


def test_much_that_is_said_in_one_go_does_not_pile_up() -> None:
    async def story() -> None:
        line, wire, over = shaken()
        for _ in range(3):
            await asyncio.sleep(0)
        told, message = len(wire.written), deflate.Message(b"x" * 100)
        assert all(line.say(message) for _ in range(deflate.MOST_TOGETHER))
        assert len(wire.written) == told + deflate.MOST_TOGETHER * len(message.for_wire(()))
        await asyncio.sleep(0)
        assert len(wire.written) == told + deflate.MOST_TOGETHER * len(message.for_wire(()))
        over.set_result(None)

    asyncio.run(story())


def test_nobody_is_pinged_who_has_just_said_something() -> None:
    async def story() -> None:
        line, wire, over = shaken()
        for _ in range(3):
            await asyncio.sleep(0)
        told, now = len(wire.written), line.loop.time()
        line.heard_at = now - 5
        line.send_keepalive_ping()
        assert len(wire.written) == told
        assert line.ping_timer is not None
        assert line.ping_timer.when() == pytest.approx(now + (line.ping_interval or 0) - 5, abs=1)
        line.ping_timer.cancel()
        line.heard_at = now - 60
        line.send_keepalive_ping()
        assert wire.written[told] == 0x89, "who was silent is"
        line.stop_keepalive()
        over.set_result(None)

    asyncio.run(story())
