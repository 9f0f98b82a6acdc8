"""LL-5.6: no wall may take away any pawn's access to any treasure.

Most placements are settled by their ring, the squares around the piece: nothing can be cut off if one can still walk
around the piece, that is if the ring's open squares stay connected. For all places of a shape at once this is seen from
the obstacles it would touch: going around the piece, each cluster of obstacles may come up only once. A cluster that
comes up twice would be joined to a loop, and only a loop can cut something off. What is left is walked, exactly.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from loot_table.games.labyrinth.grid import Grid
from loot_table.games.labyrinth.shapes import Shape
from loot_table.games.labyrinth.table import Table

STRAIGHT: Final = (1, 2)  # east and south: one way of each line that can be crossed


@final
class Access:
    """Who reaches what on a table as it stands; made once, asked for many placements."""

    def __init__(self, table: Table) -> None:
        self.grid = table.box.grid
        self.treasures = table.treasures
        self.pawns = table.pawns
        self.pawn_squares = table.pawn_squares()
        self.open = self.grid.board & ~table.closed
        self.free = self.open & ~self.pawn_squares  # where everybody may walk and turn
        self.free_bytes = self.free.to_bytes(self.grid.bytes, "little")  # the same, to look a square up
        self.guards_lifted = table.box.guards_lifted
        # Treasures that each pawn reaches, as pawns stand and with the others lifted; known once they are asked for.
        self.before: list[int] = []
        self.before_lifted: list[int] = []

    # ---- one placement

    def goes_around(self, shape: Shape, anchor: int) -> bool:
        """Whether one can plainly walk around a piece: what is open of its ring is one stretch, and no pawn stands there."""
        if shape.ring_at(anchor) & self.pawn_squares:
            return False
        ends = 0
        was_open = self.is_free(anchor + shape.walk[-1])
        for offset in shape.walk:
            is_open = self.is_free(anchor + offset)
            if was_open and not is_open:
                ends += 1
            was_open = is_open
        return ends <= 1

    def is_free(self, square: i64) -> bool:
        byte: i64 = self.free_bytes[square >> 3]
        return (byte >> (square & 7)) & 1 == 1

    def cuts(self, wall: int, ring: int) -> bool:
        """Whether a wall on these squares, with this ring, would take away access."""
        if not self.treasures:
            return False
        left = self.free & ~wall
        if not ring & self.pawn_squares:
            around = ring & left
            if self.grid.flood(around & -around, left, around) & around == around:
                return False
        return self.cuts_for_certain(wall)

    def cuts_for_certain(self, wall: int) -> bool:
        """The same where the ring does not tell."""
        return not self.is_plainly_kept(self.free & ~wall) and self.is_lost(wall)

    def is_plainly_kept(self, left: int) -> bool:
        """Whether all treasures hang together and every pawn stands beside that area, not crossing anybody."""
        treasures = self.treasures
        goal = treasures
        for square in self.pawns:
            goal |= self.grid.beside[square] & left
        found = self.grid.flood(treasures & -treasures, left, goal)
        if found & treasures != treasures:
            return False
        return all(found & self.grid.beside[square] for square in self.pawns)

    def is_lost(self, wall: int) -> bool:
        """The rule itself, for each pawn: connected before, not connected after."""
        for seat in range(len(self.pawns)):
            if self.lost_as_pawns_stand(seat, wall) or self.lost_with_pawns_lifted(seat, wall):
                return True
        return False

    def lost(self, wall: int) -> list[int]:
        """For each pawn the treasures it would lose."""
        seats = range(len(self.pawns))
        return [self.lost_as_pawns_stand(seat, wall) | self.lost_with_pawns_lifted(seat, wall) for seat in seats]

    def lost_as_pawns_stand(self, seat: int, wall: int) -> int:
        before = self.reached_before()[seat]
        return before & ~self.reached(seat, self.open & ~wall, before)

    def lost_with_pawns_lifted(self, seat: int, wall: int) -> int:
        """LL-R16: a pawn moves on, a wall stays; who has lost sight of a treasure only behind it must not be sealed in."""
        if not self.guards_lifted:
            return 0
        before = self.reached_lifted()[seat]
        return before & ~self.grid.flood(self.grid.bits[self.pawns[seat]], self.open & ~wall, before)

    def reached_lifted(self) -> list[int]:
        if not self.before_lifted:
            self.before_lifted = [
                self.grid.flood(self.grid.bits[square], self.open, self.treasures) & self.treasures
                for square in self.pawns
            ]
        return self.before_lifted

    def reached_before(self) -> list[int]:
        if not self.before:
            self.before = [
                self.reached(seat, self.open, self.treasures) & self.treasures for seat in range(len(self.pawns))
            ]
        return self.before

    def reached(self, seat: int, area: int, goal: int) -> int:
        """Where a pawn can walk: other pawns' squares are only crossed straight on, from free square to free square."""
        start = self.grid.bits[self.pawns[seat]]
        others = self.pawn_squares & ~start
        area &= ~others
        crossings = crossings_over(self.grid, others, area)
        found = self.grid.flood(start, area, goal)
        is_wider = True
        while is_wider and found & goal != goal:
            is_wider = False
            for ends in crossings:
                if found & ends and found & ends != ends:
                    found |= ends
                    is_wider = True
            if is_wider:
                found = self.grid.flood(found, area, goal)
        return found

    # ---- all places of a shape at once

    def loops(self, shape: Shape, clusters: list[int]) -> int:
        """The anchors at which a shape touches a cluster of obstacles in two places or more."""
        found = 0
        for cluster in clusters:
            here = shifted(cluster, shape.walk[-1])
            once = 0
            for offset in shape.walk:
                ahead = shifted(cluster, offset)
                leaves = here & ~ahead  # the cluster ends between these two squares of the ring
                found |= once & leaves
                once |= leaves
                here = ahead
        return found

    def kept_anchors(self, shape: Shape, anchors: int, clusters: list[int], core: int) -> int:
        """Those of the anchors at which the shape takes no access away."""
        if not anchors or not self.treasures:
            return anchors
        doubtful = anchors & self.loops(shape, clusters)
        beside_pawns = 0
        for square in self.pawns:
            beside_pawns |= shape.anchors_beside(square)
        kept = anchors & ~doubtful & ~beside_pawns
        for anchor in self.grid.listed(anchors & beside_pawns & ~doubtful):
            if self.leaves_way_out(shape.at(anchor), core) or not self.cuts_for_certain(shape.at(anchor)):
                kept |= self.grid.bits[anchor]
        for anchor in self.grid.listed(doubtful):
            if not self.cuts_for_certain(shape.at(anchor)):
                kept |= self.grid.bits[anchor]
        return kept

    def core(self) -> int:
        """The free area with all treasures, if there is one and every pawn stands beside it; else nothing."""
        found = self.grid.flood(self.treasures & -self.treasures, self.free, self.grid.board)
        return found if self.treasures & ~found == 0 and self.leaves_way_out(0, found) else 0

    def leaves_way_out(self, wall: int, core: int) -> bool:
        """Whether every pawn can still step into the core, which the wall does not split."""
        return all(self.grid.beside[square] & core & ~wall for square in self.pawns)

    def clusters(self) -> list[int]:
        """Obstacles that touch each other: solid squares, pawns, and all beyond the edge."""
        return self.grid.clusters(self.grid.beyond | (self.grid.board & ~self.free))


def shifted(area: int, offset: int) -> int:
    """The anchors for which the square at an offset lies in an area."""
    return area >> offset if offset >= 0 else area << -offset


def crossings_over(grid: Grid, others: int, area: int) -> list[int]:
    """LL-5.6 (b): the two ends of every straight line across one or more pawns."""
    found: list[int] = []
    for square in grid.listed(others):
        for direction in STRAIGHT:
            step = grid.steps[direction]
            near, far = square - step, square + step
            while grid.bits[near] & others:
                near -= step
            while grid.bits[far] & others:
                far += step
            ends = grid.bits[near] | grid.bits[far]
            if ends & area == ends and ends not in found:
                found.append(ends)
    return found
