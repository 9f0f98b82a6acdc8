"""Passes requests on to the node where a table lives, and says there for whom."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

import httpx2
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loot_table.engine import codec
from loot_table.server.nodes.way import NODE, VISITOR, Unreachable, Way, host_of, port_of, what_lives
from loot_table.server.problems import Unavailable
from loot_table.server.seats import opaque
from loot_table.server.security import PASSED_ON, hang_up
from loot_table.server.store import StoreError
from loot_table.server.tracing import CARRIED, carried_headers, span

# Of one connection and no other; and what only another node may say.
OWN: Final = {
    b"connection",
    b"keep-alive",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
    NODE,
    VISITOR,
    *CARRIED,
}
NOT_HERE: Final = 421
COME_BACK: Final = 1012


class Passing:
    """Around everything else, at the door for visitors."""

    def __init__(self, app: ASGIApp, way: Way) -> None:
        self.app, self.way = app, way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        id = what_lives(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if id is None or self.way.leases.holds(id):
            await self.app(scope, receive, send)
        elif scope.get(PASSED_ON) or scope["type"] == "websocket":  # here, or it went astray
            await self.let_in(id, scope, receive, send)
        else:
            with span("pass on", table=opaque(id)):
                answer = await self.answer_for(id, scope, receive, send)
            if answer is not None:
                await hand_back(answer, send)

    async def let_in(self, id: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            is_here = await self.way.to(id) is None
        except (StoreError, Unavailable):
            is_here = False
        if is_here:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await hang_up(send, COME_BACK, "node")
        else:
            await refuse(send, NOT_HERE, "not_here", "this lives elsewhere")

    async def answer_for(self, id: str, scope: Scope, receive: Receive, send: Send) -> httpx2.Response | None:
        """What another node answers; None: it was answered."""
        try:
            answer = await self.passed_on(id, scope, receive)
        except (StoreError, Unavailable):
            await refuse(send, 503, "unavailable", "this cannot be reached now; try again")
            return None
        if answer is None:
            await self.app(scope, receive, send)
        return answer

    async def passed_on(self, id: str, scope: Scope, receive: Receive) -> httpx2.Response | None:
        asked = False

        async def body() -> AsyncIterator[bytes]:
            nonlocal asked
            asked = True
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                if piece := message.get("body"):
                    yield piece
                if not message.get("more_body"):
                    return

        async def knock(address: str) -> httpx2.Response:
            headers = [(NODE, self.way.secret), (VISITOR, visitor(scope)), *carried_headers(), *kept(scope["headers"])]
            has_body = any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])
            path = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
            url = httpx2.URL(scheme="http", host=host_of(address), port=port_of(address), raw_path=path)
            request = httpx2.Request(scope["method"], url, headers=headers, content=body() if has_body else None)
            try:
                answer = await self.way.client.send(request, stream=True)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                raise Unreachable from None
            except httpx2.TransportError:
                if asked or scope["method"] not in ("GET", "HEAD"):
                    raise Unavailable("the table did not answer; try again") from None
                raise Unreachable from None
            if answer.status_code == NOT_HERE and not asked:
                await answer.aclose()
                raise Unreachable
            return answer

        return await self.way.reach(id, knock)


async def hand_back(answer: httpx2.Response, send: Send) -> None:
    try:
        headers = [(name, value) for name, value in answer.headers.raw if name.lower() not in OWN]
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        with contextlib.suppress(httpx2.TransportError):  # half an answer: the connection is cut as it was there
            async for piece in answer.aiter_raw():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        await answer.aclose()


def kept(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in headers if name not in OWN]


def visitor(scope: Scope) -> bytes:
    client = scope.get("client")
    return str(client[0]).encode() if client else b"unknown"


async def refuse(send: Send, status: int, code: str, words: str) -> None:
    text = codec.dumps({"error": {"code": code, "text": words}})
    headers: Any = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    start: Message = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": text})
