"""What people do in Looters of the Labyrinth, by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from typing import Any

from e2e.people import is_over, latest, open_table
from playwright.sync_api import Page, expect

ARROWS = {"N": "ArrowUp", "E": "ArrowRight", "S": "ArrowDown", "W": "ArrowLeft"}
Turn = tuple[str, Any]


def sit_down(page: Page, players: int = 2, **options: Any) -> None:
    """A table with bots on all other seats, started."""
    open_table(page, "labyrinth", players, options)
    page.wait_for_selector("[role=grid]")


def wait_for_turn(page: Page) -> bool:
    """Until it is Ana's turn; False when the game is over."""
    page.wait_for_function(
        "() => document.querySelector('.prompt.yours') || document.querySelector('[aria-label=Result]')", timeout=30_000
    )
    return not is_over(page)


def scene_of(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = latest(page)["match"]["scene"]
    return found


def wanted(page: Page, number: int) -> Turn:
    """What to do: treasure first, then a bit of everything."""
    scene = scene_of(page)
    if scene["phase"] == "build":
        return "build", None
    legal = [slide for slide in scene["slides"] if slide["is_legal"]]
    best = max(
        legal, key=lambda slide: (slide["stop"] == "win", len(slide["treasures"]), len(slide["path"])), default=None
    )
    if best and best["treasures"]:
        return "slide", best["dir"]
    if number % 4 == 1 and scene["hand"]:
        return "build", None
    if number % 6 == 3 and scene["rubble"]:
        return "rubble", scene["rubble"][-1]["at"]
    if scene["commands"] and any(command["is_legal"] for command in scene["commands"]):
        return "minotaur", max(
            scene["commands"], key=lambda command: (command["stop"] == "theft", command["is_legal"])
        )["dir"]
    if scene["deploy"] and number % 3 == 2:
        return "deploy", next(
            [x, y] for y, row in enumerate(scene["deploy"]) for x in range(scene["side"]) if row >> x & 1
        )
    walls = [wall for wall in scene["walls"] if wall["can_weaken"]]
    if walls and (number % 6 == 5 or not best):
        return "weaken", walls[0]["nodes"][walls[0]["node"]]
    assert best is not None
    return "slide", legal[number % len(legal)]["dir"]


def spot(page: Page, at: list[int]) -> Any:
    return page.locator(f"[data-cell='{at[0]},{at[1]}']")


def settled(page: Page, before: int) -> None:
    """Until the table has moved on."""
    for _ in range(400):
        if latest(page)["version"] > before:
            return
        page.wait_for_timeout(25)
    raise AssertionError("nothing was played: " + page.locator("#prompt").inner_text())


def point(page: Page, number: int, is_touch: bool = False) -> str:
    """A turn by mouse, or by finger on a phone."""
    kind, what = wanted(page, number)
    before = latest(page)["version"]

    def press(target: Any) -> None:
        if is_touch:
            target.tap()
        else:
            target.click()

    if kind == "slide":
        name = {"N": "north", "E": "east", "S": "south", "W": "west"}[what]
        press(page.get_by_role("button", name=re.compile(f"^Slide {name}")).locator("visible=true").first)
    elif kind == "build":
        card = page.locator(".wc").first
        if card.get_attribute("aria-pressed") != "true":
            press(card)
        expect(page.get_by_test_id("commit")).to_be_visible()
        if is_touch:
            press(page.get_by_role("button", name="Turn it"))
            press(page.get_by_role("button", name="Nearest legal place"))
            expect(page.get_by_test_id("commit")).to_be_visible()
    elif kind == "minotaur":
        press(page.get_by_role("button", name="Minotaur", exact=True))
        name = {"N": "north", "E": "east", "S": "south", "W": "west"}[what]
        press(
            page.get_by_role("button", name=re.compile(f"^(Send the minotaur|Slide) {name}"))
            .locator("visible=true")
            .first
        )
    else:
        press(
            page.get_by_role(
                "button", name={"rubble": "Rubble", "weaken": "Weaken", "deploy": "Minotaur"}[kind], exact=True
            )
        )
        press(spot(page, what))
    press(page.get_by_test_id("commit"))
    settled(page, before)
    return kind


def type_keys(page: Page, number: int) -> str:
    """A turn by keyboard alone."""
    kind, what = wanted(page, number)
    before = latest(page)["version"]
    page.keyboard.press("b")
    if kind == "slide":
        page.keyboard.press(ARROWS[what])
        expect(page.get_by_test_id("commit")).to_be_visible()
    elif kind == "build":
        page.keyboard.press("2")
        expect(page.get_by_test_id("commit")).to_be_visible()
        was = page.locator("#prompt").inner_text()
        page.keyboard.press("Tab")
        page.wait_for_function("was => document.querySelector('#prompt').innerText !== was", arg=was)
        expect(page.get_by_test_id("commit")).to_be_visible()
    else:
        page.keyboard.press({"weaken": "3", "rubble": "4"}.get(kind, "5"))
        if kind == "minotaur":
            page.keyboard.press(ARROWS[what])
        else:
            walk(page, what)
            page.keyboard.press("Enter")
        expect(page.get_by_test_id("commit")).to_be_visible()
    page.keyboard.press("Enter")
    settled(page, before)
    return kind


def walk(page: Page, at: list[int]) -> None:
    """Alt and arrows to a square."""
    for _ in range(60):
        here = page.evaluate("() => document.activeElement?.dataset?.cell ?? ''")
        assert here, "the board has no focus"
        x, y = (int(part) for part in here.split(","))
        if [x, y] == at:
            return
        across, down = at[0] - x, at[1] - y
        key = "ArrowRight" if across > 0 else "ArrowLeft" if across < 0 else "ArrowDown" if down > 0 else "ArrowUp"
        page.keyboard.press(f"Alt+{key}")
    raise AssertionError(f"{at} was not reached")
