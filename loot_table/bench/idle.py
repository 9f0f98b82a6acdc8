"""Many tables that nobody plays at, and many sockets that only wait: what they take of a server's memory."""

from __future__ import annotations

import asyncio
import http.client
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.proofs import log_file
from loot_table.proofs.wire import HOST, ServerProcess
from loot_table.server import commands
from loot_table.server import messages as m
from loot_table.server.brains import Brains
from loot_table.server.memory import MemoryStore
from loot_table.server.seats import new_table_id
from loot_table.server.store import Kept, SqliteStore
from loot_table.server.tables import MOST_AWAKE, Tables

WANTED_MEGABYTES = 1536.0
ENTRIES = 60  # of each game that is under way
OPTIONS = ("--no-limits", "--pace", "0", "--no-lab")
AT_ONCE = 50  # sockets that are opened at the same time
PATIENCE = 120.0
HELLO, PING, TEXT, PONG = 0x81, 0x89, 0x81, 0x8A
UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: loot.1\r\n"
    "Authorization: Bearer {token}\r\n\r\n"
)


@dataclass(frozen=True)
class Game:
    """The log of a game under way, and the keys to its seats."""

    log: list[Kept]
    tokens: dict[int, str]


@dataclass(frozen=True)
class Idle:
    tables: int
    sockets: int
    empty: float  # megabytes of a server with one table
    woken: float  # after every table was asked for
    watched: float  # with all sockets open
    most: float  # ever
    start_seconds: float  # until a server with all these tables answers
    awake: int  # tables that stay in memory
    answer_ms: float  # until a table answers that sleeps, the median

    @property
    def kilobytes_a_table(self) -> float:
        return (self.woken - self.empty) * 1024 / self.awake

    @property
    def kilobytes_a_socket(self) -> float:
        return (self.watched - self.woken) * 1024 / max(1, self.sockets)

    @property
    def is_kept(self) -> bool:
        return self.most <= WANTED_MEGABYTES

    def to_json(self) -> dict[str, Any]:
        each = {"kilobytes_a_table": self.kilobytes_a_table, "kilobytes_a_socket": self.kilobytes_a_socket}
        return {**asdict(self), **each, "is_kept": self.is_kept}


async def under_way() -> list[Game]:
    """One of each game, as the server keeps it."""
    store, rng, found = MemoryStore(), Random(7), []
    tables = Tables(store, Brains())
    for game in games.all_games():
        table, tokens = await tables.create(m.NewTable(game.slug, game.least_players, name="Ana"))
        for number in range(1, game.least_players):  # each at a screen of their own
            seat, token, _ = await tables.join(table, m.Join(f"Ben {number}"))
            tokens[seat] = token
        async with table.lock:
            await tables.change(table, commands.started(table), None)
            match = table.playing()
            while table.version < ENTRIES:
                action = match.state.decision().sample(match.state, rng)
                happening = commands.played(table, match.to_act, codec.encode(action))
                if is_last(table, happening):
                    break
                await tables.change(table, happening, None)
        found.append(Game(list(store.log[table.id]), tokens))
    await tables.close()
    return found


def is_last(table: Any, happening: Any) -> bool:
    """Whether the game ends with it."""
    then = table.playing().at(table.playing().version)
    for entry in happening.entries:
        then.replay_entry(entry)
    return bool(then.is_over)


def fill(path: Path, tables: int) -> list[tuple[str, Game]]:
    """A database with so many games that wait for their next move."""
    SqliteStore(path).close()
    all_games = asyncio.run(under_way())
    found = [(new_table_id(), all_games[number % len(all_games)]) for number in range(tables)]
    rows = [(id, f"code-{number}", "playing", 0, int(time.time())) for number, (id, _) in enumerate(found)]
    entries = [(id, kept.version, kept.schema, kept.body) for id, game in found for kept in game.log]
    log_file.fill(path, rows, entries)
    return found


def run(tables: int, sockets: int) -> Idle:
    with tempfile.TemporaryDirectory() as folder:
        alone, many = Path(folder) / "alone.db", Path(folder) / "many.db"
        empty = measured(alone, fill(alone, 1), 0)
        return measured(many, fill(many, tables), sockets, empty.woken)


