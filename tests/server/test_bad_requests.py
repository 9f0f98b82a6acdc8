"""What is wrong is told in a code and a sentence, and nothing more than that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import structlog
from server.house import House, error, in_house
from structlog.testing import capture_logs

from loot_table.proofs.inside import scope
from loot_table.server import frames
from loot_table.server.logs import set_up_logs


@pytest.mark.parametrize(
    ("path", "body", "headers", "wanted"),
    [
        ("/api/tables", b"{", {}, (400, "bad_request")),
        ("/api/tables", b'"x"', {}, (400, "bad_request")),
        ("/api/tables", b"\xff\xfe", {}, (400, "bad_request")),
        ("/api/tables", b"[" * 50000, {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"crates_barrels","players":2,"extra":1}', {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"no_such_game","players":2}', {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"crates_barrels","players":9}', {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"crates_barrels","players":2,"components":{"a":1}}', {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"crates_barrels","players":2,"options":{"a":1}}', {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"crates_barrels","players":2,"seats":[{"kind":"open"}]}', {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"crates_barrels","players":2,"clock":{"bank":1}}', {}, (400, "bad_request")),
        ("/api/tables", b'{"game":"crates_barrels","players":2,"name":"\\u0000"}', {}, (409, "refused")),
        ("/api/tables", b" " * 70000, {}, (413, "too_large")),
        ("/api/tables", b"{}", {"Content-Type": "text/plain"}, (415, "not_json")),
        ("/api/tables/nowhere/join", b"{}", {}, (404, "no_such_table")),
        ("/api/tables/%00/join", b"{}", {}, (404, "no_such_table")),
        ("/api/nonsense", b"{}", {}, (404, "not_found")),
        ("/api/games", b"{}", {}, (405, "no_such_method")),
    ],
)
def test_bad_requests_are_told_what_is_wrong(
    path: str, body: bytes, headers: dict[str, str], wanted: tuple[int, str], tmp_path: Path
) -> None:
    async def story(house: House) -> None:
        assert error(await house.stranger.request("POST", path, body, **headers)) == wanted

    in_house(story, tmp_path)


def test_a_command_is_at_most_8_kilobytes_over_both_ways(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        long = ana.command({"type": "play", "action": {"type": "x" * 9000}})
        assert error(await ana.inside.post(f"{ana.at}/commands", long)) == (413, "too_large")
        async with ana.screen() as socket:
            socket.say(long)
            assert (await socket.hear("answer"))["error"]["code"] == "too_large"
            for text in ("{", "\ud800", "[]", '{"type":"hello"}', "x" * 60000, '{"type":"ask","id":"\\u0000"}'):
                socket.say_text(text)
                assert (await socket.hear("answer"))["result"] == "error"
            socket.say_bytes(b"\xff\x00")
            assert (await socket.hear("answer"))["error"]["code"] == "bad_message"
            socket.say({"type": "ping"})
            assert await socket.hear() == {"type": "pong"}

    in_house(story, tmp_path)


@pytest.mark.parametrize(
    "path", ["/%00", "/" + "x" * 3000, "/../../etc/passwd", "//etc/passwd", "/assets/%2e%2e/app.py"]
)
def test_only_the_browser_clients_own_files_are_served(path: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        reply = await house.stranger.get(path)
        assert reply.status == 200
        assert b"Loot Table" in reply.body
        assert b"root:" not in reply.body
        assert b"import" not in reply.body

    in_house(story, tmp_path)


@pytest.mark.parametrize("version", ["-1", "x", "99999", "9" * 6000, "1.5"])
def test_a_version_that_never_was_is_not_found(version: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        assert error(await ana.inside.get(f"{ana.at}/replay/{version}?seat=0")) == (404, "not_found")

    in_house(story, tmp_path)


def test_a_long_question_in_the_address_is_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        assert error(await ana.inside.get(f"{ana.at}/frame?{'a&' * 32_000}")) == (400, "bad_request")

    in_house(story, tmp_path)


def test_a_bug_of_ours_tells_nobody_more_than_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No stack trace to the client, no words of the error in the log: they could hold a secret."""

    def broken(*_: Any) -> None:
        raise KeyError("G03 is the card")

    monkeypatch.setattr(frames, "frame", broken)
    structlog.reset_defaults()

    async def story(house: House) -> None:
        ana, _ = await house.playing()
        heard: list[Any] = []

        async def keep(message: Any) -> None:
            heard.append(message)

        async def nothing() -> Any:
            return {"type": "http.request", "body": b""}

        asked = {"type": "http", "method": "GET", "path": f"{ana.at}/frame", "query_string": b"", "headers": []}
        with capture_logs() as lines, pytest.raises(KeyError):
            await house.app(asked, nothing, keep)
        assert heard[0]["status"] == 500
        assert b"G03" not in heard[1]["body"]
        assert b"the game is safe" in heard[1]["body"]
        assert (b"x-content-type-options", b"nosniff") in heard[0]["headers"]
        bugs = [line for line in lines if line["event"] == "bug"]
        assert bugs[0]["error"] == "KeyError"
        assert "G03" not in repr(lines)

    in_house(story, tmp_path)


def test_logs_hold_no_names_tokens_tables_or_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("debug")

    async def story(house: House) -> None:
        people = await house.playing("loot_n_run", 3)
        table = people[0].table
        for _ in range(12):
            if house.live(table).phase == "playing":
                await people[house.live(table).playing().to_act].plays_anything()
        async with people[0].screen() as socket:
            await socket.hear("frame")
        written = capsys.readouterr().err
        assert written.count('"request"') > 12
        secrets = [table, house.live(table).code, "Ana", "Ben", *[player.token for player in people]]
        match = house.live(table).playing()
        secrets += [held for hand in match.view(people[0].seat).hands for *_, held in hand if held]  # type: ignore[attr-defined]
        assert not [secret for secret in secrets if secret in written]

    try:
        in_house(story, tmp_path)
    finally:
        structlog.reset_defaults()


def test_who_hangs_up_while_asking_is_no_bug(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        asked = {
            **scope("http", "/api/tables", house.stranger.headers | {"Content-Type": "application/json"}, "127.0.0.1")
        }
        asked |= {"method": "POST", "scheme": "http"}
        waiting = [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]

        async def receive() -> Any:
            return waiting.pop(0) if waiting else {"type": "http.disconnect"}

        async def send(_message: Any) -> None:
            pass

        with capture_logs() as lines:
            await house.app(asked, receive, send)
        assert [line["event"] for line in lines] == ["request"]

    in_house(story, tmp_path)


def test_who_hangs_up_before_a_socket_is_open_is_no_bug_either(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        for path, subprotocol in ((f"{ana.at}/socket", "loot.1"), ("/api/lobby", None)):
            asked = house.stranger.socket(path, subprotocol).asked

            async def receive() -> Any:
                return {"type": "websocket.connect"}

            async def send(_message: Any) -> None:
                raise OSError("the other end is gone")

            with capture_logs() as lines:
                await house.app(asked, receive, send)
                await house.app({**asked, "headers": [(b"origin", b"https://evil.example")]}, receive, send)
            assert not [line for line in lines if line["log_level"] == "error"]
        assert not house.service.limits.sockets

    in_house(story, tmp_path)
