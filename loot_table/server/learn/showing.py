"""Lessons as a browser gets them: the same frames as at a table, and what the lesson says beside."""

from __future__ import annotations

from typing import Any

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.options import as_dict
from loot_table.engine.sentence import Sentence, Voice
from loot_table.engine.state import Seat
from loot_table.games.rulebook import all_rules
from loot_table.learn.course import Course, Verdict
from loot_table.learn.lessons import FIRST_GAME, Do, Find, Legal, Lesson, Lessons, said
from loot_table.learn.quiz import Question
from loot_table.server import frames
from loot_table.server.happenings import Place
from loot_table.server.table import LiveTable
from loot_table.server.telling import Manner, refusal_told

PLAYS_ALONG = "apprentice"


# ---------------------------------------------------------------- what there is


def listed(game: Game, lessons: Lessons, manner: Manner) -> dict[str, Any]:
    """A game's lessons without what is in them."""
    voice = manner.voice(())
    return {
        "game": game.slug,
        "name": game.name,
        "lessons": [entry(lesson, voice) for lesson in lessons.lessons],
        "first_game": {"id": FIRST_GAME, "players": lessons.first_game.players},
    }


def entry(lesson: Lesson, voice: Voice) -> dict[str, Any]:
    kind = {Do: "do", Find: "find", Legal: "legal"}[type(lesson)]
    steps = len(lesson.steps) if isinstance(lesson, Do) else len(lesson.cards) if isinstance(lesson, Legal) else 1
    par = lesson.par if isinstance(lesson, Find) else None
    return {"id": lesson.id, "title": plain(voice, said(lesson.title)), "kind": kind, "steps": steps, "par": par}


def whole(game: Game, lessons: Lessons, manner: Manner) -> dict[str, Any]:
    """With the coach's notes, the words that explain themselves, and the first game."""
    voice = manner.voice(())
    first = lessons.first_game
    return {
        **listed(game, lessons, manner),
        "notes": [{"rule": note.rule, "say": voice.told(said(note.say))} for note in lessons.notes],
        "terms": [
            {
                "words": [plain(voice, said(word), False) for word in term.words],
                "say": voice.told(said(term.say)),
                "rule": term.rule,
            }
            for term in lessons.terms
        ],
        "first_game": {
            "id": FIRST_GAME,
            "players": first.players,
            "options": first.options,
            "bot": PLAYS_ALONG,
            "say": voice.told(said(first.say)),
        },
    }


def plain(voice: Voice, sentence: Sentence, is_whole: bool = True) -> str:
    return "".join([span.text for span in voice.spans(sentence, is_whole)])


# ---------------------------------------------------------------- a lesson at a table


def course_told(course: Course, verdict: Verdict | None, marks: list[int], manner: Manner) -> dict[str, Any]:
    """Where a lesson stands. `marks`: the match's version after each answer."""
    voice, lesson = course.match.voice(manner.words), course.lesson
    since = len(marks) - 1 if len(marks) > 1 else -1
    table = laid_out(course.match, course.seat, marks)
    return {
        "verdict": None if verdict is None else verdict_told(verdict, voice),
        "done": course.number,
        "of": len(lesson.steps) if isinstance(lesson, Do) else lesson.par,
        "kind": "do" if isinstance(lesson, Do) else "find",
        "title": plain(voice, said(lesson.title)),
        "says": voice.told(course.says),
        "show": list(course.shows),
        "rules": rules_told(course.match.game, course.rules),
        "is_done": course.is_done,
        "is_failed": course.is_failed,
        "stars": course.stars(),
        "log": frames.log_page(table, course.seat, 0, manner)[0],
        "frame": frames.frame(table, course.seat, manner, since),
    }


def verdict_told(verdict: Verdict, voice: Voice) -> dict[str, Any]:
    return {
        "is_right": verdict.is_right,
        "says": voice.told(verdict.says),
        "refusal": refusal_told(verdict.refusal, voice),
    }


def card_told(question: Question, number: int, lesson: Legal, guess: bool | None, manner: Manner) -> dict[str, Any]:
    """A card of the quiz; with a guess also its answer."""
    voice, game, card = question.match.voice(manner.words), question.match.game, question.card
    solved = None if guess is None else question.solved()
    return {
        "kind": "legal",
        "title": plain(voice, said(lesson.title)),
        "done": number,
        "of": len(lesson.cards),
        "says": voice.told(question.says),
        "show": list(card.show),
        "label": voice.told(question.action.label(question.match.state)),
        "solved": None
        if solved is None
        else {
            "is_right": guess == solved.is_legal,
            "is_legal": solved.is_legal,
            "says": voice.told(solved.says),
            "rule": solved.rule,
            "words": all_rules(game)[solved.rule],
            "show": [] if solved.refusal is None else list(solved.refusal.show),
        },
        "frame": frames.frame(laid_out(question.match, card.seat, [question.match.version]), card.seat, manner),
    }


def rules_told(game: Game, rules: tuple[str, ...]) -> list[dict[str, str]]:
    known = all_rules(game)
    return [{"rule": rule, "words": known[rule]} for rule in rules]


def laid_out(match: Match, seat: Seat, marks: list[int]) -> LiveTable:
    """A table that exists as long as it takes to look at it."""
    game = match.game
    table = LiveTable("lesson", "", game, match.players, as_dict(match.options), spectators="off", host=seat)
    table.places = [
        Place("human" if place == seat else "bot", name, game.seat_colours[place], None, True)
        for place, name in enumerate(match.names)
    ]
    for place in table.places:
        if place.kind == "bot":
            place.bot = PLAYS_ALONG
    table.phase, table.match = "over" if match.is_over else "playing", match
    table.version, table.marks = len(marks), list(marks)
    return table


def shown(course: Course) -> dict[str, Any]:
    """What would be right here, as an action and as it would be typed."""
    action = course.shown()
    line = games.part(course.match.game, "text").say(course.match.view(course.seat), action, course.match.names)
    return {"action": codec.encode(action), "line": line}
