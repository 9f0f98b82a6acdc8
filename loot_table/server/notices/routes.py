"""Notices over HTTP. A box is held by a key that the browser keeps as a cookie no script reads; the server keeps its hash."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table.server.asking import COOKIE_DAYS, answered, body, check_budget, held_keys, service_of, table_of
from loot_table.server.limits import DAY, MINUTE, Quota
from loot_table.server.notices import messages as n
from loot_table.server.notices.boxes import Box, Screen, Wish
from loot_table.server.notices.courier import Courier
from loot_table.server.notices.endpoints import check_keys
from loot_table.server.notices.mail import MailFailed
from loot_table.server.notices.settings import is_address
from loot_table.server.problems import NoSeat, NotFound, NotNow, Problem, TooFast, Unavailable
from loot_table.server.seats import hashed, new_token

COOKIE = "loot-notices"
CHANGES: Quota = ((60, MINUTE),)  # of an address
NEW_BOXES: Quota = ((60, 60 * MINUTE), (200, DAY))  # of an address
CODES: Quota = ((5, 10 * MINUTE), (20, DAY))  # of whoever asks
CODES_TO: Quota = ((3, DAY),)  # to one mail address, whoever asks
ALL_CODES: Quota = ((300, 60 * MINUTE),)  # of everybody


def courier_of(request: Request) -> Courier:
    found = service_of(request).notices
    if not isinstance(found, Courier):
        raise NotFound("this server sends no notices")
    return found


async def box_of(request: Request) -> Box | None:
    key = request.cookies.get(COOKIE)
    return None if key is None else await courier_of(request).boxes.get(hashed(key))


async def box_to_fill(request: Request) -> tuple[Box, str | None]:
    """The asker's box, or a new one and its key."""
    box = await box_of(request)
    if box is not None:
        return box, None
    check_budget(request, NEW_BOXES, "box")
    key = new_token()
    return courier_of(request).boxes.new(key), key


def told(request: Request, box: Box | None, key: str | None = None) -> Response:
    """What this server offers and what the asker has: of an address only what its owner knows already."""
    courier = courier_of(request)
    mail = None if box is None else box.mail
    response = answered(
        {
            "push_key": None if courier.pusher is None else courier.pusher.public_key,
            "has_mail": courier.mailer is not None,
            "screens": [] if box is None else [hashed(screen.endpoint) for screen in box.screens],
            "mail": None
            if mail is None
            else {"address": mail.address, "is_confirmed": mail.is_confirmed, "is_refused": mail.is_refused},
        }
    )
    if key is not None:
        service = service_of(request)
        response.set_cookie(
            COOKIE,
            key,
            max_age=12 * COOKIE_DAYS * 86400,
            path="/api",
            httponly=True,
            samesite="lax",
            secure=service.is_secure,
        )
    return response


async def notices(request: Request) -> Response:
    if service_of(request).notices is None:
        return answered({"push_key": None, "has_mail": False, "screens": [], "mail": None})
    return told(request, await box_of(request))


async def add_screen(request: Request) -> Response:
    check_budget(request, CHANGES, "notices")
    courier = courier_of(request)
    if courier.pusher is None:
        raise NotFound("this server sends no pushes")
    said = n.subscribe.decode(await body(request))
    screen = Screen(said.endpoint, said.p256dh, said.auth)
    courier.pusher.check(screen)
    check_keys(said.p256dh, said.auth)
    async with courier.boxes.lock:
        box, key = await box_to_fill(request)
        box.language = said.language
        await courier.boxes.add_screen(box, screen)
    return told(request, box, key)


async def drop_screen(request: Request) -> Response:
    check_budget(request, CHANGES, "notices")
    said = n.unsubscribe.decode(await body(request))
    boxes = courier_of(request).boxes
    async with boxes.lock:
        box = await box_of(request)
        if box is not None:
            await boxes.drop_screens(box, {said.endpoint})
    return told(request, box)


async def mail_door(request: Request) -> Response:
    return await (write_to if request.method == "POST" else forget_mail)(request)


async def write_to(request: Request) -> Response:
    """Sends a code to an address. Nothing else goes there before it came back."""
    courier = courier_of(request)
    if courier.mailer is None:
        raise NotFound("this server sends no mail")
    said = n.write_to.decode(await body(request))
    if not is_address(said.address):
        raise Problem("that is not a mail address")
    check_budget(request, CODES, "mail code")
    limits = service_of(request).limits
    if not limits.allows(CODES_TO, "mail code to", said.address.lower()) or not limits.allows(ALL_CODES, "mail codes"):
        raise TooFast("this address has been sent enough codes; try again tomorrow")
    async with courier.boxes.lock:
        box, key = await box_to_fill(request)
        box.language = said.language
        code = await courier.boxes.begin_mail(box, said.address)
    try:
        await courier.mailer.send(courier.mailer.code(box, code))
    except MailFailed as error:
        if error.is_hopeless:
            raise Problem("that address takes no mail") from None
        raise Unavailable("the mail could not be sent; try again later") from None
    return told(request, box, key)


async def forget_mail(request: Request) -> Response:
    check_budget(request, CHANGES, "notices")
    boxes = courier_of(request).boxes
    async with boxes.lock:
        box = await box_of(request)
        if box is not None:
            box.mail = None
            await boxes.keep(box)
    return told(request, box)


async def confirm(request: Request) -> Response:
    check_budget(request, CHANGES, "notices")
    said = n.confirm_code.decode(await body(request))
    boxes = courier_of(request).boxes
    async with boxes.lock:
        box = await box_of(request)
        if box is None:
            raise NotFound("no address waits to be confirmed")
        await boxes.confirm(box, said.code)
    return told(request, box)


async def turn_off(request: Request) -> Response:
    """The link in a mail, also by the mail program itself (RFC 8058): without a cookie, without an origin. The token is all
    it takes, and all it can do."""
    check_budget(request, CHANGES, "notices")
    boxes = courier_of(request).boxes
    async with boxes.lock:
        await boxes.turn_off(request.path_params["token"][:200])
    return answered({"is_off": True})


async def table_door(request: Request) -> Response:
    """Whether the asker's seats of this table tell their box; null where nobody has said."""
    table, courier = await table_of(request), courier_of(request)
    keys = held_keys(request, table)
    if not keys:
        raise NoSeat("you hold no seat of this table")
    box = await box_of(request)
    if request.method == "POST":
        check_budget(request, CHANGES, "notices")
        said = n.tell_me.decode(await body(request))
        if said.is_wanted and (box is None or not box.takes_anything()):
            raise NotNow("say first where you want to be told")
        for key in sorted(keys):
            if said.is_wanted and box is not None:
                await courier.boxes.tell(Wish(key, box.id, table.id))
            else:
                await courier.boxes.be_quiet(key)
    wishes = [courier.boxes.wishes.get(key) for key in keys]
    is_mine = box is not None and any(wish is not None and wish.box == box.id for wish in wishes)
    return answered({"is_wanted": is_mine, "can_be": box is not None and box.takes_anything()})


def notice_api() -> list[Any]:
    return [
        Route("/notices", notices),
        Route("/notices/screens", add_screen, methods=["POST"]),
        Route("/notices/screens/off", drop_screen, methods=["POST"]),
        Route("/notices/mail", mail_door, methods=["POST", "DELETE"]),
        Route("/notices/mail/code", confirm, methods=["POST"]),
        Route("/notices/off/{token}", turn_off, methods=["POST"]),
        Route("/tables/{table}/notices", table_door, methods=["GET", "POST"]),
    ]
