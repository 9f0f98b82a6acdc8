"""What the desk asks of other servers on the same database."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httpx2
from starlette.requests import Request
from starlette.responses import Response

from loot_table.engine import codec
from loot_table.server.asking import Service, service_of
from loot_table.server.nodes.passing import kept
from loot_table.server.nodes.way import NODE, VISITOR
from loot_table.server.problems import Unavailable
from loot_table.server.security import PASSED_ON

PATIENCE: Final = 3.0
HERE_ONLY: Final = "/api/operator/health/here"


async def health_elsewhere(request: Request) -> list[dict[str, Any]]:
    """Of every other node, in their own words; one that does not answer is named by its address."""
    leases = service_of(request).nodes.leases
    others = [address for id, address in leases.nodes.items() if id != leases.me]
    return list(await asyncio.gather(*[health_of(request, address) for address in sorted(others)]))


async def health_of(request: Request, address: str) -> dict[str, Any]:
    silent = {"name": address, "warnings": ["This server does not answer the others."]}
    try:
        answer = await asked(request, address, "GET", HERE_ONLY)
    except httpx2.TransportError:
        return silent
    found = codec.loads(answer.content) if answer.status_code == 200 else silent
    return found if isinstance(found, dict) else silent


async def passed_on(request: Request, table: str) -> Response | None:
    """What the table's home answers; None: it lives here, or nowhere, and then from now on here."""
    nodes = service_of(request).nodes
    if nodes is None or (home := await nodes.way.to(table)) is None:
        return None
    if request.scope.get(PASSED_ON):
        raise Unavailable("the table moves to another server now; try again")
    try:
        answer = await asked(request, home, request.method, request.url.path)
    except httpx2.TransportError:
        raise Unavailable("the server where this table lives does not answer; try again") from None
    headers = {name: answer.headers[name] for name in ("content-type", "content-disposition") if name in answer.headers}
    return Response(answer.content, answer.status_code, {**headers, "Cache-Control": "no-store"})


async def asked(request: Request, address: str, method: str, path: str) -> httpx2.Response:
    """In the operator's name."""
    service: Service = service_of(request)
    visitor = request.client.host if request.client is not None else "unknown"
    headers = [
        (NODE, service.nodes.way.secret),
        (VISITOR, visitor.encode()),
        *[each for each in kept(request.scope["headers"]) if each[0] not in (b"content-length", b"accept-encoding")],
    ]
    found: httpx2.Response = await service.nodes.way.client.request(
        method,
        f"http://{address}{path}",
        headers=headers,
        content=b"{}" if method == "POST" else None,
        timeout=PATIENCE,
    )
    return found
