"""The board of Crates vs Barrels in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from loot_table.engine.state import Action
from loot_table.games.crates_barrels.board import FILES, NAMES, NONE
from loot_table.games.crates_barrels.position import read_turn
from loot_table.games.crates_barrels.table import TableView

SIDE_STYLES = ("bold red", "bold blue")
PAWNS = ("c", "b")  # upper case: carries loot
HELP = "a turn: e2-e4 moves, e7xe9 attacks, @e5 respawns"


def draw(view: TableView, names: Sequence[str]) -> Text:
    """81 tiles with coordinates; c and b are pawns, C and B carry loot."""
    text = Text()
    edge = "    " + "".join(f" {file} " for file in FILES) + "\n"
    text.append(edge, "dim")
    text.append("   ┌" + "─" * 27 + "┐\n", "dim")
    for rank in range(8, -1, -1):
        text.append(f" {rank + 1} │", "dim")
        for file in range(9):
            letter, style = tile(view, file * 9 + rank)
            shade = " on grey15" if (file + rank) % 2 else ""
            text.append(f" {letter} ", style + shade)
        text.append("│", "dim")
        text.append(beside(view, names, rank) + "\n")
    text.append("   └" + "─" * 27 + "┘\n", "dim")
    text.append(edge.rstrip(), "dim")
    return text


def tile(view: TableView, number: int) -> tuple[str, str]:
    """A tile's letter and style. Different things have different letters, so colour is never needed."""
    for seat in range(2):
        if number in view.tiles[seat]:
            letter = PAWNS[seat]
            return (
                (letter.upper(), SIDE_STYLES[seat] + " reverse")
                if number == view.carriers[seat]
                else (letter, SIDE_STYLES[seat])
            )
    if number == view.box.loot[0]:
        return "R", "red"
    if number == view.box.loot[1]:
        return "O", "blue"
    if number in view.box.respawn and view.box.has_respawning:
        return "*", "green"
    return ".", "dim"


def beside(view: TableView, names: Sequence[str], rank: int) -> str:
    """What stands right of the board: the legend, the reserves, the turn."""
    lines = {
        8: "R  Loot Tile of the Crates",
        7: "O  Loot Tile of the Barrels",
        6: "*  Respawn Tile    C B  carriers",
        4: side_line(view, names, 1),
        3: loot_line(view, 1),
        2: side_line(view, names, 0),
        1: loot_line(view, 0),
        0: f"turn {view.turn + 1} of {view.box.turn_limit}" if view.agenda else f"over after {view.turn} turns",
    }
    return "  " + lines[rank] if rank in lines else ""


def side_line(view: TableView, names: Sequence[str], seat: int) -> str:
    reserve = view.box.pawns[seat] - len(view.tiles[seat])
    return f"{PAWNS[seat]}  {names[seat]}: {len(view.tiles[seat])} on board, {reserve} in reserve"


def loot_line(view: TableView, seat: int) -> str:
    carrier = view.carriers[seat]
    if carrier == NONE:
        return ""
    turns = view.box.turns_to_loot[seat][carrier]
    return f"   carries loot on {NAMES[carrier]}, {turns} turn{'s' * (turns != 1)} from home"


def read(view: TableView, line: str) -> Action:
    """The action that a line means."""
    return read_turn(line)
