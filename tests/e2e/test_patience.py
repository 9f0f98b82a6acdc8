"""A server that has a lot to do: the page says so, waits its turn and goes on by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest
from e2e.conftest import Opener
from e2e.people import click_turn, gather, latest, set_up, start, wait_for_turn
from e2e.tiers import mostly_long
from playwright.sync_api import Page, Route, WebSocketRoute, expect

TOO_FAST = {"error": {"code": "too_fast", "text": "too many requests from your address; wait a little"}}
BUSY = {"error": {"code": "unavailable", "text": "the database does not answer; try again"}}


def refuse(page: Page, status: int, body: Mapping[str, object]) -> Callable[[], None]:
    """From now on the server refuses everything; the answer lets it go on."""

    def refused(route: Route) -> None:
        route.fulfill(status=status, content_type="application/json", body=json.dumps(body))

    page.context.route("**/api/**", refused)
    return lambda: page.context.unroute("**/api/**", refused)


@pytest.mark.parametrize(
    ("path", "heading"),
    mostly_long(
        [
            ("/games/loot_n_run", "Loot N Run"),
            ("/new/loot_n_run?with=bots", "Set the table"),
            ("/t/nosuchtable", "No such table"),
            ("/t/nosuchtable/replay", "No such table"),
            ("/join/amber-harbor-violin", "No table called amber harbor violin"),
        ],
        every=2,
    ),
)
def test_a_page_that_was_asked_for_too_fast_waits_and_comes(open_page: Opener, path: str, heading: str) -> None:
    page = open_page("/credits")
    go_on = refuse(page, 429, TOO_FAST)
    page.goto(path)
    expect(
        page.get_by_text("Too many requests from your address; wait a little. We ask again by ourselves.")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Load it again")).to_have_count(0)
    go_on()
    expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    expect(page.get_by_text("We ask again by ourselves.")).to_have_count(0)


def test_the_games_on_the_home_page_can_be_started_after_a_while(open_page: Opener) -> None:
    page = open_page("/credits")
    go_on = refuse(page, 429, TOO_FAST)
    page.goto("/")
    expect(page.get_by_text("We ask again by ourselves.")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="too many")).to_have_count(0)
    go_on()
    expect(page.get_by_role("button", name="Play a bot now").first).to_be_enabled()


def test_what_somebody_did_too_fast_is_said_and_not_done_twice(open_page: Opener) -> None:
    page = open_page("/", name="Ana")
    expect(page.get_by_role("button", name="Play a bot now").first).to_be_enabled()
    go_on = refuse(page, 429, TOO_FAST)
    page.get_by_role("button", name="Play a bot now").first.click()
    expect(page.get_by_text("too many requests from your address; wait a little")).to_be_visible()
    go_on()
    page.get_by_role("button", name="Play a bot now").first.click()
    wait_for_turn(page)


def test_a_table_that_cannot_be_read_now_says_so_as_before(open_page: Opener) -> None:
    page = open_page("/credits")
    go_on = refuse(page, 503, BUSY)
    page.goto("/t/aaaaaaaaaaaaaaaaaaaaaa")
    expect(page.get_by_role("heading", name="The table is out of reach")).to_be_visible()
    go_on()
    page.get_by_role("button", name="Load it again").click()
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()


@pytest.mark.parametrize(("code", "says"), [(1013, "The server has a lot to do."), (4008, "Reconnecting…")])
def test_a_table_whose_socket_is_closed_for_a_while_comes_back_by_itself(
    open_page: Opener, code: int, says: str
) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    sockets: list[WebSocketRoute] = []

    def through(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    ben.route_web_socket("**/socket", through)
    ben.reload()
    ben.wait_for_selector("#prompt")
    sockets[-1].close(code=code)
    expect(ben.get_by_text(says)).to_be_visible()
    expect(ben.get_by_text("We are back. Nothing was lost.")).to_be_visible()
    expect(ben.get_by_text(says)).to_have_count(0)
    wait_for_turn(ana)
    click_turn(ana)
    wait_for_turn(ben)


def test_a_ticket_that_is_refused_for_a_while_is_waited_for(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    version = latest(ana)["version"]
    go_on = refuse(ana, 429, TOO_FAST)
    ana.evaluate("() => window.cutLines()")
    expect(ana.get_by_text("The server has a lot to do.")).to_be_visible()
    go_on()
    expect(ana.get_by_text("We are back. Nothing was lost.")).to_be_visible()
    assert latest(ana)["version"] == version


def test_what_is_clicked_before_the_first_frame_waits_for_it(open_page: Opener) -> None:
    """LT-3: a click on a page that is still connecting is not lost."""
    ana = open_page(name="Ana")
    held: list[Route] = []
    ana.route("**/ticket", lambda route: held.append(route))  # noqa: PLW0108 - it asks what the function takes
    set_up(ana, game="crates_barrels", seats=[{"kind": "human"}, {"kind": "bot", "bot": "greedy"}])
    start(ana)
    expect(ana.locator("#prompt")).to_have_count(0)
    held.pop().continue_()
    wait_for_turn(ana)
