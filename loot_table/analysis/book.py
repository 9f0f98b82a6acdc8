"""A game's opening book: what its search thinks of the first turns, found out once and kept with what made it.

It stands in `bot/book.toml` of the game's folder and holds for the game's own rules and components alone. Only analysis
reads it: bots think for themselves, so that games differ.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from loot_table import games
from loot_table.analysis.looking import analysis_of, remembered
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.thought import never

FILE: Final = "book.toml"
MEMORY: Final = 24  # megabytes that the search remembers in while a book is made
CLOSE: Final = 0.02  # of the victory: a turn that promises so much less than the best is not gone on with


@dataclass(frozen=True)
class Opening:
    """A position of the book, with its best turns."""

    position: str
    depth: int
    turns: tuple[tuple[str, float], ...]  # a turn and the chance of who plays it, the best first


@dataclass(frozen=True)
class Book:
    made: Mapping[str, Any]  # of what, when and by which command
    openings: Mapping[str, Opening]


EMPTY: Final = Book({}, {})


@cache
def book_of(slug: str) -> Book:
    """The book that came with a game; an empty one where it has none, or one of other rules."""
    if slug not in games.homes():
        return EMPTY
    game = games.load(slug)
    home = games.folder(game)
    path = None if home is None else home / "bot" / FILE
    if path is None or not path.is_file():
        return EMPTY
    book = read(path)
    is_ours = book.made["rules"] == game.rules_version and book.made["components"] == game.components(None).hash
    return book if is_ours else EMPTY


def read(path: Path) -> Book:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    openings = [
        Opening(each["position"], each["depth"], tuple((turn, chance) for turn, chance in each["turns"]))
        for each in told["opening"]
    ]
    return Book(told["made"], {each.position: each for each in openings})


def opening_at(match: Match) -> Opening | None:
    """What the book says of where a match stands."""
    game = match.game
    if match.is_over or match.options != game.options() or match.component_data is not None:
        return None
    return book_of(game.slug).openings.get(game.write_position(match.state))


# ---------------------------------------------------------------- making


def openings(game: Game, plies: int, lines: int, positions: int) -> Iterator[Opening]:
    """The beginning and what the most promising turns lead to, so many plies deep, each looked at for so many positions."""
    seen: set[str] = set()
    front = [Match(game, game.least_players)]
    for _ in range(plies):
        after: list[Match] = []
        for match in front:
            where = game.write_position(match.state)
            if match.is_over or where in seen:
                continue
            seen.add(where)
            # By itself, as a position has no past: another way may lead there.
            opening = looked_at(Match(game, match.players, position=where), lines, positions)
            yield opening
            after += [gone_on(match, turn) for turn, _ in promising(opening)]
        front = after


def looked_at(match: Match, lines: int, positions: int) -> Opening:
    """By the last depth that is whole: values of different depths do not compare. The same question gives the same answer on
    every machine."""
    engine = analysis_of(match.game)
    whole: list[Any] = []

    def keep(finding: Any) -> None:
        if all(each.depth == finding.depth for each in finding.prospects):
            whole.append(finding)

    memory = remembered(MEMORY, engine.PLACE)
    keep(engine.analyse(match.state, lines, never, keep, positions, engine.DEEPEST, memory))
    found = whole[-1]
    turns = [(engine.written(match.state, each.line)[0], round(each.chance, 4)) for each in found.prospects]
    return Opening(match.game.write_position(match.state), found.depth, tuple(turns))


def promising(opening: Opening) -> Sequence[tuple[str, float]]:
    best = opening.turns[0][1]
    return [each for each in opening.turns if each[1] >= best - CLOSE]


def gone_on(match: Match, turn: str) -> Match:
    after = match.at(match.version)
    after.play(after.to_act, games.part(match.game, "position").read_turn(turn))
    return after


def laid_out(book: Book) -> str:
    """As a file, a position on four lines."""
    lines = ["# What the game's own search thinks of the first turns, made by the command below.", "", "[made]"]
    lines += [f"{name} = {quoted(value)}" for name, value in book.made.items()]
    for each in book.openings.values():
        turns = ", ".join(f'["{turn}", {chance}]' for turn, chance in each.turns)
        lines += ["", "[[opening]]", f'position = "{each.position}"', f"depth = {each.depth}", f"turns = [{turns}]"]
    return "\n".join(lines) + "\n"


def quoted(value: object) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'


Tell = Callable[[int, Opening], None]


def made(game: Game, plies: int, lines: int, positions: int, about: Mapping[str, Any], tell: Tell) -> Book:
    """The book, each position told when it is done. `about`: what else to say of how it was made."""
    found: dict[str, Opening] = {}
    for number, opening in enumerate(openings(game, plies, lines, positions), 1):
        found[opening.position] = opening
        tell(number, opening)
    known = {"game": game.slug, "rules": game.rules_version, "components": game.components(None).hash}
    return Book({**known, **about, "positions": positions, "plies": plies}, found)
