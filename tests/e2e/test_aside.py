"""LT-13: a table whose log cannot be read to its end says so, shows what it can, and disturbs nobody else."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from e2e import looterz
from e2e.conftest import Opener
from e2e.people import click_turn, latest, open_table, set_up, wait_for_turn
from e2e.served import free_port, serving
from e2e.test_access import overflow, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

BROKEN = b'{"kind": "no such thing"}'


def table_of(page: Page) -> str:
    found = re.search("/t/([^/?#]+)", page.url)
    assert found is not None
    return found[1]


def break_entry(folder: Path, table: str, first: bool = False) -> bytes:
    """Spoil the last entry of a table's log, or the first; what was there."""
    with closing(sqlite3.connect(folder / "tables.db")) as database, database:
        order = "ASC" if first else "DESC"
        found = database.execute(
            f"SELECT number, body FROM events WHERE table_id = ? ORDER BY version {order} LIMIT 1",
            (table,),
        ).fetchone()
        database.execute("UPDATE events SET body = ? WHERE number = ?", (BROKEN, found[0]))
    return bytes(found[1])


def mend_entry(folder: Path, table: str, body: bytes) -> None:
    with closing(sqlite3.connect(folder / "tables.db")) as database, database:
        database.execute("UPDATE events SET body = ? WHERE table_id = ? AND body = ?", (body, table, BROKEN))


def downloaded(page: Page, folder: Path) -> dict[str, Any]:
    with page.expect_download() as waited:
        page.get_by_role("link", name="Download its record").click()
    waited.value.save_as(folder / "record.json")
    found: dict[str, Any] = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    return found


def sees_the_notice(page: Page) -> None:
    expect(page.get_by_role("heading", name="This table was set aside")).to_be_visible()
    expect(page.get_by_text("Nothing of it was changed, and no other table is affected.")).to_be_visible()
    expect(page.get_by_role("note")).to_contain_text("An entry of the log is not as it should be")


def test_a_table_set_aside_shows_why_and_the_last_that_could_be_read(open_page: Opener, tmp_path: Path) -> None:
    """A game against a bot with a clock: nothing runs, nobody thinks, nothing can be pressed; others play on."""
    port = free_port()
    with serving(tmp_path, pace=0, port=port) as url:
        ana = open_page(name="Ana", at=url)
        clocked = {
            "clock": {"bank": 60, "increment": 0},
            "seats": [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}],
        }
        set_up(ana, game="crates_barrels", **clocked)
        ana.get_by_role("button", name="Start", exact=True).click()
        for _ in range(2):
            wait_for_turn(ana)
            click_turn(ana)
        wait_for_turn(ana)
        table, last = table_of(ana), latest(ana)["version"]
        open_table(ana, "crates_barrels", 2)  # another table, unbroken
        wait_for_turn(ana)
        other = table_of(ana)
    # The last entry is what the bot played: now it would be the bot's turn.
    body = break_entry(tmp_path, table)
    with serving(tmp_path, pace=0, port=port):
        ana.goto(f"/t/{table}")
        sees_the_notice(ana)
        frame = latest(ana)
        assert (frame["version"], frame["card"]["phase"]) == (last - 1, "aside")
        expect(ana.locator("[data-board] [data-cell]").first).to_be_visible()
        expect(ana.get_by_role("log").locator(".line").last).to_be_visible()
        clocks = ana.locator("[data-seat] .clock")
        before = clocks.all_inner_texts()
        assert len(before) == 2
        ana.wait_for_timeout(1500)
        assert clocks.all_inner_texts() == before
        for word in ("playing", "your turn", "thinking"):
            expect(ana.locator("[data-seat]").filter(has_text=word)).to_have_count(0)
        for name in ("Menu", "Undo", "Resign", "More about Ana"):
            expect(ana.get_by_role("button", name=name)).to_have_count(0)
        assert latest(ana)["version"] == last - 1  # no bot has played on
        record = downloaded(ana, tmp_path)
        assert (record["format"], record["names"][0]) == ("loot-table-set-aside/1", "Ana")
        assert len({line["version"] for line in record["log"]}) == 3
        # Its replay, the home page, and the other table.
        ana.get_by_role("link", name="Look back at the game").click()
        expect(ana.get_by_text("set aside")).to_be_visible()
        expect(ana.locator(".count")).to_have_text("0 / 3")
        ana.goto("/")
        shelf = ana.get_by_role("region", name="Continue").get_by_role("listitem").filter(has_text="Set aside")
        shelf.get_by_role("link", name="See why").click()
        sees_the_notice(ana)
        ana.goto(f"/t/{other}")
        wait_for_turn(ana)
        click_turn(ana)
        stranger = open_page(f"/t/{table}", at=f"http://127.0.0.1:{port}")
        sees_the_notice(stranger)
    mend_entry(tmp_path, table, body)
    with serving(tmp_path, pace=0, port=port):
        ana.goto(f"/t/{table}")
        wait_for_turn(ana)
        assert latest(ana)["version"] == last


