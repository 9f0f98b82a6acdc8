"""While the game is played: turns, undo, resigning, offers, bots that hold seats (LT-1 to LT-5, LT-7, LT-8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.house import FIRST_MOVE, Hands, House, Player, in_house, plain, script

from loot_table.server import commands

REPLY = {"type": "move", "from": "e8", "to": "e6"}


async def opened(house: House) -> list[Player]:
    """Two people after the first move of one."""
    people = await house.playing()
    await people[0].did("play", action=FIRST_MOVE)
    return people


def test_only_the_seat_that_is_asked_may_answer(tmp_path: Path) -> None:
    """LT-1"""

    async def story(house: House) -> None:
        ana, ben = await house.playing()
        assert await ben.refused("play", action=FIRST_MOVE) == ("It is not your decision: Ana is to act.", "LT-1")
        frame = await ben.frame()
        assert (frame["match"]["actions"], frame["match"]["to_act"], frame["match"]["decider"]) == (None, 0, "Ana")
        assert len((await ana.frame())["match"]["actions"]) > 10

    in_house(story, tmp_path)


def test_an_illegal_action_is_refused_with_its_rule_and_what_to_show(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        before = house.live(ana.table).version
        answer = await ana.plays(type="move", **{"from": "e2", "to": "h8"})
        assert answer["result"] == "refused"
        assert answer["refusal"]["rule"].startswith("CB-")
        assert plain(answer["refusal"]["text"]).endswith(".")
        assert answer["refusal"]["show"]
        assert house.live(ana.table).version == before

    in_house(story, tmp_path)


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "fly"},
        {"type": "move"},
        {**FIRST_MOVE, "to": 3},
        {**FIRST_MOVE, "x": 1},
        {**FIRST_MOVE, "to": 2**60},
    ],
)
def test_an_action_that_makes_no_sense_is_an_error_in_words(action: dict[str, Any], tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        answer = await ana.plays(**action)
        assert (answer["result"], answer["error"]["code"]) == ("error", "bad_action")
        assert (await ana.plays(**FIRST_MOVE))["result"] == "accepted"

    in_house(story, tmp_path)


def test_a_repeated_command_counts_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        command = ana.command({"type": "play", "action": FIRST_MOVE})
        first = (await ana.inside.post(f"{ana.at}/commands", command)).json()
        for _ in range(3):
            again = (await ana.inside.post(f"{ana.at}/commands", command)).json()
            assert again["result"] == "repeated"
            assert again["answer"] == first
        assert house.live(ana.table).playing().version == 1

    in_house(story, tmp_path)


def test_a_stale_command_is_answered_with_the_fresh_frame(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await opened(house)
        answer = (await ben.inside.post(f"{ben.at}/commands", ben.command("undo", version=1))).json()
        assert answer["result"] == "conflict"
        assert answer["frame"] == await ben.frame()
        ahead = (await ana.inside.post(f"{ana.at}/commands", ana.command("undo", version=999))).json()
        assert ahead["result"] == "conflict"

    in_house(story, tmp_path)


def test_what_does_not_depend_on_a_version_never_conflicts(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        _, ben = await opened(house)
        for do in ({"type": "chat", "text": "hi"}, {"type": "hold", "at": 1, "bot": "random"}, {"type": "return"}):
            answer = (await ben.inside.post(f"{ben.at}/commands", ben.command(do, version=0))).json()
            assert answer["result"] == "accepted"

    in_house(story, tmp_path)


def test_when_a_game_is_over_nothing_more_is_played(tmp_path: Path) -> None:
    """LT-2"""

    async def story(house: House) -> None:
        ana, ben = await opened(house)
        await ben.did("resign")
        for kind, fields in (
            ("play", {"action": FIRST_MOVE}),
            ("undo", {}),
            ("resign", {}),
            ("offer", {"kind": "end"}),
            ("answer", {"agrees": True}),
            ("hold", {"at": 0, "bot": "random"}),
            ("return", {}),
            ("start", {}),
        ):
            assert (await ana.refused(kind, **fields))[1] == "LT-2"
        frame = await ana.frame()
        assert frame["match"]["result"]["reason"] == "resignation"
        assert plain(frame["match"]["result"]["text"]) == "Ben resigns."
        assert (frame["match"]["to_act"], frame["match"]["actions"], frame["match"]["decider"]) == (-2, None, None)

    in_house(story, tmp_path)


def test_an_action_can_be_taken_back_until_somebody_else_has_acted(tmp_path: Path) -> None:
    """LT-3"""

    async def story(house: House) -> None:
        ana, ben = await opened(house)
        assert (await ana.frame())["match"]["undo"] is None
        await ana.did("undo")
        assert house.live(ana.table).playing().version == 0
        assert "takes the last action back" in plain((await ben.frame())["match"]["news"][-1]["text"])
        await ana.did("play", action=FIRST_MOVE)
        await ben.plays_anything()
        text, rule = await ana.refused("undo")
        assert text == "Ben has acted since and would have to agree."
        assert rule == "LT-3"
        told = (await ana.frame())["match"]["undo"]
        assert (plain(told["text"]), told["rule"], told["show"]) == (text, rule, [])

    in_house(story, tmp_path)


def test_what_chance_has_decided_cannot_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-3"""
    monkeypatch.setattr(commands, "nature_of", script(1))

    async def story(house: House) -> None:
        people = await house.playing("loot_n_run", 3)
        mover = people[house.live(people[0].table).playing().to_act]
        await mover.plays_anything()
        text, rule = await mover.refused("undo")
        assert rule == "LT-3"
        assert "cannot be unseen" in text
        assert await mover.refused("offer", kind="takeback") == (text, rule)

    in_house(story, tmp_path)


