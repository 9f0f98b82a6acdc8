"""Whole games between browsers and bots, by mouse, by touch and by keyboard."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.people import (
    HEARD,
    click_turn,
    gather,
    is_my_turn,
    key_loot_or_run,
    key_turn,
    latest,
    loot_or_run,
    play_out,
    tap_turn,
    turns_of,
    version,
)
from playwright.sync_api import Page, expect


@pytest.mark.long
def test_two_browsers_finish_crates_vs_barrels_one_of_them_by_keyboard_alone(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    turns = play_out({ana: click_turn, ben: key_turn})
    assert turns > 6
    for page in (ana, ben):
        expect(page.get_by_role("region", name="Result")).to_contain_text(
            "gets away with it" if page is loser(ana, ben) else "get"
        )


def loser(*pages: Page) -> Page:
    frame = latest(pages[0])
    return pages[0] if frame["match"]["result"]["winner"] != frame["audience"] else pages[1]


@pytest.mark.long
def test_crates_vs_barrels_is_finished_on_a_phone_by_touch(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels", width=390, height=844, has_touch=True, is_mobile=True)
    play_out({ana: click_turn, ben: tap_turn})


@pytest.mark.long  # a whole game; tests/proofs look at every byte
def test_two_browsers_and_a_bot_finish_loot_n_run_and_a_watcher_never_receives_a_face(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run", players=3, bots=1)
    watcher = open_page(ana.url)
    watcher.wait_for_selector("[data-deck='0']")
    heard: list[tuple[int, str]] = []  # by version
    looked, told = 0, 0
    at = f"/api/tables/{watcher.url.rpartition('/')[2]}/log"

    def look(turn: int) -> None:
        nonlocal looked, told
        for text in HEARD[watcher][len(heard) :]:
            message = json.loads(text)
            heard.append((message.get("version", 0), text))
            expect_no_face(message)
        for page in (ana, ben):
            frame = latest(page)
            scene = frame["match"]["scene"]
            faces = [card["face"]["id"] for card in scene["hands"][scene["you"]] + scene["drawn"] if card["face"]]
            if scene["phase"] != "over" and scene["reshuffles"] == 0:
                looked += len(faces)
                before = [text for version, text in heard if version <= frame["version"]]
                for face in faces:
                    assert not [text for text in before if f'"{face}"' in text or f"{face} (" in text]
        if turn % 4 == 0:
            for line in watcher.evaluate("at => fetch(at).then(answer => answer.json())", at)["log"]:
                if line["event"]["type"] in ("looted", "werewolf_drew"):
                    assert (line["event"]["card"], line["event"]["face"]) == ("", "")
                    told += 1

    play_out({ana: loot_or_run, ben: key_loot_or_run}, between=look)
    assert looked > 20
    expect(watcher.get_by_role("region", name="Result")).to_be_visible()
    assert told > 20


def expect_no_face(frame: Any) -> None:
    """Of rooms in front of players, and of what the Werewolf brought, a watcher is told the backs alone."""
    if frame.get("type") != "frame" or frame["match"] is None or frame["match"]["scene"]["phase"] == "over":
        return
    assert frame["audience"] == "spectator"
    assert frame["match"]["actions"] is None
    scene = frame["match"]["scene"]
    assert not [card for hand in scene["hands"] for card in hand if card["face"] is not None]
    assert not [card for card in scene["drawn"] if card["face"] is not None]
    assert scene["mine"] is None
    assert frame["match"]["guide"]["secret"] is None
    for line in frame["match"]["news"]:
        if line["event"]["type"] in ("looted", "werewolf_drew"):
            assert line["event"]["card"] == ""


@pytest.mark.long
def test_loot_n_run_is_finished_on_a_phone_by_touch(open_page: Opener) -> None:
    ana, ben = gather(open_page, "loot_n_run", players=3, bots=1, width=390, height=844, has_touch=True, is_mobile=True)
    play_out({ana: loot_or_run, ben: partial(loot_or_run, by="tap")})


def test_a_reload_and_a_cut_line_in_mid_game_lose_nothing(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    for turn in range(6):
        page = ana if turn % 2 == 0 else ben
        page.wait_for_selector(".prompt.yours")
        click_turn(page)
    told = version(ben)
    ben.reload()
    ben.wait_for_selector("#prompt")
    expect(ben.locator("[role=log]")).to_have_text(told, use_inner_text=True)
    assert latest(ben)["audience"] == 1
    # Cut the line at the moment of a move: it is repeated under its id, and counts once.
    ana.wait_for_selector(".prompt.yours")
    before = latest(ana)["match"]["scene"]["turn"]
    ana.evaluate("() => window.cutLines()")
    ana.locator("[data-cell]").first.wait_for()
    first = next(line for line in turns_of(ana) if line["from"])
    ana.locator(f"[data-cell={first['from']}]").click()
    ana.locator(f"[data-cell={first['to']}]").click()
    ben.wait_for_selector(".prompt.yours")
    assert latest(ben)["match"]["scene"]["turn"] == before + 1
    expect(ana.locator("p.strip")).to_have_count(0)
    ben.evaluate("() => window.cutLines()")
    click_when_back(ben)
    ana.wait_for_selector(".prompt.yours")
    assert latest(ana)["match"]["scene"]["turn"] == before + 2


def click_when_back(page: Page) -> None:
    page.wait_for_function("() => window.lines.at(-1).readyState === 1")
    assert is_my_turn(page)
    click_turn(page)
