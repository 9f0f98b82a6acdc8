"""The host calls for the start (LT-6): it comes in ten seconds, unless somebody stops it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.house import Hands, House, Player, in_house


async def two(house: House) -> tuple[Player, Player]:
    """Ana, who hosts, and Ben, who has not said ready."""
    (ana,) = await house.make()
    return ana, await house.join(ana.table)


async def starts_in(player: Player) -> Any:
    return (await player.inside.get(player.at)).json()["starts_in"]


async def begins(player: Player) -> None:
    """Wait for the start."""
    await player.house.until(player.table, lambda table: table.phase == "playing")


async def still_gathers(player: Player) -> bool:
    """Whatever was due has happened when a command is answered, which is written down before."""
    await player.did("style", name="Annie")
    return player.house.live(player.table).phase == "gathering"


def test_a_called_start_comes_after_ten_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        hands = Hands(monkeypatch)
        ana, ben = await two(house)
        assert await starts_in(ben) is None
        await ana.did("call")
        assert 9 < await starts_in(ben) <= 10
        assert await ana.refused("call") == ("The start is called already.", "LT-6")
        hands.move(9)
        assert await still_gathers(ana)
        hands.move(2)
        await begins(ana)

    in_house(story, tmp_path)


def test_a_called_start_comes_at_once_when_everybody_is_ready(tmp_path: Path) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        ana, ben = await two(house)
        await ana.did("call")
        await ben.did("ready", is_ready=True)
        await begins(ana)

    in_house(story, tmp_path)


def test_whoever_is_not_ready_and_the_host_stop_a_called_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        hands = Hands(monkeypatch)
        (ana,) = await house.make("loot_n_run", 3)
        ben, cleo = await house.join(ana.table), await house.join(ana.table, "Cleo")
        assert await ben.refused("call") == ("Only the host of the table may do that.", "LT-6")
        assert await ben.refused("stop") == ("Nobody has called for the start.", "LT-6")
        await ben.did("ready", is_ready=True)
        await ana.did("call")
        text, rule = await ben.refused("stop")
        assert (text, rule) == ("You have said that you are ready: say first that you are not.", "LT-6")
        for stopper in (cleo, ana):
            await stopper.did("stop")
            hands.move(11)
            assert await still_gathers(ana)
            assert await starts_in(ana) is None
            await ana.did("call")

    in_house(story, tmp_path)


def test_a_change_at_the_table_stops_a_called_start(tmp_path: Path) -> None:
    """LT-6"""

    async def story(house: House) -> None:
        (ana,) = await house.make("loot_n_run", 3)
        assert (await ana.refused("call"))[0] == "A seat is still open: wait for somebody, or seat a bot."
        await house.join(ana.table)
        await ana.did("set_seat", at=2, kind="bot", bot="random")
        await ana.did("call")
        await ana.did("set_options", options={"deck": "mixed"})
        assert await starts_in(ana) is None
        await ana.did("call")
        await ana.did("set_seat", at=2, kind="open")
        assert await starts_in(ana) is None

    in_house(story, tmp_path)


def test_a_called_start_counts_anew_after_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-6"""
    hands = Hands(monkeypatch)
    found: list[tuple[str, str]] = []

    async def before(house: House) -> None:
        ana, _ = await two(house)
        await ana.did("call")
        found.append((ana.table, ana.token))

    async def after(house: House) -> None:
        ana = Player(house, found[0][0], 0, found[0][1])
        assert 9 < await starts_in(ana) <= 10
        hands.move(11)
        await begins(ana)

    in_house(before, tmp_path)
    hands.move(60)
    in_house(after, tmp_path)
