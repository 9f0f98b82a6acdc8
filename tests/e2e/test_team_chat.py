"""What a team says among itself, at three browsers: teammates read it, the opponent is never sent it."""

from __future__ import annotations

from e2e.conftest import Opener
from e2e.people import HEARD, be_ready, open_table, start, take_seat
from e2e.test_access import serious
from playwright.sync_api import Page, expect

SECRET = "the north corridor is ours"


def sit_in_teams(open_page: Opener, **options: object) -> tuple[Page, Page, Page]:
    """Ana and Cleo against Ben and a bot."""
    ana = open_page(name="Ana")
    invitation = open_table(ana, "labyrinth", 4, {"teams": True, "first_player": 0, **options}, friends=2)
    ben = open_page(invitation, name="Ben")
    take_seat(ben)
    expect(ana.get_by_role("heading", name="Ben")).to_be_visible()
    cleo = open_page(invitation, name="Cleo")
    take_seat(cleo)
    for friend in (ben, cleo):
        be_ready(friend)
    start(ana)
    for page in (ana, ben, cleo):
        page.wait_for_selector("[role=grid]")
        page.get_by_role("tab", name="Chat").click()
    return ana, ben, cleo


def say(page: Page, text: str, to: str) -> None:
    page.get_by_role("radio", name=to).click()
    page.locator("#chat-line").fill(text)
    page.keyboard.press("Enter")


def test_only_the_team_receives_what_is_said_to_it(open_page: Opener) -> None:
    """LT-12, LL-R40"""
    ana, ben, cleo = sit_in_teams(open_page, team_channel=True)
    ana.get_by_role("radio", name="Team").click()
    expect(ana.get_by_role("radiogroup")).to_contain_text("Only your team reads this.")
    assert serious(ana) == []
    say(ana, SECRET, "Team")
    for page in (ana, cleo):
        line = page.get_by_role("log", name="Chat").locator("p", has_text=SECRET)
        expect(line).to_contain_text("team only")
    say(cleo, "good luck, all", "Table")
    expect(ben.get_by_role("log", name="Chat")).to_contain_text("good luck, all")
    ben.reload()
    ben.get_by_role("tab", name="Chat").click()
    expect(ben.get_by_role("log", name="Chat")).to_contain_text("good luck, all")
    assert not [text for text in HEARD[ben] if SECRET in text]
    assert SECRET not in ben.content()
    cleo.reload()
    cleo.get_by_role("tab", name="Chat").click()
    expect(cleo.get_by_role("log", name="Chat")).to_contain_text(SECRET)


def test_open_team_talk_says_that_everyone_can_read_it(open_page: Opener) -> None:
    """LL-11.2"""
    ana, ben, _ = sit_in_teams(open_page)
    ana.get_by_role("radio", name="Team").click()
    expect(ana.get_by_role("radiogroup")).to_contain_text("Everyone can read this.")
    say(ana, SECRET, "Team")
    expect(ben.get_by_role("log", name="Chat").locator("p", has_text=SECRET)).to_contain_text("to the team")


def test_limited_talk_says_so_and_the_second_line_is_refused(open_page: Opener) -> None:
    """LL-R39"""
    ana, ben, _ = sit_in_teams(open_page, table_talk="limited")
    expect(ana.get_by_role("radiogroup")).to_contain_text("Everyone can read this. One line a turn.")
    say(ana, SECRET, "Team")
    expect(ben.get_by_role("log", name="Chat")).to_contain_text(SECRET)
    say(ana, "and then east", "Team")
    expect(ana.get_by_text("speak again after your next one")).to_be_visible()


def test_without_table_talk_nobody_is_offered_a_line(open_page: Opener) -> None:
    """LL-11.2"""
    ana, *_ = sit_in_teams(open_page, table_talk="none")
    expect(ana.get_by_text("agreed not to talk during the game")).to_be_visible()
    assert ana.locator("#chat-line").count() == 0
    assert ana.get_by_role("radio").count() == 0
