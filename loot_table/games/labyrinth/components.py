"""Board, treasures, start squares and wall pieces: read from components.toml and checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, final

from loot_table.engine.components import MOST_NAME, component_hash, items, line, pick, read_toml
from loot_table.engine.errors import BadComponents
from loot_table.engine.sentence import Thing
from loot_table.games.labyrinth.grid import grid
from loot_table.games.labyrinth.shapes import Cell, Shape, orientations, to_corner

LEAST_SIDE: Final = 11
MOST_SIDE: Final = 31
MOST_KINDS: Final = 36  # of walls; each has tables for every orientation and square
MOST_SQUARES: Final = MOST_SIDE * MOST_SIDE
COUNTS: Final = ("2", "3", "4", "5", "6", "7", "8")


def the(symbol: str) -> Thing:
    """A card or a wall in a sentence: `wave`."""
    return Thing(symbol, symbol)


def a(symbol: str) -> Thing:
    """`a wave`, `an altar`."""
    return Thing(symbol, symbol, True)


@final
class Kind:
    """A type of wall: a symbol on its pieces and cards (LL-1.4, LL-1.5)."""

    def __init__(self, number: int, symbol: str, copies: int, shapes: list[Shape]) -> None:
        self.number = number
        self.symbol = symbol
        self.copies = copies
        self.shapes = shapes
        self.nodes = len(shapes[0].nodes)
        self.spots = sum(shape.spots for shape in shapes)


@final
class Components:
    """A checked set of components."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.hash = component_hash(data)
        side = pick(data, "board.n", int, "components")
        if not LEAST_SIDE <= side <= MOST_SIDE:
            raise BadComponents(f"board: n must be {LEAST_SIDE} to {MOST_SIDE}, got {side}")
        self.side: int = side
        self.grid = grid(side)
        self.colours: list[str] = [
            text(name, "colours.seats") for name in items(data, "colours.seats", MOST_SQUARES, "colours")
        ]
        if len(self.colours) != 8 or len(set(self.colours)) != 8:
            raise BadComponents(
                f"colours: seats must be eight different colours, got {len(set(self.colours))} (LL-2.2)"
            )
        self.treasures = self.squares("treasure_squares")
        self.starts = self.squares("start_squares")
        both = set(self.treasures) & set(self.starts)
        if both:
            raise BadComponents(f"board: {self.grid.name(both.pop())} is a treasure square and a start square (LL-2.3)")
        self.read_tables()
        pieces = items(data, "piece", MOST_KINDS, "components")
        self.kinds = [read_kind(side, number, piece) for number, piece in enumerate(pieces)]
        self.numbers: dict[str, int] = {kind.symbol: kind.number for kind in self.kinds}
        if len(self.numbers) != len(self.kinds):
            raise BadComponents("pieces: two types have the same symbol (LL-1.4)")
        self.cards = sum(kind.copies for kind in self.kinds)
        self.check_counts()

    def squares(self, where: str) -> list[int]:
        cells = items(self.data, f"board.{where}.cells", MOST_SQUARES, "components")
        found = [self.grid.square(*cell(written, where, self.side)) for written in cells]
        if len(set(found)) != len(found):
            raise BadComponents(f"board: {where} lists a square twice")
        return found

    def read_tables(self) -> None:
        """What depends on the number of players: LL-2.1, LL-2.5, LL-9.3, LL-V1.1."""
        data = self.data
        self.start_sets: list[list[int]] = [[], []]
        for players in COUNTS:
            chosen = pick(data, f"board.start_sets.{players}", list, "components")
            if len(chosen) != int(players) or not are_different_numbers(chosen, len(self.starts)):
                raise BadComponents(
                    f"board: start_sets.{players} must be {players} different numbers of start squares, "
                    f"0 to {len(self.starts) - 1}; got {chosen!r:.40} (LL-2.1)"
                )
            self.start_sets.append([self.starts[number] for number in chosen])
        self.target = [0, 0] + [self.small(f"tables.treasures_to_win.{n}") for n in COUNTS]
        self.team_target = self.small("tables.treasures_to_win_teams")
        self.allotment = [0, 0] + [self.small(f"tables.cards_and_tokens.{n}") for n in COUNTS]
        self.maze = [0, 0] + [self.small(f"variants.labyrinth_walls.walls_built.{n}") for n in COUNTS]
        self.least_distance = self.small("rules.min_distance_from_opponents")
        self.maze_distance = self.small("variants.labyrinth_walls.min_distance_from_any_pawn")
        self.minotaur_distance = self.small("variants.minotaur.deploy_min_distance_from_opponents")
        for number, target in enumerate(self.target):
            # Otherwise the treasures could run out without a winner (LL-9.3).
            if (target - 1) * number >= len(self.treasures):
                raise BadComponents(
                    f"tables: {number} players could take all {len(self.treasures)} treasures and none have {target} "
                    "(LL-9.3)"
                )
        if (self.team_target - 1) * 2 >= len(self.treasures):
            raise BadComponents(f"tables: two teams could take all treasures and none have {self.team_target} (LL-9.3)")

    def small(self, path: str) -> int:
        value: int = pick(self.data, path, int, "components")
        if not 1 <= value <= 20:
            raise BadComponents(f"components: {path} must be 1 to 20, got {value}")
        return value

    def check_counts(self) -> None:
        """The parts must suffice: LL-1.2, LL-5.8, LL-8.6."""
        for name, found in (
            ("wall_pieces", self.cards),
            ("wall_cards", self.cards),
            ("treasures", len(self.treasures)),
        ):
            counted = pick(self.data, f"counts.{name}", int, "components")
            if counted != found:
                raise BadComponents(f"counts: {name} is {counted}, but {found} are described (LL-1.2)")
        for players in range(2, 9):
            out = players * self.allotment[players] + self.maze[players]
            if out >= self.cards:
                raise BadComponents(f"tables: {players} players may need {out} of {self.cards} cards at once (LL-8.6)")


