"""Bots with a habit: who never does something, and who leans to something. For designers who ask whether a way to play is
any good.

    make("greedy without awaken", game, seed)      never awakens, as long as there is something else to do
    make("greedy as bully", game, seed)            leans as `bot/personas.toml` in the game's folder says
    make("greedy missing 5", game, seed)           does anything at all in five of a hundred decisions
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from statistics import fmean
from typing import Any

from loot_table import games
from loot_table.bots.greedy import GreedyBot, Prefer
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import Action, View

WITHOUT, AS, MISSING = " without ", " as ", " missing "
PERSONAS = "personas.toml"


class Without:
    """Another bot, which is not shown some kinds of answers. Where there is nothing else, it gives one."""

    def __init__(self, bot: Any, kinds: frozenset[str]) -> None:
        self.bot = bot
        self.kinds = kinds

    def throw(self, seed: int) -> None:
        self.bot.throw(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        left = [action for action in actions if kind_of(action) not in self.kinds]
        found: Action = self.bot.choose(view, left or actions)
        return found


class Missing:
    """Another bot that does anything at all now and then: a handicap of any size."""

    def __init__(self, bot: Any, percent: float, seed: int) -> None:
        self.bot = bot
        self.part = percent / 100
        self.rng = Random(seed)

    def throw(self, seed: int) -> None:
        self.bot.throw(seed)
        self.rng = Random(mixed(seed))

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if actions and self.rng.unit() < self.part:
            return actions[self.rng.below(len(actions))]
        found: Action = self.bot.choose(view, actions)
        return found


def leaning(prefer: Prefer, leans: Mapping[str, float]) -> Prefer:
    """Likes some kinds of answers more, or less, than a greedy bot does: by so many times what the best of this decision is
    better than a usual one."""

    def preferred(view: Any, actions: Sequence[Action], rng: Random) -> list[float]:
        liked = list(prefer(view, actions, rng))
        apart = max(liked) - fmean(liked)
        return [liking + leans.get(kind_of(each), 0.0) * apart for liking, each in zip(liked, actions, strict=True)]

    return preferred


def kind_of(action: Action) -> str:
    return type(action).__name__.lower()


def kinds_in(game: Game) -> list[str]:
    """Every kind of answer of a game."""
    return sorted({kind.__name__.lower() for kind in games.kinds(game, Action)})


def personas(game: Game) -> dict[str, dict[str, Any]]:
    """A game's personas: how each is called, what it is like, and what it leans to."""
    return read_personas(games.homes()[game.slug])


@cache
def read_personas(home: str) -> dict[str, dict[str, Any]]:
    if not games.is_there(home, "bot"):
        return {}
    path = files(f"{home}.bot") / PERSONAS
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def styled(name: str, game: Game, seed: int, make: Callable[[str], Any]) -> Any:
    """A bot with a habit by its name; None for any other name."""
    if WITHOUT in name:
        bot, _, told = name.partition(WITHOUT)
        kinds = frozenset(word.strip().lower() for word in told.split(","))
        if unknown := sorted(kinds - set(kinds_in(game))):
            offered = ", ".join(kinds_in(game))
            raise BadInput(f"nobody can {unknown[0]!r:.40} in {game.name}; there are the answers {offered}")
        return Without(make(bot), kinds)
    if MISSING in name:
        bot, _, told = name.partition(MISSING)
        if not told.replace(".", "", 1).isdecimal() or not 0 <= float(told) <= 100:
            raise BadInput(f"a bot misses 0 to 100 of a hundred decisions, got {told!r:.40}")
        return Missing(make(bot), float(told), seed)
    if AS in name:
        bot, _, persona = name.partition(AS)
        if bot != "greedy":
            raise BadInput(f'personas are greedy bots: say "greedy as {persona}", not "{name:.60}"')
        known = personas(game)
        if persona not in known:
            raise BadInput(f"{game.name} has no persona {persona!r:.40}; there are {', '.join(known) or 'none'}")
        greedy = games.part(game, "bot.greedy")
        prefer = leaning(greedy.prefer, known[persona]["leans"])
        return GreedyBot(prefer, seed, getattr(greedy, "candidates", None))
    return None
