"""The board of Loot N Run: hidden cards, discards, odds, the Werewolf's choice, and reveals that are never in the way."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from e2e.conftest import Opener
from e2e.people import gather, latest, wait_for_turn
from playwright.sync_api import Page, expect

BOX = Path(__file__).parents[2] / "loot_table" / "games" / "loot_n_run" / "components.toml"


def loot(page: Page, deck: int = 0) -> None:
    wait_for_turn(page)
    page.locator(f"[data-deck='{deck}']").click()
    page.wait_for_selector(".prompt:not(.yours)")


def awaken(page: Page, seat: int) -> None:
    wait_for_turn(page)
    page.locator(f"[data-awaken='{seat}']").click()
    page.get_by_test_id("commit").click()


def holding(text: str) -> re.Pattern[str]:
    """Any name that holds the text."""
    return re.compile(re.escape(text))


def pack_of_wolves() -> dict[str, Any]:
    """Every room a Werewolf's: whoever is woken is caught, and two rooms are brought."""
    box = tomllib.loads(BOX.read_text(encoding="utf-8"))
    for deck in box["decks"].values():
        for card in deck["cards"]:
            card.update(guardian="werewolf", amulet=0)
    for back in box["backs"]:
        back["guardians"] = back["cards"]
    return box


def test_on_one_screen_a_curtain_hides_the_cards_between_turns(open_page: Opener) -> None:
    page = open_page("/new/loot_n_run?with=here", name="Ana")
    page.get_by_label("Name on seat 2").fill("Ben")
    page.get_by_role("button", name="Fewer", exact=True).click()
    page.get_by_role("button", name="Sit down and start", exact=True).click()
    page.get_by_role("button", name="I am Ana, show me").click()
    page.locator("[data-deck='0']").click()
    page.get_by_role("button", name="Hand over").click()
    page.get_by_role("button", name="I am Ben, show me").wait_for()
    frame = latest(page)
    assert frame["audience"] == "spectator"
    assert not [card for hand in frame["match"]["scene"]["hands"] for card in hand if card["face"]]
    page.get_by_role("button", name="I am Ben, show me").click()
    page.locator("[data-deck='1']").click()
    page.get_by_role("button", name="Hand over").click()
    page.get_by_role("button", name="I am Ana, show me").click()
    expect(page.get_by_role("list", name="Your rooms").get_by_role("img")).to_have_count(1)


def test_on_one_screen_the_curtain_falls_again_when_nobody_touches_it(open_page: Opener) -> None:
    page = open_page("/new/loot_n_run?with=here", name="Ana")
    page.clock.install()
    page.get_by_label("Name on seat 2").fill("Ben")
    page.get_by_role("button", name="Sit down and start", exact=True).click()
    show_me = page.get_by_role("button", name="I am Ana, show me")
    show_me.click()
    wait_for_turn(page)
    page.clock.run_for(15_000)
    page.mouse.move(300, 300)  # somebody is still there
    page.clock.run_for(15_000)
    expect(show_me).to_have_count(0)
    page.clock.run_for(6_000)
    expect(show_me).to_be_visible()
    assert latest(page)["audience"] == "spectator"
    show_me.click()
    wait_for_turn(page)


def test_on_one_screen_the_curtain_falls_by_itself_once_there_was_time_to_read(open_page: Opener) -> None:
    page = open_page("/new/loot_n_run?with=here", name="Ana")
    page.clock.install()
    page.get_by_role("button", name="Fewer", exact=True).click()
    page.get_by_role("button", name="Sit down and start", exact=True).click()
    page.get_by_role("button", name="I am Ana, show me").click()
    wait_for_turn(page)
    page.locator("[data-deck='0']").click()
    page.get_by_role("button", name="Hand over").wait_for()
    page.clock.run_for(5_000)
    expect(page.get_by_test_id("curtain")).to_have_count(0)
    page.clock.run_for(13_000)
    expect(page.get_by_test_id("curtain")).to_be_visible()


def test_perfect_information_on_one_screen_has_no_curtain(open_page: Opener) -> None:
    page = open_page("/new/crates_barrels?with=here", name="Ana")
    page.get_by_label("Name on seat 2").fill("Ben")
    page.get_by_role("button", name="Sit down and start", exact=True).click()
    wait_for_turn(page)
    page.locator("[data-cell=e2]").click()
    page.locator("[data-cell=e4]").click()
    expect(page.get_by_label("e4, crate, last move")).to_have_count(1)  # now seen by Ben
    wait_for_turn(page)
    page.locator("[data-cell=c8]").click()
    page.locator("[data-cell=c6]").click()
    expect(page.locator("[role=log]")).to_contain_text("c8-c6")


