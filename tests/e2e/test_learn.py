"""A newcomer learns: by mouse, by keys, on a phone; then the first game with the coach."""

from __future__ import annotations

import pytest
from e2e.conftest import Opener
from e2e.people import ANSWERED
from e2e.test_access import overflow, serious
from playwright.sync_api import Locator, Page, expect

MOST_WORDS = 40


def says(page: Page) -> Locator:
    return page.get_by_test_id("lesson-says")


def tile(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def goes(page: Page, origin: str, target: str) -> None:
    tile(page, origin).click()
    tile(page, target).click()


def taps(page: Page, origin: str, target: str) -> None:
    """A finger is asked once more."""
    tile(page, origin).tap()
    tile(page, target).tap()
    page.get_by_test_id("commit").tap()


def test_two_taps_and_forty_words_lead_to_the_first_action(open_page: Opener) -> None:
    """A wrong try is answered by its rule; a right one goes on; what was left is there again."""
    page = open_page("/", name="Ana")
    page.get_by_role("link", name="Learn").first.click()
    page.get_by_role("link", name="Start").click()
    expect(says(page)).to_be_visible()
    page.goto("/learn/loot_n_run")
    page.get_by_role("link", name="Start").click()
    expect(says(page)).to_contain_text("Take a room from either deck")
    assert len(says(page).inner_text().split()) <= MOST_WORDS
    page.get_by_test_id("run").click(force=True)
    expect(page.get_by_role("dialog", name="No run now")).to_contain_text("LR-24")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.locator('[data-deck="0"]').click()
    expect(says(page)).to_contain_text("Take another room")
    page.get_by_test_id("run").click()
    expect(page.get_by_role("dialog", name="Not this")).to_contain_text("look into one more room first")
    page.reload()
    expect(says(page)).to_contain_text("Take another room")
    page.get_by_role("button", name="Show me").first.click()
    page.get_by_test_id("commit").click()
    expect(says(page)).to_contain_text("Run: every treasure")
    page.get_by_test_id("run").click()
    expect(page.get_by_test_id("lesson-end").get_by_role("img", name="1 of 3 stars")).to_be_visible()
    page.get_by_test_id("lesson-end").get_by_role("link", name="Go on").click()
    expect(page.get_by_role("heading", name="Two of a kind")).to_be_visible()
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page.get_by_text("1 of 7 lessons")).to_be_visible()
    assert [each.url for each in ANSWERED[page] if each.status >= 400] == [], "a page that is left asks for nothing"


@pytest.mark.parametrize(
    ("lesson", "lines", "then", "next"),
    [
        ("crates_barrels/steal", ("e7-e9", "e9-e7"), "From here on every barrel", "Carry it home"),
        ("loot_n_run/doubles", ("loot left", "run"), "A third room with chests", "Wake somebody"),
    ],
)
def test_a_lesson_is_done_by_keys_alone(
    open_page: Opener, lesson: str, lines: tuple[str, ...], then: str, next: str
) -> None:
    page = open_page(f"/learn/{lesson}", name="Ana")
    expect(says(page)).to_be_visible()
    for line in lines:
        page.keyboard.press("/")
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(page.locator("#command")).to_have_value("")
    expect(page.get_by_test_id("urgent")).to_contain_text(then)
    expect(page.get_by_role("link", name="Go on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=next)).to_be_visible()


def test_a_lesson_on_a_phone(open_page: Opener) -> None:
    page = open_page("/learn/crates_barrels/home", name="Ana", width=390, height=844, has_touch=True)
    expect(says(page)).to_contain_text("the red square on e1")
    taps(page, "e4", "e2")
    expect(says(page)).to_contain_text("One more tile")
    taps(page, "e2", "e1")
    expect(page.get_by_test_id("lesson-end")).to_contain_text("you win")
    assert overflow(page) <= 0
    assert serious(page) == []
    page.goto("/learn/loot_n_run/awaken")
    expect(says(page)).to_contain_text("Awaken Bo.")
    page.locator('[data-awaken="1"]').tap()
    page.get_by_test_id("commit").tap()
    expect(page.get_by_role("status").filter(has_text="caught and scores nothing")).to_be_visible()
    page.get_by_role("button", name="Go on").tap()
    page.get_by_test_id("run").tap()
    expect(page.get_by_test_id("lesson-end")).to_contain_text("Done: Wake somebody")


def test_a_way_that_fails_is_tried_once_more(open_page: Opener) -> None:
    page = open_page("/learn/crates_barrels/sneak", name="Ana")
    goes(page, "d4", "e3")
    page.get_by_test_id("lesson-end").get_by_role("button", name="Once more").click()
    goes(page, "d4", "d2")
    goes(page, "d2", "e1")
    expect(page.get_by_test_id("lesson-end").get_by_role("img", name="3 of 3 stars")).to_be_visible()


def test_legal_or_not_is_answered_by_the_rule(open_page: Opener) -> None:
    page = open_page("/learn/crates_barrels/legal", name="Ana", width=390, height=844)
    page.get_by_role("button", name="Not").click()
    expect(page.get_by_test_id("solved")).to_contain_text("CB-MOV-3")
    expect(page.get_by_role("heading", name="Right: not legal")).to_be_visible()
    page.get_by_role("button", name="Next card").click()
    page.get_by_role("button", name="Not").click()
    expect(page.get_by_role("heading", name="No: legal")).to_be_visible()
    assert serious(page) == []


def test_the_first_game_has_a_coach_until_it_is_switched_off(open_page: Opener) -> None:
    page = open_page("/learn/loot_n_run", name="Ana", coached=True)
    page.get_by_role("button", name="First game with the coach").click()
    coach = page.get_by_test_id("coach")
    expect(coach).to_contain_text("Do one thing")
    before = page.locator("#board").bounding_box()
    note = coach.bounding_box()
    assert before is not None
    assert note is not None
    assert note["x"] + note["width"] <= before["x"], "never over the board"
    assert serious(page) == []
    coach.get_by_role("button", name="Got it").click()
    assert page.locator("#board").bounding_box() == before, "nothing moves"
    page.locator('[data-deck="0"]').click()
    expect(coach).to_contain_text("Only who took a room")
    coach.get_by_role("button", name="Coach off").click()
    expect(coach).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Loot N Run")).to_be_visible()
    expect(coach).to_have_count(0)


@pytest.mark.parametrize("by", ["pointing", "focus"])
def test_a_word_explains_itself(open_page: Opener, by: str) -> None:
    page = open_page("/learn/crates_barrels/respawn", name="Ana")
    word = page.get_by_test_id("lesson-says").get_by_role("button", name="reserve")
    if by == "pointing":
        word.hover()
    else:
        word.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("CB-RSP-1")
    page.keyboard.press("Escape") if by == "focus" else page.mouse.move(5, 5)
    expect(page.get_by_role("tooltip")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "width", "height"), [("light", 1440, 900), ("dark", 844, 390)])
def test_lessons_are_accessible(open_page: Opener, scheme: str, width: int, height: int) -> None:
    page = open_page("/learn/loot_n_run", width=width, height=height, color_scheme=scheme)
    expect(page.get_by_role("heading", name="Learn Loot N Run")).to_be_visible()
    assert serious(page) == []
    assert overflow(page) <= 0
    page.goto("/learn/loot_n_run/helpers")
    expect(says(page)).to_be_visible()
    assert serious(page) == []
    assert overflow(page) <= 0
