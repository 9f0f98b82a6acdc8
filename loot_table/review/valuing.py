"""What a table is worth to every seat: the game's own net, looked through what nobody decides.

The value of a table before a chance is the mean over what may come, and before a forced answer that of the table after it, as
far as a number of tables goes. Games without a net are solved where they are small (`solving.py`), and else played out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Final, final

from loot_table import games
from loot_table.bots.knowledge import Knowledge, knowledge_of
from loot_table.engine.components import content_hash
from loot_table.engine.game import Game
from loot_table.engine.net import FILE
from loot_table.engine.playout import sampled
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import NATURE, State, View
from loot_table.engine.thought import Thought, never
from loot_table.review.effort import Effort
from loot_table.review.moments import is_forced
from loot_table.review.solving import Solution

VERSION: Final = 3  # raised whenever a review of the same record would say something else
MOST_TABLES: Final = 6_000  # that a chance is looked through for
DRAWN: Final = 1_000  # ways through several chances, where all of them are more
PLAYOUTS: Final = 64  # of a game without a net
DOUBTS: Final = 24  # tables that are hardly plausible in a row, before one is taken all the same

MOST_TIMES: Final = 20  # the usual effort, for one of several answers that are looked at equally deep

Shares = Sequence[float]
Search = Callable[..., Thought]  # a game's own (`bot/search.py`)


@final
class Evaluator:
    """Judges tables of one match. The same rules, components and effort judge alike for ever: `hash` says which they are."""

    def __init__(self, game: Game, players: int, components: str, effort: Effort) -> None:
        self.game = game
        self.effort = effort
        self.knowledge: Knowledge = knowledge_of(game, reads_others=True)
        self.solution = Solution() if is_solvable(game) else None
        self.search: Search | None = (
            games.part(game, "bot.search").search if games.has_part(game, "bot.search") else None
        )
        self.thoughts: dict[tuple[View, int], Thought] = {}
        look = effort.look
        again = [] if look is None else list(astuple(look))
        self.hash = content_hash(
            {
                "version": VERSION,
                "game": game.slug,
                "rules": game.rules_version,
                "players": players,
                "components": components,
                "net": net_hash(game),
                "effort": [effort.cut, list(effort.stages), effort.positions, effort.doubt, *again],
            }
        )

    def value(self, state: State, seed: int = 1) -> Shares:
        """Each seat's share of the victory at this table, all cards open. At a chance it is the mean over what may come, and each
        of that is valued as it will be once it has come: so luck is nothing on average, however good the values are."""
        ready = passed(state)
        return self.looked_through(ready, MOST_TABLES) or self.drawn_through(ready, Random(mixed(seed)))

    def looked_through(self, state: State, room: int) -> Shares | None:
        """None where it would take more than so many tables."""
        if state.to_act != NATURE or self.solution is not None:
            return self.foresee(state)
        many = len(state.outcomes())
        return mean_of(state, lambda after: self.looked_through(after, room // many)) if many <= room else None

    def drawn_through(self, state: State, rng: Random) -> Shares:
        """The same from some of the tables, drawn by lot."""
        sums = [0.0] * state.players
        for _ in range(DRAWN):
            world = state.copy()
            while world.to_act == NATURE:
                world.happen(world.chance().sample(world, rng))
                passed_on(world)
            for seat, share in enumerate(self.foresee(world)):
                sums[seat] += share / DRAWN
        return sums

    def glance(self, state: State) -> Shares:
        """What the table looks like, without a look at what may come."""
        if not state.agenda:
            return state.standings()
        if self.solution is not None:
            return self.solution.of(state).shares
        if self.search is not None and state.to_act >= 0:
            mine = self.think(state).lines[0].value
            return [mine if seat == state.to_act else 1 - mine for seat in range(state.players)]
        if self.knowledge.value is not None:
            return self.knowledge.value(state)
        return played_out(state)

    def foresee(self, state: State) -> Shares:
        """The same for an account of luck: what was turned up counts before somebody has fetched it."""
        if self.knowledge.value is None or self.search is not None or not state.agenda:
            return self.glance(state)
        return self.knowledge.foreseen(state)

    def think(self, state: State, times: int = 1) -> Thought:
        """What the game's own search thinks of a table, once for each and for so many times the usual effort."""
        view = state.view(state.to_act)
        found = self.thoughts.get((view, times))
        if found is None:
            assert self.search is not None
            positions = times * self.effort.positions
            found = self.thoughts[view, times] = self.search(view, state.actions(), positions, never, Random(1))
        return found

    def think_as_deep(self, state: State, deepest: int) -> Thought:
        """The same to a certain depth, whatever that takes."""
        assert self.search is not None
        positions = MOST_TIMES * self.effort.positions
        return self.search(state.view(state.to_act), state.actions(), positions, never, Random(1), max(1, deepest))

    def imagine(self, view: View, rng: Random) -> State:
        """A table as the seat may think it is, by its true odds and by how the others have played."""
        world = view.imagine(rng)
        plausible = self.knowledge.plausible
        if plausible is not None and view.seat >= 0:
            for _ in range(DOUBTS):
                if rng.unit() < plausible(world, view.seat):
                    break
                world = view.imagine(rng)
        return world

    def play_on(self, world: State, rng: Random, cut: int, is_careful: bool = False, over: int = 1) -> Shares:
        """Everybody goes on as a decent player who sees what they see, or as a careful one, for so many decisions; then the
        table is valued. `over`: after each of the last so many decisions, and the mean counts, which scatters less: what somebody
        is just about to do tilts the value of every single table."""
        answer = self.knowledge.considered if is_careful else self.knowledge.answer
        left, valued = cut, [0.0] * world.players
        while world.agenda:
            if world.agenda[-1].who() == NATURE:
                world.happen(world.chance().sample(world, rng))
                continue
            if left < over:
                valued = [sum(pair) for pair in zip(valued, self.glance(world), strict=True)]
            if left == 0:
                return [each / over for each in valued]
            left -= 1
            world.apply(answer(world, rng))
        still = min(over, left + 1)  # values that the end stands for
        return [(each + still * end) / over for each, end in zip(valued, world.standings(), strict=True)]


