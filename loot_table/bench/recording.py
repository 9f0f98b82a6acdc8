"""What recording costs: the same games, written down step by step while they are played, without and with values."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import LARGE, record_game, value_of
from loot_table.measure.recorder import Value, frame

WANTED = 0.15  # of the time of the games


@dataclass(frozen=True)
class Cost:
    """CPU seconds."""

    game: str
    games: int
    steps: int
    playing: float
    recording: float
    with_values: float

    @property
    def slower(self) -> float:
        return self.recording / self.playing

    @property
    def slower_with_values(self) -> float:
        return self.with_values / self.playing


def cost_of(game: str, count: int, clock: Callable[[], float] = time.process_time) -> Cost:
    """Playing and recording take turns, so that both meet the same machine. What Polars takes to start is left out."""
    contest = Contest(game, ("greedy", "greedy"), 2, count, 3)
    value = value_of(game)
    play_match(contest, 0)
    written(contest, [0], None)
    spent, steps = [0.0, 0.0, 0.0], 0
    for start in range(0, count, LARGE):
        numbers = range(start, min(start + LARGE, count))
        marks = [clock()]
        for number in numbers:
            play_match(contest, number)
        marks.append(clock())
        steps += written(contest, numbers, None)
        marks.append(clock())
        written(contest, numbers, value)
        marks.append(clock())
        for place in range(3):
            spent[place] += marks[place + 1] - marks[place]
    playing, recording, with_values = spent
    return Cost(game, count, steps, playing, recording - playing, with_values - playing)


def written(contest: Contest, numbers: Iterable[int], value: Value | None) -> int:
    return len(frame([record_game(contest, number, value) for number in numbers]))
