"""Looters of the Labyrinth at every size: the board, what one does and every card whole, with two players or eight."""

from __future__ import annotations

from typing import Any

import pytest
from e2e.conftest import Opener, Stage
from e2e.labyrinth import sit_down, wait_for_turn
from e2e.layout import SIZES, box_of, is_cut, is_inside, overlap, resize
from e2e.test_access import overflow
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

WALLS = [
    {"symbol": "spear", "orient": 0, "x": 8, "y": 11, "owner": 1, "node": 0},
    {"symbol": "boot", "orient": 0, "x": 14, "y": 2, "owner": 0, "node": 0},
]
TREASURES = [[8, 6], [12, 6], [7, 7], [14, 8], [10, 10], [6, 12], [7, 13], [13, 13], [8, 14], [12, 14]]
TABLES: dict[str, tuple[int, dict[str, Any], dict[str, Any]]] = {
    "two players": (2, {}, {"stash": [2, 1]}),
    "five cards": (2, {}, {"stash": [2, 1], "walls": WALLS[:1]}),
    "a minotaur": (3, {"minotaur": True}, {"stash": [0, 2, 1], "minotaur": [2, 16], "axe": [True, True, True]}),
    "six in teams": (6, {}, {"stash": [2, 1]}),
    "eight in teams": (8, {}, {"stash": [2, 1]}),
    "four with close walls": (4, {"teams": False, "close_placement": "both"}, {"stash": [1, 1, 1, 0]}),
}


def begin(page: Page, stage: Stage, table: str) -> None:
    players, options, more = TABLES[table]
    stage(
        "labyrinth", {"players": players, "to_move": 0, "walls": WALLS, "treasures": TREASURES, "options": {}, **more}
    )
    sit_down(page, players, **options)
    wait_for_turn(page)


# What is wrong with buttons: all of them are asked at once, which is much faster than one by one.
WRONG = """all => all.filter(each => each.checkVisibility()).flatMap(each => {
  const box = each.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const wrong = [
    (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) && "outside",
    (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1) && "cut",
    Math.min(box.width, box.height) < 36 && "too small for a finger",
    !each.contains(found) && "covered",
  ].filter(Boolean);
  return wrong.length ? [`${each.ariaLabel ?? each.innerText}: ${wrong}`] : [];
})"""


def wrong(page: Page, buttons: str) -> list[str]:
    found: list[str] = page.locator(buttons).evaluate_all(WRONG)
    return found


def check_board(page: Page, size: str) -> None:
    board = page.locator(".frame").first
    assert is_inside(page, board), size
    grid, corner = box_of(page.get_by_role("grid")), box_of(page.locator("[data-cell='20,20']"))
    assert abs(corner["height"] * 21 - grid["height"]) < 2, f"{size}: the squares are not where they are drawn"
    for tool in page.locator(".fab button:visible").all():
        assert not overlap(tool, board), f"{size}: a button lies on the board"
    for part in ("[data-mine]", "#prompt"):
        assert not overlap(board, page.locator(part)), size


@pytest.mark.parametrize("table", mostly_long(TABLES, every=3))
def test_all_that_one_does_is_whole_and_in_reach(open_page: Opener, stage: Stage, table: str) -> None:
    page = open_page(name="Ana", width=1440, height=900)
    begin(page, stage, table)
    commit = page.get_by_test_id("commit")
    for size in SIZES:
        resize(page, size)
        assert overflow(page) <= 0, size
        assert wrong(page, "[data-mine] button") == [], size
        assert not is_cut(page.locator("[data-mine]")), f"{size}: one's own area is larger than its place"
        check_board(page, size)
        page.locator(".wc").first.click()
        expect(commit).to_be_visible()
        # The prompt's buttons may cover the first row of actions, and nothing else.
        assert wrong(page, "[data-testid=commit], [data-mine] :is(.pad button, .wc)") == [], size
        if size in ("wide", "laptop"):
            assert wrong(page, "[data-mine] button") == [], size
        assert not is_cut(page.locator("[data-mine]")), f"{size}: one's own area is larger than its place"
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(commit).to_have_count(0)


def test_the_question_is_read_whole(open_page: Opener, stage: Stage) -> None:
    page = open_page(name="Ana")
    begin(page, stage, "a minotaur")
    for size in SIZES:
        resize(page, size)
        for words in page.locator("#prompt :is(h2, p)").all():
            assert not is_cut(words), size
            assert is_inside(page, words), size


def test_the_name_of_the_game_is_whole(open_page: Opener, stage: Stage) -> None:
    page = open_page(name="Ana")
    begin(page, stage, "two players")
    title = page.get_by_role("heading", name="Looters of the Labyrinth")
    for width in (1100, 1280, 1440, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert not is_cut(title), width
        assert not overlap(title, page.locator("#prompt")), width
        assert not overlap(title, page.locator("[data-seat='0']")), width


def drawn(page: Page, where: str) -> list[str]:
    """The outlines of the pictures there."""
    found: list[str] = page.locator(where).evaluate_all(
        "all => all.map(each => [...each.querySelectorAll('path')].map(path => path.getAttribute('d')).join())"
    )
    return found


def test_a_treasure_has_its_own_picture_on_the_board_on_cards_and_in_the_log(open_page: Opener, stage: Stage) -> None:
    page = open_page(name="Ana", width=1440, height=900)
    stage("labyrinth", {"players": 2, "to_move": 0, "pawns": [[2, 6], [18, 20]]})
    sit_down(page)
    wait_for_turn(page)
    every = drawn(page, "[data-treasure]")
    assert len(set(every)) == 13
    two = drawn(page, "[data-treasure='8,6']") + drawn(page, "[data-treasure='12,6']")
    page.get_by_role("button", name="Slide east").locator("visible=true").click()
    page.get_by_test_id("commit").click()
    expect(page.get_by_role("log")).to_contain_text("2 of 7")
    assert drawn(page, "[data-seat='0'] .slots .had") == two
    assert drawn(page, "[role=log] .pic") == two
    page.get_by_role("tab", name="Walls").click()
    tray = page.get_by_role("region", name="Walls in the supply")
    expect(tray.get_by_role("cell").first).to_have_text("4 of 4")
