"""Who may think next: so many at a time, and those who wait take turns by lane, so that nobody's crowd of bots keeps
another's waiting."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(eq=False)
class Waiting:
    lane: str
    is_long: bool
    turn: asyncio.Future[None]


class Turns:
    def __init__(self, places: int) -> None:
        self.places = self.free = places
        self.long: Counter[str] = Counter()  # long thoughts under way, by lane
        self.lanes: dict[str, deque[Waiting]] = {}  # the lane whose turn is next comes first

    def has_place(self, lane: str, is_long: bool) -> bool:
        """Long thoughts of one lane never take every place."""
        return self.free > 0 and not (is_long and self.long[lane] >= max(1, self.places - 1))

    @asynccontextmanager
    async def turn(self, lane: str, is_long: bool) -> AsyncIterator[None]:
        waiting = Waiting(lane, is_long, asyncio.get_running_loop().create_future())
        self.lanes.setdefault(lane, deque()).append(waiting)
        self.call()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled():
                self.give_back(waiting)
            else:
                self.forget(waiting)
            raise
        try:
            yield
        finally:
            self.give_back(waiting)

    def give_back(self, done: Waiting) -> None:
        self.free += 1
        if done.is_long:
            self.long[done.lane] -= 1
        self.call()

    def call(self) -> None:
        """Let in whoever can be, one of each lane after the other."""
        while (found := self.next_in()) is not None:
            self.forget(found)
            if found.lane in self.lanes:  # to the end of the row
                self.lanes[found.lane] = self.lanes.pop(found.lane)
            self.free -= 1
            self.long[found.lane] += found.is_long
            found.turn.set_result(None)

    def next_in(self) -> Waiting | None:
        for row in self.lanes.values():
            able = (one for one in row if not one.turn.done() and self.has_place(one.lane, one.is_long))
            found = next(able, None)
            if found is not None:
                return found
        return None

    def forget(self, gone: Waiting) -> None:
        row = self.lanes[gone.lane]
        row.remove(gone)
        if not row:
            del self.lanes[gone.lane]
