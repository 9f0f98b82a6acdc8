"""The daily deal and puzzles in the browser: played, compared and shared; solved and missed, by mouse, keys and on a phone."""

from __future__ import annotations

import re

from e2e.conftest import Opener, Stage
from e2e.people import wait_for_turn
from e2e.test_access import overflow, serious
from playwright.sync_api import expect

from loot_table.engine import codec
from loot_table.games.puzzles import Puzzle, puzzles_of

CLIPBOARD = """
navigator.share = undefined;
Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { window.copied = text; }}});
"""


ALMOST_HOME = "9/2b1b4/9/9/9/9/9/4C1c2/9 c 20"  # the loot is one step from e1


def test_a_deal_is_played_to_its_end_compared_and_shared(open_page: Opener, stage: Stage) -> None:
    stage("crates_barrels", ALMOST_HOME)
    for name, width, height, scheme in (("Ana", 1440, 900, "dark"), ("Ben", 390, 844, "light")):
        page = open_page(name=name, width=width, height=height, color_scheme=scheme)
        page.add_init_script(CLIPBOARD)
        page.goto("/daily?game=crates_barrels")
        page.get_by_label("Show my name").check()
        page.get_by_role("button", name="Play today’s deal").click()
        wait_for_turn(page)
        page.locator("[data-cell=e2]").click()
        page.locator("[data-cell=e1]").click()
        page.get_by_role("region", name="Result").get_by_role("link", name="Compare with everybody").click()
        expect(page.get_by_test_id("outcome")).to_contain_text("Won")
        assert serious(page) == []
        assert overflow(page) <= 0
        expect(page.get_by_role("button", name="Play today’s deal")).to_have_count(0)
    expect(page.get_by_test_id("place")).to_contain_text("One other has finished it: 0 did worse, 1 the same")
    expect(page.locator("ol.named li")).to_have_count(2)
    page.get_by_role("button", name="Share, no spoilers").click()
    text: str = page.evaluate("() => window.copied")
    assert "Crates vs Barrels" in text
    assert "/daily?game=crates_barrels" in text
    assert not re.search(r"\b[a-i][1-9]\b", text), "a move would spoil it"
    page.get_by_role("button", name="Practise it again").click()
    wait_for_turn(page)


def squares(puzzle: Puzzle, step: int = 0, place: int = 0) -> tuple[str, str]:
    """From where to where an answer goes."""
    moves = [codec.encode(each.action) for each in puzzle.stages[step].answers]
    found = [each for each in moves if each["type"] == "move"][place]
    return found["from"], found["to"]


def test_a_puzzle_of_two_turns_is_solved_by_keys(open_page: Opener) -> None:
    puzzle = next(each for each in puzzles_of("crates_barrels").puzzles if len(each.stages) == 2)
    page = open_page(f"/puzzles/crates_barrels/{puzzle.id}")
    expect(page.locator("#prompt h2")).to_contain_text("One answer")
    for step in range(2):
        page.keyboard.press("/")
        page.keyboard.type("-".join(squares(puzzle, step)))
        page.keyboard.press("Enter")
        verdict = page.locator("#verdict")
        expect(verdict).to_be_focused()
        expect(verdict.get_by_role("heading")).to_have_text("Right, go on" if step == 0 else "Solved")
        if step == 0:
            verdict.get_by_role("button", name="Go on").press("Enter")
            expect(verdict).to_have_count(0)
    assert serious(page) == []
    page.get_by_role("link", name="All puzzles").press("Enter")
    expect(page.get_by_test_id("count")).to_contain_text("1 solved of 1 tried")


def test_a_puzzle_is_missed_on_a_phone_and_says_why(open_page: Opener) -> None:
    puzzle = next(
        each
        for each in puzzles_of("loot_n_run").puzzles
        if each.theme == "awaken" and {"type": "run"} in [codec.encode(one.action) for one in each.stages[0].answers]
    )
    page = open_page(f"/puzzles/loot_n_run/{puzzle.id}", width=390, height=844, color_scheme="light")
    page.get_by_role("button", name=re.compile("^Run")).click()
    verdict = page.locator("#verdict")
    expect(verdict.get_by_role("heading")).to_have_text("Not the best")
    expect(verdict).to_contain_text("Better: Awaken")
    expect(verdict.get_by_role("listitem").first).to_contain_text("best")
    assert serious(page) == []
    assert overflow(page) <= 0
    verdict.get_by_role("button", name="Try other answers").click()
    expect(verdict).to_have_count(0)
    page.goto("/puzzles/loot_n_run")
    expect(page.get_by_test_id("count")).to_contain_text("0 solved of 1 tried")
    assert overflow(page) <= 0
