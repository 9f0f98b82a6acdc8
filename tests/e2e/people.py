"""What people do at a table, in a player's words."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Page, Response, expect

Move = Callable[[Page], None]
# Everything each page was sent over its sockets, and what it was answered over HTTP.
HEARD: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()
ANSWERED: WeakKeyDictionary[Page, list[Response]] = WeakKeyDictionary()


def listen(page: Page) -> None:
    """Keep everything that the server tells this page."""
    heard: list[str] = []
    HEARD[page] = heard
    ANSWERED[page] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
    page.on("response", lambda answer: ANSWERED[page].append(answer))  # noqa: PLW0108 (playwright marks its handlers)


def latest(page: Page) -> dict[str, Any]:
    """The frame that the page shows. What the page has drawn may be heard of here a moment later."""
    shown, table = shown_version(page), re.search("/t/([^/?#]+)", page.url)
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for text in reversed(HEARD[page]):
            found: dict[str, Any] = json.loads(text)
            if found.get("type") != "frame" or shown not in (None, found["version"]):
                continue
            if table is None or found["card"]["table"] == table[1]:
                return found
        page.wait_for_timeout(5)
    raise AssertionError("no frame has come yet")


def shown_version(page: Page) -> int | None:
    """The version of the table that is drawn; None outside a game."""
    shown = page.evaluate("() => document.querySelector('[data-version]')?.dataset.version ?? null")
    return None if shown is None else int(shown)


def host_table(page: Page, game: str, players: int = 2) -> str:
    """Open a ready room for friends; the answer is the invitation's path."""
    page.goto(f"/new/{game}?with=friends")
    expect(page.get_by_role("button", name="Open the ready room")).to_be_enabled()  # the game's facts have come
    shown = page.get_by_test_id("players")
    while shown.count() and (before := shown.inner_text()) != str(players):
        page.get_by_role("button", name="More" if int(before) < players else "Fewer").click()
        expect(shown).not_to_have_text(before)
    page.get_by_role("button", name="Open the ready room").click()
    return f"/join/{'-'.join(shown_code(page).split())}"


def shown_code(page: Page) -> str:
    """The code of a ready room as people say it: three words with blanks between them."""
    return " ".join(page.get_by_test_id("code").inner_text().split())


OPENED = """async (wish) => {
  const post = (path, body) => fetch(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)});
  const made = await (await post("/api/tables", wish)).json();
  if (!made.card) throw new Error(JSON.stringify(made));
  return made.card;
}"""
STARTED = """async (table) => {
  const frame = await (await fetch(`/api/tables/${table}/frame?seat=0`)).json();
  const command = {type: "command", id: "start", seat: 0, version: frame.version, do: {type: "start"}};
  const body = JSON.stringify(command);
  await fetch(`/api/tables/${table}/commands`, {method: "POST", headers: {"content-type": "application/json"}, body});
}"""


def open_table(
    page: Page, game: str, players: int, options: dict[str, Any] | None = None, components: Any = None, friends: int = 0
) -> str:
    """Ana's table with bots on the other seats, started at once if no friend has to come; the friends' invitation."""
    others = [*[{"kind": "open"}] * friends, *[{"kind": "bot", "bot": "greedy"}] * (players - 1 - friends)]
    wish = {"game": game, "players": players, "options": options or {}, "name": "Ana"}
    card = page.evaluate(OPENED, {**wish, "components": components, "seats": [{"kind": "human"}, *others]})
    if not friends:
        page.evaluate(STARTED, card["table"])
    page.goto(f"/t/{card['table']}")
    return f"/join/{card['code']}"


def set_up(page: Page, **wish: Any) -> str:
    """Open a ready room as a program would, with what the page does not offer; the answer is the invitation's path."""
    card = page.evaluate(OPENED, {"players": 2, "name": "Ana", **wish})
    page.goto(f"/t/{card['table']}")
    return f"/join/{card['code']}"


def seat_a_bot(page: Page, bot: str = "Apprentice") -> None:
    empty = page.get_by_role("button", name="Seat a bot")
    empty.first.wait_for()
    left = empty.count() - 1
    empty.first.click()
    page.get_by_role("dialog").get_by_role("button", name=bot).click()
    expect(empty).to_have_count(left)


def fill_with_bots(page: Page) -> None:
    """A bot on every seat that is still empty."""
    empty = page.get_by_role("button", name="Seat a bot")
    empty.first.wait_for()
    while empty.count():
        seat_a_bot(page)


