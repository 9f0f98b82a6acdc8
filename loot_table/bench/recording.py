"""What recording costs: the same games, then written down step by step, without and with values."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from loot_table.arena.contest import Contest, Played, play_match
from loot_table.arena.record import value_of
from loot_table.measure.recorder import Value, frame, recorded, together

WANTED = 0.15  # of the time of the games
AT_ONCE = 8  # games in a frame, as the arena's processes take them


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
    """Playing and recording take turns, so that both meet the same machine."""
    contest = Contest(game, ("greedy", "greedy"), 2, count, 3)
    value = value_of(game)
    play_match(contest, 0)
    spent, steps = [0.0, 0.0, 0.0], 0
    for start in range(0, count, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, count))
        began = clock()
        for number in numbers:
            play_match(contest, number)
        played = clock()
        games = [play_match(contest, number, is_recorded=True) for number in numbers]
        steps += written(games, None)
        plain = clock()
        written(games, value)
        ended = clock()
        for place, seconds in enumerate((played - began, plain - played - (played - began), ended - plain)):
            spent[place] += seconds
    return Cost(game, count, steps, *spent)


def written(games: list[Played], value: Value | None) -> int:
    rows = [recorded(each.match, n, each.seconds, value, each.choices) for n, each in enumerate(games)]
    return len(frame(together(rows)))
