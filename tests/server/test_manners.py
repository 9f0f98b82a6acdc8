"""Blocked at one's own public tables and in the chat, reported with the lines around; and nobody learns who blocked whom."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import House, house, in_house
from server.visitor import Visitor

from loot_table.cli.reports import reports
from loot_table.engine.errors import BadInput
from loot_table.proofs.inside import InsideSocket
from loot_table.server.store import read_papers

PUBLIC: dict[str, Any] = {"is_public": True, "seats": [{"kind": "human"}], "players": 2}


async def at_table(here: House) -> tuple[Visitor, Visitor, str]:
    """Ana hosts a public table at which Mal sits, too."""
    ana, mal = Visitor(here), Visitor(here, "Mal")
    table = await ana.sits_down(**PUBLIC)
    await mal.joins(table)
    return ana, mal, table


async def lines_heard(visitor: Visitor, table: str, seat: int) -> list[str]:
    """What a fresh screen is told of the chat."""
    ticket = (await visitor.post(f"/api/tables/{table}/ticket"))["ticket"]
    async with visitor.inside.socket(f"/api/tables/{table}/socket") as socket:
        socket.say({"type": "hello", "ticket": ticket, "seats": [seat]})
        socket.say({"type": "ping"})
        return [said["text"] for said in await until_pong(socket) if said["type"] == "chat"]


async def until_pong(socket: InsideSocket) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while (said := await socket.hear())["type"] != "pong":
        found.append(said)
    return found


def test_a_blocked_person_finds_no_seat_at_my_public_tables_and_is_not_told_why(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, mal, table = await at_table(here)
        await ana.post(f"/api/tables/{table}/block", {"seat": 1})
        other = await ana.sits_down(**PUBLIC)
        blocked = await mal.request("POST", f"/api/tables/{other}/join", {"name": "Mal"})
        ben = Visitor(here, "Ben")
        await ben.joins(other)
        full = await mal.request("POST", f"/api/tables/{other}/join", {"name": "Mal"})
        assert (blocked.status, blocked.body) == (full.status, full.body) == (409, full.body)
        private = await ana.sits_down(seats=[{"kind": "human"}])
        assert await mal.joins(private) == 1, "an invitation is an invitation"
        (one,) = (await ana.get("/api/keyring"))["blocked"]
        assert one["name"] == "Mal"
        assert (await mal.get("/api/keyring"))["blocked"] == []
        third = await ana.sits_down(**PUBLIC)
        await ana.delete(f"/api/keyring/blocked/{one['id']}")
        assert await mal.joins(third) == 1

    in_house(story, tmp_path)


def test_what_a_blocked_person_says_is_not_heard_by_me_and_by_everybody_else(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, mal, table = await at_table(here)
        await mal.does(table, "chat", seat=1, text="first")
        await ana.post(f"/api/tables/{table}/block", {"seat": 1})
        await mal.does(table, "chat", seat=1, text="second")
        await ana.does(table, "chat", text="hello")
        assert await lines_heard(ana, table, 0) == ["hello"]
        assert await lines_heard(mal, table, 1) == ["first", "second", "hello"], "he notices nothing"
        (one,) = (await ana.get("/api/keyring"))["blocked"]
        await ana.delete(f"/api/keyring/blocked/{one['id']}")
        assert await lines_heard(ana, table, 0) == ["first", "second", "hello"]

    in_house(story, tmp_path)


def test_a_screen_that_is_open_hears_nothing_more_either(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, mal, table = await at_table(here)
        ticket = (await ana.post(f"/api/tables/{table}/ticket"))["ticket"]
        async with ana.inside.socket(f"/api/tables/{table}/socket") as socket:
            socket.say({"type": "hello", "ticket": ticket, "seats": [0]})
            await ana.post(f"/api/tables/{table}/block", {"seat": 1})
            await mal.does(table, "chat", seat=1, text="unheard")
            await ana.does(table, "chat", text="heard")
            socket.say({"type": "ping"})
            said = [each["text"] for each in await until_pong(socket) if each["type"] == "chat"]
        assert said == ["heard"]

    in_house(story, tmp_path)


def test_nobody_gets_rid_of_being_blocked_by_changing_rings(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, mal, table = await at_table(here)
        await ana.post(f"/api/tables/{table}/block", {"seat": 1})
        phone = Visitor(here, "Mal")
        await phone.loses()
        code = (await phone.post("/api/keyring/recovery"))["code"]
        await mal.post("/api/keyring/recover", {"code": code})
        other = await ana.sits_down(**PUBLIC)
        assert await mal.problem("POST", f"/api/tables/{other}/join", {"name": "Mal"}) == (409, "not_now")

    in_house(story, tmp_path)


def test_only_people_at_a_table_block_and_report_there(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, _mal, table = await at_table(here)
        at, stranger = f"/api/tables/{table}", Visitor(here, "Zoe")
        report = {"seat": 1, "reason": "spam"}
        assert await stranger.problem("POST", f"{at}/block", {"seat": 1}) == (401, "no_seat")
        assert await stranger.problem("POST", f"{at}/report", report) == (401, "no_seat")
        assert await ana.problem("POST", f"{at}/block", {"seat": 7}) == (404, "not_found")
        assert await ana.problem("POST", f"{at}/block", {"seat": 0}) == (409, "not_now"), "nobody blocks themselves"
        assert await ana.problem("POST", f"{at}/report", {"seat": 0, "reason": "spam"}) == (409, "not_now")
        assert await ana.problem("POST", f"{at}/report", {"seat": 1, "reason": "ugly"}) == (400, "bad_request")
        assert await ana.problem("POST", f"{at}/report", {**report, "text": "x" * 301}) == (400, "bad_request")
        (host, *_) = await here.make(seats=[{"kind": "human"}])  # by a program, without a ring
        await ana.joins(host.table)
        assert await ana.problem("POST", f"{host.at}/block", {"seat": 0}) == (409, "not_now")

    in_house(story, tmp_path)


def test_a_report_is_kept_with_the_chat_and_listed_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            ana, mal, table = await at_table(here)
            await ana.does(table, "chat", text="good evening")
            await mal.does(table, "chat", seat=1, text="you smell of cabbage")
            said = {"seat": 1, "reason": "insults", "text": "He goes on like this."}
            ids.append((await ana.post(f"/api/tables/{table}/report", said))["report"])
            for _ in range(9):
                await ana.post(f"/api/tables/{table}/report", {"seat": 1, "reason": "spam"})
            assert await ana.problem("POST", f"/api/tables/{table}/report", said) == (409, "not_now"), "ten are enough"
            assert len(read_papers(tmp_path / "loot.db", "report")) == 10, "while the server runs"

    ids: list[str] = []
    asyncio.run(story())
    database = str(tmp_path / "loot.db")
    capsys.readouterr()
    reports(None, database)
    listed = capsys.readouterr().out
    assert "Ana reports Mal (seat 2) for insults" in listed
    assert "> Mal: you smell of cabbage" in listed
    assert "He goes on like this." in listed
    reports(ids[0], database)
    capsys.readouterr()
    reports(None, database)
    assert "insults" not in capsys.readouterr().out
    with pytest.raises(BadInput):
        reports("report-x", database)
    with pytest.raises(BadInput):
        reports(None, database + "x")


def test_reports_have_a_budget(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, _mal, table = await at_table(here)
        said = {"seat": 1, "reason": "spam"}
        replies = [await ana.request("POST", f"/api/tables/{table}/report", said) for _ in range(11)]
        assert replies[-1].status == 429

    in_house(story, tmp_path, is_strict=True)
