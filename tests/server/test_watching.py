"""Who sees what: spectators, and news for those who look (LT-11)."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from server.house import FIRST_MOVE, House, dealt, hidden_cards, in_house, plain

from loot_table.proofs.inside import Inside
from loot_table.server import frames


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
            assert "takes the last action back" in plain(news[0]["text"])
            assert "e2-e3" in plain(news[-1]["text"])

    in_house(story, tmp_path)


def test_strangers_do_not_choose_for_whom_bots_think(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        await ana.frame()
        await Inside(house.app, "127.0.0.9").get(ana.at)
        assert house.live(ana.table).presence.lane == "127.0.0.1"

    in_house(story, tmp_path)


def test_a_frame_is_made_once_for_all_who_read_it_in_languages_that_are_not_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        made: list[Any] = []
        real = frames.text

        def counted(*given: Any) -> Any:
            made.append(given)
            return real(*given)

        async with AsyncExitStack() as stack:
            screens = []
            for language in ("xa", "xb", "xc"):
                screen = await stack.enter_async_context(house.stranger.socket(f"{ana.at}/socket"))
                screen.say({"type": "hello", "language": language})
                await screen.hear("frame")
                screens.append(screen)
            monkeypatch.setattr(frames, "text", counted)
            await ana.did("play", action=FIRST_MOVE)
            for screen in screens:
                await screen.hear("frame")
        assert len(made) == 1

    in_house(story, tmp_path)
