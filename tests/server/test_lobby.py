"""The lobby: public tables, live."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.house import Hands, House, in_house

from loot_table.server import lobby


def test_the_lobby_shows_public_tables_live(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        async with house.stranger.socket("/api/lobby", None) as lobby:
            assert (await lobby.hear())["tables"] == []
            await house.make()  # a private one is never seen
            ana, ben = await house.gathered(is_public=True)
            while not (tables := (await lobby.hear())["tables"]) or tables[0]["seats"][1]["kind"] == "open":
                pass
            assert [card["table"] for card in tables] == [ana.table]
            await ana.did("start")
            while (tables := (await lobby.hear())["tables"])[0]["phase"] != "playing":
                pass
            assert tables == (await house.stranger.get("/api/tables")).json()["tables"]
            await ben.did("resign")
            while (await lobby.hear())["tables"]:
                pass
        assert not house.tables.lobby.listeners

    in_house(story, tmp_path)


def test_a_public_table_that_may_not_be_watched_leaves_the_lobby_when_it_starts(tmp_path: Path) -> None:
    """LT-11"""

    async def story(house: House) -> None:
        ana, _ = await house.gathered(is_public=True, spectators="off")
        assert len((await house.stranger.get("/api/tables")).json()["tables"]) == 1
        await ana.did("start")
        assert (await house.stranger.get("/api/tables")).json()["tables"] == []

    in_house(story, tmp_path)


def test_the_newest_public_tables_are_shown_first_and_forgotten_ones_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        made = [(await house.make(is_public=True))[0].table for _ in range(lobby.MOST_SHOWN + 5)]
        shown = [one["table"] for one in house.tables.lobby.shown()]
        assert shown == made[::-1][: lobby.MOST_SHOWN]
        hands.move(lobby.IDLE_SECONDS + 1)
        (eve,) = await house.make(is_public=True)
        assert len(house.tables.lobby.sweep()) == len(made)
        assert [one["table"] for one in house.tables.lobby.shown()] == [eve.table]
        ben = await house.join(made[0])  # the link still works, and brings the table back
        assert made[0] in [one["table"] for one in house.tables.lobby.shown()]
        assert ben.seat == 1

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)