def test_my_cards_can_be_hidden_and_peeked_at(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run")
    loot(ana)
    face = next(card["face"] for card in latest(ana)["match"]["scene"]["hands"][0])
    rooms = ana.get_by_role("list", name="Your rooms")
    expect(rooms.get_by_role("img")).to_have_accessible_name(holding(face["text"]))
    ana.get_by_role("button", name="Hide my cards", exact=True).click()
    expect(rooms.get_by_role("img")).to_have_count(0)
    expect(rooms.get_by_role("listitem")).to_contain_text(f"{face['back']} room, covered")
    expect(ana.locator("[data-mine]")).not_to_contain_text("escape")
    for place in (ana.locator(".seats"), ana.locator("#prompt")):
        expect(place).not_to_contain_text("guardian")
    ana.get_by_role("button", name="Hold to peek", exact=True).hover()
    ana.mouse.down()
    expect(rooms.get_by_role("img")).to_have_accessible_name(holding(face["text"]))
    ana.mouse.up()
    expect(rooms.get_by_role("img")).to_have_count(0)
    expect(rooms.get_by_role("listitem")).to_contain_text(f"{face['back']} room, covered")
    loot(ben)
    wait_for_turn(ana)
    ana.keyboard.press("c")
    expect(rooms.get_by_role("img")).to_have_accessible_name(holding(face["text"]))


def test_the_discard_pile_can_be_looked_through_and_the_odds_read(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run")
    loot(ana)
    loot(ben)
    ana.get_by_role("tab", name="Odds", exact=True).click()
    odds = latest(ana)["match"]["scene"]["odds"]
    caught = next(line["caught"] for line in odds if line["seat"] == 1)
    row = ana.get_by_role("row", name="Ben")
    expect(row.get_by_role("cell").first).to_have_text(f"{round(caught * 100)} %")
    wait_for_turn(ana)
    ana.get_by_test_id("run").click()
    loot(ben)
    wait_for_turn(ana)
    gone = latest(ana)["match"]["scene"]["discard"]
    assert len(gone) == 1
    ana.get_by_role("button", name="Discard").click()
    pile = ana.get_by_role("dialog", name="The discard pile")
    expect(pile.get_by_role("img")).to_have_count(1)
    expect(pile).to_contain_text(f"{gone[0]['back']}: 1 of")
    pile.get_by_role("button", name="Close", exact=True).click()
    expect(pile).to_have_count(0)


def test_the_werewolf_brings_two_rooms_and_one_is_kept(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run", wish={"components": pack_of_wolves()})
    loot(ana)
    loot(ben)
    awaken(ana, 1)
    expect(ana.locator("#prompt")).to_contain_text("Keep which of the Werewolf’s rooms?")
    expect(ben.locator("#prompt")).to_contain_text("Ana is choosing which card to keep.")
    brought = ana.get_by_role("group", name="What the Werewolf brought").get_by_role("button")
    expect(brought).to_have_count(2)
    expect(ana.get_by_test_id("keep")).to_contain_text("keep nothing")
    brought.first.click()
    expect(brought.first).to_have_attribute("aria-pressed", "true")
    expect(ana.get_by_test_id("keep")).to_contain_text("keep 1")
    drawn = latest(ana)["match"]["scene"]["drawn"]
    ana.get_by_test_id("keep").click()
    wait_for_turn(ben)
    mine = [card["face"]["id"] for card in latest(ana)["match"]["scene"]["hands"][0]]
    assert drawn[0]["face"]["id"] in mine
    assert len(mine) == 2
    discarded = [face["id"] for face in latest(ben)["match"]["scene"]["discard"]]
    assert drawn[1]["face"]["id"] in discarded
    assert drawn[0]["face"]["id"] not in discarded


def test_a_reveal_runs_is_skipped_and_never_in_the_way(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run", reduced_motion="no-preference")
    loot(ana)
    loot(ben)
    wait_for_turn(ana)
    ana.get_by_test_id("run").click()
    expect(ben.locator(".reveal")).to_contain_text("Ana runs")
    loot(ben)  # a click goes through it and ends it
    expect(ben.locator(".reveal")).to_have_count(0)
    loot(ana)
    wait_for_turn(ben)
    ben.get_by_test_id("run").click()
    ben.wait_for_selector(".reveal")
    ben.evaluate("() => document.activeElement.blur()")
    ben.keyboard.press(" ")
    expect(ben.locator(".reveal")).to_have_count(0)


def test_an_awaken_that_is_not_allowed_says_why(open_page: Opener) -> None:
    ana, _ = gather(open_page, "loot_n_run")
    wait_for_turn(ana)
    ana.locator("[data-awaken='1']").click()
    bubble = ana.get_by_role("dialog", name="Not Ben")
    expect(bubble).to_be_visible()
    bubble.get_by_role("button", name="Rule LR-").click()
    expect(ana.locator("[data-rule^='LR-']").first).to_be_visible()
