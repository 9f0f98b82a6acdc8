"""One component as a picture: what a designer sees of a card while editing it, without any art."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from loot_table.engine.printed import Group, Lot, Picture, Text, Thing
from loot_table.lab.design import Design
from loot_table.lab.spreadsheet import Row, sheets
from loot_table.press import sheets_of
from loot_table.press.svg import Pen, number, patterns


def picture_of(design: Design, path: str) -> str | None:
    """An SVG of the thing that a row of the components stands for; none where nothing of it is printed."""
    row = next((row for sheet in sheets(design.data) for row in sheet.rows if sheet.is_list and row.path == path), None)
    if row is None:
        return None
    printed = sheets_of(design, design.rules.most_players)
    things = [thing for lot in printed.lots if isinstance(lot, Lot) for thing in lot.things]
    thing = meant(row, things)
    return None if thing is None else drawn(thing)


def meant(row: Row, things: Sequence[Thing]) -> Thing | None:
    """By its name, or by what is printed on it. Cards come after the pieces that they show, and say more."""
    names = {row.name.casefold(), *[cell.casefold() for cell in row.cells if isinstance(cell, str) and cell]}
    named = [thing for thing in things if thing.name.casefold() in names]
    if named:
        return named[-1]
    word = re.compile(rf"\b{re.escape(row.name)}\b")
    return next((thing for thing in things if any(word.search(text) for text in texts(thing.front))), None)


def texts(picture: Picture) -> Iterator[str]:
    for shape in picture:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Group):
            yield from texts(shape.picture)


def drawn(thing: Thing) -> str:
    wide, tall = number(thing.width), number(thing.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{tall}mm" viewBox="0 0 {wide} {tall}">'
        f'{patterns()}<rect width="{wide}" height="{tall}" fill="#fff"/>{Pen().draw(thing.front)}</svg>'
    )
