"""How somebody plays Loot Fiend through the page: by mouse, by touch or by keyboard alone."""

from __future__ import annotations

from typing import Any

from e2e.people import latest
from playwright.sync_api import Locator, Page, expect

Plain = dict[str, Any]


def seen(page: Page) -> Plain:
    scene: Plain = latest(page)["match"]["scene"]
    return scene


def key_of(cell: list[int]) -> str:
    return f"{cell[0]},{cell[1]}"


def wait_for_news(page: Page, before: int) -> None:
    """Until the table has moved on and the page shows it."""
    shown = "before => Number(document.querySelector('.map')?.dataset.version ?? 0) > before"
    page.wait_for_function(shown, arg=before)
    wait_until_shown(page)


def wait_until_shown(page: Page) -> None:
    """Until the page shows the newest frame that has come."""
    newest = latest(page)["version"]
    page.wait_for_function("newest => Number(document.querySelector('.map')?.dataset.version) >= newest", arg=newest)


def plan(scene: Plain) -> tuple[str, Any]:
    """What a decent player would do next."""
    left = scene["actions_left"]
    if scene["phase"] == "turn":
        here = [loot for loot in scene["loot"] if loot["is_here"] and not loot["is_guarded"]]
        fitting = [loot for loot in here if "best" in loot]
        if fitting and scene["cost"] <= left:
            return "collect", max(fitting, key=lambda loot: scene["shapes"][loot["code"]]["value"])["id"]
        almost = [loot for loot in here if loot["fit"] == "repack"]
        if almost and left >= 2:
            return "repack", almost[0]["id"]
        if scene["payments"] and on_store(scene) and scene["cost"] <= left:
            return "unlock", None
        near = [loot for loot in scene["loot"] if loot["is_near"] and not loot["is_here"] and loot["fit"] == "fits"]
        if near:
            return "walk", min(near, key=lambda loot: loot["cost"])["at"]
        adds = [exit for exit in scene["exits"] if exit["kind"] == "add" and exit["can"]]
        if adds:
            return "flip", adds[0]["to"]
        frontier = {key_of(tile["at"]) for tile in scene["tiles"] if tile["open"]}
        ways = [walk for walk in scene["walks"] if key_of(walk["to"]) in frontier and walk["cost"] < left]
        if ways:
            return "walk", min(ways, key=lambda walk: walk["cost"])["to"]
        steps = [exit for exit in scene["exits"] if exit["kind"] == "move" and exit["can"]]
        if steps and left > 1:
            return "walk", steps[0]["to"]
        return "end", None
    if scene["phase"] == "trip":
        fitting = [loot for loot in scene["loot"] if loot["is_here"] and "best" in loot]
        return ("collect", fitting[0]["id"]) if fitting else ("go", None)
    if scene["phase"] == "store":
        return ("unlock", None) if scene["payments"] else ("done", None)
    return scene["phase"], None


def on_store(scene: Plain) -> bool:
    at = scene["seats"][scene["you"]]["at"]
    return any(tile["kind"] == "store" and tile["at"] == at for tile in scene["tiles"])


def act(page: Page, by: str = "click") -> str:
    """One decision through the page; says which."""
    frame = latest(page)
    scene, before = frame["match"]["scene"], frame["version"]
    what, target = plan(scene)

    def press(locator: Locator) -> None:
        locator.tap() if by == "tap" else locator.click()

    def button(name: str) -> Locator:
        return page.locator("[data-mine]").get_by_role("button", name=name).first

    if what in ("collect", "repack"):
        press(page.locator(f"[data-mine] [data-id='{target}']"))
        press(page.get_by_test_id("commit"))
    elif what in ("walk", "flip"):
        page.keyboard.press("Escape")
        button_for(page, "Fit the map", by)
        touch_cell(page, key_of(target), by)
        if what == "flip" or by == "tap" or not is_next_door(scene, target):
            press(page.get_by_test_id("commit"))
    elif what == "spot":
        touch_cell(page, key_of(scene["spots"][0]["to"]), by)
        press(page.get_by_test_id("commit"))
    elif what == "unlock":
        press(button("Unlock"))
        press(page.get_by_test_id("commit"))
    elif what in ("orient", "route"):
        press(page.get_by_test_id("commit"))
    elif what == "place_loot":
        press(button("Green box" if scene["seats"][scene["you"]]["locks"] == 3 else "Blue box"))
    elif what == "leave_first":
        press(button("leaves first"))
    elif what == "go":
        press(button("Walk on"))
    elif what == "done":
        press(button("Done here"))
    elif what == "end":
        press(button("End turn"))
        press(page.get_by_test_id("commit"))
    wait_for_news(page, before)
    if what == "walk":
        wait_for_arrival(page, target)
    return what


