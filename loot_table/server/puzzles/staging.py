"""A puzzle as a table that nobody plays at: frames of its position through the eyes of its seat, and what an answer is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from loot_table.engine import codec
from loot_table.engine.errors import IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.sentence import Sentence, Voice
from loot_table.engine.state import Action
from loot_table.games.puzzles import Puzzle, PuzzleSet, Stage, puzzles_of
from loot_table.review.puzzle_words import reasons, told_of, verdict
from loot_table.review.story import called
from loot_table.server import frames
from loot_table.server.happenings import Place
from loot_table.server.problems import Problem
from loot_table.server.table import LiveTable
from loot_table.server.telling import Manner

REMEMBERED: Final = 2000  # reasons: more than there are answers that anybody has looked at


def set_told(found: PuzzleSet, slug: str) -> dict[str, Any]:
    """All puzzles of a game, without a word about their answers."""
    return {
        "game": slug,
        "made": {name: found.made[name] for name in ("command", "date", "evaluators") if name in found.made},
        "puzzles": [
            {"id": each.id, "stars": each.stars, "rule": each.rule, "players": each.players, "steps": len(each.stages)}
            for each in found.puzzles
        ],
    }


def staged(puzzle: Puzzle, match: Match) -> LiveTable:
    """The table that the client draws. It has no name by which anybody could find it."""
    colours = puzzle.game.seat_colours + "abcdefgh"
    places = [
        Place("human" if seat == puzzle.seat else "bot", match.names[seat], colours[seat], is_ready=True)
        for seat in range(puzzle.players)
    ]
    table = LiveTable(f"puzzle-{puzzle.id}", game=puzzle.game, players=puzzle.players, places=places, match=match)
    table.phase, table.spectators, table.host = "playing", "off", puzzle.seat
    table.version, table.marks = match.version + 1, [match.version] * (match.version + 1)
    return table


def framed(puzzle: Puzzle, right: int, manner: Manner) -> dict[str, Any]:
    """The frame of the seat after so many right answers."""
    match = puzzle.after(right)
    before = 0 if right == 0 else puzzle.after(right - 1).version
    frame = frames.frame(staged(puzzle, match), puzzle.seat, manner)
    news = frame["match"]["news"]
    frame["match"]["news"] = [line for line in news if line["version"] > before] if right else news
    return frame


def attempted(puzzle: Puzzle, answers: list[dict[str, Any]], manner: Manner) -> dict[str, Any]:
    """What is asked; or the verdict about the newest answer, and what is asked next."""
    if not answers:
        return asked(puzzle, 0, manner)
    actions = checked(puzzle, answers[:-1])
    here = len(actions)
    if here >= len(puzzle.stages):
        raise Problem("this puzzle has no more to ask")
    match, stage = puzzle.after(here), puzzle.stages[here]
    action = puzzle.game.codec.action(plain(answers[-1]))
    refusal = match.why_not(puzzle.seat, action)
    if refusal is not None:
        raise IllegalAction(refusal, match.voice(manner.words))
    is_known = stage.of(action) is not None
    is_right = action == stage.best.action
    is_done = is_right and here + 1 == len(puzzle.stages)
    voice = match.voice(manner.words)
    told: dict[str, Any] = {
        "is_right": is_right,
        "is_done": is_done or not is_right,
        "says": [voice.told(each) for each in verdict(puzzle, here, match, action)],
        "why": [
            {"text": voice.told(text), "rule": rule}
            for text, rule in (known_reasons(puzzle.game.slug, puzzle.id, here, written(action)) if is_known else ())
        ],
        "answers": [answer_told(stage, each, match, voice, action) for each in range(len(stage.answers))],
    }
    return {**told, **asked(puzzle, here + 1, manner)} if is_right and not is_done else told


def asked(puzzle: Puzzle, right: int, manner: Manner) -> dict[str, Any]:
    frame = framed(puzzle, right, manner)
    voice = puzzle.match().voice(manner.words)
    return {"frame": frame, "asks": voice.told(told_of(puzzle, right)), "step": right, "steps": len(puzzle.stages)}


def answer_told(stage: Stage, number: int, match: Match, voice: Voice, given: Action) -> dict[str, Any]:
    """One answer with its chances, told when the puzzle has been answered."""
    answer = stage.answers[number]
    every = [each.action for each in stage.answers]
    return {
        "label": voice.told(called(match.game, match.names, match.state, answer.action, every)),
        "share": answer.share,
        "error": answer.error,
        "ends_in": answer.ends_in,
        "is_best": number == 0,
        "is_given": answer.action == given,
    }


def checked(puzzle: Puzzle, answers: list[dict[str, Any]]) -> list[Action]:
    """Answers that must have been right for the puzzle to go on."""
    if len(answers) > len(puzzle.stages):
        raise Problem("this puzzle has no more to ask")
    actions = [puzzle.game.codec.action(plain(each)) for each in answers]
    if any(stage.best.action != action for stage, action in zip(puzzle.stages, actions, strict=False)):
        raise Problem("an answer before the last one was not right: begin the puzzle again")
    return actions


def written(action: Action) -> bytes:
    return codec.dumps(codec.encode(action))


def plain(action: dict[str, Any]) -> dict[str, Any]:
    codec.check_plain(action)
    return action


@lru_cache(maxsize=REMEMBERED)
def known_reasons(slug: str, id: str, stage: int, answer: bytes) -> tuple[tuple[Sentence, str], ...]:
    """Why the best answer is better than this one: worked out once for each."""
    puzzle = puzzles_of(slug).find(id)
    assert puzzle is not None
    match = puzzle.after(stage)
    action = puzzle.game.codec.action(codec.loads(answer))
    return tuple([(each.says(), each.rule) for each in reasons(puzzle, stage, match, action)])
