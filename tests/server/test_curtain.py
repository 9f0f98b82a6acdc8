"""One screen for several: a curtain hides each seat until it is unlocked (LT-11)."""

from __future__ import annotations

from pathlib import Path

from server.house import House, Player, error, hidden_cards, in_house

from loot_table.engine import codec
from loot_table.server.store import Append


async def one_screen(house: House) -> tuple[Player, Player]:
    ana, ben = await house.make(
        "loot_n_run", 2, seats=[{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Ben"}]
    )
    await ana.did("start")
    both = "; ".join(f"loot-seat-{player.seat}={player.token}" for player in (ana, ben))
    for player in (ana, ben):
        player.inside.headers = {"Cookie": both, "Origin": "http://127.0.0.1:8000"}
    return ana, ben


def test_on_one_screen_a_curtain_hides_each_seat_until_it_is_unlocked(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await one_screen(house)
        live = house.live(ana.table)
        first = live.playing().to_act
        second = 1 - first
        mover = (ana, ben)[first]
        ticket = (await ana.inside.post(f"{ana.at}/ticket")).json()
        assert ticket["seats"] == [0, 1]
        async with ana.inside.socket(f"{ana.at}/socket") as socket:
            socket.say({"type": "hello", "ticket": ticket["ticket"], "seats": [0, 1]})
            frame = await socket.hear("frame")
            assert (frame["audience"], frame["match"]["curtain"]["seat"]) == ("spectator", first)
            assert frame["match"]["actions"] is None
            socket.say({"type": "unlock", "seat": first})
            while (frame := await socket.hear("frame"))["audience"] != first:
                pass
            assert frame["match"]["actions"]
            socket.say(mover.command({"type": "play", "action": frame["match"]["actions"][0]["action"]}))
            while (locked := await socket.hear("frame"))["audience"] == first:
                pass
            assert (await socket.hear("answer"))["result"] == "accepted"
            assert (locked["audience"], locked["match"]["curtain"]["seat"]) == ("spectator", second)
            secret = hidden_cards(live, first)[0]
            assert secret not in codec.dumps(locked).decode()

            socket.say({"type": "ask", "id": "q", "seat": first, "question": {"why": {"type": "run"}}})
            assert (await socket.hear("answer"))["error"]["code"] == "not_now"
            socket.say(mover.command("undo", version=0))
            conflict = await socket.hear("answer")
            assert (conflict["result"], conflict["frame"]) == ("conflict", None)

    in_house(story, tmp_path)


def test_over_http_the_seats_of_one_screen_stay_behind_the_curtain(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await one_screen(house)
        for path in ("frame?seat=0", "log?seat=1", "replay/0?seat=1"):
            assert error(await ana.inside.get(f"{ana.at}/{path}")) == (409, "not_now")
        stale = (await ben.inside.post(f"{ben.at}/commands", ben.command("undo", version=0))).json()
        assert (stale["result"], stale["frame"]) == ("conflict", None)
        await ana.did("resign")
        assert (await ana.inside.get(f"{ana.at}/frame?seat=0")).status == 200

    in_house(story, tmp_path)


def test_the_seats_of_one_screen_stay_behind_the_curtain_when_the_table_is_set_aside(tmp_path: Path) -> None:
    """LT-13: it may yet go on."""
    made: list[Player] = []

    async def begun(house: House) -> None:
        made.extend(await one_screen(house))
        table = house.live(made[0].table)
        await house.tables.store.append(Append(table.row(), table.version + 1, b"{}"))

    async def found(house: House) -> None:
        people = [Player(house, each.table, each.seat, each.token) for each in made]
        for person in people:
            assert error(await person.inside.get(f"{person.at}/frame?seat={person.seat}")) == (409, "not_now")
        async with people[0].screen() as screen:
            frame = await screen.hear("frame")
            assert (frame["card"]["phase"], frame["audience"]) == ("aside", "spectator")

    in_house(begun, tmp_path)
    in_house(found, tmp_path)


def test_a_game_without_secrets_needs_no_curtain(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.make(seats=[{"kind": "human"}, {"kind": "human"}])
        await ana.did("start")
        frame = await ana.frame()
        assert frame["match"]["curtain"] is None
        assert frame["audience"] == 0

    in_house(story, tmp_path)
