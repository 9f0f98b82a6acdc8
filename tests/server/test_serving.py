"""`loot serve` as a stranger meets it: proxies, metrics, redirects, secrets on the command line."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from children import environment

from loot_table.proofs import wire
from loot_table.proofs.wire import HOST, LAUNCH, ServerProcess, free_port, new_game, request

WRONG = 90  # wrong codes at once; sixty are allowed, and one a second


def statuses(port: int, headers: dict[str, str], count: int = WRONG) -> list[int]:
    found = []
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    for number in range(count):
        sent = {name: value.format(number) for name, value in headers.items()}
        connection.request("GET", "/api/codes/ABCDEF", headers=sent)
        answer = connection.getresponse()
        answer.read()
        found.append(answer.status)
    connection.close()
    return found


def test_made_up_addresses_lift_no_budget_unless_a_proxy_is_named(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "loot.db", options=()) as server:
        assert statuses(server.port, {"X-Forwarded-For": "10.0.0.{}"})[-1] == 429
    with ServerProcess(tmp_path / "loot.db", options=("--trust-proxy", HOST)) as server:
        assert set(statuses(server.port, {"X-Forwarded-For": "10.0.0.{}"})) == {404}, (
            "visitors of a proxy are told apart"
        )
        assert statuses(server.port, {"X-Forwarded-For": "10.0.0.{}, 192.0.2.9"})[-1] == 429, (
            "what they add is not believed"
        )


def test_where_there_is_no_uvloop_the_server_runs_on_asyncios_own_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is left out on Windows."""
    monkeypatch.setattr(wire, "LAUNCH", "import sys; sys.modules['uvloop'] = None; " + LAUNCH)

    async def story(server: ServerProcess) -> None:
        chairs = new_game(server.port, "loot_n_run", 2)
        async with chairs[0].socket() as socket:
            await chairs[0].hello(socket)
            frame = json.loads(await socket.recv())
            seat, version = frame["match"]["to_act"], frame["version"]
            chairs[seat].post("resigns", version, {"type": "resign"})
            async with asyncio.timeout(10):
                while frame["version"] == version:
                    frame = json.loads(await socket.recv())
            assert frame["match"]["result"] is not None

    with ServerProcess(tmp_path / "loot.db") as server:
        asyncio.run(story(server))
        assert server.stop() == 0
        assert server.errors() == []


def test_metrics_are_at_a_port_of_their_own_and_tell_no_secrets(tmp_path: Path) -> None:
    port = free_port()
    options = ("--no-limits", "--pace", "0", "--metrics-port", str(port))
    with ServerProcess(tmp_path / "loot.db", options) as server:
        chairs = new_game(server.port, "labyrinth", 4)
        before = counted(port)
        chairs[0].post("line", 0, {"type": "chat", "text": "for all to hear"})
        illegal = chairs[1].command("no", 0, {"type": "play", "action": {"type": "pass"}})
        request(server.port, "POST", f"/api/tables/{chairs[0].table}/commands", illegal, chairs[1].token)
        chairs[1].post("gone", 0, {"type": "resign"})
        after = counted(port)
        assert after["loot_changes_total"] == before["loot_changes_total"] + 1, "a line of chat is nobody's business"
        assert not [name for name in after if "command" in name or "chat" in name or "refus" in name]
        for path in ("/metrics", "/metrics/"):
            connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
            connection.request("GET", path)
            assert b"loot_" not in connection.getresponse().read()
            connection.close()


def counted(port: int) -> dict[str, float]:
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return {line.split()[0]: float(line.split()[1]) for line in lines if line.startswith("loot_")}


def test_no_answer_repeats_the_host_that_was_asked_for(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "loot.db") as server:
        for path in ("/api/games/", "/api/tables/", "/healthz/", "/api", "//evil.example/"):
            connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
            connection.request("GET", path, headers={"Host": "evil.example"})
            answer = connection.getresponse()
            assert answer.status in (200, 404), path
            assert answer.getheader("Location") is None
            assert b"evil.example" not in answer.read()
            connection.close()


def test_a_password_on_the_command_line_is_refused_and_not_repeated() -> None:
    url = "postgresql://ana:hunter2@127.0.0.1:1/loot"
    command = [sys.executable, "-P", "-c", LAUNCH, "serve", "--port", str(free_port())]
    done = subprocess.run([*command, "--database", url], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "LOOT_DATABASE" in done.stderr + done.stdout
    around = environment(LOOT_DATABASE=url)
    hidden = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=around)
    assert "the PostgreSQL database cannot be used" in " ".join((hidden.stdout + hidden.stderr).split())
    for told in (done, hidden):
        assert "hunter2" not in told.stdout + told.stderr


def test_a_busy_port_is_said_before_anything_else(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "loot.db") as server:
        command = [sys.executable, "-P", "-c", LAUNCH, "serve", "--port", str(server.port)]
        command += ["--database", str(tmp_path / "other.db")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "cannot be used: Address already in use; choose another with --port" in " ".join(done.stderr.split())
    assert not (tmp_path / "other.db").exists()


def test_ctrl_c_stops_a_server_as_it_stops_every_command(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", LAUNCH, "serve", "--port", str(free_port())]
    running = subprocess.Popen(
        [*command, "--database", str(tmp_path / "loot.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 (background)
    )
    assert running.stdout is not None
    assert "Loot Table is at" in running.stdout.readline()
    running.send_signal(signal.SIGINT)
    try:
        _, told = running.communicate(timeout=30)
    finally:
        running.kill()
    assert (running.returncode, told) == (130, "")


def test_without_a_wish_the_database_is_in_the_users_data_folder(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "loot-table.db").write_bytes(b"")
    running = subprocess.Popen(
        [sys.executable, "-P", "-c", LAUNCH, "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(XDG_DATA_HOME=str(tmp_path / "data")),
    )
    assert running.stdout is not None
    assert f"Loot Table is at http://127.0.0.1:{port}" in running.stdout.readline()
    running.terminate()
    _, told = running.communicate(timeout=30)
    assert running.returncode == 0
    assert (tmp_path / "data" / "loot-table" / "loot-table.db").stat().st_size > 0
    assert "to go on with it: --database loot-table.db" in " ".join(told.split())
