"""The desk over HTTP. Every answer but the first two needs an operator."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table.server.asking import address, answered, body, service_of, small_number
from loot_table.server.desk import acts, keys
from loot_table.server.desk import messages as m
from loot_table.server.desk.budgets import budgets_told
from loot_table.server.desk.door import (
    COOKIE,
    NotSignedIn,
    check_open,
    give_session,
    key_holder,
    operator_of,
    take_session,
)
from loot_table.server.desk.keys import Operator
from loot_table.server.desk.shown_tables import WHICH, listed, table_named
from loot_table.server.problems import Problem

MOST_LINES: Final = 100


async def at_the_desk(request: Request) -> Response:
    """Whether this browser is signed in, and as whom; the only thing that is told to nobody in particular."""
    try:
        operator = await operator_of(request)
    except NotSignedIn:
        return answered({"operator": None, "until": None, "server": ""})
    return answered({"operator": operator.name, "until": operator.until, "server": service_of(request).name})


async def sign_in(request: Request) -> Response:
    service = service_of(request)
    await check_open(service)
    said = m.operator_key.decode(await body(request))
    name, key = await key_holder(request, said.key.strip())
    token, until = await keys.begin(service.tables.store, name, key)
    await acts.note(service, Operator(name, address(request)), "sign in")
    response = answered({"operator": name, "until": until, "server": service.name})
    give_session(response, service, token)
    return response


async def sign_out(request: Request) -> Response:
    operator, service = await operator_of(request), service_of(request)
    if (token := request.cookies.get(COOKIE)) is not None:
        await keys.end(service.tables.store, token)
        await acts.note(service, operator, "sign out")
    response = answered({"operator": None})
    take_session(response, service)
    return response


# ---------------------------------------------------------------- looking


async def health(request: Request) -> Response:
    """Of all servers on the database."""
    await operator_of(request)
    service = service_of(request)
    found = [await service.desk.vitals.told()]
    if service.nodes is not None:
        from loot_table.server.desk.other_nodes import health_elsewhere  # noqa: PLC0415 (needs what several servers need)

        found += await health_elsewhere(request)
    return answered({"servers": found, "restart": service.desk.restart.told()})


async def health_here(request: Request) -> Response:
    await operator_of(request)
    return answered(await service_of(request).desk.vitals.told())


async def tables(request: Request) -> Response:
    await operator_of(request)
    which, skip = request.query_params.get("which", "open"), small_number(request.query_params.get("from", "0"))
    if which not in WHICH or skip < 0:
        raise Problem(f"which is one of {', '.join(WHICH)}, and from a number")
    service = service_of(request)
    registry = None if service.nodes is None else service.nodes.registry
    return answered(await listed(service.tables, which, skip, registry))


async def limits_in_force(request: Request) -> Response:
    await operator_of(request)
    return answered(budgets_told(service_of(request).limits))


async def audit_log(request: Request) -> Response:
    await operator_of(request)
    before = request.query_params.get("before")
    last = None if before is None else small_number(before)
    if last is not None and last < 0:
        raise Problem("before is the number of a line")
    lines = await service_of(request).tables.store.audited(MOST_LINES + 1, last)
    shown = lines[:MOST_LINES]
    return answered(
        {"lines": [asdict(line) for line in shown], "next": shown[-1].number if len(lines) > MOST_LINES else None}
    )


# ---------------------------------------------------------------- doing


async def found_table(request: Request) -> tuple[Operator, str, Response | None]:
    """Who asks, the table's id, and what another server answers if the table lives there."""
    operator, service = await operator_of(request), service_of(request)
    id = await table_named(service.tables, request.path_params["name"])
    if service.nodes is None:
        return operator, id, None
    from loot_table.server.desk.other_nodes import passed_on  # noqa: PLC0415 (as above)

    return operator, id, await passed_on(request, id)


async def retire(request: Request) -> Response:
    operator, id, elsewhere = await found_table(request)
    return elsewhere or answered(await acts.retire(service_of(request), operator, id))


async def bring_back(request: Request) -> Response:
    operator, id, elsewhere = await found_table(request)
    return elsewhere or answered(await acts.bring_back(service_of(request), operator, id))


async def export(request: Request) -> Response:
    operator, id, elsewhere = await found_table(request)
    if elsewhere is not None:
        return elsewhere
    name, text = await acts.export(service_of(request), operator, id)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


async def restart_door(request: Request) -> Response:
    operator, service = await operator_of(request), service_of(request)
    if request.method == "DELETE":
        await acts.note(service, operator, "call off restart")
        await service.desk.restart.call_off()
    else:
        said = m.announce_restart.decode(await body(request))
        await acts.note(service, operator, "announce restart", "", f"in {said.seconds} s. {said.text}".strip())
        await service.desk.restart.announce(said.seconds, said.text, operator.name)
    return answered({"restart": service.desk.restart.told()})


def desk_api() -> list[Any]:
    at = "/operator"
    return [
        Route(at, at_the_desk),
        Route(at + "/sign-in", sign_in, methods=["POST"]),
        Route(at + "/sign-out", sign_out, methods=["POST"]),
        Route(at + "/health", health),
        Route(at + "/health/here", health_here),
        Route(at + "/tables", tables),
        Route(at + "/tables/{name}/retire", retire, methods=["POST"]),
        Route(at + "/tables/{name}/bring-back", bring_back, methods=["POST"]),
        Route(at + "/tables/{name}/record", export),
        Route(at + "/limits", limits_in_force),
        Route(at + "/audit", audit_log),
        Route(at + "/restart", restart_door, methods=["POST", "DELETE"]),
    ]
