"""The line to the process that looks at designs. The server itself never reads one."""

from __future__ import annotations

from functools import partial
from typing import Any

from loot_table.engine import codec
from loot_table.server.lab.quotas import Quotas
from loot_table.server.lab.worker import MOST_BYTES, look_at_designs
from loot_table.server.problems import Problem, Unavailable
from loot_table.server.workers import Stuck, Workers

PATIENCE = 15.0  # seconds


class DeskLine:
    def __init__(self, quotas: Quotas) -> None:
        self.workers = Workers(1, partial(look_at_designs, quotas.memory))

    async def ask(self, task: str, lane: str = "", **given: Any) -> Any:
        """What `loot_table/lab/desk.py` says; what is wrong with a design is its designer's to hear."""
        try:
            told = await self.workers.ask((task, codec.dumps(given)), PATIENCE, lane)
        except Stuck:
            raise Unavailable("looking at this design took too long; make it smaller, or try again") from None
        answer = codec.loads(told, MOST_BYTES)
        if "error" in answer:
            raise Problem(answer["error"])
        return answer["found"]

    def close(self) -> None:
        self.workers.close()
