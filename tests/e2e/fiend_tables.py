"""Tables of Loot Fiend brought to a moment worth looking at: played on over HTTP, in the page's own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Page

Plain = dict[str, Any]
Until = Callable[[Plain], bool]
Pick = Callable[[Plain, list[Plain]], Plain]
MOST_DECISIONS = 3000


class FiendTable:
    """A table whose people all sit at the page's screen."""

    def __init__(self, page: Page, people: int, bots: int = 0, **options: Any) -> None:
        self.page = page
        parts = urlsplit(page.url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        names = ["Ana", "Ben", "Cleo", "Dan"]
        seats: list[Plain] = [{"kind": "human", "name": name} for name in names[:people]]
        seats += [{"kind": "bot", "bot": "greedy"}] * bots
        wish = {"game": "loot_fiend", "players": len(seats), "seats": seats, "name": "Ana", "options": options}
        self.table = self.post("/api/tables", wish)["card"]["table"]
        self.commands = 0
        started = self.command(0, self.frame(0)["version"], {"type": "start"})
        assert started["result"] == "accepted", started

    def post(self, path: str, body: Plain) -> Plain:
        answer = self.page.request.post(self.origin + path, data=body, headers={"Origin": self.origin})
        return told(answer)

    def frame(self, seat: int) -> Plain:
        return told(self.page.request.get(f"{self.origin}/api/tables/{self.table}/frame?seat={seat}"))

    def command(self, seat: int, version: int, do: Plain) -> Plain:
        self.commands += 1
        body = {"type": "command", "id": f"c-{self.commands}", "seat": seat, "version": version, "do": do}
        return self.post(f"/api/tables/{self.table}/commands", body)

    def play_until(self, until: Until, pick: Pick) -> Plain | None:
        """Everybody at this screen decides by `pick` until something holds: that scene, or None if the game ended."""
        frame = self.frame(0)
        for _ in range(MOST_DECISIONS):
            seat = frame["match"]["to_act"]
            if frame["match"]["result"] is not None:
                return None
            if frame["audience"] != seat:
                frame = self.frame(seat)
            scene: Plain = frame["match"]["scene"]
            if until(scene):
                return scene
            actions = [choice["action"] for choice in frame["match"]["actions"]]
            done = self.command(seat, frame["version"], {"type": "play", "action": pick(scene, actions)})
            assert done["result"] == "accepted", done
            frame = self.frame(seat)
        raise AssertionError("the game does not end")

    def look(self) -> Page:
        """The table in the page."""
        self.page.goto(f"/t/{self.table}")
        self.page.wait_for_selector("[data-cell='0,0']")
        self.page.locator(".prompt").wait_for()
        return self.page


def told(answer: APIResponse) -> Plain:
    assert answer.ok, answer.text()
    found: Plain = answer.json()
    return found


# ---------------------------------------------------------------- ways to decide


def first_of(*kinds: str) -> Pick:
    """The first action of the first of these kinds that there is; else the last one listed."""

    def pick(_scene: Plain, actions: list[Plain]) -> Plain:
        for kind in kinds:
            found = [action for action in actions if action["type"] == kind]
            if found:
                return found[0]
        return actions[-1]

    return pick


IDLE = first_of("end_turn")
TRAVEL = first_of("trip_go")


def heavy(scene: Plain, actions: list[Plain]) -> Plain:
    """The same, but whoever can takes a larger piece and no small ones: what is paid for a lock is then too much."""
    takes = [action for action in actions if action["type"] in ("collect", "trip_collect")]
    larger = [action for action in takes if not action["loot"].startswith("s")]
    return larger[0] if larger else explore(scene, [action for action in actions if action not in takes])


def explore(scene: Plain, actions: list[Plain]) -> Plain:
    """Collect now and then, flip where roads would meet, and spread out: a map with loops, and loot left on it."""
    kinds = {action["type"] for action in actions}
    if kinds & {"trip_go", "done", "place_loot", "orient", "route", "leave_first", "spot"}:
        return first_of("trip_go", "done")(scene, actions) if kinds & {"trip_go", "done"} else actions[0]
    me = int(scene["to_act"])
    covered = {tuple(tile["at"]) for tile in scene["tiles"]} | {(1, 0), (0, 1), (1, 1)}
    adds = [action for action in actions if action["type"] == "add"]

    def neighbours(action: Plain) -> int:
        x, y = action["to"]
        return sum(cell in covered for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))

    collects = [action for action in actions if action["type"] == "collect"]
    if collects and scene["seats"][me]["points"] < 4 + 2 * me:
        return collects[0]
    if adds and (scene["actions_left"] > 1 or len(scene["tiles"]) < 4):
        return max(adds, key=neighbours)
    moves = [action for action in actions if action["type"] == "move"]
    away = [action for action in moves if action["to"] != [0, 0]]
    ways: list[Plain] = away or moves or actions
    return ways[(len(scene["tiles"]) + me) % len(ways)]
