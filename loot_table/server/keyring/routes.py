"""The key ring, the library and the manners of a table over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from loot_table.server.asking import (
    COOKIE,
    RING_COOKIE,
    Service,
    address,
    answered,
    body,
    charge,
    check_budget,
    give_ring,
    hang_up_keys,
    held_keys,
    held_seats,
    owned_seats,
    ring_of,
    service_of,
    shown_ring,
    small_number,
    table_of,
)
from loot_table.server.keyring import manners, recovery
from loot_table.server.keyring import messages as m
from loot_table.server.keyring.figures import told
from loot_table.server.keyring.library import Library, as_lines, as_zip, check_may_delete, form_of
from loot_table.server.keyring.passkeys import HAS_PASSKEYS
from loot_table.server.keyring.rings import Ring, browser_id
from loot_table.server.limits import DAY, MINUTE, Quota
from loot_table.server.naming import check_name
from loot_table.server.problems import NoSeat, NoSuchTable, NotFound, NotNow, TooFast
from loot_table.server.table_routes import is_key_told

# Of an address.
READS: Quota = ((240, MINUTE),)
CHANGES: Quota = ((60, MINUTE),)
EXPORTS: Quota = ((6, MINUTE), (60, DAY))
CHALLENGES: Quota = ((30, MINUTE),)
WRONG_RECOVERIES: Quota = ((20, 10 * MINUTE), (100, DAY))
ALL_WRONG_RECOVERIES: Quota = ((600, MINUTE),)  # of everybody
MOVES: Quota = ((30, MINUTE), (100, DAY))  # to another ring: all that hangs on one is written anew
REPORTS: Quota = ((10, 60 * MINUTE),)
RECORD_UNITS = 10.0
PASSKEY_BYTES = 32 * 1024
MOST_LOCKS = 100  # tables that get new locks when other devices are signed out
LOCK_UNITS = 3.0
MOST_SIGNED_OUT = 300  # tables whose cookies are taken back


async def own_ring(request: Request) -> Ring:
    found = await ring_of(request)
    if found is None:
        raise NoSeat("this browser holds no seat yet")
    return found


def library_of(request: Request) -> Library:
    service = service_of(request)
    return Library(service.tables, service.outcomes)


# ---------------------------------------------------------------- the library


async def library(request: Request) -> Response:
    """`?before=` where the page before said `next`."""
    check_budget(request, READS, "library")
    text = request.query_params.get("before")
    before = None if text is None else small_number(text)
    if before is not None and before < 0:
        raise NotFound("there is no such page")
    ring = await ring_of(request)
    if ring is None:
        return answered({"games": [], "next": None, "total": 0})
    games, following = await library_of(request).page(ring, before)
    await charge(request, 2.0 + len(games) / 10)
    return answered({"games": games, "next": following, "total": len(ring.tables)})


async def figures(request: Request) -> Response:
    check_budget(request, READS, "library")
    ring = await ring_of(request)
    games, skipped = ([], 0) if ring is None else await library_of(request).played(ring)
    await charge(request, 2.0 + len(games) / 50)
    return answered(await asyncio.to_thread(told, games, skipped))  # a long streak takes its time


async def all_records(request: Request) -> Response:
    """The records of all finished games, as one file that is written while it is sent."""
    form = form_of(request.query_params.get("form", "zip"))
    ring = await own_ring(request)
    check_budget(request, EXPORTS, "export")
    found = paced(request, library_of(request).records(ring, partial(is_key_told, request)))
    name = "loot-table-records.zip" if form == "zip" else "loot-table-records.jsonl"
    return StreamingResponse(
        as_zip(found) if form == "zip" else as_lines(found),
        media_type="application/zip" if form == "zip" else "application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


async def paced(request: Request, found: AsyncIterator[tuple[str, bytes]]) -> AsyncIterator[tuple[str, bytes]]:
    async for each in found:
        await charge(request, RECORD_UNITS)
        yield each


async def leave_out(request: Request) -> Response:
    """A game goes out of one's library, with the key to one's seat."""
    check_budget(request, CHANGES, "keyring")
    ring, table = await own_ring(request), request.path_params["table"]
    if table not in ring.tables:
        raise NotFound("this is not in your library")
    await service_of(request).rings.drop(ring, table)
    response = answered({"table": table})
    take_back(response, table)
    return response


async def delete_table(request: Request) -> Response:
    check_budget(request, CHANGES, "keyring")
    table, service = await table_of(request), service_of(request)
    keys = held_keys(request, table)
    if not keys:
        raise NoSeat("you hold no seat of this table")
    async with table.lock:
        check_may_delete(table, keys)
    await service.tables.forget(table)
    await service.outcomes.forget(table.id)
    await service.rings.forget_table(table.id)
    if service.notices is not None:
        await service.notices.forget(table.id)
    response = answered({"table": table.id})
    take_back(response, table.id)
    return response


async def keep_seats(request: Request) -> Response:
    """Seats that a browser holds from before hang on its ring from now on."""
    check_budget(request, CHANGES, "keyring")
    table = await table_of(request)
    mine = sorted(owned_seats(held_keys(request, table), table))
    if not mine:
        raise NoSeat("you hold no seat of this table")
    response = answered({"table": table.id, "seats": mine})
    await hang_up_keys(request, response, table, mine)
    return response


def take_back(response: Response, table: str) -> None:
    """The cookies of seats at a table."""
    for seat in range(8):
        response.delete_cookie(f"{COOKIE}{seat}", path=f"/api/tables/{table}", httponly=True, samesite="lax")


# ---------------------------------------------------------------- the ring


async def ring_told(service: Service, ring: Ring | None) -> dict[str, Any]:
    if ring is None:
        return {"is_there": False, "games": 0, "offers_passkeys": HAS_PASSKEYS}
    return {
        "is_there": True,
        "games": len(ring.tables),
        "offers_passkeys": HAS_PASSKEYS,
        "name": ring.about.name,
        "colour": ring.about.colour,
        "since": ring.about.made,
        "recovery": await recovery.made_at(service.rings, ring),
        "passkeys": await service.passkeys.told(ring),
        "browsers": len(await service.tables.store.papers_of(ring.id, "browser")),
        "blocked": [{"id": id, "name": each.name, "made": each.made} for id, each in ring.blocked.items()],
    }


async def keyring(request: Request) -> Response:
    check_budget(request, READS, "library")
    service, ring = service_of(request), await ring_of(request)
    response = answered(await ring_told(service, ring))
    if ring is not None:  # who comes back keeps it
        give_ring(response, service, request.cookies[RING_COOKIE])
    return response


async def keyring_door(request: Request) -> Response:
    doors = {"PUT": describe, "DELETE": erase}
    return await doors.get(request.method, keyring)(request)


async def describe(request: Request) -> Response:
    check_budget(request, CHANGES, "keyring")
    ring, said = await own_ring(request), m.holder.decode(await body(request))
    name = None if said.name is None else check_name(said.name)
    await service_of(request).rings.describe(ring, name, said.colour)
    return answered(await ring_told(service_of(request), ring))


async def erase(request: Request) -> Response:
    """Everything that is kept of a person. The tables stay, with the names that were typed there."""
    check_budget(request, CHANGES, "keyring")
    ring = await own_ring(request)
    response = answered({"erased": True})
    sign_off(response, ring)
    await service_of(request).rings.erase(ring)
    return response


def sign_off(response: Response, ring: Ring) -> None:
    """A browser gives back all its keys."""
    response.delete_cookie(RING_COOKIE, path="/api", httponly=True, samesite="lax")
    for table in ring.in_order()[-MOST_SIGNED_OUT:]:
        take_back(response, table)


async def can_come_back(service: Service, ring: Ring) -> bool:
    """Whether something else than this browser opens the ring."""
    has_code = await recovery.made_at(service.rings, ring) is not None
    others = len(await service.tables.store.papers_of(ring.id, "browser")) - 1
    return has_code or others > 0 or bool(await service.passkeys.all_of(ring))


async def sign_out(request: Request) -> Response:
    check_budget(request, CHANGES, "keyring")
    ring, service = await own_ring(request), service_of(request)
    if not await can_come_back(service, ring):
        raise NotNow("nothing would bring you back: make a recovery code or a passkey first")
    response = answered({"signed_out": True})
    sign_off(response, ring)
    await service.rings.leave(request.cookies[RING_COOKIE])
    return response


async def sign_out_others(request: Request) -> Response:
    """For a device that was lost: no other browser opens the ring, and the last tables get new locks."""
    check_budget(request, CHANGES, "keyring")
    ring, service = await own_ring(request), service_of(request)
    mine = browser_id(request.cookies[RING_COOKIE])
    for paper in await service.tables.store.papers_of(ring.id, "browser"):
        if paper.id != mine:
            await service.rings.dismiss(paper)
    for id in ring.in_order()[-MOST_LOCKS:]:
        await charge(request, LOCK_UNITS)
        with contextlib.suppress(NoSuchTable):
            await service.rings.change_locks(ring, await service.tables.get(id))
            await service.outcomes.rekeyed(service.tables.awake.get(id))
    return answered(await ring_told(service, ring))


async def recovery_door(request: Request) -> Response:
    check_budget(request, CHANGES, "keyring")
    ring, rings = await own_ring(request), service_of(request).rings
    if request.method == "DELETE":
        await recovery.revoke(rings, ring)
        return answered({"recovery": None})
    return answered({"code": await recovery.make_code(rings, ring)}, 201)


async def recover(request: Request) -> Response:
    """A code opens its ring on this browser."""
    limits, who, service = service_of(request).limits, address(request), service_of(request)
    said = m.recover.decode(await body(request))
    may_guess = limits.has_room(WRONG_RECOVERIES, "recovery", who)
    if not may_guess or not limits.has_room(ALL_WRONG_RECOVERIES, "recoveries"):
        raise TooFast("too many recovery codes that open nothing; wait a while")
    ring = await recovery.ring_of_code(service.rings, said.code)
    if ring is None:
        limits.allows(WRONG_RECOVERIES, "recovery", who)
        limits.allows(ALL_WRONG_RECOVERIES, "recoveries")
        raise NotFound("no ring has this code: it was replaced or taken back, or a word is wrong")
    return await let_in(request, ring, said.bring)


async def let_in(request: Request, ring: Ring, brings: bool) -> Response:
    """This browser opens another ring from now on. What hung on its own comes along; or it is signed out of that one, as on
    somebody else's device, unless that would lose their games."""
    check_budget(request, MOVES, "move")
    service, before = service_of(request), await ring_of(request)
    left = None if before is None or before.id == ring.id else before
    is_needed = left is not None and bool(left.tables) and not await can_come_back(service, left)
    if left is not None and brings:
        await service.rings.bring(left, ring)
        if is_needed:
            await service.rings.erase(left)  # nothing opens it any more
    elif is_needed:
        raise NotNow("this browser's own games would be lost: bring them along, or make a recovery code for them first")
    if left is not None:
        await service.rings.leave(request.cookies[RING_COOKIE])
    response = answered(await ring_told(service, ring))
    if left is not None and not brings:
        sign_off(response, left)
    give_ring(response, service, await service.rings.introduce(ring))
    return response


