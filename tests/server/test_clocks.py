"""Clocks (LT-9): only the server's time counts, and a server that was away costs nobody time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from server.house import FIRST_MOVE, Hands, House, house

BANK = 60


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def tell(folder: Path, *stories: Callable[[House], Awaitable[None]]) -> None:
    """One story after the other, each on a server of its own with the same database."""

    async def run() -> None:
        for story in stories:
            async with house(folder) as here:
                await story(here)

    asyncio.run(run())


def left(here: House, table: str) -> list[int]:
    return [round(seat["clock"]) for seat in here.live(table).card()["seats"]]


def clocks(increment: int = 0) -> dict[str, int]:
    return {"bank": BANK, "increment": increment}


def test_the_decider_pays_and_gets_the_increment(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(clock=clocks(5))
        hands.move(10)
        assert left(here, ana.table) == [BANK - 10, BANK]
        await ana.plays(**FIRST_MOVE)
        assert left(here, ana.table) == [BANK - 5, BANK]
        hands.move(20)
        assert left(here, ana.table) == [BANK - 5, BANK - 20]
        await ben.plays_anything()
        assert left(here, ana.table) == [BANK - 5, BANK - 15]

    tell(tmp_path, story)


def test_the_time_of_an_outage_is_credited_in_full(tmp_path: Path, hands: Hands) -> None:
    tables: list[str] = []

    async def before(here: House) -> None:
        ana, _ = await here.playing(clock=clocks())
        hands.move(10)
        await ana.plays(**FIRST_MOVE)
        hands.move(15)  # Ben thinks, then the server goes away
        tables.append(ana.table)

    async def after(here: House) -> None:
        await here.tables.get(tables[0])
        assert left(here, tables[0]) == [BANK - 10, BANK], "whoever was thinking starts anew"
        hands.move(30)
        assert left(here, tables[0]) == [BANK - 10, BANK - 30], "and pays again"
        assert here.live(tables[0]).phase == "playing"

    tell(tmp_path, before)
    hands.move(10 * BANK)
    tell(tmp_path, after)


def test_time_that_is_up_resigns_for_the_player(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(clock=clocks())
        async with ben.screen() as screen:
            await screen.hear("frame")
            hands.move(BANK + 1)
            await here.until(ana.table, lambda table: table.phase == "over")
        result = (await ana.frame())["match"]["result"]
        assert (result["winner"], result["reason"]) == (1, "resignation")
        news = (await ben.frame())["match"]["news"]
        assert {"LT-9"} == {line["rule"] for line in news if line["event"] == {"type": "note"}}

    tell(tmp_path, story)


def test_a_move_after_the_time_is_up_is_too_late_though_the_timer_has_not_rung(tmp_path: Path, hands: Hands) -> None:
    """LT-9"""

    async def story(here: House) -> None:
        ana, _ben = await here.playing(clock=clocks())
        table = here.live(ana.table)
        here.tables.timers[ana.table].cancel()  # a busy server: its timer comes late
        hands.move(BANK + 1)
        answer = await ana.plays(**FIRST_MOVE)
        assert answer["result"] == "conflict"
        assert answer["frame"]["match"]["result"]["winner"] == 1
        assert table.phase == "over"

    tell(tmp_path, story)


def test_a_bot_plays_on_without_a_clock_for_who_ran_out_of_time(
    tmp_path: Path, hands: Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(here: House) -> None:
        people = await here.playing("loot_n_run", 3, clock=clocks())
        table = here.live(people[0].table)
        late = table.playing().to_act
        hands.move(BANK + 1)
        await here.until(table.id, lambda table: table.playing().to_act not in (late, -1))
        assert table.places[late].is_held
        assert left(here, table.id)[late] == 0
        for _ in range(30):  # the others play on, and the late one's turn comes again and again
            if table.phase != "playing":
                break
            await people[table.playing().to_act].plays_anything()
            await here.until(table.id, lambda table: table.phase == "over" or table.playing().to_act != late)
        assert table.playing().resigned == {late}

    tell(tmp_path, story)
    assert "task_failed" not in capsys.readouterr().out


def test_no_clock_runs_during_a_pause(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(clock=clocks())
        hands.move(5)
        await ana.did("offer", kind="pause")
        await ben.did("answer", agrees=True)
        hands.move(100)
        assert left(here, ana.table) == [BANK - 5, BANK]
        await ben.did("offer", kind="resume")
        await ana.did("answer", agrees=True)
        hands.move(7)
        assert left(here, ana.table) == [BANK - 12, BANK]

    tell(tmp_path, story)


def test_no_clock_runs_while_a_bot_holds_the_seat(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(clock=clocks())
        hands.move(5)
        await ana.did("hold", at=0, bot="random")
        await here.until(ana.table, lambda table: table.playing().to_act == 1)
        assert left(here, ana.table) == [BANK - 5, BANK]
        hands.move(4)
        await ana.did("return")
        await ben.plays_anything()
        hands.move(6)
        assert left(here, ana.table) == [BANK - 11, BANK - 4]

    tell(tmp_path, story)
