"""Many games side by side, stepped in one call: numbers of all of them in arrays that are made once and written again.

The arrays are native ones; whoever has numpy looks into their memory (`rl/vector.py`). A game that ends is dealt anew in the
same step: its returns and how it ended are of the old game, what is seen is of the new one.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from loot_table.engine.encoding import Encoding, Numbers
from loot_table.engine.episode import Episode
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random, mixed
from loot_table.engine.spelling import Spelling
from loot_table.engine.state import State

GOES_ON: Final = 0
FINISHED: Final = 1
TRUNCATED: Final = 2  # by the limit of actions


def deal_seed(base: int, table: int, deal: int) -> int:
    """The seed of a table's deal; the base is the common seed, mixed. It depends on nothing else: neither on how many tables
    there are, nor on who plays them."""
    return mixed(base ^ ((table << 32) + deal))


@final
class Batch:
    """So many tables of one game."""

    def __init__(
        self,
        start: State,
        encoding: Encoding,
        spelling: Spelling,
        seed: int,
        count: int,
        first: int = 0,  # number of the first table, among those of other batches with the same seed
        limit: int = 0,
        with_lists: bool = False,  # lists of legal letters instead of masks
    ) -> None:
        self.players: i64 = start.players
        self.width: i64 = spelling.size
        self.base = mixed(seed)
        self.first = first
        self.count: int = count
        self.with_lists = with_lists
        self.random = Random(deal_seed(self.base, first, 0))  # for letters drawn here; deals are counted from 1
        self.deals: list[int] = [0] * count
        self.episodes: list[Episode] = []
        for table in range(count):
            self.episodes.append(Episode(start, encoding, spelling, self.next_seed(table), limit))
        self.size: int = self.episodes[0].size if count else 0
        self.numbers = Numbers(self.size, count)
        self.masks = vec[u8]([0] * (0 if with_lists else count * spelling.size))
        self.marked: list[list[int]] = [[] for _ in range(count)]  # the letters that are 1 in each mask; -1 for none
        self.to_act = vec[i32]([0] * count)
        self.returns = vec[float]([0.0] * (count * start.players))
        self.over = vec[u8]([GOES_ON] * count)
        self.letters = vec[
            i32
        ]()  # with lists: the legal letters of the tables that were asked for, one after the other
        self.ends = vec[i32]([0] * count)  # where those of each end
        for table in range(count):
            self.note(table)

    def next_seed(self, table: int) -> int:
        self.deals[table] += 1
        return deal_seed(self.base, self.first + table, self.deals[table])

    def step(self, letters: list[int], tables: list[int]) -> None:
        """Say a letter at each of these tables, all of them legal: whoever calls has looked."""
        for letter, table in zip(letters, tables, strict=True):
            self.say(table, letter)

    def say(self, table: int, letter: int) -> None:
        episode = self.episodes[table]
        episode.step(letter)
        self.forget(table)
        if episode.to_act < 0:
            self.over[table] = TRUNCATED if episode.is_truncated else FINISHED
            at: i64 = table * self.players
            for returned in episode.returns():
                self.returns[at] = returned
                at += 1
            episode.reset(self.next_seed(table))
            if episode.to_act < 0:
                raise BadInput("this game ends before anybody has decided")
        self.note(table)

    def forget(self, table: i64) -> None:
        """How an older game ended."""
        if self.over[table]:
            self.over[table] = GOES_ON
            at: i64 = table * self.players
            end: i64 = at + self.players
            while at < end:
                self.returns[at] = 0.0
                at += 1

    def note(self, table: int) -> None:
        """Whose turn it is there, what this seat sees and may say."""
        episode = self.episodes[table]
        answers = episode.asked()
        seat = episode.to_act
        self.to_act[table] = seat
        episode.write(seat, self.numbers, table)
        episode.seen = None  # views that stay would keep the collector of garbage busy
        if self.with_lists:
            return
        letters = answers.letters
        marked = self.marked[table]
        if marked is letters:
            return
        masks = self.masks
        base: i64 = table * self.width
        for letter in marked:
            if letter >= 0:
                masks[base + letter] = 0
        for letter in letters:
            if letter >= 0:
                masks[base + letter] = 1
        self.marked[table] = letters

    def list_letters(self, tables: list[int]) -> None:
        """Write the legal letters of these tables, in order, and where those of each end."""
        found = vec[i32](capacity=len(self.letters))
        ends = self.ends
        for place, table in enumerate(tables):
            for letter in self.episodes[table].legal():
                found = append(found, i32(letter))
            ends[place] = i32(len(found))
        self.letters = found

    def draw(self, episode: Episode) -> int:
        answers = episode.asked()
        if answers.is_plain:
            return answers.letters[self.random.below(len(answers.letters))]
        legal = answers.legal()
        return legal[self.random.below(len(legal))]

    def wander(self, steps: int) -> None:
        """So many letters at random at every table, all that is seen written each time: what the loop alone takes."""
        for _ in range(steps):
            for table in range(self.count):
                self.say(table, self.draw(self.episodes[table]))
