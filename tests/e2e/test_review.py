"""A finished game looked at again: what decided it, what its players knew, other answers tried."""

from __future__ import annotations

import re

from e2e.conftest import Opener
from e2e.people import choose_in_menu, gather, loot_or_run, play_on, wait_for_turn
from e2e.test_access import overflow, serious
from playwright.sync_api import expect


def test_a_game_is_reviewed_on_a_phone_and_by_keyboard(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run")
    play_on({ana: loot_or_run, ben: loot_or_run}, 4)
    wait_for_turn(ana)
    choose_in_menu(ana, "Resign")
    ana.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ana.get_by_role("region", name="Result").get_by_role("link", name="Review").click()
    ribbon = ana.get_by_role("slider", name="Win chance, step by step")
    ribbon.wait_for()
    expect(ana.get_by_text(re.compile(r"\d+ decisions? judged$"))).to_be_visible()
    ana.get_by_role("region", name="Luck and larceny").wait_for()
    ana.locator("body").press("ArrowRight")
    expect(ana).to_have_url(re.compile(r"/review/\d+$"))
    answers = ana.get_by_role("region", name="Decision", exact=True)
    expect(answers.locator("li .chip.gold")).to_contain_text("played")
    assert serious(ana) == []
    ribbon.press("End")
    expect(answers).to_have_count(0)
    ana.locator("body").press("Escape")
    expect(ana).to_have_url(re.compile(r"/review$"))
    # Somebody else with the link, on a phone: another answer is tried with the luck of the game.
    guest = open_page(ana.url, name="Cleo", width=390, height=844)
    guest.get_by_role("button", name="Next decision").click()
    guest.get_by_role("button", name="Play out").first.click()
    guest.get_by_role("region", name="What if").get_by_role("link", name="Watch").wait_for()
    assert overflow(guest) == 0
    assert serious(guest) == []
