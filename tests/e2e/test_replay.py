"""The replay page: any moment, any speed, any eyes, and a link that brings others there."""

from __future__ import annotations

import json
from pathlib import Path

from e2e.conftest import Opener
from e2e.people import choose_in_menu, click_turn, gather, latest, wait_for_turn
from playwright.sync_api import Page, Route, expect


def resign(page: Page) -> None:
    choose_in_menu(page, "Resign")
    page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("region", name="Result").wait_for()


def three_turns(open_page: Opener) -> tuple[Page, Page]:
    ana, ben = gather(open_page, "crates_barrels")
    for page in (ana, ben, ana):
        wait_for_turn(page)
        click_turn(page)
    wait_for_turn(ben)
    return ana, ben


def test_a_replay_steps_through_the_game_and_its_link_restores_the_moment(open_page: Opener) -> None:
    ana, _ = three_turns(open_page)
    ana.goto(ana.url + "/replay")
    ana.get_by_role("button", name="Forward", exact=True).click()
    expect(ana.locator(".count")).to_have_text("1 / 3")
    ana.get_by_role("button", name="Forward", exact=True).click()
    expect(ana.locator(".count")).to_have_text("2 / 3")
    told = ana.get_by_test_id("moment").inner_text()
    ana.reload()
    expect(ana.locator(".count")).to_have_text("2 / 3")
    expect(ana.get_by_test_id("moment")).to_have_text(told)


def test_a_replay_is_stepped_before_its_log_has_come(open_page: Opener) -> None:
    ana, _ = three_turns(open_page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ana.route("**/log*", hold)
    ana.goto(ana.url + "/replay/3")
    counted = ana.locator(".count")
    expect(counted).to_have_text("3 / 3")
    ana.get_by_role("heading", name="Crates vs Barrels: replay").focus()
    ana.keyboard.press("ArrowLeft")
    expect(counted).to_have_text("2 / 3")
    assert held, "the log was asked for"
    for each in held:
        each.continue_()


def test_a_replay_is_scrubbed_stepped_by_keys_and_played_at_any_speed(open_page: Opener) -> None:
    ana, _ = three_turns(open_page)
    ana.goto(ana.url + "/replay")
    counted = ana.locator(".count")
    expect(counted).to_have_text("0 / 3")
    ana.get_by_label("Moment", exact=True).fill("3")
    expect(counted).to_have_text("3 / 3")
    ana.get_by_role("heading", name="Crates vs Barrels: replay").focus()
    for key, shown in (("ArrowLeft", "2"), ("ArrowRight", "3"), ("Home", "0"), ("End", "3")):
        ana.keyboard.press(key)
        expect(counted).to_have_text(f"{shown} / 3")
    ana.get_by_role("button", name="To the start", exact=True).click()
    ana.get_by_label("Speed").select_option("8×")
    ana.get_by_role("button", name="Play", exact=True).click()
    expect(counted).to_have_text("3 / 3")
    expect(ana.get_by_role("button", name="Play", exact=True)).to_be_visible()  # it ends by itself
    ana.get_by_label("Speed").select_option("0.5×")
    ana.get_by_role("button", name="Play", exact=True).click()
    ana.get_by_role("button", name="Pause", exact=True).click()
    expect(counted).to_have_text("0 / 3")
    ana.locator("[role=log]").get_by_role("button", name="look").nth(1).click()
    expect(counted).to_have_text("2 / 3")


def test_a_link_to_a_moment_brings_a_stranger_there(open_page: Opener) -> None:
    ana, _ = three_turns(open_page)
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.goto(ana.url + "/replay/2")
    expect(ana.locator(".count")).to_have_text("2 / 3")
    ana.get_by_role("button", name="Link to this moment").click()
    expect(ana.get_by_text("The link to this moment is copied.")).to_be_visible()
    stranger = open_page(ana.evaluate("() => navigator.clipboard.readText()"))
    expect(stranger.locator(".count")).to_have_text("2 / 3")


def test_before_the_end_a_replay_has_only_the_eyes_one_holds(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run")
    for page in (ana, ben):
        wait_for_turn(page)
        page.locator("[data-deck='0']").click()
    wait_for_turn(ana)
    ana.goto(ana.url + "/replay")
    expect(ana.get_by_label("Eyes").get_by_role("option")).to_have_text(["Public", "Ana"])
    stranger = open_page(ana.url)
    expect(stranger.get_by_label("Eyes").get_by_role("option")).to_have_text(["Public"])
    stranger.get_by_role("button", name="To the end", exact=True).click()
    assert stranger.locator("[role=log]").inner_text().count(":") == 0  # backs, no faces


def test_after_the_end_all_eyes_are_open_and_the_log_tells_what_they_saw(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run")
    faces = []
    for seat, page in enumerate((ana, ben)):
        wait_for_turn(page)
        page.locator("[data-deck='0']").click()
        page.wait_for_selector(".prompt:not(.yours)")
        faces.append(latest(page)["match"]["scene"]["hands"][seat][0]["face"]["text"])
    resign(ana)
    page = open_page(ana.url + "/replay")
    eyes = page.get_by_label("Eyes")
    expect(eyes.get_by_role("option")).to_have_text(["Public", "Ana", "Ben", "All"])
    log = page.locator("[role=log]")
    page.get_by_role("button", name="To the end", exact=True).click()
    for wanted, seen in (
        ("All", (True, True)),
        ("Ana", (True, False)),
        ("Ben", (False, True)),
        ("Public", (False, False)),
    ):
        eyes.select_option(wanted)
        for number, (face, is_seen) in enumerate(zip(faces, seen, strict=True)):
            line = log.locator(".line", has_text=f"{('Ana', 'Ben')[number]} loots")
            (expect(line).to_contain_text if is_seen else expect(line).not_to_contain_text)(f": {face}")
    eyes.select_option("Ben")
    page.reload()
    expect(page.get_by_label("Eyes")).to_have_value("1")


def test_the_record_is_downloaded_when_it_is_over(open_page: Opener, tmp_path: Path) -> None:
    ana, ben = three_turns(open_page)
    ana_replay = open_page(ana.url + "/replay")
    expect(ana_replay.get_by_role("link", name="Record")).to_have_count(0)
    resign(ben)
    ana.goto(ana.url + "/replay")
    with ana.expect_download() as waited:
        ana.get_by_role("link", name="Record", exact=True).click()
    assert waited.value.suggested_filename.startswith("crates_barrels-")
    waited.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert record["game"] == "crates_barrels"
