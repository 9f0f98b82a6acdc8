"""A table that sleeps is the same table when it wakes, for everybody who asks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from server.house import House, in_house

from loot_table.server import tables
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable


def test_a_late_hello_finds_the_table_that_everybody_else_is_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when more tables woke meanwhile than are kept awake."""
    monkeypatch.setattr(tables, "MOST_AWAKE", 3)

    async def story(house: House) -> None:
        ana, ben = await house.playing()
        async with ben.inside.socket(f"{ben.at}/socket") as socket:
            await asyncio.sleep(0.01)  # connected, and nothing said yet
            for _ in range(6):
                await house.make()
            assert ana.table not in house.tables.awake
            socket.say({"type": "hello", "seats": [1]})
            first = (await socket.hear("frame"))["version"]
            reply = await ana.inside.post(f"{ana.at}/commands", ana.command({"type": "resign"}, version=first))
            assert reply.json()["result"] == "accepted"
            while (await socket.hear("frame"))["version"] == first:
                pass

    in_house(story, tmp_path)


def test_a_house_full_of_watched_tables_still_opens_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_AWAKE", 1)

    async def story(house: House) -> None:
        ana, _ = await house.playing()
        (eve,) = await house.make()
        async with ana.screen() as socket:
            await socket.hear("frame")
            for _ in range(2):
                assert (await eve.inside.get(eve.at)).status == 200
            async with eve.screen() as other:
                await other.hear("frame")

    in_house(story, tmp_path)


def test_whoever_asks_while_a_table_wakes_gets_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        house.tables.awake.clear()
        house.tables.known.clear()
        real, calls = house.tables.read, [0]

        async def read(id: str) -> LiveTable:
            calls[0] += 1
            await asyncio.sleep(0.01)
            if calls[0] == 1:
                raise StoreError("the disk was away")
            return await real(id)

        monkeypatch.setattr(house.tables, "read", read)
        first = asyncio.create_task(house.tables.get(ana.table))
        second = asyncio.create_task(house.tables.get(ana.table))
        await asyncio.sleep(0.015)
        third = asyncio.create_task(house.tables.get(ana.table))
        found = await asyncio.gather(first, second, third, return_exceptions=True)
        assert isinstance(found[0], StoreError)
        assert found[1] is found[2] is house.tables.awake[ana.table]

    in_house(story, tmp_path)