def test_a_table_of_which_nothing_could_be_read_still_has_its_page(open_page: Opener, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, pace=0, port=port) as url:
        ana = open_page(name="Ana", at=url)
        set_up(ana, game="loot_n_run", players=3)
        expect(ana.get_by_role("heading", name="The gang is gathering")).to_be_visible()
        # This browser remembers the table as one it was dealt into.
        table = table_of(ana)
        ana.reload()
        expect(ana.get_by_role("heading", name="Ana")).to_be_visible()
    break_entry(tmp_path, table, first=True)
    with serving(tmp_path, pace=0, port=port):
        ana.goto(f"/t/{table}")
        sees_the_notice(ana)
        assert downloaded(ana, tmp_path)["version"] == 0
        ana.goto("/")
        entry = ana.get_by_role("region", name="Continue").get_by_role("listitem")
        expect(entry).to_contain_text("Loot N Run")
        expect(entry).to_contain_text("Set aside")
        ana.goto(f"/t/{table}/replay")
        expect(ana.get_by_role("heading", name="There is nothing to replay")).to_be_visible()


def test_a_table_set_aside_before_its_game_says_who_sat_there(open_page: Opener, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, pace=0, port=port) as url:
        ana = open_page(name="Ana", at=url)
        set_up(ana, game="loot_n_run", players=3)
        ana.get_by_role("button", name="Seat a bot").first.click()
        ana.get_by_role("dialog").get_by_role("button", name="Burglar").click()
        expect(ana.get_by_role("button", name="Seat a bot")).to_have_count(1)
        table = table_of(ana)
    break_entry(tmp_path, table)
    with serving(tmp_path, pace=0, port=port):
        ana.goto(f"/t/{table}")
        sees_the_notice(ana)
        expect(ana.get_by_role("listitem")).to_have_text(["Ana", "Empty seat", "Empty seat"])


def test_people_who_look_while_the_server_comes_back_see_it_without_a_reload(open_page: Opener, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, pace=0, port=port) as url:
        ana = open_page(name="Ana", at=url)
        open_table(ana, "looterz", 2)
        wait_for_turn(ana)
        looterz.play_by_hand(ana)
        table = table_of(ana)
    break_entry(tmp_path, table)
    with serving(tmp_path, pace=0, port=port):
        ana.get_by_role("heading", name="This table was set aside").wait_for(timeout=30_000)
        expect(ana.get_by_role("heading", name="The last that could be read")).to_be_visible()
        expect(ana.get_by_text("playing", exact=True)).to_have_count(0)
        expect(ana).to_have_title(re.compile("^Set aside"))


GAMES = ["loot_fiend", "looterz", "labyrinth", "loot_n_run", "crates_barrels"]


@pytest.mark.parametrize("game", mostly_long(GAMES))
def test_the_notice_and_every_board_fit_every_screen_and_are_accessible(
    open_page: Opener, tmp_path: Path, game: str
) -> None:
    port = free_port()
    with serving(tmp_path, pace=0, port=port) as url:
        ana = open_page(name="Ana", at=url)
        open_table(ana, game, 2)
        wait_for_turn(ana)
        table = table_of(ana)
        click = {"type": "command", "id": "bye", "seat": 0, "version": 0, "do": {"type": "resign"}}
        ana.evaluate(
            "([table, body]) => fetch(`/api/tables/${table}/commands`,"
            ' {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)})',
            [table, click],
        )
        ana.get_by_role("region", name="Result").wait_for()
    break_entry(tmp_path, table)
    with serving(tmp_path, pace=0, port=port):
        for width, height in ((1440, 900), (390, 844), (844, 390)):
            ana.set_viewport_size({"width": width, "height": height})
            ana.goto(f"/t/{table}")
            sees_the_notice(ana)
            expect(ana.locator("[data-board] > *").first).to_be_visible()
            assert overflow(ana) <= 0
            assert serious(ana) == []