# ---------------------------------------------------------------- passkeys


async def new_passkey_options(request: Request) -> Response:
    check_budget(request, CHALLENGES, "passkey")
    ring = await own_ring(request)
    return answered(await service_of(request).passkeys.new_options(ring, request.headers.get("origin")))


async def new_passkey(request: Request) -> Response:
    check_budget(request, CHALLENGES, "passkey")
    ring, said = await own_ring(request), m.new_passkey.decode(await body(request, PASSKEY_BYTES))
    origin, name = request.headers.get("origin"), check_name(said.name)
    await service_of(request).passkeys.add(ring, origin, said.ticket, said.credential, name)
    return answered(await ring_told(service_of(request), ring), 201)


async def remove_passkey(request: Request) -> Response:
    check_budget(request, CHANGES, "keyring")
    ring = await own_ring(request)
    await service_of(request).passkeys.remove(ring, request.path_params["passkey"])
    return answered(await ring_told(service_of(request), ring))


async def sign_in_options(request: Request) -> Response:
    check_budget(request, CHALLENGES, "passkey")
    return answered(service_of(request).passkeys.sign_in_options(request.headers.get("origin")))


async def sign_in(request: Request) -> Response:
    check_budget(request, CHALLENGES, "passkey")
    said = m.sign_in.decode(await body(request, PASSKEY_BYTES))
    origin = request.headers.get("origin")
    ring = await service_of(request).passkeys.sign_in(origin, said.ticket, said.credential)
    return await let_in(request, ring, said.bring)


