"""Messages at full speed over sockets of a table of one's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import count, repeat
from typing import Any

from websockets.asyncio.client import ClientConnection

from loot_table.proofs.siege.camp import Camp
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks.trick import trick
from loot_table.proofs.wire import Chair

MOST_MESSAGE = 8 * 1024
AT_ONCE = 8
NESTED: Any = {"type": "move"}
for _ in range(200):
    NESTED = {"type": NESTED}


class Seen:
    """As much of the newest frame as a trick needs."""

    version = 0
    action: dict[str, Any] = {"type": "move", "from": "e2", "to": "e3"}  # noqa: RUF012 (a first guess, never changed)


Messages = Callable[[Chair, Seen], Iterator[str | bytes]]


async def talk(camp: Camp, tally: Tally, messages: Messages) -> None:
    """Say it all over and over, and count what is said back."""
    chairs = await camp.table()
    chair, seen = chairs[tally.sent % 2], Seen()

    async def both(socket: ClientConnection) -> None:
        await asyncio.gather(hear(tally, socket, seen), say(tally, socket, messages(chair, seen)))

    while True:
        await camp.sit(tally, chair, both)


async def say(tally: Tally, socket: ClientConnection, messages: Iterator[str | bytes]) -> None:
    for number, text in enumerate(messages):
        await socket.send(text, text=True)
        tally.sent += 1
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)


async def hear(tally: Tally, socket: ClientConnection, seen: Seen) -> None:
    while True:
        told = json.loads(await socket.recv())
        if told["type"] == "answer":
            error = told.get("error") or {}
            tally.answers[f"error {error.get('code')}" if told["result"] == "error" else told["result"]] += 1
        elif told["type"] in ("told", "frame"):
            tally.answers[told["type"]] += 1
        if told["type"] == "frame" and told.get("match"):
            seen.version = told["version"]
            if told["match"].get("actions"):
                seen.action = told["match"]["actions"][0]["action"]


def command(chair: Chair, number: int, version: int, do: dict[str, Any]) -> str:
    return json.dumps(chair.command(f"{do['type']}{id(chair)}-{number}", version, do))


@trick("chat", "talk without end")
async def chat(camp: Camp, tally: Tally) -> None:
    await talk(camp, tally, chats)


def chats(chair: Chair, seen: Seen) -> Iterator[str]:
    for number in count():
        yield command(chair, number, 0, {"type": "chat", "text": "x" * 300})


@trick("undo", "a move and taking it back, again and again, also of versions long past", at_once=2)
async def undo(camp: Camp, tally: Tally) -> None:
    await talk(camp, tally, moves)


def moves(chair: Chair, seen: Seen) -> Iterator[str]:
    for number in count():
        yield command(chair, 3 * number, seen.version, {"type": "play", "action": seen.action})
        yield command(chair, 3 * number + 1, seen.version + 1, {"type": "undo"})
        yield command(chair, 3 * number + 2, 0, {"type": "play", "action": seen.action})


@trick("moves", "moves of both seats as fast as they are taken, for a long log", at_once=2)
async def plays(camp: Camp, tally: Tally) -> None:
    await talk(camp, tally, forward)


def forward(chair: Chair, seen: Seen) -> Iterator[str]:
    for number in count():
        yield command(chair, number, seen.version, {"type": "play", "action": seen.action})


@trick("why", "questions why something is not allowed")
async def why(camp: Camp, tally: Tally) -> None:
    await talk(camp, tally, questions)


def questions(chair: Chair, seen: Seen) -> Iterator[str]:
    for number in count():
        question = {"why": seen.action} if number % 2 else {"odds": {}}
        yield json.dumps({"type": "ask", "id": f"q{number}", "seat": chair.seat, "question": question})


@trick("frames", "whole frames over a socket, again and again", at_once=2)
async def frames(camp: Camp, tally: Tally) -> None:
    await talk(camp, tally, whole_frames)


def whole_frames(chair: Chair, seen: Seen) -> Iterator[str]:
    return repeat(json.dumps({"type": "frame"}))


@trick("hostile", "actions and questions of 8 kB, messages of 64 kB, and bytes that are no text", at_once=2)
async def hostile(camp: Camp, tally: Tally) -> None:
    await talk(camp, tally, rubbish)


def rubbish(chair: Chair, seen: Seen) -> Iterator[str | bytes]:
    long = {f"k{number}": [number] for number in range(MOST_MESSAGE // 16)}
    digits = '{"type": "ask", "id": "d", "seat": 0, "question": {"why": {"type": ' + "9" * 5_000 + "}}}"
    for number in count():
        yield command(chair, 3 * number, seen.version, {"type": "play", "action": NESTED})
        yield command(chair, 3 * number + 1, seen.version, {"type": "play", "action": {"type": "move", **long}})
        yield json.dumps({"type": "ask", "id": "n", "seat": chair.seat, "question": {"why": NESTED}})
        yield digits
        yield "[" * MOST_MESSAGE
        if number % 50 == 49:
            yield "x" * (63 * 1024)
            yield b'{"type": "ping\xff\xfe"}'  # ends the socket: the next one comes
