"""Somebody's first evening, in every game: home, the first lesson, a first game with the coach, its result, its review, the
library, and once more. On a desk, on a phone held either way, and at 200 %."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from e2e import fiends
from e2e.conftest import Opener, Stage
from e2e.people import is_over, latest, wait_for_turn
from e2e.test_access import overflow, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Locator, Page, expect

from loot_table.games.puzzles import puzzles_of

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
    "lying phone": {"width": 844, "height": 390, "has_touch": True, "is_mobile": True},
    "zoomed": {"width": 720, "height": 450, "device_scale_factor": 2},
}


@dataclass(frozen=True)
class Newcomer:
    """Somebody before a page, with a mouse or with a finger."""

    page: Page
    size: str

    @property
    def taps(self) -> bool:
        return bool(SIZES[self.size].get("has_touch"))

    @property
    def by(self) -> str:
        return "tap" if self.taps else "click"

    def press(self, what: str | Locator) -> None:
        found = self.page.locator(what).first if isinstance(what, str) else what
        found.tap() if self.taps else found.click()

    def commit(self) -> None:
        self.press(self.page.get_by_test_id("commit"))

    def see(self, *words: str) -> None:
        for each in words:
            expect(self.page.get_by_text(each).locator("visible=true").first).to_be_visible()
        assert overflow(self.page) <= 0, self.page.url


Deed = Callable[[Newcomer], None]


def go(origin: str, target: str) -> Deed:
    def deed(me: Newcomer) -> None:
        me.press(f"[data-cell='{origin}']")
        me.press(f"[data-cell='{target}']")
        if me.taps:  # a finger is asked once more
            me.commit()

    return deed


def slide(where: str) -> Deed:
    def deed(me: Newcomer) -> None:
        way = me.page.get_by_role("button", name=re.compile(f"^Slide {where}"))
        me.press(way.locator("visible=true").first)
        me.commit()

    return deed


def choose(*spots: str, is_asked: bool = True) -> Deed:
    def deed(me: Newcomer) -> None:
        for spot in spots:
            me.press(spot)
        if is_asked:
            me.commit()

    return deed


def flip(cell: str) -> Deed:
    def deed(me: Newcomer) -> None:
        fiends.touch_cell(me.page, cell, me.by)
        me.commit()

    return deed


def travel(me: Newcomer) -> None:
    """Flip the store, and walk there."""
    mine_or_over = me.page.locator(".prompt.yours").or_(me.page.get_by_role("region", name="Result"))
    while True:
        mine_or_over.first.wait_for()
        if is_over(me.page):
            return
        fiends.act(me.page, me.by)


@dataclass(frozen=True)
class First:
    """What is first in a game: a lesson, what is done in it and said to that, the coach's first note, a game near its end,
    the deed that wins it, and what its result says."""

    name: str
    lesson: str
    deed: Deed
    then: str | None
    next: str
    note: str
    position: Any
    ending: Deed
    result: str


TREASURES = [[6, 8], [10, 10], [6, 12], [14, 12], [7, 13], [13, 13]]
GAMES = {
    "crates_barrels": First(
        "Crates vs Barrels",
        "Move a crate",
        go("e2", "e4"),
        "One pawn, one move.",
        "Diagonals count too",
        "One move of one pawn a turn",
        "9/2b1b4/9/9/9/9/9/4C1c2/9 c 20",
        go("e2", "e1"),
        "Guest brought the loot home.",
    ),
    "loot_n_run": First(
        "Loot N Run",
        "Loot a room",
        choose("[data-deck='0']", is_asked=False),
        "It is yours, face down.",
        "Backs warn",
        "Do one thing: loot a room",
        {"hands": [["G03", "G07"], [], ["Y12"]], "tops": ["green", "red"], "sizes": [25, 26], "scores": [34, 6, 5]},
        choose("[data-testid=run]", is_asked=False),
        "The target of 35 points is reached",
    ),
    "labyrinth": First(
        "Looters of the Labyrinth",
        "Slide",
        slide("east"),
        "Two in one go.",
        "You cannot brake",
        "One action: slide",
        {"pawns": [[0, 8], [19, 20]], "treasures": TREASURES, "stash": [6, 1]},
        slide("east"),
        "7 treasures were enough.",
    ),
    "looterz": First(
        "Looterz",
        "Your first turn",
        choose("[data-hand='dragonling-1']"),
        "Its three hearts are its Life.",
        "A search rolls one die for each heart",
        "Each of your Looterz acts once",
        {"turn": 10, "phase": "dungeon", "loot": [9, 7, 4], "parties": [["dwarf-1"], ["king-1"], ["goblin-1"]]},
        choose("[data-cell='dwarf-1']", "[data-deed=search]"),
        "10 Loot is enough.",
    ),
    "loot_fiend": First(
        "Loot Fiend",
        "Explore",
        flip("0,-1"),
        None,
        "Each new tile brings a small piece",
        "Flip, walk, collect",
        {
            "tiles": [["cross", 0, 0, -1], ["store", 0, 2, 0], ["store", 0, -1, 1]],
            "chars": [[0, -1], [0, -1]],
            "packs": [[["s02", 0, 0, 4]], []],
            "substacks": [[1, 1]],
            "last_finder": 1,
        },
        travel,
        "At the last store Guest carries the most",
    ),
}
NOW = {
    "crates_barrels": "phone",
    "loot_n_run": "zoomed",
    "labyrinth": "desk",
    "looterz": "lying phone",
    "loot_fiend": "phone",
}
EVENINGS = [
    pytest.param(game, size, id=f"{game}-{size}", marks=() if NOW[game] == size else pytest.mark.long)
    for game in GAMES
    for size in SIZES
]


@pytest.mark.parametrize(("game", "size"), EVENINGS)
def test_a_first_evening_with_a_game(open_page: Opener, stage: Stage, game: str, size: str) -> None:
    first = GAMES[game]
    me = Newcomer(open_page("/", coached=True, **SIZES[size]), size)
    asks_to_learn(me, game, first)
    does_the_first_step(me, first)
    stage(game, first.position)
    plays_a_first_game(me, first)
    wins(me, first)
    looks_at_the_review(me, first)
    finds_it_in_the_library(me, first)
    stage(game, None)
    plays_again(me, game)


def asks_to_learn(me: Newcomer, game: str, first: First) -> None:
    """The one question of a first visit, and the game of one's choice."""
    me.see("Pull up a chair.")
    question = me.page.get_by_role("region", name="First time here?")
    me.press(question.get_by_role("link", name="Learn a game"))
    expect(me.page.get_by_role("heading", name="Learn Crates vs Barrels")).to_be_visible()  # the soonest learned
    others = me.page.get_by_role("navigation", name="Other games").get_by_role("link")
    expect(others).to_have_count(len(GAMES) - 1)
    if game != "crates_barrels":
        me.press(others.filter(has_text=first.name))
    expect(me.page.get_by_role("heading", name=f"Learn {first.name}")).to_be_visible()
    me.see(first.lesson, "Then play", "The rules")


