"""Photographs what the pages of docs/ show, into docs/images: a table of each game in the middle of a game, and some pages.

Needs a built client, playwright and Chromium; starts a server of its own. `pictures.py looterz lab` takes only those.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.people import listen, open_table, wait_for_turn  # noqa: E402
from e2e.served import browsing, served_by_command  # noqa: E402

IMAGES = ROOT / "docs" / "images"
EXAMPLE = "magpies"
SIZE: ViewportSize = {"width": 1440, "height": 900}
SCALE = 2 / 3  # 960 by 600 on the page
QUALITY = 82
# Each table: the game, how many play, and after which part of a whole game it is looked at.
TABLES = {
    "loot-fiend": ("loot_fiend", 3, 0.55),
    "looterz": ("looterz", 4, 0.5),
    "labyrinth": ("labyrinth", 4, 0.5),
    "loot-n-run": ("loot_n_run", 4, 0.4),
    "crates-vs-barrels": ("crates_barrels", 2, 0.5),
    "magpies": ("magpies", 3, 0.5),
}
PAGES = {
    "home": "/",
    "learn": "/learn",
    "lab": "/lab",
    "daily": "/daily",
}
POST = """async ([path, body]) => {
  const sent = {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)};
  return await (await fetch(path, sent)).json();
}"""
GET = "async (path) => await (await fetch(path)).json()"


def table(page: Page, game: str, players: int, part: float) -> None:
    """Bots play a game to its end; then Ana sits down in the middle of it."""
    page.goto("/healthz")
    open_table(page, game, players)
    played = page.url.rsplit("/", 1)[1]
    page.goto("/healthz")
    command = {
        "type": "command",
        "id": "hold",
        "seat": 0,
        "version": 0,
        "do": {"type": "hold", "at": 0, "bot": "thief"},
    }
    page.evaluate(POST, [f"/api/tables/{played}/commands", command])
    until = time.monotonic() + 300
    while page.evaluate(GET, f"/api/tables/{played}")["phase"] != "over":
        assert time.monotonic() < until, f"{game} does not end"
        page.wait_for_timeout(250)
    step = int(part * len(page.evaluate(GET, f"/api/tables/{played}/record")["entries"]))
    wish = {"step": step, "seat": 0, "name": "Ana", "bot": "greedy"}
    again = page.evaluate(POST, [f"/api/tables/{played}/play-on", wish])
    page.goto(f"/t/{again['table']}")
    wait_for_turn(page)
    page.wait_for_timeout(1500)  # until what moves has come to rest


def shoot(page: Page, name: str) -> None:
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=QUALITY)
    print(name, flush=True)


def photograph(wanted: list[str], *options: str) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        served_by_command(Path(folder), *options) as url,
        browsing() as browser,
    ):
        context = browser.new_context(
            viewport=SIZE, device_scale_factor=SCALE, base_url=url, color_scheme="dark", reduced_motion="reduce"
        )
        context.add_init_script("localStorage.setItem('loot.settings', JSON.stringify({name: 'Ana'}))")
        context.add_init_script("localStorage.setItem('loot.lessons', JSON.stringify({isCoachOff: true}))")
        page = context.new_page()
        listen(page)
        for name in wanted:
            if name in TABLES:
                table(page, *TABLES[name])
            else:
                page.goto(PAGES[name])
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(500)
            shoot(page, name)


def main() -> None:
    wanted = sys.argv[1:] or [*TABLES, *PAGES]
    photograph([name for name in wanted if name != EXAMPLE])
    if EXAMPLE in wanted:  # alone: the shelf shows the games that are in the box
        photograph([EXAMPLE], "--game", str(ROOT / "examples" / EXAMPLE))


if __name__ == "__main__":
    main()
