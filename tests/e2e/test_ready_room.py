"""Before a game: the invitation, the call to start, and what a ready room remembers."""

from __future__ import annotations

import pytest
from e2e.conftest import Opener
from e2e.people import (
    be_ready,
    host_table,
    set_up,
    take_seat,
)
from playwright.sync_api import expect


def test_the_invitation_seats_a_newcomer_in_three_actions(open_page: Opener) -> None:
    ana = open_page(name="Ana")
    invitation = host_table(ana, "crates_barrels")
    ben = open_page(invitation)  # one: open the link
    ben.get_by_label("Your name at this table").fill("Ben")  # two: say who you are
    take_seat(ben)  # three: sit down
    expect(ben.get_by_role("button", name="I am ready", exact=True)).to_be_visible()
    expect(ana.get_by_role("heading", name="Ben")).to_be_visible()


def test_a_called_start_can_be_stopped_by_who_is_not_ready(open_page: Opener) -> None:
    """LT-6"""
    ana = open_page(name="Ana")
    ben = open_page(host_table(ana, "crates_barrels"), name="Ben")
    take_seat(ben)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    expect(ben.locator(".count", has_text="The game starts in")).to_be_visible()
    ben.get_by_role("button", name="Wait for me", exact=True).click()
    for page in (ana, ben):
        expect(page.locator(".count", has_text="The game starts in")).to_have_count(0)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    ana.get_by_role("button", name="Stop", exact=True).click()
    expect(ben.locator(".count", has_text="The game starts in")).to_have_count(0)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    expect(ben.locator(".count", has_text="The game starts in")).to_be_visible()
    be_ready(ben)  # nobody is left to wait for
    ben.wait_for_selector("#prompt")


@pytest.mark.long  # it waits for a clock
def test_a_called_start_comes_by_itself(open_page: Opener) -> None:
    """LT-6"""
    ana = open_page(name="Ana")
    ben = open_page(host_table(ana, "crates_barrels"), name="Ben")
    take_seat(ben)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    for page in (ana, ben):
        page.wait_for_selector("#prompt")


def test_a_ready_room_restores_its_seats_after_a_reload(open_page: Opener) -> None:
    ana = open_page(name="Ana")
    set_up(ana, game="loot_n_run", players=3)
    ana.reload()
    expect(ana.get_by_role("heading", name="Ana")).to_contain_text("you")
    expect(ana.get_by_role("button", name="Seat a bot")).to_have_count(2)
