"""The documentation site as `make docs` makes it, from the disk and without a network: in both themes and sizes axe finds
nothing, everything has room, and the search works by keys alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from e2e.test_access import AXE, AXE_RUN, overflow
from playwright.sync_api import Browser, BrowserContext, Page, expect

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site" / "html"
# A page of each kind: written, about a game, rules, tables of components, formulas, commands, Python, requests, figures.
PAGES = [
    "index.html",
    "tutorial.html",
    "games/looterz.html",
    "rules/looterz.html",
    "components/loot_n_run.html",
    "reference/measures.html",
    "reference/loot-play.html",
    "reference/python-match.html",
    "reference/http.html",
    "benchmarks.html",
]
LOOKS = [("dark", 1440, 900), ("light", 390, 844), ("light", 1440, 900), ("dark", 390, 844)]
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site() -> Path:
    """The site, made anew; that its links lead somewhere is checked there."""
    around = {**os.environ, "LOOT_BUILD": "interpreted", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "scripts/documentation.py"]
    made = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    return SITE


def without_network(chromium: Browser, scheme: str = "dark", width: int = 1440, height: int = 900) -> BrowserContext:
    looks = {"viewport": {"width": width, "height": height}, "color_scheme": scheme, "reduced_motion": "reduce"}
    return chromium.new_context(offline=True, **looks)  # type: ignore[arg-type]  # what the looks are made of is known


def violations(page: Page) -> list[str]:
    """Whatever axe finds, not only what is serious."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return [f"{one['id']} at {[node['target'] for node in one['nodes']][:3]}" for one in page.evaluate(AXE_RUN)]


@pytest.mark.parametrize(("scheme", "width", "height"), LOOKS)
def test_every_kind_of_page_is_accessible_and_has_room(
    site: Path, chromium: Browser, scheme: str, width: int, height: int
) -> None:
    context = without_network(chromium, scheme, width, height)
    page = context.new_page()
    for name in PAGES:
        page.goto((site / name).as_uri())
        expect(page.locator("article h1")).to_be_visible()
        assert violations(page) == [], name
        assert overflow(page) <= 0, name
    context.close()


@pytest.mark.parametrize(
    ("key", "asked", "found"), [("/", "LZ-51", "rules/looterz"), ("Control+k", "Magpies", "tutorial")]
)
def test_the_search_works_from_the_disk_by_keys_alone(
    site: Path, chromium: Browser, key: str, asked: str, found: str
) -> None:
    context = without_network(chromium)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    page.wait_for_load_state("networkidle")
    page.keyboard.press(key)
    field = page.get_by_placeholder("Search")
    expect(field).to_be_focused()
    page.keyboard.type(asked)
    expect(page.locator(f'a[href*="{found}"][href*="h={asked}"]').first).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/*?h={asked}*")
    expect(page.locator("article mark").first).to_be_visible()
    context.close()


def test_a_reader_with_keys_alone_gets_to_the_text_and_turns_the_light_on(site: Path, chromium: Browser) -> None:
    context = without_network(chromium)
    page = context.new_page()
    page.goto((site / "lab.html").as_uri())
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.querySelector('article').contains(document.activeElement)")
    scheme = page.locator("body").get_attribute("data-md-color-scheme")
    page.get_by_title("As the system").or_(page.get_by_title("Light")).or_(page.get_by_title("Dark")).locator(
        "visible=true"
    ).first.click()
    expect(page.locator("body")).not_to_have_attribute("data-md-color-scheme", scheme or "")
    context.close()
