"""The map and the backpacks in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from loot_table.engine.screen import Screen
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.map import NO_ROAD, STARTER, Cell, Tile
from loot_table.games.loot_fiend.table import Table

SEAT_STYLES = ("bold red", "bold blue", "bold yellow", "bold green")
SIZE_STYLES = ("white", "green", "blue")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ANY_SCREEN = Screen()
COLUMNS, ROWS = 8, 4  # the window on the map at its largest, in cells
WIDE, HIGH = 9, 4  # a cell, in letters


def initial(names: Sequence[str], seat: int) -> str:
    """One letter for a seat; its number where two names begin alike."""
    letters = [name[:1].upper() for name in names]
    return letters[seat] if letters.count(letters[seat]) == 1 else str(seat + 1)


# ---------------------------------------------------------------- the map


def draw_map(table: Table, names: Sequence[str], centre: Cell, screen: Screen = ANY_SCREEN, rows: int = ROWS) -> Text:
    """The cells around a centre. Roads are ║ and ═, open ones lead to a ?."""
    columns = min(COLUMNS, (screen.width - 4) // WIDE)
    cells = {tile.cell(): tile for tile in table.tiles[1:]}
    explorable = {cell for tile in table.tiles for cell in tile.open_cells()}
    left, top = centre[0] - (columns - 1) // 2, centre[1] - (rows - 1) // 2
    if rows % 2 == 0:  # one row more on the side where more is to be seen
        known = [y for _, y in (*cells, *explorable)]
        top -= known.count(centre[1] - 1) > known.count(centre[1] + 1)
    text = Text()
    text.append("y\\x " + "".join(f"{left + n:^{WIDE}}" for n in range(columns)).rstrip() + "\n", "dim")
    for y in range(top, top + rows):
        for line in range(HIGH):
            row = Text(f"{y:>3} " if line == 1 else "    ", "dim")
            for x in range(left, left + columns):
                if (x, y) in cells:
                    row.append_text(draw_tile(table, names, cells[x, y], line))
                elif 0 <= x <= 1 and 0 <= y <= 1:
                    row.append_text(draw_starter(table, names, x, y, line))
                else:
                    row.append(f"{'?' if line == 1 and (x, y) in explorable else '':^{WIDE}}", "bold cyan")
            row.rstrip()
            if row:  # empty lines only cost space
                text.append_text(row).append("\n")
    shown_x, shown_y = range(left, left + columns), range(top, top + rows)
    hidden = [tile.cell() for tile in table.tiles if tile.x not in shown_x or tile.y not in shown_y]
    if hidden:
        text.append(screen.folded(more(hidden, shown_x, shown_y), 4) + "\n", "dim")
    return text


def more(hidden: Sequence[Cell], shown_x: range, shown_y: range) -> str:
    """What lies outside the window, and how to get there."""
    sides = {
        "north": [cell for cell in hidden if cell[1] < shown_y.start],
        "east": [cell for cell in hidden if cell[0] >= shown_x.stop],
        "south": [cell for cell in hidden if cell[1] >= shown_y.stop],
        "west": [cell for cell in hidden if cell[0] < shown_x.start],
    }
    found = [f"{len(cells)} {side}" for side, cells in sides.items() if cells]
    return f"    more tiles: {', '.join(found)}; map X Y shows another part"


def draw_tile(table: Table, names: Sequence[str], tile: Tile, line: int) -> Text:
    """One of the four lines of a tile: road north, who is here, the loot, road south."""
    roads = [link != NO_ROAD for link in tile.links]
    style = "bold magenta" if tile.is_store else "dim"
    if line in (0, HIGH - 1):
        corners = "┌┐" if line == 0 else "└┘"
        road = "║" if roads[0 if line == 0 else 2] else "─"
        return Text.assemble((f"{corners[0]}───{road}───{corners[1]}", style))
    west, east = ("═" if roads[3] else "│"), ("═" if roads[1] else "│")
    if line == 1:
        return Text.assemble((west, style), people(table, names, tile, WIDE - 2), (east, style))
    if tile.is_store:
        return Text.assemble(("│", style), (f"{'store':^{WIDE - 2}}", style), ("│", style))
    kit = table.box.components
    loot = Text(" ").join(
        [Text(kit.shape_of[piece].code, SIZE_STYLES[kit.shape_of[piece].size]) for piece in tile.loot]
    )
    loot.align("center", WIDE - 2)
    return Text.assemble(("│", style), loot, ("│", style))


def people(table: Table, names: Sequence[str], tile: Tile, width: int) -> Text:
    """The characters on a tile; ×2 where each action costs double."""
    here = [seat for seat in range(table.players) if table.tile_of(seat) is tile]
    text = Text()
    for seat in here:
        text.append(initial(names, seat), SEAT_STYLES[seat])
    if len(here) > 1 and not tile.is_starter and not tile.is_store:
        text.append("×2")
    text.align("center", width)
    return text


def draw_starter(table: Table, names: Sequence[str], x: int, y: int, line: int) -> Text:
    """A quarter of the starter: the stack lies on it."""
    is_outer = (line == 0 and y == 0) or (line == HIGH - 1 and y == 1)
    if is_outer:
        rule = "────║────"
        corner = {(0, 0): "┌", (1, 0): "┐", (0, 1): "└", (1, 1): "┘"}[x, y]
        return Text(corner + rule[1:] if x == 0 else rule[:-1] + corner, "dim")
    edge = "═" if line == 1 else "│"
    width = WIDE - 1
    inner = Text()
    if (y, line) == (0, 1):
        inner.append("   start" if x == 0 else "er", "dim")
    elif (y, line) == (0, 2):
        inner.append(f"{'stack':>8}" if x == 0 else f" {stack.tiles_in(table.stack)}", "dim")
    elif (y, line) == (1, 1) and x == 0:
        inner = people(table, names, table.tiles[STARTER], width)
    inner.truncate(width, pad=True)
    return Text.assemble((edge, "dim"), inner) if x == 0 else Text.assemble(inner, (edge, "dim"))


# ---------------------------------------------------------------- backpacks


def draw_packs(table: Table, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
    """All backpacks side by side; a letter for each piece, # for a lock."""
    text = Text()
    width = 14 if screen.is_narrow else 19
    for seat in range(table.players):
        text.append(f"{initial(names, seat)} {names[seat]}"[: width - 2].ljust(width), SEAT_STYLES[seat])
    text.rstrip()
    text.append("\n")
    for seat in range(table.players):
        pack = table.packs[seat]
        actions = table.box.components.actions[pack.locks]
        points = str(pack.points) if screen.is_narrow else counted(pack.points, "point")
        text.append(f"{points}, {actions}/turn".ljust(width))
    text.rstrip()
    text.append("\n")
    columns = "  " + " ".join(str(n) for n in range(table.box.components.columns))
    text.append((columns.ljust(width) * table.players).rstrip() + "\n", "dim")
    for row in range(table.box.components.rows):
        for seat in range(table.players):
            line = pack_row(table.packs[seat], row)
            text.append_text(line)
            text.append(" " * (width - len(line)))
        text.rstrip()
        text.append("\n")
    return text


