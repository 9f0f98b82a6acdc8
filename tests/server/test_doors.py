"""Who may come in: tokens, cookies, origins, tickets, and the first words of a socket."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.house import ORIGIN, House, error, in_house

from loot_table.proofs.inside import Closed, Inside
from loot_table.server import socket_routes, table_routes
from loot_table.server.seats import hashed
from loot_table.server.serve import Settings


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
