"""Loot Fiend in the browser at moments that a game comes to now and then: stalemate, routes, shopping, repacks, the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from e2e.conftest import Opener, Stage
from e2e.fiend_tables import IDLE, FiendTable, Pick, Plain, Until, explore, heavy
from e2e.fiends import key_of, seen, touch_cell, wait_for_news
from e2e.layout import resting_box
from e2e.people import latest
from playwright.sync_api import Page, expect

WIDE = {"width": 1440, "height": 900}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
SIZES = [pytest.param(WIDE, id="wide"), pytest.param(PHONE, id="phone")]
PHONE_FIRST = [pytest.param(WIDE, id="wide", marks=pytest.mark.long), pytest.param(PHONE, id="phone")]  # whole games


def reach(
    open_page: Opener, until: Until, size: dict[str, Any], people: int = 2, pick: Pick = explore, **options: Any
) -> FiendTable:
    """A table at a moment that does not come up in every game."""
    page = open_page(name="Ana", **size)
    for _ in range(12):
        table = FiendTable(page, people, **options)
        if table.play_until(until, pick) is not None:
            table.look()
            page.locator(".prompt.yours").wait_for()
            return table
    raise AssertionError("it never came to that")


def press(page: Page, name: str | re.Pattern[str]) -> None:
    page.locator("[data-mine]").get_by_role("button", name=name).first.click()


def commit(page: Page) -> None:
    before = latest(page)["version"]
    page.get_by_test_id("commit").click()
    wait_for_news(page, before)


def fits_the_window(page: Page) -> bool:
    wide: int = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return wide <= 0


# ---------------------------------------------------------------- one screen, four seats


@pytest.mark.parametrize("size", SIZES)
def test_four_share_a_screen_without_a_curtain(open_page: Opener, size: dict[str, Any]) -> None:
    """Nothing is hidden, so the next player sees the table at once."""
    page = open_page(name="Ana", **size)
    table = FiendTable(page, 4)
    table.look()
    page.locator(".prompt.yours").wait_for()
    players = []
    for _ in range(4):
        scene = seen(page)
        assert latest(page)["audience"] == scene["to_act"]
        assert latest(page)["match"]["curtain"] is None
        assert len(scene["seats"]) == 4
        players.append(scene["to_act"])
        press(page, "End turn")
        commit(page)
    assert sorted(players) == [0, 1, 2, 3]
    assert page.locator("[data-pawn]").count() == 4
    assert fits_the_window(page)


# ---------------------------------------------------------------- the way to a store


@pytest.mark.parametrize("size", PHONE_FIRST)
def test_the_finder_chooses_a_route_with_all_of_it_in_sight(open_page: Opener, size: dict[str, Any]) -> None:
    table = reach(open_page, lambda scene: scene["phase"] == "route", size, people=4)
    page = table.page
    scene = seen(page)
    offered = scene["routes"]["routes"]
    routes = page.get_by_role("group", name="Routes").get_by_role("button")
    expect(routes).to_have_count(len(offered))
    routes.nth(1).click()
    expect(routes.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("commit")).to_contain_text("Send by route 2")
    box = page.locator(".map").bounding_box()
    assert box is not None
    for cell in offered[1]["path"]:
        tile = page.locator(f"[data-cell='{key_of(cell)}']").bounding_box()
        assert tile is not None
        middle = (tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
        assert box["x"] <= middle[0] <= box["x"] + box["width"]
        assert box["y"] <= middle[1] <= box["y"] + box["height"]
    commit(page)
    sent = next(news for news in latest(page)["match"]["news"] if news["event"]["type"] == "route_chosen")
    assert sent["event"]["path"] == offered[1]["path"]


# ---------------------------------------------------------------- stalemate


@pytest.mark.parametrize("size", SIZES)
def test_in_a_stalemate_a_spot_is_chosen_and_the_banner_opens_its_rule(open_page: Opener, size: dict[str, Any]) -> None:
    page = open_page(name="Ana", **size)
    table = FiendTable(page, 2, stalemate_rounds=1)
    assert table.play_until(lambda scene: scene["stalemate"] != "off" or scene["phase"] == "spot", IDLE) is not None
    assert table.play_until(lambda scene: scene["phase"] == "spot", IDLE) is not None
    table.look()
    expect(page.locator(".banner")).to_contain_text("Stalemate: every turn ends with a flip")
    scene = seen(page)
    assert len(scene["spots"]) == 8
    expect(page.get_by_text("flip · free")).to_have_count(8)
    spot = key_of(scene["spots"][3]["to"])
    touch_cell(page, spot, "tap" if "has_touch" in size else "click")
    expect(page.get_by_test_id("commit")).to_contain_text("Flip a tile at")
    commit(page)
    assert spot in {key_of(tile["at"]) for tile in seen(page)["tiles"]} or key_of(seen(page)["turned"]["at"]) == spot
    expect(page.locator(".banner").get_by_role("button", name="Rule LF-84")).to_be_visible()
    page.locator(".banner").get_by_role("button", name="Rule LF-84").click()
    expect(page.get_by_text("From then on every player flips").first).to_be_in_viewport()


# ---------------------------------------------------------------- loot chosen by shape


@pytest.mark.parametrize("size", SIZES)
def test_where_shapes_are_chosen_both_pieces_are_picked_from_pictures(open_page: Opener, size: dict[str, Any]) -> None:
    table = reach(open_page, lambda scene: scene["phase"] == "place_loot", size, loot_draw="choose")
    page = table.page
    small = page.get_by_role("group", name="Small piece")
    small.locator("[data-shape='I2']").click()
    expect(small.locator("[data-shape='I2']")).to_have_attribute("aria-pressed", "true")
    larger = page.get_by_role("group", name="Larger piece").get_by_role("button")
    expect(larger).to_have_count(15)
    before = latest(page)["version"]
    page.locator("[data-shape='X5']").click()
    wait_for_news(page, before)
    assert sorted(loot["code"] for loot in seen(page)["loot"]) == ["I2", "X5"]
    assert fits_the_window(page)


# ---------------------------------------------------------------- the backpack


def needs_repack(scene: Plain) -> bool:
    here = [loot for loot in scene["loot"] if loot["is_here"] and not loot["is_guarded"]]
    can_pay = scene["phase"] == "turn" and scene["actions_left"] >= 2 * scene["cost"]
    return can_pay and any(loot["fit"] == "repack" for loot in here)


@pytest.mark.parametrize("size", SIZES)
def test_a_piece_that_fits_after_a_repack_shows_the_repack_and_then_fits(
    open_page: Opener, size: dict[str, Any]
) -> None:
    page = reach(open_page, needs_repack, size).page
    scene = seen(page)
    loot = next(each for each in scene["loot"] if each["is_here"] and each["fit"] == "repack")
    expect(page.locator(f"[data-loot='{loot['id']}']")).to_have_attribute("data-fit", "repack")
    card = page.locator(f"[data-mine] [data-id='{loot['id']}']")
    expect(card).to_contain_text("repack")
    card.click()
    expect(page.get_by_role("img", name="After the repack")).to_be_visible()
    expect(page.locator("[data-mine]").get_by_text("fits after a repack")).to_be_visible()
    commit(page)
    now = next(each for each in seen(page)["loot"] if each["id"] == loot["id"])
    assert now["fit"] == "fits"
    expect(page.locator(f"[data-loot='{loot['id']}']")).to_have_attribute("data-fit", "fits")


def has_no_room(scene: Plain) -> bool:
    here = [loot for loot in scene["loot"] if loot["is_here"] and not loot["is_guarded"]]
    return scene["phase"] == "turn" and any(loot["fit"] == "no" for loot in here)


def test_a_piece_without_room_says_so(open_page: Opener) -> None:
    page = reach(open_page, has_no_room, WIDE).page
    loot = next(each for each in seen(page)["loot"] if each["is_here"] and each["fit"] == "no")
    expect(page.locator(f"[data-loot='{loot['id']}']")).to_have_attribute("data-fit", "no")
    page.locator(f"[data-mine] [data-id='{loot['id']}']").click()
    expect(page.locator("[data-mine]").get_by_text("does not fit")).to_be_visible()
    expect(
        page.locator("[data-mine]").get_by_text("has no room in your backpack, however it is packed")
    ).to_be_visible()
    expect(page.get_by_test_id("commit")).to_have_count(0)


# ---------------------------------------------------------------- shopping


def overpays(scene: Plain) -> bool:
    return scene["phase"] == "store" and bool(scene["payments"]) and scene["payments"][0]["lost"] > 0


@pytest.mark.parametrize("size", PHONE_FIRST)
def test_shopping_offers_the_cheapest_payment_and_warns_of_lost_change(open_page: Opener, size: dict[str, Any]) -> None:
    page = reach(open_page, overpays, size, people=4, pick=heavy).page
    scene = seen(page)
    me, cheapest = scene["you"], scene["payments"][0]
    expect(page.get_by_role("list", name="Who is done at the store").get_by_role("listitem")).to_have_count(4)
    expect(page.locator("[data-mine]")).to_contain_text(f"{cheapest['total']} points, {cheapest['lost']} of them lost")
    press(page, "Unlock")
    expect(page.locator("[data-mine]")).to_contain_text("lost: no change is given")
    expect(page.get_by_test_id("commit")).to_contain_text("Remove 1 lock")
    commit(page)
    after = seen(page)["seats"][me]
    assert after["locks"] == scene["seats"][me]["locks"] - 1
    assert after["points"] == scene["seats"][me]["points"] - cheapest["total"]
    before = latest(page)["version"]
    press(page, "Done here")
    wait_for_news(page, before)
    assert fits_the_window(page)


# ---------------------------------------------------------------- the map


def zoom_of(page: Page) -> float:
    return float(page.locator(".map").get_attribute("data-zoom") or 0)


def middle_of(page: Page) -> tuple[int, int]:
    x, y = (page.locator(".map").get_attribute("data-middle") or "0,0").split(",")
    return int(x), int(y)


def is_large(scene: Plain) -> bool:
    return len(scene["tiles"]) >= 14 and scene["phase"] == "turn"


def test_the_map_is_panned_and_zoomed_by_two_fingers_and_looked_at_closely(open_page: Opener) -> None:
    page = reach(open_page, is_large, PHONE).page
    sent = latest(page)["version"]
    touches = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    box = page.locator(".map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = zoom_of(page)

    def pinch() -> None:
        touch("touchStart", (x - 30, y), (x + 30, y))
        for apart in range(35, 75, 5):
            touch("touchMove", (x - apart, y), (x + apart, y))
        touch("touchEnd")

    for _ in range(3):  # a busy browser may put two fingers down as one: people pinch again
        pinch()
        page.wait_for_timeout(200)
        if zoom_of(page) > before * 1.5:
            break
    assert zoom_of(page) > before * 1.5
    before_pan = middle_of(page)
    touch("touchStart", (x, y))
    for step in range(10, 90, 10):
        touch("touchMove", (x - step, y))
    touch("touchEnd")
    page.wait_for_function(
        f"() => Number(document.querySelector('.map').dataset.middle.split(',')[0]) > {before_pan[0]}"
    )

    page.get_by_role("button", name="Back to your character").tap()
    own = seen(page)["seats"][seen(page)["you"]]["at"]
    tile = resting_box(page.locator(f"[data-cell='{key_of(own)}']"))
    touch("touchStart", (tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2))
    lens = page.get_by_test_id("lens")
    lens.wait_for()
    expect(lens).to_contain_text("you")
    touch("touchEnd")
    expect(lens).to_have_count(0)
    expect(page.get_by_test_id("commit")).to_have_count(0)
    assert latest(page)["version"] == sent


def test_the_map_is_moved_and_zoomed_by_keyboard_and_by_its_small_twin(open_page: Opener) -> None:
    page = reach(open_page, is_large, WIDE).page
    page.keyboard.press("b")
    start = zoom_of(page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.wait_for_function(f"() => Number(document.querySelector('.map').dataset.zoom) > {start}")
    x, y = middle_of(page)
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    page.wait_for_function(f"() => document.querySelector('.map').dataset.middle === '{x + 100},{y - 100}'")
    mini = page.get_by_test_id("mini-map").bounding_box()
    assert mini is not None
    page.mouse.click(mini["x"] + 12, mini["y"] + 12)
    page.wait_for_function(f"() => Number(document.querySelector('.map').dataset.middle.split(',')[0]) < {x + 100}")
    page.keyboard.press("b")
    page.keyboard.press("f")
    page.wait_for_function(f"() => Number(document.querySelector('.map').dataset.zoom) <= {max(start, 0.7)}")


def test_the_countdown_to_the_third_store_is_always_there(open_page: Opener) -> None:
    page = open_page(name="Ana", **WIDE)
    table = FiendTable(page, 2)
    table.look()
    countdown = page.get_by_test_id("countdown")
    expect(countdown).to_have_text("Third store in 18 to 21 flips")
    assert table.play_until(lambda scene: scene["stack"]["ahead"][-1]["from"] == 1, explore) is not None
    expect(countdown).to_contain_text(": it may be next")


# ---------------------------------------------------------------- the end


@pytest.mark.long
@pytest.mark.parametrize("size", PHONE_FIRST)
def test_the_end_shows_every_backpack_with_its_points(open_page: Opener, size: dict[str, Any]) -> None:
    page = open_page(name="Ana", **size)
    table = FiendTable(page, 4)
    assert table.play_until(lambda _: False, explore) is None
    table.look()
    result = page.get_by_role("region", name="Result")
    result.wait_for()
    lines = result.get_by_role("listitem")
    expect(lines).to_have_count(4)
    points = [int(re.search(r"(\d+)\s*points?", line.inner_text())[1]) for line in lines.all()]  # type: ignore[index]
    assert points == sorted((seat["points"] for seat in seen(page)["seats"]), reverse=True)
    expect(result.get_by_role("img", name=re.compile("^Backpack with"))).to_have_count(4)
    assert fits_the_window(page)


# ---------------------------------------------------------------- repacking where it is free

SPREAD = [["s01", 0, 2, 3], ["s02", 0, 2, 4]]  # two rings that leave no row for a staff
AT_STORE = {"tiles": [["straight", 0, 0, -n] for n in (1, 2, 3)] + [["store", 0, 0, -4]], "last_finder": 1, "turn": 1}


@pytest.mark.parametrize("size", SIZES)
def test_on_the_way_loot_is_repacked_for_where_that_is_allowed(
    open_page: Opener, stage: Stage, size: dict[str, Any]
) -> None:
    """LF-R11: the staff fits after a repack, which costs nothing."""
    trip = {"phase": "trip", "pending": {"path": [[0, -2], [0, -3], [0, -4]]}, "loot": {"0,-2": ["m01"]}}
    position = {**AT_STORE, **trip, "chars": [[0, -2], [0, -4]], "packs": [SPREAD, []], "stack": ["cross", "store"]}
    stage("loot_fiend", position)
    page = open_page(name="Ana", **size)
    table = FiendTable(page, 2, repack_on_trip=True)
    table.look()
    page.locator(".prompt.yours").wait_for()
    press(page, re.compile("^Repack$"))
    press(page, re.compile("Tidy|Room for"))
    commit(page)
    assert seen(page)["loot"][0]["fit"] == "fits"
    assert seen(page)["phase"] == "trip"


@pytest.mark.parametrize("size", SIZES)
def test_at_the_store_one_may_repack_twice(open_page: Opener, stage: Stage, size: dict[str, Any]) -> None:
    """LF-62."""
    shop = {"phase": "store", "pending": {"leaver": 0, "asked": 0, "repacked": [True, False], "done": [False, False]}}
    position = {**AT_STORE, **shop, "chars": [[0, -4], [0, -4]], "packs": [SPREAD, []], "stack": ["cross", "store"]}
    stage("loot_fiend", position)
    page = open_page(name="Ana", **size)
    table = FiendTable(page, 2)
    table.look()
    page.locator(".prompt.yours").wait_for()
    press(page, re.compile("^Repack$"))
    press(page, re.compile("Tidy|Room for"))
    commit(page)
    assert [piece["y"] for piece in seen(page)["seats"][0]["pack"]] != [3, 4]
    assert seen(page)["phase"] == "store"
