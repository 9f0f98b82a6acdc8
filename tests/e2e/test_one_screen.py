"""One screen for several: bots among them, a curtain that waits, and a hand on a phone (LT-18)."""

from __future__ import annotations

import json

from e2e import people
from e2e.conftest import Opener
from e2e.test_access import serious
from playwright.sync_api import Page, expect


def one_screen(page: Page, bots: int = 1) -> None:
    """Ana and Ben at Ana's screen, as they set the table themselves, with bots."""
    page.goto("/new/loot_n_run?with=here")
    expect(page.get_by_role("button", name="Sit down and start")).to_be_enabled()
    while page.get_by_test_id("players").inner_text() != str(2 + bots):
        page.get_by_role("button", name="Fewer").click()
    page.get_by_label("Name on seat 2").fill("Ben")
    for seat in range(3, 3 + bots):
        page.get_by_label(f"Who sits on seat {seat}").select_option(label="Bot: Apprentice")
    page.get_by_role("button", name="Sit down and start").click()
    page.wait_for_selector("#prompt")


def next_here(page: Page) -> str:
    """Who is called to the screen."""
    button = page.get_by_role("button", name="show me")
    expect(button).to_be_visible()
    return button.inner_text().removeprefix("I am ").split(",")[0]


def come(page: Page) -> None:
    page.get_by_role("button", name="show me").click()
    people.wait_for_turn(page)


def loot(page: Page) -> None:
    page.locator("[data-deck='0']").click()


def test_two_people_and_a_bot_play_at_one_screen_and_the_curtain_waits_for_them(open_page: Opener) -> None:
    page = open_page(name="Ana")
    one_screen(page)
    first = next_here(page)
    come(page)
    loot(page)
    over = page.get_by_role("button", name="Hand over")
    expect(over).to_be_visible()
    expect(page.get_by_test_id("curtain")).to_have_count(0)  # what came of the move is still to be seen
    page.locator("#board").focus()
    page.keyboard.press("Enter")
    second = next_here(page)
    assert {first, second} == {"Ana", "Ben"}
    expect(page.get_by_test_id("curtain")).to_contain_text(first)  # the recap tells what the first did
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert serious(page) == [], theme
    frame = people.latest(page)
    assert frame["audience"] == "spectator"
    page.get_by_role("button", name="Look at the table").click()
    expect(page.get_by_text("This is the table as everybody may see it.")).to_be_visible()
    come(page)
    loot(page)
    over.click()
    assert next_here(page) == first
    told = page.get_by_label("What everybody could see").inner_text()
    assert second in told
    bot = frame["card"]["seats"][2]["name"]
    assert bot in told, "and what the bot did behind the curtain"


def test_a_hand_goes_to_a_phone_by_a_link_and_comes_back(open_page: Opener) -> None:
    screen = open_page(name="Ana")
    one_screen(screen, bots=0)
    who = next_here(screen)
    screen.get_by_role("button", name="Show my hand on my phone").click()
    dialog = screen.get_by_role("dialog", name="Hands on phones")
    address = dialog.get_by_role("img", name="QR code of").get_attribute("aria-label").removeprefix("QR code of ")  # type: ignore[union-attr]
    phone = open_page(address, width=390, height=844)
    people.wait_for_turn(phone)
    expect(dialog).to_have_count(0)
    expect(screen.get_by_text(f"{who} decides on the phone.")).to_be_visible()
    loot(phone)
    other = next_here(screen)
    assert other != who
    phone.reload()  # the pairing outlives the page
    phone.wait_for_selector("#prompt")
    seat = people.latest(phone)["audience"]
    mine = [json.loads(text) for text in people.HEARD[phone] if '"audience":' in text]
    assert {frame["audience"] for frame in mine} == {seat}
    again = open_page(address)
    expect(again.get_by_role("heading", name="This hand is not here")).to_be_visible()
    people.choose_in_menu(screen, "Hands on phones")
    dialog.get_by_role("button", name="Take the hand back").click()
    expect(dialog.get_by_role("button", name="Show on a phone")).to_have_count(2)
    expect(phone.get_by_text("You are watching.")).to_be_visible()
