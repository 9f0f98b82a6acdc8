"""Reviews over HTTP: the findings as they come, other answers tried, what a seat could know, playing on from there. Only of games
that are over, and for those who may see them. And hints, for who plays alone."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table.server.asking import (
    address,
    answered,
    body,
    check_budget,
    give_seats,
    held_seats,
    service_of,
    small_number,
    table_of,
)
from loot_table.server.beginnings import play_on
from loot_table.server.cards import card
from loot_table.server.hints import hints_of
from loot_table.server.limits import DAY, MINUTE, NEW_TABLES, Quota
from loot_table.server.messages import hint as hint_wish
from loot_table.server.messages import play_on as play_on_wish
from loot_table.server.problems import NoSeat, NotFound, NotNow, Problem
from loot_table.server.review.messages import other_answer
from loot_table.server.review.reviews import Reviews, Wish
from loot_table.server.review.uploads import MOST_BYTES
from loot_table.server.table import LiveTable
from loot_table.server.table_routes import MOST_COMPONENTS, check_holds_or_may_watch
from loot_table.server.telling import Manner

READS: Quota = ((240, MINUTE),)
TRIES: Quota = ((20, MINUTE),)
PLAY_ONS: Quota = ((10, MINUTE), (200, DAY))
HINTS: Quota = ((20, MINUTE), (600, DAY))
UPLOADS: Quota = ((10, MINUTE), (100, DAY))
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
    """Only languages that are here: two who ask for others read the same review, and it is made once."""
    return Manner(language=request.query_params.get("language", "en")[:16]).words.name


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
    live = await reviews.news(wish, record, after, address(request))
    return answered({"state": live.state, "error": live.error, "findings": live.findings[after:]})


async def try_another(request: Request) -> Response:
    """Another answer at a step. With the same luck: how that game ends, and the table at which it can be watched. With fresh
    luck: how two hundred such games end."""
    check_budget(request, TRIES, "try")
    reviews = reviews_of(request)
    table, record = await finished_table(request)
    said = other_answer.decode(await body(request, MOST_ANSWER))
    order = {"task": "other answer", "record": record, "language": said.language}
    found = await reviews.answer(
        {**order, "step": said.step, "action": said.action, "luck": said.luck}, address(request)
    )
    if said.luck == "same":
        found["table"] = await reviews.keep_branch(found.pop("record"), table)
    return answered({"found": found})


async def knowledge(request: Request) -> Response:
    """What a seat could know at a step, beside the truth."""
    check_budget(request, TRIES, "try")
    reviews = reviews_of(request)
    table, record = await finished_table(request)
    seat = seat_in(request.query_params.get("seat", "0"), table)
    order = {"task": "knowledge", "record": record, "seat": seat, **asked_step(request)}
    return answered({"found": await reviews.answer(order, address(request))})


async def hindsight(request: Request) -> Response:
    """A decision judged with all cards open; as close as the review that it stands in (`?deep=1`)."""
    check_budget(request, TRIES, "try")
    reviews = reviews_of(request)
    _, record = await finished_table(request)
    is_deep = request.query_params.get("deep") == "1"
    order = {"task": "hindsight", "record": record, "is_deep": is_deep, **asked_step(request)}
    return answered({"found": await reviews.answer(order, address(request))})


def asked_step(request: Request) -> dict[str, Any]:
    step = small_number(request.path_params["step"])
    if step < 0:
        raise Problem("a step is a number")
    return {"step": step, "language": asked_language(request)}


async def play_on_from(request: Request) -> Response:
    """A new table that begins with a step of a finished game: whoever asks takes a seat, bots take the others (LT-21)."""
    check_budget(request, PLAY_ONS, "play on")
    check_budget(request, NEW_TABLES, "table")
    service, (source, _) = service_of(request), await finished_table(request)
    table, tokens = await play_on(service.tables, source, play_on_wish.decode(await body(request)))
    seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
    response = answered({"table": table.id, "code": table.code, "seats": seats, "card": card(table)}, 201)
    give_seats(response, service, table, tokens)
    return response


async def give_hint(request: Request) -> Response:
    """What a Burglar would do, for whoever plays alone against bots at a table that allows it (LT-22)."""
    check_budget(request, HINTS, "hint")
    hints, table = hints_of(service_of(request).hints), await table_of(request)
    said = hint_wish.decode(await body(request))
    if said.seat not in held_seats(request, table):
        raise NoSeat("you do not hold that seat")
    return answered(await hints.give(table, said.seat, said.language, address(request)))


async def upload(request: Request) -> Response:
    """A record to be reviewed: the table at which it can be looked at, for a while and by whoever has its link."""
    check_budget(request, UPLOADS, "upload")
    reviews = reviews_of(request)
    text = await body(request, MOST_BYTES)
    try:
        order = {"task": "check", "text": text.decode(), "most_components": MOST_COMPONENTS}
    except UnicodeDecodeError:
        raise Problem("this is not a record: it is no text") from None
    found = await reviews.answer(order, address(request))
    table = await reviews.uploads.keep(text, found["seconds"])
    return answered({"table": table.id, "card": card(table)}, 201)


def review_api() -> list[Any]:
    at = "/tables/{table}/review"
    return [
        Route("/reviews", upload, methods=["POST"]),
        Route("/tables/{table}/play-on", play_on_from, methods=["POST"]),
        Route("/tables/{table}/hint", give_hint, methods=["POST"]),
        Route(at, review),
        Route(at + "/tries", try_another, methods=["POST"]),
        Route(at + "/knowledge/{step}", knowledge),
        Route(at + "/hindsight/{step}", hindsight),
    ]
