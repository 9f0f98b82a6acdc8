"""A ring of seats on other devices: by a recovery code, by a passkey; signed out, erased."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from server.house import House, QuickBrains, in_house
from server.soft_passkey import SoftPasskey
from server.visitor import Visitor
from structlog.testing import capture_logs

from loot_table.server.app import make_app
from loot_table.server.asking import Service
from loot_table.server.codes import BadCode
from loot_table.server.keyring import recovery
from loot_table.server.keyring.figures import chance_of_run, games_to_firm
from loot_table.server.limits import NEW_RINGS, Limits
from loot_table.server.memory import MemoryStore
from loot_table.server.problems import Unavailable
from loot_table.server.tables import Tables

NAMED = "http://localhost:8000"


def test_a_recovery_code_brings_all_seats_back_on_another_device(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, phone = Visitor(here), Visitor(here)
        tables = {await ana.loses(), await ana.sits_down()}
        code = (await ana.post("/api/keyring/recovery"))["code"]
        assert len(code.split("-")) == 6
        own = await phone.loses()
        typed = code.upper().replace("-", "  ")
        told = await phone.post("/api/keyring/recover", {"code": typed})
        assert told["games"] == 3
        assert {game["table"] for game in await phone.library()} == tables | {own}, "what it had came along"
        for table in tables:
            assert (await phone.get(f"/api/tables/{table}"))["mine"] == [0]
            assert (await phone.request("GET", f"/api/tables/{table}/frame?seat=0")).status == 200
        assert {game["table"] for game in await ana.library()} == tables | {own}, "both devices show the same ring"

    in_house(story, tmp_path)


def test_a_borrowed_browser_need_not_bring_its_own_games(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, friends = Visitor(here), Visitor(here, "Ben")
        table = await ana.loses()
        await friends.loses()
        code = (await ana.post("/api/keyring/recovery"))["code"]
        borrowed = {"code": code, "bring": False}
        assert await friends.problem("POST", "/api/keyring/recover", borrowed) == (409, "not_now"), "they would be lost"
        his = (await friends.post("/api/keyring/recovery"))["code"]
        await friends.post("/api/keyring/recover", borrowed)
        assert [game["table"] for game in await ana.library()] == [table]
        assert [name for _, name in friends.cookies] == ["loot-ring"], "no key to his seats is left for her"
        await friends.post("/api/keyring/recover", {"code": his, "bring": False})
        assert [game["mine"] for game in await friends.library()] == [[0]]

    in_house(story, tmp_path)


def test_a_code_is_shown_once_kept_as_a_hash_and_taken_back(tmp_path: Path) -> None:
    codes: list[str] = []

    async def story(here: House) -> None:
        ana, thief = Visitor(here), Visitor(here, "Mal")
        assert await ana.problem("POST", "/api/keyring/recovery", {}) == (401, "no_seat")
        await ana.loses()
        with capture_logs() as lines:
            codes.append((await ana.post("/api/keyring/recovery"))["code"])
            codes.append((await ana.post("/api/keyring/recovery"))["code"])
            assert await thief.problem("POST", "/api/keyring/recover", {"code": codes[0]}) == (404, "not_found")
        assert not any(code in str(lines) for code in codes)
        assert "code" not in await ana.get("/api/keyring")
        assert (await ana.get("/api/keyring"))["recovery"] is not None
        await ana.delete("/api/keyring/recovery")
        assert await thief.problem("POST", "/api/keyring/recover", {"code": codes[1]}) == (404, "not_found")
        assert (await ana.get("/api/keyring"))["recovery"] is None

    in_house(story, tmp_path)
    with closing(sqlite3.connect(tmp_path / "loot.db")) as database:
        whole = "".join(str(row) for row in database.execute("SELECT id, owner, about, body FROM papers"))
    assert not any(code in whole for code in codes)


def test_words_of_a_code_are_corrected_by_the_list_alone() -> None:
    code = recovery.new_recovery_code()
    assert recovery.read_recovery_code(code.replace("-", " ").title()) == code
    assert recovery.read_recovery_code("amber harbr violin amber harbor violin") == "-".join(
        ["amber", "harbor", "violin"] * 2
    )
    for wrong in ("amber harbor", "amber " * 7, "zzzzzz " * 6, "x" * 300):
        with pytest.raises(BadCode):
            recovery.read_recovery_code(wrong)


def test_whoever_guesses_codes_has_to_wait_and_keeps_nobody_else(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, thief = Visitor(here, host="10.1.0.1"), Visitor(here, host="10.2.0.2")
        await ana.loses()
        code = (await ana.post("/api/keyring/recovery"))["code"]
        wrong = [
            await thief.problem("POST", "/api/keyring/recover", {"code": recovery.new_recovery_code()})
            for _ in range(22)
        ]
        assert wrong[0] == (404, "not_found")
        assert wrong[-1] == (429, "too_fast")
        assert await thief.problem("POST", "/api/keyring/recover", {"code": code}) == (429, "too_fast"), (
            "right or wrong"
        )
        other = Visitor(here, host="10.3.0.3")
        assert (await other.post("/api/keyring/recover", {"code": code}))["games"] == 1

    in_house(story, tmp_path, is_strict=True)


def test_bad_words_about_a_ring_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana = Visitor(here)
        await ana.loses()
        for method, path, said in (
            ("PUT", "/api/keyring", {"name": "\u200b"}),
            ("PUT", "/api/keyring", {"colour": "z"}),
            ("PUT", "/api/keyring", {"admin": True}),
            ("POST", "/api/keyring/recover", {"code": ""}),
            ("POST", "/api/keyring/recover", {"code": "one two"}),
            ("POST", "/api/keyring/sign-in", {"ticket": "x", "credential": []}),
            ("POST", "/api/keyring/passkeys", {"ticket": "x", "credential": {}, "name": ""}),
        ):
            status, _ = await ana.problem(method, path, said)
            assert status in (400, 409), (path, said)
        await ana.post("/api/keyring", {"name": "Ana B", "colour": "d"}, "PUT")
        told = await ana.get("/api/keyring")
        assert (told["name"], told["colour"]) == ("Ana B", "d")
        ana.cookies["/api", "loot-ring"] = "made-up"
        assert await ana.get("/api/keyring") == {"is_there": False, "games": 0, "offers_passkeys": True}
        stranger = Visitor(here, origin="http://evil.example")
        assert await stranger.problem("POST", "/api/keyring/recover", {"code": "x"}) == (403, "wrong_origin")

    in_house(story, tmp_path)


def test_signing_out_takes_every_key_from_a_browser(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana = Visitor(here)
        table = await ana.loses()
        assert await ana.problem("POST", "/api/keyring/sign-out", {}) == (409, "not_now"), (
            "nothing would bring her back"
        )
        code = (await ana.post("/api/keyring/recovery"))["code"]
        before = dict(ana.cookies)
        await ana.post("/api/keyring/sign-out")
        assert ana.cookies == {}
        assert await ana.library() == []
        ana.cookies = {("/api", "loot-ring"): before["/api", "loot-ring"]}
        assert await ana.library() == [], "the key itself opens nothing any more"
        await ana.post("/api/keyring/recover", {"code": code})
        assert [game["table"] for game in await ana.library()] == [table]

    in_house(story, tmp_path)


def test_a_lost_device_is_signed_out_from_another_and_its_keys_open_nothing(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        lost, ana = Visitor(here), Visitor(here)
        tables = [await lost.loses(), await lost.sits_down()]
        code = (await lost.post("/api/keyring/recovery"))["code"]
        await ana.post("/api/keyring/recover", {"code": code})
        assert (await ana.get("/api/keyring"))["browsers"] == 2
        ticket = (await lost.post(f"/api/tables/{tables[1]}/ticket"))["ticket"]
        async with lost.inside.socket(f"/api/tables/{tables[1]}/socket") as socket:
            socket.say({"type": "hello", "ticket": ticket, "seats": [0]})
            await socket.hear("frame")
            assert (await ana.post("/api/keyring/sign-out-others"))["browsers"] == 1
            assert "not look at this table" in (await socket.hear("bye"))["text"]
        assert await lost.library() == []
        for table in tables:
            assert (await lost.get(f"/api/tables/{table}"))["mine"] == [], "the cookie of the seat is of no use either"
            assert (await ana.get(f"/api/tables/{table}"))["mine"] == [0]
        assert [game["mine"] for game in await ana.library()] == [[0], [0]]
        assert (await ana.does(tables[1], "start"))["result"] == "accepted"
        rematch = await ana.does(tables[0], "rematch")
        assert rematch["result"] == "accepted"
        assert (await lost.post(f"/api/tables/{tables[0]}/follow"))["seats"] == []

    in_house(story, tmp_path)


def test_a_ring_is_erased_with_all_it_holds(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, phone = Visitor(here), Visitor(here)
        table = await ana.loses()
        code = (await ana.post("/api/keyring/recovery"))["code"]
        await ana.post("/api/keyring", {"name": "Anastasia"}, "PUT")
        await phone.post("/api/keyring/recover", {"code": code})
        await ana.delete("/api/keyring")
        for one in (ana, phone):
            assert await one.library() == []
            assert (await one.get("/api/keyring"))["is_there"] is False
        assert await phone.problem("POST", "/api/keyring/recover", {"code": code}) == (404, "not_found")
        assert (await here.stranger.get(f"/api/tables/{table}")).status == 200, "the table itself stays"
        assert await here.tables.store.papers_about(table, "held") == []

    in_house(story, tmp_path)
    assert b"Anastasia" not in (tmp_path / "loot.db").read_bytes()


# ---------------------------------------------------------------- passkeys


def with_passkey(story: Callable[[Visitor, SoftPasskey, House], Awaitable[None]], is_strict: bool = False) -> None:
    """Somebody with a game and a passkey, at a server that is reached by a name."""

    async def run() -> None:
        tables = Tables(MemoryStore(), QuickBrains(pace=0))
        service = Service(tables, Limits(is_strict), frozenset({NAMED, "http://127.0.0.1:8000"}))
        app = make_app(service)
        async with app.router.lifespan_context(app):
            here = House(app, service)
            ana, key = Visitor(here, origin=NAMED), SoftPasskey(NAMED, "localhost")
            await ana.loses()
            begun = await ana.post("/api/keyring/passkeys/options")
            assert begun["options"]["rp"]["id"] == "localhost"
            answer = {"ticket": begun["ticket"], "credential": key.registered(begun["options"]), "name": "Laptop"}
            assert [one["name"] for one in (await ana.post("/api/keyring/passkeys", answer))["passkeys"]] == ["Laptop"]
            assert await ana.problem("POST", "/api/keyring/passkeys", answer) == (409, "not_now"), "answered once"
            await story(ana, key, here)

    asyncio.run(run())


async def signed_in(visitor: Visitor, key: SoftPasskey) -> Any:
    begun = await visitor.post("/api/keyring/sign-in/options")
    return await visitor.request(
        "POST", "/api/keyring/sign-in", {"ticket": begun["ticket"], "credential": key.signed(begun["options"])}
    )


def test_a_passkey_opens_the_ring_on_another_device_until_it_is_removed() -> None:
    async def story(ana: Visitor, key: SoftPasskey, here: House) -> None:
        phone = Visitor(here, origin=NAMED)
        assert (await signed_in(phone, key)).status == 200
        assert await phone.library() == await ana.library() != []
        (one,) = (await phone.get("/api/keyring"))["passkeys"]
        assert "public_key" not in one
        stranger = Visitor(here, origin=NAMED)
        await stranger.loses()
        assert await stranger.problem("DELETE", f"/api/keyring/passkeys/{one['id']}") == (404, "not_found")
        await ana.delete(f"/api/keyring/passkeys/{one['id']}")
        assert (await signed_in(Visitor(here, origin=NAMED), key)).status == 403

    with_passkey(story)


def test_forged_and_borrowed_answers_of_a_passkey_are_refused() -> None:
    async def story(ana: Visitor, key: SoftPasskey, here: House) -> None:
        thief = Visitor(here, origin=NAMED)
        begun = await thief.post("/api/keyring/sign-in/options")
        good = key.signed(begun["options"])
        other = SoftPasskey(NAMED, "localhost")
        other.id = key.id
        for number, credential in enumerate(
            (
                other.signed(begun["options"]),  # signed by another key
                SoftPasskey("http://evil.example", "localhost").answer(good["response"]),  # another key's id
                {**good, "response": {**good["response"], "signature": "AAAA"}},
                {**good, "rawId": "not base64 ***"},
                {},
            )
        ):
            begun = await thief.post("/api/keyring/sign-in/options")
            said = {"ticket": begun["ticket"], "credential": credential}
            status, _ = await thief.problem("POST", "/api/keyring/sign-in", said)
            assert status in (400, 403), number
        ticket = (await thief.post("/api/keyring/sign-in/options"))["ticket"]
        said = {"ticket": ticket, "credential": good}  # an answer to another challenge
        assert (await thief.problem("POST", "/api/keyring/sign-in", said))[0] == 403
        assert await thief.library() == []

    with_passkey(story)


def test_passkeys_belong_to_a_name_and_not_to_a_number() -> None:
    async def story(ana: Visitor, key: SoftPasskey, here: House) -> None:
        numbered = Visitor(here, origin="http://127.0.0.1:8000")
        assert await numbered.problem("POST", "/api/keyring/sign-in/options", {}) == (409, "not_now")
        begun = await ana.post("/api/keyring/sign-in/options")
        said = {"ticket": begun["ticket"], "credential": key.signed(begun["options"])}
        assert await numbered.problem("POST", "/api/keyring/sign-in", said) == (409, "not_now")

    with_passkey(story)


# ---------------------------------------------------------------- figures


def test_a_streak_is_as_likely_as_counting_says() -> None:
    assert chance_of_run([0.5] * 3, 2) == pytest.approx(3 / 8)
    assert chance_of_run([0.5] * 3, 1) == pytest.approx(7 / 8)
    assert chance_of_run([0.25, 0.5], 2) == pytest.approx(1 / 8)
    assert chance_of_run([], 1) == 0.0
    assert chance_of_run([], 0) == 1.0


def test_a_firm_figure_takes_about_a_hundred_games_at_even_odds() -> None:
    more = games_to_firm(0.5, 10)
    assert more is not None
    assert 80 <= more <= 90
    assert games_to_firm(0.5, 200) == 0
    assert games_to_firm(0.0, 1) is not None


def test_a_seat_that_is_shown_without_a_ring_makes_no_rings_without_end(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = Visitor(house)
        table = await ana.loses()
        await ana.does(table, "rematch")
        for _ in range(NEW_RINGS[0][0] + 20):
            ana.cookies.pop(("/api", "loot-ring"), None)
            assert (await ana.post(f"/api/tables/{table}/follow"))["seats"], "the seat is theirs all the same"
        rings = await house.tables.store.papers_of_kind("ring")
        assert len(rings) <= NEW_RINGS[0][0] + 2

    in_house(story, tmp_path, is_strict=True)


def test_a_server_that_stops_while_locks_are_changed_loses_no_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        ana = Visitor(house)
        table = await ana.sits_down()
        real = house.tables.change

        async def then_stops(*given: Any) -> None:
            await real(*given)
            raise Unavailable("the power is gone")

        monkeypatch.setattr(house.tables, "change", then_stops)
        await ana.problem("POST", "/api/keyring/sign-out-others", {})
        monkeypatch.undo()
        house.service.rings.at_hand.clear()  # what is on disk counts
        assert (await ana.get(f"/api/tables/{table}"))["mine"] == [0]

    in_house(story, tmp_path)
