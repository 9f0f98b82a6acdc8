"""Clocks in the browser: they run, they stop, and undo becomes a question."""

from __future__ import annotations

import json
import re

import pytest
from e2e.conftest import Opener
from e2e.people import (
    choose_in_menu,
    click_turn,
    gather,
    latest,
    result,
    set_up,
    start,
    wait_for_turn,
)
from playwright.sync_api import Page, expect


def seconds(page: Page, seat: int) -> int:
    shown = page.locator(f".seats [data-seat='{seat}'] .clock").inner_text()
    minutes, left = re.match(r"\s*(\d+):(\d\d)", shown).groups()  # type: ignore[union-attr]
    return int(minutes) * 60 + int(left)


@pytest.mark.long  # it waits for a clock
def test_a_clock_is_shown_and_runs_and_its_flag_falls(open_page: Opener) -> None:
    """LT-9"""
    ana, ben = gather(open_page, "crates_barrels", wish={"clock": {"bank": 10, "increment": 0}})
    wait_for_turn(ana)
    for page in (ana, ben):
        page.wait_for_function("() => document.querySelector('.seats [data-seat=\"0\"] .clock').innerText < '0:08'")
        assert seconds(page, 0) < 8
        assert seconds(page, 1) == 10
    expect(ana.locator(".seats [data-seat='0'] .clock.low")).to_have_count(1)
    for page in (ana, ben):
        page.get_by_role("region", name="Result").wait_for()
        assert "Ana runs out of time." in result(page)


def test_with_clocks_undo_becomes_a_question_to_the_others(open_page: Opener) -> None:
    """LT-3"""
    ana, ben = gather(open_page, "crates_barrels", wish={"clock": {"bank": 300, "increment": 0}})
    expect(ana.get_by_role("button", name="Ask for a takeback")).to_have_count(0)  # nothing was done yet
    for by_key in (False, True):
        wait_for_turn(ana)
        click_turn(ana)
        expect(ana.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
        if by_key:
            ana.keyboard.press("u")
        else:
            ana.get_by_role("button", name="Ask for a takeback").click()
        expect(ana.get_by_role("button", name="Ask for a takeback")).to_have_count(0)  # it is asked
        expect(ben.locator(".offer")).to_contain_text("Ana would like to take a move back.")
        ben.get_by_role("button", name="Agree", exact=True).click()
        expect(ana.locator("[role=log]")).to_contain_text("Ana takes the last action back.")
    wait_for_turn(ana)
    assert latest(ana)["match"]["scene"]["turn"] == 0
    click_turn(ana)
    ana.get_by_role("button", name="Menu", exact=True).click()
    menu = ana.get_by_role("dialog", name="This table")
    expect(menu.get_by_role("button", name="Undo my last action")).to_have_count(0)
    menu.get_by_role("button", name="Ask to take my move back").click()
    expect(ben.locator(".offer")).to_contain_text("Ana would like to take a move back.")


def test_with_clocks_against_bots_undo_is_undo(open_page: Opener) -> None:
    """LT-3"""
    ana = open_page(name="Ana")
    set_up(
        ana,
        game="crates_barrels",
        clock={"bank": 300, "increment": 0},
        seats=[{"kind": "human"}, {"kind": "bot", "bot": "greedy"}],
    )
    start(ana)
    wait_for_turn(ana)
    click_turn(ana)
    wait_for_turn(ana)
    ana.get_by_role("button", name="Undo", exact=True).click()
    expect(ana.locator("[role=log]")).to_contain_text("Ana takes the last action back.")


def test_a_browser_says_which_frame_it_has_where_a_clock_runs(open_page: Opener) -> None:
    """LT-9: the way of a frame is not charged."""
    for clock in ({"bank": 300, "increment": 0}, None):
        ana, ben = gather(open_page, "crates_barrels", wish={"clock": clock})
        told: list[str] = []
        ben.on("websocket", lambda socket: socket.on("framesent", lambda text: told.append(str(text))))  # noqa: B023
        ben.reload()
        ben.wait_for_selector("#prompt")
        click_turn(ana)
        wait_for_turn(ben)
        seen = [message["version"] for message in map(json.loads, told) if message["type"] == "seen"]
        assert (latest(ben)["version"] in seen) == (clock is not None)
        assert bool(seen) == (clock is not None)


def test_the_clocks_are_stopped_and_run_again_by_agreement(open_page: Opener) -> None:
    """LT-7, LT-9"""
    ana, ben = gather(open_page, "crates_barrels", wish={"clock": {"bank": 300, "increment": 0}})
    choose_in_menu(ben, "Stop the clocks")
    expect(ana.locator(".offer")).to_contain_text("Ben would like to stop the clocks.")
    ana.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben):
        expect(page.locator("#prompt")).to_contain_text("The clocks stand still.")
    choose_in_menu(ana, "Let the clocks run again")
    ben.get_by_role("button", name="Agree", exact=True).click()
    wait_for_turn(ana)
