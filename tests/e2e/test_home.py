"""The home page: every tile starts a game against bots, and the first move is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from e2e import fiends, labyrinth, looterz
from e2e.conftest import Opener
from e2e.people import click_turn, latest, loot_or_run
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
    expect(page.locator(".prompt h2")).not_to_be_empty()
    move(page)
    assert latest(page)["version"] > frame["version"]
