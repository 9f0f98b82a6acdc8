"""The lessons of a game as its `lessons.toml` writes them: read here, and refused with the place of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from loot_table import games
from loot_table.engine.components import read_toml
from loot_table.engine.errors import BadComponents, BadLesson
from loot_table.engine.game import Game
from loot_table.engine.sentence import HOLE, Name, Sentence
from loot_table.games.rulebook import all_rules

FILE: Final = "lessons.toml"
FIRST_GAME: Final = "first-game"  # stands after the lessons of every game that has some
MOST_LETTERS: Final = 140  # of a sentence: a bubble that is read at a glance
MOST_TITLE: Final = 28
MOST_STEPS: Final = 12
OVER_PAR: Final = 3  # moves beyond par after which a search begins again
WHY: Final = "why"  # everything but what is accepted is against the rules
IDS: Final = re.compile("[a-z][a-z0-9-]{1,23}")
MARK: Final = re.compile(r"[a-z]+:[\w@,.:-]{1,40}")
# Why no lesson teaches a rule.
REASONS: Final = {
    "table": "the table sees to it by itself",
    "option": "it matters only under an option",
    "rare": "it comes up seldom, and is told when it does",
    "follows": "it follows from a rule that is taught",
    "manners": "it is about the people at the table",
}

Answer = str | dict[str, Any]  # a typed line of the game, or fields of an action's JSON: those named must agree


class Setting(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A table that is made for a lesson, and what happens on it before the learner is asked."""

    players: int
    seat: int = 0  # the learner's
    names: list[str] = []
    options: dict[str, str | int | bool] = {}
    position: str | dict[str, Any] | list[Any] | None = None  # as the game's position.py reads it; none: the set-up
    luck: list[str] = []  # outcomes by their names
    others: list[Answer] = []  # what the other seats do


