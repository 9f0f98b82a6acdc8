"""Honest tables: people who play real moves over sockets, and note how long every answer takes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from loot_table.proofs.wire import Chair, new_game, request

INTERVAL = 0.1  # seconds between two moves of a table
PATIENCE = 20.0  # seconds after which somebody gives an answer up
BACK = 0.2  # seconds until somebody who lost the socket comes back
# Long games, so that hardly one ends while it is measured; the last has a bot.
TABLES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("crates_barrels", 2, ()),
    ("looterz", 3, ()),
    ("crates_barrels", 2, ("thief",)),
)


@dataclass(frozen=True)
class Sample:
    """One wait: when it began (by the machine's clock), and its seconds."""

    began: float
    seconds: float


@dataclass
class Notes:
    """What honest people have seen."""

    moves: list[Sample] = field(default_factory=list)  # from sending a move to its answer
    bots: list[Sample] = field(default_factory=list)  # from one's own move to one's next turn, where a bot plays
    trouble: Counter[str] = field(
        default_factory=Counter
    )  # sockets closed, moves not accepted, answers that never came
    tables: int = 0  # made by honest people


class HonestTable:
    def __init__(
        self, chairs: list[Chair], players: int, notes: Notes, rng: random.Random, interval: float = INTERVAL
    ) -> None:
        self.chairs = {chair.seat: chair for chair in chairs}
        self.players = players
        self.notes = notes
        self.rng = rng
        self.interval = interval
        self.sockets: dict[int, ClientConnection] = {}
        self.turn: tuple[int, int, list[dict[str, Any]]] | None = None  # seat, version, actions
        self.changed = asyncio.Event()  # a turn has come, or the game is over
        self.played = -1  # the version at which the last move was made
        self.is_over = False
        self.answer: asyncio.Future[str] | None = None
        self.moved: float | None = None  # when the last move was answered
        self.has_bots = len(chairs) < players
        notes.tables += 1

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            listeners = [asyncio.create_task(self.listen(chair)) for chair in self.chairs.values()]
            try:
                await self.play()
            finally:
                for task in listeners:
                    task.cancel()
                await asyncio.gather(*listeners, return_exceptions=True)
            await asyncio.to_thread(self.again)

    # ---- what they are told

    async def listen(self, chair: Chair) -> None:
        """Whoever loses the socket comes back."""
        while True:
            try:
                async with chair.socket() as socket:
                    await chair.hello(socket, "scene")
                    self.sockets[chair.seat] = socket
                    while True:
                        self.hear(chair, json.loads(await socket.recv()))
            except (OSError, WebSocketException) as error:
                code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd is not None else None
                self.notes.trouble[f"closed {code}" if code is not None else "closed"] += 1
                self.give_up("closed")
                await asyncio.sleep(BACK)

    def hear(self, chair: Chair, told: dict[str, Any]) -> None:
        if told["type"] == "answer":
            self.give_up(told["result"])
            if told.get("frame"):
                self.hear(chair, told["frame"])
        elif told["type"] == "frame" and told["match"] is not None:
            match = told["match"]
            if match["actions"] and told["version"] > self.played:  # a frame comes again when somebody sits down
                self.turn = (chair.seat, told["version"], match["actions"])
                self.changed.set()
            if match["result"] is not None:
                self.is_over = True
                self.changed.set()

    def give_up(self, result: str) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(result)

    # ---- what they do

    async def play(self) -> None:
        """Until the game is over."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.interval * self.rng.random()
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.is_over:
                return
            if self.turn is None:
                continue
            self.note_bot()
            due = max(due + self.interval, loop.time())
            await asyncio.sleep(due - loop.time())
            await self.move()

    def note_bot(self) -> None:
        """How long a bot has taken since the last move of a person."""
        if self.has_bots and self.moved is not None:
            self.notes.bots.append(Sample(self.moved, time.monotonic() - self.moved))

    async def move(self) -> None:
        if self.turn is None:
            return
        turn, self.turn, self.moved = self.turn, None, None
        seat, version, actions = turn
        self.played = version
        action = self.rng.choice(actions)["action"]
        id = f"m{self.rng.getrandbits(64):x}"
        text = json.dumps(self.chairs[seat].command(id, version, {"type": "play", "action": action}))
        self.answer = asyncio.get_running_loop().create_future()
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                await self.sockets[seat].send(text)
                result = await self.answer
        except TimeoutError:
            result = "no answer"
        except (OSError, WebSocketException):
            result = "closed"
        ended = time.monotonic()
        self.notes.moves.append(Sample(began, ended - began))
        if result == "accepted":
            self.moved = ended
            return
        self.played = -1
        if result != "closed":  # that is noted where it is seen, and a new socket begins with a frame
            self.notes.trouble[result] += 1
            if self.turn is None and result != "conflict":
                self.turn = turn  # once more
            self.changed.set()

    def again(self) -> None:
        """A rematch with the same people, one seat further."""
        host = next(iter(self.chairs.values()))
        card = request(host.port, "GET", f"/api/tables/{host.table}/frame?seat={host.seat}", token=host.token)
        host.post("rematch", card["version"], {"type": "rematch"})
        card = request(host.port, "GET", f"/api/tables/{host.table}", token=host.token)
        turned = [
            Chair(chair.port, card["next"], (chair.seat + 1) % self.players, chair.token)
            for chair in self.chairs.values()
        ]
        following = request(host.port, "GET", f"/api/tables/{card['next']}", token=host.token)
        if following["phase"] == "gathering":  # with nobody else to wait for it starts by itself
            version = [chair.post("ready", 0, {"type": "ready", "is_ready": True})["version"] for chair in turned][-1]
            turned[0].post("start", version, {"type": "start"})
        self.chairs = {chair.seat: chair for chair in turned}
        self.sockets, self.turn, self.is_over, self.moved, self.played = {}, None, False, None, -1
        self.notes.tables += 1


@contextlib.asynccontextmanager
async def at_play(tables: Sequence[HonestTable], notes: Notes) -> AsyncIterator[None]:
    """While honest people play."""
    tasks = [asyncio.create_task(table.run()) for table in tables]
    gc.collect()
    gc.disable()  # what this process does for itself is not the server's answer
    try:
        yield
        failed = [task.exception() for task in tasks if task.done()]
        notes.trouble.update(f"a table that ended with {error!r:.200}" for error in failed)
    finally:
        gc.enable()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        for table in tables:
            table.note_bot()  # one that was still awaited took at least so long


def honest_tables(port: int, notes: Notes, rng: random.Random) -> list[HonestTable]:
    return [
        HonestTable(new_game(port, slug, players, bots), players, notes, random.Random(rng.getrandbits(64)))
        for slug, players, bots in TABLES
    ]
