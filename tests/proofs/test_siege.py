"""`loot siege` on a small scale: the witness counts rightly, and its verdict follows from its figures."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from loot_table.cli.siege import chosen
from loot_table.engine.errors import BadInput
from loot_table.proofs.siege import crowd
from loot_table.proofs.siege.attacker import attack
from loot_table.proofs.siege.browser import Browser
from loot_table.proofs.siege.figures import Phase, Siege, Waits, waits, within
from loot_table.proofs.siege.honest import HonestTable, Notes, Sample, at_play
from loot_table.proofs.siege.machine import on_core, two_cores
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks import all_tricks
from loot_table.proofs.siege.tricks.bombs import all_bombs
from loot_table.proofs.siege.visitor import Visitor
from loot_table.proofs.wire import HOST, LAUNCH, ServerProcess, free_port, new_game


def phase(p95: float | None, trouble: dict[str, int] | None = None, bots: float = 800.0) -> Phase:
    moves = Waits(0) if p95 is None else Waits(100, p95, p95, p95, p95)
    return Phase(moves, Waits(9, bots, bots, bots, bots), trouble or {})


def besieged(before: Phase, during: Phase) -> Siege:
    return Siege(before, during, {}, 1.0, None, None)


# ---------------------------------------------------------------- the verdict


def test_the_p95_under_siege_may_be_twice_the_baseline() -> None:
    assert besieged(phase(20.0), phase(40.0)).faults() == []
    assert "may be 40.0 ms" in besieged(phase(20.0), phase(40.1)).faults()[0]


def test_25_ms_are_fine_however_quick_the_baseline_is() -> None:
    assert besieged(phase(2.0), phase(25.0)).faults() == []
    assert len(besieged(phase(2.0), phase(25.1)).faults()) == 1


def test_a_siege_without_a_single_move_is_no_success() -> None:
    assert besieged(phase(2.0), phase(None)).faults() == ["nobody could move under siege"]
    assert "nothing was measured" in besieged(phase(None), phase(2.0)).faults()[0]


def test_honest_people_who_are_cut_off_are_a_fault_however_quick_the_rest_is() -> None:
    report = besieged(phase(2.0), phase(2.0, {"closed 1013": 3}))
    assert report.faults() == ["honest people met 3 x closed 1013"]
    assert report.to_json()["is_kept"] is False


def test_a_server_that_dies_is_a_fault() -> None:
    report = besieged(phase(2.0), phase(2.0))
    report.server_ended = -9
    assert report.faults() == ["the server ended by itself with code -9"]


def test_late_bots_are_told_of() -> None:
    assert not besieged(phase(2.0), phase(2.0, bots=1600.0)).are_bots_late
    assert besieged(phase(2.0), phase(2.0, bots=1601.0)).are_bots_late


# ---------------------------------------------------------------- counting


def test_a_long_wait_counts_for_the_moves_that_were_due_meanwhile() -> None:
    quick = [Sample(0.0, 0.001)] * 95
    assert waits([*quick, Sample(0.0, 10.0)], 0.1).p95 > 1000  # type: ignore[operator]
    assert waits([*quick, Sample(0.0, 10.0)]).p95 == pytest.approx(1.0)
    assert waits([*quick, Sample(0.0, 10.0)], 0.1).count == 96
    assert waits([], 0.1) == Waits(0)


def test_a_wait_belongs_to_the_time_in_which_it_began() -> None:
    samples = [Sample(0.9, 5.0), Sample(1.0, 0.1), Sample(1.9, 7.0), Sample(2.0, 0.1)]
    assert within(samples, 1.0, 2.0) == samples[1:3]


def test_answers_are_accepted_or_refused_or_closed() -> None:
    tally = Tally(20, Counter({"200": 3, "404": 2, "429": 5, "error too_fast": 1, "accepted": 1}))
    tally.closed(4008)
    tally.closed()
    assert (tally.accepted, tally.refused, tally.shut, tally.unanswered) == (4, 8, 2, 6)
    assert list(tally.refusals.items()) == [("429", 5), ("404", 2), ("error too_fast", 1)]
    assert Tally.from_json(tally.to_json()) == tally


@asynccontextmanager
async def door(status: int) -> AsyncIterator[int]:
    """The port of a server that gives the same answer to everybody."""

    guests: set[asyncio.Task[None] | None] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guests.add(asyncio.current_task())
        while await reader.read(2**16):
            writer.write(f"HTTP/1.1 {status} No\r\nContent-Length: 2\r\n\r\n{{}}".encode())
        writer.close()

    server = await asyncio.start_server(answer, HOST, 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
    await asyncio.gather(*[guest for guest in guests if guest is not None])


def test_what_a_server_refuses_is_counted_as_refused() -> None:
    async def asked() -> Tally:
        tally = Tally()
        async with door(429) as port:
            browser = Browser(Visitor(port, None))
            assert await browser.ask(tally, "GET", "/api/games") is None
            assert await browser.ask(tally, "POST", "/api/tables", {}) is None
            browser.close()
        return tally

    assert asyncio.run(asked()) == Tally(2, Counter({"429": 2}))


def test_an_attacker_at_a_closed_port_reaches_nothing_and_none_of_its_tricks_fails() -> None:
    told = asyncio.run(attack(free_port(), None, 1.0, list(all_tricks())))
    assert told["failed"] == {}
    codes = told["tricks"]["codes"]
    assert codes["unreachable"] == codes["sent"] > 0
    assert sum(tally["accepted"] + tally["refused"] for tally in told["tricks"].values()) == 0


def test_bombs_are_small_enough_to_be_read() -> None:
    bombs = list(all_bombs())
    assert len(bombs) > 50
    assert sum(len(bomb) <= 64 * 1024 for bomb in bombs) == len(bombs)


def test_an_unknown_trick_is_named() -> None:
    assert chosen(" codes, idle") == ["codes", "idle"]
    with pytest.raises(BadInput, match='no trick is called "magic"'):
        chosen("codes,magic")
    with pytest.raises(BadInput, match="there are abandoned"):
        chosen(",")


# ---------------------------------------------------------------- a siege


def test_a_process_stays_on_the_core_on_which_it_was_started() -> None:
    cores = two_cores()
    wanted = cores and [cores[1]]
    script = "import os, json; print(json.dumps(sorted(os.sched_getaffinity(0))))"
    with on_core(cores and cores[1]):
        done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
    assert wanted is None or json.loads(done.stdout) == wanted


def test_honest_people_play_again_when_a_game_is_over(tmp_path: Path) -> None:
    async def played(port: int) -> Notes:
        notes = Notes()
        table = HonestTable(new_game(port, "loot_n_run", 3, ["random"]), 3, notes, random.Random(1), 0.0)
        async with asyncio.timeout(60), at_play([table], notes):
            while notes.tables < 3:
                await asyncio.sleep(0.05)
        return notes

    with ServerProcess(tmp_path / "loot.db") as server:
        notes = asyncio.run(played(server.port))
    assert notes.trouble == {}
    assert len(notes.moves) > 20
    assert 0 < len(notes.bots) <= len(notes.moves)


def test_a_short_siege_is_reported(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", LAUNCH, "siege", "--seconds", "1", "--tricks", "codes,chat,lobby"]
    done = subprocess.run(
        [*command, "--json", str(tmp_path / "f")], capture_output=True, text=True, timeout=120, check=False
    )
    told = json.loads((tmp_path / "f").read_text())
    assert done.returncode == (0 if told["is_kept"] else 1), done.stdout + done.stderr
    assert ("Honest tables were left in peace" if told["is_kept"] else "Honest tables were disturbed") in done.stdout
    assert told["baseline"]["moves"]["count"] > 2
    assert told["siege"]["moves"]["count"] > 0
    assert told["attacker_failed"] == {}
    codes = told["tricks"]["codes"]
    assert codes["refused"] > 0 == codes["accepted"], "no made-up code is a table's"
    assert codes["sent"] == sum(codes["answers"].values()) + codes["unanswered"]
    assert set(told["tricks"]) >= {"codes", "chat", "lobby"}


# ---------------------------------------------------------------- a class


def test_a_class_in_front_of_a_closed_door_counts_every_refusal() -> None:
    async def arrived() -> crowd.Crowd:
        report = crowd.Crowd(3, 1.0)
        async with door(429) as port:
            group = crowd.Group(Visitor(port, None), report)
            await group.arrive(0.0)
            await asyncio.gather(*group.lobbies)
            for browser in group.browsers:
                browser.close()
        return report

    report = asyncio.run(arrived())
    expected = {"home page: 429": 3, "games: 429": 3, "lobby socket: 429": 3, "new table: 429": 1}
    assert report.refused == expected
    assert report.faults()[-2:] == ["3 of 3 could not play", "nobody moved"]


def test_a_class_that_was_given_everything_has_no_faults() -> None:
    report = crowd.Crowd(3, 1.0, {"join": Tally(2, Counter({"201": 2}))}, {}, Waits(9, 1.0, 1.0, 1.0, 1.0), 3)
    assert report.faults() == []
    report.trouble = {"closed 1008": 1}
    assert report.faults() == ["1 x play: closed 1008"]


def test_a_class_comes_and_plays(tmp_path: Path) -> None:
    report = asyncio.run(crowd.run(2.0, tmp_path, lambda _: None))
    steps = report.steps
    assert report.people == 30
    assert steps["home page"].sent == steps["lobby socket"].sent == 30
    assert steps["new table"].sent == steps["new table"].accepted + steps["new table"].refused == 10
    assert report.playing <= 3 * steps["new table"].accepted
    assert report.moves.count > 0
    assert report.faults() == []
    assert report.to_json()["is_kept"]
