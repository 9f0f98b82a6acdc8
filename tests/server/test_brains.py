"""Bots answer in time, at a time that tells nothing, and one that does not answer is stopped."""

from __future__ import annotations

import asyncio
import multiprocessing
import selectors
from typing import Any

import pytest
from prometheus_client import REGISTRY
from server.odd_workers import mortal, stubborn
from structlog.testing import capture_logs

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.proofs.twins import Twins
from loot_table.server import brains as thinking
from loot_table.server.brains import Brains, NoAnswer, answering_time, patience, shown_at
from loot_table.server.workers import Question, Stuck, Workers, think, work

HEADER = codec.dumps({"options": {}, "components": None})


class Jumping(selectors.DefaultSelector):
    """A selector that does not wait: the loop's clock jumps to what it would have waited for."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.now += timeout or 0.0
        return super().select(0)


def in_no_time(work: Any) -> float:
    """Run on a clock of our own; the seconds that passed on it."""
    selector = Jumping()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    try:
        loop.run_until_complete(work)
        return selector.now
    finally:
        loop.close()


class Pensive(Workers):
    """Takes as long to answer as the view is long."""

    async def ask(self, question: Question, patience: float, lane: str = "", is_long: bool = False) -> bytes:
        await asyncio.sleep(len(question[3]) / 1000)
        return b"{}"


@pytest.mark.parametrize("bot", bots.BOTS)
def test_an_answer_shows_at_the_same_time_however_long_it_took(bot: str) -> None:
    """Secret or forced or hard: the time depends on who thinks, and on nothing that was thought of."""
    taken = []
    for length in (1, 90, 400):
        brains = Brains()
        brains.workers = Pensive(1)
        taken.append(in_no_time(brains.answer("loot_n_run", 2, HEADER, b"x" * length, bot)))
        brains.close()
    assert taken == [pytest.approx(answering_time(bot))] * 3


def test_a_late_answer_shows_at_the_next_quarter_of_its_time() -> None:
    assert [shown_at(10.0, now, 4.0) for now in (3.0, 10.0, 10.01, 10.9, 11.0, 11.1, 13.5)] == [
        10,
        10,
        11,
        11,
        11,
        12,
        14,
    ]
    assert shown_at(10.0, 12.0, 0.0) == 10.0, "at no pace nothing waits"


def test_a_levels_time_is_over_before_its_answer_shows() -> None:
    for level in bots.LEVELS:
        assert level.seconds < answering_time(level.name) < patience(level.name)


def test_two_worlds_that_look_the_same_to_an_opponent_are_answered_at_the_same_time() -> None:
    game = games.load("loot_n_run")
    match = Match(game, 3, nature=Random(4))
    for _ in range(5):
        match.play(match.to_act, match.state.decision().sample(match.state, Random(match.version)))
    audience = (match.to_act + 1) % 3
    twins = Twins(match, audience, Random(5))
    assert twins.differ()
    times = []
    for world in (twins.one, twins.other):
        brains = Brains()
        brains.workers = Pensive(1)
        view = codec.dumps(codec.encode(world.view(world.to_act)))
        times.append(in_no_time(brains.answer(game.slug, 3, HEADER, view, "thief")))
        brains.close()
    assert times[0] == pytest.approx(times[1])


def test_the_same_view_and_seed_give_the_same_answer_in_a_worker() -> None:
    game = games.load("loot_n_run")
    match = Match(game, 2, nature=Random(4))
    view = codec.dumps(codec.encode(match.view(match.to_act)))
    assert think(game.slug, 2, HEADER, view, "thief", 3) == think(game.slug, 2, HEADER, view, "thief", 3)


# ---------------------------------------------------------------- workers that do not answer


def stops(bot: str) -> float:
    return REGISTRY.get_sample_value("loot_bot_stops_total", {"bot": bot}) or 0.0


def test_a_bot_that_does_not_answer_is_stopped_and_greedy_answers_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LEAST_STOP", 0.2)
    game = games.load("loot_n_run")
    match = Match(game, 2, nature=Random(4))
    view = codec.dumps(codec.encode(match.view(match.to_act)))

    async def story() -> bytes:
        brains = Brains(pace=0)
        brains.workers = Workers(1, stubborn)
        try:
            return await brains.answer(game.slug, 2, HEADER, view, "apprentice")
        finally:
            brains.close()

    before = stops("apprentice")
    with capture_logs() as lines:
        answer = game.codec.decode(codec.loads(asyncio.run(story())))
    assert match.why_not(match.to_act, answer) is None
    assert stops("apprentice") == before + 1
    assert [line["event"] for line in lines] == ["bot_stopped"]
    assert b"hands" not in codec.dumps(lines)


@pytest.mark.parametrize(("target", "seconds"), [(stubborn, 0.2), (mortal, 60.0)])
def test_a_worker_that_is_stuck_or_dead_is_replaced(target: Any, seconds: float) -> None:
    async def story() -> None:
        workers = Workers(1, target)
        for _ in range(2):
            with pytest.raises(Stuck):
                await workers.ask(("loot_n_run", 2, HEADER, b"{}", "thief", 1, 1.0), seconds)
            assert not workers.idle
            assert not workers.all
        workers.close()

    asyncio.run(story())


def test_a_worker_whose_server_hangs_up_before_it_is_ready_ends_in_peace() -> None:
    spawned = multiprocessing.get_context("spawn")
    ours, theirs = spawned.Pipe()
    worker = spawned.Process(target=work, args=(theirs,))
    worker.start()
    theirs.close()
    ours.close()
    worker.join(60)
    assert worker.exitcode == 0


def test_when_nobody_can_answer_the_bot_has_to_be_asked_again() -> None:
    """A worker that is killed during the thought, and again during the second."""

    async def story() -> None:
        brains = Brains(pace=0)
        brains.workers = Workers(1, mortal)
        try:
            with pytest.raises(NoAnswer):
                await brains.answer("loot_n_run", 2, HEADER, b"{}", "thief")
        finally:
            brains.close()

    asyncio.run(story())
