"""`loot brains`: a server that thinks for bots and knows nothing else. It gets views and sends answers; it keeps nothing."""

from __future__ import annotations

import asyncio
import binascii
import hmac
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.errors import LootError
from loot_table.server.brains import LONG, thinking_time
from loot_table.server.brains_afar import PATH, Asked
from loot_table.server.metrics import THOUGHTS
from loot_table.server.workers import Question, Stuck, Workers, think

log = structlog.get_logger()
MOST_BODY: Final = 8 * 1024 * 1024  # bytes: header and view are 4 MiB together in base64
MOST_PATIENCE: Final = 300.0
ROW: Final = 4  # questions that may wait for each worker; who comes later is sent away at once
NOTHING: Final = b""  # the answer to a question that has none


class Thinkers(Protocol):
    """Where the thinking is done."""

    async def ask(self, question: Question, patience: float, lane: str = "", is_long: bool = False) -> bytes: ...
    def close(self) -> None: ...


def answered(question: Question) -> bytes:
    """What another server asks may be nonsense: that stops no worker."""
    try:
        return think(*question)
    except (LootError, MemoryError, RecursionError):
        return NOTHING


def work(line: Any) -> None:
    from loot_table.server import workers  # noqa: PLC0415

    workers.work(line, answered)


@dataclass
class Pool:
    thinkers: Thinkers
    most: int  # workers
    secret: str
    waiting: int = 0

    def knows(self, request: Request) -> bool:
        told = request.headers.get("authorization", "").encode("utf-8", "replace")
        return hmac.compare_digest(told, f"Bearer {self.secret}".encode())

    async def think(self, request: Request) -> Response:
        if not self.knows(request):
            return problem(401, "no_secret", "this pool is for servers that know its secret")
        if self.waiting >= ROW * self.most:
            THOUGHTS.labels("busy").inc()
            return problem(503, "busy", "all workers think, and others wait; think for yourself")
        body = await whole(request)
        if body is None:
            return problem(413, "too_large", f"a question has at most {MOST_BODY} bytes")
        try:
            asked = msgspec.json.decode(body, type=Asked)
            question = asked.question()
        except (msgspec.DecodeError, binascii.Error, UnicodeError, RecursionError):
            return problem(400, "bad_question", "this is not a question as servers of this release ask it")
        if asked.bot not in bots.BOTS or asked.game not in games.slugs() or not 0 < asked.patience <= MOST_PATIENCE:
            return problem(400, "bad_question", "this pool does not know that bot or game")
        return await self.answer(question, asked)

    async def answer(self, question: Question, asked: Asked) -> Response:
        self.waiting += 1
        try:
            async with asyncio.timeout(asked.patience):  # also while it waits for its turn
                is_long = thinking_time(asked.bot) > LONG
                done = await self.thinkers.ask(question, asked.patience, "", is_long)
        except (TimeoutError, Stuck):
            THOUGHTS.labels("late").inc()
            return problem(504, "late", "there was no answer in time")
        finally:
            self.waiting -= 1
        if done == NOTHING:
            THOUGHTS.labels("nonsense").inc()
            return problem(400, "bad_question", "this view cannot be read here")
        THOUGHTS.labels("answered").inc()
        return Response(done, media_type="application/json")


async def whole(request: Request) -> bytes | None:
    """The body; None: it is too long, whatever it says of itself."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > MOST_BODY:
                return None
    except ClientDisconnect:
        return bytes(body)
    return bytes(body)


def problem(status: int, code: str, text: str) -> Response:
    told = codec.dumps({"error": {"code": code, "text": text}})
    return Response(told, status, media_type="application/json")


async def alive(request: Request) -> Response:
    return Response(codec.dumps({"status": "ok"}), media_type="application/json")


def make_pool(secret: str, workers: int, thinkers: Callable[[int], Thinkers] | None = None) -> Starlette:
    pool = Pool((thinkers or here)(workers), workers, secret)

    async def ready(request: Request) -> Response:
        is_free = pool.waiting < ROW * pool.most
        return await alive(request) if is_free else problem(503, "busy", "all workers think, and others wait")

    @asynccontextmanager
    async def open_and_close(app: Starlette) -> AsyncIterator[None]:
        yield
        pool.thinkers.close()

    routes = [
        Route(PATH, pool.think, methods=["POST"]),
        Route("/healthz", alive),
        Route("/readyz", ready),
    ]
    app = Starlette(routes=routes, lifespan=open_and_close)
    app.state.pool = pool
    return app


def here(workers: int) -> Thinkers:
    return Workers(workers, work)
