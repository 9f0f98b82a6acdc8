"""The server's routes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import structlog
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, IllegalAction
from loot_table.engine.game import Game
from loot_table.engine.options import described
from loot_table.engine.state import REFEREE, SPECTATOR, Seat
from loot_table.games.rulebook import numbered, rulebook_text
from loot_table.server import frames, sockets
from loot_table.server import limits as budgets
from loot_table.server import messages as m
from loot_table.server.limits import Limits
from loot_table.server.openapi import described_api
from loot_table.server.problems import NoSeat, NotFound, NotJson, NotNow, Problem, TooFast, TooLarge, where
from loot_table.server.seats import hashed
from loot_table.server.security import HEADERS, Security
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

log = structlog.get_logger()
STATIC = Path(__file__).parent / "static"
COOKIE = "loot-seat-"
COOKIE_DAYS = 30
TICKET_SECONDS = 30
HELLO_SECONDS = 10
MOST_BODY = 8 * 1024
MOST_COMPONENTS = 64 * 1024
SMALL_COLLECTIONS = (10_000, 5, 1_000_000)
FULL_COLLECTION_SECONDS = 300


@dataclass
class Service:
    """What the routes share."""

    tables: Tables
    limits: Limits
    origins: frozenset[str]
    is_secure: bool = False  # served over https: cookies say so
    tickets: dict[str, tuple[str, frozenset[str], float]] = field(default_factory=dict)  # table, keys, until when


def service_of(connection: HTTPConnection) -> Service:
    found = connection.app.state.service
    assert isinstance(found, Service)
    return found


def answered(plain: Any, status: int = 200) -> Response:
    return Response(codec.dumps(plain), status, media_type="application/json", headers={"Cache-Control": "no-store"})


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client is not None else "unknown"


def check_budget(connection: HTTPConnection, budget: str, what: str) -> None:
    if not service_of(connection).limits.allows(budget, what, address(connection)):
        raise TooFast("too many requests from your address; wait a little")


async def body(request: Request, most: int = MOST_BODY) -> bytes:
    """The body, if it says that it is JSON and is not too long."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise NotJson("the body must be application/json")
    text = b""
    async for chunk in request.stream():
        text += chunk
        if len(text) > most:
            raise TooLarge(f"at most {most} bytes are read")
    return text


# ---------------------------------------------------------------- who asks


def held_keys(connection: HTTPConnection, table: LiveTable) -> frozenset[str]:
    """The hashed tokens of seats that a request proves to hold, by cookie or bearer token."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    given = [token.strip()] if kind.lower() == "bearer" else []
    given += [value for name, value in connection.cookies.items() if name.startswith(COOKIE)]
    return frozenset(hashed(one) for one in given[:16]) & {str(place.token) for place in table.places}


def held_seats(connection: HTTPConnection, table: LiveTable) -> frozenset[Seat]:
    return table.seats_of(held_keys(connection, table))


def give_seats(response: Response, service: Service, table: LiveTable, tokens: dict[Seat, str]) -> None:
    for seat, token in tokens.items():
        response.set_cookie(
            f"{COOKIE}{seat}",
            token,
            max_age=COOKIE_DAYS * 86400,
            path=f"/api/tables/{table.id}",
            httponly=True,
            samesite="lax",
            secure=service.is_secure,
        )


async def table_of(connection: HTTPConnection) -> LiveTable:
    return await service_of(connection).tables.get(connection.path_params["table"])


def asked_seat(request: Request, table: LiveTable) -> Seat:
    """The audience a request asks for: a seat it holds, or a spectator who may watch."""
    text = request.query_params.get("seat")
    if text is None:
        service_of(request).tables.check_may_watch(table)
        return SPECTATOR
    seat = small_number(text)
    if seat not in held_seats(request, table):
        raise NoSeat("you do not hold that seat")
    if table.needs_curtain(seat):
        raise NotNow("this seat shares a screen: unlock it over the socket")
    return seat


def small_number(text: str) -> int:
    """A seat or a version from an address; -1, which is neither, if it is nothing of the kind."""
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else -1


def asked_form(request: Request) -> str:
    form = request.query_params.get("form", "scene")
    if form not in ("scene", "view"):
        raise Problem('form is "scene" or "view"')
    return form


# ---------------------------------------------------------------- games


def game_card(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "pitch": game.pitch,
        "least_players": game.least_players,
        "most_players": game.most_players,
        "has_secrets": game.has_secrets,
        "rules_version": game.rules_version,
        "seat_names": list(game.seat_names),
        "bots": [{"name": level.name, "title": level.title, "doc": level.about} for level in bots.LEVELS],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "least": option.least,
                "most": option.most,
                "doc": option.doc,
                "rule": option.rule,
            }
            for option in described(game.options)
        ],
    }


async def list_games(request: Request) -> Response:
    return answered({"games": [game_card(game) for game in games.all_games()]})


async def one_game(request: Request) -> Response:
    slug = request.path_params["slug"]
    if slug not in games.slugs():
        raise NotFound("there is no such game")
    card = game_card(games.load(slug))
    return answered({**card, "rulebook": rulebook_text(slug), "rules": numbered(slug)})


# ---------------------------------------------------------------- tables


async def tables_door(request: Request) -> Response:
    return await (new_table if request.method == "POST" else list_tables)(request)


async def list_tables(request: Request) -> Response:
    return answered({"tables": service_of(request).tables.lobby()})


async def new_table(request: Request) -> Response:
    check_budget(request, budgets.NEW_TABLES, "new table")
    service = service_of(request)
    table, tokens = await service.tables.create(m.new_table.decode(await body(request, MOST_COMPONENTS)))
    seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
    response = answered({"table": table.id, "code": table.code, "seats": seats, "card": table.card()}, 201)
    give_seats(response, service, table, tokens)
    return response


async def find_code(request: Request) -> Response:
    check_budget(request, budgets.CODES, "code")
    return answered({"table": await service_of(request).tables.find(request.path_params["code"])})


async def table_card(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        return answered({**table.card(), "mine": sorted(held_seats(request, table))})


async def join_table(request: Request) -> Response:
    check_budget(request, budgets.JOINS, "join")
    table, service = await table_of(request), service_of(request)
    seat, token, card = await service.tables.join(table, m.join.decode(await body(request)))
    response = answered({"seat": seat, "token": token, "card": card}, 201)
    give_seats(response, service, table, {seat: token})
    return response


async def follow_rematch(request: Request) -> Response:
    """The seats of a finished table open the same player's seats of its rematch."""
    table, service = await table_of(request), service_of(request)
    if table.next is None:
        raise NotNow("there is no rematch yet")
    again = await service.tables.get(table.next)
    tokens: dict[Seat, str] = {}
    for name, token in request.cookies.items():
        seat = service.tables.seat_of(again, token) if name.startswith(COOKIE) else None
        if seat is not None:
            tokens[seat] = token
    async with again.lock:
        response = answered({"table": again.id, "seats": sorted(tokens), "card": again.card()})
    give_seats(response, service, again, tokens)
    return response


