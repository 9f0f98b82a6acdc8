"""A tournament in the browser: the points between the games, the next game by one button, the winner at the end (LT-15)."""

from __future__ import annotations

from e2e.conftest import Opener
from e2e.people import be_ready, choose_in_menu, open_table, start, take_seat
from e2e.test_access import serious
from playwright.sync_api import Locator, Page, expect


def resign(page: Page) -> Locator:
    choose_in_menu(page, "Resign")
    page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign", exact=True).click()
    return page.get_by_role("region", name="Result")


def test_a_tournament_goes_on_by_one_button_and_names_its_winner(open_page: Opener) -> None:
    """LL-V4.1, LL-V4.2, LT-15"""
    ana = open_page(name="Ana")
    ben = open_page(open_table(ana, "labyrinth", 2, {"tournament": 2}, friends=1), name="Ben")
    take_seat(ben)
    be_ready(ben)
    start(ana)
    for page in (ana, ben):
        page.wait_for_selector("[role=grid]")
        expect(page.get_by_role("banner")).to_contain_text("Game 1 of 2")
    result = resign(ana)
    expect(result.get_by_role("table")).to_contain_text("Tournament, 1 of 2 games")
    expect(result).to_contain_text("Ana and Ben lead with 0 treasures after game 1 of 2.")
    assert serious(ana) == []
    result.get_by_role("button", name="Game 2 of 2").click()
    for page in (ana, ben):
        page.get_by_role("button", name="To the next game").click()
        expect(page.get_by_role("heading", name="The gang is gathering")).to_be_visible()
        expect(page.get_by_role("table")).to_contain_text("Tournament, 1 of 2 games")
    assert ana.get_by_role("button", name="Options").count() == 0, "they stay as they are to the end"
    be_ready(ben)
    start(ana)
    for page in (ana, ben):
        page.wait_for_selector("[role=grid]")
        expect(page.get_by_role("banner")).to_contain_text("Game 2 of 2")
    # Ben has moved on to the first seat, and that one begins.
    ben.wait_for_selector(".prompt.yours")
    result = resign(ben)
    expect(result).to_contain_text("win the tournament with 0 treasures.")
    expect(result.get_by_role("button", name="New tournament")).to_be_visible()


def test_four_are_offered_teams_and_can_play_alone(open_page: Opener) -> None:
    """LL-10.1"""
    ana = open_page("/new/labyrinth?with=friends", name="Ana")
    shown = ana.get_by_test_id("players")
    expect(shown).to_have_text("2")
    assert ana.get_by_role("radio", name="Two teams").count() == 0
    for _ in range(2):
        ana.get_by_role("button", name="More").click()
    expect(shown).to_have_text("4")
    expect(ana.get_by_role("radio", name="Two teams")).to_be_checked()
    ana.get_by_role("button", name="Open the ready room").click()
    expect(ana.get_by_text("seat 1, host · team 1")).to_be_visible()
    ana.goto("/new/labyrinth?with=friends")
    expect(shown).to_have_text("2")
    for _ in range(2):
        ana.get_by_role("button", name="More").click()
    ana.get_by_role("radio", name="Each alone").check(force=True)
    ana.get_by_role("button", name="Open the ready room").click()
    expect(ana.get_by_text("seat 1, host")).to_be_visible()
    assert ana.get_by_text("team 1").count() == 0
