"""Before the game: hosts, seats, names, colours, options, starting (LT-6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.house import Hands, House, error, in_house

from loot_table.bots.names import NAMES


def test_whoever_makes_a_table_hosts_it_and_holds_its_first_human_seat(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make(seats=[{"kind": "bot", "bot": "greedy"}, {"kind": "human"}])
        card = (await ana.inside.get(ana.at)).json()
        assert (card["host"], card["mine"], card["phase"]) == (1, [1], "gathering")
        assert [seat["kind"] for seat in card["seats"]] == ["bot", "human"]
        assert card["seats"][0]["name"] in NAMES["b"]
        assert card["seats"][1]["name"] == "Ana"
        assert (await house.stranger.get(ana.at)).json()["mine"] == []

    in_house(story, tmp_path)


def test_bots_have_names_of_their_own_with_the_letters_of_their_seats(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        taken = NAMES["b"][0]
        wishes = [{"kind": "human"}, *[{"kind": "bot", "bot": "apprentice"}] * 6, {"kind": "open"}]
        (ana,) = await house.make("labyrinth", 8, seats=wishes, name=taken)
        before = (await ana.frame())["card"]["seats"]
        await ana.did("set_seat", at=7, kind="bot", bot="thief")
        seats = (await ana.frame())["card"]["seats"]
        assert [seat["name"] for seat in seats[:7]] == [seat["name"] for seat in before[:7]]
        assert len({seat["name"] for seat in seats}) == 8
        assert [seat["name"][0].lower() for seat in seats[1:]] == [seat["colour"] for seat in seats[1:]]
        await ana.did("set_seat", at=7, kind="open")
        await ana.did("set_seat", at=7, kind="bot", bot="burglar")
        assert (await ana.frame())["card"]["seats"][7]["name"] == seats[7]["name"]

    in_house(story, tmp_path)


def test_only_the_host_fills_seats_changes_options_and_starts(tmp_path: Path) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        _, ben, _ = await house.gathered("loot_n_run", 3)
        wishes: list[tuple[str, dict[str, Any]]] = [
            ("set_seat", {"at": 2, "kind": "open"}),
            ("set_options", {"options": {}}),
            ("start", {}),
            ("mute", {"at": 0, "is_muted": True}),
        ]
        for kind, fields in wishes:
            assert await ben.refused(kind, **fields) == ("Only the host of the table may do that.", "LT-6")

    in_house(story, tmp_path)


def test_a_game_starts_when_no_seat_is_open_and_all_others_are_ready(tmp_path: Path) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run", 3)
        assert await ana.refused("start") == ("A seat is still open: wait for somebody, or seat a bot.", "LT-6")
        ben = await house.join(ana.table)
        await ana.did("set_seat", at=2, kind="bot", bot="random")
        assert await ana.refused("start") == ("Not everybody is ready: Ben.", "LT-6")
        await ben.did("ready", is_ready=True)
        await ben.did("ready", is_ready=False)
        assert (await ana.refused("start"))[1] == "LT-6"
        await ben.did("ready", is_ready=True)
        await ana.did("start")
        assert (await ana.frame())["card"]["phase"] == "playing"
        assert await ana.refused("start") == ("That is only possible before the game starts.", "LT-6")

    in_house(story, tmp_path)


def test_changed_options_ask_everybody_to_be_ready_again(tmp_path: Path) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        ana, _ = await house.gathered("loot_n_run", 2)
        await ana.did("set_options", options={"deck": "mixed"})
        card = (await ana.inside.get(ana.at)).json()
        assert card["options"]["deck"] == "mixed"
        assert card["options_changed"] == {"deck": "mixed"}
        assert [seat["is_ready"] for seat in card["seats"]] == [True, False]
        text, rule = await ana.refused("set_options", options={"deck": "nonsense"})
        assert "deck" in text
        assert rule == "LT-6"
        assert (await ana.refused("set_options", options={"no_such": 1}))[1] == "LT-6"

    in_house(story, tmp_path)


def test_names_colours_and_seats_can_be_changed_and_colours_are_never_shared(tmp_path: Path) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run", 3)
        ben = await house.join(ana.table)
        await ben.did("style", name="Benno", colour="g", team=1)
        assert await ana.refused("style", colour="g") == ("Somebody else has that colour.", "LT-6")
        assert (await ana.refused("style", name="a\u202eb"))[1] == "LT-6"
        await ben.did("sit", to=2)
        seats = (await ana.inside.get(ana.at)).json()["seats"]
        assert (seats[2]["name"], seats[2]["team"], seats[1]["kind"]) == ("Benno", 1, "open")
        assert len({seat["colour"] for seat in seats}) == 3
        assert (await ben.inside.get(ben.at)).json()["mine"] == [2]
        assert await ana.refused("sit", to=2) == ("That seat is not open.", "LT-6")
        assert await ana.refused("sit", to=7) == ("That seat is not open.", "LT-6")

    in_house(story, tmp_path)


def test_the_host_keeps_the_table_when_changing_seats(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run", 3)
        await ana.did("sit", to=2)
        ana.seat = 2
        await ana.did("set_seat", at=0, kind="bot", bot="greedy")
        text, rule = await ana.refused("set_seat", at=2, kind="open")
        assert text.startswith("The host's own seat")
        assert rule == "LT-6"
        assert (await ana.refused("set_seat", at=0, kind="bot", bot="genius"))[1] == "LT-6"
        assert (await ana.refused("set_seat", at=7, kind="open"))[1] == "LT-6"

    in_house(story, tmp_path)


def test_joining_takes_the_wished_seat_or_the_first_open_one(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run", 4)
        at = f"/api/tables/{ana.table}/join"
        ben = await house.join(ana.table, seat=2)
        cleo = await house.join(ana.table, "Cleo")
        assert (ben.seat, cleo.seat) == (2, 1)
        assert error(await house.stranger.post(at, {"name": "Dan", "seat": 2})) == (409, "not_now")
        assert error(await house.stranger.post(at, {"name": " "})) == (409, "refused")
        dan = await house.join(ana.table, "Dan")
        assert error(await house.stranger.post(at, {"name": "Eve"})) == (409, "not_now")
        for other in (ben, cleo, dan):
            await other.did("ready", is_ready=True)
        await ana.did("start")
        assert error(await house.stranger.post(at, {"name": "Eve"})) == (409, "not_now")

    in_house(story, tmp_path)


def test_a_screen_whose_seat_was_given_away_is_sent_away(tmp_path: Path) -> None:
    """LT-6: what is authorised is the token, not the number of the seat."""

    async def story(house: House) -> None:
        ana, ben = await house.gathered("loot_n_run", 2)
        ticket = (await ben.inside.post(f"{ben.at}/ticket")).json()["ticket"]
        async with ben.screen() as old:
            await old.hear("frame")
            await ana.did("set_seat", at=1, kind="open")
            assert (await old.hear("bye"))["text"]
            cleo = await house.join(ana.table, "Cleo")
            old.say(ben.command({"type": "chat", "text": "I am Cleo"}))
            rest, code = await old.rest()
            assert code == 4003
            assert not [told for told in rest if told["type"] == "frame" or told.get("result") == "accepted"]
        assert error(await ben.inside.post(f"{ben.at}/commands", ben.command("undo"))) == (401, "no_seat")
        async with house.stranger.socket(f"{ben.at}/socket") as late:
            late.say({"type": "hello", "ticket": ticket, "seats": [1]})
            assert (await late.hear())["text"] == "you do not hold that seat"
        await cleo.did("ready", is_ready=True)
        await ana.did("start")

    in_house(story, tmp_path)


def test_a_screen_goes_with_its_player_to_another_seat(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run", 3)
        ben = await house.join(ana.table)
        async with ben.screen() as socket:
            await socket.hear("frame")
            await ben.did("sit", to=2)
            while (told := await socket.hear("frame"))["audience"] != 2:
                pass
            assert told["card"]["seats"][2]["is_here"]
            cleo = await house.join(ana.table, "Cleo")
            assert cleo.seat == 1
            assert (await socket.hear("frame"))["audience"] == 2
            socket.say({**ben.command({"type": "chat", "text": "hello"}), "seat": 1})
            answer = await socket.hear("answer")
            assert answer["error"]["code"] == "no_seat"

    in_house(story, tmp_path)


def test_players_over_http_have_an_heir_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        ana, ben = await house.gathered()
        hands.move(31)
        await ben.frame()
        await house.until(ana.table, lambda table: table.host == 1)

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)
