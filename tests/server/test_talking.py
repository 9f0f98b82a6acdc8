"""Chat: lines for everybody, lines for a team, and who hears them (LT-6, LT-12)."""

from __future__ import annotations

from pathlib import Path

from server.house import House, error, in_house

from loot_table import games
from loot_table.engine import codec


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
