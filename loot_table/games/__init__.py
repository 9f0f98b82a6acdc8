"""Finds the games: each folder here is one, and so is what other packages or the command line bring."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
import tomllib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from loot_table.engine.errors import BadInput, UnknownGame
from loot_table.engine.game import Game

GROUP = "loot_table.games"  # the entry point of packages that bring games
PATHS = "LOOT_GAMES"  # files and folders with games, as `loot serve --game` notes them for its processes
GENERAL = "loot_table.games.general"


@cache
def homes() -> dict[str, str]:
    """The module of every game by its slug."""
    found = {each.name: f"{__name__}.{each.name}" for each in pkgutil.iter_modules(__path__) if each.ispkg}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        found.setdefault(entry.name, entry.value.split(":")[0])
    for path in filter(None, os.environ.get(PATHS, "").split(os.pathsep)):
        slug, module = brought(Path(path))
        found[slug] = module
    return found


def brought(path: Path) -> tuple[str, str]:
    """A game from a file `noughts.py`, or from a package's folder."""
    file = path / "__init__.py" if path.is_dir() else path
    name = path.stem
    if not file.is_file():
        raise BadInput(f"no game is at {path}")
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=[str(path)] if path.is_dir() else None
    )
    if spec is None or spec.loader is None:
        raise BadInput(f"{path} is no Python file")
    if name not in sys.modules:
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise BadInput(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    game = getattr(sys.modules[name], "GAME", None)
    if not isinstance(game, Game):
        raise BadInput(f"{path} has no GAME")
    return game.slug, name


def bring(path: Path) -> Game:
    """Add a game from a file or a folder, for this process and those it starts."""
    slug, _ = brought(path)
    paths = [*filter(None, os.environ.get(PATHS, "").split(os.pathsep)), str(path.resolve())]
    os.environ[PATHS] = os.pathsep.join(dict.fromkeys(paths))
    homes.cache_clear()
    slugs.cache_clear()
    return load(slug)


@cache
def slugs() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(sorted(homes()))


def called(name: str) -> Game:
    """A game by its name, or by the file or folder it is in."""
    return bring(Path(name)) if name.endswith(".py") or os.sep in name else load(name)


def load(slug: str) -> Game:
    """A game by its name."""
    if slug not in homes():
        raise UnknownGame(f'no game is called "{slug}"; there are {", ".join(slugs())}')
    game = importlib.import_module(homes()[slug]).GAME
    assert isinstance(game, Game)
    assert game.slug == slug
    return game


def all_games() -> list[Game]:
    return [load(slug) for slug in slugs()]


def has_part(game: Game, name: str) -> bool:
    return is_there(homes().get(game.slug, game.slug), name)


@cache
def is_there(home: str, name: str) -> bool:
    try:
        return importlib.util.find_spec(f"{home}.{name}") is not None
    except ModuleNotFoundError:  # of the folder that it would stand in
        return False


def part(game: Game, name: str) -> ModuleType:
    """A part of a game's folder that is only loaded by those who need it: `text`, `bot.greedy`. A game without a `text` or
    a `scene` has the general one."""
    return room(homes().get(game.slug, game.slug), name)


@cache
def room(home: str, name: str) -> ModuleType:
    is_general = name in ("text", "scene") and not is_there(home, name)
    return importlib.import_module(GENERAL if is_general else f"{home}.{name}")


def kinds(game: Game, of: type[Any]) -> list[type[Any]]:
    """Every kind of action, decision or event that a game has: the classes below one, in the game's own modules."""
    home = homes()[load(game.slug).slug]
    found, below = [], of.__subclasses__()
    while below:
        kind = below.pop()
        below += kind.__subclasses__()
        if kind.__module__ == home or kind.__module__.startswith(home + "."):
            found.append(kind)
    return found


NO_GUIDE = ModuleType("guide")


def guide(game: Game) -> ModuleType:
    """What the game tells a player beside the board (`engine/guide.py`); for a game that says nothing, an empty one."""
    return part(game, "guide") if has_part(game, "guide") else NO_GUIDE


def folder(game: Game) -> Path | None:
    """Where the game's own files are; none for a game that is one file."""
    spec = importlib.util.find_spec(homes()[game.slug]) if game.slug in homes() else None
    places = spec.submodule_search_locations if spec is not None else None
    return Path(places[0]) if places else None


@cache
def measured(slug: str) -> dict[str, Any] | None:
    """What the lab has measured of the shipped design (`scripts/findings.py`), with its date; none where nobody has."""
    home = folder(load(slug))
    path = None if home is None else home / "measured.toml"
    if path is None or not path.is_file():
        return None
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    rulings = [{**each, "date": each["date"].isoformat()} for each in found.get("rulings", [])]
    return {**found, "date": found["date"].isoformat(), "rulings": rulings}
