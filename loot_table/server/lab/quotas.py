"""How much of the lab is anybody's."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.server.limits import DAY, MINUTE, Quota

# Of an address.
NEW_DESIGNS: Quota = ((40, MINUTE), (400, DAY))
EDITS: Quota = ((60, 20.0),)
QUESTIONS: Quota = ((20, MINUTE), (400, DAY))
PRINTS: Quota = ((20, MINUTE),)
SHOWN_GAMES: Quota = ((20, MINUTE),)
SURVEYS: Quota = ((60, MINUTE),)
# Of a designer.
DESIGNS_OF_OWNER = 100
JOBS_KEPT = 60  # of a design; older ones go
GAMES_KEPT = 500  # of a design: playtests that count
# Of a body.
DESIGN_BYTES = 64 * 1024
BODY_BYTES = 80 * 1024  # the same in JSON, where a line's end is two characters


@dataclass(frozen=True)
class Quotas:
    """Of the processes that play. Another server has other machines: `Settings` may say so."""

    jobs: int = 1  # processes at a time
    waiting: int = 50  # questions in the queue
    cpu_seconds: int = 600  # of a question
    hourly_seconds: float = 1800.0  # of a designer
    memory: int = 1 << 30  # bytes of a process
    log_bytes: int = 32 << 20  # of one log of finished games
    folder_bytes: int = 1 << 30  # of all logs; the oldest go
    is_idle: bool = True  # whether they play only when nobody else wants the processor, where the system knows that
