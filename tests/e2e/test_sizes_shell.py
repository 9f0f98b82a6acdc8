"""The frame around every board at every size: seats, clocks, refusals, the result and its rematch, the replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.layout import SIZES, has_no_overflow, is_cut, is_inside, is_reached, overlap, resize
from e2e.people import ANSWERED, OPENED, STARTED, choose_in_menu, gather, open_table, wait_for_turn
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

NAME = "Maximiliane the Third"
BOT = {"kind": "bot", "bot": "greedy"}
BOXES = "all => all.map((each) => each.getBoundingClientRect().toJSON())"
# Seats outside the window, and scores and clocks that are cut or leave their card; all at once, because there are many.
SEATS_CUT = """() => [...document.querySelectorAll(".seats .seat")].flatMap((seat) => {
  const card = seat.getBoundingClientRect();
  const isOut = (box, room) => box.left < room.left - 1 || box.top < room.top - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1;
  const isCut = (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
  const parts = [...seat.querySelectorAll(".clock, .pts")].filter((part) => isCut(part) || isOut(part.getBoundingClientRect(), card));
  return [...parts, ...(isOut(card, new DOMRect(0, 0, innerWidth, innerHeight)) ? [seat] : [])].map((each) => each.className);
})"""


def play_bots(page: Page, game: str, players: int, **wish: Any) -> str:
    """A table with bots, started; its path."""
    seats = [{"kind": "human"}, *[BOT] * (players - 1)]
    card = page.evaluate(OPENED, {"game": game, "players": players, "name": NAME, "seats": seats, **wish})
    page.evaluate(STARTED, card["table"])
    page.set_default_timeout(60_000)  # many bots on a busy machine
    page.goto(f"/t/{card['table']}")
    page.locator(".seats .seat").last.wait_for()
    return f"/t/{card['table']}"


def resign(page: Page) -> None:
    choose_in_menu(page, "Resign")
    page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("region", name="Result").wait_for()


@pytest.mark.parametrize(
    ("game", "players"),
    mostly_long([("looterz", 6), ("labyrinth", 8), ("crates_barrels", 2), ("loot_n_run", 6), ("loot_fiend", 4)], 2),
)
def test_every_seat_its_score_and_its_clock_are_whole_at_every_size(open_page: Opener, game: str, players: int) -> None:
    page = open_page(name=NAME)
    path = play_bots(page, game, players, clock={"bank": 3600, "increment": 0})
    wait_for_turn(page)
    for where in (path, f"{path}/replay"):
        page.goto(where)
        expect(page.locator(".seats .clock")).to_have_count(players)
        for size in SIZES:
            resize(page, size)
            assert has_no_overflow(page), size
            assert page.evaluate(SEATS_CUT) == [], size
    page.goto(path)
    resize(page, "landscape")
    expect(page.locator(".seats .act")).to_have_count(1)
    assert is_reached(page.locator(".seats .act"))


def test_how_the_game_is_won_is_said_whole_or_not_at_all(open_page: Opener) -> None:
    page = open_page(name="Ana")
    for game, players in (("loot_fiend", 4), ("loot_n_run", 6), ("crates_barrels", 2)):
        play_bots(page, game, players, clock={"bank": 3600, "increment": 0})
        goal = page.locator(".seats p", has_text=re.compile("points|most loot|Carry"))
        for size in ("wide", "laptop"):
            resize(page, size)
            assert not goal.is_visible() or (is_inside(page, goal) and is_reached(goal)), (game, size)
            assert goal.is_visible() or game != "crates_barrels", size
            assert page.locator("aside.seats").evaluate("rail => rail.scrollHeight <= rail.clientHeight"), (game, size)


def test_a_refusal_stays_in_the_window_and_can_be_closed(open_page: Opener) -> None:
    page = open_page(name="Ana")
    play_bots(page, "crates_barrels", 2)
    wait_for_turn(page)
    for size in ("wide", "laptop", "tablet", "landscape", "zoomed"):
        resize(page, size)
        for target in ("e6", "a1", "i9", "i1"):
            page.locator("[data-cell=e2]").click()
            page.locator(f"[data-cell={target}]").click()
            bubble = page.get_by_role("dialog", name=f"Not {target}")
            close = bubble.get_by_role("button", name="Close")
            close.wait_for()
            assert is_inside(page, bubble), (size, target)
            assert is_reached(close), (size, target)
            assert not is_cut(bubble.locator("p")), (size, target)
            close.click()
            page.keyboard.press("Escape")


def test_a_result_fits_and_against_bots_a_rematch_is_one_click(open_page: Opener) -> None:
    """LT-10"""
    page = open_page(name="Ana")
    path = play_bots(page, "loot_n_run", 6)
    resign(page)
    result = page.get_by_role("region", name="Result")
    rematch = result.get_by_role("button", name="Rematch")
    for size in SIZES:
        resize(page, size)
        assert has_no_overflow(page), size
        for button in (rematch, result.get_by_role("link", name="Another game")):
            button.scroll_into_view_if_needed()
            assert is_inside(page, button), size
            assert is_reached(button), size
        assert not is_cut(result.get_by_role("heading")), size
    rematch.click()
    page.wait_for_url(lambda url: "/t/" in url and path not in url)
    page.wait_for_selector("#prompt")
    assert page.get_by_role("button", name="Start", exact=True).count() == 0


def test_the_masks_of_many_winners_cover_nothing(open_page: Opener) -> None:
    page = open_page(name="Ana")
    play_bots(page, "labyrinth", 8)
    resign(page)
    for size in SIZES:
        resize(page, size)
        masks = page.locator(".stage .masks svg").evaluate_all(BOXES)
        written = page.locator(".outcome").evaluate_all(BOXES)[0]
        assert len(masks) > 2
        for mask in masks:
            assert mask["bottom"] <= written["top"] + 1 or mask["right"] <= written["left"] + 1, size


def test_with_people_the_result_says_who_is_in_for_the_rematch(open_page: Opener) -> None:
    """LT-10"""
    ana, ben = gather(open_page, "crates_barrels")
    choose_in_menu(ana, "Resign")
    dialog = ana.get_by_role("dialog", name="Resign?")
    assert "prime" in str(dialog.get_by_role("button", name="Keep playing").get_attribute("class"))
    assert "prime" not in str(dialog.get_by_role("button", name="Resign").get_attribute("class"))
    dialog.get_by_role("button", name="Resign").click()
    for page in (ana, ben):
        resize(page, "small phone")
        page.get_by_role("region", name="Result").wait_for()
    ana.get_by_role("button", name="Rematch").click()
    there = ana.get_by_role("region", name="Result").get_by_role("button", name="To the new table")
    expect(ana.get_by_text("Nobody else is in yet.")).to_be_visible()
    assert is_inside(ana, there)
    assert is_reached(there)
    assert not overlap(there, ana.get_by_role("region", name="Result").get_by_role("list"))
    expect(ben.get_by_text("Ana is in.")).to_be_visible()
    ben.get_by_role("button", name="To the new table").click()
    expect(ana.get_by_text("Ben is in.")).to_be_visible()
    there.click()
    ana.get_by_role("heading", name="The gang is gathering").wait_for()


def test_the_log_of_a_replay_follows_the_moment(open_page: Opener) -> None:
    page = open_page(name="Ana", height=500)
    open_table(page, "loot_n_run", 6)
    wait_for_turn(page)
    resign(page)
    page.goto(f"{page.url}/replay/1")
    log = page.get_by_role("log")
    lit = log.locator(".peeked").first
    for name in ("To the end", "Back", "Back"):
        page.get_by_role("button", name=name, exact=True).click()
        lit.wait_for()
        page.wait_for_function("row => row.getBoundingClientRect().bottom <= innerHeight", arg=lit.element_handle())
        assert is_inside(page, lit), name
        assert is_reached(lit), name


def test_one_screen_asks_for_nothing_that_is_refused(open_page: Opener) -> None:
    page = open_page(name="Ana")
    seats = [{"kind": "human"}, {"kind": "human", "name": "Ben"}]
    card = page.evaluate(OPENED, {"game": "loot_n_run", "players": 2, "name": "Ana", "seats": seats})
    page.evaluate(STARTED, card["table"])
    page.goto(f"/t/{card['table']}")
    for name in ("Ana", "Ben"):
        page.get_by_role("button", name=f"I am {name}, show me").click()
        page.locator("[data-deck='0']").click()
    page.get_by_role("button", name="I am Ana, show me").wait_for()
    page.goto(f"/t/{card['table']}/replay/1")
    page.get_by_test_id("moment").wait_for()
    assert [reply.url for reply in ANSWERED[page] if reply.status >= 400] == []


# Pairs of numbers, a wrong article or plural, words run together, and what only programs say.
RAW = re.compile(
    r"\(-?\d+, ?-?\d+\)|\b(?:builds|draws|brings down) a [aeiou]"
    r"|\b1 (?:looterz|points|cards|walls|rooms|locks|actions|turns|pieces|hits)\b|\d(?:of|in|left)\b|home in 0|\(loot\)|Last confirmed",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    ("game", "players"),
    mostly_long([("looterz", 4), ("loot_n_run", 4), ("crates_barrels", 2), ("labyrinth", 4), ("loot_fiend", 3)], 2),
)
def test_what_is_read_is_never_raw(open_page: Opener, game: str, players: int) -> None:
    """A whole game by bots: the log, every seat and the result."""
    page = open_page(name="Ana", width=1440, height=900)
    play_bots(page, game, players)
    wait_for_turn(page)
    resign(page)
    for _ in range(2):
        read = page.locator("body").inner_text()
        assert RAW.findall(read) == []
        assert game == "labyrinth" or not re.search(r"\b[GYR]\d\d\b", read), (
            "the code of a card; in the Labyrinth a square"
        )
        page.get_by_role("button", name=re.compile("Look at the board|Show the result")).click()
