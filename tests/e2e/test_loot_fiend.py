"""Loot Fiend in the browser: whole games, the keyboard, a phone, the backpack, refusals and accessibility."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.fiends import act, act_by_keys, key_of, on_store, plan, seen, touch_cell, wait_for_news, wait_until_shown
from e2e.people import fill_with_bots, host_table, is_my_turn, is_over, latest, start
from e2e.test_access import LOOKS, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect


def sit_down(open_page: Opener, players: int = 2, **look: Any) -> Page:
    """Ana at a table with bots, the game started."""
    page = open_page(name="Ana", **look)
    host_table(page, "loot_fiend", players)
    fill_with_bots(page)
    start(page)
    page.wait_for_selector("[data-cell='0,0']")
    return page


def go_on(page: Page, move: Callable[[Page], str], until: Callable[[Page, int], bool], seconds: int = 120) -> list[str]:
    """Decide whenever it is our turn, until something holds or the game is over."""
    done: list[str] = []
    latest_time = time.monotonic() + seconds
    while not is_over(page):
        assert time.monotonic() < latest_time, f"too slow after {done}"
        if not is_my_turn(page):
            page.wait_for_timeout(20)
            continue
        wait_until_shown(page)  # the page hears of its turn after this test does
        if until(page, len(done)):
            break
        done.append(move(page))
    return done


def never(_page: Page, _many: int) -> bool:
    return False


def can_collect(page: Page, _many: int) -> bool:
    scene = seen(page)
    return scene["phase"] == "turn" and plan(scene)[0] == "collect"


def is_far_from_stores(page: Page, many: int) -> bool:
    scene = seen(page)
    return many >= 4 and plan(scene)[0] in ("flip", "walk") and not on_store(scene)


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector(".prompt.yours")
    wait_until_shown(page)


@pytest.mark.long
def test_a_whole_game_against_two_bots_by_mouse(open_page: Opener) -> None:
    page = sit_down(open_page, players=3, width=1440, height=900)
    done = go_on(page, act, never)
    assert is_over(page)
    assert {"flip", "place_loot", "walk", "collect"} <= set(done)
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert seen(page)["stores"]["found"] >= 3


@pytest.mark.long
def test_a_stretch_by_keyboard_alone(open_page: Opener) -> None:
    page = sit_down(open_page, players=2)
    done = go_on(page, act_by_keys, lambda _, many: many >= 30)
    assert len(done) >= 15
    assert {"flip", "place_loot", "walk", "collect"} <= set(done)


@pytest.mark.long
def test_a_whole_game_on_a_phone_by_touch(open_page: Opener) -> None:
    page = sit_down(open_page, players=2, width=390, height=844, has_touch=True, is_mobile=True)
    done = go_on(page, lambda page: act(page, "tap"), never)
    assert is_over(page)
    assert {"flip", "place_loot", "collect"} <= set(done)
    assert page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_an_illegal_tap_explains_itself_and_lights_the_place(open_page: Opener) -> None:
    page = sit_down(open_page)
    wait_for_turn(page)
    go_on(page, act, is_far_from_stores)
    scene = seen(page)
    mine = {key_of(exit["to"]) for exit in scene["exits"]}
    far = next(key_of(cell) for tile in scene["tiles"] for cell in tile["open"] if key_of(cell) not in mine)
    page.get_by_role("button", name="Fit the map").click()
    touch_cell(page, far)
    expect(page.get_by_text("LF-30").first).to_be_visible()
    page.get_by_role("button", name="Unlock").click(force=True)
    expect(page.get_by_text("LF-64").first).to_be_visible()


def test_loot_is_placed_with_arrows_and_turned_with_r(open_page: Opener) -> None:
    page = sit_down(open_page)
    wait_for_turn(page)
    go_on(page, act, can_collect)
    scene = seen(page)
    loot = next(each for each in scene["loot"] if each["id"] == plan(scene)[1])
    page.keyboard.press("b")
    page.keyboard.press("c")
    page.locator(f"[data-mine] [data-id='{loot['id']}']").click()
    expect(page.get_by_test_id("commit")).to_be_visible()
    page.keyboard.press("r")
    for key in ("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    selected = page.locator("[role=gridcell][aria-selected=true]")
    assert selected.count() == len(scene["shapes"][loot["code"]]["turned"][0])
    page.keyboard.press("Escape")
    expect(selected).to_have_count(0)
    assert seen(page)["seats"][scene["you"]]["points"] == scene["seats"][scene["you"]]["points"]


def test_a_piece_is_dragged_into_the_backpack(open_page: Opener) -> None:
    page = sit_down(open_page, width=1440, height=900)
    wait_for_turn(page)
    go_on(page, act, can_collect)
    scene = seen(page)
    me = scene["you"]
    loot = next(each for each in scene["loot"] if each["id"] == plan(scene)[1])
    card = page.locator(f"[data-mine] [data-id='{loot['id']}']").bounding_box()
    bag = page.locator("[data-mine] [role=grid]").bounding_box()
    assert card is not None
    assert bag is not None
    rows = loot["places"]
    rot, x, y = next(place for place in rows if place[0] == loot["best"][0])
    squares = scene["shapes"][loot["code"]]["turned"][rot]
    unit = bag["width"] / scene["columns"]
    wide = max(square[0] for square in squares) + 1
    high = max(square[1] for square in squares) + 1
    before = latest(page)["version"]
    page.mouse.move(card["x"] + 12, card["y"] + 12)
    page.mouse.down()
    page.mouse.move(card["x"] - 20, card["y"] + 30, steps=3)
    page.mouse.move(bag["x"] + (x + wide / 2) * unit, bag["y"] + (y + high / 2) * unit, steps=5)
    page.mouse.up()
    wait_for_news(page, before)
    packed = seen(page)["seats"][me]["pack"]
    assert [piece["id"] for piece in packed if piece["id"] == loot["id"]] == [loot["id"]]
    assert next([piece["rot"], piece["x"], piece["y"]] for piece in packed if piece["id"] == loot["id"]) == [rot, x, y]


@pytest.mark.parametrize(
    ("scheme", "width", "height"),
    mostly_long([("light", 360, 740), *LOOKS[:4]]),
)
def test_the_table_is_accessible(open_page: Opener, scheme: str, width: int, height: int) -> None:
    page = sit_down(open_page, players=3, width=width, height=height, color_scheme=scheme)
    wait_for_turn(page)
    found: set[tuple[str, str]] = set()

    def looked(page: Page, many: int) -> bool:
        phase, what = seen(page)["phase"], plan(seen(page))[0]
        if (phase, what) not in found:
            found.add((phase, what))
            assert serious(page) == [], (phase, what)
            assert page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0
        return many >= 14 or len(found) == 4

    go_on(page, act, looked)
    assert len(found) == 4
    for tab in page.locator("nav.nav button:visible, [role=tab]:visible").all():
        tab.click()
        assert serious(page) == [], tab.inner_text()


def test_the_backpack_is_repacked_by_hand_with_the_keyboard(open_page: Opener) -> None:
    page = sit_down(open_page, width=1440, height=900)
    wait_for_turn(page)

    def is_ready(page: Page, _many: int) -> bool:
        scene = seen(page)
        has_one = len(scene["seats"][scene["you"]]["pack"]) == 1
        return scene["phase"] == "turn" and has_one and scene["cost"] <= scene["actions_left"]

    go_on(page, act, is_ready)
    scene = seen(page)
    me = scene["you"]
    before = scene["seats"][me]["pack"]
    page.locator("[data-mine]").get_by_role("button", name="Repack").click()
    page.keyboard.press("Enter")  # the focus is on a piece: into the hand
    expect(page.locator("[role=gridcell][aria-selected=true]").first).to_be_visible()
    expect(page.get_by_test_id("commit")).to_have_count(0)
    page.keyboard.press("ArrowLeft" if before[0]["x"] > 0 else "ArrowRight")
    page.keyboard.press("Enter")
    version = latest(page)["version"]
    page.get_by_test_id("commit").click()
    wait_for_news(page, version)
    after = seen(page)["seats"][me]["pack"]
    assert {piece["id"] for piece in after} == {piece["id"] for piece in before}
    assert after != before
