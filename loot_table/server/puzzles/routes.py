"""The routes of puzzles. Nothing is kept: whoever asks says what was answered so far. The answer is never told before."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loot_table import games
from loot_table.engine import codec
from loot_table.games.puzzles import Puzzle, puzzles_of
from loot_table.server import questions
from loot_table.server.asking import answered, body, check_budget, told
from loot_table.server.limits import MINUTE, Quota
from loot_table.server.problems import NotFound, Problem
from loot_table.server.puzzles.messages import attempt, puzzle_question
from loot_table.server.puzzles.staging import attempted, checked, set_told, staged
from loot_table.server.telling import Manner

READS: Quota = ((240, MINUTE),)
QUESTIONS: Quota = ((600, MINUTE),)


@cache
def all_told(slug: str) -> bytes:
    return codec.dumps(set_told(puzzles_of(slug), slug))


def game_in(request: Request) -> str:
    slug: str = request.path_params["slug"]
    if slug not in games.slugs():
        raise NotFound("there is no such game")
    return slug


def puzzle_in(request: Request) -> Puzzle:
    found = puzzles_of(game_in(request)).find(request.path_params["puzzle"])
    if found is None:
        raise NotFound("there is no such puzzle")
    return found


async def list_puzzles(request: Request) -> Response:
    return told(all_told(game_in(request)))


async def try_puzzle(request: Request) -> Response:
    """The position and the question; or what the newest answer comes to."""
    check_budget(request, READS, "puzzle")
    puzzle = puzzle_in(request)
    said = attempt.decode(await body(request))
    manner = Manner(said.form, said.language)
    return answered(await asyncio.to_thread(attempted, puzzle, said.answers, manner))


async def ask_puzzle(request: Request) -> Response:
    """As a seat asks at a table: why not, what if, what a typed line means."""
    check_budget(request, QUESTIONS, "puzzle question")
    puzzle = puzzle_in(request)
    said = puzzle_question.decode(await body(request))
    manner = Manner(said.form, said.language)
    right = len(checked(puzzle, said.answers))
    if right >= len(puzzle.stages):
        raise Problem("this puzzle has no more to ask")
    table = staged(puzzle, puzzle.after(right))
    return answered({"answer": questions.answer(table, puzzle.seat, said.question, manner)})


def puzzle_api() -> list[Any]:
    at = "/puzzles/{slug}"
    return [
        Route(at, list_puzzles),
        Route(at + "/{puzzle}", try_puzzle, methods=["POST"]),
        Route(at + "/{puzzle}/ask", ask_puzzle, methods=["POST"]),
    ]
