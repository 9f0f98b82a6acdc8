"""A client that plays one seat through every outage, never gives a command up and writes down all it is told."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.proofs.wire import Chair

# What a frame tells of the game; news depend on what the screen has had already.
COMPARED = ("to_act", "prompt", "rule", "view", "actions", "is_large", "undo", "result")
MOST_THINKING = 0.02
AGAIN_SECONDS = 0.2  # until a command is sent again that could not be written down
TWICE, CHAT, UNDO = 0.1, 0.05, 0.05  # how often: send a command twice, say something, take an action back


def digest(match: dict[str, Any]) -> str:
    """One short text for all that a frame tells of the game."""
    return hashlib.sha256(codec.dumps([match[name] for name in COMPARED])).hexdigest()


def is_whole(frame: dict[str, Any]) -> bool:
    """Whether a frame is what its hash says, as any client can check."""
    told = {name: frame[name] for name in ("version", "audience", "card", "match")}
    return bool(hashlib.sha256(codec.dumps(told)).hexdigest()[:16] == frame["hash"])


@dataclass
class Notes:
    """All that a client was told, to be compared with the log."""

    accepted: dict[str, int] = field(default_factory=dict)  # command id -> version
    said: set[str] = field(default_factory=set)  # chats that were accepted
    denied: set[str] = field(default_factory=set)  # refused, or in conflict: must not be in the log
    sent: set[str] = field(default_factory=set)
    seen: dict[int, str] = field(default_factory=dict)  # version -> digest of its frame
    complaints: list[str] = field(default_factory=list)
    resent: int = 0
    repeated: int = 0
    put_off: int = 0  # answers that it cannot be written down now


class Stubborn:
    def __init__(
        self,
        chair: Chair,
        rng: random.Random,
        sent: asyncio.Event,
        door: Callable[[], int] | None = None,
        thinking: float = MOST_THINKING,
    ) -> None:
        """`door`: the port to come in by, asked each time; that of the chair if nobody is to be asked."""
        self.chair, self.thinking = chair, thinking
        self.door = door or (lambda: chair.port)
        self.rng = rng
        self.sent = sent  # to be set whenever a command is sent
        self.notes = Notes()
        self.pending: dict[str, Any] | None = None
        self.frame: dict[str, Any] | None = None
        self.newest = 0  # the highest version this client was ever told
        self.is_playing = True
        self.is_put_off = False  # the server could not write the command down now
        self.answers = 0  # that were heard, of the store's own: accepted, refused, or in conflict
        self.fresh = asyncio.Event()  # a frame has come through the socket that is open now

    @property
    def is_over(self) -> bool:
        return self.frame is not None and self.frame["card"]["phase"] == "over"

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                async with replace(self.chair, port=self.door()).socket() as socket:
                    await self.chair.hello(socket)
                    await self.catch_up(socket)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.02)  # nobody answers there now
            finally:
                self.fresh.clear()

    async def insist(self, socket: ClientConnection) -> None:
        """The same command, under its own id."""
        self.is_put_off = False
        if self.pending is not None:
            self.notes.resent += 1
            await socket.send(json.dumps(self.pending))

    async def catch_up(self, socket: ClientConnection) -> None:
        await self.insist(socket)
        async for text in socket:
            self.hear(codec.loads(text, 2**24))
            if self.is_put_off:
                await asyncio.sleep(AGAIN_SECONDS)
                await self.insist(socket)
            await self.act(socket)

    # ---- what it is told

    def hear(self, told: dict[str, Any]) -> None:
        if told["type"] == "frame":
            self.look(told)
        elif told["type"] == "answer":
            self.learn(told)

    def look(self, frame: dict[str, Any]) -> None:
        if not is_whole(frame):
            self.notes.complaints.append(f"version {frame['version']} does not have its hash")
        self.move_on(frame["version"], "a frame")
        self.frame = frame
        if frame["match"] is not None:
            found = digest(frame["match"])
            if self.notes.seen.setdefault(frame["version"], found) != found:
                self.notes.complaints.append(f"version {frame['version']} was shown in two ways")
        self.fresh.set()

    def move_on(self, version: int, what: str) -> None:
        if version < self.newest:
            self.notes.complaints.append(f"{what} of version {version} came after version {self.newest}")
        self.newest = max(self.newest, version)

    def learn(self, answer: dict[str, Any]) -> None:
        id, result = answer["id"], answer["result"]
        if result == "repeated":
            self.notes.repeated += 1
            answer = answer["answer"]
        if answer["result"] == "accepted":
            first = self.notes.accepted.setdefault(id, answer["version"])
            if id.startswith("chat"):
                self.notes.said.add(id)
            elif first != answer["version"]:
                self.notes.complaints.append(f"command {id} was accepted twice, as two versions")
        elif result in ("refused", "conflict"):
            self.notes.denied.add(id)
            if result == "conflict":
                self.look(answer["frame"])
        elif result == "error" and answer["error"]["code"] == "unavailable":
            self.notes.put_off += 1
            self.is_put_off = self.pending is not None and self.pending["id"] == id
            return
        else:
            self.notes.complaints.append(f"command {id} was answered with {answer}")
        self.answers += 1
        if self.pending is not None and self.pending["id"] == id:
            self.pending, self.is_put_off = None, False

    # ---- what it does

    async def act(self, socket: ClientConnection) -> None:
        if self.pending is not None or self.frame is None or not self.is_playing or self.is_over:
            return
        wish = self.wish()
        if wish is None:
            return
        await asyncio.sleep(self.rng.uniform(0, self.thinking))
        id = f"{wish['type']}-{self.rng.getrandbits(48):012x}"
        if wish["type"] == "chat":
            wish["text"] = id
        self.pending = self.chair.command(id, self.frame["version"], wish)
        self.notes.sent.add(id)
        for _ in range(1 + (self.rng.random() < TWICE)):
            await socket.send(json.dumps(self.pending))
        self.sent.set()

    def wish(self) -> dict[str, Any] | None:
        assert self.frame is not None
        match = self.frame["match"]
        if self.rng.random() < CHAT:
            return {"type": "chat"}
        if match["undo"] is None and self.rng.random() < UNDO:
            return {"type": "undo"}
        if match["actions"]:
            return {"type": "play", "action": self.rng.choice(match["actions"])["action"]}
        if match["is_large"] and match["to_act"] == self.chair.seat:
            return {"type": "play", "action": self.imagined(match["view"])}
        return None

    def imagined(self, view: dict[str, Any]) -> Any:
        """What could be done where the server does not list it: as a bot finds it, in a table like what the seat sees."""
        assert self.frame is not None
        rng, card = Random(self.rng.getrandbits(32)), self.frame["card"]
        game = games.load(card["game"])
        table = game.codec.decode(view, game.start(card["players"]).view(0).box).imagine(rng)
        return codec.encode(table.decision().sample(table, rng))
