"""Records, replays and logs: what was, for whom, and when (LT-11)."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.house import House, dealt, error, hidden_cards, in_house

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.server import commands, frames
from loot_table.server import table as table_module


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
        assert set(mine.json()) == {"version", "last", "scene", "guide", "news", "to_act", "result"}
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
        told = [
            line for number in range(len(match.log)) for line in frames.told_at(table, match, 0, number, match.voice())
        ]
        assert [line for line in whole if line["event"] != {"type": "note"}] == told
        assert frame["match"]["news"][-1] == whole[-1]

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
