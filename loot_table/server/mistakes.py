"""What an error becomes: a code and a sentence, never a trace."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from loot_table.engine.errors import BadInput, IllegalAction
from loot_table.server.asking import answered
from loot_table.server.problems import Problem, where
from loot_table.server.security import HEADERS
from loot_table.server.store import StoreError

log = structlog.get_logger()


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
    StoreError: on_no_store,
    404: on_no_route,
    405: on_no_method,
    Exception: on_bug,
}
