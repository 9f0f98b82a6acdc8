"""The HTTP part is what its description says: Schemathesis sends what the description allows, and what it forbids."""

from __future__ import annotations

import asyncio
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi import checks as described
from server.house import FIRST_MOVE, ORIGIN, House, Player, QuickBrains
from starlette.routing import Route

from loot_table.server.app import api, make_app, routes
from loot_table.server.asking import Service
from loot_table.server.desk import keys
from loot_table.server.limits import Limits
from loot_table.server.memory import MemoryStore
from loot_table.server.openapi import described_api
from loot_table.server.tables import Tables

UNDESCRIBED = {"/metrics", "/openapi.json", "/{path:path}"}
CHECKS = [
    not_a_server_error,
    described.status_code_conformance,
    described.content_type_conformance,
    described.response_schema_conformance,
    described.negative_data_rejection,
    described.unsupported_method,
]
load_all_checks()
service = Service(Tables(MemoryStore(), QuickBrains(pace=0)), Limits(is_strict=False), frozenset({ORIGIN}))
schema = schemathesis.openapi.from_asgi("/openapi.json", make_app(service))
# What is too long for its field may be too long for a body, and is refused as that.
REFUSALS = schema.config.checks.negative_data_rejection
REFUSALS.expected_statuses = [*REFUSALS.expected_statuses, "413"]


async def people() -> list[Player]:
    """Somebody at a table that is played, and at one that is over."""
    house = House(make_app(service), service)
    ana, ben = await house.playing()
    await ana.did("play", action=FIRST_MOVE)
    done, _ = await house.playing("loot_n_run", 2)
    await done.did("resign")
    return [ana, ben, done]


PEOPLE = asyncio.run(people())
OPERATOR = asyncio.run(keys.make_key(service.tables.store, "ana"))


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_server_is_as_described(case: Any) -> None:
    """Half of the requests go to tables that are there, with a token that opens a seat."""
    player = PEOPLE[len(str(case.body)) % len(PEOPLE)]
    if "table" in (case.path_parameters or {}) and len(str(case.path_parameters["table"])) % 2:
        case.path_parameters["table"] = player.table
    token = OPERATOR if case.path.startswith("/api/operator") else player.token
    reply = case.call(headers={"Authorization": f"Bearer {token}"})
    case.validate_response(reply, checks=CHECKS)
    assert b"Traceback" not in reply.content
    # If the operator has announced one for now, nobody could make a table any more.
    service.desk.restart.announced = None


def test_every_route_is_described() -> None:
    all_routes = [("", route) for route in routes()] + [("/api", route) for route in api()]
    here = {(at + r.path, method) for at, r in all_routes if isinstance(r, Route) for method in r.methods or ()}
    told = {(path, method.upper()) for path, methods in described_api()["paths"].items() for method in methods}
    assert {(path, method) for path, method in here if path not in UNDESCRIBED and method != "HEAD"} == told
