"""How people play Looterz through the page: by mouse, by touch, by keyboard."""

from __future__ import annotations

from typing import Any

from e2e.people import latest, version, wait_until_played
from playwright.sync_api import Locator, Page


def strength(scene: dict[str, Any], id: str) -> int:
    kind = scene["kinds"][id.rpartition("-")[0]]
    return int(kind["life"] * kind["power"])


def decide(page: Page) -> tuple[dict[str, Any], dict[str, Any]]:
    """The scene, and an action from the legal ones: somebody who wants Loot, and tries every kind of thing."""
    frame = latest(page)
    scene: dict[str, Any] = frame["match"]["scene"]
    actions: list[dict[str, Any]] = [choice["action"] for choice in frame["match"]["actions"]]
    kinds = {action["type"]: action for action in reversed(actions)}
    if "recruit" in kinds:
        recruits = [action for action in actions if action["type"] == "recruit"]
        return scene, max(recruits, key=lambda action: strength(scene, action["card"]))
    if "activate" in kinds and scene["turn"] % 2:
        return scene, kinds["activate"]
    own = {looter["id"] for looter in scene["parties"][frame["audience"]]}
    attacks = [action for action in actions if action["type"] == "attack" and action["target"] not in own]
    if attacks and frame["version"] % 4 == 0:
        return scene, attacks[0]
    return scene, kinds.get("search") or actions[0]


def press(locator: Locator, by: str) -> None:
    if by == "tap":
        locator.tap()
    else:
        locator.click()


def play_by_hand(page: Page, by: str = "click", action: dict[str, Any] | None = None) -> None:
    """Pick, look at the preview, commit."""
    before = version(page)
    action = action or decide(page)[1]
    for spot in spots(page, action):
        press(page.locator(spot), by)
    press(page.get_by_test_id("commit"), by)
    wait_until_played(page, before)


def spots(page: Page, action: dict[str, Any]) -> list[str]:
    """What to press, one thing after the other, until the action is previewed."""
    kind = action["type"]
    if kind in ("search", "activate", "attack", "rest"):
        picked = page.locator(f"[data-cell='{action['looter']}']").get_attribute("aria-selected") == "true"
        pick = [] if picked else [f"[data-cell='{action['looter']}']"]
        if kind != "attack":
            return [*pick, f"[data-deed={kind}]"]
        aim = ["[data-deed=attack]"] if is_own(page, action["target"]) else []
        return [*pick, *aim, f"[data-cell='{action['target']}']"]
    if kind in ("victim", "player"):
        return [f"[data-cell='seat:{action['player']}']"]
    if kind in ("target", "sacrifice"):
        return [f"[data-cell='{action['looter']}']"]
    places = {"recruit": "data-hand", "discard": "data-hand", "order": "data-order", "card": "data-grave"}
    if kind == "card" and latest(page)["match"]["scene"]["question"]["origin"] == "hand":
        places["card"] = "data-hand"
    if kind in places:
        return [f"[{places[kind]}='{action['card']}']"]
    return [f"[data-testid={kind}]"]


def is_own(page: Page, id: str) -> bool:
    """Attacking one's own must be meant: Attack is chosen first."""
    frame = latest(page)
    return any(looter["id"] == id for looter in frame["match"]["scene"]["parties"][frame["audience"]])


def play_by_keys(page: Page, action: dict[str, Any] | None = None) -> None:
    """The same with the keyboard alone."""
    before = version(page)
    scene, wanted = decide(page)
    action = action or wanted
    kind = action["type"]
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    if kind in ("recruit", "discard") and hand_place(page, scene, action["card"]) < 9:
        page.keyboard.press(str(hand_place(page, scene, action["card"]) + 1))
    elif kind in ("draw", "decline", "use"):
        page.keyboard.press({"draw": "d", "decline": "n", "use": "y"}[kind])
    elif kind in ("victim", "player", "order"):
        answers = latest(page)["match"]["actions"]
        page.keyboard.press(str([answer["action"] for answer in answers].index(action) + 1))
    elif kind in ("search", "activate", "attack", "rest", "target", "sacrifice"):
        page.keyboard.press("b")
        walk(page, scene, action["looter"])
        page.keyboard.press("Enter")
        if kind == "attack":
            if is_own(page, action["target"]):
                page.keyboard.press("a")
            walk(page, scene, action["target"])
            page.keyboard.press("Enter")
        elif kind in ("search", "activate", "rest"):
            page.keyboard.press({"search": "s", "activate": "x", "rest": "z"}[kind])
    else:
        typed(page, scene, action)
        wait_until_played(page, before)
        return
    page.get_by_test_id("commit").wait_for()
    page.keyboard.press("Enter")
    wait_until_played(page, before)


def hand_place(page: Page, scene: dict[str, Any], card: str) -> int:
    hand: list[str] = scene["hands"][latest(page)["audience"]]["cards"]
    return hand.index(card)


def walk(page: Page, scene: dict[str, Any], wanted: str) -> None:
    """Arrow keys to a Looter or to a player's name: first the row, then the place in it."""
    me = latest(page)["audience"]
    players = len(scene["parties"])
    order = [*[(me + step) % players for step in range(1, players)], me]
    rows = [[f"seat:{seat}", *[looter["id"] for looter in scene["parties"][seat]]] for seat in order]
    row = next(n for n, cells in enumerate(rows) if wanted in cells)
    for _ in range(60):
        here = page.evaluate("() => document.activeElement?.dataset?.cell ?? ''")
        at = next((n for n, cells in enumerate(rows) if here in cells), None)
        assert at is not None, f"the board has no focus but {here!r}"
        if here == wanted:
            return
        if at != row:
            page.keyboard.press("ArrowDown" if row > at else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if rows[row].index(wanted) > rows[row].index(here) else "ArrowLeft")
    raise AssertionError(f"{wanted} was not reached")


def typed(page: Page, scene: dict[str, Any], action: dict[str, Any]) -> None:
    """`card orc`: what has no key of its own is typed."""
    page.keyboard.press("/")
    page.keyboard.type(f"{action['type']} {action['card'].replace('_', ' ').replace('-', ' ')}")
    page.keyboard.press("Enter")
