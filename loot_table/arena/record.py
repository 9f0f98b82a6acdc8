"""Games of a contest, recorded step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.run import spread
from loot_table.bots.knowledge import knowledge_of
from loot_table.measure.recorder import Recording, Value, frame

LARGE = 256  # games in a frame, where there are many: a frame has its price however small it is


def value_of(slug: str) -> Value:
    """A game's own value function, as luck is measured by it."""
    value: Value = knowledge_of(games.load(slug)).foreseen
    return value


def record_games(contest: Contest, has_values: bool, numbers: list[int]) -> tuple[list[int], Any]:
    """A frame of these games, and which they are."""
    value = value_of(contest.game) if has_values else None
    return numbers, frame([record_game(contest, number, value) for number in numbers])


def record_game(contest: Contest, number: int, value: Value | None) -> Recording:
    recording = Recording(number, value)
    recording.end(play_match(contest, number, recording).match)
    return recording


def record(contest: Contest, has_values: bool, jobs: int, progress: Callable[[int], None]) -> list[Any]:
    """Frames of all games, in their order."""
    contest.check()
    found: dict[int, Any] = {}
    done = 0
    size = max(1, min(LARGE, contest.games // (jobs * 4)))
    for numbers, part in spread(partial(record_games, contest, has_values), list(range(contest.games)), jobs, size):
        found[numbers[0]] = part
        done += len(numbers)
        progress(done)
    return [found[first] for first in sorted(found)]
