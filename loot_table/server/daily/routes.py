"""The daily deal over HTTP."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table.server import limits as budgets
from loot_table.server.asking import COOKIE_DAYS, Service, answered, body, check_budget, give_seats, service_of
from loot_table.server.cards import card
from loot_table.server.daily.days import read_day
from loot_table.server.daily.dealing import Daily, check_day
from loot_table.server.daily.messages import daily_try
from loot_table.server.limits import MINUTE, Quota
from loot_table.server.problems import NotFound
from loot_table.server.seats import hashed, new_token

COOKIE: Final = "loot-daily"
READS: Quota = ((240, MINUTE),)


def daily_of(request: Request) -> Daily:
    found = service_of(request).daily
    if not isinstance(found, Daily):
        raise NotFound("this server deals no daily deal")
    return found


def given_key(request: Request) -> str | None:
    """A browser's key: random, kept by it as a cookie that no script reads, and by us as a hash."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token.strip() not in ("", "none"):
        return token.strip()
    return request.cookies.get(COOKIE)


def owner_of(request: Request) -> str | None:
    key = given_key(request)
    return None if key is None else hashed(key)


def give_key(response: Response, service: Service, key: str) -> None:
    response.set_cookie(
        COOKIE,
        key,
        max_age=12 * COOKIE_DAYS * 86400,
        path="/api/daily",
        httponly=True,
        samesite="lax",
        secure=service.is_secure,
    )


async def today(request: Request) -> Response:
    check_budget(request, READS, "daily")
    return answered(await daily_of(request).today(owner_of(request)))


async def board(request: Request) -> Response:
    """How everybody did at a deal; of the day that is asked for."""
    check_budget(request, READS, "daily")
    day = check_day(read_day(request.path_params["day"]))
    return answered(await daily_of(request).board(request.path_params["slug"], day, owner_of(request)))


async def begin(request: Request) -> Response:
    """Sit down to today's deal. A browser that has no key yet gets one: by it the try that counts is known again."""
    check_budget(request, budgets.NEW_TABLES, "table")
    daily, service = daily_of(request), service_of(request)
    wish = daily_try.decode(await body(request))
    key = given_key(request) or new_token()
    table, tokens, is_rated = await daily.begin(request.path_params["slug"], hashed(key), wish)
    seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
    told = {"table": table.id, "seats": seats, "is_rated": is_rated, "card": card(table)}
    response = answered(told, 201 if tokens else 200)
    give_key(response, service, key)
    give_seats(response, service, table, tokens)
    return response


def daily_api() -> list[Any]:
    return [
        Route("/daily", today),
        Route("/daily/{slug}", begin, methods=["POST"]),
        Route("/daily/{slug}/{day}", board),
    ]
