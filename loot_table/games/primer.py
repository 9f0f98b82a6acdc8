"""The first page of a game (`primer.toml`): its pitch, one turn in pictures, an aid, and pictures of rules.

A picture is a position and a sentence beside the rule that it explains. It can also show what an action does, as a second
picture after it, or that the rule forbids one: then the refusal's own marks are lit. Everything is checked against the
rules that are played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.state import NATURE, SPECTATOR, Refusal, Seat
from loot_table.games.rulebook import numbered

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
AREAS = ("board", "mine", "both")
LONGEST = 160  # letters of a sentence beside a picture


@dataclass(frozen=True)
class Picture:
    rule: str
    text: str
    players: int
    position: Any = None  # none: as the game begins
    seat: Seat = 0  # through whose eyes
    options: Mapping[str, Any] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    shows: str = "board"  # the board, what is the seat's own, or both
    does: tuple[Mapping[str, Any], ...] = ()  # actions that lead to the second picture
    luck: tuple[int, ...] = ()  # what nature answers to them; then its first outcome
    after: str = ""  # the sentence beside the second picture
    fails: Mapping[str, Any] | None = None  # an action that this rule forbids
    near: tuple[float, ...] = ()  # what of a square board is looked at: left, top and size, as parts of its side
    walk: int = 0  # where it stands in the walk through one turn, from 1 on


@dataclass(frozen=True)
class Line:
    """Of the aid: some words and the rule behind them."""

    text: str
    rule: str


@dataclass(frozen=True)
class Primer:
    pitch: str
    may: tuple[Line, ...]
    mind: tuple[Line, ...]
    ends: tuple[Line, ...]
    pictures: tuple[Picture, ...]

    def walk(self) -> list[int]:
        """The numbers of the pictures that show one turn, in order."""
        return sorted(
            (number for number, picture in enumerate(self.pictures) if picture.walk),
            key=lambda number: self.pictures[number].walk,
        )


@cache
def primer(slug: str) -> Primer | None:
    """None for a game that brings none."""
    home = games.folder(games.load(slug))
    path = None if home is None else home / "primer.toml"
    if path is None or not path.is_file():
        return None
    return read_primer(games.load(slug), path.read_text(encoding="utf-8"))


def read_primer(game: Game, text: str) -> Primer:
    plain, rules = tomllib.loads(text), numbered(game.slug)
    aid = plain.get("aid", {})
    lines = {
        name: tuple([Line(str(one[0]), str(one[1])) for one in aid.get(name, [])]) for name in ("may", "mind", "ends")
    }
    pictures = tuple([read_picture(one) for one in plain.get("picture", [])])
    named = [line.rule for part in lines.values() for line in part] + [picture.rule for picture in pictures]
    for rule in named:
        if rule not in rules:
            raise BadInput(f"{game.name} has no rule {rule}, which its primer names")
    return Primer(" ".join(str(plain["pitch"]).split()), lines["may"], lines["mind"], lines["ends"], pictures)


def read_picture(plain: Mapping[str, Any]) -> Picture:
    known = {**plain, **{name: tuple(plain.get(name, ())) for name in ("marks", "luck", "near")}}
    does = plain.get("does", [])
    known["does"] = tuple(does) if isinstance(does, list) else (does,)
    picture = Picture(**known)
    if picture.shows not in AREAS:
        raise BadInput(f"{picture.rule}: a picture shows {', '.join(AREAS)}")
    if picture.near and not (len(picture.near) == 3 and all(0 <= part <= 1 for part in picture.near)):
        raise BadInput(f"{picture.rule}: near is left, top and size, each a part of the board's side")
    for sentence in (picture.text, picture.after):
        if len(sentence) > LONGEST:
            raise BadInput(f"{picture.rule}: a sentence beside a picture has at most {LONGEST} letters: {sentence}")
    return picture


def match_of(game: Game, picture: Picture) -> Match:
    """The table of a picture."""
    return Match(
        game, picture.players, dict(picture.options), position=picture.position, names=NAMES[: picture.players]
    )


def match_after(game: Game, picture: Picture) -> Match:
    """The same after what is done."""
    match, luck = match_of(game, picture), list(picture.luck)
    for action in picture.does:
        match.play(match.to_act, game.codec.action(dict(action)))
        while match.to_act == NATURE:
            match.happen(luck.pop(0) if luck else match.state.outcomes()[0][0])
    return match


def refusal_of(game: Game, picture: Picture) -> Refusal:
    """Why what the picture shows is forbidden."""
    match = match_of(game, picture)
    refusal = match.why_not(match.to_act, game.codec.action(dict(picture.fails or {})))
    if refusal is None:
        raise BadInput(f"{picture.rule}: {picture.fails} is legal")
    return refusal


def marks_of(game: Game, picture: Picture) -> tuple[str, ...]:
    lit = refusal_of(game, picture).show if picture.fails is not None else ()
    return (*lit, *[mark for mark in picture.marks if mark not in lit])


def audience(picture: Picture) -> Seat:
    return picture.seat if picture.seat >= 0 else SPECTATOR
