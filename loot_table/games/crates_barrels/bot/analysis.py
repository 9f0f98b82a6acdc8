"""Analysis of Crates vs Barrels: the best turns with exact values, deeper and deeper, for as long as somebody wants to know.

It is the search that plays, asked differently: it does not choose, it knows no level, and what it calls certain is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.state import Action
from loot_table.engine.thought import IsTimeUp
from loot_table.games.crates_barrels.bot.endgames import OPEN, Duels, is_duel, solved
from loot_table.games.crates_barrels.bot.memory import WINNING, WON
from loot_table.games.crates_barrels.bot.search import BEYOND, Search, share_of
from loot_table.games.crates_barrels.notation import notation
from loot_table.games.crates_barrels.rules import turn_of
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import STRIDE

DEEPEST: Final = 48  # turns ahead
LONGEST: Final = 24  # turns of a line
PLACE: Final = 24  # bytes that it takes to remember a position
ENDLESS: Final = 1 << 60  # positions


@dataclass(frozen=True)
class Prospect:
    """A turn with what it promises to the side to move."""

    line: tuple[Action, ...]  # the turn, and what is expected after it
    chance: float  # of the victory, 0 to 1
    ends_in: int  # own turns until a certain win; with a minus, until a certain loss; 0 where nothing is certain
    depth: int  # how many turns ahead this was found


@dataclass(frozen=True)
class Finding:
    """The best turns, as far as they are known."""

    prospects: tuple[Prospect, ...]
    depth: int  # all of it is known so deeply
    positions: int  # looked at so far
    is_settled: bool  # nothing deeper can say more


Tell = Callable[[Finding], None]


def analyse(
    table: Table,
    lines: int,
    is_time_up: IsTimeUp,
    tell: Tell,
    positions: int = ENDLESS,
    deepest: int = DEEPEST,
    memory: int = 1048576,
) -> Finding:
    """The best turns of the side to move, so many of them with exact values. Each depth is told when it is done, and whenever
    another turn looks best. `memory`: positions to remember. The first depth is always finished. What is solved is told at once."""
    known = by_solution(table, lines)
    if known is not None:
        return known
    return Analysis(table, lines, is_time_up, tell, positions, min(deepest, DEEPEST), memory).run()


@final
class Analysis:
    """One table looked at."""

    def __init__(
        self,
        table: Table,
        lines: int,
        is_time_up: IsTimeUp,
        tell: Tell,
        positions: int,
        deepest: int,
        memory: int,
    ) -> None:
        self.table = table
        self.tell = tell
        self.deepest = deepest
        self.search = Search(table, positions, is_time_up, memory, DEEPEST, True)
        self.turns: list[int] = [turn_of(action) for action in table.actions()]
        self.lines = min(lines, len(self.turns))
        self.values: dict[int, int] = dict.fromkeys(self.turns, 0)
        self.depths: dict[int, int] = dict.fromkeys(self.turns, 0)  # how deeply a turn's value was found
        self.reached = 0

    def run(self) -> Finding:
        """Deeper and deeper, until the budget is spent or nothing is left to find."""
        search = self.search
        for depth in range(1, self.deepest + 1):
            self.deepen(depth)
            if search.is_stopped:
                break
            self.reached = depth
            if self.is_settled():
                break
            search.may_stop = True
            self.tell(self.found())
        return self.found()

    def deepen(self, depth: int) -> None:
        """All turns at this depth; those that cannot be among the best are only asked whether they are."""
        before = self.turns[0]
        fresh: list[int] = []  # the best of this depth, the best first
        for turn in self.turns.copy():
            bar: i64 = self.values[fresh[self.lines - 1]] if len(fresh) >= self.lines else -BEYOND
            value = int(self.search.value_above(turn, depth, bar))
            if self.search.is_stopped:
                break
            self.values[turn], self.depths[turn] = value, depth
            place = len(fresh)
            while place > 0 and self.values[fresh[place - 1]] < value:
                place -= 1
            fresh.insert(place, turn)
            if depth > 1 and place == 0 and turn != before:
                before = turn
                self.order(fresh)
                self.tell(self.found())
        self.order(fresh)

    def order(self, fresh: Sequence[int]) -> None:
        """Those of this depth first: when it is cut short, they were the best before. But what has turned out to lose does not
        stay before what was not looked at again."""
        is_whole = len(fresh) == len(self.turns)
        first = [turn for turn in fresh[: self.lines] if is_whole or self.values[turn] > -WINNING]
        is_first = set(first)
        rest = [turn for turn in [*fresh, *self.turns] if turn not in is_first]
        self.turns = [*first, *sorted(dict.fromkeys(rest), key=lambda turn: -self.values[turn])]

    # ---- what is told

    def best(self) -> list[int]:
        return self.turns[: self.lines]

    def is_settled(self) -> bool:
        """Whether every line that is told has a certain end, and no nearer one can be hidden."""
        return max([far(self.values[turn]) for turn in self.best()]) <= self.reached

    def found(self) -> Finding:
        told = [self.prospect(turn) for turn in self.best() if self.depths[turn] > 0]
        return Finding(tuple(told), self.reached, int(self.search.positions), self.reached > 0 and self.is_settled())

    def prospect(self, turn: int) -> Prospect:
        value = self.values[turn]
        ends_in = (far(value) + 1) // 2 if abs(value) > WINNING else 0
        if self.table.turn + far(value) > self.table.box.turn_limit and ends_in:  # CB-HSE-6: it comes too late
            return Prospect(self.legal_line(turn), 0.5, 0, self.depths[turn])
        return Prospect(self.legal_line(turn), share_of(value), ends_in if value > 0 else -ends_in, self.depths[turn])

    def legal_line(self, turn: int) -> tuple[Action, ...]:
        """What is remembered of a line may have become a repeat on this way (CB-HSE-1)."""
        world = self.table.copy()
        made: list[Action] = []
        for action in self.search.line(turn, LONGEST):
            if not world.agenda or action.why_not(world, world.to_act) is not None:
                break
            world.apply(action)
            made.append(action)
        return tuple(made)


# ---------------------------------------------------------------- what is solved


def by_solution(table: Table, lines: int) -> Finding | None:
    """The best turns of an endgame that is solved, with their exact ends; None where it is not, or ends after the turn limit."""
    if not is_duel(table):
        return None
    duels = solved(table.box)
    ends: list[tuple[int, Action]] = []  # single turns until a win; with a minus, until a loss
    for action in table.actions():
        end = end_after(duels, table, action)
        if end == OPEN or table.turn + abs(end) > table.box.turn_limit:
            return None
        ends.append((end, action))
    # The soonest win, or else the latest loss.
    ends.sort(key=lambda each: -worth_of(each[0]))
    told: list[Prospect] = []
    for end, action in ends[:lines]:
        turns = (abs(end) + 1) // 2
        line = solved_line(duels, table, action)
        told.append(Prospect(line, float(end > 0), turns if end > 0 else -turns, abs(end)))
    return Finding(tuple(told), max([prospect.depth for prospect in told]), len(ends), True)


def end_after(duels: Duels, table: Table, action: Action) -> int:
    """Single turns until who takes this turn wins; with a minus, until it loses."""
    world = table.copy()
    world.news = None
    world.apply(action)
    if not world.agenda:
        return 1 if world.winner == table.to_act else OPEN
    end = duels.end_at(world)
    return OPEN if end == OPEN else end + 1 if end % 2 == 0 else -end - 1


def worth_of(end: int) -> int:
    """The sooner a win the better, and the later a loss."""
    return ENDLESS - end if end > 0 else -ENDLESS - end


def solved_line(duels: Duels, table: Table, first: Action) -> tuple[Action, ...]:
    """A turn, and the best play after it until the end."""
    world, made = table.copy(), [first]
    world.news = None
    world.apply(first)
    while world.agenda and len(made) < DEEPEST:
        chosen = min(world.actions(), key=lambda action: -worth_of(end_after(duels, world, action)))
        made.append(chosen)
        world.apply(chosen)
    return tuple(made)


def far(value: int) -> int:
    """Single turns until a certain end."""
    return WON - abs(value)


def written(table: Table, line: Sequence[Action]) -> list[str]:
    """A line's turns in the game's notation."""
    world = table.copy()
    world.news = None
    told: list[str] = []
    for action in line:
        number = turn_of(action)
        told.append(notation(world, world.to_act, number // STRIDE, number % STRIDE))
        world.apply(action)
    return told
