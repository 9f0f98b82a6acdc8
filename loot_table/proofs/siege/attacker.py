"""The hostile visitor, in a process of its own: every trick at once for some seconds, then what came of it as JSON."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from typing import Any

from loot_table.proofs.siege.camp import Camp
from loot_table.proofs.siege.machine import allow_many_handles
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks import all_tricks
from loot_table.proofs.siege.visitor import Visitor

LEAVING_SECONDS = 5.0
OWN_TABLE = "a table of its own"  # which many tricks share


async def tell(wish: dict[str, Any]) -> None:
    """What came of it is told before anything is tidied up: whoever waits for it may then end this process."""
    told = await attack(wish["port"], wish["address"], wish["seconds"], wish["tricks"])
    print(json.dumps(told), flush=True)  # noqa: T201


async def attack(port: int, address: str | None, seconds: float, names: list[str]) -> dict[str, Any]:
    camp = Camp(Visitor(port, address))
    known = all_tricks()
    await camp.settled()  # before the tricks have used up what an address may have
    tallies = {name: Tally() for name in names}
    tasks = [asyncio.create_task(known[name].run(camp, tallies[name]), name=name) for name in names]
    await asyncio.wait(tasks, timeout=seconds)
    failed = {task.get_name(): repr(task.exception()) for task in tasks if task.done() and not task.cancelled()}
    for task in tasks:
        task.cancel()
    told = {name: tally.to_json() for name, tally in {**tallies, OWN_TABLE: camp.tally}.items() if tally.sent}
    await asyncio.wait(tasks, timeout=LEAVING_SECONDS)
    return {"tricks": told, "failed": failed}


def main() -> None:
    wish = json.loads(sys.argv[1])
    allow_many_handles()
    all_tricks()
    gc.collect()
    gc.disable()
    print("ready", flush=True)  # noqa: T201
    asyncio.run(tell(wish))


if __name__ == "__main__":
    main()
