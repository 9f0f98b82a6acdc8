"""The door for other nodes: a port of its own, where only they are heard, and for whom they speak."""

from __future__ import annotations

import asyncio
import hmac
import socket
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from loot_table.server.deflate import Line
from loot_table.server.doorman import listening
from loot_table.server.nodes.passing import refuse
from loot_table.server.nodes.way import NODE, READ_BACK, VISITOR, Way
from loot_table.server.security import PASSED_ON, hang_up
from loot_table.server.tables import Tables


class Door:
    """Around the whole application, at the port for nodes."""

    def __init__(self, app: ASGIApp, tables: Tables, way: Way) -> None:
        self.app, self.tables, self.way = app, tables, way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        first: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            first.setdefault(name, value)
        if not hmac.compare_digest(first.get(NODE, b""), self.way.secret):
            if scope["type"] == "http":
                await refuse(send, 403, "not_allowed", "only another node may ask here")
            else:
                await hang_up(send, 1008, "node")
            return
        if scope["path"].startswith(READ_BACK):
            await self.tables.read_back(scope["path"].removeprefix(READ_BACK))
            await refuse(send, 200, "done", "it was read")
            return
        scope[PASSED_ON] = True
        scope["client"] = (first.get(VISITOR, b"unknown").decode("latin1"), 0)
        scope["headers"] = [each for each in scope["headers"] if each[0] not in (NODE, VISITOR)]
        await self.app(scope, receive, send)


def opened(address: str) -> socket.socket:
    """A port for nodes; any that is free if the address names none."""
    host, _, port = address.rpartition(":")
    return listening(host.strip("[]"), int(port))[0]


def config_of(door: ASGIApp, like: uvicorn.Config) -> uvicorn.Config:
    """The same server, for nodes."""
    found = uvicorn.Config(
        door,
        log_config=None,
        log_level=like.log_level,
        access_log=False,
        server_header=False,
        lifespan="off",
        proxy_headers=False,
        ws=Line,
        ws_max_size=like.ws_max_size,
        ws_ping_interval=like.ws_ping_interval,
        ws_per_message_deflate=False,
        timeout_keep_alive=75,  # connections between nodes are used again
    )
    found.load()
    return found


async def open_door(config: uvicorn.Config, port: socket.socket, server: Any) -> asyncio.Server:
    def welcome() -> asyncio.Protocol:
        made: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
            config=config, server_state=server.server_state, app_state=server.lifespan.state
        )
        return made

    return await asyncio.get_running_loop().create_server(welcome, sock=port)
