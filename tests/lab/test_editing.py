"""A design while it is edited: cells, rows, what is wrong with it, and what was told of games when it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from loot_table.engine.errors import BadInput
from loot_table.lab import Answer, Budget, Design, desk, exciting
from loot_table.lab.catalogue import QUESTIONS
from loot_table.lab.checks import checked
from loot_table.lab.edits import edited
from loot_table.lab.kept_deals import KeptDeals
from loot_table.lab.watching import watched

CARDS = "decks.classic.cards"


def plain(*changes: dict[str, object], game: str = "loot_n_run", **more: object) -> dict[str, object]:
    return {"game": game, "name": "", "author": "", "parent": "", "options": {}, "changes": list(changes), **more}


def do(design: Design, kind: str, path: str, text: str = "") -> Design:
    return edited(design, {"kind": kind, "path": path, "text": text})


def test_the_last_edit_of_a_cell_counts_and_one_back_is_none() -> None:
    design = do(do(Design("loot_n_run"), "cell", "scoring.target.4", "33"), "cell", "scoring.target.4", "30")
    assert [change.value for change in design.changes] == [30]
    assert do(design, "cell", "scoring.target.4", "35").changes == ()
    assert do(design, "back", "scoring.target.4").changes == ()


def test_rows_come_and_go_and_a_copy_that_goes_was_never_there() -> None:
    design = Design("loot_n_run")
    copied = do(design, "copy", f"{CARDS}.R01", "R13")
    changed = do(copied, "cell", f"{CARDS}.R13.amulet", "0")
    assert f"{CARDS}.R13: new" in changed.differs()
    assert do(changed, "remove", f"{CARDS}.R13").changes == ()
    removed = do(design, "remove", f"{CARDS}.R01")
    assert f"{CARDS}.R01: removed" in removed.differs()
    assert do(removed, "back", f"{CARDS}.R01").changes == ()
    with pytest.raises(BadInput, match="there is a 'R02' already"):
        do(design, "copy", f"{CARDS}.R01", "R02")


def test_everything_that_is_wrong_is_found_and_what_is_right_is_left() -> None:
    found = checked(
        plain(
            {"kind": "set", "path": "scoring.target.2", "value": 33},
            {"kind": "set", "path": "scoring.target.3", "value": "many"},
            {"kind": "set", "path": "nowhere.at.all", "value": 1},
            {"kind": "set", "path": f"{CARDS}.G01.treasures", "value": {"odd": [None]}},
            {"kind": "copy", "path": f"{CARDS}.R12", "value": "a name that is far too long"},
            {"kind": "set", "path": f"{CARDS}.a name that is far too long.amulet", "value": 0},
            options={"deck": "none", "nothing": 1},
        )
    )
    assert [each.field for each in found.wrong] == [
        "option.deck",
        "option.nothing",
        "scoring.target.3",
        "nowhere.at.all",
        f"{CARDS}.G01.treasures",
        f"{CARDS}.R12",
    ]
    assert found.design.differs() == ["scoring.target.2: 35 → 33"]


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {"game": 3},
        {"game": "chess"},
        plain(colour="red"),
        plain(changes=3),
        plain({"kind": "eat", "path": "x"}),
    ],
)
def test_what_is_no_design_at_all_is_refused(wrong: object) -> None:
    with pytest.raises(BadInput):
        checked(wrong)


def test_a_page_gets_texts_and_what_they_were() -> None:
    told = desk.look(plain(), None, [{"kind": "cell", "path": "scoring.target.4", "text": "33"}])
    sheet = next(sheet for sheet in desk.sheets(told["plain"]) if sheet["path"] == "scoring")
    row = next(row for row in sheet["rows"] if row["name"] == "target.4")
    assert (row["cells"], row["was"], row["state"], sheet["changed"]) == (["33"], ["35"], "changed", 1)


def test_every_question_of_the_catalogue_can_be_told() -> None:
    assert {question.told()["name"] for question in QUESTIONS.values()} == set(QUESTIONS)
    with KeptDeals() as deals, pytest.raises(BadInput, match="two designs"):
        QUESTIONS["compare"].answer(Design("loot_n_run"), None, 2, "greedy", 100, deals)


def test_what_was_told_of_games_is_kept_too_and_a_cut_line_is_mended(tmp_path: Path) -> None:
    design = Design("loot_n_run").set("scoring.target.2", 6)
    looks: list[int] = []

    def ask() -> tuple[Answer, list[int]]:
        played: list[int] = []

        def tell(_: str, many: int) -> None:
            played.append(many)

        with KeptDeals(1, tmp_path, tell) as deals, watched(lambda *look: looks.append(look[2])):
            return exciting(design, 2, budget=Budget(100), deals=deals), played

    first = ask()
    (kept,) = tmp_path.glob("stories-*.jsonl")
    assert looks == [100]
    assert ask() == (first[0], []), "nothing is played twice"
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-40])
    again = ask()
    assert again[0] == first[0]
    assert again[1] == [100]
    assert kept.read_bytes() == whole
