"""What every request passes: the origin of whoever may change something, and the headers of every answer."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loot_table.engine import codec
from loot_table.server.limits import LONGEST_WAIT, Limits, neighbourhood
from loot_table.server.metrics import REQUEST_SECONDS, REQUESTS
from loot_table.server.seats import opaque
from loot_table.server.tracing import TRACING, note, span

log = structlog.get_logger()
# The link in a mail, followed by a mail program that has no origin (RFC 8058). No cookie counts there: its token is all.
OPEN_DOOR = "/api/notices/off/"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
# The browser client makes HTML only through its framework's own policy; user text is never HTML.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html loot-worker"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LAN_HEADER = "Loot-Address"
RESTART_HEADER = "Loot-Restart"

# What a request is on its address's bill; most are one unit.
PASSED_ON = "loot.passed_on"  # in a scope: it came from another node
UNITS = {
    "replay": 5.0,
    "log": 5.0,
    "record": 10.0,
    "frame": 4.0,
    "commands": 2.0,
    "socket": 4.0,
    "ticket": 2.0,
    "pictures": 3.0,
}
NEW_TABLE_UNITS = 10.0
LESSON_UNITS = 5.0
MOST_QUERY = 8000  # bytes
UNKNOWN_BODY = 64 * 1024  # what somebody may send who does not say how much
UNIT_BYTES = 2048.0  # of a body
SLOW_REFUSAL = 5.0  # seconds until somebody who does not stop is told to


class Security:
    def __init__(
        self,
        app: ASGIApp,
        origins: frozenset[str],
        limits: Limits,
        lan_origin: str | None = None,
        restart: Callable[[], str | None] = lambda: None,
    ) -> None:
        """`lan_origin`: a local network is served, and invitations begin so. `restart`: what is said of one to come."""
        self.restart = restart
        self.app = app
        self.origins = origins
        self.limits = limits
        self.headers = HEADERS if lan_origin is None else {**HEADERS, LAN_HEADER: lan_origin}
        # In a local network any web page may send a browser here under a name of its own; ours are known exactly.
        self.hosts = None if lan_origin is None else {origin.partition("://")[2] for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or TRACING.tracer is None:
            await self.answer(scope, receive, send)
            return
        area, begun_at = area_of(scope["path"]), scope["headers"] if scope.get(PASSED_ON) else ()
        with span("request", begun_at, method=scope["method"], area=area, **table_of(scope["path"])) as found:

            async def send_and_note(message: Message) -> None:
                if message["type"] == "http.response.start":
                    note(found, status=message["status"])
                await send(message)

            await self.answer(scope, receive, send_and_note)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if not self.is_meant(scope):
                await hang_up(send, 1008, "host")
            elif not self.is_trusted(scope):
                await hang_up(send, 1008, "origin")
            elif not await self.has_waited(scope):
                await hang_up(send, 1013, "too fast")
            else:
                await self.app(scope, receive, send)
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
                for name, value in self.headers.items():
                    headers.setdefault(name, value)  # a page that stands for itself has rules of its own
                if (coming := self.restart()) is not None:
                    headers[RESTART_HEADER] = coming
            await send(message)

        if len(scope["query_string"]) > MOST_QUERY:
            await refuse(send_with_headers, 400, "bad_request", f"what follows the ? is at most {MOST_QUERY} bytes")
        elif not self.is_meant(scope):
            await refuse(send_with_headers, 421, "wrong_host", "no server of that name is here")
        elif not await self.has_waited(scope):
            await refuse(send_with_headers, 429, "too_fast", "too many requests from your address; wait a little")
        elif scope["method"] in SAFE_METHODS or self.is_trusted(scope):
            await self.app(scope, receive, send_with_headers)
        else:
            await refuse(send_with_headers, 403, "wrong_origin", "this request comes from another site")
        REQUESTS.labels(str(status)).inc()
        REQUEST_SECONDS.observe(time.perf_counter() - began)
        log.info(
            "request",
            method=scope["method"],
            area=area_of(scope["path"]),
            **table_of(scope["path"]),
            status=status,
            ms=round((time.perf_counter() - began) * 1e3, 1),
        )

    async def has_waited(self, scope: Scope) -> bool:
        """Whoever asks too much is answered later, so that nobody else is; who still asks is refused, and late too."""
        if not self.limits.is_strict:
            return True
        client = scope.get("client")
        wait = self.limits.requests.wait(neighbourhood(client[0]) if client else "unknown", units(scope))
        is_worth_it = wait <= LONGEST_WAIT
        if wait > 0:
            await asyncio.sleep(wait if is_worth_it else SLOW_REFUSAL)
        return is_worth_it

    def is_meant(self, scope: Scope) -> bool:
        """Whether it was asked for under an address of ours; with a network of one's own or a proxy any will do."""
        return self.hosts is None or Headers(scope=scope).get("host", "").lower() in self.hosts

    def is_trusted(self, scope: Scope) -> bool:
        """A known origin, exactly; or a program with a bearer token, which no browser sends by itself."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            is_program = headers.get("authorization", "").lower().startswith("bearer ")
            return is_program or (scope["type"] == "http" and scope["path"].startswith(OPEN_DOOR))
        return origin in self.origins


def area_of(path: str) -> str:
    """The area of the site, never the address itself: a table's address is an invitation."""
    return "/".join(path.split("/")[:3]) if path.startswith("/api/") else "page"


def table_of(path: str) -> dict[str, str]:
    """The table that is asked for, as logs name it."""
    parts = path.split("/")
    is_one = parts[1:3] == ["api", "tables"] and len(parts) > 3 and parts[3] != "mine"
    return {"table": opaque(parts[3])} if is_one else {}


def units(scope: Scope) -> float:
    """By what is asked for and by what is sent along."""
    parts = scope["path"].strip("/").split("/")
    if parts[0] != "api":
        return 1.0
    headers = Headers(scope=scope)
    length = headers.get("content-length", str(UNKNOWN_BODY) if "transfer-encoding" in headers else "")
    weight = int(length) / UNIT_BYTES if length.isascii() and length.isdigit() and len(length) < 10 else 0.0
    if parts == ["api", "tables"] and scope.get("method") == "POST":
        return NEW_TABLE_UNITS + weight
    if parts[1:2] == ["lessons"]:
        return (LESSON_UNITS if len(parts) > 3 else 1.0) + weight
    return UNITS.get(parts[3], 1.0) + weight if len(parts) > 3 else 1.0


async def hang_up(send: Send, code: int, reason: str) -> None:
    with contextlib.suppress(OSError):  # they may have done so themselves
        await send({"type": "websocket.close", "code": code, "reason": reason})


async def refuse(send: Any, status: int, code: str, words: str) -> None:
    text = codec.dumps({"error": {"code": code, "text": words}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
