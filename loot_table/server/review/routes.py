"""Reviews over HTTP: the findings as they come, other answers tried, and what a seat could know. Only of games that are over,
and for those who may see them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table.server.asking import answered, body, check_budget, service_of, small_number, table_of
from loot_table.server.limits import MINUTE, Quota
from loot_table.server.problems import NotFound, NotNow, Problem
from loot_table.server.review.messages import other_answer
from loot_table.server.review.reviews import Reviews, Wish
from loot_table.server.table import LiveTable
from loot_table.server.table_routes import check_holds_or_may_watch

READS: Quota = ((240, MINUTE),)
TRIES: Quota = ((20, MINUTE),)
MOST_ANSWER = 16 * 1024


def reviews_of(request: Request) -> Reviews:
    found = service_of(request).reviews
    if not isinstance(found, Reviews):
        raise NotFound("this server reviews no games")
    return found


async def finished_table(request: Request) -> tuple[LiveTable, dict[str, Any]]:
    """The table and the record of its game. While a game runs nobody is told how it stands, whoever asks."""
    table = await table_of(request)
    async with table.lock:
        check_holds_or_may_watch(request, table)
        if table.match is None or table.phase != "over" or table.aside:
            raise NotNow("a game is reviewed when it is over")
        return table, table.match.to_json()


def asked_language(request: Request) -> str:
    return request.query_params.get("language", "en")[:16]


def seat_in(text: str | None, table: LiveTable) -> int | None:
    if text is None:
        return None
    seat = small_number(text)
    if not 0 <= seat < table.players:
        raise NotFound("there is no such seat")
    return seat


async def review(request: Request) -> Response:
    """`?seat=` whose story is told, `?deep=1` for a closer look, `?hindsight=1` to judge with all cards open, too. What came
    after the first `?after=` findings; it waits a little for something new."""
    check_budget(request, READS, "review")
    reviews = reviews_of(request)
    table, record = await finished_table(request)
    query = request.query_params
    wish = Wish(
        table.id,
        seat_in(query.get("seat"), table),
        query.get("deep") == "1",
        query.get("hindsight") == "1",
        asked_language(request),
    )
    after = max(0, small_number(query.get("after", "0")))
    live = await reviews.news(wish, record, after)
    return answered({"state": live.state, "error": live.error, "findings": live.findings[after:]})


async def try_another(request: Request) -> Response:
    """Another answer at a step. With the same luck: how that game ends, and the table at which it can be watched. With fresh
    luck: how two hundred such games end."""
    check_budget(request, TRIES, "try")
    reviews = reviews_of(request)
    table, record = await finished_table(request)
    said = other_answer.decode(await body(request, MOST_ANSWER))
    order = {"task": "other answer", "record": record, "language": said.language}
    found = await reviews.answer({**order, "step": said.step, "action": said.action, "luck": said.luck})
    if said.luck == "same":
        found["table"] = reviews.keep_branch(found.pop("record"), table)
    return answered({"found": found})


async def knowledge(request: Request) -> Response:
    """What a seat could know at a step, beside the truth."""
    check_budget(request, TRIES, "try")
    reviews = reviews_of(request)
    table, record = await finished_table(request)
    seat, step = seat_in(request.query_params.get("seat", "0"), table), small_number(request.path_params["step"])
    if step < 0:
        raise Problem("a step is a number")
    order = {"task": "knowledge", "record": record, "language": asked_language(request), "seat": seat, "step": step}
    return answered({"found": await reviews.answer(order)})


def review_api() -> list[Any]:
    at = "/tables/{table}/review"
    return [
        Route(at, review),
        Route(at + "/tries", try_another, methods=["POST"]),
        Route(at + "/knowledge/{step}", knowledge),
    ]
