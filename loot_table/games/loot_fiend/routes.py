"""The shortest routes to a store, one of each kind that makes a difference (LF-53)."""

from __future__ import annotations

from typing import Final, final

from loot_table.games.loot_fiend.map import Tile, distances

MOST_ROUTES: Final = 400  # to choose from; the box's own tiles make far fewer


def routes(tiles: list[Tile], origin: int, target: int, tempting: list[bool]) -> list[list[int]]:
    """LF-53: one shortest route for each order in which tempting tiles can be passed.

    The route tried first when at every tile the neighbours are tried in order stands for its class."""
    away = distances(tiles, target)
    assert away[origin] >= 0, "every tile is joined to every other"
    known = Routes(target, tempting)
    for number in reversed(between(tiles, origin, away)):
        if number != target:
            known.go_on(number, [other for other in tiles[number].joined() if away[other] == away[number] - 1])
    return [known.written(route) for route in known.found[origin]]


def between(tiles: list[Tile], origin: int, away: list[int]) -> list[int]:
    """All tiles on shortest routes, the farthest first."""
    found = [origin]
    is_found = [False] * len(tiles)
    for number in found:
        for other in tiles[number].joined():
            if away[other] == away[number] - 1 and not is_found[other]:
                is_found[other] = True
                found.append(other)
    return found


@final
class Routes:
    """Shortest routes to a target. A route is a number: its first tile, and the number of the rest of it."""

    def __init__(self, target: int, tempting: list[bool]) -> None:
        self.tempting = tempting
        self.tiles = [target]
        self.rests = [-1]
        self.classes: dict[tuple[int, int], int] = {}
        self.passed = [self.with_tile(target, 0)]  # the class of each route: which tempting tiles it passes
        self.found: dict[int, list[int]] = {target: [0]}

    def with_tile(self, number: int, passed: int) -> int:
        """The class of a route that comes by one more tile; 0 is the class of those that pass nothing."""
        if not self.tempting[number]:
            return passed
        return self.classes.setdefault((number, passed), len(self.classes) + 1)

    def go_on(self, number: int, nearer: list[int]) -> None:
        """The routes from a tile on, one of each class, in the order of trying; of very many the first ones."""
        here: list[int] = []
        known: set[int] = set()
        for other in nearer:
            for route in self.found[other]:
                if self.passed[route] not in known and len(here) < MOST_ROUTES:
                    known.add(self.passed[route])
                    here.append(len(self.tiles))
                    self.tiles.append(number)
                    self.rests.append(route)
                    self.passed.append(self.with_tile(number, self.passed[route]))
        self.found[number] = here

    def written(self, route: int) -> list[int]:
        """The tiles of a route."""
        found: list[int] = []
        while route >= 0:
            found.append(self.tiles[route])
            route = self.rests[route]
        return found
