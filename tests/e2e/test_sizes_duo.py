"""Crates vs Barrels and Loot N Run at every size: nothing cut, nothing covered, every button once and in reach."""

from __future__ import annotations

from typing import Any

import pytest
from e2e.conftest import Opener, Stage
from e2e.layout import SIZES, box_of, is_cut, is_inside, is_reached, resize
from e2e.people import open_table, wait_for_turn
from e2e.test_loot_n_run import awaken, pack_of_wolves
from e2e.tiers import mostly_long
from playwright.sync_api import Locator, Page, expect

from loot_table.bots.names import NAMES

CARRIERS = "9/2bb5/6C2/9/4B4/9/9/2ccc4/9 c 10"
FULL = "9/2bbbbb2/9/9/9/9/9"
WINNING = "9/9/9/9/9/9/4C4/9/b8 c 10"
HANDS = [["G03", "Y02", "R01", "G04", "Y04", "R04", "G06"], ["G02", "G09", "R03", "Y05"], ["Y01"], []]
HANDS += [["G05", "R05", "Y07", "G07", "R07"], ["G01", "Y09"]]


def rooms(players: int, own: int = 7) -> dict[str, Any]:
    """Many rooms with everybody, seven of them with Ana."""
    hands = [HANDS[0][:own], *HANDS[1:players]]
    return {"hands": hands, "discard": ["G10", "R10", "Y10", "G11"], "scores": [5, 4, 3, 2, 1, 0][:players]}


def seated(open_page: Opener, game: str, players: int, **more: Any) -> Page:
    page = open_page(name="Ana")
    open_table(page, game, players, **more)
    wait_for_turn(page)
    return page


def shown(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True).locator("visible=true")


# Everything at once: each lies in the window, would be met by a tap, is not cut, and no two of a group touch.
FAULTS = """groups => {
  const found = [];
  for (const group of groups) {
    const all = group.flatMap((selector) => {
      const shown = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
      if (!shown.length) found.push(`${selector} is not there`);
      return shown;
    });
    all.forEach((each, n) => {
      const box = each.getBoundingClientRect();
      const name = each.ariaLabel || each.innerText || each.tagName;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`${name} is outside`);
      if (!top || !(each.contains(top) || top.contains(each))) found.push(`${name} is covered`);
      if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1) found.push(`${name} is cut`);
      for (const other of all.slice(0, n)) {
        const there = other.getBoundingClientRect();
        const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
        const along = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
        if (across > 1 && along > 1) found.push(`${name} touches ${other.ariaLabel || other.innerText}`);
      }
    });
  }
  return found;
}"""
# Which bots' names would not fit beside the odds.
TOO_LONG = """names => [...document.querySelectorAll("[data-awaken] b:not(.sr)")].flatMap((place) => {
  const own = place.textContent;
  const cut = names.filter((name) => { place.textContent = name; return place.scrollWidth > place.clientWidth; });
  place.textContent = own;
  return cut;
})"""
RESERVE = ".acts .btn:not(.icon)"
TOOLS = "[aria-label='Flip the board'], [aria-label='Show threats']"
PILES = ["[data-awaken]", "[data-deck]", ".discard"]
CARDS = ["[role=listitem] [role=img]", "[data-testid=loot]", "[data-testid=run]", "[data-testid=awaken]", ".facts .btn"]


def faults(page: Page, *groups: list[str]) -> list[str]:
    found: list[str] = page.evaluate(FAULTS, list(groups))
    return found


def test_crates_and_barrels_have_their_buttons_once_beside_a_free_board(open_page: Opener, stage: Stage) -> None:
    stage("crates_barrels", CARRIERS)
    page = seated(open_page, "crates_barrels", 2)
    grid = page.get_by_role("grid")
    for size in SIZES:
        resize(page, size)
        for name in ("Flip the board", "Show threats", "Respawn"):
            expect(shown(page, name)).to_have_count(1)
        corners = [f"[data-cell={name}]" for name in ("a1", "a9", "i1", "i9")]
        assert faults(page, corners, ["[role=grid]", TOOLS, RESERVE], ["#prompt"]) == [], size
        room = box_of(page.locator("#board"))
        # On a phone the whole room, but for a little wood around the tiles.
        least = 0.86 if size in ("phone", "small phone", "landscape", "zoomed") else 0.73
        assert box_of(grid)["width"] > least * min(room["width"], room["height"]), size


def test_when_the_loot_is_home_nobody_is_on_the_way(open_page: Opener, stage: Stage) -> None:
    stage("crates_barrels", WINNING)
    page = seated(open_page, "crates_barrels", 2)
    expect(page.locator("#board")).to_contain_text("home in 1")
    page.locator("[data-cell=e3]").click()
    page.locator("[data-cell=e1]").click()
    shown(page, "Look at the board").click()
    for size in ("laptop", "small phone", "landscape"):
        resize(page, size)
        expect(page.locator("body")).not_to_contain_text("home in")
        expect(shown(page, "Respawn")).to_have_count(0)
    expect(page.locator("[data-cell=e1]")).to_have_attribute(
        "aria-label", "e1, your crate carrying loot, Loot Tile of the Crates, last move"
    )


def test_the_board_stays_where_it_is_however_many_wait_in_the_yard(open_page: Opener, stage: Stage) -> None:
    places: dict[str, list[Any]] = {size: [] for size in SIZES}
    for position in (f"{FULL}/2ccccc2/9 c 10", CARRIERS, f"{FULL}/4c4/9 c 10"):
        stage("crates_barrels", position)
        page = seated(open_page, "crates_barrels", 2)
        for size in SIZES:
            resize(page, size)
            places[size].append(box_of(page.locator("#board")))
    for size, boxes in places.items():
        assert boxes[0] == boxes[1] == boxes[2], size


