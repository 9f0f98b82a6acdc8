"""Addresses: each restores its screen after a reload, and each that leads nowhere says so."""

from __future__ import annotations

import re

import pytest
from e2e.conftest import Opener
from e2e.people import gather, host_table, is_my_turn, set_up, shown_code, wait_for_turn
from playwright.sync_api import expect


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/", "Pull up a chair."),
        ("/games/loot_n_run", "Loot N Run"),
        ("/new/crates_barrels?with=open", "Set the table"),
        ("/credits", "Credits"),
    ],
)
def test_an_address_restores_its_page(open_page: Opener, path: str, heading: str) -> None:
    page = open_page(path)
    for _ in range(2):
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        assert page.url.endswith(path)
        page.reload()


def test_a_new_table_keeps_what_was_chosen_in_its_address(open_page: Opener) -> None:
    page = open_page("/new/loot_n_run", name="Ana")
    page.get_by_role("radio", name="One screen").check()
    expect(page.get_by_role("button", name="Sit down and start", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Sit down and start", exact=True)).to_be_visible()


def test_the_back_button_goes_through_the_pages(open_page: Opener) -> None:
    page = open_page("/")
    page.get_by_role("heading", name="Crates vs Barrels").get_by_role("link").click()
    page.get_by_role("link", name="Play bots", exact=True).click()
    expect(page.get_by_role("heading", name="Set the table")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Crates vs Barrels", level=1)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()


def test_the_home_page_continues_a_game_that_waits_for_me_first(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    wait_for_turn(ana)
    host_table(ana, "loot_n_run")
    ana.goto("/")
    waits = ana.get_by_role("region", name="Your turn at 1 table").get_by_role("listitem")
    others = ana.get_by_role("region", name="Continue").get_by_role("listitem")
    expect(waits).to_contain_text("with Ben")
    expect(others).to_contain_text("Waiting for players")
    waits.get_by_role("link", name="Play").click()
    wait_for_turn(ana)
    assert not is_my_turn(ben)


def test_an_open_table_is_found_on_the_pages_of_home_and_game(open_page: Opener) -> None:
    ana = open_page(name="Ana")
    set_up(ana, game="loot_n_run", players=4, is_public=True)
    code = shown_code(ana)
    for path in ("/", "/games/loot_n_run"):
        ben = open_page(path, name="Ben")
        ben.get_by_role("link", name=re.compile(f"^Join.*table {code}")).click()
        expect(ben.get_by_role("button", name="Take a seat", exact=True)).to_be_visible()
    other = open_page("/games/crates_barrels")
    expect(other.get_by_role("heading", name="Crates vs Barrels", level=1)).to_be_visible()
    expect(other.get_by_role("link", name=f"table {code}")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/no/such/page", "There is nothing here"),
        ("/games/chess", "No such game"),
        ("/new/chess", "No such game"),
        ("/join/MAGPYE", "No table called MAGPYE"),
        ("/join/amber-harbor-violin", "No table called amber harbor violin"),
        ("/join/amber-harb-violin", "That is not quite a table code"),
        ("/t/nosuchtable", "No such table"),
        ("/t/nosuchtable/replay", "No such table"),
        ("/t/nosuchtable/replay/x", "There is nothing here"),
    ],
)
def test_an_address_that_leads_nowhere_says_so_and_shows_the_way_out(open_page: Opener, path: str, title: str) -> None:
    page = open_page(path)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_role("link", name="To the front door", exact=True).click()
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()


def test_a_moment_that_never_was_is_the_last_one(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    ana.goto(ana.url + "/replay/999")
    expect(ana.locator(".count")).to_have_text("0 / 0")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/join/MAGPIE", "The table is out of reach"),
        ("/t/aaaaaaaaaaaaaaaaaaaaaa", "The table is out of reach"),
        ("/t/aaaaaaaaaaaaaaaaaaaaaa/replay", "This cannot be replayed now"),
        ("/games/loot_n_run", "The game is out of reach"),
        ("/new/loot_n_run", "The game is out of reach"),
    ],
)
def test_a_server_that_does_not_answer_is_named_and_asked_again(open_page: Opener, path: str, title: str) -> None:
    page = open_page()
    page.context.route("**/api/**", lambda route: route.abort())
    page.goto(path)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.context.unroute("**/api/**")
    page.get_by_role("button", name="Load it again", exact=True).click()
    expect(page.get_by_role("heading", name=title)).to_have_count(0)


def test_the_home_page_says_that_the_server_is_gone(open_page: Opener) -> None:
    page = open_page("/credits")
    page.context.route("**/api/**", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("alert").filter(has_text="The server does not answer.")).to_be_visible()


def test_a_table_whose_server_goes_away_says_so_and_comes_back_by_itself(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    ana.context.route("**/api/**", lambda route: route.abort())
    ana.evaluate("() => window.cutLines()")
    expect(ana.get_by_text("Reconnecting…")).to_be_visible()
    ana.context.unroute("**/api/**")
    expect(ana.get_by_text("Reconnecting…")).to_have_count(0)
    expect(ana.get_by_text("We are back. Nothing was lost.")).to_be_visible()


def test_a_closed_table_says_that_nobody_may_watch(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels", wish={"spectators": "off"})
    stranger = open_page(ana.url)
    expect(stranger.get_by_text("This table is played behind closed doors.")).to_be_visible()
