"""The siege itself: a server, honest tables, and an attacker first at a closed port, then at the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.proofs.log_file import tables_in
from loot_table.proofs.siege.figures import Phase, Siege, waits, within
from loot_table.proofs.siege.honest import INTERVAL, PATIENCE, Notes, at_play, honest_tables
from loot_table.proofs.siege.machine import can_come_from, memory_of, on_core, two_cores, usual_limits
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.wire import ServerProcess, free_port

ELSEWHERE = "127.0.0.2"  # where the attacker comes from, so that budgets by address tell it from honest people
WARM_UP = 2.0
STARTING, LEAVING = 60.0, 30.0  # seconds the attacker may take besides


@contextlib.contextmanager
def besieged(folder: Path, cores: tuple[int, int] | None) -> Iterator[ServerProcess]:
    """A server with its budgets on, on a core of its own; this process goes to the other one."""
    server = ServerProcess(folder / "siege.db", options=())
    server_core, our_core = cores or (None, None)
    with on_core(server_core), usual_limits():
        server.start()
    try:
        with on_core(our_core):
            yield server
    finally:
        server.__exit__()


async def attacked(port: int, address: str | None, seconds: float, tricks: Sequence[str]) -> dict[str, Any]:
    """Let the attacker loose; what it counted, and the moments at which it began and ended."""
    wish = json.dumps({"port": port, "address": address, "seconds": seconds, "tricks": list(tricks)})
    command = [sys.executable, "-m", "loot_table.proofs.siege.attacker", wish]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, limit=2**24)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(STARTING):
            first = await process.stdout.readline()
        began = time.monotonic()
        async with asyncio.timeout(seconds + LEAVING):
            last = await process.stdout.readline()
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if first.strip() != b"ready" or not last.startswith(b"{"):
        raise BadInput(f"the attacker failed: {(first + last)[:200]!r}")
    return {**json.loads(last), "began": began, "ended": min(time.monotonic(), began + seconds)}


async def run(seconds: float, tricks: Sequence[str], folder: Path, tell: Callable[[str], None] = print) -> Siege:
    cores = two_cores()
    address = ELSEWHERE if can_come_from(ELSEWHERE) else None
    notes = Notes()
    with besieged(folder, cores) as server:
        tables = await asyncio.to_thread(honest_tables, server.port, notes, random.Random(5))
        async with at_play(tables, notes):
            await asyncio.sleep(WARM_UP)
            tell(f"{seconds:.0f} s with the attacker at a closed port …")
            before = await attacked(free_port(), address, seconds, tricks)
            calm, memory = Counter(notes.trouble), memory_of(server.running.pid)
            tell(f"{seconds:.0f} s of siege …")
            during = await attacked(server.port, address, seconds, tricks)
            after = memory_of(server.running.pid)
            await pending(notes, during["ended"])
        ended = server.running.poll()
        errors = len(server.errors())
    return Siege(
        baseline=phase(notes, before, dict(calm)),
        siege=phase(notes, during, dict(notes.trouble - calm)),
        tricks={name: Tally.from_json(told) for name, told in during["tricks"].items()},
        seconds=seconds,
        cores=cores,
        address=address,
        memory_before=memory,
        memory_after=after,
        tables_made=tables_in(folder / "siege.db") - notes.tables,
        server_ended=ended,
        server_errors=errors,
        attacker_failed={**before["failed"], **during["failed"]},
    )


async def pending(notes: Notes, since: float) -> None:
    """Answers that are still awaited are part of the siege: until somebody has moved again, or gives up."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not within(notes.moves, since, until):
        await asyncio.sleep(INTERVAL)
    await asyncio.sleep(10 * INTERVAL)


def phase(notes: Notes, told: dict[str, Any], trouble: dict[str, int]) -> Phase:
    began, ended = told["began"], told["ended"]
    moves, bots = within(notes.moves, began, ended), within(notes.bots, began, ended)
    return Phase(waits(moves, INTERVAL), waits(bots), trouble)