# ---------------------------------------------------------------- manners


async def block(request: Request) -> Response:
    check_budget(request, CHANGES, "keyring")
    table, said = await table_of(request), m.block.decode(await body(request))
    ring = shown_ring(request)
    if ring is None or not held_seats(request, table):
        raise NoSeat("you hold no seat of this table")
    await manners.block(service_of(request).rings, table, ring, said.seat)
    return answered({"blocked": table.places[said.seat].name})


async def unblock(request: Request) -> Response:
    check_budget(request, CHANGES, "keyring")
    ring, service = await own_ring(request), service_of(request)
    await service.rings.unblock(ring, request.path_params["blocked"])
    for id in ring.tables:
        if (table := service.tables.awake.get(id)) is not None:
            await manners.tell_apart(service.rings, table)
    return answered(await ring_told(service, ring))


async def report(request: Request) -> Response:
    table, service = await table_of(request), service_of(request)
    said = m.report.decode(await body(request))
    mine = held_seats(request, table)
    if not mine:
        raise NoSeat("you hold no seat of this table")
    check_budget(request, REPORTS, "report")
    return answered({"report": await manners.report(service.tables.store, table, mine, said)}, 201)


def keyring_api() -> list[Any]:
    at = "/tables/{table}"
    return [
        Route("/library", library),
        Route("/library/figures", figures),
        Route("/library/records", all_records),
        Route("/library/games/{table}", leave_out, methods=["DELETE"]),
        Route("/keyring", keyring_door, methods=["GET", "PUT", "DELETE"]),
        Route("/keyring/sign-out", sign_out, methods=["POST"]),
        Route("/keyring/sign-out-others", sign_out_others, methods=["POST"]),
        Route("/keyring/recovery", recovery_door, methods=["POST", "DELETE"]),
        Route("/keyring/recover", recover, methods=["POST"]),
        Route("/keyring/passkeys/options", new_passkey_options, methods=["POST"]),
        Route("/keyring/passkeys", new_passkey, methods=["POST"]),
        Route("/keyring/passkeys/{passkey}", remove_passkey, methods=["DELETE"]),
        Route("/keyring/sign-in/options", sign_in_options, methods=["POST"]),
        Route("/keyring/sign-in", sign_in, methods=["POST"]),
        Route("/keyring/blocked/{blocked}", unblock, methods=["DELETE"]),
        Route(at + "/keep", keep_seats, methods=["POST"]),
        Route(at + "/block", block, methods=["POST"]),
        Route(at + "/report", report, methods=["POST"]),
    ]