def pack_row(pack: Backpack, row: int) -> Text:
    kit = pack.kit
    text = Text(f"{row} ", "dim")
    for column in range(kit.columns):
        bit = 2 ** (row * kit.columns + column)
        if kit.packer.locked[pack.locks] & bit:
            text.append("# ", "dim")
            continue
        letter, style = ". ", "dim"
        for number, place in enumerate(pack.places):
            if kit.packer.placements[place].mask & bit:
                letter = LETTERS[number % 26] + " "
                style = SIZE_STYLES[kit.packer.placements[place].shape.size]
        text.append(letter, style)
    return text


def contents(pack: Backpack) -> str:
    """`a m07 crown 2, b s01 ring 1`."""
    named = [(pack.kit.pieces[piece], pack.kit.shape_of[piece]) for piece in pack.pieces]
    return ", ".join(f"{LETTERS[n % 26]} {id} {shape.name} {shape.value}" for n, (id, shape) in enumerate(named))


def underfoot(table: Table, seat: int, screen: Screen = ANY_SCREEN) -> Text:
    """The loot on the acting seat's tile and whether it fits, and what is in the backpack."""
    text = Text()
    kit = table.box.components
    pack = table.packs[seat]
    if pack.pieces:
        text.append(screen.folded(f"In your backpack: {contents(pack)}") + "\n")
    for piece in table.tile_of(seat).loot:
        shape = kit.shape_of[piece]
        here = f"Here: {kit.pieces[piece]} {shape.name} ({shape.code}), {counted(shape.value, 'point')}"
        text.append(screen.folded(f"{here}; {pack.fit(shape)}") + "\n")
    return text
