"""Photographs every page of the browser client, in both sizes and themes, into build/screenshots.

Needs a built client, playwright and Chromium; starts a server of its own. `screenshots.py wide-dark` takes one of the four.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Error, Locator

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.people import best_turn, click_turn, is_over, listen, seat_a_bot, shown_version, tap_turn, wait_for_turn  # noqa: E402
from e2e.served import browsing, serving  # noqa: E402

TARGET = ROOT / "build" / "screenshots"
SIZES = {"wide": (1440, 900), "phone": (390, 844)}


class Camera:
    """One browser in one size and theme."""

    def __init__(self, browser: Browser, url: str, size: str, theme: str) -> None:
        width, height = SIZES[size]
        is_phone = size == "phone"
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            base_url=url,
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce",
            has_touch=is_phone,
            is_mobile=is_phone,
        )
        self.context.add_init_script("localStorage.setItem('loot.settings', JSON.stringify({name: 'Ana'}))")
        self.page = self.context.new_page()
        listen(self.page)
        self.page.set_default_timeout(8000)
        self.suffix = f"{size}-{theme}"

    def shoot(self, name: str, is_whole: bool = False) -> None:
        self.page.evaluate("() => document.fonts.ready.then(() => undefined)")
        self.page.screenshot(path=TARGET / f"{name}-{self.suffix}.png", full_page=is_whole)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True).locator("visible=true")

    # ---- pages

    def plain_pages(self) -> None:
        for name, path in {
            "home": "/",
            "game": "/games/crates_barrels",
            "new-table": "/new/loot_n_run?with=friends",
            "new-table-here": "/new/loot_n_run?with=here",
            "credits": "/credits",
            "not-found": "/join/MAGPYE",
        }.items():
            self.page.goto(path)
            self.page.wait_for_load_state("networkidle")
            self.shoot(name, is_whole=True)

    def ready_room(self) -> None:
        self.page.goto("/new/loot_n_run?with=friends")
        for _ in range(2):
            self.button("More").click()
        self.button("Open the ready room").click()
        self.page.get_by_role("button", name="Seat a bot").first.click()
        self.page.get_by_role("dialog").get_by_role("button", name="Burglar").wait_for()
        self.shoot("seat-a-bot")
        self.button("Back").click()
        seat_a_bot(self.page)
        self.page.get_by_label("Say something").fill("I brought snacks. I did not buy them.")
        self.page.keyboard.press("Enter")
        self.page.get_by_text("I brought snacks.").wait_for()
        self.shoot("ready-room", is_whole=True)

    def bots(self, game: str, more: int = 0) -> None:
        self.page.goto(f"/new/{game}?with=bots")
        for _ in range(more):
            self.button("More").click()
        self.button("Sit down and start").click()
        wait_for_turn(self.page)

    def tile(self, name: str) -> None:
        self.page.locator(f"[data-cell={name}]").click()

    def move(self) -> None:
        """A turn as somebody who wants to win would play it."""
        wait_for_turn(self.page)
        tap_turn(self.page) if "phone" in self.suffix else click_turn(self.page)

    def crates_barrels(self) -> None:
        self.bots("crates_barrels")
        for _ in range(4):
            self.move()
        wait_for_turn(self.page)
        turn = best_turn(self.page)
        self.tile(turn["from"] or turn["to"])
        self.shoot("crates-picked")
        self.tile("a9")
        self.page.get_by_text("out of reach").locator("visible=true").first.wait_for()
        self.shoot("crates-refused")
        self.page.keyboard.press("Escape")
        self.button("Show threats").click()
        self.shoot("crates-threats")
        self.button("Menu").click()
        self.shoot("menu")
        self.button("Close").click()
        self.page.keyboard.press("?")
        self.page.get_by_role("dialog").wait_for()
        self.shoot("keys")
        self.page.keyboard.press("Escape")
        self.open_tab("Rules")
        self.page.locator("[data-rule]").first.wait_for()
        self.shoot("rules")
        self.open_tab("Table" if "phone" in self.suffix else "Log")
        self.button("Show threats").click()
        for _ in range(2):  # what is still picked is put down
            self.page.keyboard.press("Escape")
        for _ in range(200):
            self.page.wait_for_selector(".prompt.yours, [aria-label=Result]")
            if is_over(self.page):
                break
            self.move()
        self.shoot("crates-over")
        self.page.goto(self.page.url + "/replay/3")
        self.page.wait_for_selector(".scrub")
        self.shoot("replay-crates")

    def open_tab(self, name: str) -> None:
        self.page.locator("nav.nav button:visible, [role=tab]:visible").get_by_text(name).first.click()

    # ---- Loot N Run

    def loot_n_run(self) -> None:
        self.bots("loot_n_run", more=1)
        shot: set[str] = set()
        for turn in range(300):
            self.page.wait_for_selector(".prompt.yours, [aria-label=Result]", timeout=20_000)
            if is_over(self.page):
                break
            self.room(turn, shot)
        self.shoot("loot-n-run-over")
        self.page.goto(self.page.url.split("?")[0] + "/replay")
        self.page.wait_for_selector(".scrub")
        self.button("To the end").click()
        self.shoot("replay-loot-n-run")

    def room(self, turn: int, shot: set[str]) -> None:
        """One turn, with a picture of what has not been seen yet."""
        page = self.page
        if page.locator(".reveal .verdict.up").count():
            self.once("reveal", shot)
        if page.get_by_test_id("keep").count():
            page.locator(".pick").first.click()
            self.once("keep", shot)
            return self.done(page.get_by_test_id("keep"))
        page.evaluate("() => document.activeElement?.blur()")
        page.keyboard.press(" ")  # what was shown has been seen
        rooms = page.get_by_role("list", name="Your rooms").locator("svg[role=img]").count()
        if rooms >= 3 and "turn" not in shot:
            self.once("turn", shot)
            self.open_tab("Odds")
            self.once("odds", shot)
            self.open_tab("Table" if "phone" in self.suffix else "Log")
        awaken = page.locator("[data-testid=awaken][aria-disabled=false]")
        if rooms >= 1 and turn % 3 and awaken.count() and "keep" not in shot:
            awaken.click()
            able = page.locator(".strip.able")
            if not page.get_by_test_id("commit").count():
                able.first.click()
            self.once("awaken", shot)
            return self.done(page.get_by_test_id("commit"))
        if rooms >= 4 or not page.locator("[data-deck].able").count():
            return self.done(page.get_by_test_id("run"))
        return self.done(page.locator("[data-deck].able").first)

    def done(self, what: Locator) -> None:
        """Do it, and wait until the table has moved on."""
        before = shown_version(self.page)
        what.click()
        self.page.wait_for_function(
            "before => document.querySelector('[data-version]').dataset.version > before", arg=before
        )

    def once(self, name: str, shot: set[str]) -> None:
        if name not in shot:
            shot.add(name)
            self.shoot(f"loot-n-run-{name}")

    def curtain(self) -> None:
        self.page.goto("/new/loot_n_run?with=here")
        self.button("Sit down and start").click()
        self.page.get_by_role("button", name="show me").wait_for()
        self.shoot("curtain")


def photograph(browser: Browser, url: str, wanted: list[str]) -> None:
    for size in SIZES:
        for theme in ("dark", "light"):
            if wanted and f"{size}-{theme}" not in wanted:
                continue
            camera = Camera(browser, url, size, theme)
            for step in (
                camera.plain_pages,
                camera.ready_room,
                camera.crates_barrels,
                camera.loot_n_run,
                camera.curtain,
            ):
                try:
                    step()
                except (Error, AssertionError) as error:
                    print(f"{camera.suffix} {step.__name__}: {str(error).splitlines()[0]}", file=sys.stderr)
                    camera.shoot(f"failed-{step.__name__}")
            camera.context.close()


def main() -> None:
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), pace=0.1) as url, browsing() as browser:
        photograph(browser, url, sys.argv[1:])
    print(f"{len(list(TARGET.glob('*.png')))} pictures in {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
