"""Looters of the Labyrinth in the browser: whole games, explanations, and room for everybody."""

from __future__ import annotations

import pytest
from e2e.conftest import Opener
from e2e.labyrinth import point, scene_of, sit_down, spot, type_keys, wait_for_turn
from e2e.people import HEARD
from e2e.test_access import LOOKS, overflow, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


@pytest.mark.long
def test_a_whole_game_against_a_bot_by_mouse_with_a_stretch_by_keyboard(open_page: Opener) -> None:
    page = open_page(name="Ana")
    sit_down(page)
    done: set[str] = set()
    number = 0
    while wait_for_turn(page):
        assert number < 200, "the game does not end"
        done.add(type_keys(page, number) if 4 <= number < 12 else point(page, number))
        number += 1
    assert {"slide", "build"} <= done
    expect(page.get_by_role("region", name="Result")).to_be_visible()


@pytest.mark.long
def test_a_game_on_a_phone_by_touch(open_page: Opener) -> None:
    page = open_page(name="Ana", **PHONE)
    sit_down(page, 3)
    number = 0
    while wait_for_turn(page):
        assert number < 200, "the game does not end"
        point(page, number, is_touch=True)
        number += 1
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def test_the_maze_is_built_and_the_minotaur_walks(open_page: Opener) -> None:
    page = open_page(name="Ana")
    sit_down(page, 3, labyrinth_walls=True, minotaur=True, close_placement="both", stall_rounds=12)
    done: list[str] = []
    while wait_for_turn(page) and len(done) < 40:
        done.append(type_keys(page, len(done)) if len(done) % 2 else point(page, len(done)))
    assert done[:2] == ["build", "build"]
    assert len(scene_of(page)["walls"]) > 0 or len(done) > 5


def test_what_is_not_allowed_explains_itself(open_page: Opener) -> None:
    page = open_page(name="Ana")
    sit_down(page, 2, first_player=0)
    wait_for_turn(page)
    page.locator(".wc").first.click()
    expect(page.get_by_test_id("commit")).to_be_visible()
    x, y = scene_of(page)["seats"][1]["pawn"]
    spot(page, [x - 1, y - 2]).click()
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("LL-5.")
    expect(bubble).to_contain_text("The nearest place for it is")
    assert "," not in bubble.inner_text().split("nearest place for it is")[1].split(".")[0], "squares have their names"
    bubble.get_by_role("button", name="Nearest legal").click()
    expect(page.get_by_test_id("commit")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="moving north would change nothing").locator("visible=true").click(force=True)
    expect(bubble).to_contain_text("stands at the edge")
    expect(bubble).to_contain_text("LL-4.8")
    page.keyboard.press("Escape")
    spot(page, [10, 10]).click()
    expect(bubble).to_contain_text("LL-4.2")


def test_a_wall_that_would_cut_a_pawn_off_shows_the_way_that_would_be_lost(open_page: Opener) -> None:
    page = open_page(name="Ana")
    for _ in range(30):
        sit_down(page, 2, first_player=0)
        wait_for_turn(page)
        if "horn" in scene_of(page)["hand"]:
            break
    scene = scene_of(page)
    page.locator(".wc").nth(scene["hand"].index("horn")).click()
    expect(page.get_by_test_id("commit")).to_be_visible()
    corner = [[0, 3], [1, 3], [2, 0], [2, 1], [2, 2], [2, 3]]  # around the corner with Ana's pawn
    shapes = scene["pieces"]["horn"]
    here = 0
    for turns in range(8):
        if sorted(shapes[here]["cells"]) == corner:
            break
        how = "flipped" if turns == 4 else "turned"
        page.keyboard.press("f" if turns == 4 else "r")
        here = shapes[here][how]
    assert sorted(shapes[here]["cells"]) == corner
    page.keyboard.press("b")
    for _ in range(20):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("Not here")
    expect(bubble).to_contain_text("your own pawn off from every treasure")
    expect(bubble).to_contain_text("LL-5.6")
    expect(page.locator("[data-cut]")).to_be_attached()


def test_a_preview_says_what_a_slide_causes_before_it_is_played(open_page: Opener) -> None:
    page = open_page(name="Ana")
    sit_down(page, 2, first_player=0)
    wait_for_turn(page)
    spot(page, [1, 9]).click()
    expect(page.locator("#prompt")).to_contain_text("Slide south: 20 squares.")
    expect(page.locator("#prompt")).to_contain_text("You stop at B21, at the edge.")
    assert scene_of(page)["seats"][0]["pawn"] == [1, 0]
    spot(page, [1, 9]).click()
    page.wait_for_function("() => document.querySelector('[role=log]').innerText.includes('slides south')")


