"""What every request passes: the origin of whoever may change something, and the headers of every answer."""

from __future__ import annotations

import time
from typing import Any

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loot_table.engine import codec
from loot_table.server.metrics import REQUESTS

log = structlog.get_logger()
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
# The browser client makes HTML only through its framework's own policy; user text is never HTML.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Security:
    def __init__(self, app: ASGIApp, origins: frozenset[str]) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if self.is_trusted(scope):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        if scope["method"] in SAFE_METHODS or self.is_trusted(scope):
            await self.app(scope, receive, send_with_headers)
        else:
            await refuse(send_with_headers)
        REQUESTS.labels(str(status)).inc()
        # The area of the site, never the address itself: a table's address is an invitation.
        area = "/".join(scope["path"].split("/")[:3]) if scope["path"].startswith("/api/") else "page"
        log.info(
            "request",
            method=scope["method"],
            area=area,
            status=status,
            ms=round((time.perf_counter() - began) * 1e3, 1),
        )

    def is_trusted(self, scope: Scope) -> bool:
        """A known origin, exactly; or a program with a bearer token, which no browser sends by itself."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return headers.get("authorization", "").lower().startswith("bearer ")
        return origin in self.origins


async def refuse(send: Any) -> None:
    text = codec.dumps({"error": {"code": "wrong_origin", "text": "this request comes from another site"}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": text})
