"""What a first visit costs: every byte that comes over the wire is counted between server and browser, and every request."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from e2e.conftest import Opener
from e2e.people import OPENED, STARTED
from e2e.served import free_port, served_by_command
from playwright.sync_api import Page

HOME_BYTES, TABLE_BYTES, MOST_REQUESTS = 150_000, 200_000, 12
ROOM_BYTES, ROOM_REQUESTS = 210_000, 16  # whoever is invited has the table's files when the game starts
GAMES = {"loot_fiend": 3, "looterz": 3, "labyrinth": 3, "loot_n_run": 3, "crates_barrels": 2}


class Wire:
    """A line to the server that counts what comes back: headers, files, answers, frames."""

    def __init__(self, port: int, target: int) -> None:
        self.received = 0
        self.target = target
        self.lock = threading.Lock()
        self.door = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.target))
            threading.Thread(target=self.carry, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self.carry, args=(far, near, True), daemon=True).start()

    def carry(self, source: socket.socket, target: socket.socket, is_counted: bool) -> None:
        try:
            while data := source.recv(65536):
                if is_counted:
                    with self.lock:
                        self.received += len(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        finally:
            source.close()


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Wire, str]]:
    port = free_port()
    at = f"http://127.0.0.1:{port}"
    # Bots that take their time: what they do later is no part of coming.
    with served_by_command(tmp_path_factory.mktemp("weight"), "--origin", at, "--pace", "10") as url:
        wire = Wire(port, int(url.rsplit(":", 1)[1]))
        yield wire, at
        wire.door.close()


def visit(page: Page, wire: Wire, path: str, sign: str) -> tuple[int, list[str]]:
    """Come somewhere for the first time: bytes that came, and what was asked for, until nothing more comes."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    asked: list[str] = []
    line.on("Network.requestWillBeSent", lambda told: asked.append(told["request"]["url"]))
    line.on("Network.webSocketCreated", lambda told: asked.append(told["url"]))
    before = wire.received
    page.goto(path)
    page.locator(sign).first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.wait_for_load_state("networkidle")
    return wire.received - before, [url for url in asked if not url.startswith("data:")]


def test_a_first_visit_to_the_home_page_is_light(open_page: Opener, wire: tuple[Wire, str]) -> None:
    line, at = wire
    page = open_page("/healthz", at=at, width=1440, height=900, service_workers="allow")
    weight, asked = visit(page, line, "/", "ul.shelf > li")
    before = line.received
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    weight += line.received - before  # the worker keeps what has come; it fetches itself and the page for bad days
    assert weight <= HOME_BYTES, asked
    assert len(asked) <= MOST_REQUESTS, asked
    assert len(set(asked)) == len(asked), "nothing is fetched twice"


def test_a_first_visit_to_a_table_of_each_game_is_light(open_page: Opener, wire: tuple[Wire, str]) -> None:
    line, at = wire
    for game, players in GAMES.items():
        page = open_page("/healthz", at=at, width=1440, height=900)
        seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "apprentice"}] * (players - 1)]
        card = page.evaluate(OPENED, {"game": game, "players": players, "name": "Ana", "seats": seats})
        page.evaluate(STARTED, card["table"])
        weight, asked = visit(page, line, f"/t/{card['table']}", "#prompt")
        assert weight <= TABLE_BYTES, (game, asked)
        assert len(asked) <= MOST_REQUESTS, (game, asked)
        assert len(set(asked)) == len(asked), (game, "nothing is fetched twice")
        page.context.close()


def test_a_second_visit_fetches_no_file_again(open_page: Opener, wire: tuple[Wire, str]) -> None:
    line, at = wire
    page = open_page("/healthz", at=at)
    first, _ = visit(page, line, "/", "ul.shelf > li")
    again, _ = visit(page, line, "/", "ul.shelf > li")
    assert again < first / 5, "the page, the shelf of games and the lobby; no file"


def test_a_first_visit_by_an_invitation_is_light(open_page: Opener, wire: tuple[Wire, str]) -> None:
    line, at = wire
    for game in GAMES:
        page = open_page("/healthz", at=at, width=1440, height=900)
        card = page.evaluate(OPENED, {"game": game, "players": 2, "name": "Ana", "seats": [{"kind": "human"}] * 2})
        page.context.close()
        page = open_page("/healthz", at=at, width=1440, height=900)
        weight, asked = visit(page, line, f"/t/{card['table']}", "main h1, main h2")
        assert weight <= ROOM_BYTES, (game, asked)
        assert len(asked) <= ROOM_REQUESTS, (game, asked)
        page.context.close()
