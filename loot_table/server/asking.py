"""Who asks, and for what: what every route needs to know of a request."""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import structlog
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from loot_table.engine import codec
from loot_table.engine.state import SPECTATOR, Seat
from loot_table.server.keyring.outcomes import Outcomes
from loot_table.server.keyring.passkeys import Passkeys
from loot_table.server.keyring.rings import Ring, Rings
from loot_table.server.limits import LONGEST_WAIT, NEW_RINGS, Limits, Quota, neighbourhood
from loot_table.server.problems import NoSeat, NotJson, NotNow, Problem, TooFast, TooLarge, TooSlow
from loot_table.server.regular_backups import RegularBackups
from loot_table.server.replica import Replica
from loot_table.server.seats import hashed, opaque
from loot_table.server.static_files import accepted
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables
from loot_table.server.telling import Manner

log = structlog.get_logger()
COOKIE = "loot-seat-"
COOKIE_DAYS = 30
RING_COOKIE = "loot-ring"
RING_DAYS = 400  # as long as a browser keeps one; every visit of the library begins it anew
COOKIE_DAYS_BY_DAY = 360  # such a game goes on for months
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
    notices: Any = None  # a `Courier`, likewise
    daily: Any = None  # `Daily`, likewise
    links: Any = None  # `Links` for phones, likewise
    hints: Any = None  # `Hints`, likewise
    nodes: Any = None  # `Nodes`, likewise; None where this is the only server
    desk: Any = None  # the operator's `Desk`, likewise
    backups: RegularBackups | None = None
    name: str = ""  # of this server, in logs and metrics
    folder: Path | None = None  # where the database lies, if it is a file
    tickets: dict[str, tuple[str, frozenset[str], float]] = field(default_factory=dict)  # table, keys, until when
    tried: float = -1e9  # when something was last written to see whether that is possible
    was_ready: bool = False
    trying: asyncio.Lock = field(default_factory=asyncio.Lock)
    lan_origin: str | None = None  # where a local network is served: under what address others in the room reach us
    rings: Rings = field(init=False)
    passkeys: Passkeys = field(init=False)
    outcomes: Outcomes = field(init=False)

    def __post_init__(self) -> None:
        self.rings = Rings(self.tables)
        self.passkeys = Passkeys(self.rings)
        self.outcomes = Outcomes(self.tables)

    async def is_ready(self) -> bool:
        async with self.trying:
            if time.monotonic() - self.tried > READY_SECONDS:
                try:
                    async with asyncio.timeout(WRITE_SECONDS):
                        await self.tables.store.try_write()
                    self.was_ready = True
                except (StoreError, TimeoutError):
                    self.was_ready = False
                self.tried = time.monotonic()
        return self.was_ready and not self.tables.is_closing and (self.nodes is None or self.nodes.leases.is_living())


def service_of(connection: HTTPConnection) -> Service:
    found = connection.app.state.service
    assert isinstance(found, Service)
    return found


def told(text: bytes, status: int = 200) -> Response:
    return Response(text, status, media_type="application/json", headers={"Cache-Control": "no-store"})


@cache
def squeezed(text: bytes) -> bytes:
    return gzip.compress(text, 9, mtime=0)


def told_to_all(request: Request, text: bytes) -> Response:
    """An answer that is the same for everybody for as long as the server runs, and holds nobody's secret: made smaller,
    once. Others are not: their length would tell how much of what somebody chose is like what somebody hides."""
    answer = told(text)
    answer.headers["Vary"] = "Accept-Encoding"
    if accepted(request, ("gzip",)) is None:
        return answer
    small = squeezed(text)
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
    return Response(small, media_type="application/json", headers=headers)


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
    """The hashed tokens of seats that a request proves to hold, by cookie, by bearer token, or by the ring they hang on."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    given = [token.strip()] if kind.lower() == "bearer" else []
    given += [value for name, value in connection.cookies.items() if name.startswith(COOKIE)]
    ring = shown_ring(connection)
    hung = frozenset[str]() if ring is None else ring.keys_at(table.id)
    tokens = frozenset[str]().union(*[one.tokens() for one in table.places])
    found = (frozenset(hashed(one) for one in given[:16]) | hung) & tokens
    for key in found:
        table.presence.asks(key)
        table.presence.lane = address(connection)
    if found:
        service_of(connection).tables.stirring.heard_of(table)
    return found


def owned_seats(keys: frozenset[str], table: LiveTable) -> frozenset[Seat]:
    """Seats that are the asker's own: not the hands that are lent to a phone, which can be taken back (LT-18)."""
    return frozenset(seat for seat, place in enumerate(table.places) if place.token is not None and place.token in keys)


def held_seats(connection: HTTPConnection, table: LiveTable) -> frozenset[Seat]:
    return table.seats_of(held_keys(connection, table))


def give_seats(response: Response, service: Service, table: LiveTable, tokens: dict[Seat, str]) -> None:
    for seat, token in tokens.items():
        response.set_cookie(
            f"{COOKIE}{seat}",
            token,
            max_age=(COOKIE_DAYS_BY_DAY if table.is_by_day() else COOKIE_DAYS) * 86400,
            path=f"/api/tables/{table.id}",
            httponly=True,
            samesite="lax",
            secure=service.is_secure,
        )


async def ring_of(connection: HTTPConnection) -> Ring | None:
    """The key ring that a browser shows."""
    found = await service_of(connection).rings.of_browser(connection.cookies.get(RING_COOKIE))
    connection.state.ring = found
    return found


def shown_ring(connection: HTTPConnection) -> Ring | None:
    """The same, once it was looked for."""
    found = getattr(connection.state, "ring", None)
    return found if isinstance(found, Ring) else None


def give_ring(response: Response, service: Service, token: str) -> None:
    """A browser's key. It goes with every request to the server's own addresses, and no script reads it."""
    response.set_cookie(
        RING_COOKIE,
        token,
        max_age=RING_DAYS * 86400,
        path="/api",
        httponly=True,
        samesite="lax",
        secure=service.is_secure,
    )


async def hang_up_keys(connection: HTTPConnection, response: Response, table: LiveTable, seats: Iterable[Seat]) -> None:
    """What a browser has sat down on hangs on its ring; with its first seat it gets one. A program has its tokens."""
    keys = [str(table.places[seat].token) for seat in seats]
    if not keys or "origin" not in connection.headers:
        return
    service = service_of(connection)
    try:
        ring = await ring_of(connection)
        if ring is None:
            if not service.limits.allows(NEW_RINGS, "ring", address(connection)):
                return  # the seat's own cookie opens it; the next seat, or a visit to it, asks again
            ring = await service.rings.make()
            give_ring(response, service, await service.rings.introduce(ring))
        await service.rings.keep(ring, table.id, keys)
    except StoreError as error:  # the seat is theirs all the same: its own cookie says so
        log.error("key_not_hung", table=opaque(table.id), error=str(error))


async def charge(connection: HTTPConnection, units: float) -> None:
    """Put something dear on an address's bill, and wait until it may be done."""
    limits = service_of(connection).limits
    if limits.is_strict:
        await asyncio.sleep(min(limits.requests.wait(address(connection), units), LONGEST_WAIT))


async def table_of(connection: HTTPConnection) -> LiveTable:
    await ring_of(connection)
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
    keys = held_keys(request, table)
    if seat not in table.seats_of(keys):
        raise NoSeat("you do not hold that seat")
    if table.needs_curtain(seat, keys):
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
