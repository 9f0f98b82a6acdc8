"""One position looked at within limits; what is found is told as it comes, with the time it took."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.thought import IsTimeUp

PART: Final = "bot.analysis"  # of a game's folder: `analyse`, `written`, and the numbers below
MEMORY: Final = 24  # megabytes, where nobody says otherwise
MOST_MEMORY: Final = 96
MOST_LINES: Final = 250

Clock = Callable[[], float]


@dataclass(frozen=True)
class Limits:
    """The first that is reached ends it; with none it goes on until it is stopped."""

    seconds: float | None = None
    depth: int | None = None
    positions: int | None = None


@dataclass(frozen=True)
class Told:
    """A turn with what it promises, written in the game's notation."""

    turns: tuple[str, ...]  # the turn, and what is expected after it
    chance: float  # of the victory for the side to move, 0 to 1
    ends_in: int  # own turns until a certain win; with a minus, until a certain loss; 0 where nothing is certain
    depth: int


@dataclass(frozen=True)
class Report:
    lines: tuple[Told, ...]
    depth: int
    positions: int
    seconds: float
    is_last: bool

    def speed(self) -> int:
        """Positions a second."""
        return round(self.positions / self.seconds) if self.seconds > 0 else 0


def analysis_of(game: Game) -> ModuleType:
    """The game's own search, asked to analyse."""
    if games.has_part(game, PART):
        return games.part(game, PART)
    able = ", ".join(each.slug for each in games.all_games() if games.has_part(each, PART))
    raise BadInput(f"{game.name} brings no search that could analyse it; there is one for {able}")


def look(
    match: Match,
    lines: int,
    limits: Limits,
    clock: Clock,
    is_stopped: IsTimeUp,
    tell: Callable[[Report], None],
    memory: int = MEMORY,
) -> None:
    """Look at the position of a match until a limit is reached, nothing is left to find, or somebody stops it."""
    engine = analysis_of(match.game)
    if match.is_over:
        raise BadInput(f"the game is over in this position: {match.voice().text(match.ending())}")
    began = clock()
    state = match.state

    def is_time_up() -> bool:
        return is_stopped() or (limits.seconds is not None and clock() - began >= limits.seconds)

    def report(finding: Any, is_last: bool = False) -> None:
        told = tuple(
            Told(tuple(engine.written(state, each.line)), each.chance, each.ends_in, each.depth)
            for each in finding.prospects
        )
        tell(Report(told, finding.depth, finding.positions, clock() - began, is_last))

    most = engine.ENDLESS if limits.positions is None else limits.positions
    deepest = engine.DEEPEST if limits.depth is None else min(limits.depth, engine.DEEPEST)
    report(engine.analyse(state, lines, is_time_up, report, most, deepest, remembered(memory, engine.PLACE)), True)


def remembered(memory: int, place: int) -> int:
    """As many positions as so many megabytes hold: a power of two, as it is kept."""
    return 1 << ((memory << 20) // place).bit_length() - 1


def certain(told: Told) -> str:
    """`win in 3`, `loss in 2`, or nothing."""
    if told.ends_in == 0:
        return ""
    return f"win in {told.ends_in}" if told.ends_in > 0 else f"loss in {-told.ends_in}"


def as_plain(report: Report, match: Match) -> dict[str, Any]:
    """For a file of JSON lines."""
    return {
        "position": match.game.write_position(match.state),
        "depth": report.depth,
        "positions": report.positions,
        "seconds": round(report.seconds, 3),
        "positions_a_second": report.speed(),
        "is_last": report.is_last,
        "lines": [
            {
                "turn": each.turns[0],
                "chance": round(each.chance, 4),
                "win_in": each.ends_in if each.ends_in > 0 else None,
                "loss_in": -each.ends_in if each.ends_in < 0 else None,
                "depth": each.depth,
                "line": list(each.turns),
            }
            for each in report.lines
        ],
    }
