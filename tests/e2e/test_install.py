"""The client can be installed, says so when there is no network, and keeps nothing but its shell."""

from __future__ import annotations

import json
import struct
from typing import Any

from e2e.conftest import Opener
from e2e.people import open_table, wait_for_turn
from playwright.sync_api import Page, Route, expect

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) for (const kept of await (await caches.open(name)).keys()) found.push([name, new URL(kept.url).pathname]);
  return found;
}"""


def settled(open_page: Opener, path: str = "/") -> Page:
    """A browser whose service worker is there."""
    page = open_page(path, name="Ana", service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => caches.keys().then((names) => names.length === 1)")
    return page


def test_the_manifest_is_one_by_which_a_browser_installs(open_page: Opener) -> None:
    page = settled(open_page)
    line = page.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert told["errors"] == []
    assert line.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest: dict[str, Any] = json.loads(told["data"])
    assert (manifest["id"], manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "/",
        "standalone",
    )
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"], icon
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_without_a_network_every_address_says_so_and_comes_back_by_itself(open_page: Opener) -> None:
    page = settled(open_page)
    page.context.set_offline(True)
    for path in ("/", "/games/looterz", "/t/whatever"):
        page.goto(path)
        expect(page.get_by_role("heading", name="The table is out of reach")).to_be_visible()
        assert page.url.endswith(path)
    page.goto("/games/looterz")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Looterz", level=1)).to_be_visible()


def test_no_answer_of_the_server_is_ever_kept(open_page: Opener) -> None:
    page = settled(open_page)
    answers = []
    page.on("response", lambda answer: answers.append((answer.url, answer.from_service_worker)))
    open_table(page, "loot_n_run", 3)
    wait_for_turn(page)
    page.goto("/")
    expect(page.get_by_text("Your turn")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert len({name for name, _ in kept}) == 1
    assert len(kept) >= 5
    for _, path in kept:
        assert path in ("/offline.html", "/mark.svg") or path.startswith("/assets/"), path
    asked = [(url, by_worker) for url, by_worker in answers if "/api/" in url]
    assert len(asked) > 3
    assert not [url for url, by_worker in asked if by_worker], "the worker lets them pass"
    assert [url for url, by_worker in answers if by_worker and "/assets/shell" in url], "it serves what it keeps"


def test_a_tab_from_before_an_update_finds_the_new_one(open_page: Opener) -> None:
    """Its files are no more; it is loaded anew, once."""
    page = open_page("/", name="Ana")
    expect(page.locator("ul.shelf > li").first).to_be_visible()
    gone: list[str] = []

    def answer(route: Route) -> None:
        gone.append(route.request.url)
        route.fulfill(status=404)

    page.route("**/assets/Credits-*.js", answer, times=1)
    page.get_by_role("link", name="Credits and icon licences").click()
    expect(page.get_by_role("heading", name="Credits", level=1)).to_be_visible()
    assert len(gone) == 1


def test_the_worker_itself_is_asked_for_anew_and_is_of_this_version(open_page: Opener) -> None:
    page = open_page("/")
    answer = page.request.get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    script = answer.text()
    assert "__" not in script, "the build fills in what it keeps"
    for path in json.loads(script.split("const KEPT = ")[1].split(";")[0]):
        assert page.request.get(path).headers["content-type"] != "text/html" or path.endswith(".html"), path