def test_bots_always_agree_to_a_takeback(tmp_path: Path) -> None:
    """LT-3, LT-7"""

    async def story(house: House) -> None:
        (ana,) = await house.make(seats=[{"kind": "human"}, {"kind": "bot", "bot": "greedy"}])
        await ana.did("start")
        await ana.did("play", action=FIRST_MOVE)
        await house.until(ana.table, lambda table: table.playing().version == 2)
        await ana.did("undo")
        assert house.live(ana.table).playing().version == 0

    in_house(story, tmp_path)


def test_a_player_who_resigns_among_three_is_played_on_by_a_bot(tmp_path: Path) -> None:
    """LT-4"""

    async def story(house: House) -> None:
        ana, ben, cleo = await house.playing("loot_n_run", 3)
        await ben.did("resign")
        card = (await ana.inside.get(ana.at)).json()
        assert card["phase"] == "playing"
        assert card["seats"][1]["has_resigned"]
        assert card["seats"][1]["is_held"]
        assert await ben.refused("resign") == ("You have resigned already.", "LT-4")
        assert (await ben.refused("return"))[1] == "LT-8"
        await cleo.did("resign")
        result = (await ana.frame())["match"]["result"]
        assert (result["winner"], result["reason"]) == (0, "resignation")

    in_house(story, tmp_path)


def test_all_can_agree_to_end_the_game(tmp_path: Path) -> None:
    """LT-5, LT-7"""

    async def story(house: House) -> None:
        ana, ben, cleo = await house.playing("loot_n_run", 3)
        await ana.did("offer", kind="end")
        assert (await ben.frame())["card"]["offer"] == {"kind": "end", "by": 0, "agreed": [0]}
        assert await cleo.refused("offer", kind="pause") == ("There is an offer already: answer it first.", "LT-7")
        assert await ana.refused("answer", agrees=True) == ("There is nothing for you to answer.", "LT-7")
        await ben.did("answer", agrees=True)
        assert (await ben.frame())["card"]["offer"]["agreed"] == [0, 1]
        await cleo.did("answer", agrees=True)
        frame = await ana.frame()
        assert frame["match"]["result"]["reason"] == "agreement"
        assert frame["card"]["offer"] is None
        assert plain(frame["match"]["news"][-1]["text"]) == "The game ends by agreement."

    in_house(story, tmp_path)


def test_an_offer_is_gone_when_somebody_declines_plays_or_leaves(tmp_path: Path) -> None:
    """LT-7"""

    async def story(house: House) -> None:
        ana, ben, cleo = await house.playing("loot_n_run", 3)
        people = [ana, ben, cleo]

        async def offered() -> bool:
            return (await ana.frame())["card"]["offer"] is not None

        await ana.did("offer", kind="end")
        await ben.did("answer", agrees=False)
        assert not await offered()
        assert plain((await ana.frame())["match"]["news"][-1]["text"]) == "Ben declines."
        await ana.did("offer", kind="end")
        await ana.did("answer", agrees=False)
        assert not await offered()
        assert plain((await ben.frame())["match"]["news"][-1]["text"]) == "Ana takes the offer back."
        await ana.did("offer", kind="end")
        await people[house.live(ana.table).playing().to_act].plays_anything()
        assert not await offered()
        await ana.did("offer", kind="end")
        await ben.did("hold", at=1, bot="random")
        assert not await offered()
        await ben.did("return")
        await ana.did("offer", kind="end")
        await cleo.did("resign")
        assert not await offered()
        assert await ben.refused("answer", agrees=True) == ("There is nothing for you to answer.", "LT-7")

    in_house(story, tmp_path)


def test_what_the_table_notes_stands_in_the_log_where_it_happened(tmp_path: Path) -> None:
    """LT-7"""

    async def story(house: House) -> None:
        ana, ben = await opened(house)
        await ana.did("offer", kind="end")
        await ben.did("answer", agrees=False)
        await ben.plays_anything()
        told = (await ana.inside.get(f"{ana.at}/log?seat=0")).json()["log"]
        assert [line["event"]["type"] for line in told] == ["played", "note", "played"]
        assert [line["version"] for line in told] == [1, 1, 2]

    in_house(story, tmp_path)


def test_a_takeback_that_the_others_agree_to_takes_their_actions_too(tmp_path: Path) -> None:
    """LT-3, LT-7"""

    async def story(house: House) -> None:
        ana, ben = await opened(house)
        await ben.plays_anything()
        assert house.live(ana.table).playing().version == 2
        await ana.did("offer", kind="takeback")
        await ben.did("answer", agrees=True)
        assert house.live(ana.table).playing().version == 0
        assert await ben.refused("offer", kind="takeback") == (
            "You have not acted yet: there is nothing to undo.",
            "LT-3",
        )

    in_house(story, tmp_path)


