"""Games of a contest, recorded step by step."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.run import chunks
from loot_table.measure.recorder import Value, frame, recorded, together


def value_of(slug: str) -> Value:
    """A game's own value function."""
    value: Value = games.part(games.load(slug), "bot.value").value
    return value


def record_games(contest: Contest, numbers: list[int], has_values: bool) -> Any:
    """A frame of these games."""
    value = value_of(contest.game) if has_values else None
    rows = []
    for number in numbers:
        played = play_match(contest, number)
        rows.append(recorded(played.match, number, played.seconds, value))
    return frame(together(rows))


def record(contest: Contest, has_values: bool, jobs: int, progress: Callable[[int], None]) -> list[Any]:
    """Frames of all games, in their order."""
    contest.check()
    found: dict[int, Any] = {}
    done = 0
    for first, count, part in record_parts(contest, has_values, jobs):
        found[first] = part
        done += count
        progress(done)
    return [found[first] for first in sorted(found)]


def record_parts(contest: Contest, has_values: bool, jobs: int) -> Iterator[tuple[int, int, Any]]:
    numbers = list(range(contest.games))
    if jobs <= 1:
        for chunk in chunks(numbers):
            yield chunk[0], len(chunk), record_games(contest, chunk, has_values)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = {pool.submit(record_games, contest, chunk, has_values): chunk for chunk in chunks(numbers)}
        for finished in as_completed(waiting):
            chunk = waiting[finished]
            yield chunk[0], len(chunk), finished.result()
