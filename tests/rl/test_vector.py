"""Many tables in one call are as many single games; workers change nothing, and do not vanish unnoticed."""

from __future__ import annotations

import gc
import os
import signal
from array import array
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
import pytest

from loot_table import games
from loot_table.engine.batch import deal_seed
from loot_table.engine.episode import Episode
from loot_table.engine.errors import BadInput, BadTable, WorkerEnded
from loot_table.engine.random import mixed
from loot_table.rl.crew import Crew, Worker
from loot_table.rl.encodings import encoding_of, spelling_of
from loot_table.rl.vector import VectorTable

OPTIONS = {"target_score": 8}


def tables(n: int = 4, **wishes: Any) -> VectorTable:
    return VectorTable("loot_n_run", n, **{"players": 3, "options": OPTIONS, "seed": 5, **wishes})


def single(table: int, deal: int, limit: int = 0, form: str = "fixed", slug: str = "") -> Episode:
    game = games.load(slug or "loot_n_run")
    start = game.start(game.least_players) if slug else game.start(3, OPTIONS)
    encoding = encoding_of(game, start)
    return Episode(start, encoding, spelling_of(game, encoding, form), deal_seed(mixed(5), table, deal), limit)


def row_of(episode: Episode) -> list[float]:
    row = array("f", bytes(4 * episode.size))
    episode.observe(episode.to_act, row)
    return row.tolist()


@pytest.mark.parametrize(("form", "limit"), [("fixed", 0), ("factored", 0), ("fixed", 7)])
@pytest.mark.parametrize("workers", [0, 2])
def test_tables_are_single_games_step_by_step(form: str, limit: int, workers: int) -> None:
    """Through several deals: what is seen is of the fresh game in the step in which the old one ends."""
    with tables(form=form, limit=limit, workers=workers) as many:
        assert many.masks is not None
        episodes = [single(table, 1, limit, form) for table in range(4)]
        deals = [1] * 4
        for _ in range(80):
            letters = many.sample()
            many.step(letters)
            for table, letter in enumerate(letters):
                episode = episodes[table]
                episode.step(int(letter))
                over = episode.to_act < 0
                assert many.done[table] == over
                assert many.truncated[table] == episode.is_truncated
                assert many.terminated[table] == (over and not episode.is_truncated)
                assert many.rewards[table].tolist() == pytest.approx(episode.returns() if over else [0.0] * 3)
                if over:
                    deals[table] += 1
                    episode = episodes[table] = single(table, deals[table], limit, form)
                assert many.to_act[table] == episode.to_act
                assert np.flatnonzero(many.masks[table]).tolist() == episode.legal() == many.legal_of(table).tolist()
                assert many.observations[table].tolist() == row_of(episode)
        assert max(deals) > 2


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_is_stepped(slug: str) -> None:
    many = VectorTable(slug, 2, seed=5, form="factored")
    episodes = [single(table, 1, 0, "factored", slug) for table in range(2)]
    for _ in range(12):
        letters = many.sample()
        many.step(letters)
        for episode, letter in zip(episodes, letters, strict=True):
            episode.step(int(letter))
    assert many.observations.tolist() == [row_of(episode) for episode in episodes]


@pytest.mark.parametrize("workers", [0, 2])
def test_lists_say_the_same_as_masks(workers: int) -> None:
    with tables(lists=True, workers=workers) as listed, tables() as masked:
        assert listed.masks is None
        for _ in range(30):
            letters = listed.sample()
            assert [listed.legal_of(table).tolist() for table in range(4)] == [
                masked.legal_of(table).tolist() for table in range(4)
            ]
            listed.step(letters)
            masked.step(letters)
            assert listed.observations.tolist() == masked.observations.tolist()
        with pytest.raises(BadInput, match="not legal at table 1"):
            listed.step([*listed.sample()[:1], listed.letters, *listed.sample()[2:]])


@pytest.mark.parametrize("workers", [0, 3])
def test_some_tables_are_sent_and_received_when_they_are_ready(workers: int) -> None:
    with tables(6, workers=workers) as some, tables(6) as whole:
        letters = whole.sample()
        some.send(letters[[5, 0, 2]], [5, 0, 2])
        with pytest.raises(BadInput, match="still out"):
            some.send(letters[[2]], [2])
        some.send(letters[[1, 3, 4]], np.array([1, 3, 4]))
        back: list[int] = []
        while len(back) < 6:
            back += some.recv()
        assert sorted(back) == list(range(6))
        with pytest.raises(BadInput, match="nothing was sent"):
            some.recv()
        whole.step(letters)
        assert some.observations.tolist() == whole.observations.tolist()
        assert some.to_act.tolist() == whole.to_act.tolist()


@pytest.mark.parametrize("workers", [0, 2])
def test_what_cannot_be_said_changes_nothing_anywhere(workers: int) -> None:
    with tables(workers=workers) as many:
        before = many.observations.copy()
        letters = many.sample()
        for wrong in (many.letters, -1, 10**9, many.letters - 1):
            letters[3] = wrong
            with pytest.raises(BadInput, match=f"number {wrong} is not legal at table 3"):
                many.step(letters)
        for few in (letters[:2], letters.astype(np.float32), letters[None]):
            with pytest.raises(BadInput, match="4 tables need as many whole numbers"):
                many.step(few)
        for ids in ([4], [-1], [0, 0]):
            with pytest.raises(BadInput, match="each at most once"):
                many.send([0] * len(ids), ids)
        many.step(many.sample())
        assert many.observations.tolist() != before.tolist()


def test_letters_are_drawn_from_all_that_are_legal() -> None:
    many = tables(1)
    legal = many.legal_of(0).tolist()
    assert {int(many.sample()[0]) for _ in range(40 * len(legal))} == set(legal)


def test_tables_that_wander_play_on() -> None:
    with tables(workers=2) as by_two, tables() as alone:
        by_two.wander(20)
        alone.wander(20)
        assert alone.masks is not None
        assert alone.masks.any(1).all()
        by_two.step(by_two.sample())
        alone.step(alone.sample())


def test_wishes_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="a table at least"):
        tables(0)
    with pytest.raises(BadInput, match="one for each worker"):
        tables(2, workers=3)
    with pytest.raises(BadTable, match="is for 2 to 6 players"):
        tables(players=9)
    with pytest.raises(BadInput, match="fixed or factored"):
        tables(form="loose")


def crew_of(many: VectorTable) -> list[Worker]:
    assert isinstance(many.crew, Crew)
    return many.crew.workers


def test_a_worker_that_is_killed_is_missed_and_leaves_nothing() -> None:
    many = tables(workers=2)
    names = [worker.memory.name for worker in crew_of(many)]
    victim = crew_of(many)[0].process.pid
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    crew_of(many)[0].process.join()
    with pytest.raises(WorkerEnded, match=r"is gone \(exit code -9\)"):
        many.step(many.sample())
    for name in names:
        with pytest.raises(FileNotFoundError):
            SharedMemory(name)
    with pytest.raises(BadInput, match="closed"):
        many.step([0] * 4)
    many.close()


def test_tables_that_nobody_holds_are_closed() -> None:
    many = tables(workers=1)
    names, process = [worker.memory.name for worker in crew_of(many)], crew_of(many)[0].process
    seen = many.observations
    del many
    gc.collect()
    with pytest.raises(ValueError, match="closed"):
        process.is_alive()
    for name in names:
        with pytest.raises(FileNotFoundError):
            SharedMemory(name)
    assert seen.any()
