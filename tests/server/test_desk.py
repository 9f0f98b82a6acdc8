"""The operator's desk: who gets to it, and that it never looks into a hand."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from server.desk import AT, AtTheDesk, key_of, signed_in, with_key
from server.house import FIRST_MOVE, ORIGIN, House, dealt, error, hidden_cards, in_house

from loot_table.proofs.inside import Inside
from loot_table.server.app import api
from loot_table.server.desk import acts, keys
from loot_table.server.desk.door import COOKIE
from loot_table.server.seats import opaque

DOORS = [
    (method, AT + route.path.removeprefix("/operator").replace("{name}", "0123456789"))
    for route in api()
    if route.path.startswith("/operator")
    for method in route.methods or ()
    if method != "HEAD"
]


def test_without_a_key_there_is_no_desk(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        browser = Inside(house.app, Origin=ORIGIN, Authorization="Bearer loot-operator-guess")
        assert len(DOORS) >= 12
        for method, path in DOORS:
            assert error(await browser.request(method, path, {})) == (404, "not_found"), path
        await key_of(house)
        for method, path in DOORS:
            reply = await Inside(house.app, Origin=ORIGIN).request(method, path, {"key": "no"})
            is_let_in = (method, path) == ("GET", AT)
            assert (reply.json()["operator"] is None) if is_let_in else (error(reply)[0] == 401), path
        await keys.take_back(house.tables.store, "ana")
        assert error(await browser.get(AT)) == (404, "not_found")

    in_house(story, tmp_path)


def test_a_session_is_a_cookie_that_no_script_and_no_other_site_can_use(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        key = await key_of(house)
        browser = Inside(house.app, Origin=ORIGIN)
        reply = await browser.post(f"{AT}/sign-in", {"key": key})
        (cookie,) = [value.decode() for name, value in reply.headers if name == b"set-cookie"]
        for part in ("HttpOnly", "SameSite=strict", "Path=/api/operator", f"Max-Age={keys.SESSION_SECONDS}"):
            assert part in cookie
        shown = f"{COOKIE}={reply.cookies()[COOKIE]}"
        evil = Inside(house.app, Origin="http://evil.example", Cookie=shown)
        assert error(await evil.post(f"{AT}/restart", {"seconds": 60})) == (403, "wrong_origin")
        nobody = Inside(house.app, Cookie=shown)
        assert error(await nobody.post(f"{AT}/restart", {"seconds": 60})) == (403, "wrong_origin")
        mixed = Inside(house.app, Cookie=shown, Authorization="Bearer wrong")
        assert error(await mixed.post(f"{AT}/restart", {"seconds": 60})) == (401, "not_signed_in")
        assert (await AtTheDesk(house, Origin=ORIGIN, Cookie=shown).get())["operator"] == "ana"

    in_house(story, tmp_path)


def test_only_hashes_of_keys_and_sessions_are_kept(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        kept.append(await key_of(house))
        desk = await signed_in(house, kept[0])
        kept.append(desk.inside.headers["Cookie"].partition("=")[2])

    kept: list[str] = []
    in_house(story, tmp_path)
    with sqlite3.connect(tmp_path / "loot.db") as database:
        everything = "\n".join(database.iterdump())
    assert "operator-session-" in everything
    assert not [one for one in kept if one in everything]


def test_a_session_ends_by_itself_with_sign_out_and_with_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        key = await key_of(house)
        desk, other = await signed_in(house, key), await signed_in(house, key)
        await desk.post("/sign-out")
        assert (await desk.get())["operator"] is None
        assert (await other.get())["operator"] == "ana"
        await key_of(house)  # another one in place of the first
        assert (await other.get())["operator"] is None
        monkeypatch.setattr(keys, "SESSION_SECONDS", -1)
        late = await signed_in(house, await key_of(house))
        assert error(await late.inside.get(f"{AT}/health")) == (401, "not_signed_in")

    in_house(story, tmp_path)


def test_who_tries_wrong_keys_is_not_heard_for_a_while_and_others_are(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        key = await key_of(house)
        thief = Inside(house.app, "192.0.2.7", Origin=ORIGIN)
        found = [error(await thief.post(f"{AT}/sign-in", {"key": f"k{n}"}))[0] for n in range(7)]
        assert found == [401] * 5 + [429] * 2
        assert error(await thief.post(f"{AT}/sign-in", {"key": key})) == (429, "too_fast")
        bearer = Inside(house.app, "192.0.2.7", Authorization=f"Bearer {key}")
        assert error(await bearer.get(f"{AT}/health")) == (429, "too_fast")
        assert (await Inside(house.app, "192.0.2.8", Origin=ORIGIN).post(f"{AT}/sign-in", {"key": key})).status == 200

    in_house(story, tmp_path, is_strict=True)


def test_the_desk_shows_public_facts_and_nothing_that_opens_a_seat(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        people = await dealt(house)
        live, desk = house.live(people[0].table), await with_key(house)
        whole = json.dumps([await desk.get(what) for what in ("/tables", "/health", "/limits", "/audit")])
        (shown,) = (await desk.get("/tables"))["tables"]
        assert (shown["table"], shown["game"], shown["players"]) == (opaque(live.id), "loot_n_run", 3)
        assert shown["is_awake"]
        assert shown["made"] is not None
        secrets = [live.id, live.code, str(live.key), *[one.token for one in people]]
        secrets += [str(place.token) for place in live.places] + [place.name for place in live.places]
        secrets += [card for seat in range(3) for card in hidden_cards(live, seat)]
        assert len(secrets) > 12
        assert [secret for secret in secrets if f'"{secret}"' in whole or (len(secret) > 8 and secret in whole)] == []

    in_house(story, tmp_path)


def test_a_running_games_record_is_refused_and_a_finished_ones_is_written_down(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing(spectators="off")
        await ana.did("play", action=FIRST_MOVE)
        desk, name = await with_key(house), opaque(ana.table)
        assert error(await desk.inside.get(f"{AT}/tables/{name}/record")) == (409, "not_now")
        await ana.did("resign")
        assert (await desk.get(f"/tables/{name}/record"))["format"] == "loot-table-record/1"
        assert error(await desk.inside.get(f"{AT}/tables/0000000000/record")) == (404, "not_found")
        lines = (await desk.get("/audit"))["lines"]
        assert [(line["who"], line["act"], line["about"], line["origin"]) for line in lines] == [
            ("ana", "export", name, "127.0.0.1")
        ]

    in_house(story, tmp_path)


def test_a_finished_table_is_put_away_and_brought_back_as_it_was(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        desk, name = await with_key(house), opaque(ana.table)
        assert error(await desk.inside.post(f"{AT}/tables/{name}/retire")) == (409, "not_now")
        await ana.did("resign")
        before = (await ana.inside.get(f"{ana.at}/record")).json()
        await desk.post(f"/tables/{name}/retire")
        assert error(await ana.inside.get(ana.at)) == (404, "no_such_table")
        assert [one["table"] for one in (await desk.get("/tables?which=retired"))["tables"]] == [name]
        assert (await desk.get(f"/tables/{name}/record"))["entries"] == before["entries"], "it can still be exported"
        assert error(await desk.inside.post(f"{AT}/tables/{name}/retire")) == (409, "not_now")
        await desk.post(f"/tables/{name}/bring-back")
        assert (await ana.inside.get(f"{ana.at}/record")).json() == before
        assert error(await desk.inside.post(f"{AT}/tables/{name}/bring-back")) == (409, "not_now")

    in_house(story, tmp_path)


def test_who_looks_at_a_table_that_is_put_away_is_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        await ana.did("resign")
        desk = await with_key(house)
        async with ana.screen() as screen:
            await screen.hear("frame")
            await desk.post(f"/tables/{opaque(ana.table)}/retire")
            assert "put away" in (await screen.hear("bye"))["text"]

    in_house(story, tmp_path)


def test_a_game_that_goes_on_is_put_away_only_when_it_is_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing(is_public=True)
        desk, name = await with_key(house), opaque(ana.table)
        monkeypatch.setattr(acts, "DEAD_DAYS", 0)
        async with ana.screen() as screen:
            await screen.hear("frame")
            assert "looks" in (await desk.inside.post(f"{AT}/tables/{name}/retire")).json()["error"]["text"]
        await desk.post(f"/tables/{name}/retire")
        assert house.tables.lobby.shown() == []
        assert await house.tables.store.unfinished(0) == []
        kept.append((name, ana))

    async def later(house: House) -> None:
        name, ana = kept[0]
        assert ana.table not in house.tables.awake, "a table that is put away is not woken"
        desk = await with_key(house)
        await desk.post(f"/tables/{name}/bring-back")
        again = house.stranger.bearing(ana.token)
        assert (await again.get(f"{ana.at}/frame?seat=0")).json()["card"]["phase"] == "playing"

    kept: list[Any] = []
    in_house(story, tmp_path)
    in_house(later, tmp_path)


def test_what_was_put_away_long_ago_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        await ana.did("resign")
        desk = await with_key(house)
        await desk.post(f"/tables/{opaque(ana.table)}/retire")
        await acts.delete_old(house.service)
        assert len(await house.tables.store.events(ana.table)) > 0
        monkeypatch.setattr(acts, "KEPT_DAYS", -1)
        await acts.delete_old(house.service)
        assert await house.tables.store.events(ana.table) == []
        assert (await desk.get("/audit"))["lines"][0]["act"] == "delete"

    in_house(story, tmp_path)


def test_a_restart_is_told_on_every_screen_and_closes_the_door_to_new_tables(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        desk = await with_key(house)
        async with ana.screen() as screen, house.stranger.socket("/api/lobby", None) as lobby:
            await screen.hear("frame")
            await lobby.hear("lobby")
            await desk.post("/restart", {"seconds": 600, "text": "Neues für 😀"})
            for socket in (screen, lobby):
                told = (await socket.hear("restart"))["restart"]
                assert 595 <= told["seconds"] <= 600
                assert told["text"] == "Neues für 😀"
            header = (await house.stranger.get("/api/games")).header("Loot-Restart")
            assert header is not None
            assert header.endswith(";Neues%20f%C3%BCr%20%F0%9F%98%80")
            await house.make()  # there is time
            await desk.post("/restart", {"seconds": 30})
            wish = {"game": "crates_barrels", "players": 2, "name": "Ana"}
            assert error(await house.stranger.post("/api/tables", wish)) == (503, "unavailable")
            await ana.did("play", action=FIRST_MOVE)  # who plays goes on
            assert (await desk.inside.request("DELETE", f"{AT}/restart")).status == 200
            assert (await house.stranger.get("/api/games")).header("Loot-Restart") is None
            await house.make()

    in_house(story, tmp_path)


def test_a_restart_that_was_to_come_before_this_start_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def first(house: House) -> None:
        await house.service.desk.restart.announce(3600, "", "ana")

    async def second(house: House) -> None:
        assert house.service.desk.restart.told() is not None
        await house.service.desk.restart.announce(-1, "", "ana")

    async def third(house: House) -> None:
        assert house.service.desk.restart.told() is None

    for story in (first, second, third):
        in_house(story, tmp_path)


def test_the_audit_log_only_grows(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        await signed_in(house, await key_of(house))

    in_house(story, tmp_path)
    with sqlite3.connect(tmp_path / "loot.db") as database:
        assert database.execute("SELECT who, act FROM audit").fetchall() == [("ana", "sign in")]
        for order in ("DELETE FROM audit", "UPDATE audit SET who = 'ben'"):
            with pytest.raises(sqlite3.Error, match="only grows"):
                database.execute(order)


def test_health_says_what_to_look_at(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        await house.playing()
        desk = await with_key(house)
        (here,) = (await desk.get("/health"))["servers"]
        assert here["warnings"] == []
        assert here["is_ready"]
        assert here["tables"]["awake"] == 1
        assert here["tables"]["phases"] == {"playing": 1}
        assert here["database"]["ms"] < 1000
        house.service.desk.vitals.lags.append(1.5)
        assert "1500 ms" in " ".join((await desk.get("/health/here"))["warnings"])

    in_house(story, tmp_path)


def test_a_server_that_stops_is_not_ready_and_lives(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        house.tables.is_closing = True
        assert error(await house.stranger.get("/readyz")) == (503, "unavailable")
        assert (await house.stranger.get("/healthz")).status == 200
        house.tables.is_closing = False
        assert (await house.stranger.get("/readyz")).status == 200

    in_house(story, tmp_path)
