"""The table of Loot Fiend in the terminal: a window on the map, the backpacks, what may still come."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.text import Text

from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.screen import Screen
from loot_table.engine.state import Action
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.components import SIZES
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.loot import Reorganise, offered_layouts
from loot_table.games.loot_fiend.map import NO_ROAD, STARTER, Cell, Tile, distances
from loot_table.games.loot_fiend.table import NONE, STALEMATE, Table, TableView, read_pack
from loot_table.games.loot_fiend.trips import Route
from loot_table.games.loot_fiend.typed import read as read_typed
from loot_table.games.loot_fiend.typed import say as say_typed

SEAT_STYLES = ("bold red", "bold blue", "bold yellow", "bold green")
SIZE_STYLES = ("white", "green", "blue")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ANY_SCREEN = Screen()
COLUMNS, ROWS = 8, 4  # the window on the map at its largest, in cells
WIDE, HIGH = 9, 4  # a cell, in letters


def draw(view: TableView, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
    """The map around whoever is to act, the state of the game, all backpacks, the loot underfoot."""
    table = view.imagine(Random(0))
    seat = view.to_act if view.to_act >= 0 else max(view.seat, 0)
    below = state_lines(view, table, names, screen)
    below.append_text(draw_packs(table, names, screen))
    below.append_text(underfoot(table, seat, screen))
    below.rstrip()
    rows = min(ROWS, max(2, (screen.height - 6 - below.plain.count("\n")) // HIGH))
    return draw_map(table, names, table.tile_of(seat).cell(), screen, rows).append_text(below)


def read(view: TableView, line: str, names: Sequence[str] = ()) -> Action:
    """The action that a line means."""
    return read_typed(view, line)


def say(view: TableView, action: Action, names: Sequence[str]) -> str:
    """The line that means an action."""
    return say_typed(action)


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


# ---------------------------------------------------------------- the game


def chance_words(view: TableView) -> str:
    likely, of = stack.store_chance(parts(view))
    return "cannot be a store" if likely == 0 else f"is a store with chance {likely} in {of}"


def parts(view: TableView) -> list[stack.SubStack]:
    return [stack.SubStack(tiles, stores) for tiles, stores in view.stack]


def state_lines(view: TableView, table: Table, names: Sequence[str], screen: Screen) -> Text:
    """Whose turn it is, how far the game is."""
    text = Text()
    if not view.agenda:
        fiend = f"{names[view.winner]} is the loot fiend" if view.winner != NONE else "there is no loot fiend"
        return text.append(f"The game is over ({view.reason}): {fiend}.\n", "bold")
    if view.turn != NONE:
        text.append(f"{names[view.turn]}'s turn, {counted(view.actions_left, 'action')} left", "bold")
        text.append(f" · {view.stores_found} of {counted(view.final_store, 'store')} found\n")
    if view.stack:
        text.append(f"The next of {counted(stack.tiles_in(table.stack), 'tile')} {chance_words(view)}\n")
    if view.leaver != NONE:
        done = [name for name, is_done in zip(names, view.done, strict=True) if is_done]
        store = f"The store is open; {names[view.leaver]} will leave first; done: {', '.join(done) or 'nobody'}"
        text.append(screen.folded(store) + "\n")
    if view.stalemate or view.idle_turns:
        text.append(f"Turns without progress: {view.idle_turns}; stalemate {STALEMATE[view.stalemate]}\n")
    if view.final_turns:
        text.append(f"Nothing is left to explore: {counted(view.final_turns, 'turn')} to the end\n", "bold")
    if view.turned:
        text.append(turned_lines(table))
    if view.agenda and type(view.agenda[-1]).__name__ == "ChooseRoute":
        for number, action in enumerate(table.actions()):
            assert isinstance(action, Route)
            text.append(screen.folded(f"  route {number + 1}: {action.label(table)}", 4) + "\n")
    return text


def turned_lines(table: Table) -> str:
    lines = [f"  turn {action.rot}: {action.label(table)}\n" for action in table.actions() if hasattr(action, "rot")]
    return f"A {table.box.components.kinds[table.turned].code} tile is turned up for {table.spot}.\n" + "".join(lines)


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


# ---------------------------------------------------------------- commands


def show_map(view: TableView, names: Sequence[str], argument: str) -> Text:
    """Another part of the map."""
    table = view.imagine(Random(0))
    numbers = re.findall(r"-?[0-9]{1,4}", argument)
    if argument.strip() and len(numbers) != 2:
        raise BadInput("write the middle of the part you want to see, such as: map 0 -6")
    return draw_map(table, names, (int(numbers[0]), int(numbers[1])) if numbers else (0, 0))


def show_odds(view: TableView, names: Sequence[str], argument: str) -> Text:
    """What may still come, and how likely the next tile is a store."""
    kit = view.box.components
    left = parts(view)
    text = Text(f"{stack.tiles_in(left)} tiles in the draw stack. The next one {chance_words(view)}.\n")
    for flips in (2, 3, 4, 5):
        text.append(f"  a store within {flips} flips: {100 * stack.store_within(left, flips):.0f}%\n")
    for number in range(1, stack.stores_in(left) + 1):
        between = stack.store_range(left, number)
        assert between is not None
        text.append(f"  store {view.stores_found + number}: flip {between[0]} to {between[1]} from now\n")
    total = sum(view.unseen)
    text.append(f"Map tiles nobody has seen ({total}, in stack and box):\n")
    for kind, count in zip(kit.kinds, view.unseen, strict=False):
        text.append(f"  {count:2} {kind.code}, {100 * count / max(total, 1):.0f}% of the next map tile\n")
    return text.append_text(boxes_left(view))


def boxes_left(view: TableView) -> Text:
    """The pieces in each box, by shape."""
    table = view.imagine(Random(0))
    kit = view.box.components
    text = Text("Loot in the boxes:\n")
    for size, box in enumerate(table.boxes):
        held = [kit.shape_of[piece] for piece in box]
        found = [f"{held.count(shape)} {shape.code} {shape.name}" for shape in kit.shapes if shape in held]
        lines = "\n    ".join(", ".join(found[n : n + 4]) for n in range(0, len(found), 4))
        text.append(f"  {SIZES[size]} ({len(box)}): {lines or 'none'}\n", SIZE_STYLES[size])
    return text


def show_loot(view: TableView, names: Sequence[str], argument: str) -> Text:
    """All loot on the map, nearest first."""
    table = view.imagine(Random(0))
    seat = view.to_act if view.to_act >= 0 else max(view.seat, 0)
    kit = table.box.components
    away = distances(table.tiles, table.at[seat])
    text = Text(f"Loot on the map, seen from {names[seat]}:\n")
    for number in sorted(range(len(table.tiles)), key=lambda n: away[n]):
        tile = table.tiles[number]
        for piece in tile.loot:
            shape = kit.shape_of[piece]
            where = f"({tile.x},{tile.y}), {counted(away[number], 'move')} away"
            what = f"{kit.pieces[piece]} {shape.name}, {counted(shape.value, 'point')}"
            text.append(f"  {what:<29} {where:<23} {table.packs[seat].fit(shape)}\n", SIZE_STYLES[shape.size])
    return text


def show_shape(view: TableView, names: Sequence[str], argument: str) -> Text:
    """A piece in all its rotations."""
    kit = view.box.components
    wanted = argument.strip().lower()
    for shape in kit.shapes:
        ids = [id for id, other in zip(kit.pieces, kit.shape_of, strict=True) if other is shape]
        if wanted in (shape.code.lower(), shape.name, *ids):
            text = Text(f"{shape.code} {shape.name}, {counted(shape.value, 'point')}, {ids[0]} to {ids[-1]}\n")
            text.append("  ".join(f"{'turn ' + str(rot):<8}" for rot in range(len(shape.turned))).rstrip() + "\n")
            for y in range(kit.rows):
                rows = ["".join("# " if (x, y) in turned else ". " for x in range(4)) for turned in shape.turned]
                if any("#" in row for row in rows):
                    text.append("  ".join(rows).replace(".", " ").rstrip() + "\n")
            return text
    raise BadInput("write a piece, such as: shape m07")


def show_suggestions(view: TableView, names: Sequence[str], argument: str) -> Text:
    """The layouts that `repack 1`, `repack 2` … mean."""
    table = view.imagine(Random(0))
    seat = view.to_act if view.to_act >= 0 else max(view.seat, 0)
    pack = table.packs[seat]
    text = Text()
    for number, action in enumerate(offered_layouts(table, seat)):
        assert isinstance(action, Reorganise)
        after = read_pack(pack.kit, pack.locks, action.layout)
        gained = [shape for shape in pack.kit.shapes if after.has_room(shape) and not pack.has_room(shape)]
        room = ", ".join(shape.name for shape in gained)
        text.append(f"repack {number + 1}: {'room for ' + room if room else 'no new room'}\n")
        for row in range(pack.locks, pack.kit.rows):
            text.append("  ").append_text(pack_row(after, row)).append("\n")
    return text if text else Text("There is nothing to reorganise.\n")


Command = tuple[str, Callable[[TableView, Sequence[str], str], Text]]
COMMANDS: dict[str, Command] = {
    "map": ("map X Y: another part of the map", show_map),
    "odds": ("odds: what may still come, and the chance of a store", show_odds),
    "stack": ("stack: the same as odds", show_odds),
    "loot": ("loot: everything on the map, nearest first, and whether it fits", show_loot),
    "shape": ("shape m07: a piece in all its rotations", show_shape),
    "suggest": ("suggest: layouts that make room; repack 1 takes the first", show_suggestions),
}
