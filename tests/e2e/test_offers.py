"""Undo, takebacks, offers to end, resigning, and again."""

from __future__ import annotations

from e2e.conftest import Opener
from e2e.people import (
    choose_in_menu,
    click_turn,
    gather,
    latest,
    result,
    start,
    wait_for_turn,
)
from playwright.sync_api import Page, expect


def test_undo_takes_back_what_nobody_has_answered(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    ana.locator("[data-cell=e2]").click()
    ana.locator("[data-cell=e4]").click()
    expect(ana.get_by_label("e4, your crate, last move")).to_have_count(1)
    ana.get_by_role("button", name="Undo", exact=True).click()
    expect(ana.get_by_label("e2, your crate", exact=True)).to_have_count(1)
    expect(ana.locator("[role=log]")).not_to_contain_text("e2-e4")


def test_a_takeback_is_offered_declined_offered_again_and_agreed(open_page: Opener) -> None:
    """LT-3, LT-7"""
    ana, ben = gather(open_page, "crates_barrels")
    for page in (ana, ben):
        wait_for_turn(page)
        click_turn(page)
    wait_for_turn(ana)
    choose_in_menu(ana, "Ask to take my move back")
    expect(ana.locator(".offer")).to_contain_text("Waiting for an answer")
    expect(ben.locator(".offer")).to_contain_text("Ana would like to take a move back.")
    ben.get_by_role("button", name="No", exact=True).click()
    for page in (ana, ben):
        expect(page.locator(".offer")).to_have_count(0)
        expect(page.locator("[role=log]")).to_contain_text("Ben declines.")
    choose_in_menu(ana, "Ask to take my move back")
    ben.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben):
        expect(page.locator("[role=log]")).to_contain_text("Ana takes the last action back.")
    wait_for_turn(ana)
    assert latest(ana)["match"]["scene"]["turn"] == 0


def test_a_takeback_that_cannot_be_is_explained_and_its_rule_opens(open_page: Opener) -> None:
    """LT-3"""
    ana, _ = gather(open_page, "crates_barrels")
    choose_in_menu(ana, "Ask to take my move back")
    bubble = ana.get_by_role("dialog", name="Nothing to take back")
    expect(bubble).to_contain_text("You have not acted yet")
    bubble.get_by_role("button", name="Rule LT-3").click()
    expect(ana.locator("[data-rule='LT-3']")).to_be_visible()


def test_an_offer_to_end_is_taken_back_and_made_again_and_shared(open_page: Opener) -> None:
    """LT-5, LT-7"""
    ana, ben = gather(open_page, "crates_barrels")
    choose_in_menu(ana, "Offer to end it here")
    expect(ben.locator(".offer")).to_contain_text("Ana offers to end it here")
    ana.get_by_role("button", name="Withdraw it", exact=True).click()
    expect(ben.locator(".offer")).to_have_count(0)
    choose_in_menu(ben, "Offer to end it here")
    ana.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben):
        expect(page.get_by_role("region", name="Result")).to_contain_text("Two winners, one sack. Share.")
        assert "The game ends by agreement." in result(page)


def test_resigning_asks_first_and_a_rematch_takes_both_to_the_new_table(open_page: Opener) -> None:
    """LT-4, LT-10"""
    ana, ben = gather(open_page, "crates_barrels")
    choose_in_menu(ana, "Resign")
    ana.get_by_role("button", name="Keep playing", exact=True).click()
    assert latest(ben)["card"]["phase"] == "playing"
    choose_in_menu(ana, "Resign")
    ana.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign", exact=True).click()
    expect(ana.get_by_role("region", name="Result")).to_contain_text("Ben gets away with it.")
    expect(ben.get_by_role("region", name="Result")).to_contain_text("You get away with it.")
    assert "Ana resigns." in result(ben)
    before = ana.url
    ben.get_by_role("button", name="Rematch", exact=True).click()
    for page in (ana, ben):
        page.get_by_role("button", name="To the new table").click()
    for page in (ana, ben):
        page.wait_for_url(lambda url: "/t/" in url and url != before)
        page.get_by_role("heading", name="The gang is gathering").wait_for()
    assert ana.url == ben.url
    assert [seat["name"] for seat in latest(ana)["card"]["seats"]] == ["Ben", "Ana"]
    begin_again(ana, ben)
    wait_for_turn(ben)
    assert latest(ana)["audience"] == 1


def begin_again(*pages: Page) -> None:
    """Whoever asked for it is ready, and the host starts."""
    start(next(page for page in pages if latest(page)["card"]["host"] == latest(page)["audience"]))
    for page in pages:
        page.wait_for_selector("#prompt")
