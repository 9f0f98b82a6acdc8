"""Who asks, and for what: what every route needs to know of a request."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from loot_table.engine import codec
from loot_table.engine.state import SPECTATOR, Seat
from loot_table.server.limits import Limits, Quota, neighbourhood
from loot_table.server.problems import NoSeat, NotJson, NotNow, Problem, TooFast, TooLarge, TooSlow
from loot_table.server.replica import Replica
from loot_table.server.seats import hashed
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables
from loot_table.server.telling import Manner

COOKIE = "loot-seat-"
COOKIE_DAYS = 30
MOST_BODY = 8 * 1024
READY_SECONDS = 1.0
WRITE_SECONDS = 5.0
BODY_SECONDS = 10.0  # for all of it


@dataclass
class Service:
    """What the routes share."""

    tables: Tables
    limits: Limits
    origins: frozenset[str]
    is_secure: bool = False  # served over https: cookies say so
    replica: Replica | None = None
    lab: Any = None  # a `Lab`, which stands above this; None where there is none
    reviews: Any = None  # `Reviews`, likewise
    tickets: dict[str, tuple[str, frozenset[str], float]] = field(default_factory=dict)  # table, keys, until when
    tried: float = -1e9  # when something was last written to see whether that is possible
    was_ready: bool = False
    trying: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def is_ready(self) -> bool:
        async with self.trying:
            if time.monotonic() - self.tried > READY_SECONDS:
                try:
                    async with asyncio.timeout(WRITE_SECONDS):
                        await self.tables.store.try_write()
                    self.was_ready = not self.tables.is_closing
                except (StoreError, TimeoutError):
                    self.was_ready = False
                self.tried = time.monotonic()
        return self.was_ready


def service_of(connection: HTTPConnection) -> Service:
    found = connection.app.state.service
    assert isinstance(found, Service)
    return found


def told(text: bytes, status: int = 200) -> Response:
    return Response(text, status, media_type="application/json", headers={"Cache-Control": "no-store"})


def answered(plain: Any, status: int = 200) -> Response:
    return told(codec.dumps(plain), status)


def address(connection: HTTPConnection) -> str:
    """As far as budgets tell addresses apart. No header counts, but that of a proxy one trusts (`loot serve --trust-proxy`)."""
    return neighbourhood(connection.client.host) if connection.client is not None else "unknown"


def check_budget(connection: HTTPConnection, quota: Quota, what: str) -> None:
    if not service_of(connection).limits.allows(quota, what, address(connection)):
        raise TooFast("too many requests from your address; wait a little")


async def body(request: Request, most: int = MOST_BODY) -> bytes:
    """The body, if it says that it is JSON and is not too long."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise NotJson("the body must be application/json")
    text = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                text += chunk
                if len(text) > most:
                    raise TooLarge(f"at most {most} bytes are read")
    except TimeoutError:
        raise TooSlow("the body did not come in time") from None
    except ClientDisconnect:
        raise Problem("whoever asked has hung up") from None  # nobody hears it, and it is no fault of ours
    return text


# ---------------------------------------------------------------- who asks


def held_keys(connection: HTTPConnection, table: LiveTable) -> frozenset[str]:
    """The hashed tokens of seats that a request proves to hold, by cookie or bearer token."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    given = [token.strip()] if kind.lower() == "bearer" else []
    given += [value for name, value in connection.cookies.items() if name.startswith(COOKIE)]
    found = frozenset(hashed(one) for one in given[:16]) & {str(place.token) for place in table.places}
    for key in found:
        table.presence.asks(key)
        table.presence.lane = address(connection)
    if found:
        service_of(connection).tables.stirring.heard_of(table)
    return found


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
    tables = service_of(connection).tables
    table = await tables.get(connection.path_params["table"])
    tables.stirring.looked_at(table)
    return table


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


def asked_manner(request: Request) -> Manner:
    form = request.query_params.get("form", "scene")
    if form not in ("scene", "view"):
        raise Problem('form is "scene" or "view"')
    return Manner(form, request.query_params.get("language", "en")[:16])