def does_the_first_step(me: Newcomer, first: First) -> None:
    """And leaves: what was done is kept."""
    me.press(me.page.get_by_role("link", name="Start", exact=True))
    expect(me.page.get_by_test_id("lesson-says").first).to_be_visible()
    first.deed(me)
    if first.then is not None:
        me.see(first.then)
        if me.size != "desk":  # where there is room for one thing at a time
            me.press(me.page.get_by_role("button", name="Go on"))
    me.see(first.next)
    me.press(me.page.get_by_role("link", name="Leave the lesson"))
    expect(me.page.get_by_role("link", name=f"Go on: {first.lesson}")).to_be_visible()
    me.see("step 2 of")


def plays_a_first_game(me: Newcomer, first: First) -> None:
    me.press(me.page.get_by_role("button", name="First game with the coach"))
    wait_for_turn(me.page)
    bots = [seat["bot"] for seat in latest(me.page)["card"]["seats"][1:]]
    assert set(bots) == {"apprentice"}
    coach = me.page.get_by_test_id("coach")
    expect(coach).to_contain_text(first.note)
    is_accessible(me.page)
    me.press(coach.get_by_role("button", name="Got it"))
    expect(coach).to_have_count(0)


def wins(me: Newcomer, first: First) -> None:
    first.ending(me)
    result = me.page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading").first).to_have_text("You get away with it.")
    expect(result).to_contain_text(first.result)
    expect(result.get_by_role("listitem").first).to_contain_text("you")
    for name in ("Review", "Replay", "Another game"):
        expect(result.get_by_role("link", name=name)).to_be_visible()
    is_accessible(me.page)


def looks_at_the_review(me: Newcomer, first: First) -> None:
    me.press(me.page.get_by_role("region", name="Result").get_by_role("link", name="Review"))
    expect(me.page.get_by_role("heading", name=f"Review · {first.name}")).to_be_visible()
    expect(me.page.get_by_role("slider", name="Win chance, step by step")).to_be_visible()
    me.see("Who was winning?")
    is_accessible(me.page)


def finds_it_in_the_library(me: Newcomer, first: First) -> None:
    me.press(me.page.get_by_role("link", name="Loot Table, home"))
    me.press(me.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Library"))
    mine = me.page.get_by_role("region", name="My games").get_by_role("listitem")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text(first.name)
    expect(mine).to_contain_text(re.compile("Won|1st of 3"))
    me.press(mine.get_by_role("button", name=f"More about {first.name}"))
    me.press(me.page.get_by_role("dialog").get_by_role("link", name="To the table"))


def plays_again(me: Newcomer, game: str) -> None:
    """It starts at once."""
    before = me.page.url
    me.press(me.page.get_by_role("region", name="Result").get_by_role("button", name="Rematch"))
    expect(me.page).not_to_have_url(before)
    expect(me.page.locator("#prompt h2")).not_to_be_empty()
    card = latest(me.page)["card"]
    assert (card["game"], card["phase"]) == (game, "playing")
    assert sum(seat["kind"] == "human" for seat in card["seats"]) == 1


# ---------------------------------------------------------------- pages on which one learns and comes back

PUZZLE = puzzles_of("loot_n_run").puzzles[0].id
PAGES = {
    "/learn": "Learn Crates vs Barrels",
    "/learn/looterz/turn": "",
    "/learn/loot_fiend/legal": "",
    "/puzzles/loot_n_run": "Puzzles",
    f"/puzzles/loot_n_run/{PUZZLE}": "",
    "/daily": "Today’s job",
    "/library": "Nothing taken yet",
    "/profile": "",
    "/settings": "Settings",
    "/review": "",
    "/games/labyrinth": "Looters of the Labyrinth",
}


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def is_accessible(page: Page) -> None:
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(f"html[data-theme={scheme}]")).to_be_attached()  # a fade begins when the page hears of it
        page.evaluate(TWO_FRAMES)
        assert serious(page) == [], (page.url, scheme)


@pytest.mark.parametrize("size", mostly_long(SIZES))
def test_pages_to_learn_and_come_back_to_are_accessible_in_both_themes(open_page: Opener, size: str) -> None:
    page = open_page(**SIZES[size])
    for path, title in PAGES.items():
        page.goto(path)
        heading = page.get_by_role("heading", name=title) if title else page.get_by_role("heading")
        expect(heading.first).to_be_attached()
        page.wait_for_load_state("networkidle")
        is_accessible(page)
        assert overflow(page) <= 0, path
