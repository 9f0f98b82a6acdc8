"""Home, game page, new table, ready room and the pages around them at every size: nothing cut, nothing covered."""

from __future__ import annotations

import re

import pytest
from e2e.conftest import Opener
from e2e.layout import SIZES, box_of, resize
from e2e.people import be_ready, open_table, set_up, take_seat
from e2e.test_access import overflow
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

from loot_table.bots.names import NAMES

HUMAN, OPEN, BOT = {"kind": "human"}, {"kind": "open"}, {"kind": "bot", "bot": "apprentice"}
# How far things that could be seen have moved by themselves, in parts of the window.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(found => found.getEntries().forEach(each => { window.shifted += each.value; })).observe({type: "layout-shift", buffered: true});
"""


# A host who has not said that they are ready, as after a rematch.
UNREADY = """async table => {
  const frame = await (await fetch(`/api/tables/${table}/frame?seat=0`)).json();
  const body = JSON.stringify({type: "command", id: "unready", seat: 0, version: frame.version, do: {type: "ready", is_ready: false}});
  const answer = await fetch(`/api/tables/${table}/commands`, {method: "POST", headers: {"content-type": "application/json"}, body});
  const after = await (await fetch(`/api/tables/${table}/frame?seat=0`)).json();
  if (!answer.ok || after.card.seats[0].is_ready) throw new Error(await answer.text());
}"""


def settled(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")


# Of what can be seen, all at once: what is cut, lies outside, under something else, or over another of its kind.
FAULTS = """selector => {
  const found = [];
  const shown = [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
  for (const each of shown) {
    each.scrollIntoView({block: "center"});
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const say = fault => found.push(`${fault}: ${each.tagName} ${each.getAttribute("aria-label") ?? each.innerText}`);
    if (box.left < -1 || box.right > innerWidth + 1) say("outside");
    if (top !== null && !each.contains(top) && !top.contains(each)) say("covered");
    if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth) say("cut");
    for (const other of shown) {
      if (other === each || other.contains(each) || each.contains(other)) continue;
      const its = other.getBoundingClientRect();
      const isAcross = box.right > its.left + 1 && its.right > box.left + 1;
      if (isAcross && box.bottom > its.top + 1 && its.bottom > box.top + 1) say(`over ${other.innerText}`);
    }
  }
  scrollTo(0, 0);
  return found;
}"""


def all_is_well(page: Page, selector: str, theme: str = "") -> None:
    """At every size: all of it is read whole, is apart from the rest and can be pressed."""
    for size in SIZES:
        resize(page, size)
        assert overflow(page) <= 0, (page.url, size)
        assert page.evaluate(FAULTS, selector) == [], (page.url, size, theme)


@pytest.mark.parametrize("theme", mostly_long(["dark", "light"]))
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
        all_is_well(page, "header .brand, header .btn, main :is(h1, h2:not(.sr), h3, .btn, .field)", theme)


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
        page.locator(".waits a"),
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
    page.locator(".waits a").click()
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
    all_is_well(page, "main li :is(h2, p, .btn, .chip, .mask), main h1, .acts .btn, .invite .btn, .code")


@pytest.mark.parametrize("size", ["laptop", "small phone"])
def test_nobody_is_said_to_be_ready_who_is_not(open_page: Opener, size: str) -> None:
    """After a rematch nobody has said yet that they are ready; the host is so by starting."""
    width, height = SIZES[size]
    ana = open_page("/nowhere", name="Ana", width=width, height=height)
    ben = open_page(set_up(ana, game="crates_barrels"), name="Ben")
    take_seat(ben)
    expect(ana.get_by_text("Ben is not ready yet.")).to_be_visible()
    expect(ana.get_by_text("Not yet", exact=True)).to_have_count(1)
    ana.evaluate(UNREADY, ana.url.rsplit("/", 1)[1])
    be_ready(ben)
    for page in (ana, ben):
        expect(page.get_by_text("Everybody is ready.")).to_be_visible()
        expect(page.get_by_text("Not yet", exact=True)).to_have_count(0)


def test_a_bots_name_is_the_same_in_seats_and_log(open_page: Opener) -> None:
    page = open_page("/nowhere", name="Ana", width=1440, height=900)
    open_table(page, "labyrinth", 6)
    page.locator("#prompt").wait_for()
    names = page.locator(".seat:visible .nm").all_inner_texts()
    assert names[0] == "Ana"
    assert len(set(names)) == 6
    assert [name[0] for name in names[1:]] == page.locator(".seat:visible h3 svg text").all_text_contents()[1:]
    expect(page.locator("[role=log]")).to_contain_text(re.compile(rf"({'|'.join(names)}) begins"))
