"""`loot operator`, as somebody at a terminal uses it beside a running server."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from loot_table.cli.main import app
from loot_table.engine.errors import LootError
from loot_table.proofs.wire import HOST, Chair, ServerProcess, new_game, request
from loot_table.server.seats import opaque


def loot(*words: str, **around: str) -> Result:
    """In this process: starting one costs a second each time."""
    return CliRunner().invoke(app, ["operator", *words], env={"COLUMNS": "200", **around})


def said(done: Result) -> str:
    """What stands there, with the sentence of an error as `main` would print it."""
    assert done.exception is None or isinstance(done.exception, (LootError, SystemExit)), done.exception
    return " ".join(f"{done.output} {done.exception or ''}".split())


def test_an_operators_day(tmp_path: Path) -> None:
    path = tmp_path / "loot.db"
    with ServerProcess(path, ("--no-limits", "--pace", "0", "--name", "north")) as server:
        around = {"LOOT_SERVER": f"http://{HOST}:{server.port}", "LOOT_DATABASE": str(path)}
        assert "LOOT_OPERATOR_KEY" in said(loot("health", **around))
        assert "the desk is closed" in said(loot("health", **around, LOOT_OPERATOR_KEY="none"))
        key = loot("key", "ana", **around).stdout.strip()
        around["LOOT_OPERATOR_KEY"] = key

        health = loot("health", **around)
        assert health.exit_code == 0, said(health)
        assert health.stdout.startswith("north: Loot Table ")

        chairs: list[Chair] = new_game(server.port, "crates_barrels", 2)
        name = opaque(chairs[0].table)
        assert name in loot("tables", **around).stdout
        out = tmp_path / "game.json"
        assert "it can be had when the game is over" in said(loot("export", name, "--out", str(out), **around))
        version = request(server.port, "GET", f"/api/tables/{chairs[0].table}/frame?seat=0", None, chairs[0].token)[
            "version"
        ]
        chairs[0].post("gone", version, {"type": "resign"})
        assert loot("export", name, "--out", str(out), **around).exit_code == 0
        assert json.loads(out.read_text())["format"] == "loot-table-record/1"
        assert loot("retire", name, **around).exit_code == 0
        assert name in loot("tables", "--which", "retired", **around).stdout
        assert loot("bring-back", name, **around).exit_code == 0
        assert loot("announce", "5m", "--text", "New cards", **around).exit_code == 0
        assert "New cards" in loot("health", **around).stdout
        assert loot("announce", "--cancel", **around).exit_code == 0
        assert "new tables of an address: 40 in 60 s" not in said(loot("limits", **around)).partition("--no-limits")[0]

        lines = [json.loads(line) for line in loot("audit", "--json", **around).stdout.splitlines()]
        acts = ["export", "retire", "bring back", "announce restart", "call off restart"]
        assert [line["act"] for line in lines] == acts
        assert {line["who"] for line in lines} == {"ana"}
        assert key not in server.log.read_text() + json.dumps(lines)

        assert loot("keys", **around).stdout.startswith("ana  since ")
        assert loot("key", "ana", "--revoke", **around).exit_code == 0
        assert "the desk is closed" in said(loot("health", **around))
        assert server.errors() == []


def test_what_cannot_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    around = {"LOOT_DATABASE": str(tmp_path / "loot.db"), "LOOT_OPERATOR_KEY": "k", "LOOT_SERVER": "http://127.0.0.1:1"}
    assert "up to 30 small letters" in said(loot("key", "Ana Maria", **around))
    assert "no server answers" in said(loot("health", **around))
    assert "a key goes over https" in said(loot("health", "--server", "http://loot.example.org", **around))
    assert "such as 10m" in said(loot("announce", "soon", **around))
    assert "ten digits and letters" in said(loot("retire", "../restart", **around))
    assert 'no operator is called "ben"' in said(loot("key", "ben", "--revoke", **around))
