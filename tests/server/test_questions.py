"""What a seat may ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server.house import FIRST_MOVE, House, Player, error, in_house


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