def mean_of(state: State, value: Callable[[State], Shares | None]) -> Shares | None:
    """Over the tables after every outcome and the forced answers to it, by their odds; None where one has no value."""
    outcomes = state.outcomes()
    total = sum([weight for _, weight in outcomes])
    sums = [0.0] * state.players
    for outcome, weight in outcomes:
        after = state.copy()
        after.happen(outcome)
        found = value(passed_on(after))
        if found is None:
            return None
        for seat, share in enumerate(found):
            sums[seat] += share * weight / total
    return sums


def passed(state: State) -> State:
    """The table after all answers that are forced."""
    return passed_on(state.copy()) if state.to_act >= 0 and is_forced(state) else state


def passed_on(state: State) -> State:
    while state.to_act >= 0 and is_forced(state):
        state.apply(state.actions()[0])
    return state


def is_solvable(game: Game) -> bool:
    """Small games that bring no bots and hide nothing are solved."""
    return not game.has_secrets and not games.has_part(game, "bot.greedy")


def played_out(state: State) -> Shares:
    """The mean of games played on at random, always the same ones."""
    sums = [0.0] * state.players
    rng = Random(PLAYOUTS)
    for _ in range(PLAYOUTS):
        world = state.copy()
        sampled(world, rng, 100_000)
        for seat, share in enumerate(world.standings()):
            sums[seat] += share / PLAYOUTS
    return sums


def net_hash(game: Game) -> str:
    home = games.folder(game) if game.slug in games.homes() else None
    path = None if home is None else home / "bot" / FILE
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest() if path is not None and path.is_file() else ""
