"""Connections that cost the server something by being there: unread, unsaid, unfinished."""

from __future__ import annotations

import asyncio
import json
import socket as sockets

from websockets.asyncio.client import ClientConnection

from loot_table.proofs.siege.camp import AGAIN, Camp, socket_path
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks.trick import trick
from loot_table.proofs.siege.visitor import BROKEN, listen, read_answer

MOST_IDLE = 3_000
SLOW_REQUESTS = 50
LITTLE = 4096  # bytes that a deaf socket keeps, so that the rest stays with the server
FRAME = json.dumps({"type": "frame"})
WATCH = json.dumps({"type": "hello", "seats": []})


@trick("deaf", "sockets that ask for whole frames and never read one", at_once=40)
async def deaf(camp: Camp, tally: Tally) -> None:
    chairs = await camp.table()

    async def ask_on(socket: ClientConnection) -> None:
        under = socket.transport.get_extra_info("socket")
        under.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, LITTLE)
        while True:
            await socket.send(FRAME)
            tally.sent += 1
            await asyncio.sleep(0.02)

    while True:
        await camp.sit(tally, chairs[tally.sent % 2], ask_on, waiting=1)


@trick("seats", "many sockets at each seat, which read all that they are sent", at_once=60)
async def seats(camp: Camp, tally: Tally) -> None:
    chairs = await camp.table()
    while True:
        await camp.sit(tally, chairs[tally.sent % 2], listen)


@trick("watchers", "sockets without a seat that watch a table", at_once=60)
async def watchers(camp: Camp, tally: Tally) -> None:
    chairs = await camp.table()
    while True:
        await camp.visitor.visit(tally, socket_path(chairs[0]), listen, hello=WATCH)


@trick("silent", "sockets that connect to a table and never say hello", at_once=50)
async def silent(camp: Camp, tally: Tally) -> None:
    chairs = await camp.table()
    while True:
        await camp.visitor.visit(tally, socket_path(chairs[0]), listen)


@trick("lobby", "sockets in the lobby, each told of every change", at_once=50)
async def lobby(camp: Camp, tally: Tally) -> None:
    while True:
        await camp.visitor.visit(tally, "/api/lobby", listen)


@trick("slow", "requests of which a byte comes each second", at_once=SLOW_REQUESTS)
async def slow(camp: Camp, tally: Tally) -> None:
    """Half of them stop in the headers, half in the body."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer none\r\nContent-Type: application/json\r\n"
    text = head + b"Content-Length: 60000\r\n\r\n" + b" " * 60_000
    while True:
        try:
            reader, writer = await camp.visitor.streams(tally)
        except OSError:
            continue
        tally.sent += 1
        first = len(head) - 20 if tally.sent % 2 else len(head) + 40
        answer = asyncio.create_task(read_answer(reader))
        try:
            writer.write(text[:first])
            for at in range(first, len(text)):
                done, _ = await asyncio.wait({answer}, timeout=1)
                if done:
                    tally.answers[str(answer.result().status)] += 1
                    break
                writer.write(text[at : at + 1])
        except BROKEN:
            tally.closed()
        finally:
            answer.cancel()
            writer.close()


@trick("idle", f"connections that say nothing, up to {MOST_IDLE:,}")
async def idle(camp: Camp, tally: Tally) -> None:
    await asyncio.gather(*[keep_open(camp, tally, number) for number in range(MOST_IDLE)])


async def keep_open(camp: Camp, tally: Tally, number: int) -> None:
    await asyncio.sleep(number / 1_000)
    while True:
        try:
            reader, writer = await camp.visitor.streams(tally)
        except OSError:
            await asyncio.sleep(AGAIN)  # three thousand that come again at once would be the whole attack
            continue
        tally.sent += 1
        tally.answers["open"] += 1
        try:
            await reader.read(1)
        except OSError:
            pass
        finally:
            writer.close()
        tally.closed()
        await asyncio.sleep(AGAIN)
