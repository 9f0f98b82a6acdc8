"""Games of a contest, recorded step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.run import spread
from loot_table.measure.recorder import Recording, Value, frame, together


def value_of(slug: str) -> Value:
    """A game's own value function."""
    value: Value = games.part(games.load(slug), "bot.value").value
    return value


def record_games(contest: Contest, has_values: bool, numbers: list[int]) -> tuple[list[int], Any]:
    """A frame of these games, and which they are."""
    value = value_of(contest.game) if has_values else None
    rows = []
    for number in numbers:
        recording = Recording(value)
        rows.append(recording.rows(play_match(contest, number, recording).match, number))
    return numbers, frame(together(rows))


def record(contest: Contest, has_values: bool, jobs: int, progress: Callable[[int], None]) -> list[Any]:
    """Frames of all games, in their order."""
    contest.check()
    found: dict[int, Any] = {}
    done = 0
    for numbers, part in spread(partial(record_games, contest, has_values), list(range(contest.games)), jobs):
        found[numbers[0]] = part
        done += len(numbers)
        progress(done)
    return [found[first] for first in sorted(found)]
