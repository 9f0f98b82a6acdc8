"""Commands of the terminal that only look: the map elsewhere, odds, loot, shapes, layouts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.components import SIZES
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.loot import Reorganise, offered_layouts
from loot_table.games.loot_fiend.map import distances
from loot_table.games.loot_fiend.table import TableView, read_pack
from loot_table.games.loot_fiend.text_table import SIZE_STYLES, draw_map, pack_row


def chance_words(view: TableView) -> str:
    likely, of = stack.store_chance(parts(view))
    return "cannot be a store" if likely == 0 else f"is a store with chance {likely} in {of}"


def parts(view: TableView) -> list[stack.SubStack]:
    return [stack.SubStack(tiles, stores) for tiles, stores in view.stack]


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
        text.append(f"  store {view.course.stores_found + number}: flip {between[0]} to {between[1]} from now\n")
    total = sum(view.course.unseen)
    text.append(f"Map tiles nobody has seen ({total}, in stack and box):\n")
    for kind, count in zip(kit.kinds, view.course.unseen, strict=False):
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