def measured(path: Path, filled: list[tuple[str, Game]], sockets: int, empty: float = 0.0) -> Idle:
    began = time.perf_counter()
    with ServerProcess(path, OPTIONS) as server:
        started = time.perf_counter() - began
        times = ask_each(server.port, filled)
        woken = megabytes(server.running.pid, "VmRSS")
        watched = asyncio.run(look(server.port, awake_last(filled, sockets), server.running.pid))
        if server.errors():
            raise BadInput(f"the server logged errors: {server.errors()[:3]}")
        most = megabytes(server.running.pid, "VmHWM")
    awake = min(len(filled), MOST_AWAKE)
    middle = sorted(times)[len(times) // 2] * 1e3
    return Idle(len(filled), sockets, empty, woken, watched, most, started, awake, middle)


def ask_each(port: int, filled: list[tuple[str, Game]]) -> list[float]:
    """Seconds that each table took."""
    connection, times = http.client.HTTPConnection(HOST, port, timeout=PATIENCE), []
    for id, game in filled:
        began = time.perf_counter()
        seat, token = next(iter(game.tokens.items()))
        connection.request("GET", f"/api/tables/{id}/frame?seat={seat}", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        text = answer.read()
        times.append(time.perf_counter() - began)
        if answer.status != 200 or json.loads(text)["match"] is None:
            raise BadInput(f"a table did not answer: {answer.status} {text[:200]!r}")
    connection.close()
    return times


def awake_last(filled: list[tuple[str, Game]], sockets: int) -> Iterator[tuple[str, int, str]]:
    """So many seats of the tables that were asked for last, which are in memory: table, seat and its key."""
    tables = filled[-MOST_AWAKE:]
    for number in range(sockets):
        id, game = tables[number % len(tables)]
        seat = (number // len(tables)) % len(game.tokens)
        yield id, seat, game.tokens[seat]


def megabytes(process: int, what: str) -> float:
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(what + ":"):
            return int(line.split()[1]) / 1024
    raise BadInput("this system does not say how much memory a process has: this needs Linux")


# ---------------------------------------------------------------- sockets that take little themselves


class Screen(asyncio.Protocol):
    """A socket that says hello and answers pings; what else it hears it forgets."""

    def __init__(self, table: str, seat: int, token: str) -> None:
        self.words = UPGRADE.format(table=table, host=HOST, token=token).encode()
        self.hello = json.dumps({"type": "hello", "seats": [seat], "form": "scene"}).encode()
        self.heard = bytearray()
        self.is_open = False
        self.has_frame = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.words)

    def data_received(self, data: bytes) -> None:
        self.heard += data
        if not self.is_open:
            head, found, rest = bytes(self.heard).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head[:20]:
                self.fail(f"no socket: {head[:60]!r}")
                return
            self.is_open, self.heard = True, bytearray(rest)
            self.transport.write(masked(HELLO, self.hello))
        while (piece := taken(self.heard)) is not None:
            kind, payload = piece
            if kind == PING:
                self.transport.write(masked(PONG, payload))
            elif kind == TEXT and payload.startswith(b'{"type":"frame"') and not self.has_frame.done():
                self.has_frame.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        self.fail("a socket was closed")

    def fail(self, words: str) -> None:
        if not self.has_frame.done():
            self.has_frame.set_exception(BadInput(words))


def masked(kind: int, payload: bytes) -> bytes:
    """A short frame; masked with nothing, as the protocol allows."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return bytes([kind]) + size + bytes(4) + payload


def taken(heard: bytearray) -> tuple[int, bytes] | None:
    """The first whole frame, taken from what was heard."""
    if len(heard) < 2:
        return None
    extra = {126: 2, 127: 8}.get(heard[1], 0)
    if len(heard) < 2 + extra:
        return None
    size = int.from_bytes(heard[2 : 2 + extra], "big") if extra else heard[1]
    end = 2 + extra + size
    if len(heard) < end:
        return None
    kind, payload = heard[0], bytes(heard[2 + extra : end])
    del heard[:end]
    return kind, payload


async def look(port: int, chairs: Iterator[tuple[str, int, str]], process: int) -> float:
    """Open all sockets, see a frame at each, and say how much memory the server has then, in megabytes."""
    gate, loop = asyncio.Semaphore(AT_ONCE), asyncio.get_running_loop()
    screens: list[Screen] = []

    async def open_one(table: str, seat: int, token: str) -> None:
        async with gate:
            _, screen = await loop.create_connection(lambda: Screen(table, seat, token), HOST, port)
            screens.append(screen)
            await asyncio.wait_for(screen.has_frame, PATIENCE)

    await asyncio.gather(*[open_one(*chair) for chair in chairs])
    await asyncio.sleep(1)
    used = megabytes(process, "VmRSS")
    for screen in screens:
        screen.transport.abort()
    return used
