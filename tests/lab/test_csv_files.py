"""Lists of a design as CSV and back."""

from __future__ import annotations

import pytest

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.lab import Design
from loot_table.lab.csv_files import from_csv, guarded, plain, sheet_for, to_csv
from loot_table.lab.spreadsheet import meant, sheets, written


@pytest.mark.parametrize("slug", games.slugs())
def test_every_list_comes_back_as_it_went_out(slug: str) -> None:
    design = Design(slug)
    for sheet in sheets(design.data):
        assert from_csv(design, sheet.path, to_csv(design, sheet.path)) == design, sheet.path


@pytest.mark.parametrize("slug", games.slugs())
def test_every_cell_means_what_it_was_written_from(slug: str) -> None:
    for sheet in sheets(Design(slug).data):
        for row in sheet.rows:
            assert [meant(written(cell), cell) for cell in row.cells if cell is not None] == [
                cell for cell in row.cells if cell is not None
            ]


def test_edited_missing_and_new_rows_become_changes() -> None:
    design = Design("loot_n_run")
    lines = to_csv(design, "decks.classic.cards").splitlines()
    assert lines[0] == "id,back,treasures,amulet,guardian"
    lines = [line for line in lines if not line.startswith("R12")]
    lines += ['R13,red,"mask, mask",0,', "R14,red,cup,1,"]
    lines[1] = lines[1].replace("mummy", "frank")
    found = from_csv(design, "decks.classic.cards", "\n".join(lines))
    assert [line for line in found.differs() if line.startswith("decks.classic")] == [
        'decks.classic.cards.G01.guardian: "mummy" → "frank"',
        "decks.classic.cards.R12: removed",
        "decks.classic.cards.R13: new",
        "decks.classic.cards.R14: new",
    ]
    assert to_csv(found, "decks.classic.cards").splitlines()[1:] == lines[1:]


WRONG = {
    "": "a first line with the columns' names",
    "id,back\nG01\n": "row 2 has 1 cells",
    "id,colour\nG01,red\n": "there is no column 'colour'",
    "back,amulet\nred,1\n": "one of them is the thing's name",
    "id,amulet\nX1,1\n": "no row of the file has a id that is in this list",
    "id,amulet\nG01,1\nG01,1\n": "two rows have the same id",
    'id,amulet\n"G01,1\n': "this is not CSV",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_file_that_is_wrong_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadInput) as said:
        from_csv(Design("loot_n_run"), "decks.classic.cards", text)
    assert WRONG[text] in str(said.value)


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "@sum", "-x", "-3", "plain", "'"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert guarded(text).startswith("'") is (text in ("=1+1", "+cmd", "@sum", "-x", "'"))
    assert plain(guarded(text)) == text


def test_a_file_says_by_itself_which_list_it_is_of() -> None:
    for slug in games.slugs():
        design = Design(slug)
        for sheet in sheets(design.data):
            if sheet.is_list:
                assert sheet_for(design, to_csv(design, sheet.path)) == sheet.path
    with pytest.raises(BadInput, match="no list of Looterz has all of these columns"):
        sheet_for(Design("looterz"), "id,charm\nbard,9\n")
