"""Many tables of a game, stepped together: `VectorTable("loot_n_run", 1024)`; with workers, in processes of their own.

At every table somebody decides. `to_act` is the seat, `observations` what it sees (`engine/episode.py`), `masks` which letters
it may say. `step(letters)` says one at every table. **A game that ends is dealt anew in the same step** (Gymnasium's mode
`SAME_STEP`): `rewards` (for every seat, of sum zero), `done` and `truncated` tell of the game that has ended, while
`observations`, `masks` and `to_act` are of the fresh one. Rewards are 0 until then.

The arrays are made once and written again by the next step: copy what is to stay. A table's deals follow from the seed and the
table's number alone; so does all that happens there, whatever the number of workers.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from loot_table import games
from loot_table.engine.batch import FINISHED, GOES_ON, TRUNCATED
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.rl.arrays import Array, Wish
from loot_table.rl.crew import Alone, Crew


class VectorTable:
    """So many tables of one game."""

    def __init__(
        self,
        game: str | Game,
        n: int,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        components: Mapping[str, Any] | None = None,
        form: str = "fixed",
        seed: int = 0,
        limit: int = 0,  # of actions, after which a game is truncated; 0 for none
        lists: bool = False,  # `legal_of(table)` instead of masks, where there are many letters
        workers: int = 0,  # processes; 0: in this one
    ) -> None:
        if n < 1 or workers < 0 or workers > n:
            raise BadInput(f"there must be a table at least, and one for each worker; got {n} and {workers} workers")
        self.game = games.load(game) if isinstance(game, str) else game
        players = self.game.least_players if players is None else players
        named = self.game.slug if self.game.slug in games.slugs() else self.game
        self.wish = Wish(named, players, dict(options or {}), components, form, seed, limit, lists)
        first = self.wish.batch(1)  # says what is wrong with the wishes, and how long everything is
        self.encoding = first.episodes[0].encoding
        self.spelling = first.episodes[0].spelling
        self.parts = first.episodes[0].parts
        self.n = n
        self.players = players
        self.size = first.size  # of an observation
        self.letters = self.spelling.size
        self.rng = np.random.default_rng(seed)  # for `sample`
        self.ids = list(range(n))
        self.is_out = np.zeros(n, bool)  # sent, and not received yet
        self.lists: list[Array] = [np.zeros(0, np.int32)] * n  # the legal letters, with `lists`
        self.crew = Crew(self.wish, n, first.size, self.letters, workers) if workers else Alone(self.wish, n)
        self.arrays = self.crew.sizes.fresh()
        self.closing = weakref.finalize(self, self.crew.close)
        self.observations = self.arrays["observations"]  # (n, size), float32
        self.masks = self.arrays.get("masks")  # (n, letters), int8; None with lists
        self.to_act = self.arrays["to_act"]  # (n,), int32
        self.rewards = self.arrays["rewards"]  # (n, players), float32
        self.over = self.arrays["over"]  # (n,): how a game ended, if one did: see `done`, `terminated`, `truncated`
        self.done = np.zeros(n, bool)
        self.is_out[:] = True
        while self.is_out.any():
            self.recv()

    @property
    def terminated(self) -> Array:
        """Where a game ended by its rules."""
        ended: Array = self.over == FINISHED
        return ended

    @property
    def truncated(self) -> Array:
        """Where the limit ended it."""
        ended: Array = self.over == TRUNCATED
        return ended

    def legal_of(self, table: int) -> Array:
        """The letters that may be said at a table, in order."""
        if self.masks is None:
            return self.lists[table]
        legal: Array = np.flatnonzero(self.masks[table])
        return legal

    def sample(self) -> Array:
        """A legal letter for every table, each equally likely."""
        drawn = self.rng.random(self.n)
        if self.masks is None:
            return np.array(
                [legal[int(one * len(legal))] for one, legal in zip(drawn, self.lists, strict=True)], np.int32
            )
        counted = np.cumsum(self.masks, 1, dtype=np.int32)
        places: Array = np.argmax(counted > (drawn * counted[:, -1])[:, None], 1).astype(np.int32)
        return places

    # ---- a step of all tables

    def step(self, letters: Sequence[int] | Array) -> None:
        """A letter at every table. Where one is not legal, nothing happens anywhere."""
        self.send(letters)
        while self.is_out.any():
            self.recv()

    def wander(self, steps: int) -> None:
        """So many letters at random at every table, drawn inside, everything seen written each time: what the tables by
        themselves take, without a policy."""
        self.check(self.ids)
        self.is_out[:] = True
        self.crew.wander(steps)
        while self.is_out.any():
            self.recv()

    # ---- a step of some

    def send(self, letters: Sequence[int] | Array, ids: Sequence[int] | Array | None = None) -> None:
        """A letter for each of these tables, or for all. `recv` says which of them are ready again."""
        tables = self.ids if ids is None else [int(table) for table in ids]
        said = np.asarray(letters)
        if said.shape != (len(tables),) or said.dtype.kind not in "iu":
            raise BadInput(f"{len(tables)} tables need as many whole numbers, got {said.dtype} of shape {said.shape}")
        self.check(tables)
        if self.masks is not None:
            is_legal = self.masks[tables, np.clip(said, 0, self.letters - 1)].astype(bool)
            wrong = np.flatnonzero(~is_legal | (said < 0) | (said >= self.letters))
            if len(wrong):
                table, letter = tables[wrong[0]], int(said[wrong[0]])
                legal = ", ".join(map(str, self.legal_of(table)[:20]))
                raise BadInput(f"number {letter} is not legal at table {table}: it may be {legal}")
        else:
            for table, letter in zip(tables, said, strict=True):
                if letter not in self.lists[table]:
                    legal = ", ".join(map(str, self.lists[table][:20]))
                    raise BadInput(f"number {letter} is not legal at table {table}: it may be {legal}")
        self.is_out[tables] = True
        self.crew.step(said.tolist(), tables)

    def check(self, tables: list[int]) -> None:
        """Whether something can be said at each of these tables."""
        if not (self.closing.alive and self.crew.is_whole):
            raise BadInput("the tables are closed")
        if not all(0 <= table < self.n for table in tables) or len(set(tables)) < len(tables):
            raise BadInput(f"tables are 0 to {self.n - 1}, each at most once")
        if self.is_out[tables].any():
            raise BadInput("some of these tables are still out: `recv` first")

    def recv(self) -> list[int]:
        """Tables that are ready: their rows of all arrays are written. Waits for some."""
        if not self.is_out.any():
            raise BadInput("nothing was sent")
        ids, lists = self.crew.ready(self.arrays)
        self.is_out[ids] = False
        np.not_equal(self.over, GOES_ON, out=self.done)
        for table, legal in zip(ids, lists, strict=bool(lists)):
            self.lists[table] = legal
        return ids

    # ---- the end

    def close(self) -> None:
        """End the workers, and give their memory back. Also done when nobody holds the tables any more."""
        self.closing()

    def __enter__(self) -> VectorTable:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
