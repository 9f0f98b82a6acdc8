"""One navigation on every page: the same five ways, where one is, by keyboard and under the thumb."""

from __future__ import annotations

from e2e.conftest import Opener
from e2e.layout import box_of, is_inside, is_reached, resize
from e2e.people import open_table, wait_for_turn
from playwright.sync_api import Page, expect

WAYS = [("Play", "/"), ("Learn", "/learn"), ("Daily", "/daily"), ("Library", "/library"), ("Lab", "/lab")]


def offers_all(page: Page) -> None:
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")
    assert [(link.inner_text().strip(), link.get_attribute("href")) for link in links.all()][:5] == WAYS


PLACES = [
    ("/", "Play", "page"),
    ("/games/looterz", "Play", "true"),
    ("/new/looterz", "Play", "true"),
    ("/lab", "Lab", "page"),
    ("/credits", None, None),
    ("/settings", None, None),
    ("/no/such/page", None, None),
]


def test_every_page_has_the_same_ways_and_marks_where_one_is(open_page: Opener) -> None:
    page = open_page("/credits", name="Ana")
    way = page.get_by_role("navigation", name="Pages")
    for path, section, current in PLACES:
        page.goto(path)
        expect(way.get_by_role("link")).to_have_count(5)
        offers_all(page)
        marked = way.locator("[aria-current]")
        expect(marked).to_have_count(0 if section is None else 1)
        if section is not None:
            expect(marked).to_have_text(section)
            expect(marked).to_have_attribute("aria-current", str(current))


def test_on_a_phone_it_lies_under_the_thumb_and_follows_the_page(open_page: Opener) -> None:
    page = open_page("/", name="Ana")
    way = page.get_by_role("navigation", name="Pages")
    for size in ("phone", "small phone", "landscape", "tablet"):
        resize(page, size)
        assert page.viewport_size is not None
        bottom = page.viewport_size["height"]
        page.evaluate("() => scrollTo(0, 1e6)")
        box = box_of(way)
        assert abs(box["y"] + box["height"] - bottom) <= 1, size
        for link in way.get_by_role("link").all():
            assert is_inside(page, link), size
            assert is_reached(link), size
            assert box_of(link)["height"] >= 44, size
        last = box_of(page.get_by_role("contentinfo").get_by_role("link").last)
        assert last["y"] + last["height"] <= box["y"], "nothing ends under it"
    resize(page, "wide")
    assert box_of(way)["y"] < 72


def test_it_is_reached_by_keyboard(open_page: Opener) -> None:
    page = open_page("/credits", name="Ana")
    page.get_by_role("navigation", name="Pages").wait_for()
    seen = []
    for _ in range(8):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("() => document.activeElement?.getAttribute('href')"))
    assert [path for _, path in WAYS] == seen[1:6]
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Lab").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Lab", exact=True)).to_have_attribute("aria-current", "page")
    page.wait_for_function("() => document.activeElement?.matches('[data-page-start]')")


def test_a_table_keeps_its_screen_for_itself_and_has_the_ways_in_its_menu(open_page: Opener) -> None:
    page = open_page(name="Ana", width=390, height=844)
    open_table(page, "loot_n_run", 3)
    wait_for_turn(page)
    assert page.get_by_role("navigation", name="Pages").count() == 0
    page.get_by_role("button", name="Menu", exact=True).click()
    offers_all(page)
    page.get_by_role("dialog").get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    page.go_back()
    wait_for_turn(page)
    page.goto(page.url + "/replay")
    page.get_by_role("button", name="Pages").click()
    offers_all(page)
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()
