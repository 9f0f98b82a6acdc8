"""Play by day (LT-16): clocks that count days outlive the process; a table by day sleeps until it rings."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from server.house import FIRST_MOVE, Hands, House, error, house

from loot_table.server import commands, house_time
from loot_table.server import happenings as h
from loot_table.server.cards import card
from loot_table.server.house_time import Alarms
from loot_table.server.memory import MemoryStore

HOUR, DAY = 3600, 86400
SLACK = 120  # seconds that a test, or a crash, may give away


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


def by_day(days: int = 2, is_per_move: bool = True) -> dict[str, Any]:
    return {"clock": {"bank": days * DAY, "is_per_move": is_per_move}}


def hours_left(here: House, table: str) -> list[int]:
    return [round(seat["clock"] / HOUR) for seat in card(here.live(table))["seats"]]


def test_every_decision_has_all_its_days(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**by_day())
        hands.move(30 * HOUR)
        assert hours_left(here, ana.table) == [18, 48]
        await ana.plays(**FIRST_MOVE)
        assert hours_left(here, ana.table) == [48, 48]
        hands.move(47 * HOUR)
        await ben.plays_anything()
        assert hours_left(here, ana.table) == [48, 48]

    tell(tmp_path, story)


def test_a_bank_of_days_is_used_up(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, _ben = await here.playing(**by_day(7, is_per_move=False))
        hands.move(30 * HOUR)
        await ana.plays(**FIRST_MOVE)
        assert hours_left(here, ana.table) == [7 * 24 - 30, 7 * 24]

    tell(tmp_path, story)


def test_what_is_taken_back_is_decided_with_all_its_days_again(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**by_day())
        await ana.plays(**FIRST_MOVE)
        hands.move(30 * HOUR)
        await ana.did("offer", kind="takeback")
        await ben.did("answer", agrees=True)
        assert hours_left(here, ana.table) == [48, 48]

    tell(tmp_path, story)


def test_days_go_on_after_a_restart_and_stand_still_while_the_house_is_closed(tmp_path: Path, hands: Hands) -> None:
    """LT-9, LT-16: what was thought is charged, what the server was away is not."""
    tables: list[str] = []

    async def before(here: House) -> None:
        ana, _ = await here.playing(**by_day())
        await ana.plays(**FIRST_MOVE)
        hands.move(30 * HOUR)
        tables.append(ana.table)

    async def after(here: House) -> None:
        assert tables[0] not in here.tables.awake, "a table asleep costs nothing"
        await here.tables.get(tables[0])
        assert hours_left(here, tables[0]) == [48, 18]
        hands.move(10 * HOUR)
        assert hours_left(here, tables[0]) == [48, 8]

    tell(tmp_path, before)
    hands.move(100 * HOUR)
    tell(tmp_path, after)


def test_the_alarm_wakes_a_sleeping_table_and_rings_once(tmp_path: Path, hands: Hands) -> None:
    people: list[str] = []
    versions: list[int] = []

    async def before(here: House) -> None:
        ana, _ = await here.playing(**by_day(1))
        await ana.plays(**FIRST_MOVE)
        people.append(ana.table)

    async def rings(here: House) -> None:
        hands.move(23 * HOUR)
        assert not here.tables.alarms.ringing()
        hands.move(HOUR + SLACK)
        async with asyncio.timeout(20):
            while people[0] not in here.tables.awake or here.live(people[0]).phase == "playing":
                await asyncio.sleep(0.05)
        table = here.live(people[0])
        assert table.playing().resigned == {1}
        versions.append(table.version)

    async def afterwards(here: House) -> None:
        hands.move(3 * DAY)
        assert not here.tables.alarms.due
        assert not here.tables.alarms.ringing()
        assert (await here.tables.get(people[0])).version == versions[0]

    tell(tmp_path, before, rings, afterwards)


def test_a_crash_costs_nobody_time_and_loses_no_alarm(tmp_path: Path, hands: Hands) -> None:
    """The count of the house is written now and then: what is missing after a crash is credited."""
    tables: list[str] = []

    async def crashes(here: House) -> None:
        ana, _ = await here.playing(**by_day())
        await ana.plays(**FIRST_MOVE)
        hands.move(30 * HOUR)
        await here.tables.alarms.write_down()
        hands.move(SLACK)
        here.tables.alarms.due.clear()  # nothing is written at the end
        tables.append(ana.table)

    async def after(here: House) -> None:
        assert set(here.tables.alarms.due) == {tables[0]}
        await here.tables.get(tables[0])
        assert card(here.live(tables[0]))["seats"][1]["clock"] == pytest.approx(18 * HOUR, abs=SLACK)

    tell(tmp_path, crashes, after)


def test_no_alarm_is_set_during_a_pause(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**by_day())
        hands.move(HOUR)
        await ana.did("offer", kind="pause")
        await ben.did("answer", agrees=True)
        assert not here.tables.alarms.due
        hands.move(30 * DAY)
        assert hours_left(here, ana.table) == [47, 48]
        await ben.did("offer", kind="resume")
        await ana.did("answer", agrees=True)
        assert set(here.tables.alarms.due) == {ana.table}

    tell(tmp_path, story)


def test_a_house_that_stood_still_moves_no_alarm_nearer(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, _ = await here.playing(**by_day(1))
        hands.move(25 * HOUR)
        here.tables.stirring.credit_stall(25 * HOUR)
        assert not here.tables.alarms.ringing()
        assert hours_left(here, ana.table) == [24, 24]

    tell(tmp_path, story)


def test_bots_at_a_table_by_day_play_though_nobody_looks(tmp_path: Path, hands: Hands) -> None:
    """LT-16: somebody waits for them elsewhere."""

    async def story(here: House) -> None:
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
        (ana,) = await here.make(seats=seats, **by_day())
        await ana.did("start")
        here.live(ana.table).presence.looked = -1e9
        table = here.live(ana.table)
        await here.tables.change(table, commands.played(table, 0, FIRST_MOVE), None)
        assert not table.is_watched()
        await here.until(ana.table, lambda table: table.playing().to_act == 0)

    tell(tmp_path, story)


def test_nobody_else_hands_over_the_seat_of_a_player_who_is_away(tmp_path: Path, hands: Hands) -> None:
    """LT-16: being away is what days are for."""

    async def story(here: House) -> None:
        ana, ben = await here.playing(**by_day())
        hands.move(HOUR)
        assert (await ana.refused("hold", at=1, bot="greedy"))[1] == "LT-16"
        await ben.did("hold", at=1, bot="greedy")

    tell(tmp_path, story)


def test_a_public_table_by_day_waits_in_the_lobby_for_longer(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        (ana,) = await here.make(is_public=True, **by_day())
        (eve,) = await here.make(is_public=True)
        hands.move(HOUR)
        assert [table.id for table in here.tables.lobby.sweep()] == [eve.table]
        assert ana.table in here.tables.lobby.cards

    tell(tmp_path, story)


def test_a_bot_that_holds_a_seat_plays_on_after_a_restart(tmp_path: Path, hands: Hands) -> None:
    """A table sleeps only while it waits for a person."""
    tables: list[str] = []

    async def before(here: House) -> None:
        people = await here.playing("loot_n_run", 3, **by_day())
        table = here.live(people[0].table)
        tables.append(table.id)
        here.tables.is_closing = True  # the server stops before the bot has thought
        first = table.playing().to_act
        await here.tables.change(table, h.Held(first, "random"), None)
        assert not here.tables.alarms.due

    async def after(here: House) -> None:
        await here.until(tables[0], lambda table: table.id in here.tables.alarms.due)
        assert here.live(tables[0]).asked() is not None

    tell(tmp_path, before, after)


def test_a_seat_by_day_is_kept_for_longer_than_a_game_takes(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        wish = {"game": "crates_barrels", "players": 2}
        ages = [
            (await here.stranger.post("/api/tables", {**wish, **more})).header("set-cookie") for more in ({}, by_day())
        ]
        assert ["Max-Age=2592000" in str(ages[0]), "Max-Age=31104000" in str(ages[1])] == [True, True]

    tell(tmp_path, story)


def test_a_rematch_is_by_day_too(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**by_day(3))
        await ben.did("resign")
        await ana.did("rematch")
        again = await here.tables.get(str(here.live(ana.table).next))
        assert card(again)["clock"] == {"bank": 3 * DAY, "increment": 0, "is_per_move": True}

    tell(tmp_path, story)


def test_a_clock_of_more_than_thirty_days_is_refused(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        wish = {"game": "crates_barrels", "players": 2, **by_day(31)}
        assert error(await here.stranger.post("/api/tables", wish)) == (400, "bad_request")

    tell(tmp_path, story)


def test_a_list_of_tables_is_one_request_and_reads_no_log_twice(tmp_path: Path, hands: Hands) -> None:
    tables: list[str] = []

    async def before(here: House) -> None:
        tables.extend([(await here.playing(**by_day()))[0].table, (await here.make())[0].table])

    async def after(here: House) -> None:
        asked = {"tables": [*tables, "nobody-has-this", tables[0]]}
        hands.move(HOUR)
        for _ in range(2):
            told = (await here.stranger.post("/api/tables/mine", asked)).json()["tables"]
            assert [one["table"] for one in told] == tables
            assert (told[0]["phase"], told[0]["to_act"], round(told[0]["left"] / HOUR)) == ("playing", 0, 47)
            assert (told[1]["phase"], told[1]["to_act"], told[1]["left"]) == ("gathering", None, None)
            assert "token" not in str(told)
            here.tables.awake.clear()  # asleep
        assert not here.tables.awake
        assert error(await here.stranger.post("/api/tables/mine", {"tables": ["a"] * 61})) == (400, "bad_request")

    tell(tmp_path, before, after)


def test_what_a_list_says_follows_the_table(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**by_day())
        asked = {"tables": [ana.table]}
        assert (await here.stranger.post("/api/tables/mine", asked)).json()["tables"][0]["to_act"] == 0
        await ana.plays(**FIRST_MOVE)
        assert (await here.stranger.post("/api/tables/mine", asked)).json()["tables"][0]["to_act"] == 1
        await ben.did("resign")
        assert (await here.stranger.post("/api/tables/mine", asked)).json()["tables"][0]["phase"] == "over"

    tell(tmp_path, story)


def test_house_time_is_written_only_while_somebody_counts_days(tmp_path: Path, hands: Hands) -> None:
    async def story(here: House) -> None:
        await here.playing(clock={"bank": 60})
        hands.move(600)
        await here.tables.alarms.write_down()
        assert await here.tables.store.paper(house_time.OPEN) is None

    tell(tmp_path, story)


def test_alarms_that_are_set_again_and_again_take_no_more_room(tmp_path: Path) -> None:
    alarms = Alarms(MemoryStore())
    for due in range(10_000):
        alarms.put("table", due + 0.5)
    alarms.put("other", 5.0)
    assert len(alarms.next) < 100
    alarms.house_time.go_on_from(20_000.0)
    assert alarms.ringing() == ["other", "table"]
