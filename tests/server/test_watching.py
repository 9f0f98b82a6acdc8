"""Who sees what: spectators, one screen for several, the lobby, replays, records, questions (LT-11)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import FIRST_MOVE, Hands, House, Player, error, in_house

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.proofs.inside import Inside
from loot_table.server import commands, frames, lobby, tables
from loot_table.server import table as table_module
from loot_table.server.store import Append, StoreError
from loot_table.server.table import LiveTable


def hidden_cards(table: LiveTable, owner: int) -> list[str]:
    view: Any = table.playing().view(owner)
    return [card for *_, card in view.hands[owner] if card]


async def dealt(house: House, players: int = 3, **wish: Any) -> list[Player]:
    """Loot N Run with cards in front of everybody."""
    people = await house.playing("loot_n_run", players, **wish)
    live = house.live(people[0].table)
    for _ in range(players):
        await people[live.playing().to_act].did("play", action={"type": "loot", "deck": 0})
    return people


# ---------------------------------------------------------------- watching


@pytest.mark.parametrize(
    ("policy", "statuses"), [("public", (200, 200, 200)), ("off", (200, 403, 403)), ("after", (200, 403, 200))]
)
def test_a_table_says_who_may_watch(policy: str, statuses: tuple[int, ...], tmp_path: Path) -> None:
    """LT-11: before the start, while it is played, and when it is over."""

    async def story(house: House) -> None:
        people = await house.gathered(spectators=policy)
        ana = people[0]
        found = []
        for step in ("", "start", "resign"):
            if step:
                await ana.did(step)
            replies = [await house.stranger.get(f"{ana.at}/{part}") for part in ("frame", "log")]
            replies.append(await house.stranger.post(f"{ana.at}/ticket"))
            assert len({reply.status for reply in replies}) == 1
            found.append(replies[0].status)
        assert tuple(found) == statuses
        assert (await house.stranger.get(f"{ana.at}/record")).status == statuses[2]
        assert (await house.stranger.get(f"{ana.at}/replay/0?seat=all")).status == statuses[2]
        assert (await ana.inside.get(f"{ana.at}/record")).status == 200

    in_house(story, tmp_path)


@pytest.mark.parametrize("policy", ["off", "after"])
def test_a_spectator_who_came_early_is_sent_away_when_the_game_starts(policy: str, tmp_path: Path) -> None:
    """LT-11: nobody keeps watching because the socket was open already."""

    async def story(house: House) -> None:
        ana, ben = await house.gathered("loot_n_run", 2, spectators=policy)
        async with house.stranger.socket(f"{ana.at}/socket") as socket, ben.screen([]) as second:
            for one in (socket, second):
                one.say({"type": "hello"})
                assert (await one.hear("frame"))["match"] is None
            await ana.did("start")
            rest, code = await socket.rest()
            assert code == 4003
            assert not [told for told in rest if told["type"] == "frame" and told["match"] is not None]
            assert (await second.hear("frame"))["match"]["to_act"] in (0, 1)  # a player may look as everybody does

    in_house(story, tmp_path)


def test_a_spectator_sees_and_may_do_nothing_of_a_players(tmp_path: Path) -> None:
    """LT-11"""

    async def story(house: House) -> None:
        people = await dealt(house)
        ana = people[0]
        secrets = [card for seat in range(3) for card in hidden_cards(house.live(ana.table), seat)]
        assert len(secrets) == 3
        async with house.stranger.socket(f"{ana.at}/socket") as socket:
            for form in ("scene", "view"):
                socket.say({"type": "hello", "form": form} if form == "scene" else {"type": "frame"})
                text = await socket.hear_text()
                assert b'"audience":"spectator"' in text
                assert not [card for card in secrets if card.encode() in text]
            socket.say(ana.command("resign"))
            assert (await socket.hear("answer"))["error"]["code"] == "no_seat"
            socket.say({"type": "unlock", "seat": 0})
            assert (await socket.hear("answer"))["error"]["code"] == "no_seat"
            socket.say({"type": "ask", "id": "q", "seat": 0, "question": {"why": {"type": "run"}}})
            assert (await socket.hear("answer"))["error"]["code"] == "no_seat"
        for path in ("frame?form=view", "log", "replay/9?form=view"):
            assert not [
                card for card in secrets if card.encode() in (await house.stranger.get(f"{ana.at}/{path}")).body
            ]

    in_house(story, tmp_path)


def test_players_are_here_while_their_screen_is_open(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        async with ana.screen() as socket:
            await socket.hear("frame")
            async with ben.screen():
                while not (await socket.hear("frame"))["card"]["seats"][1]["is_here"]:
                    pass
            while (await socket.hear("frame"))["card"]["seats"][1]["is_here"]:
                pass

    in_house(story, tmp_path)


def test_frames_bring_the_news_since_the_last_one_and_a_hash(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        async with ben.screen(since=house.live(ana.table).version) as socket:
            first = await socket.hear("frame")
            assert first["match"]["news"] == []
            await ana.did("play", action=FIRST_MOVE)
            while not (told := await socket.hear("frame"))["match"]["news"]:
                pass
            assert [line["rule"] for line in told["match"]["news"]]
            assert told["version"] == first["version"] + 1
            socket.say({"type": "frame"})
            whole = await socket.hear("frame")
            assert whole["hash"] == (await ben.frame())["hash"]
            assert len(whole["hash"]) == 16

    in_house(story, tmp_path)


def test_news_that_came_after_something_was_taken_back_are_not_lost(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        await ana.did("play", action=FIRST_MOVE)
        since = house.live(ana.table).version
        await ana.did("undo")
        await ana.did("play", action={"type": "move", "from": "e2", "to": "e3"})
        async with ben.screen(since=since) as socket:
            news = (await socket.hear("frame"))["match"]["news"]
            assert "takes the last action back" in news[0]["text"]
            assert "e2-e3" in news[-1]["text"]

    in_house(story, tmp_path)


# ---------------------------------------------------------------- one screen


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


# ---------------------------------------------------------------- questions


def test_a_seat_may_ask_why_an_action_is_not_allowed(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()

        async def told(player: Player, question: Any) -> dict[str, Any]:
            async with player.screen() as socket:
                socket.say({"type": "ask", "id": "q7", "seat": player.seat, "question": question})
                while (heard := await socket.hear())["type"] not in ("told", "answer"):
                    pass
                assert heard["id"] == "q7"
                return heard

        assert (await told(ana, {"why": FIRST_MOVE}))["answer"] == {"refusal": None}
        far = {"type": "move", "from": "e2", "to": "h8"}
        assert (await told(ana, {"why": far}))["answer"]["refusal"]["rule"].startswith("CB-")
        assert (await told(ben, {"why": FIRST_MOVE}))["answer"]["refusal"]["rule"] == "LT-1"
        assert (await told(ana, {"why": {"type": "fly"}}))["error"]["code"] == "bad_request"
        assert (await told(ana, {"why": {"a": [[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]}}))[
            "result"
        ] == "error"
        assert (await told(ana, {"odds": {}}))["result"] == "error"
        assert (await told(ben, {"part": 1}))["error"][
            "text"
        ] == "only the seat that decides may ask about its decision"

    in_house(story, tmp_path)


def test_nothing_can_be_asked_before_the_game_starts(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        async with ana.screen() as socket:
            socket.say({"type": "ask", "id": "q", "seat": 0, "question": {"why": FIRST_MOVE}})
            assert (await socket.hear("answer"))["error"]["text"] == "the game has not started"
        assert (await ana.frame())["match"] is None
        assert (await ana.inside.get(f"{ana.at}/log?seat=0")).json()["log"] == []
        assert error(await ana.inside.get(f"{ana.at}/replay/0?seat=0")) == (409, "not_now")

    in_house(story, tmp_path)


# ---------------------------------------------------------------- looking back


def test_the_record_is_given_out_only_after_the_end(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        people = await dealt(house)
        ana = people[0]
        for who in (ana.inside, house.stranger):
            assert error(await who.get(f"{ana.at}/record")) == (409, "not_now")
        await ana.did("resign")
        await people[1].did("resign")
        reply = await ana.inside.get(f"{ana.at}/record")
        assert (reply.header("content-disposition") or "").endswith('.loot.json"')
        again = Match.from_json(codec.loads(reply.body, 2**22), house.live(ana.table).game)
        assert again.result() == house.live(ana.table).playing().result()

    in_house(story, tmp_path)


def test_a_replay_shows_ones_own_eyes_until_the_end_and_then_everybodys(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        people = await dealt(house)
        ana, ben, cleo = people
        last = house.live(ana.table).playing().version
        secret = hidden_cards(house.live(ana.table), 1)[0].encode()
        assert secret in (await ben.inside.get(f"{ana.at}/replay/{last}?seat=1")).body
        assert error(await ana.inside.get(f"{ana.at}/replay/{last}?seat=1")) == (401, "no_seat")
        assert error(await ana.inside.get(f"{ana.at}/replay/{last}?seat=all")) == (401, "no_seat")
        assert error(await ana.inside.get(f"{ana.at}/log?seat=1")) == (401, "no_seat")
        assert error(await ana.inside.get(f"{ana.at}/log?seat=all")) == (401, "no_seat")
        mine = await ana.inside.get(f"{ana.at}/replay/{last}?seat=0&form=view")
        assert secret not in mine.body
        assert set(mine.json()) == {"version", "last", "scene", "news", "to_act", "result"}
        await ana.did("resign")
        await cleo.did("resign")
        for seat in ("1", "all"):
            assert secret in (await house.stranger.get(f"{ana.at}/replay/{last}?seat={seat}")).body
            assert secret in (await house.stranger.get(f"{ana.at}/log?seat={seat}")).body
        assert secret not in (await house.stranger.get(f"{ana.at}/log")).body
        assert secret not in (await house.stranger.get(f"{ana.at}/replay/{last}?seat=0")).body
        assert error(await ana.inside.get(f"{ana.at}/replay/{last}?seat=7")) == (404, "not_found")
        start = (await house.stranger.get(f"{ana.at}/replay/0")).json()
        assert (start["version"], start["result"]) == (0, None)

    in_house(story, tmp_path)


# ---------------------------------------------------------------- again


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
        assert reply.cookies() == {"loot-seat-0": ben.token}
        assert f"Path=/api/tables/{told['table']};" in (reply.header("set-cookie") or "")
        nobody = await house.stranger.post(f"{ana.at}/follow")
        assert (nobody.json()["seats"], nobody.cookies()) == ([], {})

    in_house(story, tmp_path)


# ---------------------------------------------------------------- talking


def test_chat_reaches_everybody_and_newcomers_hear_the_last_lines(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        async with house.stranger.socket(f"{ana.at}/socket") as socket:
            socket.say({"type": "hello"})
            await ben.did("chat", text="  good\u202e luck\n ")
            said = await socket.hear("chat")
            assert (said["number"], said["seat"], said["name"], said["text"]) == (1, 1, "Ben", "good luck")
        assert await ben.refused("chat", text="\u202e \n") == ("There is nothing to say in that.", "LT-6")
        long = ben.command({"type": "chat", "text": "x" * 301})
        assert error(await ben.inside.post(f"{ben.at}/commands", long)) == (400, "bad_request")
        for number in range(60):
            await ana.did("chat", text=f"line {number}")
        async with ana.screen() as late:
            heard = [await late.hear("chat") for _ in range(50)]
            assert [line["number"] for line in heard] == list(range(12, 62))

    in_house(story, tmp_path)


def test_a_repeated_line_of_chat_is_said_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        line = ana.command({"type": "chat", "text": "hello"})
        results = [(await ana.inside.post(f"{ana.at}/commands", line)).json()["result"] for _ in range(3)]
        assert results == ["accepted", "repeated", "repeated"]
        assert len(await house.tables.store.chats(ana.table, 9)) == 1
        await ana.did("chat", text="more")

    in_house(story, tmp_path)


def test_the_host_can_mute_a_seat(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        await ana.did("mute", at=1, is_muted=True)
        assert await ben.refused("chat", text="hello") == ("The host has muted you.", "LT-6")
        await ana.did("mute", at=1, is_muted=False)
        await ben.did("chat", text="hello")
        assert (await ana.refused("mute", at=7, is_muted=True))[1] == "LT-6"

    in_house(story, tmp_path)


def test_a_team_talks_by_itself_and_nobody_else_hears_it_then_or_later(tmp_path: Path) -> None:
    """LT-12 and LL-R40: a channel for each team."""

    async def story(house: House) -> None:
        options = {"teams": True, "team_channel": True}
        ana, ben, cleo, dan = await house.playing("labyrinth", 4, options=options)
        async with ana.screen() as at_ana, ben.screen() as at_ben, cleo.screen() as at_cleo:
            await ana.did("chat", text="go north", to="team")
            said = await at_cleo.hear("chat")
            assert (said["number"], said["seat"], said["to"], said["team"], said["text"]) == (
                1,
                0,
                "team",
                0,
                "go north",
            )
            assert (await at_ana.hear("chat"))["text"] == "go north"
            await dan.did("chat", text="what now?", to="team")
            await dan.did("chat", text="hello all")
            assert [(await at_ben.hear("chat"))["text"] for _ in range(2)] == ["what now?", "hello all"]
            assert (await at_ana.hear("chat"))["text"] == "hello all"
        for number in range(60):
            await cleo.did("chat", text=f"plan {number}", to="team")
        async with house.stranger.socket(f"{ana.at}/socket") as watcher:
            watcher.say({"type": "hello"})
            assert (await watcher.hear("chat"))["number"] == 1, "no gap tells that others have talked"
        async with dan.screen() as late:
            assert [(await late.hear("chat"))["text"] for _ in range(2)] == ["what now?", "hello all"]
        async with ana.screen() as late:
            assert (await late.hear("chat"))["text"] == "plan 10"

    in_house(story, tmp_path)


def test_a_woken_table_remembers_who_may_hear_what(tmp_path: Path) -> None:
    """LT-12"""

    async def story(house: House) -> None:
        options = {"teams": True, "team_channel": True}
        ana, ben, cleo, _ = await house.playing("labyrinth", 4, options=options)
        await ana.did("chat", text="go north", to="team")
        await ben.did("chat", text="hello")
        house.tables.awake.clear()
        await house.tables.get(ana.table)
        await cleo.did("chat", text="yes", to="team")
        async with cleo.screen() as late:
            heard = [await late.hear("chat") for _ in range(3)]
        assert [(line["number"], line["text"]) for line in heard] == [(1, "go north"), (1, "hello"), (2, "yes")]
        async with ben.screen() as late:
            assert (await late.hear("chat"))["text"] == "hello"

    in_house(story, tmp_path)


def test_open_team_talk_is_heard_by_all_and_none_is_refused(tmp_path: Path) -> None:
    """LT-12, LL-11.2 and LL-R39."""

    async def story(house: House) -> None:
        ana, *_ = await house.playing("labyrinth", 4, options={"teams": True})
        async with house.stranger.socket(f"{ana.at}/socket") as watcher:
            watcher.say({"type": "hello"})
            await ana.did("chat", text="go north", to="team")
            said = await watcher.hear("chat")
            assert (said["to"], said["team"], said["text"]) == ("team", None, "go north")
        silent, *_ = await house.playing("labyrinth", 4, options={"teams": True, "table_talk": "none"})
        assert (await silent.refused("chat", text="psst", to="team"))[1] == "LL-11.2"
        assert await silent.refused("chat", text="good luck, everybody") == (
            "This table has agreed not to talk during the game.",
            "LL-11.2",
        )
        alone, *_ = await house.playing("labyrinth", 3)
        assert (await alone.refused("chat", text="psst", to="team"))[1] == "LT-12"
        early, *_ = await house.make("labyrinth", 4, options={"teams": True, "team_channel": True})
        assert (await early.refused("chat", text="psst", to="team"))[1] == "LT-12"

    in_house(story, tmp_path)


def test_without_table_talk_people_talk_before_and_after_the_game(tmp_path: Path) -> None:
    """LT-12, LL-11.2"""

    async def story(house: House) -> None:
        options = {"teams": True, "table_talk": "none", "team_channel": True}
        ana, ben, *others = await house.gathered("labyrinth", 4, options=options)
        await ana.did("chat", text="good luck, everybody")
        await ana.did("start")
        assert (await ben.refused("chat", text="go north", to="team"))[1] == "LL-11.2"
        for player in (ana, ben, others[0]):
            await player.did("resign")
        await ben.did("chat", text="well played")

    in_house(story, tmp_path)


def test_limited_talk_is_public_and_a_line_a_turn(tmp_path: Path) -> None:
    """LT-12, LL-R39; who has spoken is remembered when the table sleeps."""

    async def story(house: House) -> None:
        options = {"teams": True, "table_talk": "limited", "first_player": 0}
        ana, ben, cleo, _ = await house.playing("labyrinth", 4, options=options)
        async with ben.screen() as at_ben:
            await ana.did("chat", text="go north", to="team")
            said = await at_ben.hear("chat")
            assert (said["text"], said["team"], said["turn"]) == ("go north", None, 0)
        used = ("One line a turn: speak again after your next one.", "LL-11.2")
        assert await ana.refused("chat", text="and then east") == used
        await cleo.did("chat", text="yes")
        house.tables.awake.clear()
        table = await house.tables.get(ana.table)
        assert await ana.refused("chat", text="or west", to="team") == used
        await ana.did("play", action=codec.encode(table.playing().actions()[0]))
        await ana.did("chat", text="or west", to="team")
        assert await ana.refused("chat", text="no, east") == used

    in_house(story, tmp_path)


def test_a_table_of_rules_1_keeps_its_limited_talk_within_the_team() -> None:
    """LL-R39"""
    game = games.load("labyrinth")
    older = game.teams(4, game.options_under(1, {"teams": True, "table_talk": "limited"}))
    assert older is not None
    assert (older.talk, older.is_private) == ("open", True)


def test_opponents_at_one_screen_cannot_whisper(tmp_path: Path) -> None:
    """LT-12: whoever looks at the screen would read it."""

    async def story(house: House) -> None:
        options = {"teams": True, "team_channel": True}
        seats = [{"kind": "human"}, {"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * 2]
        ana, _ben = await house.make("labyrinth", 4, options=options, seats=seats)
        await ana.did("start")
        assert await ana.refused("chat", text="psst", to="team") == ("An opponent looks at the same screen.", "LT-12")

    in_house(story, tmp_path)


# ---------------------------------------------------------------- the lobby


def test_the_lobby_shows_public_tables_live(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        async with house.stranger.socket("/api/lobby", None) as lobby:
            assert (await lobby.hear())["tables"] == []
            await house.make()  # a private one is never seen
            ana, ben = await house.gathered(is_public=True)
            while not (tables := (await lobby.hear())["tables"]) or tables[0]["seats"][1]["kind"] == "open":
                pass
            assert [card["table"] for card in tables] == [ana.table]
            await ana.did("start")
            while (tables := (await lobby.hear())["tables"])[0]["phase"] != "playing":
                pass
            assert tables == (await house.stranger.get("/api/tables")).json()["tables"]
            await ben.did("resign")
            while (await lobby.hear())["tables"]:
                pass
        assert not house.tables.lobby.listeners

    in_house(story, tmp_path)


def test_a_public_table_that_may_not_be_watched_leaves_the_lobby_when_it_starts(tmp_path: Path) -> None:
    """LT-11"""

    async def story(house: House) -> None:
        ana, _ = await house.gathered(is_public=True, spectators="off")
        assert len((await house.stranger.get("/api/tables")).json()["tables"]) == 1
        await ana.did("start")
        assert (await house.stranger.get("/api/tables")).json()["tables"] == []

    in_house(story, tmp_path)


def test_the_newest_public_tables_are_shown_first_and_forgotten_ones_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        made = [(await house.make(is_public=True))[0].table for _ in range(lobby.MOST_SHOWN + 5)]
        shown = [one["table"] for one in house.tables.lobby.shown()]
        assert shown == made[::-1][: lobby.MOST_SHOWN]
        hands.move(lobby.IDLE_SECONDS + 1)
        (eve,) = await house.make(is_public=True)
        assert len(house.tables.lobby.sweep()) == len(made)
        assert [one["table"] for one in house.tables.lobby.shown()] == [eve.table]
        ben = await house.join(made[0])  # the link still works, and brings the table back
        assert made[0] in [one["table"] for one in house.tables.lobby.shown()]
        assert ben.seat == 1

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)


def test_a_late_hello_finds_the_table_that_everybody_else_is_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when more tables woke meanwhile than are kept awake."""
    monkeypatch.setattr(tables, "MOST_AWAKE", 3)

    async def story(house: House) -> None:
        ana, ben = await house.playing()
        async with ben.inside.socket(f"{ben.at}/socket") as socket:
            await asyncio.sleep(0.01)  # connected, and nothing said yet
            for _ in range(6):
                await house.make()
            assert ana.table not in house.tables.awake
            socket.say({"type": "hello", "seats": [1]})
            first = (await socket.hear("frame"))["version"]
            reply = await ana.inside.post(f"{ana.at}/commands", ana.command({"type": "resign"}, version=first))
            assert reply.json()["result"] == "accepted"
            while (await socket.hear("frame"))["version"] == first:
                pass

    in_house(story, tmp_path)


