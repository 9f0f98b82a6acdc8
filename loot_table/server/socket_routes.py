"""The two sockets: a table, and the lobby."""

from __future__ import annotations

import asyncio
import sqlite3
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.server import limits as budgets
from loot_table.server import messages as m
from loot_table.server import sockets
from loot_table.server.asking import Service, address, held_keys, service_of, table_of
from loot_table.server.problems import NoSeat, Problem, TooFast
from loot_table.server.tables import Tables

HELLO_SECONDS = 10


async def table_socket(socket: WebSocket) -> None:
    service = service_of(socket)
    if sockets.SUBPROTOCOL not in socket.scope.get("subprotocols", []):
        await socket.close(1002)
        return
    await socket.accept(sockets.SUBPROTOCOL)
    try:
        session = await greeted(service, socket)
        if session.keys:
            await sockets.talk(service.tables, socket, session, service.limits)
        else:
            with service.limits.watching_from(address(socket)):
                await sockets.talk(service.tables, socket, session, service.limits)
    except (BadInput, msgspec.MsgspecError, UnicodeError, RecursionError, TimeoutError) as error:
        await sockets.refuse(socket, str(error)[:200] or "hello was not said in time")
    except (OSError, sqlite3.Error):
        await sockets.refuse(socket, "the table cannot be read now; try again", 1013)
    except WebSocketDisconnect:
        pass


async def greeted(service: Service, socket: WebSocket) -> sockets.Session:
    """Waits for hello and says which seats it opens."""
    table = await table_of(socket)
    async with asyncio.timeout(HELLO_SECONDS):
        said = m.socket_message.decode(await sockets.receive(socket))
    if not isinstance(said, m.Hello):
        raise Problem("the first message is hello")
    held = held_keys(socket, table) if "authorization" in socket.headers else frozenset()
    if said.ticket is not None:
        id, keys, until = service.tickets.pop(said.ticket, ("", frozenset(), 0.0))
        if id != table.id or until < time.monotonic():
            raise NoSeat("that ticket is used up or of another table")
        held = held | keys
    if not set(said.seats) <= table.seats_of(held):
        raise NoSeat("you do not hold that seat")
    if not said.seats:
        if not table.seats_of(held):
            service.tables.check_may_watch(table)
        if service.limits.is_strict and sum(not session.keys for session in table.sessions) >= budgets.SPECTATORS:
            raise TooFast("too many are watching this table")
    wanted = frozenset(str(table.places[seat].token) for seat in said.seats)
    return sockets.Session(socket, table, wanted, held, said.form, said.since)


async def lobby_socket(socket: WebSocket) -> None:
    """The lobby, now and after every change."""
    await socket.accept()
    try:
        with service_of(socket).limits.watching_from(address(socket)):
            await tell_lobby(socket, service_of(socket).tables)
    except TooFast as error:
        await sockets.refuse(socket, str(error))


async def tell_lobby(socket: WebSocket, tables: Tables) -> None:
    changed = asyncio.Event()
    tables.lobby_listeners.add(changed)
    listener = asyncio.create_task(socket.receive())
    try:
        while not listener.done():
            changed.clear()
            await socket.send_text(codec.dumps({"type": "lobby", "tables": tables.lobby()}).decode())
            waiter = asyncio.create_task(changed.wait())
            await asyncio.wait({waiter, listener}, return_when=asyncio.FIRST_COMPLETED)
            waiter.cancel()
            await asyncio.sleep(0.25)  # a busy lobby is told four times a second
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        tables.lobby_listeners.discard(changed)
        listener.cancel()
