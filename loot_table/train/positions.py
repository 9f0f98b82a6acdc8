"""Positions of Crates vs Barrels with what its search thinks of them and how the games ended: what its net learns from.

Each game begins with some turns at random and is played on by the search, which looks at a fixed number of positions. Kept are
quiet ones: where the best turn attacks nobody and picks nothing up, nobody is about to deliver, and nothing is certain yet. The
others the search plays out before it asks what a position is worth.
"""

from __future__ import annotations

import json
import multiprocessing
import struct
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

from loot_table import games
from loot_table.engine.random import Random, mixed
from loot_table.engine.thought import never
from loot_table.games.crates_barrels.board import NONE
from loot_table.games.crates_barrels.bot.counting import Counting
from loot_table.games.crates_barrels.bot.net import Net, facing, read_net
from loot_table.games.crates_barrels.bot.search import DEEPEST, Search
from loot_table.games.crates_barrels.bot.swift import COARSE, Swift
from loot_table.games.crates_barrels.rules import turn_of
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import PICKS_UP, TAKES

GAME: Final = "crates_barrels"
ABOUT: Final = "about.json"
SLOTS: Final = 5
NOWHERE: Final = 255  # a pawn that waits, or a carrier that there is not
CERTAIN: Final = 0.98  # shares beyond this are as good as decided
# The tiles of the own pawns and the enemy's, both carriers' tiles, all as the mover sees them; the share that the search promises
# in parts of 65535; what the game brought in halves; the value by counting; the number of the game.
ROW: Final = struct.Struct("<12BHBxhHI")


@dataclass(frozen=True)
class Recipe:
    """What decides the positions, but for where the time ends."""

    nodes: int = 4000
    random_turns: int = 8
    seed: int = 1
    net: str = ""  # by whose values the search plays; nothing: by counting


@dataclass(frozen=True)
class Gathered:
    recipe: Recipe
    games: int
    positions: int


def gather(folder: Path, recipe: Recipe, seconds: float, jobs: int) -> Gathered:
    """Play for so long, and write a file of rows for each process."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("rows-*.bin"):
        old.unlink()
    work = partial(gather_some, folder, recipe, seconds, jobs)
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        counts = list(pool.map(work, range(jobs)))
    told = Gathered(recipe, sum(games for games, _ in counts), sum(rows for _, rows in counts))
    (folder / ABOUT).write_text(json.dumps(asdict(told), indent=2) + "\n", encoding="utf-8")
    return told


def gather_some(folder: Path, recipe: Recipe, seconds: float, jobs: int, worker: int) -> tuple[int, int]:
    """Every `jobs`-th game, for so long; how many, and how many rows."""
    until = time.monotonic() + seconds
    net = read_net(Path(recipe.net)) if recipe.net else None
    played = written = 0
    with (folder / f"rows-{worker:03}.bin").open("wb") as file:
        while time.monotonic() < until:
            rows = positions_of(recipe, worker + played * jobs, net)
            file.write(b"".join(rows))
            played += 1
            written += len(rows)
    return played, written


def positions_of(recipe: Recipe, number: int, net: Net | None = None) -> list[bytes]:
    """The rows of one game."""
    rng = Random(mixed(mixed(recipe.seed) + number))
    table = opened(rng, recipe.random_turns)
    counting, swift = Counting(table.box), Swift(table.box, COARSE)
    seen: list[tuple[int, list[int], float, int]] = []
    while table.agenda:
        mover = table.to_act
        search = Search(table, recipe.nodes, never, net=net)
        thought = search.look(table.actions(), rng, DEEPEST)
        share = thought.lines[0].value
        swift.stand_as(table)
        done = swift.deeds(turn_of(thought.action))
        is_quiet = not done & (TAKES | PICKS_UP) and not swift.can_deliver() and not swift.is_threatened()
        if is_quiet and 1 - CERTAIN < share < CERTAIN:
            seen.append((mover, tiles_of(table), share, int(counting.value(swift))))
        table.apply(thought.action)
    ends = table.standings()
    return [
        ROW.pack(*tiles, round(share * 65535), round(2 * ends[mover]), counted, 0, number)
        for mover, tiles, share, counted in seen
    ]


def opened(rng: Random, random_turns: int) -> Table:
    """A game after some turns at random that did not end it."""
    while True:
        state = games.load(GAME).start(2)
        state.settle()
        assert isinstance(state, Table)
        for _ in range(random_turns):
            if state.agenda:
                state.apply(state.decision().sample(state, rng))
        if state.agenda:
            return state


def tiles_of(table: Table) -> list[int]:
    """Where everybody stands, as the mover sees it."""
    mover = table.to_act
    sides = [table.sides[mover], table.sides[1 - mover]]
    found: list[int] = []
    for side in sides:
        places = [int(facing(mover, tile)) for tile in side.tiles]
        found += places + [NOWHERE] * (SLOTS - len(places))
    return found + [NOWHERE if side.carrier == NONE else int(facing(mover, side.carrier)) for side in sides]
