"""A game's own page: what it is about, a turn in pictures, the aid, and rules that can be searched and looked at."""

from __future__ import annotations

import re

import pytest
from e2e.conftest import Opener
from e2e.people import open_table, wait_for_turn
from e2e.test_access import overflow, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

DRAWN = "[data-testid=picture] [role=img] .sheet .sheet"


def drawn(page: Page, count: int) -> None:
    """Wait until the walk's pictures are there: each is drawn when it comes into sight."""
    walk = page.locator("section:has(#walk)")
    pictures = walk.get_by_test_id("picture")
    for number in range(pictures.count()):
        pictures.nth(number).scroll_into_view_if_needed()
        expect(pictures.nth(number).locator("[role=img] .sheet .sheet").first).to_be_attached()
    assert walk.locator("[role=img]").count() >= count


@pytest.mark.parametrize("game", mostly_long(["loot_fiend", "looterz", "labyrinth"]))
def test_a_page_opens_with_a_pitch_a_walk_and_an_aid_and_names_no_file(open_page: Opener, game: str) -> None:
    page = open_page(f"/games/{game}")
    expect(page.get_by_role("heading", name="In a minute")).to_be_visible()
    drawn(page, 4)
    expect(page.get_by_role("heading", name="on one page")).to_be_visible()
    expect(page.get_by_role("link", name="Learn it")).to_have_attribute("href", f"/learn/{game}")
    for summary in page.locator("article details > summary").all():
        summary.click()
    words = page.locator("main").inner_text()
    assert not re.search(r"\b\w+\.(toml|md|py)\b", words)
    assert page.evaluate(
        "document.querySelectorAll('[id]').length === new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size"
    )
    assert (
        page.locator(f"{DRAWN} button").first.evaluate(
            "(button) => { button.focus(); return document.activeElement === button; }"
        )
        is False
    )


def test_rules_are_found_by_words_and_by_number_with_the_keyboard(open_page: Opener) -> None:
    page = open_page("/games/crates_barrels")
    field = page.get_by_label("Search the rules")
    field.fill("jumped")
    expect(page.get_by_role("status").filter(has_text="1 rule found")).to_be_visible()
    expect(page.locator("[data-rule='CB-MOV-3']")).to_be_visible()
    expect(page.locator("[data-rule='CB-MOV-1']")).to_have_count(0)
    field.fill("cb-loo")
    expect(page.get_by_role("status").filter(has_text="rules found")).to_be_visible()
    field.press("Enter")
    expect(page.locator("[data-rule='CB-LOO-1']")).to_have_class(re.compile("wanted"))
    field.press("Enter")
    expect(page.locator("[data-rule='CB-LOO-2']")).to_have_class(re.compile("wanted"))
    field.press("Shift+Enter")
    expect(page.locator("[data-rule='CB-LOO-1']")).to_have_class(re.compile("wanted"))
    field.fill("dragon")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()
    field.press("Escape")
    expect(field).to_have_value("")
    page.get_by_role("button", name="Rule CB-ATT-4").click()  # from the aid
    clause = page.locator("[data-rule='CB-ATT-4']")
    expect(clause).to_be_focused()
    expect(clause.locator("[role=img] .sheet .sheet")).to_be_attached()
    expect(clause).to_contain_text("The table says:")


def test_at_the_table_the_rules_lie_open_where_play_is_and_show_pictures_on_demand(open_page: Opener) -> None:
    page = open_page(name="Ana")
    open_table(page, "loot_n_run", 2)
    wait_for_turn(page)
    page.get_by_role("tab", name="Rules").click()
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_text("asks now")).to_be_in_viewport()
    assert panel.locator("[role=img] .sheet").count() == 0, "nothing is fetched that nobody asked for"
    panel.get_by_label("Search the rules").fill("LR-33")
    panel.get_by_role("button", name="Show me a picture").click()
    expect(panel.locator("[role=img] .sheet .sheet")).to_be_attached()
    page.locator("[data-deck='0']").first.click()
    own = page.locator("[data-mine]").get_by_role("list", name="Your rooms")
    expect(own.get_by_role("img")).to_have_count(1)  # the board itself is as it was


@pytest.mark.parametrize(("theme", "width"), mostly_long([("dark", 390), ("light", 1440)]))
def test_the_page_is_accessible_with_its_pictures(open_page: Opener, theme: str, width: int) -> None:
    page = open_page("/games/loot_n_run", color_scheme=theme, width=width)
    drawn(page, 4)
    page.locator("article details > summary").nth(2).click()
    assert serious(page) == []
    assert overflow(page) <= 0
