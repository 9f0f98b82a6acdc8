"""Several nodes keep their word when they are killed, cut off from their database, and kept from it. `make soak` has more of
it, and `loot chaos --nodes 4 --kills 200` more again."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from server.postgres_server import postgres_programs

from loot_table.cli.chaos import told_of_several
from loot_table.proofs.own_postgres import SOCKET, own_postgres
from loot_table.proofs.several import scene
from loot_table.proofs.several.cluster import Cluster
from loot_table.proofs.several.report import SeveralReport
from loot_table.proofs.several.strait import Strait
from loot_table.proofs.wire import HOST


@pytest.fixture(autouse=True, scope="module")
def programs() -> None:
    postgres_programs()


def test_nothing_is_lost_or_doubled_whatever_becomes_of_nodes_and_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = iter(["killed", "cut", "parted"])

    def begins(self: scene.Trouble) -> None:
        kind = next(kinds)
        free = self.cluster.untroubled()[0]
        self.start(self.cut() if kind == "cut" else self.of(free, getattr(self, kind)))

    monkeypatch.setattr(scene.Trouble, "begins", begins)
    monkeypatch.setattr(scene, "TOGETHER", 0.0)
    report = asyncio.run(scene.run(2, 3, 3, 7, tmp_path, quiet))
    assert report.complaints == []
    assert (report.lost, report.doubled, report.untrue, report.different, report.not_back) == (0, 0, 0, 0, 0)
    assert set(report.troubles.values()) == {1}
    assert len(report.troubles) == 3
    assert report.acknowledged > 20
    assert report.frames > report.acknowledged
    assert 0 < report.slowest_answer <= 12.0
    assert report.is_clean
    assert "1 nodes killed" in told_of_several(report)[0]


def quiet(_: str) -> None:
    pass


def test_a_table_that_takes_too_long_is_a_broken_word() -> None:
    assert SeveralReport(waits=[0.1, 11.9]).is_clean
    assert not SeveralReport(waits=[0.1, 12.1]).is_clean
    assert SeveralReport(waits=[0.1, 12.1]).to_json()["is_clean"] is False


def across(story: Any, folder: Path) -> None:
    """A strait to somebody who says everything twice."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(100):
            writer.write(said * 2)
        writer.close()

    async def run() -> None:
        async with asyncio.timeout(20):
            server = await asyncio.start_unix_server(echo, folder / "far")
            strait = Strait(folder / "far")
            await strait.open()
            reader, writer = await asyncio.open_connection(HOST, strait.port)
            try:
                await story(strait, reader, writer)
            finally:
                writer.transport.abort()
                await strait.close()
                server.close()

    asyncio.run(run())


def test_what_is_held_up_in_a_strait_arrives_late(tmp_path: Path) -> None:
    async def story(strait: Strait, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"1")
        assert await reader.read(2) == b"11"
        closed = asyncio.create_task(strait.close_for(0.3, is_refusing=False))
        await asyncio.sleep(0)
        writer.write(b"2")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(2), 0.1)
        await closed
        assert await reader.read(2) == b"22"

    across(story, tmp_path)


def test_a_strait_that_refuses_tells_everybody_at_once(tmp_path: Path) -> None:
    async def story(strait: Strait, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"1")
        assert await reader.read(2) == b"11"
        closed = asyncio.create_task(strait.close_for(0.2, is_refusing=True))
        assert await rest(reader) == b""
        late, its = await asyncio.open_connection(HOST, strait.port)
        assert await rest(late) == b""
        its.transport.abort()
        await closed

    across(story, tmp_path)


async def rest(reader: asyncio.StreamReader) -> bytes:
    """What still comes before it ends, in whatever way."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""


def test_whoever_is_told_to_end_takes_the_database_along() -> None:
    program = (
        "import time; from loot_table.proofs.own_postgres import own_postgres\n"
        "with own_postgres() as folder: print(folder, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        folder = Path(running.stdout.readline().strip())
        assert (folder / SOCKET).exists()
        running.terminate()
        assert running.wait(30) == 128 + signal.SIGTERM  # it would end otherwise had the database not stopped
    assert not folder.exists()


def test_the_balancer_sends_nobody_to_a_node_that_is_not_ready(tmp_path: Path) -> None:
    with own_postgres() as database:
        cluster = Cluster(tmp_path, database, random.Random(1))

        async def story() -> None:
            async with asyncio.timeout(60):
                await cluster.open(1)
                try:
                    (node,) = cluster.nodes
                    await node.look()
                    assert node.is_ready
                    node.strait.is_refusing = True
                    node.strait.cut()
                    await asyncio.sleep(1.1)  # it says so for a second
                    await node.look()
                    assert not node.is_ready
                finally:
                    await cluster.close()

        asyncio.run(story())
