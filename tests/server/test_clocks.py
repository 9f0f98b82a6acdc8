"""Clocks (LT-9): only the server's time counts, and a server that was away costs nobody time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from server.house import FIRST_MOVE, Hands, House, QuickBrains, house

from loot_table.server import stirring
from loot_table.server.cards import card

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
    return [round(seat["clock"]) for seat in card(here.live(table))["seats"]]


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
        assert "LT-9" in {line["rule"] for line in news if line["event"] == {"type": "note"}}

    tell(tmp_path, story)


def test_a_move_after_the_time_is_up_is_too_late_though_the_timer_has_not_rung(tmp_path: Path, hands: Hands) -> None:
    """LT-9"""

    async def story(here: House) -> None:
        ana, _ben = await here.playing(clock=clocks())
        table = here.live(ana.table)
        here.tables.stirring.timers[ana.table].cancel()  # a busy server: its timer comes late
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
        await people[late - 1].frame()  # somebody looks: bots do not play for nobody
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


def test_the_clock_of_a_player_runs_on_while_a_bot_holds_the_seat(tmp_path: Path, hands: Hands) -> None:
    """LT-9: otherwise a Mastermind would think for a player, and for free."""

    class Slow(QuickBrains):
        async def answer(self, *question: Any, **more: Any) -> bytes:
            hands.move(4)
            return await super().answer(*question, **more)

    async def run() -> None:
        async with house(tmp_path, brains=Slow(pace=0)) as here:
            ana, ben = await here.playing(clock=clocks())
            hands.move(5)
            await ana.did("hold", at=0, bot="random")
            await here.until(ana.table, lambda table: table.playing().to_act == 1)
            assert left(here, ana.table) == [BANK - 9, BANK]
            await ben.plays_anything()
            hands.move(BANK)
            await here.until(ana.table, lambda table: table.phase == "over")
            assert here.live(ana.table).playing().resigned == {0}

    asyncio.run(run())


def test_no_clock_runs_for_a_bots_own_seat(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        (ana,) = await here.make(clock=clocks(), seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}])
        await ana.did("start")
        await ana.plays(**FIRST_MOVE)
        await here.until(ana.table, lambda table: table.playing().to_act == 0)
        assert left(here, ana.table)[1] == BANK

    tell(tmp_path, story)


def test_playing_and_taking_back_gains_no_time(tmp_path: Path, hands: Hands) -> None:
    """LT-3, LT-9: the time that was spent stays spent, and the increment goes back."""

    async def story(here: House) -> None:
        ana, ben = await here.playing(clock=clocks(5))
        for turn in range(1, 4):
            hands.move(3)
            await ana.plays(**FIRST_MOVE)
            await ana.did("offer", kind="takeback")
            await ben.did("answer", agrees=True)
            assert left(here, ana.table) == [BANK - 3 * turn, BANK]

    tell(tmp_path, story)


def test_with_clocks_and_other_people_taking_back_needs_their_consent(tmp_path: Path, hands: Hands) -> None:
    """LT-3"""

    async def story(here: House) -> None:
        ana, ben = await here.playing(clock=clocks(5))
        assert (await ana.frame())["match"]["takeback"] is False  # nothing was done that could be taken back
        await ana.plays(**FIRST_MOVE)
        assert await ana.refused("undo") == ("With clocks the others have to agree: offer a takeback.", "LT-3")
        assert (await ana.frame())["match"]["undo"]["rule"] == "LT-3"
        assert [(await who.frame())["match"]["takeback"] for who in (ana, ben)] == [True, False]
        (eve,) = await here.make(clock=clocks(5), seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}])
        await eve.did("start")
        await eve.plays(**FIRST_MOVE)
        await here.until(eve.table, lambda table: table.playing().to_act == 0)
        before = left(here, eve.table)[0]
        await eve.did("undo")  # a bot agrees; the increment goes back all the same
        assert left(here, eve.table)[0] == before - 5

    tell(tmp_path, story)


def test_what_would_leave_no_time_is_not_taken_back(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        (eve,) = await here.make(
            clock={"bank": 10, "increment": 60}, seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}]
        )
        await eve.did("start")
        await eve.plays(**FIRST_MOVE)
        await here.until(eve.table, lambda table: table.playing().to_act == 0)
        hands.move(12)
        assert (await eve.refused("undo"))[1] == "LT-9"

    tell(tmp_path, story)


def test_a_slow_line_is_credited_up_to_a_second_for_each_decision(tmp_path: Path, hands: Hands) -> None:
    """LT-9 and P9: what the screen confirms late was not thought about."""

    async def story(here: House) -> None:
        ana, ben = await here.playing(clock=clocks())
        for lag, credited in ((0.4, 0.4), (30.0, 1.0)):
            mover = (ana, ben)[here.live(ana.table).playing().to_act]
            async with mover.screen() as screen:
                version = (await screen.hear("frame"))["version"]
                before = card(here.live(ana.table))["seats"][mover.seat]["clock"]
                hands.move(lag)
                screen.say({"type": "seen", "version": version})
                screen.say({"type": "ping"})
                await screen.hear("pong")
                spent = before - card(here.live(ana.table))["seats"][mover.seat]["clock"]
                assert spent == pytest.approx(lag - credited, abs=0.15)
                screen.say({"type": "seen", "version": version})  # a frame is confirmed once
                screen.say({"type": "ping"})
                await screen.hear("pong")
            await mover.plays_anything()

    tell(tmp_path, story)


def test_a_server_that_stood_still_has_cost_nobody_time(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P9: outages of two seconds and more are credited in full, also when the clock would have rung first."""

    async def story(here: House) -> None:
        ana, _ben = await here.playing(clock={"bank": 10, "increment": 0})
        table = here.live(ana.table)
        hands.move(60)
        await here.tables.stirring.ring(table)
        assert table.phase == "playing"
        assert left(here, ana.table) == [10, 10]
        assert (await ana.plays(**FIRST_MOVE))["result"] == "accepted"

    monkeypatch.setattr(stirring, "STALL_SECONDS", 2.0)
    tell(tmp_path, story)
