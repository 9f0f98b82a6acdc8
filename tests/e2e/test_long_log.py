"""A game of four thousand lines: its log comes in pages, is read from one end to the other, and holds nothing up."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.people import ANSWERED, HEARD, click_turn, set_up, wait_for_turn
from e2e.served import free_port, serving
from e2e.test_aside import table_of
from playwright.sync_api import Page, expect

from loot_table import games
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.server.happenings import SCHEMA, Answered, Happening, Offered, Played, written

TURNS = 1980
OPTIONS = {"turn_limit": 2000}
MOST_DRAWN = 300
MOST_BLOCKED = 1000  # milliseconds in which the page may answer nobody, on a busy machine


def long_game() -> list[Happening]:
    """Turns at random, and after each an offer that is declined, which the table notes."""
    match, rng = Match(games.load("crates_barrels"), 2, OPTIONS, nature=Random(1)), Random(5)
    found: list[Happening] = []
    for _ in range(TURNS):
        seat, before = match.to_act, match.version
        match.play(seat, match.state.decision().sample(match.state, rng))
        found.append(Played(seat, [entry.to_json() for entry in match.record[before:]], []))
        found += [Offered("end", seat, [seat]), Answered(1 - seat, False)]
    assert not match.is_over
    return found


def write_down(folder: Path, table: str, happened: list[Happening]) -> None:
    with closing(sqlite3.connect(folder / "tables.db")) as database, database:
        (last,) = database.execute("SELECT max(version) FROM events WHERE table_id = ?", (table,)).fetchone()
        database.executemany(
            "INSERT INTO events (table_id, version, schema, body) VALUES (?, ?, ?, ?)",
            [(table, last + n, SCHEMA, written(one)) for n, one in enumerate(happened, 1)],
        )


# The longest time in which the page answered nobody, measured by a clock that should tick every 20 ms.
WATCH = """
window.longest = 0;
let before = performance.now();
setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - before); before = now; }, 20);
"""


def drawn(page: Page) -> list[int]:
    """Which lines of the log are drawn."""
    found: list[int] = page.locator("[role=log] [data-line]").evaluate_all("all => all.map(row => +row.dataset.line)")
    return found


def scroll(page: Page, where: str) -> None:
    page.locator("[role=log]").evaluate(f"log => log.scrollTo({{top: {where}}})")


def scroll_until(page: Page, where: str, line: int) -> None:
    """Scroll on and on until a line is there."""
    for _ in range(200):
        if line in drawn(page):
            return
        scroll(page, where)
        page.wait_for_timeout(20)
    raise AssertionError(f"line {line} is never reached")


def lines_told(page: Page) -> int:
    """How many lines the pages of the log held that the browser has fetched last."""
    pages = [reply.json() for reply in ANSWERED[page] if re.search(r"/log\?", reply.url)]
    last = max(n for n, told in enumerate(pages) if told["next"] is None)
    first = max(n for n in range(last + 1) if n == 0 or pages[n - 1]["next"] is None)
    return sum(len(told["log"]) for told in pages[first : last + 1])


@pytest.mark.long
def test_a_log_of_four_thousand_lines_is_read_and_played_on(open_page: Opener, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, pace=0, port=port) as url:
        ana = open_page(name="Ana", at=url)
        set_up(ana, game="crates_barrels", options=OPTIONS, seats=[{"kind": "human"}, {"kind": "human", "name": "Ben"}])
        ana.get_by_role("button", name="Start", exact=True).click()
        wait_for_turn(ana)
        table = table_of(ana)
    write_down(tmp_path, table, long_game())
    with serving(tmp_path, pace=0, port=port) as url:
        page = open_page(at=url, storage_state=ana.context.storage_state())
        page.context.add_init_script(WATCH)
        page.goto(f"/t/{table}")
        wait_for_turn(page)
        frame = next(told for told in map(json.loads, HEARD[page]) if told["type"] == "frame")
        assert (len(frame["match"]["news"]), frame["match"]["earlier"]) == (200, True)
        page.wait_for_function(
            "() => [...document.querySelectorAll('[role=log] [data-line]')].some(row => +row.dataset.line > 3900)"
        )
        total = lines_told(page)
        assert total > 4000
        assert max(drawn(page)) == total - 1
        up_and_down(page, total)
        play_on(page, total)
        assert page.evaluate("() => window.longest") < MOST_BLOCKED
        replayed(page, table)


def up_and_down(page: Page, total: int) -> None:
    scroll_until(page, "0", 0)
    assert len(drawn(page)) <= MOST_DRAWN
    scroll_until(page, "log.scrollHeight", total - 1)
    page.locator("[role=log]").focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-line='0']")).to_be_in_viewport()
    page.get_by_role("button", name="Later", exact=True).click()
    expect(page.locator("[data-line='0']")).not_to_be_in_viewport()
    page.locator("[role=log]").focus()
    page.keyboard.press("End")
    expect(page.locator(f"[data-line='{total - 1}']")).to_be_in_viewport()
    # What somebody reads stays where it is while more is drawn above it.
    first = min(drawn(page))
    line, before = page.locator("[role=log]").evaluate(
        """log => {
            log.scrollTop = 200;
            const rows = [...log.querySelectorAll("[data-line]")];
            const read = rows.find(row => row.getBoundingClientRect().top > log.getBoundingClientRect().top);
            return [read.dataset.line, read.getBoundingClientRect().top];
        }"""
    )
    page.wait_for_function(f"() => document.querySelector('[role=log] [data-line]').dataset.line < {first}")
    after = page.locator(f"[data-line='{line}']").evaluate("row => row.getBoundingClientRect().top")
    assert abs(before - after) < 2
    page.locator("[role=log]").focus()
    page.keyboard.press("End")


def play_on(page: Page, total: int) -> None:
    """A new line is there at once, and the pages are not fetched anew for it."""
    asked = [reply for reply in ANSWERED[page] if "/log" in reply.url]
    page.locator("[role=log]").focus()
    click_turn(page)
    expect(page.locator(f"[data-line='{total}']")).to_be_in_viewport()
    assert [reply for reply in ANSWERED[page] if "/log" in reply.url] == asked
    frames = [text for text in HEARD[page] if '"type":"frame"' in text]
    assert max(len(text) for text in frames) < 200_000


def replayed(page: Page, table: str) -> None:
    page.goto(f"/t/{table}/replay/1000")
    counted = page.locator(".count")
    expect(counted).to_have_text(re.compile(r"^1000 / 19\d\d$"))
    expect(page.locator("[role=log] .peeked").first).to_be_in_viewport()
    assert len(drawn(page)) <= MOST_DRAWN
    assert page.locator(".scrub svg path").count() == 4  # one for each kind of event
    moved: Any = page.get_by_role("button", name="Forward", exact=True)
    for step in range(3):
        moved.click()
        expect(counted).to_have_text(re.compile(f"^{1001 + step} / "))
    page.get_by_role("button", name="To the end", exact=True).click()
    expect(page.locator("[role=log] .peeked").first).to_be_in_viewport()
    page.get_by_role("button", name="To the start", exact=True).click()
    expect(counted).to_have_text(re.compile("^0 / "))
    assert page.evaluate("() => window.longest") < MOST_BLOCKED
