"""The board of Crates vs Barrels in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from loot_table.engine import sentence
from loot_table.engine.errors import BadLine
from loot_table.engine.screen import Screen
from loot_table.engine.state import Action
from loot_table.games.crates_barrels.board import FILES, NAMES, NONE
from loot_table.games.crates_barrels.guide import table_of
from loot_table.games.crates_barrels.notation import notation
from loot_table.games.crates_barrels.rules import PASS, Move, Respawn, turn_of
from loot_table.games.crates_barrels.table import TableView
from loot_table.games.crates_barrels.turn import STRIDE

SIDE_STYLES = ("bold red", "bold blue")
PAWNS = ("c", "b")  # upper case: carries loot
ANY_SCREEN = Screen()
LINE = re.compile(
    r"pass|\$?(?:@|respawn\s+(?:on\s+)?@?)(?P<spot>[a-i][1-9])[$^#]*"
    r"|(?:move\s+)?\$?(?P<origin>[a-i][1-9])(?:\s*(?:-|x|to)\s*|\s+)(?P<target>[a-i][1-9])[$^#]*"
)


def draw(view: TableView, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
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
        text.append((short_beside if screen.is_narrow else beside)(view, names, rank) + "\n")
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


def short_beside(view: TableView, names: Sequence[str], rank: int) -> str:
    """The same in 26 columns."""
    lines = {8: "R O  Loot Tiles", 7: "*  Respawn Tile", 6: "C B  carry loot", 0: beside(view, names, 0).strip()}
    for seat, at in ((1, 4), (0, 2)):
        reserve = view.box.pawns[seat] - len(view.tiles[seat])
        lines[at] = f"{PAWNS[seat]}  {names[seat][:9]}: {len(view.tiles[seat])}, reserve {reserve}"
        carrier = view.carriers[seat]
        if carrier != NONE:
            lines[at - 1] = f"   loot on {NAMES[carrier]}, {view.box.turns_to_loot[seat][carrier]} from home"
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


def read(view: TableView, line: str, names: Sequence[str] = ()) -> Action:
    """The action that a line means: `e2-e4`, `move e2 to e4`, `@e5`, `respawn e5`, `pass`."""
    found = LINE.fullmatch(line.strip().lower())
    if found is None:
        raise BadLine(sentence.say('"{line}" is not a turn. Write e2-e4, e7xe9 or @e5.', line=line.strip()[:40]))
    if found["spot"]:
        return Respawn(found["spot"])
    return Move(found["origin"], found["target"]) if found["origin"] else PASS


def say(view: TableView, action: Action, names: Sequence[str]) -> str:
    """The line that means an action."""
    return notation(table_of(view), view.to_act, *divmod(turn_of(action), STRIDE))
