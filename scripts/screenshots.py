"""Photographs every page of the browser client, in both sizes, into build/screenshots.

Needs a built client, playwright and Chromium; starts a server of its own.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "build" / "screenshots"
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SERVE = """
import sys
from loot_table.server.serve import Settings, run
if __name__ == "__main__":
    run(Settings(port=int(sys.argv[1]), database=sys.argv[2], pace=0.1, is_strict=False))
"""


def start_server(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    script = folder / "serve.py"
    script.write_text(SERVE, encoding="utf-8")
    command = [sys.executable, str(script), str(port), str(folder / "tables.db")]
    server = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=folder)
    url = f"http://127.0.0.1:{port}"
    for _ in range(100):
        try:
            urllib.request.urlopen(url + "/healthz", timeout=1).close()  # noqa: S310
            break
        except OSError:
            time.sleep(0.2)
    return server, url


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
        self.page.set_default_timeout(8000)
        self.suffix = f"{size}-{theme}"

    def shoot(self, name: str, is_whole: bool = False) -> None:
        self.page.wait_for_timeout(350)
        self.page.screenshot(path=TARGET / f"{name}-{self.suffix}.png", full_page=is_whole)

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
            self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("button", name="Open the ready room").click()
        self.page.get_by_role("button", name="Seat a bot").first.click()
        self.shoot("seat-a-bot")
        self.page.get_by_role("dialog").get_by_role("button", name="Burglar").click()
        self.page.wait_for_timeout(300)
        self.page.get_by_label("Say something").fill("I brought snacks. I did not buy them.")
        self.page.keyboard.press("Enter")
        self.shoot("ready-room", is_whole=True)

    def bots(self, game: str, more: int = 0) -> None:
        self.page.goto(f"/new/{game}?with=bots")
        for _ in range(more):
            self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("button", name="Sit down and start").click()
        self.page.wait_for_selector(".prompt.yours")

    def tile(self, name: str) -> None:
        self.page.locator(f"[data-tile={name}]").click()

    def crates_barrels(self) -> None:
        self.bots("crates_barrels")
        for start, end in (("c2", "c4"), ("g2", "g4"), ("e2", "e3")):
            self.page.wait_for_selector(".prompt.yours")
            self.tile(start)
            self.tile(end)
            if self.page.get_by_test_id("commit").count():
                self.page.get_by_test_id("commit").click()
            self.page.wait_for_timeout(700)
        self.page.wait_for_selector(".prompt.yours")
        self.tile("d2")
        self.shoot("crates-picked")
        self.tile("d9")
        self.shoot("crates-refused")
        self.page.keyboard.press("Escape")
        self.page.get_by_role("button", name="Show threats").locator("visible=true").first.click()
        self.shoot("crates-threats")
        self.page.get_by_role("button", name="Menu").click()
        self.shoot("menu")
        self.page.get_by_role("dialog").get_by_role("button", name="Close").click()
        self.page.keyboard.press("?")
        self.shoot("keys")
        self.page.keyboard.press("Escape")
        self.open_tab("Rules")
        self.shoot("rules")
        self.page.goto(self.page.url + "/replay/3")
        self.page.wait_for_selector(".scrub")
        self.shoot("replay-crates")

    def open_tab(self, name: str) -> None:
        self.page.locator("nav.nav button:visible, [role=tab]:visible").get_by_text(name).first.click()

    def loot_n_run(self) -> None:
        self.bots("loot_n_run", more=1)
        shot: set[str] = set()
        for turn in range(200):
            self.page.wait_for_timeout(60)
            if self.page.get_by_role("region", name="Result").count():
                self.shoot("loot-n-run-over")
                break
            if self.page.locator(".reveal .verdict.up").count() and "reveal" not in shot:
                shot.add("reveal")
                self.shoot("loot-n-run-reveal")
            if not self.page.locator(".prompt.yours").count():
                continue
            if self.page.get_by_test_id("keep").count():
                if "keep" not in shot:
                    self.page.locator(".pick").first.click()
                    shot.add("keep")
                    self.shoot("loot-n-run-keep")
                self.page.get_by_test_id("keep").click()
                continue
            self.page.evaluate("() => document.activeElement?.blur()")
            self.page.keyboard.press(" ")
            rooms = self.page.get_by_role("list", name="Your rooms").locator("svg[role=img]").count()
            if rooms >= 3 and "turn" not in shot:
                shot.add("turn")
                self.shoot("loot-n-run")
                self.open_tab("Odds")
                self.shoot("loot-n-run-odds")
                self.open_tab("Table" if "phone" in self.suffix else "Log")
            awaken = self.page.locator("[data-testid=awaken][aria-disabled=false]")
            if rooms >= 1 and turn % 3 and awaken.count() and "keep" not in shot:
                awaken.click()
                able = self.page.locator(".strip.able")
                if able.count() and not self.page.get_by_test_id("commit").count():
                    able.first.click()
                if "awaken" not in shot:
                    shot.add("awaken")
                    self.shoot("loot-n-run-awaken")
                self.page.get_by_test_id("commit").click()
            elif rooms >= 4:
                self.page.get_by_test_id("run").click()
            else:
                self.page.locator("[data-deck='0']").click()
        self.page.goto(self.page.url.split("?")[0] + "/replay")
        self.page.wait_for_selector(".scrub")
        self.page.get_by_role("button", name="To the end").click()
        self.shoot("replay-loot-n-run")

    def curtain(self) -> None:
        self.page.goto("/new/loot_n_run?with=here")
        self.page.get_by_role("button", name="Sit down and start").click()
        self.page.get_by_role("button", name="show me").wait_for()
        self.shoot("curtain")


def photograph(browser: Browser, url: str) -> None:
    for size in SIZES:
        for theme in ("dark", "light"):
            camera = Camera(browser, url, size, theme)
            steps = [camera.plain_pages, camera.ready_room, camera.crates_barrels, camera.loot_n_run, camera.curtain]
            for step in steps if theme == "dark" else steps[:4]:
                try:
                    step()
                except Exception as error:
                    print(f"{camera.suffix} {step.__name__}: {str(error).splitlines()[0]}", file=sys.stderr)
                    camera.shoot(f"failed-{step.__name__}")
            camera.context.close()


def main() -> None:
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    chromium = os.environ.get("LOOT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        server, url = start_server(Path(folder))
        browser = started.chromium.launch(executable_path=chromium, args=ARGS)
        try:
            photograph(browser, url)
        finally:
            browser.close()
            server.terminate()
            server.wait(10)
    print(f"{len(list(TARGET.glob('*.png')))} pictures in {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
