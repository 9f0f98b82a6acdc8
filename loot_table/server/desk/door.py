"""The way to the desk: off until a key was made, and then for whoever has one, by a session or with the key itself."""

from __future__ import annotations

from typing import Any, Final

import structlog
from starlette.requests import Request
from starlette.responses import Response

from loot_table.server.asking import Service, address, service_of
from loot_table.server.desk import keys
from loot_table.server.desk.keys import Operator
from loot_table.server.limits import WRONG_KEYS
from loot_table.server.metrics import OPERATOR_SIGN_INS
from loot_table.server.problems import NotFound, Problem, TooFast

log = structlog.get_logger()
COOKIE: Final = "loot-operator"
AT: Final = "/api/operator"


class NotSignedIn(Problem):
    code = "not_signed_in"
    status = 401


async def check_open(service: Service) -> None:
    if not await keys.operators(service.tables.store):
        raise NotFound("there is nothing at this address")


async def key_holder(request: Request, key: str) -> tuple[str, str]:
    """The operator whose key it is, and its hash. Whoever tries wrong ones is soon not heard any more, right or wrong; of everybody
    together there is no limit, or strangers could keep operators out."""
    service, who = service_of(request), address(request)
    limits = service.limits
    if not limits.has_room(WRONG_KEYS, "operator", who):
        OPERATOR_SIGN_INS.labels("too fast").inc()
        raise TooFast("too many keys that open nothing; wait a while")
    found = await keys.whose(service.tables.store, key)
    if found is None:
        limits.allows(WRONG_KEYS, "operator", who)
        OPERATOR_SIGN_INS.labels("wrong").inc()
        log.warning("wrong_operator_key", address=who)
        raise NotSignedIn("no operator has this key")
    return found


async def operator_of(request: Request) -> Operator:
    """Who asks. A program shows its key each time; what a browser's cookie says does not count beside it."""
    service = service_of(request)
    await check_open(service)
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        name, _ = await key_holder(request, key.strip())
        return Operator(name, address(request))
    token = request.cookies.get(COOKIE)
    found = None if token is None else await keys.signed_in(service.tables.store, token)
    if found is None:
        raise NotSignedIn("sign in first")
    return Operator(found[0], address(request), found[1])


def give_session(response: Response, service: Service, token: str) -> None:
    """To the desk and nowhere else, from its own pages only, and no script reads it."""
    options: dict[str, Any] = {"path": AT, "httponly": True, "samesite": "strict", "secure": service.is_secure}
    response.set_cookie(COOKIE, token, max_age=keys.SESSION_SECONDS, **options)


def take_session(response: Response, service: Service) -> None:
    response.delete_cookie(COOKIE, path=AT, httponly=True, samesite="strict", secure=service.is_secure)
