"""What a game tells a search: what a decent player likes, and how good a table is for everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Action, Decision, Seat, State
from loot_table.games import has_part, part

# `greedy.likings`, where it saves the view: as `greedy.prefer`, of a table imagined by the seat to act or by others.
Likings = Callable[[Any, Sequence[Action], Random], Sequence[float]]
# `greedy.candidates`: the legal answers worth a look, where a decision is too large to be listed.
Candidates = Callable[[Any, Random], Sequence[Action]]
# `tells.plausible`: how likely others would have come to a table that a seat imagines, by how they usually play.
Plausible = Callable[[Any, Seat], float]
# `value.value`: each seat's share of the victory, as far as one can tell before the end.
Value = Callable[[Any], list[float]]

ENDLESS: Final = 5000  # decisions after which a playout is given up
RANDOM_PLAYOUTS: Final = 4
ALWAYS: Final = 7  # the dice of who foresees: a table has one value
WEIGHED: Final = 4  # answers that a careful player thinks about
REPLIES: Final = 2  # of others, that are thought of as well


class Knowledge:
    """`cut` is the number of decisions after which a playout is valued instead of played on (`value.CUT`).

    `ripe` is how often an answer is tried before what comes after it is searched too (`value.RIPE`): often, where luck
    decides so much that few tries tell nothing. `plays_at_random` is for quick games, where many random playouts tell
    more than a few good ones. `ahead` is how many decisions are played on before luck is measured (`value.AHEAD`).
    """

    def __init__(
        self,
        has_secrets: bool,
        likings: Likings | None = None,
        candidates: Candidates | None = None,
        value: Value | None = None,
        cut: int = ENDLESS,
        ripe: int | None = None,
        plays_at_random: bool = False,
        plausible: Plausible | None = None,
        ahead: int = 0,
    ) -> None:
        self.has_secrets = has_secrets
        self.likings = likings
        self.candidates = candidates
        self.value = value
        self.plausible = plausible
        self.ahead = ahead
        self.cut = cut if value is not None else ENDLESS
        self.plays_at_random = plays_at_random or likings is None
        # A random playout says little, so several are made before what comes after an answer is searched.
        self.ripe = ripe if ripe is not None else RANDOM_PLAYOUTS if self.plays_at_random else 1

    def listed(self, world: State, decision: Decision, rng: Random) -> Sequence[Action]:
        """All answers, or those worth a look where there are too many to list."""
        if not decision.is_large(world):
            return decision.actions(world)
        assert self.candidates is not None, "a game with large decisions says which answers to look at"
        return self.candidates(world.view(decision.seat), rng)

    def answer(self, world: State, rng: Random) -> Action:
        """What a decent player does who sees what the seat to act sees."""
        decision = world.decision()
        if self.likings is None:
            return decision.sample(world, rng)
        actions = self.listed(world, decision, rng)
        if len(actions) == 1:
            return actions[0]
        liked = self.likings(world, actions, rng)
        best = liked[0]
        found = actions[0]
        equals = 1
        for number in range(1, len(actions)):
            liking = liked[number]
            if liking > best:
                best, found, equals = liking, actions[number], 1
            elif liking == best:
                # Equals are drawn by lot, so that the order of the list means nothing.
                equals += 1
                if rng.below(equals) == 0:
                    found = actions[number]
        return found

    def considered(self, world: State, rng: Random) -> Action:
        """What a careful player does who sees what the seat to act sees: of the answers that look best, the one after which
        the table is worth most once others have replied. Far cheaper than a search, and not much weaker."""
        decision = world.decision()
        if self.likings is None or self.value is None:
            return self.answer(world, rng)
        listed = self.listed(world, decision, rng)
        if len(listed) == 1:
            return listed[0]
        actions = list(dict.fromkeys(listed))  # some come twice
        liked = self.likings(world, actions, rng)
        order = sorted(range(len(actions)), key=liked.__getitem__, reverse=True)[:WEIGHED]
        seat = decision.seat
        imagined = world.view(seat).imagine(rng)
        luck = int(rng.word())
        best, found = -1.0, actions[order[0]]
        for number in order:
            worth = self.replied(imagined.copy(), actions[number], seat, Random(luck))
            if worth > best:
                best, found = worth, actions[number]
        return found

    def replied(self, world: State, action: Action, seat: Seat, rng: Random) -> float:
        """What a seat has after an answer, when others have replied as usual."""
        assert self.value is not None
        world.apply(action)
        left = REPLIES
        while world.agenda:
            mover = world.agenda[-1].who()
            if mover == NATURE:
                world.happen(world.chance().sample(world, rng))
            elif left > 0 and mover != seat:
                left -= 1
                world.apply(self.answer(world, rng))
            else:
                return self.value(world)[seat]
        return world.standings()[seat]

    def foreseen(self, state: State) -> list[float]:
        """The value that luck is measured by: of the table that decent players come to before nature is asked again. Where what
        luck brought has to be fetched first, the table itself does not show it yet."""
        assert self.value is not None, "only a game with values has some to foresee"
        if self.ahead == 0 or state.to_act < 0:
            return self.value(state)
        world, dice, left = state.copy(), Random(ALWAYS), self.ahead
        while left > 0 and world.to_act >= 0:
            left -= 1
            world.apply(self.answer(world, dice))
        return self.value(world) if world.agenda else world.standings()


def indifferent(view: Any, actions: Sequence[Action], rng: Random) -> Sequence[float]:
    """For a game that brings no `bot/greedy.py`: everything is as good as anything else."""
    return [0.0] * len(actions)


def knowledge_of(game: Game, reads_others: bool = False) -> Knowledge:
    """What a game's folder holds: `greedy.py`, `value.py` where there is one, and `tells.py` for who can read the others."""
    if not has_part(game, "bot.greedy"):
        return Knowledge(game.has_secrets)
    greedy = part(game, "bot.greedy")
    prefer: Likings = greedy.prefer

    def of_view(world: Any, actions: Sequence[Action], rng: Random) -> Sequence[float]:
        return prefer(world.view(world.to_act), actions, rng)

    valuing = part(game, "bot.value") if has_part(game, "bot.value") else None
    return Knowledge(
        game.has_secrets,
        getattr(greedy, "likings", of_view),
        getattr(greedy, "candidates", None),
        valuing.value if valuing is not None else None,
        valuing.CUT if valuing is not None else ENDLESS,
        getattr(valuing, "RIPE", None),
        plausible=part(game, "bot.tells").plausible if reads_others and has_part(game, "bot.tells") else None,
        ahead=getattr(valuing, "AHEAD", 0),
    )