def test_a_long_log_is_told_page_by_page(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing(options={"turn_limit": 1000, "movement": "steps"})
        people, rng = (ana, ben), Random(3)
        table = house.live(ana.table)
        match = table.playing()
        while match.version < 450 and not match.is_over:
            async with table.lock:
                action = match.state.decision().sample(match.state, rng)
                await house.tables.change(table, commands.played(table, match.to_act, codec.encode(action)), None)
            if table.phase == "over":
                break
        frame = await ana.frame()
        assert frame["match"]["earlier"] == (match.version > frames.MOST_NEWS)
        assert len(frame["match"]["news"]) <= frames.MOST_NEWS
        whole, at = [], 0
        while at is not None:
            page = (await people[0].inside.get(f"{ana.at}/log?seat=0&from={at}")).json()
            assert len({line["version"] for line in page["log"]}) <= frames.PAGE
            whole += page["log"]
            at = page["next"]
        told = [line for number in range(len(match.log)) for line in frames.told_at(match, 0, number)]
        assert [line for line in whole if line["event"] != {"type": "note"}] == told
        assert frame["match"]["news"][-1] == whole[-1]

    in_house(story, tmp_path)


def test_names_and_lines_that_cannot_be_seen_are_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make(players=2)
        invisible = (
            "\u3164",
            "\u2800\u2800",
            "\u115f",
            "\uffa0",
            "\u200b",
            "\u0301",
            "  ",
            "A\u3164",
            "Z" + "\u0301" * 9,
        )
        for name in invisible:
            reply = await house.stranger.post(f"{ana.at}/join", {"name": name})
            assert reply.status == 409, name
            assert (await ana.refused("style", name=name))[1] == "LT-6"
        for text in invisible[:6]:
            assert (await ana.refused("chat", text=text))[1] == "LT-6"
        for name in ("Ana", "Zoë", "Łukasz", "张伟", "Ὀδυσσεύς", "José 2", "नरेंद्र", "🦝 Bandit"):
            await ana.did("style", name=name)
            assert house.live(ana.table).places[0].name == name

    in_house(story, tmp_path)


def test_a_house_full_of_watched_tables_still_opens_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_AWAKE", 1)

    async def story(house: House) -> None:
        ana, _ = await house.playing()
        (eve,) = await house.make()
        async with ana.screen() as socket:
            await socket.hear("frame")
            for _ in range(2):
                assert (await eve.inside.get(eve.at)).status == 200
            async with eve.screen() as other:
                await other.hear("frame")

    in_house(story, tmp_path)


def test_whoever_asks_while_a_table_wakes_gets_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        house.tables.awake.clear()
        house.tables.known.clear()
        real, calls = house.tables.read, [0]

        async def read(id: str) -> LiveTable:
            calls[0] += 1
            await asyncio.sleep(0.01)
            if calls[0] == 1:
                raise StoreError("the disk was away")
            return await real(id)

        monkeypatch.setattr(house.tables, "read", read)
        first = asyncio.create_task(house.tables.get(ana.table))
        second = asyncio.create_task(house.tables.get(ana.table))
        await asyncio.sleep(0.015)
        third = asyncio.create_task(house.tables.get(ana.table))
        found = await asyncio.gather(first, second, third, return_exceptions=True)
        assert isinstance(found[0], StoreError)
        assert found[1] is found[2] is house.tables.awake[ana.table]

    in_house(story, tmp_path)


def test_notes_do_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "MOST_NOTES", 20)

    async def story(house: House) -> None:
        ana, _ben = await house.playing()
        for _ in range(30):
            await ana.did("offer", kind="end")
            await ana.did("answer", agrees=False)
        assert len((await ana.inside.get(f"{ana.at}/log?seat=0")).json()["log"]) <= 21

    in_house(story, tmp_path)


def test_strangers_do_not_choose_for_whom_bots_think(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        await ana.frame()
        await Inside(house.app, "127.0.0.9").get(ana.at)
        assert house.live(ana.table).presence.lane == "127.0.0.1"

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
