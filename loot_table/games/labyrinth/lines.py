"""Typed lines: what they mean, and the line that means an action. A square is written `k7`, or `10,6` by its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from loot_table.engine.errors import BadLine
from loot_table.engine.sentence import say
from loot_table.engine.state import Action
from loot_table.games.labyrinth.grid import DIRECTION_NAMES, square_name
from loot_table.games.labyrinth.maze import Build, BuildWall
from loot_table.games.labyrinth.minotaur import Deploy, Minotaur, command_actions, deploy_actions
from loot_table.games.labyrinth.moving import Move, move_actions
from loot_table.games.labyrinth.placing import Place, Site
from loot_table.games.labyrinth.rules import Pass, TakeTurn
from loot_table.games.labyrinth.table import Square, TableView, shown_table
from loot_table.games.labyrinth.weakening import Rubble, Weaken, rubble_actions, weaken_actions

LETTERED: Final = re.compile(r"\b(a?[a-z])([0-9]{1,2})\b")
NUMBERED: Final = re.compile(r"\(?\s*(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})\s*\)?")
SPACED: Final = re.compile(r"(-?\b[0-9]{1,6})\s+(-?[0-9]{1,6})\s*$")  # "place wave 0 10 6"
NUMBER: Final = re.compile("[0-9]{1,6}")
COMPASS: Final = {word: name[0].upper() for name in DIRECTION_NAMES for word in (name[0], name)}


# ---------------------------------------------------------------- reading


def read(view: TableView, line: str, names: Sequence[str] = ()) -> Action:
    """The action that a line means."""
    word, _, rest = line.strip().lower().partition(" ")
    rest = rest.strip()
    if word in COMPASS and not rest:
        return Move(COMPASS[word])
    if word in ("move", "slide", "minotaur") and rest in COMPASS:
        return Minotaur(COMPASS[rest]) if word == "minotaur" else Move(COMPASS[rest])
    if word == "pass" and not rest:
        return Pass()
    if word == "place":
        return read_place(rest)
    if word == "build":
        return read_build(rest)
    if word == "weaken":
        return Weaken(int(rest) if NUMBER.fullmatch(rest) else wall_at(view, square_in(rest)))
    if word in ("rubble", "deploy"):
        x, y = square_in(rest)
        return Rubble(x, y) if word == "rubble" else Deploy(x, y)
    typed = line.strip()[:40]
    raise BadLine(say("“{line}” is not a turn. Write n, e, s or w; place wave 0 k7; weaken k7; rubble k7.", line=typed))


def parted(text: str) -> tuple[Square, list[str]] | None:
    """A square, and the words beside it."""
    for form in (LETTERED, NUMBERED, SPACED):
        found = form.search(text)
        if found is not None:
            first, second = found.groups()
            x, y = (file_number(first), int(second) - 1) if form is LETTERED else (int(first), int(second))
            return (x, y), (text[: found.start()] + " " + text[found.end() :]).split()
    return None


def file_number(letters: str) -> int:
    """A to Z, then AA."""
    return ord(letters[-1]) - ord("a") + 26 * (len(letters) - 1)


def square_in(text: str) -> Square:
    found = parted(text.lower())
    if found is None or found[1]:
        raise BadLine(say("A square is written k7, or 10,6 by its numbers."))
    return found[0]


def read_place(rest: str) -> Place:
    """`wave 0 k7`: without an orientation it is 0."""
    (x, y), words = parted(rest) or ((0, 0), [])
    if len(words) == 1:
        return Place(words[0], 0, x, y)
    if len(words) == 2 and NUMBER.fullmatch(words[1]):
        return Place(words[0], int(words[1]), x, y)
    raise BadLine(say("Write place, the wall, its orientation and its top left square: place wave 0 k7."))


def read_build(rest: str) -> Build:
    found = parted(rest)
    if found is not None and not found[1]:
        return Build(0, *found[0])
    if found is not None and len(found[1]) == 1 and NUMBER.fullmatch(found[1][0]):
        return Build(int(found[1][0]), *found[0])
    raise BadLine(say("Write build, the orientation and the top left square: build 0 k7."))


def wall_at(view: TableView, square: Square) -> int:
    table = shown_table(view)
    wall = table.wall_on(table.box.grid.square(*square)) if table.box.grid.has(*square) else None
    if wall is None:
        raise BadLine(say("There is no wall there. Write weaken and one of its squares: weaken k7."))
    return wall.number


# ---------------------------------------------------------------- writing


def line_of(view: TableView, action: Action, names: Sequence[str] = ()) -> str:
    """The line that means an action."""
    if isinstance(action, Move):
        return action.dir.lower()
    if isinstance(action, Minotaur):
        return f"minotaur {action.dir.lower()}"
    if isinstance(action, Place):
        return f"place {action.symbol} {action.orient} {written(action.x, action.y)}"
    if isinstance(action, Build):
        return f"build {action.orient} {written(action.x, action.y)}"
    if isinstance(action, Rubble):
        return f"rubble {written(action.x, action.y)}"
    if isinstance(action, Deploy):
        return f"deploy {written(action.x, action.y)}"
    return f"weaken {action.wall}" if isinstance(action, Weaken) else "pass"


def written(x: int, y: int) -> str:
    return square_name(x, y).lower()


def complete(view: TableView, begun: str, names: Sequence[str] = ()) -> Iterator[str]:
    """Lines that begin so: few before many, and places only of those pieces that the line can mean."""
    table, seat, step = shown_table(view), view.seat, view.agenda[-1]
    if isinstance(step, TakeTurn):
        few = move_actions(table, seat) + weaken_actions(table, seat) + rubble_actions(table, seat)
        for action in few + command_actions(table, seat) + deploy_actions(table, seat):
            yield line_of(view, action)
    is_maze = isinstance(step, BuildWall)
    symbols = [view.turned_up] if is_maze else list(dict.fromkeys(view.hands[seat] or ()))
    site = Site(table, seat, is_maze)
    for kind in [view.box.kinds[view.box.components.numbers[symbol]] for symbol in symbols]:
        for shape in kind.shapes:
            first = f"build {shape.orient} " if is_maze else f"place {kind.symbol} {shape.orient} "
            if first.startswith(begun) or begun.startswith(first):
                for anchor in table.box.grid.listed(site.anchors(shape)):
                    yield first + written(*table.spot(anchor))
