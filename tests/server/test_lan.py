"""`loot serve --lan`: the room comes in under the addresses that are shown, and under no other name."""

from __future__ import annotations

import http.client
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loot_table.cli.serve import announce
from loot_table.engine.errors import BadInput
from loot_table.proofs.wire import HOST, LAUNCH, ServerProcess, free_port
from loot_table.server import lan
from loot_table.server.serve import Settings

ROOM = "127.0.0.2"  # a second address of this machine: nothing leaves it
TABLE = '{"game": "crates_barrels", "players": 2}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    options = ("--no-limits", "--pace", "0", "--lan", "--host", ROOM)
    with ServerProcess(tmp_path_factory.mktemp("lan") / "loot.db", options) as running:
        yield running


def ask(server: ServerProcess, at: str, method: str, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(at, server.port, timeout=30)
    body = TABLE if method == "POST" else None
    connection.request(method, path, body, {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_both_addresses_are_served_and_every_answer_says_what_to_invite_by(server: ServerProcess) -> None:
    for at in (HOST, ROOM):
        answer = ask(server, at, "GET", "/api/games")
        assert (answer.status, answer.getheader("Loot-Address")) == (200, f"http://{ROOM}:{server.port}")


def test_who_changes_something_comes_from_one_of_these_addresses(server: ServerProcess) -> None:
    for origin in (f"http://{ROOM}:{server.port}", f"http://{HOST}:{server.port}", f"http://localhost:{server.port}"):
        assert ask(server, ROOM, "POST", "/api/tables", Origin=origin).status == 201
    for origin in (f"http://127.0.0.3:{server.port}", f"http://{ROOM}", f"https://{ROOM}:{server.port}", "null"):
        assert ask(server, ROOM, "POST", "/api/tables", Origin=origin).status == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.3:{port}", ROOM, "", "[::1]:{port}"])
def test_another_name_for_these_addresses_finds_nothing(server: ServerProcess, host: str) -> None:
    """A web page whose name suddenly means an address of the room reads nothing here."""
    for path in ("/", "/api/games", "/healthz"):
        assert ask(server, ROOM, "GET", path, Host=host.format(port=server.port)).status == 421


def test_no_other_address_of_the_machine_is_served(server: ServerProcess) -> None:
    with pytest.raises(ConnectionRefusedError):
        ask(server, "127.0.0.3", "GET", "/healthz")


def test_without_the_wish_nothing_but_this_machine_is_served_or_told(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "loot.db") as alone:
        assert ask(alone, HOST, "GET", "/api/games").getheader("Loot-Address") is None
        with pytest.raises(ConnectionRefusedError):
            ask(alone, ROOM, "GET", "/healthz")


def test_only_private_addresses_are_a_local_network() -> None:
    assert all(lan.is_local(one) for one in ("192.168.1.5", "10.0.0.9", "172.20.3.4", "127.0.0.2"))
    for one in ("8.8.8.8", "100.64.0.1", "0.0.0.0", "169.254.3.3", "fd00::2", "loot.example", ""):
        assert not lan.is_local(one)
    assert all(lan.is_local(one) and not one.startswith("127.") for one in lan.lan_addresses())


def test_a_public_address_is_refused_with_a_sentence() -> None:
    command = [sys.executable, "-P", "-c", LAUNCH, "serve", "--lan", "--host", "8.8.8.8", "--port", str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "8.8.8.8 is no private address" in " ".join(done.stderr.split())


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "lan_addresses", list)
    with pytest.raises(BadInput, match="no address in a local network"):
        lan.wanted_addresses(None)
    assert lan.wanted_addresses(ROOM) == (ROOM,)


def test_the_terminal_shows_addresses_and_a_code_for_the_camera(capsys: pytest.CaptureFixture[str]) -> None:
    announce("http://127.0.0.1:8000", ["http://192.168.1.5:8000", "http://10.0.0.9:8000"], has_browser=False)
    shown = capsys.readouterr().out
    assert "Others in this network: http://192.168.1.5:8000 or http://10.0.0.9:8000" in shown
    rows = [line for line in shown.splitlines() if set(line) <= set("█▀▄ ") and line.strip()]
    assert len(rows) > 12
    assert len({len(row) for row in rows}) == 1


def test_invitations_begin_with_the_first_address_of_the_room() -> None:
    assert Settings(port=81, lan=("192.168.1.5", "10.0.0.9")).lan_origin() == "http://192.168.1.5:81"
    assert Settings(port=81).lan_origin() is None
