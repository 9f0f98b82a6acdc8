"""The server spoken to without a network: requests and sockets as ASGI messages, every byte of the answers kept."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message

from loot_table.server.sockets import SUBPROTOCOL

HOST = "127.0.0.1"
PATIENCE = 20.0  # seconds to wait for something that must come


@dataclass(frozen=True)
class Reply:
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    def header(self, name: str) -> str | None:
        found = [value.decode("latin-1") for key, value in self.headers if key.decode() == name.lower()]
        return found[0] if found else None

    def cookies(self) -> dict[str, str]:
        lines = [value.decode() for name, value in self.headers if name == b"set-cookie"]
        return dict(line.split(";")[0].split("=", 1) for line in lines)


class Closed(Exception):
    """The server closed the socket, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


def scope(kind: str, path: str, headers: Mapping[str, str], host: str) -> dict[str, Any]:
    plain, _, query = path.partition("?")
    return {
        "type": kind,
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
        "client": (host, 50000),
        "server": (HOST, 8000),
        "root_path": "",
        "http_version": "1.1",
    }


class Inside:
    """A client of one address, who may hold a token or cookies."""

    def __init__(self, app: ASGIApp, host: str = HOST, **headers: str) -> None:
        self.app = app
        self.host = host
        self.headers = headers or {"Authorization": "Bearer none"}

    def bearing(self, token: str) -> Inside:
        return Inside(self.app, self.host, Authorization=f"Bearer {token}")

    async def request(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        sent = {**self.headers, **headers}
        text = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        asked = {**scope("http", path, sent, self.host), "method": method, "scheme": "http"}
        waiting: list[Message] = [{"type": "http.request", "body": text, "more_body": False}]
        heard: list[Message] = []
        is_answered = asyncio.Event()

        async def receive() -> Message:
            if not waiting:
                await is_answered.wait()  # whoever asked stays until the answer is whole
                return {"type": "http.disconnect"}
            return waiting.pop(0)

        async def send(message: Message) -> None:
            heard.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                is_answered.set()

        await self.app(asked, receive, send)
        whole = b"".join(message.get("body", b"") for message in heard[1:])
        return Reply(heard[0]["status"], tuple(heard[0]["headers"]), whole)

    async def get(self, path: str, **headers: str) -> Reply:
        return await self.request("GET", path, None, **headers)

    async def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        return await self.request("POST", path, {} if body is None else body, **headers)

    def socket(self, path: str, subprotocol: str | None = SUBPROTOCOL, **headers: str) -> InsideSocket:
        asked = {**scope("websocket", path, {**self.headers, **headers}, self.host), "scheme": "ws"}
        asked["subprotocols"] = [] if subprotocol is None else [subprotocol]
        return InsideSocket(self.app, asked)


class InsideSocket:
    def __init__(self, app: ASGIApp, asked: dict[str, Any]) -> None:
        self.app = app
        self.asked = asked
        self.there: asyncio.Queue[Message] = asyncio.Queue()
        self.here: asyncio.Queue[Message] = asyncio.Queue()
        self.task: asyncio.Task[Any] | None = None

    async def __aenter__(self) -> InsideSocket:
        self.there.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self.run())
        return self

    async def run(self) -> None:
        await self.app(self.asked, self.there.get, self.here.put)
        self.here.put_nowait({"type": "websocket.close", "code": 1000})

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self, code: int = 1001) -> None:
        """Hang up, and wait until the server has noticed."""
        self.there.put_nowait({"type": "websocket.disconnect", "code": code})
        assert self.task is not None
        await asyncio.wait_for(self.task, PATIENCE)

    def say(self, message: Any) -> None:
        self.say_text(message if isinstance(message, str) else msgspec.json.encode(message).decode())

    def say_text(self, text: str) -> None:
        self.there.put_nowait({"type": "websocket.receive", "text": text})

    def say_bytes(self, text: bytes) -> None:
        self.there.put_nowait({"type": "websocket.receive", "bytes": text})

    async def hear_text(self) -> bytes:
        """The next message, byte for byte."""
        while True:
            message = await asyncio.wait_for(self.here.get(), PATIENCE)
            if message["type"] == "websocket.close":
                raise Closed(message.get("code", 1000))
            if message["type"] == "websocket.send":
                found: bytes = message["text"].encode()
                return found

    async def hear(self, kind: str | None = None) -> dict[str, Any]:
        """The next message, or the next of a kind."""
        while True:
            told: dict[str, Any] = msgspec.json.decode(await self.hear_text())
            if kind is None or told["type"] == kind:
                return told

    async def rest(self) -> tuple[list[dict[str, Any]], int]:
        """Everything until the server closes, and the code it closes with."""
        found: list[dict[str, Any]] = []
        while True:
            try:
                found.append(await self.hear())
            except Closed as closed:
                return found, closed.code

    def heard(self) -> list[bytes]:
        """All that has come until now."""
        found = []
        while not self.here.empty():
            message = self.here.get_nowait()
            if message["type"] == "websocket.send":
                found.append(message["text"].encode())
        return found
