"""Who is gone: a bot holds the seat, the next player hosts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from e2e.conftest import Opener
from e2e.people import (
    choose_in_menu,
    click_turn,
    fill_with_bots,
    gather,
    host_table,
    latest,
    seat_a_bot,
    start,
    take_seat,
    version,
    wait_for_turn,
)
from e2e.served import serving
from playwright.sync_api import expect

GRACE = 2.0  # seconds until somebody who left counts as gone; 30 for people


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on which nobody has to be waited for as long as people are."""
    with serving(tmp_path_factory.mktemp("brisk"), pace=0.0, grace=GRACE) as url:
        yield url


def test_a_bot_plays_for_somebody_who_is_gone_and_hands_the_seat_back(open_page: Opener, brisk: str) -> None:
    """LT-8"""
    ana, ben = gather(partial(open_page, at=brisk), "crates_barrels")
    table = ben.url
    seat = ana.locator(".seats [data-seat='1']")
    dialog = ana.get_by_role("dialog", name="Ben")
    hold = dialog.get_by_role("button", name=re.compile("Burglar.* play for Ben"))
    seat.get_by_role("button", name="More about Ben").click()
    expect(dialog).to_contain_text("A bot may play for Ben only when they have been away for 30 seconds.")
    expect(hold).to_have_count(0)
    ben.goto("/credits")
    expect(dialog).to_contain_text("It agrees to nothing in their name")
    hold.click()  # too soon: the server's own sentence is shown, and the dialog stays
    expect(dialog.get_by_role("alert")).to_contain_text("Ben has to be away for 2 seconds first")
    expect(dialog.get_by_role("alert")).to_contain_text("LT-8")
    ana.wait_for_timeout(GRACE * 1000)
    hold.click()
    expect(dialog).to_have_count(0)
    expect(seat).to_contain_text("bot holding for Ben")
    click_turn(ana)
    wait_for_turn(ana)  # the bot has answered
    choose_in_menu(ana, "Offer to end it here")
    expect(ana.locator(".offer")).to_contain_text("A bot holds the seat of Ben and agrees to nothing")
    ana.get_by_role("button", name="Withdraw it", exact=True).click()
    ben.goto(table)
    expect(ben.locator("#prompt")).to_contain_text("A bot plays for you")
    ben.get_by_role("button", name="Take my seat back", exact=True).click()
    expect(seat).not_to_contain_text("bot holding")
    click_turn(ana)
    wait_for_turn(ben)
    click_turn(ben)
    wait_for_turn(ana)
    assert "Ben is back." in version(ana)


def test_somebody_hands_the_own_seat_to_a_bot_at_once(open_page: Opener) -> None:
    """LT-8"""
    ana, ben = gather(open_page, "crates_barrels")
    ben.locator(".seats [data-seat='1']").get_by_role("button", name="More about Ben").click()
    dialog = ben.get_by_role("dialog", name="Ben")
    expect(dialog).to_contain_text("A bot can play for you until you take your seat back.")
    dialog.get_by_role("button", name="Burglar play for me").click()
    expect(ben.locator("#prompt")).to_contain_text("A bot plays for you")
    click_turn(ana)
    wait_for_turn(ana)


def test_when_the_host_is_gone_the_next_player_hosts_without_a_reload(open_page: Opener, brisk: str) -> None:
    """LT-6: in the ready room, and in a game."""
    opened = partial(open_page, at=brisk)
    ana = opened("/", name="Ana")
    ben = opened(host_table(ana, "loot_n_run", 3), name="Ben")
    take_seat(ben)
    expect(ben.get_by_text("Ana starts the game.")).to_be_visible()
    expect(ben.get_by_role("button", name="Seat a bot")).to_have_count(0)
    table = ana.url
    ana.goto("/credits")
    expect(ben.get_by_text("The host is away: you host the table now.")).to_be_visible(timeout=15_000)
    expect(ben.get_by_text("Ana starts the game.")).to_have_count(0)
    seat_a_bot(ben)
    ana.goto(table)
    expect(ana.get_by_text("Ben starts the game.")).to_be_visible()
    start(ben)
    for page in (ana, ben):
        page.wait_for_selector("#prompt")
    ben.goto("/credits")
    expect(ana.locator("[role=log]")).to_contain_text("Ana hosts the table now.", timeout=15_000)
    ana.locator(".seats [data-seat='1']").get_by_role("button", name="More about Ben").click()
    expect(ana.get_by_role("dialog", name="Ben").get_by_role("button", name="Mute in the chat")).to_be_visible()


def test_who_sits_down_elsewhere_keeps_the_seat_and_stays_the_host(open_page: Opener) -> None:
    """LT-6"""
    ana = open_page(name="Ana")
    host_table(ana, "loot_n_run", 3)
    ana.get_by_role("button", name="Sit here").last.click()
    expect(ana.get_by_role("listitem").nth(2)).to_contain_text("Anayou")
    expect(ana.get_by_role("button", name="Seat a bot")).to_have_count(2)
    expect(ana.get_by_text("hosts the table now")).to_have_count(0)
    fill_with_bots(ana)
    start(ana)
    ana.wait_for_selector("#prompt")
    assert latest(ana)["audience"] == 2
    expect(ana.locator(".seats [data-seat='2']")).to_contain_text("you")
