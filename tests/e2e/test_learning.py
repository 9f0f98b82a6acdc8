"""A record brought along: its mistakes solved blind, one kept as a puzzle, a picture of it, and played on from there with a hint."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import Opener
from e2e.served import ROOT, served_by_command
from e2e.test_access import overflow, serious
from noughts import GAME, Mark
from playwright.sync_api import Page, expect

from loot_table.engine.match import Match

NOUGHTS = ROOT / "examples" / "noughts.py"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A game that is solved at once, so that nobody waits for its review."""
    with served_by_command(tmp_path_factory.mktemp("learning"), "--game", str(NOUGHTS)) as url:
        yield url


def careless_game(folder: Path) -> Path:
    """Both give away what they had."""
    match = Match(GAME, 2, names=["Kim", "Lou"])
    for square in (0, 3, 1, 4, 8, 5):
        match.play(match.to_act, Mark(square))
    path = folder / "game.json"
    path.write_bytes(match.save())
    return path


def bring(page: Page, path: Path) -> None:
    page.get_by_label("Choose a record, or drop it here").set_input_files(path)


def test_mistakes_of_a_record_are_solved_kept_shared_and_played_on_from(
    open_page: Opener, there: str, tmp_path: Path
) -> None:
    ana = open_page("/review", name="Ana", at=there)
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({"format": "nothing"}))
    bring(ana, broken)
    expect(ana.get_by_role("alert")).to_contain_text("not a record")
    assert serious(ana) == []
    bring(ana, careless_game(tmp_path))
    expect(ana).to_have_url(re.compile(r"/t/upload-[^/]+/review$"))
    at = ana.url
    # No answer is shown before one is given: not in marks, order, ribbon, list, or what others held.
    ana.get_by_role("button", name="Learn from the mistakes").click()
    answers = ana.get_by_role("region", name="Decision", exact=True)
    expect(answers.get_by_role("heading")).to_contain_text("What would you do here")
    expect(answers.locator(".chip")).to_have_count(0)
    for name in ("Decisions", "Who was winning?", "What was hidden"):
        expect(ana.get_by_role("region", name=name, exact=True)).to_have_count(0)
    said = answers.locator("li .bold").all_inner_texts()
    assert said == sorted(said, key=str.lower)
    answers.get_by_role("button", name="This one").first.click()
    found = ana.get_by_role("status", name="Your answer")
    expect(found.get_by_role("heading")).to_contain_text(re.compile(r"Found|Not quite"))
    found.get_by_role("button", name="Keep as a puzzle").click()
    assert serious(ana) == []
    # A picture, and the link to this moment.
    ana.get_by_role("button", name="Share this moment").click()
    canvas = ana.get_by_role("dialog", name="Share").locator("canvas")
    expect(canvas).to_be_visible()
    assert len(set(canvas.evaluate("it => [...it.getContext('2d').getImageData(0, 300, 1200, 1).data]"))) > 3
    ana.get_by_role("dialog", name="Share").get_by_role("button", name="Close").click()
    # Played on from there, against bots, with a hint.
    ana.get_by_role("button", name="Play on from here").click()
    ana.get_by_role("dialog", name="Play on from here").get_by_role("button", name="Sit down and start").click()
    expect(ana).to_have_url(re.compile(r"/t/(?!upload)[^/]+$"))
    expect(ana.get_by_text(re.compile(r"From move \d+ of a game of")).first).to_be_visible()
    ana.get_by_role("button", name="Hint").click()
    dialog = ana.get_by_role("dialog", name="A hint")
    dialog.get_by_role("button", name="Give me a hint").click()
    expect(dialog).to_contain_text("Burglar")
    dialog.get_by_role("button", name="Show it on the board").first.click()
    expect(ana.get_by_test_id("commit")).to_be_visible()
    # The puzzle waits, also on a phone.
    ana.set_viewport_size({"width": 390, "height": 844})
    ana.goto("/review")
    assert overflow(ana) == 0
    ana.get_by_role("link", name="Solve").click()
    ana.get_by_role("button", name="This one").last.click()
    expect(ana.get_by_role("status", name="Your answer")).to_be_visible()
    assert overflow(ana) == 0
    assert serious(ana) == []
    ana.get_by_role("link", name="All puzzles").click()
    ana.get_by_role("button", name="Delete this puzzle").click()
    expect(ana.get_by_role("link", name="Solve")).to_have_count(0)
    assert "/upload-" in at