class Tempting(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A wrong try that the lesson counts on: the rules refuse it, by this rule."""

    attempt: Answer = msgspec.field(name="try")
    rule: str


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """One thing to do."""

    say: str
    accept: list[Answer]
    show: list[str] = []  # marks, as `Refusal.show`
    rules: list[str] = []  # the rules behind it
    otherwise: str = WHY  # or what is said to something that is allowed but not wanted now
    then: str = ""
    tempting: list[Tempting] = []
    luck: list[str] = []
    others: list[Answer] = []


class Do(Setting, forbid_unknown_fields=True, frozen=True, kw_only=True, tag_field="kind", tag="do"):
    """Scripted steps."""

    id: str
    title: str
    rules: list[str] = []
    steps: list[Step] = msgspec.field(name="step")
    want: dict[str, Any]  # an event that has happened at the end


class Find(Setting, forbid_unknown_fields=True, frozen=True, kw_only=True, tag_field="kind", tag="find"):
    """Any line that reaches the goal."""

    id: str
    title: str
    rules: list[str] = []
    say: str
    show: list[str] = []
    want: dict[str, Any]
    avoid: dict[str, Any] = {}
    par: int
    solution: list[Answer]
    then: str = ""


class Card(Setting, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A position and something that may be allowed there or not."""

    say: str
    attempt: Answer = msgspec.field(name="try")
    rule: str  # that forbids it; or by which it is allowed
    then: str = ""  # why it is allowed; what is not, the rules explain themselves
    show: list[str] = []


class Legal(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True, tag_field="kind", tag="legal"):
    """Legal or not?"""

    id: str
    title: str
    cards: list[Card] = msgspec.field(name="card")


Lesson = Do | Find | Legal


class FirstGame(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The game after the lessons: a real table against Apprentices, with the coach."""

    players: int
    say: str
    options: dict[str, str | int | bool] = {}


class Note(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What the coach says when a rule matters for the first time."""

    rule: str
    say: str


class Term(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A word on the table that explains itself."""

    words: list[str]
    say: str
    rule: str = ""


class Lessons(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """All that a game teaches."""

    lessons: list[Lesson] = msgspec.field(name="lesson")
    first_game: FirstGame
    notes: list[Note] = msgspec.field(name="note", default=[])
    terms: list[Term] = msgspec.field(name="term", default=[])
    untaught: dict[str, list[str]] = {}  # by a reason: rules that no lesson teaches

    def called(self, id: str) -> Lesson:
        for lesson in self.lessons:
            if lesson.id == id:
                return lesson
        known = ", ".join(lesson.id for lesson in self.lessons)
        raise BadLesson(f'there is no lesson "{id:.40}"; there are {known}')


def has_lessons(game: Game) -> bool:
    home = games.folder(game)
    return home is not None and (home / FILE).is_file()


@cache
def lessons_of(slug: str) -> Lessons:
    """The lessons of a game, checked as far as one can without playing them (`rehearsal.py` plays them)."""
    game = games.load(slug)
    home = games.folder(game)
    if home is None or not (home / FILE).is_file():
        raise BadLesson(f"{game.name} has no lessons yet")
    try:
        data = read_toml(home / FILE)
    except BadComponents as error:
        raise BadLesson(f"{slug}/{error}") from None
    return read_lessons(data, game)


def read_lessons(data: Mapping[str, Any], game: Game) -> Lessons:
    where = f"{game.slug}/{FILE}"
    for number, plain in enumerate(data.get("lesson", [])):
        named = plain.get("id", number + 1) if isinstance(plain, dict) else number + 1
        convert(plain, Lesson, f"{where}, lesson {named}")
    found = convert(dict(data), Lessons, where)
    assert isinstance(found, Lessons)
    for trouble in troubles(found, game):
        raise BadLesson(f"{where}, {trouble}")
    return found


def convert(plain: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        said = str(error).replace(" - at `$.", ", at `").replace(" - at `$`", "")
        raise BadLesson(f"{where}: {said}") from None


# ---------------------------------------------------------------- what is wrong


def troubles(found: Lessons, game: Game) -> Iterator[str]:
    """What is wrong, each with its place; the first is told."""
    ids = [lesson.id for lesson in found.lessons]
    for id in ids:
        if not IDS.fullmatch(id):
            yield f'lesson {id}: an "id" is small letters, digits and hyphens, at most 24'
        if ids.count(id) > 1 or id == FIRST_GAME:
            yield f'lesson {id}: two things have this "id"'
    for lesson in found.lessons:
        for said in in_lesson(lesson, game):
            yield f"lesson {lesson.id}, {said}"
    for rule, what in rules_named(found):
        if rule not in all_rules(game):
            yield f"{what}: there is no rule {rule}"
    yield from in_rest(found, game)


def in_rest(found: Lessons, game: Game) -> Iterator[str]:
    game.check_players(found.first_game.players)
    yield from sentence("first_game: say", found.first_game.say, 0)
    for note in found.notes:
        yield from sentence(f"note {note.rule}: say", note.say, 0)
        if [other.rule for other in found.notes].count(note.rule) > 1:
            yield f"note {note.rule}: there are two"
    for term in found.terms:
        if not term.words or not all(1 <= len(word) <= MOST_TITLE for word in term.words):
            yield f'term {term.words}: "words" are texts of 1 to {MOST_TITLE} characters'
        yield from sentence(f"term {term.words}: say", term.say, 0)
    for reason in found.untaught:
        if reason not in REASONS:
            yield f'untaught: "{reason}" is no reason; there are {", ".join(REASONS)}'


def in_lesson(lesson: Lesson, game: Game) -> Iterator[str]:
    if not 1 <= len(lesson.title) <= MOST_TITLE:
        yield f'"title" has {len(lesson.title)} characters: 1 to {MOST_TITLE}'
    if isinstance(lesson, Legal):
        for number, card in enumerate(lesson.cards, 1):
            for said in (*in_setting(card, game), *sayings(card, ("say", "then")), *marks_in(card.show)):
                yield f"card {number}: {said}"
        return
    yield from in_setting(lesson, game)
    if isinstance(lesson, Find):
        yield from (*sayings(lesson, ("say", "then")), *marks_in(lesson.show))
        if not 1 <= lesson.par <= MOST_STEPS:
            yield f'"par" is 1 to {MOST_STEPS} moves, not {lesson.par}'
        return
    if not 1 <= len(lesson.steps) <= MOST_STEPS:
        yield f"it has {len(lesson.steps)} steps: 1 to {MOST_STEPS}"
    for number, step in enumerate(lesson.steps, 1):
        for said in (*sayings(step, ("say", "otherwise", "then"), lesson.players), *marks_in(step.show)):
            yield f"step {number}: {said}"
        if not step.accept:
            yield f'step {number}: "accept" names at least one answer'


def in_setting(made: Setting, game: Game) -> Iterator[str]:
    if not game.least_players <= made.players <= game.most_players:
        yield f'"players" are {game.least_players} to {game.most_players}, not {made.players}'
    elif not 0 <= made.seat < made.players:
        yield f'"seat" is 0 to {made.players - 1}, not {made.seat}'
    elif made.names and len(made.names) != made.players:
        yield f'"names" are {made.players} names, or none'


def sayings(thing: Any, fields: tuple[str, ...], players: int | None = None) -> Iterator[str]:
    for name in fields:
        text = getattr(thing, name)
        if text or name == "say":
            yield from sentence(f'"{name}"', text, thing.players if players is None else players)


def sentence(what: str, text: str, players: int) -> Iterator[str]:
    if not 1 <= len(text) <= MOST_LETTERS:
        yield f"{what} has {len(text)} characters: 1 to {MOST_LETTERS}"
    for hole in HOLE.findall(text):
        if not (hole.isdecimal() and int(hole) < players):
            yield f"{what} has a hole {{{hole}}}: a hole is a seat's number, for the name of who sits there"


def marks_in(show: list[str]) -> Iterator[str]:
    for mark in show:
        if not MARK.fullmatch(mark):
            yield f'"show": a mark is written as "seat:1" or "cell:e4", not {mark}'


def rules_named(found: Lessons) -> Iterator[tuple[str, str]]:
    """Every rule that is named, and where."""
    for lesson in found.lessons:
        for rule in rules_in(lesson):
            yield rule, f"lesson {lesson.id}"
    for note in found.notes:
        yield note.rule, "a note"
    for term in found.terms:
        if term.rule:
            yield term.rule, f"term {term.words}"
    for reason, rules in found.untaught.items():
        for rule in rules:
            yield rule, f"untaught.{reason}"


def rules_in(lesson: Lesson) -> list[str]:
    """What a lesson teaches."""
    if isinstance(lesson, Legal):
        return [card.rule for card in lesson.cards]
    if isinstance(lesson, Find):
        return list(lesson.rules)
    named = [rule for step in lesson.steps for rule in (*step.rules, *[each.rule for each in step.tempting])]
    return [*lesson.rules, *named]


# ---------------------------------------------------------------- what people read


def said(template: str, players: int = 0) -> Sentence:
    """A lesson's sentence; `{1}` is who sits on seat 1."""
    return Sentence(template, {str(seat): Name(seat) for seat in range(players)})


def templates(data: Mapping[str, Any]) -> Iterator[str]:
    """All that people read in the data of a file, for the catalogue."""
    for key, value in data.items():
        if key in ("say", "then", "title") or (key == "otherwise" and value != WHY):
            yield str(value)
        elif key == "words":
            yield from value
        elif isinstance(value, dict) and key not in ("position", "options", "want", "avoid"):
            yield from templates(value)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, dict) and key not in ("accept", "others", "solution", "tempting"):
                    yield from templates(item)
