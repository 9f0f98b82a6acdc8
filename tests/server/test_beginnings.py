"""Tables that begin where a finished game stood (LT-21): played on, taken back, read again, verified."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import House, Player, error, house, plain
from server.test_reviews import finished

from loot_table.engine import codec
from loot_table.server import beginnings
from loot_table.server.lab.quotas import Quotas
from loot_table.server.review.reviews import open_reviews
from loot_table.server.table import LiveTable
from loot_table.verify.record import verified


async def gone_on(here: House, table: str, **wish: Any) -> Player:
    told = await here.stranger.post(f"/api/tables/{table}/play-on", {"step": 5, "seat": 1, "name": "Zoe", **wish})
    assert told.status == 201, told.body
    found = told.json()
    return Player(here, found["table"], found["seats"][0]["seat"], found["seats"][0]["token"])


async def played_out(here: House, me: Player) -> LiveTable:
    """With the first answer that is offered, each time, until somebody has won."""
    live = here.live(me.table)
    for _ in range(2000):
        await here.until(me.table, lambda table: table.phase == "over" or table.playing().to_act == me.seat)
        if live.phase == "over":
            return live
        frame = await me.frame()
        await me.did("play", action=frame["match"]["actions"][-1]["action"])
    raise AssertionError("it never ends")


def entries_of(table: LiveTable) -> list[Any]:
    return [entry.to_json() for entry in table.playing().record]


def test_a_finished_game_is_gone_on_with_from_a_move_and_read_back_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            source = await finished(here)
            me = await gone_on(here, source)
            live = here.live(me.table)
            assert entries_of(live)[:5] == entries_of(here.live(source))[:5]
            assert live.phase == "playing"
            assert [place.kind for place in live.places] == ["bot", "human"]
            card = (await here.stranger.get(me.at)).json()
            assert plain(card["beginning"]["says"]) == "From move 5 of a game of Ana, Ben."
            assert (card["beginning"]["table"], card["beginning"]["step"], card["counts"]) == (source, 5, False)
            await here.until(me.table, lambda table: table.playing().to_act == me.seat)
            before = entries_of(live)
            at = me.table
        async with house(tmp_path) as again:
            read = await again.tables.get(at)
            assert not read.aside
            assert entries_of(read) == before
            assert read.playing().begun == 5
            live = await played_out(again, Player(again, at, me.seat, me.token))
            text = (await again.stranger.get(f"/api/tables/{at}/record")).body
            verdict = verified(text, card["commitment"], at)
            assert verdict.is_checked
            assert verdict.begun == 5
            assert (await again.stranger.get(f"/api/tables/{at}/replay/2?seat=all")).status == 200

    asyncio.run(story())


def test_what_the_other_game_brought_is_not_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            ana, ben = await here.playing()
            for who, where in ((ana, ("e2", "e3")), (ben, ("e8", "e7")), (ana, ("e3", "e4"))):
                answer = await who.plays(type="move", **{"from": where[0], "to": where[1]})
                assert answer["result"] == "accepted", answer
            await ana.did("resign")
            me = await gone_on(here, ana.table, step=2, seat=0)
            assert (await me.refused("undo"))[1] == "LT-3"
            assert (await me.plays(type="move", **{"from": "d2", "to": "d3"}))["result"] == "accepted"
            await here.until(me.table, lambda table: table.playing().to_act == 0)
            await me.did("undo")
            assert here.live(me.table).playing().version == 2

    asyncio.run(story())


def test_the_same_luck_comes_again_also_after_a_restart_and_no_key_is_promised_for_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            source = await finished(here)
            whole = entries_of(here.live(source))
            me = await gone_on(here, source, step=5, seat=here.live(source).playing().at(5).to_act, luck="same")
            card = (await here.stranger.get(me.at)).json()
            assert card["commitment"] is None
            assert card["beginning"]["same_luck"]
            at = me.table
        async with house(tmp_path) as again:
            me = Player(again, at, me.seat, me.token)
            await again.tables.get(at)
            action = next(entry for entry in whole[5:] if "action" in entry)["action"]
            await me.did("play", action=action)
            expected = [entry for entry in whole if "resign" not in entry]
            found = entries_of(again.live(at))
            drawn = next(number for number in range(5, len(expected)) if "outcome" in expected[number])
            assert found[: drawn + 1] == expected[: drawn + 1]

    asyncio.run(story())


def test_again_begins_at_the_same_moment_with_the_same_seats(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            me = await gone_on(here, await finished(here))
            await me.did("resign")
            await me.did("rematch")
            again = here.live(str(here.live(me.table).next))
            assert again.phase == "playing"
            assert [place.kind for place in again.places] == ["bot", "human"]
            assert entries_of(again)[:5] == entries_of(here.live(me.table))[:5]
            assert again.playing().begun == 5

    asyncio.run(story())


def test_nobody_goes_on_with_a_running_game_or_from_where_nothing_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            people = await here.playing("loot_n_run", 2)
            wish = {"step": 0, "seat": 0, "name": "Zoe"}
            for me in (here.stranger, people[0].inside):
                assert error(await me.post(f"{people[0].at}/play-on", wish)) == (409, "not_now")
            source = await finished(here)
            at = f"/api/tables/{source}/play-on"
            last = here.live(source).playing().version
            for wrong, status in (
                ({"step": last}, 404),
                ({"seat": 5}, 404),
                ({"bot": "nobody"}, 409),
                ({"luck": "good"}, 400),
            ):
                assert (await here.stranger.post(at, {**wish, **wrong})).status == status
            private = await here.playing("loot_n_run", 2, spectators="off")
            await private[0].did("resign")
            assert error(await here.stranger.post(f"{private[0].at}/play-on", wish)) == (403, "not_allowed")

    asyncio.run(story())


def test_a_branch_is_gone_on_with_and_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            reviews = open_reviews(here.tables, Quotas())
            source = await finished(here)
            id = await reviews.keep_branch(here.live(source).playing().to_json(), here.live(source))
            me = await gone_on(here, id)
            lineage = here.live(me.table).beginning
            assert lineage is not None
            assert (lineage.lineage.kind, lineage.lineage.table) == ("branch", source)
            assert codec.dumps(entries_of(here.live(me.table))[:5]) == codec.dumps(entries_of(here.live(source))[:5])

    asyncio.run(story())


def test_nobody_begins_where_it_takes_long_to_get_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginnings, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(beginnings, "SLICE", 0.0)

    async def story() -> None:
        async with house(tmp_path) as here:
            here.service.reviews = open_reviews(here.tables, Quotas())
            source = await finished(here)
            reply = await here.stranger.post(f"/api/tables/{source}/play-on", {"step": 5, "seat": 0, "name": "Zoe"})
            assert error(reply) == (400, "bad_request")

    asyncio.run(story())
