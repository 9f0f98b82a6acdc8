"""A list of a data pack as a CSV file and back: one row for each card, tile or piece. What is edited, missing or new in the
file becomes a change of the design."""

from __future__ import annotations

import csv
import io

from loot_table.engine.errors import BadInput
from loot_table.lab.design import MOST_BYTES, Design
from loot_table.lab.edits import with_cell, with_row, without_row
from loot_table.lab.paths import NAMES
from loot_table.lab.spreadsheet import Sheet, sheet_called, sheets, written

MOST_ROWS = 500
# What a spreadsheet program takes for a formula; it is shown as a text by an apostrophe, which goes again when it is read.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(design: Design, path: str) -> str:
    sheet = sheet_of(design, path)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(sheet.columns if sheet.is_list else ("name", "value"))
    for row in sheet.rows:
        cells = [guarded(written(cell)) for cell in row.cells]
        writer.writerow(cells if sheet.is_list else [row.name, *cells])
    return text.getvalue()


def guarded(text: str) -> str:
    is_number = text.removeprefix("-").isdigit()
    return f"'{text}" if text.startswith(FORMULA) and not is_number else text


def plain(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def sheet_of(design: Design, path: str) -> Sheet:
    sheet = sheet_called(design.data, path)
    if sheet is None:
        raise BadInput(
            f"there is no list {path!r:.60}; there are {', '.join(each.path for each in sheets(design.data))}"
        )
    return sheet


def sheet_for(design: Design, text: str) -> str:
    """Which list a file is of: the one that has its columns, and most of its names."""
    heading, rows = read(text)
    found = [sheet for sheet in sheets(design.data) if sheet.is_list and set(heading) <= set(sheet.columns)]
    if not found:
        lists = "; ".join(f"{sheet.path}: {', '.join(sheet.columns)}" for sheet in sheets(design.data) if sheet.is_list)
        raise BadInput(f"no list of {design.rules.name} has all of these columns: {', '.join(heading):.120}. {lists}")
    return max(found, key=lambda sheet: shared(sheet, heading, rows)).path


def shared(sheet: Sheet, heading: list[str], rows: list[list[str]]) -> tuple[int, int]:
    """How many rows of a file are as in a list, and how many names."""
    places = [sheet.columns.index(name) for name in heading]
    known = {tuple(written(row.cells[place]) for place in places) for row in sheet.rows}
    words = {cell for row in rows for cell in row}
    return len(known & {tuple(row) for row in rows}), len({row.name for row in sheet.rows} & words)


def from_csv(design: Design, path: str, text: str) -> Design:
    """The design with what a file says about one of its lists."""
    sheet = sheet_of(design, path)
    heading, rows = read(text)
    if not sheet.is_list:
        return with_values(design, sheet, heading, rows)
    named = next((name for name in NAMES if name in heading and name in sheet.columns), None)
    if named is None:
        raise BadInput(
            f"the first line names the columns, such as {', '.join(sheet.columns)}; one of them is the thing's name"
        )
    if unknown := [name for name in heading if name not in sheet.columns]:
        raise BadInput(f"there is no column {unknown[0]!r:.40}; there are {', '.join(sheet.columns)}")
    wanted = {row[heading.index(named)]: row for row in rows}
    if len(wanted) < len(rows):
        raise BadInput(f"two rows have the same {named}")
    known = {row.name: row for row in sheet.rows}
    if not set(wanted) & set(known):
        raise BadInput(f"no row of the file has a {named} that is in this list: is it another list's file?")
    last = next(name for name in known if name in wanted)
    for name in wanted:  # a new thing is made from the one above it
        if name not in known:
            design = with_row(design, f"{path}.{last}", name)
        last = name
    for name, row in known.items():
        if name not in wanted:
            design = without_row(design, row.path)
    for name, cells in wanted.items():
        before = known.get(name)
        for column, cell in zip(heading, cells, strict=True):
            stood = None if before is None else written(before.cells[sheet.columns.index(column)])
            if column != named and cell != stood:
                design = with_cell(design, f"{path}.{name}.{column}", cell)
    return design


def with_values(design: Design, sheet: Sheet, heading: list[str], rows: list[list[str]]) -> Design:
    if heading[:2] != ["name", "value"]:
        raise BadInput("the first line is name,value")
    known = {row.name: row for row in sheet.rows}
    for name, value, *_ in rows:
        if name not in known:
            raise BadInput(f"there is no value {name!r:.60} in {sheet.path}")
        if value != written(known[name].cells[0]):
            design = with_cell(design, known[name].path, value)
    return design


def read(text: str) -> tuple[list[str], list[list[str]]]:
    """The heading and the rows, as many cells in each."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise BadInput(f"at most {MOST_BYTES} bytes are read")
    try:
        lines = [
            [plain(cell) for cell in line] for line in csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
        ]
    except csv.Error as error:
        raise BadInput(f"this is not CSV: {error}") from None
    lines = [line for line in lines if any(cell.strip() for cell in line)]
    if not lines or not 1 <= len(lines) - 1 <= MOST_ROWS:
        raise BadInput(
            f"a file has a first line with the columns' names and 1 to {MOST_ROWS} rows, got {max(0, len(lines) - 1)}"
        )
    heading, rows = [name.strip() for name in lines[0]], lines[1:]
    for number, row in enumerate(rows, 2):
        if len(row) != len(heading):
            raise BadInput(f"row {number} has {len(row)} cells, the first line names {len(heading)}")
    return heading, rows
