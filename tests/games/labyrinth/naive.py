"""LL-5 a second time, deliberately naive: sets of squares, one walk for each pawn and placement, no shared code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Square = tuple[int, int]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass
class Naive:
    """A board as a written position shows it."""

    pawns: list[Square]
    treasures: set[Square]
    covered: set[Square]
    solid: set[Square]
    side: list[int]  # by seat
    minotaur: Square | None = None
    size: int = 21
    before: dict[tuple[int, bool], set[Square]] = field(default_factory=dict)

    @classmethod
    def of(cls, position: dict[str, Any], pieces: dict[str, list[list[Square]]]) -> Naive:
        covered: set[Square] = set()
        rubble: set[Square] = set()
        for wall in position["walls"]:
            covered |= {(wall["x"] + x, wall["y"] + y) for x, y in pieces[wall["symbol"]][wall["orient"]]}
            rubble |= {(x, y) for x, y, _ in wall.get("rubble", [])}
        sides = len(position["stash"])
        minotaur = position.get("minotaur")
        return cls(
            [(x, y) for x, y in position["pawns"]],
            {(x, y) for x, y in position["treasures"]},
            covered,
            covered - rubble,
            [seat % sides for seat in range(position["players"])],
            (minotaur[0], minotaur[1]) if minotaur else None,
        )

    def walk(self, seat: int, wall: set[Square], is_lifted: bool) -> set[Square]:
        """LL-5.6 (a) to (c): every square that a pawn has access to, others as they stand or lifted (LL-R16)."""
        squares = {(x, y) for x in range(self.size) for y in range(self.size)}
        others = set() if is_lifted else {square for other, square in enumerate(self.pawns) if other != seat}
        left = squares - self.solid - wall - others - {self.pawns[seat]}  # free, open and not yet walked on
        reached = {self.pawns[seat]}
        frontier = [self.pawns[seat]]
        while frontier:
            x, y = frontier.pop()
            for step_x, step_y in STEPS:
                ahead = (x + step_x, y + step_y)
                while ahead in others:  # crossed straight on
                    ahead = (ahead[0] + step_x, ahead[1] + step_y)
                if ahead in left:
                    left.remove(ahead)
                    reached.add(ahead)
                    frontier.append(ahead)
        return reached

    def allows(self, seat: int, cells: list[Square], x: int, y: int) -> bool:
        """LL-5.2 to LL-5.6."""
        wall = {(x + cell_x, y + cell_y) for cell_x, cell_y in cells}
        if any(not (0 <= wall_x < self.size and 0 <= wall_y < self.size) for wall_x, wall_y in wall):
            return False
        if wall & (self.covered | self.treasures | set(self.pawns)) or self.minotaur in wall:
            return False
        for other, (pawn_x, pawn_y) in enumerate(self.pawns):
            nearest = min(abs(wall_x - pawn_x) + abs(wall_y - pawn_y) for wall_x, wall_y in wall)
            if self.side[other] != self.side[seat] and nearest < 4:
                return False
        return not self.cuts(wall)

    def cuts(self, wall: set[Square]) -> bool:
        return any(
            self.reached_before(seat, is_lifted) - self.walk(seat, wall, is_lifted)
            for seat in range(len(self.pawns))
            for is_lifted in (False, True)
        )

    def reached_before(self, seat: int, is_lifted: bool) -> set[Square]:
        if (seat, is_lifted) not in self.before:
            self.before[seat, is_lifted] = self.walk(seat, set(), is_lifted) & self.treasures
        return self.before[seat, is_lifted]
