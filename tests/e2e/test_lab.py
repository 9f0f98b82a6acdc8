"""A designer in the lab: changes a design, is told what is wrong, asks, watches the answer come, and plays it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from e2e.conftest import Opener
from e2e.test_access import overflow, serious
from playwright.sync_api import Page, Route, expect

SIZES = ((390, 844), (844, 390), (1440, 900))


def new_design(page: Page, game: str, name: str) -> None:
    page.goto(f"/lab?new={game}")
    page.get_by_label("What it is called").fill(name)
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url("**/lab/d/**")


def type_into(page: Page, cell: str, text: str) -> None:
    page.get_by_label(cell, exact=True).fill(text)
    page.keyboard.press("Enter")


def is_well(page: Page) -> None:
    """At every size nothing is wider than the window; axe is content with the page."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0, (page.url, width)
    assert serious(page) == [], page.url


def test_a_designer_changes_asks_watches_and_plays(open_page: Opener, tmp_path: Path) -> None:
    page = open_page("/lab", name="Ada", width=1440, height=900)
    expect(page.get_by_role("heading", name="Nothing on the bench yet")).to_be_visible()
    new_design(page, "loot_n_run", "Sprint")

    # A number that cannot be one is refused where it stands, and the field is named.
    page.get_by_role("button", name="Scoring").click()
    type_into(page, "target.2, value", "lots")
    wrong = page.get_by_role("region", name="To fix before it can be played")
    expect(wrong).to_contain_text("scoring.target.2")
    expect(wrong).to_contain_text("must be int")
    expect(page.get_by_role("button", name="Play it with bots")).to_be_disabled()
    is_well(page)
    type_into(page, "target.2, value", "1")
    expect(wrong).to_have_count(0)
    expect(page.get_by_role("region", name="Changes", exact=True)).to_contain_text("scoring.target.2: 35 → 1")

    # The question: the interval shrinks, then there is a sentence.
    page.get_by_role("link", name="Ask about it").click()
    is_well(page)
    page.get_by_role("button", name="Ask: Is it fair by seat?").click()
    finding = page.get_by_test_id("finding")
    expect(finding).to_contain_text("Seat 1 wins 67.7 % (54.2 to 81.2) of 175 games among greedy bots")
    expect(finding).to_contain_text("unfair")
    expect(page.get_by_role("region", name="How it becomes clearer")).to_be_visible()
    expect(finding).to_contain_text("What this does not tell you")
    is_well(page)

    with page.expect_download() as report:
        finding.get_by_role("link", name="Report").click()
    report.value.save_as(tmp_path / "report.html")
    assert "Sprint: what the lab found" in (tmp_path / "report.html").read_text(encoding="utf-8")

    finding.get_by_role("button", name="Watch game 1").click()
    expect(page.get_by_role("slider").first).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Components").click()
    page.get_by_role("button", name="Play it with bots").click()
    expect(page.locator("#prompt")).to_be_visible()


def with_few_deals(route: Route) -> None:
    """Fewer than anybody would want: others are at work on this machine, and the lab steps back for them."""
    route.continue_(post_data=json.dumps({**json.loads(route.request.post_data or "{}"), "most": 100}))


def test_a_designer_tunes_compares_and_prints(open_page: Opener) -> None:
    page = open_page("/lab", name="Ada", width=1440, height=900)
    new_design(page, "loot_n_run", "Sprint")
    page.get_by_role("button", name="Scoring").click()
    type_into(page, "target.2, value", "1")
    expect(page.get_by_role("region", name="Changes", exact=True)).to_contain_text("scoring.target.2: 35 → 1")

    # A want as a sentence, a knob with a range; then a frontier, with the fewest changes first.
    page.get_by_role("link", name="Tune").click()
    page.get_by_label("number in: seats within 2 points").fill("30")
    type_into(page, "A number or an option that may be turned", "scoring.target.2")
    page.get_by_label("Scoring · target · 2, at most").fill("2")
    page.get_by_label("How long to look").select_option("quick")
    is_well(page)
    page.route("**/tunings", with_few_deals)
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("on fresh deals among greedy bots")
    frontier = page.get_by_role("region", name="Fewest changes first")
    expect(frontier).to_contain_text("scoring.target.2: 1 → 2")
    is_well(page)
    frontier.get_by_role("button", name="Make it a design").click()
    changes = page.get_by_role("region", name="Changes", exact=True)
    expect(changes).to_contain_text("scoring.target.2: 35 → 2")

    # Against the one it was made from: in words, and in two columns on the same deals.
    page.get_by_role("link", name="Compare it").click()
    page.get_by_label("The other design").select_option(label="Sprint · its parent")
    expect(page.get_by_role("region", name="What is different")).to_contain_text("scoring.target.2: 1 → 2")
    page.get_by_role("button", name="Compare on the same deals").click()
    sides = page.get_by_role("table", name="Two designs side by side")
    expect(sides.get_by_role("row")).to_have_count(4)
    is_well(page)

    page.get_by_role("link", name="Components").click()
    page.get_by_role("button", name="Print and play").click()
    page.get_by_label("Letter").check()
    with page.expect_popup() as pages:
        page.get_by_role("link", name="Open the pages").click()
    expect(pages.value).to_have_title("Sprint, tuned 1: print and play")


def test_a_guest_tries_a_design_by_its_link_and_says_how_it_was(open_page: Opener) -> None:
    ada = open_page("/lab", name="Ada")
    new_design(ada, "loot_n_run", "One room")
    ada.get_by_role("button", name="Scoring").click()
    for players in (2, 3):
        type_into(ada, f"target.{players}, value", "1")
        expect(ada.get_by_role("region", name="Changes", exact=True)).to_contain_text(
            f"scoring.target.{players}: 35 → 1"
        )
    ada.get_by_role("link", name="Playtests").click()
    ada.get_by_role("button", name="Make an invitation").click()
    link = ada.get_by_label("The invitation's link").input_value()

    ben = open_page(link.partition("/lab")[1] + link.partition("/lab")[2], name="Ben", width=390, height=844)
    expect(ben.get_by_role("heading", name="Try One room")).to_be_visible()
    is_well(ben)
    ben.get_by_label("2 players").check()
    ben.get_by_role("button", name="Play with bots").click()
    expect(ben.locator("#prompt")).to_be_visible()
    ben.evaluate(RESIGN, re.findall("/t/([^/?]+)", ben.url)[0])
    survey = ben.get_by_role("form", name="How was it?")
    survey.get_by_role("group", name="It was fun").get_by_label("4 of 5").check()
    survey.get_by_placeholder("Anything else").fill("Short.")
    survey.get_by_role("button", name="Send").click()
    expect(ben.get_by_text("Thank you.")).to_be_visible()

    ada.reload()
    expect(ada.get_by_text("1 finished game")).to_be_visible()
    expect(ada.get_by_text("Short.", exact=True)).to_be_visible()
    is_well(ada)


RESIGN = """async table => {
  const frame = await (await fetch(`/api/tables/${table}/frame?seat=0`)).json();
  const command = {type: "command", id: "resign", seat: 0, version: frame.version, do: {type: "resign"}};
  const body = JSON.stringify(command);
  await fetch(`/api/tables/${table}/commands`, {method: "POST", headers: {"content-type": "application/json"}, body});
}"""
