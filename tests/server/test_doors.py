"""Who gets in: tokens, cookies, origins, tickets, headers, sizes, budgets, and errors that tell nothing."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
import structlog
from server.house import FIRST_MOVE, ORIGIN, House, error, house, in_house
from structlog.testing import capture_logs

from loot_table.proofs.inside import Closed, Inside, scope
from loot_table.server import frames, socket_routes, sockets, table_routes
from loot_table.server import limits as budgets
from loot_table.server.seats import hashed
from loot_table.server.serve import Settings, set_up_logs


def test_a_seat_opens_only_with_its_token(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing("loot_n_run", 2)
        for who in (house.stranger, ben.inside, ben.inside.bearing("x" * 32), ben.inside.bearing(hashed(ana.token))):
            for path in (f"{ana.at}/frame?seat=0", f"{ana.at}/log?seat=0", f"{ana.at}/replay/0?seat=0"):
                assert error(await who.get(path)) == (401, "no_seat")
            assert error(await who.post(f"{ana.at}/commands", ana.command("resign"))) == (401, "no_seat")
        for wrong in ("9", "-1", "x", "9" * 5000, "%C2%B2", ""):
            assert error(await ana.inside.get(f"{ana.at}/frame?seat={wrong}")) == (401, "no_seat")

    in_house(story, tmp_path)


def test_tokens_are_kept_only_as_hashes(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        kept = b"".join(kept.body for kept in await house.tables.store.events(ana.table))
        for player in (ana, ben):
            assert player.token.encode() not in kept
            assert hashed(player.token).encode() in kept
            assert len(player.token) >= 22  # 128 bits and more

    in_house(story, tmp_path)


def test_a_cookie_opens_the_seats_of_its_own_table_alone(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        reply = await house.stranger.post("/api/tables", {"game": "crates_barrels", "players": 2})
        at = f"/api/tables/{reply.json()['table']}"
        line = reply.header("set-cookie") or ""
        parts = {part.strip().lower() for part in line.split(";")[1:]}
        assert {"httponly", "samesite=lax", f"path={at.lower()}"} <= parts
        assert "secure" not in parts
        jar = "; ".join(f"{name}={value}" for name, value in reply.cookies().items())
        browser = Inside(house.app, Cookie=jar, Origin=ORIGIN)
        assert (await browser.get(at)).json()["mine"] == [0]
        (other,) = await house.make()
        assert (await browser.get(other.at)).json()["mine"] == []

    in_house(story, tmp_path)


def test_cookies_are_secure_where_the_server_is(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        house.service.is_secure = True
        reply = await house.stranger.post("/api/tables", {"game": "crates_barrels", "players": 2})
        assert "; secure" in (reply.header("set-cookie") or "").lower()

    in_house(story, tmp_path)


def test_whoever_changes_something_comes_from_a_known_origin_or_bears_a_token(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        body = {"game": "crates_barrels", "players": 2}
        for headers in (
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"X": "1"},
            {"Authorization": "Basic a"},
        ):
            stranger = Inside(house.app, **headers)
            assert error(await stranger.post("/api/tables", body)) == (403, "wrong_origin")
            with pytest.raises(Closed) as closed:
                async with stranger.socket("/api/lobby", None) as socket:
                    await socket.hear()
            assert closed.value.code == 1008
        foreign = Inside(house.app, Origin="http://evil.example", Authorization="Bearer none")
        assert error(await foreign.post("/api/tables", body)) == (403, "wrong_origin")
        assert (await Inside(house.app, Origin=ORIGIN).post("/api/tables", body)).status == 201
        assert (await Inside(house.app, Origin="http://evil.example").get("/api/games")).status == 200

    in_house(story, tmp_path)


def test_own_addresses_are_known_origins() -> None:
    known = Settings(port=81, origins=("https://loot.example/",)).all_origins()
    assert known == {"http://127.0.0.1:81", "http://localhost:81", "https://loot.example"}


def test_every_answer_carries_the_policies(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        for path in ("/", "/api/games", "/api/nonsense", "/metrics", "/healthz", "/openapi.json", "/tables/x"):
            reply = await house.stranger.get(path)
            policy = reply.header("content-security-policy") or ""
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "'unsafe" not in policy
            assert reply.header("x-content-type-options") == "nosniff"
            assert reply.header("referrer-policy") == "same-origin"
        assert (await house.stranger.get("/api/tables")).header("cache-control") == "no-store"

    in_house(story, tmp_path)


def test_a_ticket_opens_one_socket_once_and_not_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        (other,) = await house.make()
        path = f"{ana.at}/socket"

        async def said(ticket: str, at: str = path) -> str:
            async with house.stranger.socket(at) as socket:
                socket.say({"type": "hello", "ticket": ticket, "seats": [0]})
                told = await socket.hear()
                return str(told.get("text", told["type"]))

        async def fresh() -> str:
            return str((await ana.inside.post(f"{ana.at}/ticket")).json()["ticket"])

        ticket = await fresh()
        assert await said(ticket) == "frame"
        assert await said(ticket) == "that ticket is used up or of another table"
        assert await said(await fresh(), f"{other.at}/socket") == "that ticket is used up or of another table"
        assert await said("guess") == "that ticket is used up or of another table"
        monkeypatch.setattr(table_routes, "TICKET_SECONDS", -1)
        assert await said(await fresh()) == "that ticket is used up or of another table"
        assert not (await house.stranger.post(f"{ana.at}/ticket")).json()["seats"]

    in_house(story, tmp_path)


def test_a_socket_must_greet_first_properly_and_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_routes, "HELLO_SECONDS", 0.01)

    async def story(house: House) -> None:
        ana, _ = await house.playing()
        deep = '{"type":"ask","id":"a","seat":0,"question":{"a":' + "[" * 30000 + "]" * 30000 + "}}"
        for text in ("", "{", '{"type":"ping"}', '{"type":"hello","seats":[9]}', deep, '{"type":"hello","x":1}', "[]"):
            async with ana.inside.socket(f"{ana.at}/socket") as socket:
                socket.say_text(text)
                rest, code = await socket.rest()
                assert [told["type"] for told in rest] == ["bye"]
                assert code == 1008
        async with ana.inside.socket(f"{ana.at}/socket") as socket:
            assert (await socket.rest())[0][0]["text"] == "hello was not said in time"
        async with ana.inside.socket("/api/tables/nowhere/socket") as socket:
            assert (await socket.rest())[0][0]["text"] == "there is no such table"
        async with ana.inside.socket(f"{ana.at}/socket", None) as socket:
            assert (await socket.rest()) == ([], 1002)

    in_house(story, tmp_path)


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


# ---------------------------------------------------------------- budgets


def test_an_address_makes_forty_tables_a_minute_by_any_door(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        for _ in range(38):
            await house.make()
        ana, ben = await house.playing()
        await ben.did("resign")
        await ana.did("rematch")
        body = {"game": "crates_barrels", "players": 2}
        more = [await house.stranger.post("/api/tables", body) for _ in range(4)]  # a place comes back every 1.5 s
        assert error(more[-1]) == (429, "too_fast")
        (eve,) = await elsewhere(house).make()
        assert eve.table
        again = await ana.inside.post(f"{ana.at}/commands", ana.command("rematch"))
        assert error(again) == (429, "too_fast")

    in_house(story, tmp_path, is_strict=True)


def elsewhere(here: House) -> House:
    """The same server, visited from another address."""
    found = House(here.app, here.service)
    found.stranger = Inside(here.app, "127.0.0.2")
    return found


def test_a_seat_has_a_budget_of_commands_and_one_of_chat(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        answers = [(await ben.inside.post(f"{ana.at}/commands", ben.command("undo"))) for _ in range(25)]
        statuses = [reply.status for reply in answers]
        assert statuses[:15] == [200] * 15
        assert statuses[-1] == 429
        await ana.did("play", action=FIRST_MOVE)  # others are not held up
        for _ in range(5):
            await ana.did("chat", text="hello")
        talk = ana.command({"type": "chat", "text": "hello"})
        assert error(await ana.inside.post(f"{ana.at}/commands", talk)) == (429, "too_fast")
        async with ana.screen() as socket:
            socket.say(talk)
            assert (await socket.hear("answer"))["error"]["code"] == "too_fast"

    in_house(story, tmp_path, is_strict=True)


def test_a_socket_that_floods_is_heard_later_and_loses_nothing(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        async with ana.screen() as socket:
            for _ in range(90):
                socket.say({"type": "ping"})
            began = time.monotonic()
            for _ in range(90):
                await socket.hear("pong")
            assert time.monotonic() - began > 1.0, "60 units at once, 20 a second; a ping is one"

    in_house(story, tmp_path, is_strict=True)


def test_a_seat_and_an_address_have_so_many_screens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        mine = [ana.inside.socket(f"{ana.at}/socket") for _ in range(budgets.SOCKETS_OF_SEAT)]
        for socket in mine:
            await socket.__aenter__()
            socket.say({"type": "hello", "seats": [0]})
            await socket.hear("frame")
        async with ana.screen() as late:
            assert "too many screens" in (await late.hear())["text"]
        async with ben.screen() as player:
            await player.hear("frame")
            for path, subprotocol in ((f"{ana.at}/socket", "loot.1"), ("/api/lobby", None)):
                monkeypatch.setattr(budgets, "SOCKETS_OF_ADDRESS", budgets.SOCKETS_OF_SEAT + 1)
                async with house.stranger.socket(path, subprotocol) as late:
                    late.say({"type": "hello"})
                    assert (await late.hear())["text"] == "too many screens are open from your address"
        for socket in mine:
            await socket.close()
        assert not house.service.limits.sockets

    in_house(story, tmp_path, is_strict=True)


def test_codes_cannot_be_guessed_at_speed_and_right_ones_cost_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        code = house.live(ana.table).code
        for _ in range(70):  # a class that joins by its code
            assert (await house.stranger.get(f"/api/codes/{code}")).status == 200
        statuses = [(await house.stranger.get("/api/codes/ABCDEF")).status for _ in range(80)]
        assert statuses[:60] == [404] * 60
        assert statuses[-1] == 429
        assert (await house.stranger.get(f"/api/codes/{code}")).status == 429, "a right guess tells nothing either"
        monkeypatch.setattr(budgets, "ALL_WRONG_CODES", ((600, 60.0),))
        elsewhere = [Inside(house.app, f"10.0.{number}.1") for number in range(40)]
        wrong = [(await one.get("/api/codes/ABCDEF")).status for one in elsewhere for _ in range(30)]
        assert wrong[-1] == 429, "everybody together has a budget too"
        assert wrong.count(404) >= 520

    in_house(story, tmp_path, is_strict=True)


def test_no_header_of_a_visitor_changes_whose_budget_it_is(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        wrong = [
            (await house.stranger.get("/api/codes/ABCDEF", **{"X-Forwarded-For": f"10.0.0.{number}"})).status
            for number in range(90)
        ]
        assert wrong[-1] == 429

    in_house(story, tmp_path, is_strict=True)


def test_asking_for_tables_that_are_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        for number in range(30):
            assert (await house.stranger.get(f"/api/tables/none-{number}")).status == 404
        assert house.tables.waking == {}
        assert house.tables.awake == {}

    in_house(story, tmp_path)


def test_a_slow_screen_is_let_go_and_others_are_not_held_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ = await here.playing()
            blocked = asyncio.Event()

            async def never(_message: Any) -> None:
                await blocked.wait()

            there: asyncio.Queue[Any] = asyncio.Queue()
            there.put_nowait({"type": "websocket.connect"})
            socket = ana.inside.socket(f"{ana.at}/socket")
            sent: list[Any] = []

            async def send(message: Any) -> None:
                sent.append(message)
                if message["type"] == "websocket.send":
                    await never(message)

            task = asyncio.create_task(here.app(socket.asked, there.get, send))
            there.put_nowait({"type": "websocket.receive", "text": '{"type":"hello","seats":[0]}'})
            await here.until(ana.table, lambda table: bool(table.sessions))
            for number in range(300):
                await ana.did("chat", text=f"line {number}")
            assert not here.live(ana.table).sessions
            blocked.set()
            there.put_nowait({"type": "websocket.disconnect", "code": 1006})
            await task
            assert sent[-1]["type"] == "websocket.close" or sent[-1]["type"] == "websocket.send"

    asyncio.run(run())


def test_screens_that_do_not_read_are_let_go_before_they_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_QUEUED", 20_000)

    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ = await here.playing()
            there: asyncio.Queue[Any] = asyncio.Queue()
            there.put_nowait({"type": "websocket.connect"})
            blocked = asyncio.Event()

            async def send(message: Any) -> None:
                if message["type"] == "websocket.send":
                    await blocked.wait()

            task = asyncio.create_task(here.app(ana.inside.socket(f"{ana.at}/socket").asked, there.get, send))
            there.put_nowait({"type": "websocket.receive", "text": '{"type":"hello","seats":[0]}'})
            await here.until(ana.table, lambda table: bool(table.sessions))
            (session,) = here.live(ana.table).sessions
            for _ in range(40):
                there.put_nowait({"type": "websocket.receive", "text": '{"type":"frame"}'})
            await here.until(ana.table, lambda table: not table.sessions)
            assert session.queued <= 20_000
            blocked.set()
            there.put_nowait({"type": "websocket.disconnect", "code": 1006})
            await task
            assert sockets.Session.queued_by_all == 0

    asyncio.run(run())


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


def test_screens_that_come_all_at_once_are_counted_too(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        coming = [ana.inside.socket(f"{ana.at}/socket") for _ in range(3 * budgets.SOCKETS_OF_SEAT)]
        for socket in coming:
            await socket.__aenter__()
        for socket in coming:
            socket.say({"type": "hello", "seats": [0]})
        heard = [await socket.hear() for socket in coming]
        assert sorted(one["type"] for one in heard).count("frame") == budgets.SOCKETS_OF_SEAT
        for socket in coming:
            await socket.close()

    in_house(story, tmp_path, is_strict=True)


def test_a_long_question_in_the_address_is_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        assert error(await ana.inside.get(f"{ana.at}/frame?{'a&' * 32_000}")) == (400, "bad_request")

    in_house(story, tmp_path)
