"""The server: its routes, and how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, Router, WebSocketRoute

from loot_table.engine import codec
from loot_table.server.asking import Service, answered, service_of, told_to_all
from loot_table.server.daily.dealing import Daily
from loot_table.server.daily.routes import daily_api
from loot_table.server.desk.opening import Desk
from loot_table.server.desk.routes import desk_api
from loot_table.server.keyring.routes import delete_table, keyring_api
from loot_table.server.lab.routes import lab_api
from loot_table.server.learn.routes import learn_api
from loot_table.server.mistakes import HANDLERS, problem_answer
from loot_table.server.notices.routes import notice_api
from loot_table.server.openapi import described_api
from loot_table.server.phones import Links, claim_link, show_link
from loot_table.server.pictures import one_picture
from loot_table.server.puzzles.routes import puzzle_api
from loot_table.server.review.routes import review_api
from loot_table.server.security import Security
from loot_table.server.socket_routes import lobby_socket, table_socket
from loot_table.server.static_files import files_below
from loot_table.server.table_routes import (
    do_command,
    find_code,
    follow_rematch,
    get_frame,
    get_log,
    get_record,
    get_replay,
    installed_languages,
    join_table,
    list_games,
    my_tables,
    new_ticket,
    one_game,
    people_at,
    table_card,
    tables_door,
    unpack_games,
    words,
)
from loot_table.server.tracing import TRACING

STATIC = Path(__file__).parent / "static"
SMALL_COLLECTIONS = (10_000, 5, 1_000_000)
FULL_COLLECTION_SECONDS = 300
WAKE_SECONDS = 10.0


# ---------------------------------------------------------------- health, metrics, the page


async def healthz(request: Request) -> Response:
    """The process lives: whoever asks this wants to know whether to start it again."""
    return answered({"status": "ok"})


async def readyz(request: Request) -> Response:
    """Whether it can keep what it promises: something is written, at most once a second however often it is asked."""
    return answered({"status": "ready"}) if await service_of(request).is_ready() else unready()


def unready() -> Response:
    return problem_answer("unavailable", "nothing can be written down now", 503)


@cache
def api_told() -> bytes:
    return codec.dumps(described_api())


async def openapi(request: Request) -> Response:
    return told_to_all(request, api_told())


NO_PAGE = """<!doctype html><html lang="en"><title>Loot Table</title><h1>Loot Table</h1>
<p>The server runs, but the browser client was not built into this installation.</p>
<p>The protocol is described at <a href="/openapi.json">/openapi.json</a>.</p></html>"""


async def page(request: Request) -> Response:
    """The browser client: its files, and its one page for every other address."""
    try:
        files = files_below(STATIC)
    except OSError:
        return problem_answer("unavailable", "the page cannot be read now; try again", 503)
    path = request.path_params.get("path", "")
    wanted = files.get(path, files.get("index.html"))
    if wanted is None:
        return HTMLResponse(NO_PAGE)
    is_hashed = path in files and path.startswith("assets/")
    return wanted.answer(request, "public, max-age=31536000, immutable" if is_hashed else "no-cache")


async def table_door(request: Request) -> Response:
    return await (delete_table if request.method == "DELETE" else table_card)(request)


def api() -> list[Any]:
    at = "/tables/{table}"
    return [
        Route("/games", list_games),
        Route("/words", installed_languages),
        Route("/words/{language}", words),
        Route("/games/{slug}", one_game),
        Route("/games/{slug}/people", people_at),
        Route("/games/{slug}/pictures/{number}", one_picture),
        Route("/tables", tables_door, methods=["GET", "POST"]),
        Route("/tables/mine", my_tables, methods=["POST"]),
        Route("/codes/{code}", find_code),
        Route(at, table_door, methods=["GET", "DELETE"]),
        Route(at + "/join", join_table, methods=["POST"]),
        Route(at + "/follow", follow_rematch, methods=["POST"]),
        Route(at + "/frame", get_frame),
        Route(at + "/log", get_log),
        Route(at + "/replay/{version}", get_replay),
        Route(at + "/record", get_record),
        Route(at + "/commands", do_command, methods=["POST"]),
        Route(at + "/ticket", new_ticket, methods=["POST"]),
        Route(at + "/phones", show_link, methods=["POST"]),
        Route(at + "/phones/claim", claim_link, methods=["POST"]),
        WebSocketRoute(at + "/socket", table_socket),
        WebSocketRoute("/lobby", lobby_socket),
        *lab_api(),
        *review_api(),
        *learn_api(),
        *keyring_api(),
        *notice_api(),
        *daily_api(),
        *puzzle_api(),
        *desk_api(),
    ]


def routes() -> list[Any]:
    """The page answers every address that is not the protocol's."""
    return [
        Mount("/api", Router(api(), redirect_slashes=False)),  # a redirect would repeat whatever host was asked for
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/openapi.json", openapi),
        Route("/{path:path}", page),
    ]


async def collect_seldom() -> None:
    """A full search for garbage stops the server for a tenth of a second: every few minutes instead of every few moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SMALL_COLLECTIONS)
    while True:
        await asyncio.sleep(FULL_COLLECTION_SECONDS)
        gc.collect()


async def close(service: Service) -> None:
    """What writes into the database ends before it is closed; what copies it, after that."""
    await service.desk.close()
    if service.lab is not None:
        await service.lab.close()
    if service.reviews is not None:
        await service.reviews.close()
    if service.notices is not None:
        await service.notices.close()
    await service.daily.close()
    if service.hints is not None:
        service.hints.close()
    await service.tables.close()
    if service.nodes is not None:
        await service.nodes.close()
    service.tables.store.close()
    if service.backups is not None:
        service.backups.stop()
    if service.replica is not None:
        service.replica.stop()
    TRACING.finish()


def make_app(service: Service) -> Starlette:
    if service.daily is None:
        service.daily = Daily(service.tables)
    desk = service.desk = Desk(service)
    nodes = service.nodes

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        unpack_games()
        if nodes is not None:
            await nodes.start()
        if service.notices is not None:
            await service.notices.read()
            service.notices.start()
        waking = asyncio.create_task(service.tables.wake_up())
        service.tables.stirring.start(service.tables.stirring.pulse())
        waking.add_done_callback(service.tables.stirring.finished)
        done, _ = await asyncio.wait({waking}, timeout=WAKE_SECONDS)
        for task in done:
            task.result()  # a database that cannot be read at all; a large house opens its door before all are awake
        await desk.start()
        if service.backups is not None:
            service.backups.start()
        keeper = asyncio.create_task(collect_seldom())
        if service.replica is not None:
            service.replica.start()
        yield
        keeper.cancel()
        waking.cancel()
        await close(service)

    app = Starlette(routes=routes(), exception_handlers=HANDLERS, lifespan=lifespan)
    app.router.redirect_slashes = False
    service.links = Links()
    app.state.service = service
    app.add_middleware(
        Security,
        origins=service.origins,
        limits=service.limits,
        lan_origin=service.lan_origin,
        restart=desk.restart.header,
    )
    if nodes is not None:
        nodes.stand_before(app)
    return app
