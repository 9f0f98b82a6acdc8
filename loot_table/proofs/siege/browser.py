"""A browser as far as a server can tell: a few connections that are kept and used again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.visitor import BROKEN, Heard, Streams, Visitor, read_answer, request_bytes

CONNECTIONS = 6  # that a browser opens to one server


class Browser:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.free: list[Streams] = []
        self.gate = asyncio.Semaphore(CONNECTIONS)

    async def fetch(
        self, tally: Tally, method: str, path: str, body: Any = None, token: str | None = None
    ) -> Heard | None:
        """One answer. A kept connection that the server has closed meanwhile is no refusal: a new one is tried."""
        text = request_bytes(method, path, None if body is None else json.dumps(body).encode(), token)
        async with self.gate:
            while self.free:
                heard = await self.exchange(self.free.pop(), text)
                if heard is not None:
                    return counted(tally, heard)
            try:
                streams = await self.visitor.streams(tally)
            except OSError:
                return None
            heard = await self.exchange(streams, text)
        if heard is None:
            tally.sent += 1
            tally.closed()
            return None
        return counted(tally, heard)

    async def exchange(self, streams: Streams, text: bytes) -> Heard | None:
        reader, writer = streams
        try:
            writer.write(text)
            heard = await read_answer(reader)
        except BROKEN:
            writer.close()
            return None
        self.free.append(streams)
        return heard

    async def fetch_all(self, tally: Tally, paths: Sequence[str]) -> None:
        await asyncio.gather(*[self.fetch(tally, "GET", path) for path in paths])

    async def ask(self, tally: Tally, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The JSON of an answer; None if it was refused."""
        heard = await self.fetch(tally, method, path, body, token)
        return None if heard is None or heard.status >= 400 else heard.json()

    def close(self) -> None:
        for _, writer in self.free:
            writer.close()


def counted(tally: Tally, heard: Heard) -> Heard:
    tally.sent += 1
    tally.answers[str(heard.status)] += 1
    return heard