def test_a_hand_never_reaches_another_browser(open_page: Opener) -> None:
    page = open_page(name="Ana")
    sit_down(page, 2, first_player=0)
    wait_for_turn(page)
    watcher = open_page(page.url)
    watcher.wait_for_selector("[role=grid]")
    type_keys(page, 0)
    wait_for_turn(page)
    assert scene_of(watcher)["hand"] is None
    assert len(scene_of(page)["hand"]) == 5
    assert "hands" not in scene_of(page)
    assert not [text for text in HEARD[watcher] if '"is_dealt": true' in text and '"symbol": ""' not in text]


@pytest.mark.parametrize(
    ("scheme", "width", "height"),
    mostly_long(LOOKS[::-1]),
)
def test_the_table_is_accessible(open_page: Opener, scheme: str, width: int, height: int) -> None:
    page = open_page(name="Ana", width=width, height=height, color_scheme=scheme)
    sit_down(page, 8, first_player=0, minotaur=True)
    wait_for_turn(page)
    assert serious(page) == []
    assert overflow(page) <= 0
    page.locator(".wc").first.click()
    expect(page.get_by_test_id("commit")).to_be_visible()
    assert serious(page) == []
    assert overflow(page) <= 0
    for tab in page.locator("nav.nav button:visible, [role=tab]:visible").all():
        tab.click()
        page.wait_for_timeout(100)
        assert serious(page) == [], tab.inner_text()


def test_the_board_zooms_and_comes_back(open_page: Opener) -> None:
    page = open_page(name="Ana", **PHONE)
    sit_down(page, 2, first_player=0)
    wait_for_turn(page)
    frame = page.locator("[role=grid]")
    small = frame.bounding_box()
    page.get_by_role("button", name="Zoom in").locator("visible=true").tap()
    large = frame.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > small["width"] * 1.8
    page.get_by_role("button", name="Whole board").locator("visible=true").tap()
    back = frame.bounding_box()
    assert back is not None
    assert abs(back["width"] - small["width"]) < 2


def fingers(page: Page, *places: list[tuple[float, float]]) -> None:
    """Touch with as many fingers as the first place has, move through the others, and lift them."""
    wire = page.context.new_cdp_session(page)
    for number, spots in enumerate(places):
        kind = "touchMove" if number else "touchStart"
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(spots)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


COMES_TO_REST = """async box => {
    for (let before = ""; before !== `${box.scrollLeft} ${box.scrollTop}`; ) {
        before = `${box.scrollLeft} ${box.scrollTop}`;
        await new Promise(done => setTimeout(() => requestAnimationFrame(done), 100));
    }
}"""


def test_two_fingers_zoom_one_finger_moves_the_board_and_a_tap_still_plays(open_page: Opener) -> None:
    page = open_page(name="Ana", **PHONE)
    sit_down(page, 2, first_player=0)
    wait_for_turn(page)
    grid, frame = page.locator("[role=grid]"), page.locator(".fit")
    before = grid.bounding_box()
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    fingers(page, *[[(x - wide, y), (x + wide, y)] for wide in range(30, 71, 10)])
    large = grid.bounding_box()
    assert large is not None
    assert large["width"] > before["width"] * 1.8
    assert not page.locator("[data-testid=commit]").count(), "two fingers play nothing"
    frame.evaluate("box => box.scrollTo(0, 0)")
    fingers(page, *[[(x + 60 - 15 * step, y + 60 - 15 * step)] for step in range(9)])
    page.wait_for_function(
        "() => document.querySelector('.fit').scrollLeft > 30 && document.querySelector('.fit').scrollTop > 30"
    )
    assert not page.locator("[data-testid=commit]").count(), "moving the board plays nothing"
    frame.evaluate(COMES_TO_REST)  # a board that still glides is stopped by a tap, not played on
    frame.evaluate("box => box.scrollTo(0, 0)")
    spot(page, [1, 9]).tap()
    expect(page.get_by_test_id("commit")).to_contain_text("Slide south")
    fingers(page, *[[(x - wide, y), (x + wide, y)] for wide in range(80, 19, -10)])
    small = grid.bounding_box()
    assert small is not None
    assert abs(small["width"] - before["width"]) < 2, "it snaps back to the whole board"
