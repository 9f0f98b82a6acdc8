"""Home, game page, new table, ready room and the pages around them at every size: nothing cut, nothing covered."""

from __future__ import annotations

import pytest
from e2e.conftest import Opener
from e2e.layout import SIZES, box_of, is_cut, is_inside, is_reached, overlap, resize
from e2e.people import be_ready, open_table, set_up, take_seat
from e2e.test_access import overflow
from playwright.sync_api import Locator, Page, expect

from loot_table.bots.names import NAMES

HUMAN, OPEN, BOT = {"kind": "human"}, {"kind": "open"}, {"kind": "bot", "bot": "apprentice"}
# How far things that could be seen have moved by themselves, in parts of the window.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(found => found.getEntries().forEach(each => { window.shifted += each.value; })).observe({type: "layout-shift", buffered: true});
"""


def settled(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")


def all_are_whole(page: Page, what: Locator) -> None:
    """Each of them is read whole and can be pressed."""
    for each in what.locator("visible=true").all():
        each.scroll_into_view_if_needed()
        assert is_inside(page, each), (page.viewport_size, each.inner_text())
        assert is_reached(each), (page.viewport_size, each.inner_text())
        assert not is_cut(each), (page.viewport_size, each.inner_text())


def none_overlap(all_of_them: Locator) -> None:
    shown = all_of_them.locator("visible=true").all()
    assert shown
    for n, one in enumerate(shown):
        assert not any(overlap(one, other) for other in shown[n + 1 :]), one.inner_text()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_page_is_read_whole_at_every_size(open_page: Opener, theme: str) -> None:
    page = open_page("/", name="Ana", color_scheme=theme)
    for path in (
        "/",
        "/games/labyrinth",
        "/new/labyrinth?with=bots",
        "/credits",
        "/nowhere",
        "/join/amber-harbor-violin",
    ):
        settled(page, path)
        if path.startswith("/new"):
            page.locator("summary").click()
        for size in SIZES:
            resize(page, size)
            assert overflow(page) <= 0, (path, size)
            all_are_whole(page, page.locator("main .btn, main h1, header .btn"))
            none_overlap(page.locator("header .brand, header .btn, main h1, main h2, main h3, main .btn"))


def test_a_short_page_is_exactly_as_tall_as_the_window(open_page: Opener) -> None:
    """It was a pixel taller: what is said to those who listen stood below everything."""
    page = open_page("/nowhere", name="Ana")
    for size in ("wide", "laptop", "phone", "small phone", "tablet"):
        resize(page, size)
        assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") == 0, size


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_nothing_moves_while_the_home_page_comes(open_page: Opener, size: str) -> None:
    width, height = SIZES[size]
    page = open_page("/nowhere", name="Ana", width=width, height=height)
    open_table(page, "loot_n_run", 3)
    page.locator("#prompt").wait_for()
    page.add_init_script(SHIFTS)
    settled(page, "/")
    expect(page.get_by_text("Your turn")).to_be_visible()
    assert page.evaluate("shifted") < 0.01


def test_on_a_phone_what_waits_comes_first_then_how_to_play_then_the_games(open_page: Opener) -> None:
    """The mockup home-phone."""
    page = open_page("/nowhere", name="Ana", width=360, height=740)
    open_table(page, "loot_n_run", 3)
    page.locator("#prompt").wait_for()
    settled(page, "/")
    in_order = [
        page.locator("h1"),
        page.get_by_role("link", name="Play: Loot N Run"),
        page.get_by_role("group", name="How to play"),
        page.locator("ul.shelf > li").first,
        page.locator("ul.shelf > li").last,
        page.get_by_label("Got a table code?"),
    ]
    tops = [box_of(each)["y"] for each in in_order]
    assert tops == sorted(tops)
    modes = [box_of(each) for each in page.get_by_role("group", name="How to play").get_by_role("button").all()]
    assert len({box["y"] for box in modes}) == 1
    assert len({box["height"] for box in modes}) == 1
    assert box_of(page.locator("h1"))["height"] < 80  # two lines
    page.get_by_role("link", name="Play: Loot N Run").click()
    page.locator("#prompt").wait_for()


def test_the_ready_room_is_read_whole_at_every_size_and_its_bots_have_names(open_page: Opener) -> None:
    page = open_page("/nowhere", name="Ana")
    set_up(page, game="labyrinth", players=8, seats=[HUMAN, *[BOT] * 6, OPEN])
    seats = page.locator("main li")
    expect(seats).to_have_count(8)
    names = [seats.nth(seat).get_by_role("heading").inner_text() for seat in range(1, 7)]
    assert len(set(names)) == 6
    looks = ("blue", "green", "red", "yellow", "purple", "brown")
    for name, letter, look, seat in zip(names, "adbceg", looks, range(1, 7), strict=True):
        assert name in NAMES[letter]
        expect(seats.nth(seat)).to_contain_text(look)
        expect(seats.nth(seat)).to_contain_text("bot, Apprentice")
    page.reload()
    expect(seats.nth(1)).to_contain_text(names[0])
    for size in SIZES:
        resize(page, size)
        assert overflow(page) <= 0, size
        all_are_whole(page, page.locator("main .btn, main li h2, main li p, .code"))
        none_overlap(page.locator("main li :is(h2, p, .btn, .chip, .mask), main h1, .acts .btn, .invite .btn"))


@pytest.mark.parametrize("size", ["laptop", "small phone"])
def test_nobody_is_said_to_be_ready_who_is_not(open_page: Opener, size: str) -> None:
    """After a rematch nobody has said yet that they are ready; the host is so by starting."""
    width, height = SIZES[size]
    ana = open_page("/nowhere", name="Ana", width=width, height=height)
    ben = open_page(set_up(ana, game="crates_barrels"), name="Ben")
    take_seat(ben)
    expect(ana.get_by_text("Ben is not ready yet.")).to_be_visible()
    expect(ana.get_by_text("Not yet", exact=True)).to_have_count(1)
    be_ready(ben)
    ben.locator("#prompt").or_(ben.get_by_text("Everybody is ready.")).first.wait_for()
    for page in (ana, ben):
        expect(page.get_by_text("Everybody is ready.")).to_be_visible()
        expect(page.get_by_text("Not yet", exact=True)).to_have_count(0)


def test_a_bots_name_is_the_same_in_seats_and_log(open_page: Opener) -> None:
    page = open_page("/nowhere", name="Ana", width=1440, height=900)
    open_table(page, "labyrinth", 6)
    page.locator("#prompt").wait_for()
    names = page.locator(".cards .nm").all_inner_texts()
    assert names[0] == "Ana"
    assert len(set(names)) == 6
    assert [name[0] for name in names[1:]] == page.locator(".cards h3 svg text").all_inner_texts()[1:]
    expect(page.locator("[role=log]")).to_contain_text(names[1])