async def get_frame(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        return answered(frames.frame(table, asked_seat(request, table), asked_form(request)))


async def get_log(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        audience = asked_seat(request, table)
        told = [] if table.match is None else frames.news(table, table.match, audience, -1)
        return answered({"version": table.version, "log": told})


async def get_replay(request: Request) -> Response:
    """A frame of the past. Once the game is over every perspective is open: `?seat=all`, or any seat."""
    table = await table_of(request)
    async with table.lock:
        match = table.match
        if match is None:
            raise NotNow("the game has not started")
        audience = replay_audience(request, table)
        version = small_number(request.path_params["version"])
        if not 0 <= version <= match.version:
            raise NotFound(f"there is no such version; there are 0 to {match.version}")
        then = match.at(version)
        return answered(
            {
                "version": version,
                "last": match.version,
                "scene": frames.shown(match.game, then.view(audience), match.names, asked_form(request)),
                "news": frames.told_at(match, audience, version),
                "to_act": then.to_act,
                "result": frames.result(then),
            }
        )


def replay_audience(request: Request, table: LiveTable) -> Seat:
    wanted = request.query_params.get("seat")
    if table.phase != "over" or wanted is None:
        return asked_seat(request, table)
    check_holds_or_may_watch(request, table)
    seat = REFEREE if wanted == "all" else small_number(wanted)
    if seat != REFEREE and not 0 <= seat < table.players:
        raise NotFound('there is no such seat; "all" shows everything')
    return seat


def check_holds_or_may_watch(request: Request, table: LiveTable) -> None:
    if not held_seats(request, table):
        service_of(request).tables.check_may_watch(table)


async def get_record(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        check_holds_or_may_watch(request, table)
        if table.match is None or table.phase != "over":
            raise NotNow("a record holds every secret: it can be had when the game is over")
        name = f"{table.game.slug}-{table.code.lower()}.loot.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(table.match.save(), media_type="application/json", headers=headers)


async def do_command(request: Request) -> Response:
    table, service = await table_of(request), service_of(request)
    command = m.command.decode(await body(request))
    keys = held_keys(request, table)
    if command.seat not in table.seats_of(keys):
        raise NoSeat("you do not hold that seat")
    if not service.limits.allows_command(table.id, command.seat, isinstance(command.do, m.Chat)):
        raise TooFast("too many commands at once; wait a second")
    answer = await service.tables.command(table, command, keys, asked_form(request))
    if answer["result"] == "conflict" and table.needs_curtain(command.seat):
        answer["frame"] = None
    return answered(answer)


async def new_ticket(request: Request) -> Response:
    """A one-time ticket opens the socket with the seats the asker holds."""
    table, service = await table_of(request), service_of(request)
    keys = held_keys(request, table)
    if not keys:
        service.tables.check_may_watch(table)
    now = time.monotonic()
    service.tickets = {ticket: kept for ticket, kept in service.tickets.items() if kept[2] > now}
    ticket = secrets.token_urlsafe(24)
    service.tickets[ticket] = (table.id, keys, now + TICKET_SECONDS)
    return answered({"ticket": ticket, "seats": sorted(table.seats_of(keys))})


# ---------------------------------------------------------------- sockets


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


# ---------------------------------------------------------------- health, metrics, the page


async def healthz(request: Request) -> Response:
    await service_of(request).tables.store.row("")
    return answered({"status": "ok"})


async def metrics(request: Request) -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


async def openapi(request: Request) -> Response:
    return answered(described_api())


NO_PAGE = """<!doctype html><html lang="en"><title>Loot Table</title><h1>Loot Table</h1>
<p>The server runs, but the browser client was not built into this installation.</p>
<p>The protocol is described at <a href="/openapi.json">/openapi.json</a>.</p></html>"""


async def page(request: Request) -> Response:
    """The browser client: its files, and its one page for every other address."""
    wanted = asked_file(request.path_params.get("path", ""))
    if wanted is not None:
        is_hashed = "assets" in wanted.parts
        caching = "public, max-age=31536000, immutable" if is_hashed else "no-cache"
        return FileResponse(wanted, headers={"Cache-Control": caching})
    index = STATIC / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(NO_PAGE)


def asked_file(path: str) -> Path | None:
    """A file of the browser client, and no other."""
    try:
        wanted = (STATIC / path).resolve()
        return wanted if wanted.is_file() and wanted.is_relative_to(STATIC.resolve()) else None
    except (OSError, ValueError):  # too long, or no path at all
        return None


def api() -> list[Any]:
    at = "/tables/{table}"
    return [
        Route("/games", list_games),
        Route("/games/{slug}", one_game),
        Route("/tables", tables_door, methods=["GET", "POST"]),
        Route("/codes/{code}", find_code),
        Route(at, table_card),
        Route(at + "/join", join_table, methods=["POST"]),
        Route(at + "/follow", follow_rematch, methods=["POST"]),
        Route(at + "/frame", get_frame),
        Route(at + "/log", get_log),
        Route(at + "/replay/{version}", get_replay),
        Route(at + "/record", get_record),
        Route(at + "/commands", do_command, methods=["POST"]),
        Route(at + "/ticket", new_ticket, methods=["POST"]),
        WebSocketRoute(at + "/socket", table_socket),
        WebSocketRoute("/lobby", lobby_socket),
    ]


def routes() -> list[Any]:
    """The page answers every address that is not the protocol's."""
    return [
        Mount("/api", routes=api()),
        Route("/healthz", healthz),
        Route("/metrics", metrics),
        Route("/openapi.json", openapi),
        Route("/{path:path}", page),
    ]


# ---------------------------------------------------------------- errors


def problem_answer(code: str, text: str, status: int) -> Response:
    return answered({"error": {"code": code, "text": text[:300]}}, status)


async def on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_answer(error.code, str(error), error.status)


async def on_bad_input(request: Request, error: Exception) -> Response:
    return problem_answer("bad_request", str(error), 400)


async def on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, IllegalAction)
    return problem_answer("refused", str(error), 409)


async def on_no_route(request: Request, error: Exception) -> Response:
    return problem_answer("not_found", "there is nothing at this address", 404)


async def on_no_method(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = problem_answer("no_such_method", "this method does not exist here", 405)
    answer.headers.update(error.headers or {})
    return answer


async def on_no_store(request: Request, error: Exception) -> Response:
    log.error("no_store", **where(error))
    return problem_answer("unavailable", "the database does not answer; try again", 503)


async def on_bug(request: Request, error: Exception) -> Response:
    log.error("bug", route=request.scope.get("path", "").split("/")[:3], **where(error))
    answer = problem_answer("bug", "something broke on our side; the game is safe", 500)
    answer.headers.update(HEADERS)
    return answer


HANDLERS: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    Problem: on_problem,
    BadInput: on_bad_input,
    IllegalAction: on_refusal,
    msgspec.MsgspecError: on_bad_input,
    RecursionError: on_bad_input,
    UnicodeError: on_bad_input,
    OSError: on_no_store,
    sqlite3.Error: on_no_store,
    404: on_no_route,
    405: on_no_method,
    Exception: on_bug,
}


async def collect_seldom() -> None:
    """A full search for garbage stops the server for a tenth of a second: every few minutes instead of every few moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SMALL_COLLECTIONS)
    while True:
        await asyncio.sleep(FULL_COLLECTION_SECONDS)
        gc.collect()


def make_app(service: Service) -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await service.tables.wake_up()
        keeper = asyncio.create_task(collect_seldom())
        yield
        keeper.cancel()
        await service.tables.close()
        service.tables.store.close()

    app = Starlette(routes=routes(), exception_handlers=HANDLERS, lifespan=lifespan)
    app.state.service = service
    app.add_middleware(Security, origins=service.origins)
    return app
