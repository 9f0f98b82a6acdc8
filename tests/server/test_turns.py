"""Who thinks next: nobody's crowd of bots keeps another's waiting."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import Hands, House, QuickBrains, house, in_house

from loot_table.server import stirring
from loot_table.server.brains import NoAnswer
from loot_table.server.turns import Turns

BOTS = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]


def test_lanes_take_turns() -> None:
    async def run() -> None:
        turns, order = Turns(1), list[str]()

        async def think(name: str) -> None:
            async with turns.turn(name[0], is_long=False):
                order.append(name)
                await asyncio.sleep(0)

        await asyncio.gather(*[think(name) for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")])
        assert order == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]
        assert (turns.free, turns.lanes) == (1, {})

    asyncio.run(run())


def test_long_thoughts_of_one_lane_leave_a_place_for_others() -> None:
    async def run() -> None:
        turns, done = Turns(2), asyncio.Event()

        async def think(lane: str, is_long: bool) -> None:
            async with turns.turn(lane, is_long):
                if lane == "crowd":
                    await done.wait()

        crowd = [asyncio.create_task(think("crowd", True)) for _ in range(5)]
        await asyncio.sleep(0)
        for is_long in (True, False):
            await asyncio.wait_for(think("guest", is_long), 1)
        done.set()
        await asyncio.gather(*crowd)
        assert turns.free == 2
        assert not any(turns.long.values())

    asyncio.run(run())


def test_who_goes_away_while_waiting_or_thinking_leaves_the_place_free() -> None:
    async def run() -> None:
        turns = Turns(1)

        async def think() -> None:
            async with turns.turn("a", is_long=True):
                await asyncio.sleep(60)

        tasks = [asyncio.create_task(think()) for _ in range(3)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (turns.free, turns.lanes) == (1, {})
        async with turns.turn("b", is_long=True):
            pass

    asyncio.run(run())


class Killed(QuickBrains):
    """Whose workers die of the first thoughts, one after the other."""

    failures = 2

    async def answer(self, *question: Any, **more: Any) -> bytes:
        if self.failures:
            self.failures -= 1
            raise NoAnswer
        return await super().answer(*question, **more)


def test_a_table_whose_workers_were_killed_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stirring, "AGAIN_SECONDS", 0.01)

    async def run() -> None:
        async with house(tmp_path, brains=Killed(pace=0)) as here:
            (ana,) = await here.make(seats=BOTS)
            await ana.did("start")
            await ana.plays_anything()
            await here.until(ana.table, lambda table: table.playing().to_act == 0)

    asyncio.run(run())


def test_bots_that_nobody_watches_stop_until_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run", 2, seats=BOTS)
        await ana.did("start")
        await ana.did("hold", at=0, bot="random")
        table = house.live(ana.table)
        await house.until(ana.table, lambda table: table.version > 3)
        hands.move(61)
        while house.tables.stirring.thinking:
            await asyncio.sleep(0)
        stopped = table.version
        await asyncio.sleep(0.05)
        assert table.version == stopped
        assert table.phase == "playing"
        await ana.frame()
        await house.until(ana.table, lambda table: table.version > stopped or table.phase == "over")

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)
