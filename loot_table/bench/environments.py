"""Steps a second of environments for research: ours and PettingZoo's through the same loop, batches, and pgx."""

from __future__ import annotations

import importlib.metadata
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from loot_table import games
from loot_table.bench.connect_four import GAME, Board, Drop
from loot_table.engine.random import Random
from loot_table.engine.state import NOBODY

TABLES = 1024  # of a batch
SHARES = {"labyrinth": 64}  # of them for a game of ours; a wall there has thousands of places and rows are long
SHARE = 4
STEPS_BEFORE = 50  # at each table, so that not all are at the beginning
CLOCK = time.process_time
Game = list[int]


@dataclass
class Rate:
    """Steps a second of CPU time, the best of several runs."""

    name: str
    way: str  # "AEC", "batch", "inside"
    steps: float


def random_games(count: int, seed: int = 1) -> list[Game]:
    """Columns of games of connect four at random, drawn beforehand so that no loop pays for it."""
    rng = Random(seed)
    found: list[Game] = []
    for _ in range(count):
        board = Board()
        said: Game = []
        while board.to_act != NOBODY:
            drop = board.decision().sample(board, rng)
            assert isinstance(drop, Drop)
            said.append(drop.column)
            board.apply(drop)
        found.append(said)
    return found


def follow(env: Any, played: list[Game]) -> int:
    """Games through PettingZoo's loop: reset; last and step for each decision, and for each agent at the end."""
    steps = 0
    for said in played:
        env.reset()
        for column in said:
            env.last()
            env.step(column)
        steps += len(said)
        while env.agents:
            env.last()
            env.step(None)
    return steps


def best(run: Callable[[], int], seconds: float, repeats: int = 3) -> float:
    """Steps a second, the best of several runs."""
    most = 0.0
    for _ in range(repeats):
        steps, began = 0, CLOCK()
        while (spent := CLOCK() - began) < seconds / repeats:
            steps += run()
        most = max(most, steps / spent)
    return most


def theirs(seconds: float) -> list[Rate]:
    """PettingZoo's connect four; none where it or pygame, without which it does not load, is not installed."""
    try:
        import pettingzoo  # noqa: PLC0415
        import pygame  # noqa: F401, PLC0415
    except ImportError:
        return []
    played = random_games(10)
    made = pettingzoo.make("aec", "classic/connect_four-v3")
    found: list[Rate] = []
    for name, env in (("bare", made.unwrapped), ("with its wrappers", made)):
        steps = best(partial(follow, env, played), seconds)
        found.append(Rate(f"connect four, PettingZoo's, {name}", "AEC", steps))
    return found


def ours(seconds: float) -> list[Rate]:
    """The same game, by the same loop, on our engine."""
    try:
        from loot_table.rl.pettingzoo import env  # noqa: PLC0415
    except ImportError:  # PettingZoo is not there
        return []
    played = random_games(100)
    four = env(GAME)
    return [Rate("connect four, ours", "AEC", best(partial(follow, four, played), seconds))]


def batched(game: Any, name: str, seconds: float, tables: int) -> list[Rate]:
    """Our tables: `step` with letters drawn beforehand, all arrays written; and the loop with drawing inside."""
    from loot_table.rl.vector import VectorTable  # noqa: PLC0415

    many = VectorTable(game, tables, seed=1, lists=game == "labyrinth")
    many.wander(STEPS_BEFORE)
    most = 0.0
    for _ in range(3):
        steps, spent = 0, 0.0
        while spent < seconds / 3:
            letters = many.sample()
            began = CLOCK()
            many.step(letters)
            spent += CLOCK() - began
            steps += tables
        most = max(most, steps / spent)

    def inside() -> int:
        many.wander(1)
        return tables

    return [Rate(name, "batch", most), Rate(name, "inside", best(inside, seconds))]


def all_batched(seconds: float, tables: int) -> list[Rate]:
    found = batched(GAME, "connect four, ours", seconds, tables)
    for slug in games.slugs():
        found += batched(slug, slug, seconds, max(1, tables // SHARES.get(slug, SHARE)))
    return found


def by_pgx(seconds: float, tables: int) -> list[Rate]:
    """pgx plays as many boards at once, compiled by XLA; a finished one is dealt anew in the same step."""
    try:
        import jax  # noqa: PLC0415
        import pgx  # noqa: PLC0415
        from pgx.experimental import auto_reset  # noqa: PLC0415
    except ImportError:
        return []
    env = pgx.make("connect_four")
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, tables))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf)))
    most = 0.0
    for _ in range(4):  # the first compiles
        steps, spent = 0, 0.0
        while spent < seconds / 3:
            key, now = jax.random.split(key)
            columns = draw(now, state.legal_action_mask).block_until_ready()
            keys = jax.random.split(now, tables)
            began = CLOCK()
            state = step(state, columns, keys)
            state.observation.block_until_ready()
            spent += CLOCK() - began
            steps += tables
        most = max(most, steps / spent)
    return [Rate(f"connect four, pgx {importlib.metadata.version('pgx')} on the CPU", "batch", most)]


def measured(seconds: float, tables: int = TABLES) -> list[Rate]:
    """Everything in one run."""
    return [*theirs(seconds), *ours(seconds), *all_batched(seconds, tables), *by_pgx(seconds, tables)]


def ratios(rates: list[Rate]) -> list[tuple[str, float, float | None]]:
    """What is compared, how many times as fast, and what is wanted."""
    known = {(rate.name, rate.way): rate.steps for rate in rates}
    found: list[tuple[str, float, float | None]] = []
    batch = known[("connect four, ours", "batch")]
    single = known.get(("connect four, ours", "AEC"))
    for rate in rates:
        if "PettingZoo" in rate.name:
            wanted = (5.0, 50.0) if rate.name.endswith("bare") else (None, None)
            if single is not None:
                found.append((f"ours / {rate.name}, same loop", single / rate.steps, wanted[0]))
            found.append((f"ours, batched / {rate.name}", batch / rate.steps, wanted[1]))
        if "pgx" in rate.name:
            found.append((f"ours, batched / {rate.name}", batch / rate.steps, None))
    if "loot_n_run" in {rate.name for rate in rates}:
        found.append(("Loot N Run, batched / 300,000 a second", known[("loot_n_run", "batch")] / 300_000, 1.0))
    return found
