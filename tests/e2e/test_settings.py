"""The settings page: what is chosen there is so at the table, and what cannot be is refused with a sentence."""

from __future__ import annotations

import pytest
from e2e.conftest import Opener
from e2e.layout import SIZES
from e2e.people import open_table, wait_for_turn
from e2e.test_access import overflow, serious
from e2e.test_sizes_pages import all_is_well
from playwright.sync_api import Page, expect


def give_key(page: Page, does: str, key: str) -> None:
    page.get_by_role("button", name=does).click()
    page.keyboard.press(key)


def test_a_key_of_ones_own_works_at_the_table_and_the_old_one_no_more(open_page: Opener) -> None:
    page = open_page("/settings", name="Ana")
    give_key(page, "to the log", "k")
    expect(page.get_by_role("status").filter(has_text="“K” it is.")).to_be_visible()
    expect(page.get_by_role("button", name="K: to the log")).to_be_visible()
    open_table(page, "crates_barrels", 2)
    wait_for_turn(page)
    page.locator("#board").focus()
    page.keyboard.press("l")
    assert page.evaluate("() => document.activeElement?.id") == "board"
    page.keyboard.press("k")
    expect(page.get_by_role("log")).to_be_focused()
    page.keyboard.press("?")
    help_page = page.get_by_role("dialog", name="Keys")
    expect(help_page.locator("dl div").filter(has_text="to the log")).to_contain_text("K")
    help_page.get_by_role("link", name="Choose your own keys").click()
    page.get_by_role("button", name="The usual keys again").click()
    expect(page.get_by_role("button", name="L: to the log")).to_be_visible()


def test_a_key_that_is_taken_is_refused_with_a_sentence(open_page: Opener) -> None:
    page = open_page("/settings", name="Ana")
    give_key(page, "undo", "b")
    said = page.get_by_role("status")
    expect(said.filter(has_text="“B” is already the key for: to the board.")).to_be_visible()
    page.keyboard.press("5")
    expect(said.filter(has_text="“5” is a key of some boards.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="U: undo")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="U: undo")).to_be_visible()


def test_odds_keys_and_motion_can_be_switched_off(open_page: Opener) -> None:
    page = open_page("/settings", name="Ana", width=1440, height=900)
    page.get_by_role("checkbox", name="Show odds").uncheck()
    page.get_by_role("checkbox", name="Single letters are keys").uncheck()
    page.get_by_role("radio", name="Nothing moves").check()
    open_table(page, "loot_n_run", 3)
    wait_for_turn(page)
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    expect(page.get_by_role("tab", name="Odds")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
    assert page.evaluate("() => document.documentElement.dataset.speed") == "off"


def test_seats_have_the_colours_that_were_chosen_if_they_can_be_read(open_page: Opener) -> None:
    page = open_page("/settings", name="Ana")
    circle = page.get_by_label("Colour of the circle")
    circle.fill("#101010")
    expect(page.get_by_role("alert").filter(has_text="too dark")).to_be_visible()
    expect(circle).to_have_value("#0082ec")
    circle.fill("#00ffaa")
    page.reload()
    expect(circle).to_have_value("#00ffaa")
    page.goto("/")
    expect(page.locator("header .me svg path[fill='#00ffaa']").first).to_be_visible()


def test_volumes_theme_and_language_are_remembered(open_page: Opener) -> None:
    page = open_page("/settings", name="Ana")
    expect(page.get_by_role("radio", name="English")).to_be_checked()
    page.get_by_role("slider", name="Chat").fill("0.5")
    page.get_by_role("radio", name="Daylight").check()
    page.reload()
    expect(page.get_by_role("slider", name="Chat")).to_have_value("0.5")
    expect(page.get_by_role("radio", name="Daylight")).to_be_checked()
    assert page.evaluate("() => document.documentElement.dataset.theme") == "light"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_page_is_read_whole_and_accessible(open_page: Opener, theme: str) -> None:
    page = open_page("/settings", name="Ana", color_scheme=theme)
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert serious(page) == []
    if theme == "dark":
        all_is_well(page, "header .brand, header .btn, main :is(h1, h2, .btn, legend:not(.sr))")
    else:
        page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
        assert serious(page) == []
        assert overflow(page) <= 0
