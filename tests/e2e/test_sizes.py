"""Every size: small phones, phones on their side, a page at 200 %, a big screen. All fits, all is reached, all is played."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.people import (
    be_ready,
    click_turn,
    fill_with_bots,
    gather,
    host_table,
    loot_or_run,
    play_on,
    start,
    tap_turn,
    wait_for_turn,
)
from e2e.test_access import overflow
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

PHONE = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "small phone": {"width": 360, "height": 740, **PHONE},
    "phone on its side": {"width": 844, "height": 390, **PHONE},
    "twice as large": {"width": 720, "height": 450, "device_scale_factor": 2},
    "big screen": {"width": 1920, "height": 1080},
    "daylight": {"width": 1280, "height": 800, "color_scheme": "light"},
}
sizes = pytest.mark.parametrize("size", mostly_long(SIZES.values(), 2))


def outside(page: Page) -> list[str]:
    """Buttons and links that can be seen by nobody: outside the window, with nothing to scroll them in."""
    found: list[str] = page.evaluate("""() => {
        const hidden = [];
        for (const each of document.querySelectorAll("button, a[href], input, select")) {
            if (!each.checkVisibility({visibilityProperty: true}) || each.closest(".sr, .skip, [inert]") || each.classList.contains("skip")) continue;
            each.scrollIntoView({block: "nearest", inline: "nearest"});
            const box = each.getBoundingClientRect();
            const isIn = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            const isCovered = top && !each.contains(top) && !top.contains(each) && !each.labels?.[0]?.contains(top);
            if (box.width && box.height && (!isIn || isCovered)) hidden.push(each.getAttribute("aria-label") ?? each.innerText ?? each.id);
        }
        scrollTo(0, 0);
        return hidden;
    }""")
    return found


def fits(page: Page) -> None:
    assert overflow(page) <= 0, page.url
    assert outside(page) == [], page.url


@sizes
def test_every_page_fits(open_page: Opener, size: dict[str, Any]) -> None:
    page = open_page(name="Ana", **size)
    for path in ("/", "/games/crates_barrels", "/new/loot_n_run?with=friends", "/credits", "/join/NOSUCH"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        fits(page)
    host_table(page, "loot_n_run", 6)
    fits(page)


@sizes
@pytest.mark.parametrize("game", ["crates_barrels", "loot_n_run"])
def test_a_table_fits_and_all_its_parts_are_reached(open_page: Opener, game: str, size: dict[str, Any]) -> None:
    page = open_page(name="Ana", **size)
    host_table(page, game, 2 if game == "crates_barrels" else 6)
    fill_with_bots(page)
    start(page)
    wait_for_turn(page)
    fits(page)
    for name, shown in {
        "Players": page.get_by_role("button", name="More about Ana").locator("visible=true"),
        "Log": page.get_by_role("log"),
        "Rules": page.locator("[data-rule]").first,
        "Chat": page.get_by_label("Say something"),
    }.items():
        tab = page.locator(f"nav.nav button:visible:has-text('{name}'), [role=tab]:visible:has-text('{name}')")
        if tab.count():
            tab.click()
        expect(shown).to_be_visible()
        fits(page)
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog", name="This table").get_by_role("link", name="Replay", exact=True).click()
    page.locator(".scrub").wait_for()
    fits(page)


@pytest.mark.parametrize("size", mostly_long(SIZES.values()))
def test_both_games_are_played_on(open_page: Opener, size: dict[str, Any]) -> None:
    is_touch = "has_touch" in size
    for game, move in (
        ("crates_barrels", tap_turn if is_touch else click_turn),
        ("loot_n_run", partial(loot_or_run, by="tap" if is_touch else "click")),
    ):
        ana, ben = gather(open_page, game, **size)
        play_on({ana: click_turn if game == "crates_barrels" else loot_or_run, ben: move}, turns=6)


def test_nothing_moves_when_the_turn_comes(open_page: Opener) -> None:
    for game, wide in (("crates_barrels", (1280, 800)), ("loot_n_run", (1280, 800)), ("crates_barrels", (390, 844))):
        ana, ben = gather(open_page, game, width=wide[0], height=wide[1])
        ben.wait_for_selector(".prompt:not(.yours)")
        before = places(ben)
        wait_for_turn(ana)
        click_turn(ana) if game == "crates_barrels" else ana.locator("[data-deck='0']").click()
        wait_for_turn(ben)
        assert places(ben) == before, game


def places(page: Page) -> dict[str, list[int]]:
    """Where the parts of the table are."""
    found: dict[str, list[int]] = page.evaluate("""() => Object.fromEntries(
        ["#prompt", "main.board", "[data-mine]", "aside.seats", "aside.tabs"].map((part) => {
            const box = document.querySelector(part).getBoundingClientRect();
            return [part, [box.x, box.y, box.width, box.height].map(Math.round)];
        }))""")
    return found


def test_the_ready_room_is_used_on_a_small_phone(open_page: Opener) -> None:
    ana = open_page(name="Ana", **SIZES["small phone"])
    ben = open_page(host_table(ana, "crates_barrels"), name="Ben", **SIZES["phone on its side"])
    ben.get_by_role("button", name="Take a seat", exact=True).tap()
    be_ready(ben)
    start(ana)
    wait_for_turn(ana)


@pytest.mark.parametrize("game", ["loot_n_run", "loot_fiend"])
def test_the_names_of_four_players_are_read_whole_on_a_phone(open_page: Opener, game: str) -> None:
    page = open_page(name="Ana", width=390, height=844, **PHONE)
    host_table(page, game, 4)
    fill_with_bots(page)
    start(page)
    wait_for_turn(page)
    names = page.locator(".strip .seat .nm")
    expect(names).to_have_count(4)
    cut = names.evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    )
    assert cut == []
