"""The home page: every tile starts a game against bots, and the first move is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from e2e import fiends, labyrinth, looterz
from e2e.conftest import Opener
from e2e.people import OPENED, click_turn, latest, loot_or_run, wait_for_turn
from playwright.sync_api import Page, expect

GAMES: dict[str, tuple[str, Callable[[Page], object]]] = {
    "loot_fiend": ("Loot Fiend", fiends.act),
    "looterz": ("Looterz", looterz.play_by_hand),
    "labyrinth": ("Looters of the Labyrinth", lambda page: labyrinth.point(page, 0)),
    "loot_n_run": ("Loot N Run", loot_or_run),
    "crates_barrels": ("Crates vs Barrels", click_turn),
}


@pytest.mark.parametrize("game", list(GAMES))
def test_a_tile_starts_a_game_against_bots_and_the_first_move_is_made(open_page: Opener, game: str) -> None:
    name, move = GAMES[game]
    page = open_page("/", name="Ana", width=1440, height=900)
    tiles = page.locator("ul.shelf > li")
    expect(tiles).to_have_count(len(GAMES))
    tile = tiles.filter(has=page.get_by_role("heading", name=name, exact=True))
    tile.get_by_role("button", name="Play a bot now").click()
    page.locator(".prompt.yours").wait_for()
    frame = latest(page)
    assert (frame["card"]["game"], frame["card"]["phase"]) == (game, "playing")
    assert [seat["kind"] for seat in frame["card"]["seats"]] == ["human"] + ["bot"] * (frame["card"]["players"] - 1)
    assert {seat["bot"] for seat in frame["card"]["seats"][1:]} == {"apprentice"}, "the first game of its kind"
    expect(page.locator(".prompt h2")).not_to_be_empty()
    move(page)
    assert latest(page)["version"] > frame["version"]


def test_a_level_is_chosen_on_the_tile_and_remembered_for_that_game(open_page: Opener) -> None:
    page = open_page("/", name="Ana", width=390, height=844)
    tile = page.locator("ul.shelf > li").filter(has=page.get_by_role("heading", name="Loot N Run"))
    tile.get_by_role("button", name="Apprentice").click()
    levels = tile.get_by_role("radio")
    assert [level.get_attribute("value") for level in levels.all()] == ["apprentice", "thief", "burglar", "mastermind"]
    expect(levels.first).to_be_checked()
    tile.get_by_role("radio", name="Burglar").check()
    tile.get_by_role("button", name="Play a bot now").click()
    wait_for_turn(page)
    assert {seat["bot"] for seat in latest(page)["card"]["seats"][1:]} == {"burglar"}
    page.goto("/")
    expect(tile.get_by_role("button", name="Burglar")).to_be_visible()
    other = page.locator("ul.shelf > li").filter(has=page.get_by_role("heading", name="Looterz"))
    expect(other.get_by_role("button", name="Apprentice")).to_be_visible()


def test_levels_fold_away_with_escape_and_when_another_is_opened(open_page: Opener) -> None:
    page = open_page("/", name="Ana", width=1440, height=900)
    folded = page.get_by_role("button", name="Level of the bots")
    folded.nth(0).click()
    folded.nth(1).click()
    expect(folded.nth(0)).to_have_attribute("aria-expanded", "false")
    expect(folded.nth(1)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Apprentice")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio")).to_have_count(0)
    expect(folded.nth(1)).to_be_focused()


def test_a_first_visit_asks_one_question_once(open_page: Opener) -> None:
    page = open_page("/")
    question = page.get_by_role("region", name="First time here?")
    expect(question.get_by_role("link", name="Learn a game")).to_have_attribute("href", "/learn")
    question.get_by_role("button", name="I have a link").click()
    expect(page.get_by_role("combobox", name="Got a table code?")).to_be_focused()
    expect(question).to_have_count(0)
    page.reload()
    expect(page.locator("ul.shelf > li")).to_have_count(len(GAMES))
    expect(question).to_have_count(0)
    other = open_page("/", width=390, height=844)
    other.get_by_role("region", name="First time here?").get_by_role("button", name="Play a bot").click()
    expect(other.get_by_role("button", name="Play a bot now").first).to_be_focused()


def test_whoever_has_more_games_than_the_strip_shows_is_led_to_all_of_them(open_page: Opener) -> None:
    page = open_page(name="Ana")
    wish = {"game": "crates_barrels", "players": 2, "name": "Ana"}
    cards = [page.evaluate(OPENED, wish) for _ in range(8)]
    kept = [
        {
            "table": card["table"],
            "code": card["code"],
            "game": card["game"],
            "gameName": card["game_name"],
            "seats": [0],
        }
        for card in cards
    ]
    page.evaluate("(kept) => localStorage['loot.tables'] = JSON.stringify(kept.map((one, at) => ({...one, at})))", kept)
    page.goto("/")
    strip = page.get_by_role("region", name="Continue")
    expect(strip.get_by_role("listitem")).to_have_count(6)
    expect(strip.get_by_role("link", name="All 8 of your games")).to_have_attribute("href", "/library")
