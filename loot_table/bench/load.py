"""The load on our server: so many tables of Loot N Run with four sockets each, one move a table a second.

Runs in a process of its own (`python -m loot_table.bench.load`) and prints JSON, so that it takes nothing from the
server but the machine."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import time
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from loot_table.proofs.wire import Chair, new_game

GAME = "loot_n_run"
SOCKETS = 4
AT_ONCE = 8  # tables that are set up at the same time


class Choice(msgspec.Struct):
    action: msgspec.Raw


class Told(msgspec.Struct):
    actions: list[Choice] | None = None
    result: dict[str, Any] | None = None


class Heard(msgspec.Struct):
    """As much of a message as a player needs to go on."""

    type: str
    version: int = 0
    result: str = ""
    match: Told | None = None


read = msgspec.json.Decoder(Heard)


@dataclass
class Figures:
    is_measuring: bool = False
    times: list[float] = field(default_factory=list)  # milliseconds from sending a move to its acknowledgement
    frames: int = 0
    wanted: int = 0
    late: int = 0  # moves that could not be sent because the last one had no answer yet
    refused: int = 0


class Table:
    """The clients of one table."""

    def __init__(self, port: int, door: int, figures: Figures, rng: random.Random) -> None:
        """`port`: the server that makes the table, and is its home; `door`: the one that its players come in by."""
        self.port, self.door = port, door
        self.figures = figures
        self.rng = rng
        self.sockets: dict[int, ClientConnection] = {}
        self.readers: list[asyncio.Task[None]] = []
        self.turn: tuple[int, int, list[Choice]] | None = None  # seat, version, actions
        self.sent: float | None = None
        self.is_measured = False
        self.number = 0

    async def open(self) -> None:
        chairs = await asyncio.to_thread(new_game, self.port, GAME, SOCKETS)
        self.chairs = {chair.seat: chair for chair in chairs}
        for chair in chairs:
            socket = await replace(chair, port=self.door).socket()
            await chair.hello(socket, "scene")
            self.sockets[chair.seat] = socket
            self.readers.append(asyncio.create_task(self.listen(chair, socket)))

    async def listen(self, chair: Chair, socket: ClientConnection) -> None:
        try:
            while True:
                self.hear(chair, read.decode(await socket.recv(decode=False)))
        except ConnectionClosed:
            return

    def hear(self, chair: Chair, heard: Heard) -> None:
        if heard.type == "frame":
            self.figures.frames += self.figures.is_measuring
            if heard.match is not None and heard.match.actions:
                self.turn = (chair.seat, heard.version, heard.match.actions)
            elif heard.match is not None and heard.match.result is not None and self.turn is not None:
                self.turn = None
                self.readers.append(asyncio.create_task(self.again()))
        elif heard.type == "answer" and self.sent is not None:
            if heard.result != "accepted":
                self.figures.refused += 1
            elif self.is_measured:
                self.figures.times.append((time.perf_counter() - self.sent) * 1e3)
            self.sent = None

    async def again(self) -> None:
        """A game is over: the next one, with new sockets."""
        for socket in self.sockets.values():
            await socket.close()
        await self.open()

    async def move(self) -> None:
        figures = self.figures
        figures.wanted += figures.is_measuring
        if self.sent is not None or self.turn is None:
            figures.late += figures.is_measuring
            return
        seat, version, actions = self.turn
        self.turn = None
        self.number += 1
        action = json.loads(bytes(self.rng.choice(actions).action))
        command = self.chairs[seat].command(f"m{self.number}", version, {"type": "play", "action": action})
        text = json.dumps(command)
        self.is_measured = figures.is_measuring
        self.sent = time.perf_counter()
        await self.sockets[seat].send(text)

    async def keep_moving(self, first: float, interval: float, until: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + first
        while due < until:
            await asyncio.sleep(due - loop.time())
            await self.move()
            due += interval


async def load(
    ports: list[int], tables: int, warm_up: float, seconds: float, interval: float, is_away: bool = False
) -> Figures:
    """`is_away`: players come in by another server than their table's home."""
    figures, rng = Figures(), random.Random(7)
    homes = [number % len(ports) for number in range(tables)]
    all_tables = [Table(ports[home], ports[(home + is_away) % len(ports)], figures, rng) for home in homes]
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open()

    await asyncio.gather(*[open_one(table) for table in all_tables])
    gc.collect()
    gc.disable()  # what this process does for itself is not the server's answer
    loop = asyncio.get_running_loop()
    until = loop.time() + warm_up + seconds
    movers = [
        asyncio.create_task(table.keep_moving(number / tables * interval, interval, until))
        for number, table in enumerate(all_tables)
    ]
    await asyncio.sleep(warm_up)
    print("measuring", flush=True)  # noqa: T201
    figures.is_measuring = True
    await asyncio.sleep(seconds)
    figures.is_measuring = False
    await asyncio.gather(*movers)
    await asyncio.sleep(1)
    return figures


def main() -> None:
    ports, tables, warm_up, seconds, interval, *more = sys.argv[1:]
    times = float(warm_up), float(seconds), float(interval)
    done = asyncio.run(load([int(port) for port in ports.split(",")], int(tables), *times, is_away="away" in more))
    told = {name: getattr(done, name) for name in ("times", "frames", "wanted", "late", "refused")}
    print(json.dumps(told), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
