"""Finds the games: each folder here is one."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from types import ModuleType

from loot_table.engine.errors import UnknownGame
from loot_table.engine.game import Game


@cache
def slugs() -> tuple[str, ...]:
    """The names of all games' folders."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def load(slug: str) -> Game:
    """A game by its folder's name."""
    if slug not in slugs():
        raise UnknownGame(f'no game is called "{slug}"; there are {", ".join(slugs())}')
    game = importlib.import_module(f"{__name__}.{slug}").GAME
    assert isinstance(game, Game)
    assert game.slug == slug
    return game


def all_games() -> list[Game]:
    return [load(slug) for slug in slugs()]


def has_part(game: Game, name: str) -> bool:
    return is_there(game.slug, name)


@cache
def is_there(slug: str, name: str) -> bool:
    try:
        return importlib.util.find_spec(f"{__name__}.{slug}.{name}") is not None
    except ModuleNotFoundError:  # of the folder that it would stand in
        return False


def guide(game: Game) -> ModuleType:
    """What the game tells a player beside the board (`engine/guide.py`); for a game that says nothing, an empty one."""
    return part(game, "guide") if has_part(game, "guide") else NO_GUIDE


NO_GUIDE = ModuleType("guide")


def part(game: Game, name: str) -> ModuleType:
    """A part of a game's folder that is only loaded by those who need it: `text`, `bot.greedy`."""
    return importlib.import_module(f"{__name__}.{game.slug}.{name}")