def test_during_a_pause_nobody_plays(tmp_path: Path) -> None:
    """LT-7, LT-9"""

    async def story(house: House) -> None:
        ana, ben = await house.playing()
        assert await ana.refused("offer", kind="resume") == ("The game is not paused.", "LT-7")
        await ana.did("offer", kind="pause")
        await ben.did("answer", agrees=True)
        assert (await ana.frame())["card"]["is_paused"]
        assert await ana.refused("play", action=FIRST_MOVE) == ("The game is paused: agree to go on first.", "LT-7")
        assert await ana.refused("offer", kind="pause") == ("The game is paused already.", "LT-7")
        await ben.did("offer", kind="resume")
        await ana.did("answer", agrees=True)
        await ana.did("play", action=FIRST_MOVE)

    in_house(story, tmp_path)


def test_offers_among_bots_happen_at_once(tmp_path: Path) -> None:
    """LT-7"""

    async def story(house: House) -> None:
        (ana,) = await house.make(seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}])
        await ana.did("start")
        await ana.did("offer", kind="pause")
        assert house.live(ana.table).is_paused
        await ana.did("offer", kind="end")
        assert house.live(ana.table).phase == "over"

    in_house(story, tmp_path)


def test_a_bot_holds_a_seat_until_its_player_is_back(tmp_path: Path) -> None:
    """LT-8: what the bot did stands."""

    async def story(house: House) -> None:
        ana, ben = await opened(house)
        await ben.did("hold", at=1, bot="greedy")
        await house.until(ana.table, lambda table: table.playing().version == 2)
        assert (await ana.frame())["card"]["seats"][1]["is_held"]
        await ana.plays_anything()
        await house.until(ana.table, lambda table: table.playing().version == 4)
        assert await ben.refused("play", action=REPLY) == (
            "A bot plays for you: take your seat back first.",
            "LT-8",
        )
        await ben.did("return")
        assert house.live(ana.table).playing().version == 4
        assert (await ben.refused("return"))[1] == "LT-8"
        assert (await ben.refused("hold", at=0, bot="random"))[1] == "LT-6"

    in_house(story, tmp_path)


def test_the_host_hands_over_the_seat_of_a_player_who_has_been_away_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LT-8"""

    async def story(house: House) -> None:
        ana, ben = await house.playing()
        async with ben.screen() as socket:
            await socket.hear("frame")
            hands.move(100)
            text, rule = await ana.refused("hold", at=1, bot="random")
            assert text == "Ben has to be away for 30 seconds first: nobody else may hand the seat over."
            assert rule == "LT-8"
        assert (await ana.refused("hold", at=1, bot="random"))[1] == "LT-8", "a gap in the connection is no absence"
        hands.move(25)
        await ben.frame()  # whoever asks over HTTP is here
        hands.move(25)
        assert (await ana.refused("hold", at=1, bot="random"))[1] == "LT-8"
        hands.move(6)
        await ana.did("hold", at=1, bot="random")
        assert (await ana.refused("hold", at=1, bot="random"))[1] == "LT-8"
        assert (await ana.refused("hold", at=5, bot="random"))[1] == "LT-8"

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)


def test_whoever_holds_a_seat_agrees_to_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-8: neither to the end nor to takebacks nor to a pause."""

    async def story(house: House) -> None:
        ana, ben = await house.playing()
        await ana.did("play", action=FIRST_MOVE)
        hands.move(60)
        await ana.did("hold", at=1, bot="random")
        await house.until(ana.table, lambda table: table.playing().to_act == 0)
        assert (await ana.refused("undo"))[1] == "LT-3"
        await ana.did("offer", kind="end")
        assert house.live(ana.table).phase == "playing"
        assert (await ana.frame())["card"]["offer"]["agreed"] == [0]
        await ben.did("answer", agrees=False)
        assert house.live(ana.table).offer is None

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)


def test_who_has_resigned_makes_no_offers_and_stands_in_no_ones_way(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben, cleo = await house.playing("loot_n_run", 3)
        await cleo.did("resign")
        assert (await cleo.refused("offer", kind="end"))[1] == "LT-4"
        await ana.did("offer", kind="end")
        await ben.did("answer", agrees=True)
        assert house.live(ana.table).phase == "over"

    in_house(story, tmp_path)


def test_when_the_host_is_gone_the_next_who_is_here_hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        ana, ben = await house.gathered()
        table = house.live(ana.table)
        async with ben.screen() as socket:
            async with ana.screen() as other:
                await other.hear("frame")
            await house.tables.stirring.succeed(table)
            assert table.host == 0, "not at once"
            hands.move(31)
            await house.tables.stirring.succeed(table)
            assert table.host == 1
            while (await socket.hear("frame"))["card"]["host"] != 1:
                pass
        assert (await ana.refused("start"))[1] == "LT-6"
        await ana.did("ready", is_ready=True)
        await ben.did("start")

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)
