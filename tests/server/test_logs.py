"""What a server writes down: one object a line, each with its time, level, server and message, and no secret in any."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path

import pytest
import structlog

from loot_table.proofs.wire import ServerProcess, Unwanted, free_port, new_game, request
from loot_table.server.logs import set_up_logs
from loot_table.server.seats import opaque
from loot_table.server.store import VisitingStore

NEEDED = {"time", "level", "node", "message"}


def test_a_servers_log_is_json_and_names_tables_without_opening_them(tmp_path: Path) -> None:
    options = ("--no-limits", "--pace", "0", "--log-level", "debug", "--log-format", "json", "--name", "north")
    with ServerProcess(tmp_path / "loot.db", (*options, "--metrics-port", str(free_port()))) as server:
        chairs = new_game(server.port, "loot_n_run", 3)
        at = f"/api/tables/{chairs[0].table}"
        chairs[0].post("line", 0, {"type": "chat", "text": "a line of chat"})
        for path, token in ((f"{at}/frame?seat=0", chairs[0].token), (f"{at}/frame?seat=1", "loot-wrong-token")):
            with suppress(Unwanted):
                request(server.port, "GET", path, None, token)
        card = request(server.port, "GET", at, None, chairs[0].token)
        server.stop()
    text = server.log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) > 6
    assert [line for line in lines if not line.keys() >= NEEDED or line["node"] != "north"] == []
    assert {line.get("table") for line in lines if line["message"] == "request"} >= {opaque(chairs[0].table)}
    store = VisitingStore(tmp_path / "loot.db")
    ((created,),) = [store.connection.execute("SELECT body FROM events WHERE version = 1").fetchall()[0:1]]
    store.close()
    first = json.loads(created[0])
    secrets = [chairs[0].table, card["code"], first["key"], "a line of chat", "loot-wrong-token"]
    secrets += [chair.token for chair in chairs] + [place["token"] for place in first["places"] if place["token"]]
    assert len(secrets) >= 9
    assert [secret for secret in secrets if secret in text] == []


def test_libraries_write_the_same_lines_without_the_words_of_errors(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        set_up_logs("info", "json", "north")
        structlog.get_logger().warning("not_kept", table="0123456789")
        try:
            raise ValueError("the card is G03")
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
            logging.getLogger("asyncio").exception("Task exception was never retrieved\nfuture: G03")
    finally:
        structlog.reset_defaults()
    text = capsys.readouterr().err
    told, *others = [json.loads(line) for line in text.splitlines()]
    assert list(told) == ["time", "level", "node", "message", "table"]
    assert {name: told[name] for name in told if name != "time"} == {
        "level": "warning",
        "node": "north",
        "message": "not_kept",
        "table": "0123456789",
    }
    assert [line["message"] for line in others] == [
        "Exception in ASGI application",
        "Task exception was never retrieved",
    ]
    assert {(line["level"], line["node"]) for line in others} == {("error", "north")}
    assert "G03" not in text


def test_for_people_there_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        set_up_logs("info", "text", "north")
        structlog.get_logger().warning("not_kept", table="0123456789")
    finally:
        structlog.reset_defaults()
    text = capsys.readouterr().err
    assert "not_kept" in text
    assert "table=0123456789" in text
    assert "{" not in text
