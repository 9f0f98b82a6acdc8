"""Playtests: an invitation leads to a table of the design, and its designer learns how it went when it is over."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.designer import Designer, lab_in
from server.house import Player, error

from loot_table.proofs.inside import Inside

SEATS = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]


async def invited(ada: Designer) -> tuple[str, str]:
    """A design, and the invitation to it."""
    design = await ada.make(name="New")
    reply = await ada.me.post(f"/api/lab/designs/{design}/invitation", {})
    return design, reply.json()["design"]["invitation"]


async def sits_down(ada: Designer, invitation: str) -> Player:
    wish = {"players": 2, "seats": SEATS, "name": "Ben"}
    reply = await ada.here.stranger.post(f"/api/lab/invitations/{invitation}/tables", wish)
    assert reply.status == 201, reply.body
    told = reply.json()
    assert told["card"]["is_playtest"] is True
    return Player(ada.here, told["table"], 0, told["seats"][0]["token"])


def test_somebody_tries_it_and_says_how_it_was_and_only_the_designer_hears_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with lab_in(tmp_path) as ada:
            design, invitation = await invited(ada)
            shown = await ada.here.stranger.get(f"/api/lab/invitations/{invitation}")
            assert shown.json()["name"] == "New"
            assert "invitation" not in shown.json()
            ben = await sits_down(ada, invitation)
            await ben.did("start")
            said = {"seat": 0, "fun": 4, "clear": 5, "text": "Quick!"}
            assert error(await ben.inside.post(f"{ben.at}/survey", said)) == (409, "not_now")
            assert (await ada.got(f"/api/lab/designs/{design}/playtests"))["games"] == 0
            await ben.did("resign")
            await ada.here.until(ben.table, lambda table: table.phase == "over")
            assert error(await ada.here.stranger.post(f"{ben.at}/survey", said)) == (401, "no_seat")
            assert error(await ben.inside.post(f"{ben.at}/survey", {**said, "fun": 9})) == (400, "bad_request")
            for _ in range(2):  # who says it again says it instead
                assert (await ben.inside.post(f"{ben.at}/survey", said)).status == 201
            found = await ada.got(f"/api/lab/designs/{design}/playtests")
            assert (found["games"], found["said"], found["lines"]) == (1, 1, ["Quick!"])
            assert [(one["name"], one["count"], one["mean"]) for one in found["survey"]] == [
                ("fun", 1, 4.0),
                ("clear", 1, 5.0),
                ("fair", 0, None),
            ]
            (figures,) = found["by_design"]
            assert figures["people"] == [] or figures["people"][0]["name"] == "seat 1"
            assert next(one["name"] for one in figures["bots"]) in ("seat 1", "seat 2")
            ben_as_designer = Inside(ada.here.app, Authorization="Bearer somebody-else")
            reply = await ben_as_designer.get(f"/api/lab/designs/{design}/playtests")
            assert error(reply) == (404, "not_found")

    asyncio.run(run())


def test_a_link_that_is_not_whole_or_was_never_made_leads_nowhere(tmp_path: Path) -> None:
    async def run() -> None:
        async with lab_in(tmp_path) as ada:
            design, invitation = await invited(ada)
            for wrong in (invitation[:-1], design, f"{design}.", "nothing"):
                reply = await ada.here.stranger.get(f"/api/lab/invitations/{wrong}")
                assert error(reply) == (404, "not_found"), wrong

    asyncio.run(run())


def test_other_options_in_the_ready_room_are_another_design(tmp_path: Path) -> None:
    async def run() -> None:
        async with lab_in(tmp_path) as ada:
            _, invitation = await invited(ada)
            ben = await sits_down(ada, invitation)
            await ben.did("set_options", options={"deck": "mixed"})
            card = (await ben.inside.get(ben.at)).json()
            assert (card["design"], card["is_playtest"]) == (None, False)

    asyncio.run(run())