def test_on_a_phone_a_refusal_leaves_the_yard_in_reach(open_page: Opener) -> None:
    page = seated(open_page, "crates_barrels", 2)
    for size in ("phone", "small phone"):
        resize(page, size)
        page.locator("[data-cell=e2]").click()
        page.locator("[data-cell=a1]").click()
        expect(page.locator("#prompt")).to_contain_text("Not a1")
        assert faults(page, ["#prompt .btn", "[data-mine] .btn"], ["#prompt h2", "#prompt p"]) == [], size
        page.locator("#prompt").get_by_role("button", name="Back").click()
        page.keyboard.press("Escape")


def test_a_long_question_is_read_whole_beside_undo(open_page: Opener, stage: Stage) -> None:
    stage("crates_barrels", f"{FULL}/2ccccc2/9 c 10")
    page = seated(open_page, "crates_barrels", 2)
    page.locator("[data-cell=e2]").click()
    page.locator("[data-cell=e3]").click()
    expect(page.get_by_role("log")).to_contain_text("11.")
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Undo").locator("visible=true")).to_be_visible()
    question = page.locator("#prompt h2")
    question.evaluate("question => { question.textContent = 'Careful: their barrel on g7 can bring your loot home.'; }")
    for size in SIZES:
        resize(page, size)
        assert faults(page, ["#prompt h2", "#prompt .btn"]) == [], size
        bar, words = box_of(page.locator("#prompt")), box_of(question)
        assert words["y"] >= bar["y"] - 1, size
        assert words["y"] + words["height"] <= bar["y"] + bar["height"] + 1, size


@pytest.mark.parametrize("players", mostly_long([6, 5, 4, 3, 2]))
def test_rooms_decks_and_answers_fit_for_all_players(open_page: Opener, stage: Stage, players: int) -> None:
    stage("loot_n_run", rooms(players))
    page = seated(open_page, "loot_n_run", players)
    expect(page.locator("[data-awaken]")).to_have_count(players - 1)
    expect(page.get_by_role("list", name="Your rooms").get_by_role("img")).to_have_count(len(HANDS[0]))
    for size in SIZES:
        resize(page, size)
        assert faults(page, PILES, CARDS) == [], size
        assert page.evaluate(TOO_LONG, [name for names in NAMES.values() for name in names]) == [], size


def test_nothing_moves_when_the_first_rooms_come(open_page: Opener, stage: Stage) -> None:
    """Three rooms take the place that was kept for them."""
    high = {}
    for own in (0, 3):
        stage("loot_n_run", rooms(3, own) if own else {"hands": [[], [], []]})
        page = seated(open_page, "loot_n_run", 3)
        for size in SIZES:
            resize(page, size)
            parts = [page.locator(where).first for where in ("[data-mine]", "[data-awaken]", "[data-deck]")]
            high[own, size] = [round(box_of(part)["height"]) for part in parts]
    for size in SIZES:
        assert high[0, size] == high[3, size], size


def test_the_choice_of_rooms_is_seen_whole(open_page: Opener, stage: Stage) -> None:
    stage("loot_n_run", rooms(4))
    page = seated(open_page, "loot_n_run", 4, components=pack_of_wolves())
    awaken(page, 1)
    brought = page.get_by_role("group", name="What the Werewolf brought").get_by_role("button")
    expect(brought).to_have_count(2)
    for size in SIZES:
        resize(page, size)
        assert faults(page, [".pick", "[data-mine] p", "[data-testid=keep]"]) == [], size


def test_what_is_turned_up_fits_the_board(open_page: Opener, stage: Stage) -> None:
    stage("loot_n_run", rooms(6))
    page = seated(open_page, "loot_n_run", 6)
    page.clock.install()
    awaken(page, 4)
    turned, board = page.locator(".reveal"), page.locator("#board")
    expect(turned).to_contain_text("Frank gives Ana an extra turn.")
    for size in ("laptop", "phone", "small phone", "landscape", "zoomed"):
        resize(page, size)
        outer, inner = box_of(board), box_of(turned)
        assert inner["y"] >= outer["y"], size
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"], size
        assert not is_cut(turned), size


def test_the_discard_pile_has_its_way_out_in_sight(open_page: Opener, stage: Stage) -> None:
    stage("loot_n_run", rooms(3))
    page = seated(open_page, "loot_n_run", 3)
    page.get_by_role("button", name="Discard").click()
    pile = page.get_by_role("dialog", name="The discard pile")
    for size in SIZES:
        resize(page, size)
        assert is_inside(page, pile), size
        assert faults(page, ["dialog .btn"]) == [], size
        assert "reen: 2 of 24 cards" in pile.get_by_role("heading", level=3).first.inner_text()


def test_the_odds_are_read_at_every_size(open_page: Opener, stage: Stage) -> None:
    stage("loot_n_run", rooms(6))
    page = seated(open_page, "loot_n_run", 6)
    for size in SIZES:
        resize(page, size)
        page.locator("[role=tab], nav button").filter(has_text="Odds").locator("visible=true").click()
        box = box_of(page.get_by_role("table").first)
        assert box["x"] >= 0, size
        assert box["x"] + box["width"] <= SIZES[size][0], size
        last = page.get_by_role("table").last.get_by_role("cell").last
        last.scroll_into_view_if_needed()
        assert is_reached(last), size
