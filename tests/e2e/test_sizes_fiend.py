"""Loot Fiend at every size: nothing cut, nothing covered, and a map that keeps its place whatever is asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from e2e.conftest import Opener, Stage
from e2e.fiend_tables import FiendTable
from e2e.layout import SIZES, box_of, is_cut, is_inside, overlap, resize
from playwright.sync_api import Locator, Page, expect

Plain = dict[str, Any]

TILES = [
    *[["straight", 0, 0, -1], ["tee", 2, 0, -2], ["corner", 1, -1, -2], ["straight", 1, 1, -2], ["cross", 0, 2, 0]],
    *[["tee", 0, -1, 0], ["straight", 1, -2, 0], ["corner", 1, -3, 0], ["straight", 0, -3, 1], ["corner", 0, -3, 2]],
    ["tee", 1, 2, -1],
]
LOOT = {"2,0": ["s03", "m01"], "0,-1": ["s04", "l01"], "0,-2": ["s05", "m05"], "-1,0": ["s06", "l04"], "-2,0": ["s07"]}
STACK = ["cross"] * 4 + ["store"] + ["tee"] * 3 + ["store"] + ["corner"] * 3 + ["store"]
RINGS = [["s01", 0, 2, 3], ["s02", 0, 2, 4]]  # in the way of the staff
TURN: Plain = {"tiles": TILES, "loot": LOOT, "stack": STACK}
ORIENT: Plain = {**TURN, "phase": "orient", "pending": {"from": [2, 0], "to": [2, 1], "kind": "tee"}}
FAR: Plain = {**TURN, "phase": "orient", "pending": {"from": [-3, 2], "to": [-2, 2], "kind": "corner"}}
BOXES: Plain = {**TURN, "phase": "place_loot"}
STORE: Plain = {
    "tiles": [["straight", 0, 0, -n] for n in (1, 2, 3)] + [["store", 0, 0, -4]],
    "stack": ["cross", "store"],
    "phase": "store",
    "last_finder": 1,
    "turn": 1,
    "pending": {"leaver": 0, "asked": 0},
}
ROUTE: Plain = {
    "tiles": [
        *[["straight", 0, x, -1] for x in (1, 2)],
        ["corner", 1, 1, -2],
        ["corner", 3, 2, 0],
        ["store", 0, 2, -2],
    ],
    "phase": "route",
    "last_finder": 0,
    "turn": 0,
    "chars": [[2, -2], [0, 0]],
    "stack": ["cross", "store"],
    "loot": {"2,-1": ["s03"], "1,-1": ["m02"]},
}
COMPACT = ("phone", "small phone", "landscape", "zoomed")


def seated(position: Plain, players: int) -> Plain:
    """Everybody somewhere else, or all at the store; the first carries what is in the way."""
    if "chars" in position:
        return position
    at = (
        [[0, -4]] * 4 if position["phase" if "phase" in position else "tiles"] == "store" else [[2, 0], [-1, 0], [0, 0]]
    )
    start = [[-3, 2], *at[1:]] if position is FAR else at
    packs = [[["m05", 0, 0, 3], ["m09", 0, 2, 3], ["s01", 0, 4, 4]] if at[0] == [0, -4] else RINGS]
    return {**position, "chars": [*start, [0, -2]][:players], "packs": packs + [[]] * (players - 1)}


@pytest.fixture
def shown(open_page: Opener, stage: Stage) -> Callable[..., Page]:
    """`shown(TURN, players=4)`: a table at a position, in the same page as before."""
    pages: list[Page] = []

    def show(position: Plain, players: int = 2, **options: Any) -> Page:
        stage("loot_fiend", seated(position, players))
        if not pages:
            pages.append(open_page(name="Ana"))
        FiendTable(pages[0], players, **options).look()
        pages[0].locator(".prompt.yours").wait_for()
        return pages[0]

    return show


def mine(page: Page) -> Locator:
    return page.locator("[data-mine]")


# Of these elements those that are cut, lie outside the window, or are not met by a press in their middle.
WRONG = """all => all.flatMap(each => {
  const box = each.getBoundingClientRect();
  const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const isOutside = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  const isCut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
  const wrong = [isOutside && "outside", isCut && "cut", !each.contains(found) && "covered"].filter(Boolean);
  return wrong.length ? [`${each.innerText} is ${wrong} at ${innerWidth}x${innerHeight}`] : [];
})"""


def check(page: Page, buttons: Locator, many: int | None = None) -> None:
    """These are whole and can be pressed, and so is the commit; the question is read to its end."""
    assert many is None or buttons.count() == many
    assert buttons.or_(page.get_by_test_id("commit")).evaluate_all(WRONG) == []
    assert not is_cut(page.locator("#prompt h2")), page.locator("#prompt h2").inner_text()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def acts(page: Page) -> Locator:
    return mine(page).locator(".acts button:visible")


def give_up(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("commit")).to_have_count(0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_is_reached_at_every_size(shown: Callable[..., Page], players: int) -> None:
    page = shown(TURN, players)
    for size in SIZES:
        resize(page, size)
        check(page, acts(page), 6)
        for name in ("Move", "End turn") if players == 4 else ():
            mine(page).get_by_role("button", name=name, exact=True).click()
            page.get_by_test_id("commit").wait_for()
            check(page, acts(page), 6)
            give_up(page)


def test_a_piece_is_placed_packed_and_wished_for_at_every_size(shown: Callable[..., Page]) -> None:
    page = shown(TURN)
    for size in SIZES:
        resize(page, size)
        for piece in ("s03", "m01"):
            mine(page).locator(f"[data-id='{piece}']").click()
            page.get_by_test_id("commit").wait_for()
            check(page, acts(page))
            if size in COMPACT:
                assert not overlap(page.locator(".prompt .acts"), mine(page).locator(".bags svg").first)
            give_up(page)
        mine(page).get_by_role("button", name="Repack", exact=True).click()
        check(page, acts(page))
        assert not is_cut(mine(page).locator(".say")), size
        mine(page).get_by_role("button", name="Empty it out").click()
        check(page, mine(page).locator(".say button"), 2)
        check(page, acts(page))
        mine(page).get_by_role("button", name="Cancel").click()


def test_the_squares_of_the_backpack_lie_on_the_drawn_ones(shown: Callable[..., Page]) -> None:
    page = shown(TURN)
    for size in SIZES:
        resize(page, size)
        ring = box_of(mine(page).locator("[data-piece='s01']"))
        square = box_of(mine(page).locator("[data-cell='bag 2 3']"))
        assert abs(ring["x"] + ring["width"] / 2 - square["x"] - square["width"] / 2) < 4, size
        assert abs(ring["y"] + ring["height"] / 2 - square["y"] - square["height"] / 2) < 4, size


# What of the facts, the buttons and the small map lies over the tile.
OVER = """tile => [...document.querySelectorAll(".map .chip, .map .fab button, .map .mini")].filter(each => {
  const a = tile.getBoundingClientRect(), b = each.getBoundingClientRect();
  return b.width && a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;
}).length"""


@pytest.mark.parametrize("position", [ORIENT, FAR], ids=["near", "far"])
def test_the_new_tile_and_its_rotations_are_in_sight(shown: Callable[..., Page], position: Plain) -> None:
    page = shown(position, 3)
    tile = page.locator(f"[data-cell='{','.join(map(str, position['pending']['to']))}']")
    page.get_by_test_id("commit").wait_for()
    for size in SIZES:
        resize(page, size)
        check(page, mine(page).get_by_role("group", name="Which way round").get_by_role("button"), 4)
        for _ in range(20):  # the map follows the window
            if not tile.evaluate(OVER):
                break
            page.wait_for_timeout(50)
        assert tile.evaluate(OVER) == 0, size
        assert is_inside(page, tile), size


def test_boxes_shapes_ways_and_the_store_are_whole_at_every_size(shown: Callable[..., Page]) -> None:
    for position, options, many in ((BOXES, {}, 2), (BOXES, {"loot_draw": "choose"}, 17), (ROUTE, {}, 2)):
        page = shown(position, 2, **options)
        for size in SIZES:
            resize(page, size)
            check(page, mine(page).locator(".say button:visible"), many)
    page = shown(STORE, 4)
    for size in SIZES:
        resize(page, size)
        check(page, acts(page), 3)
        expect(mine(page).get_by_role("listitem")).to_have_count(4)
        mine(page).get_by_role("button", name="Unlock").click()
        page.get_by_test_id("commit").wait_for()
        check(page, acts(page))
        give_up(page)


def test_the_map_keeps_its_height_whatever_is_asked(shown: Callable[..., Page]) -> None:
    heights: dict[str, set[float]] = {size: set() for size in SIZES}

    def measure(page: Page, size: str) -> None:
        heights[size].add(round(box_of(page.locator(".map"))["height"]))

    for position in (TURN, ORIENT, BOXES, ROUTE, STORE):
        page = shown(position)
        for size in SIZES:
            resize(page, size)
            measure(page, size)
            if position is TURN:
                for name in ("Move", "Repack"):
                    mine(page).get_by_role("button", name=name, exact=True).click()
                    measure(page, size)
                    page.keyboard.press("Escape")
                mine(page).locator("[data-id='m01']").click()
                measure(page, size)
                page.keyboard.press("Escape")
    assert {size: len(found) for size, found in heights.items()} == dict.fromkeys(SIZES, 1), heights
    assert min(heights["small phone"]) >= 240


def test_places_are_said_in_words(shown: Callable[..., Page]) -> None:
    page = shown(TURN)
    mine(page).get_by_role("button", name="Move").click()
    expect(page.get_by_test_id("commit")).to_contain_text("Move to 2 east, 1 north")
    page.get_by_test_id("commit").click()
    expect(page.get_by_role("log")).to_contain_text("walks to 2 east, 1 north")
    labels = page.locator("[data-cell]").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    read = " ".join([*labels, page.locator("body").inner_text()])
    assert re.findall(r"\(?-?\d+, ?-?\d+\)?(?= |$)", re.sub(r"\d+ (?:to|of) \d+", "", read)) == []
