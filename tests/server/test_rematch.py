"""The same again, one seat further (LT-10)."""

from __future__ import annotations

from pathlib import Path

from server.house import House, error, in_house


def test_a_rematch_moves_everybody_one_seat_and_their_tokens_with_them(tmp_path: Path) -> None:
    """LT-10"""

    async def story(house: House) -> None:
        ana, ben, cleo = await house.playing("loot_n_run", 3, options={"deck": "mixed"}, spectators="off")
        assert await ben.refused("rematch") == ("That is only possible after the game.", "LT-10")
        await ben.did("resign")
        await cleo.did("resign")
        await ben.did("rematch")
        await cleo.did("rematch")  # asks for what is there already
        card = (await ana.frame())["card"]
        again = house.live(card["next"])
        assert [place.name for place in again.places] == ["Cleo", "Ana", "Ben"]
        assert [place.colour for place in again.places] == ["c", "a", "b"]
        assert (again.host, again.previous, again.options, again.spectators) == (1, ana.table, {"deck": "mixed"}, "off")
        for player, seat in ((ana, 1), (ben, 2), (cleo, 0)):
            player.table, player.seat = card["next"], seat
            assert (await player.inside.get(player.at)).json()["mine"] == [seat]
        for player in (ben, cleo):
            await player.did("ready", is_ready=True)
        await ana.did("start")
        assert error(await house.stranger.get(f"{ana.at}/frame")) == (403, "not_allowed")

    in_house(story, tmp_path)


def test_a_browser_follows_to_the_rematch_with_its_own_seats_alone(tmp_path: Path) -> None:
    """LT-10"""

    async def story(house: House) -> None:
        ana, ben = await house.playing()
        ben.inside.headers = {"Cookie": f"loot-seat-1={ben.token}", "Origin": "http://127.0.0.1:8000"}
        assert error(await ben.inside.post(f"{ben.at}/follow")) == (409, "not_now")
        await ana.did("resign")
        await ana.did("rematch")
        reply = await ben.inside.post(f"{ben.at}/follow")
        told = reply.json()
        assert told["seats"] == [0]
        assert told["card"]["previous"] == ben.table
        assert reply.cookies()["loot-seat-0"] == ben.token
        assert set(reply.cookies()) == {"loot-seat-0", "loot-ring"}
        assert f"Path=/api/tables/{told['table']};" in (reply.header("set-cookie") or "")
        nobody = await house.stranger.post(f"{ana.at}/follow")
        assert (nobody.json()["seats"], nobody.cookies()) == ([], {})

    in_house(story, tmp_path)


def test_against_bots_alone_a_rematch_starts_at_once_and_with_people_the_asker_is_ready(tmp_path: Path) -> None:
    """LT-10"""

    async def story(house: House) -> None:
        (ana,) = await house.make(seats=[{"kind": "human"}, {"kind": "bot", "bot": "greedy"}])
        await ana.did("start")
        await ana.did("resign")
        await ana.did("rematch")
        assert house.live(str(house.live(ana.table).next)).phase == "playing"
        ana, ben = await house.playing()
        await ana.did("resign")
        await ben.did("rematch")
        again = house.live(str(house.live(ana.table).next))
        assert (again.phase, [place.is_ready for place in again.places]) == ("gathering", [True, False])

    in_house(story, tmp_path)
