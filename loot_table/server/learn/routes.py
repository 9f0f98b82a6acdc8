"""The routes of lessons. A lesson is played again from its answers at every request: it is short, and nothing is kept."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadLesson
from loot_table.engine.game import Game
from loot_table.learn.course import Course, Verdict
from loot_table.learn.lessons import Legal, has_lessons, lessons_of
from loot_table.learn.quiz import Question
from loot_table.server.asking import answered, body, check_budget, told_to_all
from loot_table.server.learn.messages import LessonAnswer, lesson_answer
from loot_table.server.learn.showing import card_told, course_told, laid_out, listed, shown, whole
from loot_table.server.limits import MINUTE, Quota
from loot_table.server.problems import NotFound, NotNow, Problem
from loot_table.server.questions import answer as answer_to
from loot_table.server.telling import Manner

ANSWERS: Quota = ((60, 10.0), (240, MINUTE))  # of an address: a class of thirty learns at once
MOST_BODY = 32 * 1024


@cache
def all_told(language: str) -> bytes:
    shelf = sorted(filter(has_lessons, games.all_games()), key=lambda game: (game.shelf.place, game.name))
    return codec.dumps({"games": [listed(game, lessons_of(game.slug), Manner(language=language)) for game in shelf]})


@cache
def game_told(slug: str, language: str) -> bytes:
    """Also of a game that is not taught: whoever sits at its table asks for its words."""
    game = games.load(slug)
    if not has_lessons(game):
        return codec.dumps(
            {"game": slug, "name": game.name, "lessons": [], "notes": [], "terms": [], "first_game": None}
        )
    return codec.dumps(whole(game, lessons_of(slug), Manner(language=language)))


def asked_language(request: Request) -> str:
    """Only languages that are here: what is told is kept."""
    manner = Manner(language=request.query_params.get("language", "en")[:16])
    return manner.words.name


def game_of(request: Request) -> Game:
    slug = request.path_params["slug"]
    if slug not in games.slugs() or not has_lessons(games.load(slug)):
        raise NotFound("there are no lessons of such a game")
    return games.load(slug)


async def all_lessons(request: Request) -> Response:
    return told_to_all(request, all_told(asked_language(request)))


async def lessons_of_game(request: Request) -> Response:
    slug = request.path_params["slug"]
    if slug not in games.slugs():
        raise NotFound("there is no such game")
    return told_to_all(request, game_told(slug, asked_language(request)))


async def one_lesson(request: Request) -> Response:
    """The table of a lesson after some answers, and what becomes of one more."""
    check_budget(request, ANSWERS, "lesson")
    game = game_of(request)
    said = lesson_answer.decode(await body(request, MOST_BODY))
    try:
        lesson = lessons_of(game.slug).called(request.path_params["lesson"])
    except BadLesson as error:
        raise NotFound(str(error)) from None
    if isinstance(lesson, Legal):
        return answered(on_card(game, lesson, said))
    course = Course(game, lesson)
    marks = [course.match.version]
    for plain in said.answers:
        if course.is_over or not course.answer(read(game, plain)).is_right:
            raise NotNow("the lesson has changed since; start it again")
        marks.append(course.match.version)
    return answered(in_course(course, marks, said))


def read(game: Game, plain: Any) -> Any:
    codec.check_plain(plain)
    return game.codec.action(plain)


def in_course(course: Course, marks: list[int], said: LessonAnswer) -> dict[str, Any]:
    manner = Manner(language=said.language)
    if said.ask is not None:
        return {"answer": answer_to(laid_out(course.match, course.seat, marks), course.seat, said.ask, manner)}
    if said.show:
        if course.is_over:
            raise NotNow("the lesson is over")
        try:
            return {"shown": shown(course)}
        except BadLesson as error:
            raise NotNow(str(error)) from None
    verdict: Verdict | None = None
    if said.attempt is not None:
        if course.is_over:
            raise NotNow("the lesson is over")
        verdict = course.answer(read(course.game, said.attempt))
        if verdict.is_right:
            marks = [*marks, course.match.version]
    return course_told(course, verdict, marks, manner)


def on_card(game: Game, lesson: Legal, said: LessonAnswer) -> dict[str, Any]:
    number = len(said.answers)
    if number >= len(lesson.cards):
        raise NotNow("these were all the cards")
    question = Question(game, lesson.cards[number])
    manner = Manner(language=said.language)
    if said.ask is not None or said.show or isinstance(said.attempt, dict):
        raise Problem("a card is answered by true or false")
    return card_told(question, number, lesson, said.attempt, manner)


def learn_api() -> list[Any]:
    return [
        Route("/lessons", all_lessons),
        Route("/lessons/{slug}", lessons_of_game),
        Route("/lessons/{slug}/{lesson}", one_lesson, methods=["POST"]),
    ]