def read_kind(side: int, number: int, piece: Any) -> Kind:
    symbol = line(piece, "symbol", f"piece {number}")
    where = f"piece {symbol}"
    if not symbol.isalpha() or not symbol.islower():
        raise BadComponents(f"{where}: a symbol is written in small letters, such as wave (LL-1.4)")
    copies = pick(piece, "copies", int, where)
    if not 1 <= copies <= 9:
        raise BadComponents(f"{where}: copies must be 1 to 9, got {copies}")
    cells = [cell(written, where, side) for written in items(piece, "cells", MOST_SQUARES, where)]
    if len(cells) not in (4, 6) or len(set(cells)) != len(cells) or not is_joined(cells):
        raise BadComponents(f"{where}: cells must be 4 or 6 different squares that hang together (LL-1.5)")
    nodes = pick(piece, "nodes", list, where)
    if len(nodes) != len(cells) // 2:
        raise BadComponents(f"{where}: a wall of {len(cells)} squares has {len(cells) // 2} nodes (LL-1.5)")
    if not are_different_numbers(nodes, len(cells)):
        raise BadComponents(f"{where}: nodes are different numbers of its cells, 0 to {len(cells) - 1}")
    turned = orientations(cells, nodes)
    check_written(piece, where, turned, side)
    shapes = [Shape(grid(side), number, orient, *turned[orient]) for orient in range(len(turned))]
    return Kind(number, symbol, copies, shapes)


def check_written(piece: Any, where: str, turned: list[tuple[list[Cell], list[Cell]]], side: int) -> None:
    """The list of orientations in the file, if it is there, must be the one that follows from the cells."""
    count = piece.get("orientations", len(turned))
    if count != len(turned):
        raise BadComponents(f"{where}: it has {len(turned)} orientations, not {count!r:.40}")
    for orient, shape in enumerate(items(piece, "shapes", MOST_SQUARES, where) if "shapes" in piece else []):
        here = f"{where}, orientation {orient}"
        if orient >= len(turned):
            raise BadComponents(f"{here}: turning its cells gives none")
        cells = [cell(written, here, side) for written in items(shape, "cells", MOST_SQUARES, here)]
        nodes = [cell(written, here, side) for written in items(shape, "nodes", MOST_SQUARES, here)]
        if (cells, nodes) != turned[orient]:
            raise BadComponents(f"{here}: turning its cells gives {turned[orient]}")


def are_different_numbers(chosen: list[Any], count: int) -> bool:
    """Whether these are places in a list of so many, each once."""
    return all(type(number) is int and 0 <= number < count for number in chosen) and len(set(chosen)) == len(chosen)


def is_joined(cells: list[Cell]) -> bool:
    reached = {cells[0]}
    for _ in cells:
        reached |= {(x, y) for x, y in cells for near_x, near_y in reached if abs(x - near_x) + abs(y - near_y) == 1}
    return len(reached) == len(cells) and to_corner(cells) == cells


def cell(written: Any, where: str, side: int) -> Cell:
    if not isinstance(written, list) or len(written) != 2 or any(type(number) is not int for number in written):
        raise BadComponents(f"{where}: a square is written [x, y], got {written!r:.40}")
    x, y = written
    if not (0 <= x < side and 0 <= y < side):
        raise BadComponents(f"{where}: squares are [0, 0] to [{side - 1}, {side - 1}], got {written}")
    return (x, y)


def text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= MOST_NAME or not value.isprintable():
        raise BadComponents(f"{where}: must be a text of 1 to {MOST_NAME} characters, got {value!r:.40}")
    return value


def settle(data: dict[str, Any]) -> None:
    """After a change: the box counts the pieces and treasures that are there; every piece has a card."""
    data["counts"]["wall_pieces"] = data["counts"]["wall_cards"] = sum([piece["copies"] for piece in data["piece"]])


def read_components(data: Mapping[str, Any] | None) -> Components:
    """These components, or those that ship with the game."""
    return Components(data) if data is not None else shipped()


@cache
def shipped() -> Components:
    return Components(read_toml(Path(__file__).with_name("components.toml")))
