"""One screen for several: a curtain hides each seat until it is unlocked (LT-18)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.house import House, Player, error, hidden_cards, in_house, plain

from loot_table.engine import codec
from loot_table.proofs.inside import Inside, InsideSocket
from loot_table.server.curtain import recap_begins
from loot_table.server.store import Append


async def one_screen(house: House, bots: int = 0) -> tuple[Player, Player]:
    people = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Ben"}]
    seats = [*people, *[{"kind": "bot", "bot": "greedy"}] * bots]
    ana, ben = await house.make("loot_n_run", len(seats), seats=seats)
    await ana.did("start")
    both = "; ".join(f"loot-seat-{player.seat}={player.token}" for player in (ana, ben))
    for player in (ana, ben):
        player.inside.headers = {"Cookie": both, "Origin": "http://127.0.0.1:8000"}
    return ana, ben


@asynccontextmanager
async def shared_screen(device: Inside, at: str) -> AsyncIterator[InsideSocket]:
    """A socket with every seat that a browser holds."""
    ticket = (await device.post(f"{at}/ticket")).json()
    async with device.socket(f"{at}/socket") as socket:
        socket.say({"type": "hello", **ticket})
        yield socket


def test_on_one_screen_a_curtain_hides_each_seat_until_it_is_unlocked(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await one_screen(house)
        live = house.live(ana.table)
        first = live.playing().to_act
        second = 1 - first
        mover = (ana, ben)[first]
        async with shared_screen(ana.inside, ana.at) as socket:
            frame = await socket.hear("frame")
            assert (frame["audience"], frame["match"]["curtain"]["seat"]) == ("spectator", first)
            assert frame["match"]["actions"] is None
            socket.say({"type": "unlock", "seat": first})
            while (frame := await socket.hear("frame"))["audience"] != first:
                pass
            assert frame["match"]["actions"]
            socket.say(mover.command({"type": "play", "action": frame["match"]["actions"][0]["action"]}))
            while (seen := await socket.hear("frame"))["match"]["to_act"] == first:
                pass
            assert (await socket.hear("answer"))["result"] == "accepted"
            assert (seen["audience"], seen["match"]["curtain"]) == (first, None), "what came of the own move is seen"
            socket.say({"type": "lock"})
            locked = await socket.hear("frame")
            assert (locked["audience"], locked["match"]["curtain"]["seat"]) == ("spectator", second)
            secret = hidden_cards(live, first)[0]
            assert secret not in codec.dumps(locked).decode()

            socket.say({"type": "ask", "id": "q", "seat": first, "question": {"why": {"type": "run"}}})
            assert (await socket.hear("answer"))["error"]["code"] == "not_now"
            socket.say(mover.command("undo", version=0))
            conflict = await socket.hear("answer")
            assert (conflict["result"], conflict["frame"]) == ("conflict", None)

    in_house(story, tmp_path)


def test_bots_play_behind_the_curtain_and_the_recap_tells_what_everybody_could_see(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await one_screen(house, bots=1)
        live = house.live(ana.table)
        await house.until(ana.table, lambda table: table.playing().to_act in (0, 1))
        async with shared_screen(ana.inside, ana.at) as socket:
            frame = await socket.hear("frame")
            mover = (ana, ben)[frame["match"]["curtain"]["seat"]]
            socket.say({"type": "unlock", "seat": mover.seat})
            while (frame := await socket.hear("frame"))["audience"] != mover.seat:
                pass
            socket.say(mover.command({"type": "play", "action": frame["match"]["actions"][0]["action"]}))
            await socket.hear("answer")
            socket.say({"type": "lock"})
            await house.until(ana.table, lambda table: table.playing().to_act in (0, 1))
            while (frame := await socket.hear("frame"))["audience"] != "spectator" or frame["version"] < live.version:
                pass
            curtain = frame["match"]["curtain"]
            assert curtain["seat"] == live.playing().to_act
            told = " ".join(plain(line["text"]) for line in curtain["recap"])
            assert mover.house.live(ana.table).places[mover.seat].name in told
            for hidden in hidden_cards(live, mover.seat):
                assert hidden not in codec.dumps(frame).decode()

    in_house(story, tmp_path)


def test_the_recap_begins_after_what_came_of_the_own_move(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await one_screen(house)
        match = house.live(ana.table).playing()
        people = (ana, ben)
        assert recap_begins(match, {0}) == 0, "before the first move everything is new"
        first = match.to_act
        await people[first].did("play", action={"type": "loot", "deck": 0})
        assert recap_begins(match, {first}) == len(match.log), "nobody has gone on yet"
        before = len(match.log)
        await people[1 - first].did("play", action={"type": "loot", "deck": 0})
        assert recap_begins(match, {first}) == before

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
