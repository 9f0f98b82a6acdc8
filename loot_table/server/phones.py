"""Hands on phones (LT-18): a seat of a shared screen is shown on a phone, which reads a one-time link to get there."""

from __future__ import annotations

import time
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from loot_table.engine.state import Seat
from loot_table.server import happenings as h
from loot_table.server import limits as budgets
from loot_table.server import messages as m
from loot_table.server.asking import answered, body, check_budget, give_seats, held_keys, service_of, table_of
from loot_table.server.cards import card
from loot_table.server.problems import NoSeat, NotAllowed, NotNow
from loot_table.server.seats import hashed, new_token
from loot_table.server.table import LiveTable

LINK_SECONDS = 120.0


@dataclass(frozen=True)
class Link:
    """What one may read from the screen: one seat of one table, once, for a little while."""

    table: str
    seat: Seat
    key: str  # of the seat as it was: somebody else who sits there since is not meant
    until: float


class Links:
    """The links that were shown and not used, by the hash of their word. They are nowhere else: a server that stops
    forgets them, and the screen shows another."""

    def __init__(self) -> None:
        self.waiting: dict[str, Link] = {}

    def show(self, table: str, seat: Seat, key: str) -> str:
        """A new word for a seat; the one before is worth nothing any more."""
        now = time.monotonic()
        kept = self.waiting.items()
        self.waiting = {
            word: link for word, link in kept if link.until > now and (link.table, link.seat) != (table, seat)
        }
        word = new_token()
        self.waiting[hashed(word)] = Link(table, seat, key, now + LINK_SECONDS)
        return word

    def use(self, word: str, table: LiveTable) -> Link:
        """A link is used up by whoever says its word, whatever comes of it."""
        link = self.waiting.pop(hashed(word), None)
        if link is None or link.until < time.monotonic() or link.table != table.id:
            raise NotAllowed("this link was used, is too old, or is of another table: show a new one on the screen")
        if table.places[link.seat].token != link.key or not table.shares_screen(link.seat):
            raise NotAllowed("this seat is not at that screen any more")
        return link


async def show_link(request: Request) -> Response:
    """For the shared screen: a link that opens one of its seats on a phone."""
    check_budget(request, budgets.JOINS, "join")
    table, service = await table_of(request), service_of(request)
    wish = m.want_phone.decode(await body(request))
    async with table.lock:
        keys = held_keys(request, table)
        place = table.places[wish.seat] if wish.seat < table.players else None
        if place is None or place.token is None or place.token not in keys:
            raise NoSeat("you do not hold that seat")
        check_phase(table)
        if not table.shares_screen(wish.seat):
            raise NotNow("this seat shares its screen with nobody")
        word = service.links.show(table.id, wish.seat, place.token)
    return answered({"link": word, "seconds": LINK_SECONDS}, 201)


def check_phase(table: LiveTable) -> None:
    if table.phase not in ("gathering", "playing"):
        raise NotNow("the game is over")


async def claim_link(request: Request) -> Response:
    """For the phone: the seat's own view, from now on and here alone."""
    check_budget(request, budgets.JOINS, "join")
    table, service = await table_of(request), service_of(request)
    claim = m.claim.decode(await body(request))
    async with table.lock:
        check_phase(table)
        held = table.seats_of(held_keys(request, table))
        known = service.links.waiting.get(hashed(claim.link))
        if held and (known is None or held != {known.seat} or known.key in held_keys(request, table)):
            # The link is not used up: it was read by the wrong device, which has a seat here already.
            raise NotNow("this device has a seat at this table already: read the link with another one")
        link, token = service.links.use(claim.link, table), new_token()
        await service.tables.change(table, h.Paired(link.seat, hashed(token)), None)
        response = answered({"seat": link.seat, "card": card(table)}, 201)
    give_seats(response, service, table, {link.seat: token})
    return response
