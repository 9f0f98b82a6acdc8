"""The two sockets: a table, and the lobby."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from loot_table import languages
from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.server import messages as m
from loot_table.server import sockets
from loot_table.server.asking import Service, address, held_keys, service_of, table_of
from loot_table.server.desk.restart import Announced, Restart
from loot_table.server.keyring import manners
from loot_table.server.problems import NoSeat, Problem, TooFast, Unavailable
from loot_table.server.store import StoreError
from loot_table.server.tables import Tables
from loot_table.server.telling import Manner

HELLO_SECONDS = 10
LOBBY_SECONDS = 0.5  # between two tellings of a busy lobby


async def table_socket(socket: WebSocket) -> None:
    service = service_of(socket)
    if sockets.SUBPROTOCOL not in socket.scope.get("subprotocols", []):
        await socket.close(1002)
        return
    if not await is_open(socket, sockets.SUBPROTOCOL):
        return
    try:
        with service.limits.socket_from(address(socket)):
            session = await greeted(service, socket)
            if session.table.is_elsewhere:
                raise Unavailable("the table lives on another server; try again")
            if service.desk.restart.told() is not None:
                session.send(service.desk.restart.message())
            await sockets.attend(service.tables, socket, session, service.limits)
    except Unavailable as error:
        await sockets.refuse(socket, str(error), 1013)
    except (BadInput, msgspec.MsgspecError, UnicodeError, RecursionError, TimeoutError) as error:
        await sockets.refuse(socket, str(error)[:200] or "hello was not said in time")
    except (OSError, StoreError):
        await sockets.refuse(socket, "the table cannot be read now; try again", 1013)
    except WebSocketDisconnect:
        pass


async def is_open(socket: WebSocket, subprotocol: str | None = None) -> bool:
    """Whether whoever wanted a socket is still there."""
    try:
        await socket.accept(subprotocol)
    except (OSError, RuntimeError, WebSocketDisconnect):
        return False
    return True


async def greeted(service: Service, socket: WebSocket) -> sockets.Session:
    """Waits for hello and says which seats it opens."""
    await table_of(socket)  # a table that is not there is said at once
    async with asyncio.timeout(HELLO_SECONDS):
        said = m.socket_message.decode(await sockets.receive(socket))
    if not isinstance(said, m.Hello):
        raise Problem("the first message is hello")
    table = await table_of(socket)  # asked for again: while we waited it may have been put to sleep
    held = held_keys(socket, table) if "authorization" in socket.headers else frozenset()
    if said.ticket is not None:
        id, keys, until = service.tickets.pop(said.ticket, ("", frozenset(), 0.0))
        if id != table.id or until < time.monotonic():
            raise NoSeat("that ticket is used up or of another table")
        held = held | keys
    if not set(said.seats) <= table.seats_of(held):
        raise NoSeat("you do not hold that seat")
    if not said.seats and not table.seats_of(held):
        service.tables.check_may_watch(table)
    wanted = held & frozenset[str]().union(*[table.places[seat].tokens() for seat in said.seats])
    if said.seats:
        await manners.tell_apart(service.rings, table)
    # Of the languages that are here: whoever reads the same is sent the same, which is made once.
    manner = Manner(said.form, languages.words(said.language).name)
    return sockets.Session(socket, table, wanted, held, manner, said.since, address(socket))


async def lobby_socket(socket: WebSocket) -> None:
    """The lobby, now and after every change."""
    if not await is_open(socket):
        return
    try:
        with service_of(socket).limits.socket_from(address(socket)):
            await tell_lobby(socket, service_of(socket).tables, service_of(socket).desk.restart)
    except TooFast as error:
        await sockets.refuse(socket, str(error))


async def tell_lobby(socket: WebSocket, tables: Tables, restart: Restart) -> None:
    changed = asyncio.Event()
    told: Announced | None = None  # which restart was
    tables.lobby.listeners.add(changed)
    listener = asyncio.create_task(socket.receive())
    try:
        while not listener.done():
            changed.clear()
            if restart.announced != told:
                told = restart.announced
                await socket.send_text(codec.dumps(restart.message()).decode())
            await socket.send_text(tables.lobby.message().decode())
            waiter = asyncio.create_task(changed.wait())
            await asyncio.wait({waiter, listener}, return_when=asyncio.FIRST_COMPLETED)
            waiter.cancel()
            await asyncio.sleep(LOBBY_SECONDS)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        tables.lobby.listeners.discard(changed)
        listener.cancel()
