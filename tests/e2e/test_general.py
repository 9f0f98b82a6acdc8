"""A game in one file, without a board of its own, is played in the browser: `loot serve --game examples/noughts.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from e2e.people import open_table, wait_for_turn
from e2e.served import ROOT, served_by_command
from playwright.sync_api import Page, expect


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_by_command(tmp_path_factory.mktemp("general"), "--game", str(ROOT / "examples" / "noughts.py")) as url:
        yield url


@pytest.fixture
def ana(open_page: Callable[..., Page], there: str) -> Page:
    page = open_page(name="Ana", at=there)
    open_table(page, "noughts", 2)
    wait_for_turn(page)
    return page


def square(page: Page, number: int) -> str:
    return page.locator(f'[data-cell="{number}"]').inner_text()


def test_it_stands_on_the_shelf_with_its_rules(open_page: Callable[..., Page], there: str) -> None:
    page = open_page("/", at=there)
    expect(page.get_by_role("heading", name="Noughts and crosses")).to_be_visible()
    page.get_by_role("link", name="Noughts and crosses").click()
    expect(page.get_by_text("Three of your marks in a row")).to_be_visible()


def test_it_is_played_by_mouse_to_the_end(ana: Page) -> None:
    for _ in range(5):
        if ana.get_by_role("region", name="Result").count():
            break
        wait_for_turn(ana)
        ana.locator(".cell.able").first.click()
        ana.wait_for_timeout(200)
        ana.wait_for_selector(".prompt.yours, [aria-label=Result]")
    expect(ana.get_by_role("region", name="Result")).to_contain_text(re.compile("in a row|board is full"))
    expect(ana.get_by_role("log")).to_contain_text("marks square")


def test_it_is_played_by_keys_and_by_typing(ana: Page) -> None:
    ana.keyboard.press("b")
    ana.keyboard.press("ArrowRight")
    ana.keyboard.press("ArrowDown")
    ana.keyboard.press("Enter")
    expect(ana.get_by_test_id("commit")).to_contain_text("Mark square 5")
    ana.keyboard.press("Enter")
    expect(ana.locator('[data-cell="4"]')).to_have_text("O")
    wait_for_turn(ana)
    free = next(number for number in range(9) if not square(ana, number))
    ana.keyboard.press("/")
    ana.get_by_label("Type a move").fill(f"mark square {free + 1}")
    ana.keyboard.press("Enter")
    expect(ana.locator(f'[data-cell="{free}"]')).to_have_text("O")


def test_a_taken_square_is_refused_by_the_rule(ana: Page) -> None:
    ana.locator('[data-cell="4"]').click()
    expect(ana.locator('[data-cell="4"]')).to_have_text("O")
    wait_for_turn(ana)
    ana.locator('[data-cell="4"]').click()
    expect(ana.get_by_role("dialog", name="Not this")).to_contain_text("That square is taken.")
    ana.get_by_role("button", name="Rule NC-1").click()
    expect(ana.get_by_text("Two players take turns; noughts begin.")).to_be_visible()


def test_it_can_be_looked_at_again_and_has_a_record(ana: Page, tmp_path: Path) -> None:
    ana.locator('[data-cell="0"]').click()
    wait_for_turn(ana)
    table = ana.url.rsplit("/", maxsplit=1)[1]
    ana.goto(f"/t/{table}/replay/1")
    expect(ana.get_by_test_id("moment")).to_have_text("Ana marks square 1.")
    expect(ana.locator('[data-cell="0"]')).to_have_text("O")