def take_seat(page: Page) -> None:
    page.get_by_role("button", name="Take a seat").click()


def be_ready(page: Page) -> None:
    page.get_by_role("button", name="I am ready").click()


def start(page: Page) -> None:
    button = page.get_by_role("button", name="Start", exact=True)
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()


def gather(
    open_page: Callable[..., Page], game: str, players: int = 2, bots: int = 0, wish: Any = None, **guest: Any
) -> tuple[Page, Page]:
    """Ana and Ben at a fresh table, with bots on the other seats, and the game started."""
    ana = open_page(name="Ana")
    invitation = set_up(ana, game=game, players=players, **wish) if wish else host_table(ana, game, players)
    ben = open_page(invitation, name="Ben", **guest)
    take_seat(ben)
    expect(ana.get_by_role("heading", name="Ben")).to_be_visible()
    for _ in range(bots):
        seat_a_bot(ana)
    be_ready(ben)
    start(ana)
    ana.wait_for_selector("#prompt")
    ben.wait_for_selector("#prompt")
    return ana, ben


def choose_in_menu(page: Page, name: str) -> None:
    """Something of the table's menu."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog", name="This table").get_by_role("button", name=name, exact=True).click()


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector(".prompt.yours")


def is_my_turn(page: Page) -> bool:
    return page.locator(".prompt.yours").count() > 0


def is_over(page: Page) -> bool:
    return page.get_by_role("region", name="Result").count() > 0


def play_out(pages: dict[Page, Move], most: int = 400, between: Callable[[int], None] | None = None) -> int:
    """Whoever is to act does; the number of turns until everybody sees the result."""
    turns = 0
    waited = time.monotonic()
    while not all(is_over(page) for page in pages):
        assert turns < most, "the game does not end"
        assert time.monotonic() - waited < 30, "nobody is to act"
        for page, move in pages.items():
            if is_my_turn(page) and not is_over(page):
                move(page)
                turns += 1
                waited = time.monotonic()
                if between is not None:
                    between(turns)
        next(iter(pages)).wait_for_timeout(20)
    return turns


def play_on(pages: dict[Page, Move], turns: int) -> None:
    """So many turns by whoever is to act."""
    for _ in range(turns):
        page = whose_turn(list(pages))
        pages[page](page)


def whose_turn(pages: list[Page]) -> Page:
    """Wait until one of them is to act."""
    expect(pages[0].locator("#prompt")).to_be_visible()
    until = time.monotonic() + 30
    while time.monotonic() < until:
        for page in pages:
            if is_my_turn(page):
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody is to act")


def version(page: Page) -> str:
    return page.locator("[role=log]").inner_text()


def wait_until_played(page: Page, before: str) -> None:
    """Until the table shows something new."""
    page.wait_for_function(
        "before => document.querySelector('[role=log]')?.innerText !== before || !document.querySelector('.prompt.yours')",
        arg=before,
    )


# ---------------------------------------------------------------- Crates vs Barrels


def turns_of(page: Page) -> list[dict[str, Any]]:
    """The legal moves and respawns that the page knows: from, to, what they do, and what is said of them."""
    match = latest(page)["match"]
    found = []
    for choice in match["actions"]:
        action = choice["action"]
        if action["type"] != "pass":
            start, to = action.get("from"), action["to"]
            kind = match["scene"]["deeds"].get(f"{start or ''}{to}", action["type"])
            found.append({"from": start, "to": to, "kind": kind, "says": said(choice["says"])})
    return found


def said(spans: list[Any]) -> str:
    """A sentence without its chips."""
    return "".join(span if isinstance(span, str) else span["text"] for span in spans)


def best_turn(page: Page) -> dict[str, Any]:
    """What somebody who wants to win would play, from the legal turns that the page knows."""
    wanted = ["win", "pick_up", "attack", "move", "respawn", "draw"]
    frame = latest(page)
    scene, me = frame["match"]["scene"], frame["audience"]
    own = scene["sides"][me]
    goal = own["loot"] if own["carrier"] else scene["sides"][1 - me]["loot"]
    legal = turns_of(page)
    turns = [line for line in legal if "win" not in line["says"] or line["kind"] == "win"] or legal

    def rank(line: dict[str, Any]) -> tuple[int, int, int]:
        is_carrier = line["from"] == own["carrier"]
        kind = wanted.index(line["kind"])
        if line["kind"] in ("move", "attack") and own["carrier"] and is_carrier:
            kind = 1
        risk = 0 if "No " in line["says"] or line["kind"] == "win" else 1
        far = max(abs(ord(line["to"][0]) - ord(goal[0])), abs(int(line["to"][1]) - int(goal[1])))
        return (kind if kind < 3 else 3, risk, far)

    return min(turns, key=rank)


def click_turn(page: Page) -> None:
    before = version(page)
    turn = best_turn(page)
    if turn["from"] is not None:
        page.locator(f"[data-cell={turn['from']}]").click()
    page.locator(f"[data-cell={turn['to']}]").click()
    wait_until_played(page, before)


def tap_turn(page: Page) -> None:
    """Two taps to preview, a third to commit."""
    before = version(page)
    turn = best_turn(page)
    if turn["from"] is not None:
        page.locator(f"[data-cell={turn['from']}]").tap()
    page.locator(f"[data-cell={turn['to']}]").tap()
    page.get_by_test_id("commit").tap()
    wait_until_played(page, before)


def key_turn(page: Page) -> None:
    """By keyboard alone: to the board, arrows to the pawn, Enter, arrows to the target, Enter twice."""
    before = version(page)
    turn = best_turn(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    if turn["from"] is not None:
        walk(page, turn["from"])
        page.keyboard.press("Enter")
    walk(page, turn["to"])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    wait_until_played(page, before)


def walk(page: Page, tile: str) -> None:
    """Arrow keys to a tile, whichever way up the board is."""
    for _ in range(20):
        here = page.evaluate("() => document.activeElement?.dataset?.cell ?? ''")
        assert re.fullmatch("[a-i][1-9]", here), f"the board has no focus but {here!r}"
        if here == tile:
            return
        flip = -1 if page.evaluate("() => document.querySelector('[data-cell]').dataset.cell") != "a9" else 1
        across = (ord(tile[0]) - ord(here[0])) * flip
        up = (int(tile[1]) - int(here[1])) * flip
        page.keyboard.press(
            "ArrowRight" if across > 0 else "ArrowLeft" if across < 0 else "ArrowUp" if up > 0 else "ArrowDown"
        )
    raise AssertionError(f"{tile} was not reached")


# ---------------------------------------------------------------- Loot N Run


def loot_or_run(page: Page, by: str = "click") -> None:
    """Loot until the rooms are worth something, then run; awaken now and then."""
    before = version(page)
    scene = latest(page)["match"]["scene"]

    def press(locator: Any) -> None:
        locator.tap() if by == "tap" else locator.click()

    if scene["phase"] == "keep":
        for card in page.locator(".pick").all():
            press(card)
        press(page.get_by_test_id("keep"))
    elif scene["mine"]["points"] >= 5:
        press(page.get_by_test_id("run"))
    elif scene["turn"] % 7 == 3 and (targets := targets_in(scene)):
        press(page.locator(f"[data-awaken='{targets[0]}']"))
        press(page.get_by_test_id("commit"))
    else:
        deck = 0 if scene["decks"][0]["size"] else 1
        press(page.locator(f"[data-deck='{deck}']"))
    wait_until_played(page, before)


def targets_in(scene: dict[str, Any]) -> list[int]:
    """Whom to awaken, the likeliest to be caught first."""
    others = [line for line in scene["odds"] if line["seat"] != scene["you"]]
    if not scene["hands"][scene["you"]]:
        return []
    return [line["seat"] for line in sorted(others, key=lambda line: -line["caught"]) if line["caught"] > 0.3]


def key_loot_or_run(page: Page) -> None:
    """The same by keyboard alone."""
    before = version(page)
    scene = latest(page)["match"]["scene"]
    if scene["phase"] == "keep":
        page.keyboard.press("/")
        page.keyboard.type("keep both" if len(scene["drawn"]) > 1 else "keep all")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        page.evaluate("() => document.activeElement?.blur()")
    else:
        page.evaluate("() => document.activeElement?.blur()")
        page.keyboard.press("r" if scene["mine"]["points"] >= 5 else "1" if scene["decks"][0]["size"] else "2")
        page.keyboard.press("Enter")
    wait_until_played(page, before)


def result(page: Page) -> str:
    """What the result says, once it is there."""
    return page.get_by_role("region", name="Result").inner_text()
