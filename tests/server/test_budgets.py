"""How often, how many and how fast, for a seat and for an address."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from server.house import FIRST_MOVE, House, error, in_house

from loot_table.proofs.inside import Inside
from loot_table.server import limits as budgets


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
