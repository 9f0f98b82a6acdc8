"""The tutorial's game, from its folder to the browser, with its own board: `loot serve --game examples/magpies`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from e2e.people import is_over, latest, open_table, shown_version, wait_for_turn
from e2e.served import ROOT, served_by_command
from playwright.sync_api import Page, expect


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_by_command(tmp_path_factory.mktemp("tutorial"), "--game", str(ROOT / "examples" / "magpies")) as url:
        yield url


def test_magpies_is_played_on_its_own_board_to_the_end(open_page: Callable[..., Page], there: str) -> None:
    page = open_page(name="Ana", at=there)
    open_table(page, "magpies", 3)
    wait_for_turn(page)
    page.keyboard.press("2")
    expect(page.get_by_role("dialog", name="Not home yet")).to_contain_text("There is nothing in your beak")
    expect(page.locator(".nest.lit")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".nest").click()
    expect(page.get_by_role("log")).to_contain_text(re.compile("Ana takes a (button|ring|crown)|A cat! Ana"))
    expect(page.get_by_role("log")).to_contain_text(re.compile("takes something|A cat! (?!Ana)"))
    while not is_over(page):
        held = latest(page)["match"]["scene"]["magpies"][0]["beak"]
        if page.locator(".prompt.yours").count():
            before = shown_version(page)
            page.get_by_role("button", name="Fly home").click() if len(held) > 1 else page.locator(".nest").click()
            page.wait_for_function("was => document.querySelector('[data-version]').dataset.version > was", arg=before)
        page.wait_for_selector(".prompt.yours, [aria-label=Result]")
    expect(page.get_by_role("region", name="Result")).to_contain_text(re.compile("Twelve points|nest is empty"))
