"""Who asks, and for what: what every route needs to know of a request."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from loot_table.engine import codec
from loot_table.engine.state import SPECTATOR, Seat
from loot_table.server.limits import Limits
from loot_table.server.problems import NoSeat, NotJson, NotNow, Problem, TooFast, TooLarge
from loot_table.server.seats import hashed
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

COOKIE = "loot-seat-"
COOKIE_DAYS = 30
MOST_BODY = 8 * 1024


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