def is_next_door(scene: Plain, target: list[int]) -> bool:
    """Whether one step leads there, which a click of the mouse does at once."""
    return any(walk["to"] == target and len(walk["path"]) == 1 for walk in scene["walks"])


def wait_for_arrival(page: Page, target: list[int]) -> None:
    """A long walk goes step by step by itself."""
    for _ in range(600):
        scene = seen(page)
        if scene["seats"][scene["you"]]["at"] == target or scene["to_act"] != scene["you"]:
            break
        page.wait_for_timeout(10)
    wait_until_shown(page)


# Resolves when two looks in a row see the same place; a map that never rests is pressed where it is.
STANDS_STILL = """async cell => {
    let before = "";
    for (let looks = 0; looks < 50; looks++) {
        const now = JSON.stringify(cell.getBoundingClientRect());
        if (now === before) return;
        before = now;
        await new Promise(done => setTimeout(() => requestAnimationFrame(done), 50));
    }
}"""


def touch_cell(page: Page, key: str, by: str = "click") -> None:
    """A press on the middle of a place on the map, whatever is drawn over it, once the map stands still."""
    cell = page.locator(f"[data-cell='{key}']")
    cell.evaluate(STANDS_STILL)
    box = cell.bounding_box()
    assert box is not None, f"{key} is not on the map"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y) if by == "tap" else page.mouse.click(x, y)


def button_for(page: Page, name: str, by: str) -> None:
    """Bring the whole map into view, so that the target is on the screen."""
    locator = page.get_by_role("button", name=name)
    locator.tap() if by == "tap" else locator.click()


# ---------------------------------------------------------------- by keyboard alone


def focused(page: Page, name: str) -> str:
    """A data attribute of what has the focus."""
    found: str = page.evaluate("name => document.activeElement?.dataset?.[name] ?? ''", name)
    return found


def to_own_tile(page: Page) -> None:
    page.keyboard.press("b")
    page.keyboard.press("c")
    at = key_of(seen(page)["seats"][seen(page)["you"]]["at"])
    page.wait_for_function("at => document.activeElement?.dataset?.cell === at", arg=at)


def tab_to_cell(page: Page, key: str) -> None:
    """Tab goes along the roads out of one's tile."""
    for _ in range(14):
        if focused(page, "cell") == key:
            return
        page.keyboard.press("Tab")
        page.wait_for_timeout(15)
    raise AssertionError(f"{key} was not reached, the focus is on {focused(page, 'cell')!r}")


def tab_to_button(page: Page, words: str) -> None:
    page.keyboard.press("h")
    for _ in range(30):
        text: str = page.evaluate(
            "() => document.activeElement?.tagName === 'BUTTON' ? document.activeElement.innerText : ''"
        )
        if words in text:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no button {words!r} was reached")


def act_by_keys(page: Page) -> str:
    frame = latest(page)
    scene, before = frame["match"]["scene"], frame["version"]
    what, target = plan(scene)
    keys = page.keyboard
    if what in ("collect", "repack"):
        to_own_tile(page)
        for _ in range(4):
            keys.press("Enter")
            page.wait_for_timeout(40)
            if page.locator(f"[data-held='{target}']").count():
                break
            to_own_tile(page)
        if what == "collect":
            keys.press("Enter")
        else:
            keys.press(".")
            keys.press("Enter")
    elif what in ("walk", "flip"):
        step = target
        if what == "walk":
            step = next(walk["path"][0] for walk in scene["walks"] if walk["to"] == target)
        to_own_tile(page)
        tab_to_cell(page, key_of(step))
        keys.press("Enter")
        expect(page.get_by_test_id("commit")).to_be_visible()
        keys.press("Enter")
    elif what == "orient":
        to_own_tile(page)
        tab_to_cell(page, key_of(scene["turned"]["at"]))
        keys.press("r")
        keys.press("Enter")
    elif what == "route":
        keys.press(".")
        keys.press("Enter")
    elif what == "spot":
        to_own_tile(page)
        tab_to_cell(page, key_of(scene["spots"][0]["to"]))
        keys.press("Enter")
        keys.press("Enter")
    else:
        words = {
            "place_loot": "Green box" if scene["seats"][scene["you"]]["locks"] == 3 else "Blue box",
            "leave_first": "leaves first",
            "go": "Walk on",
            "done": "Done here",
            "end": "End turn",
            "unlock": "Unlock",
        }[what]
        tab_to_button(page, words)
        keys.press("Enter")
        if what in ("end", "unlock"):
            expect(page.get_by_test_id("commit")).to_be_visible()
            keys.press(".")
            keys.press("Enter")
    wait_for_news(page, before)
    return what
