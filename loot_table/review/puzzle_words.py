"""Puzzles in words: what is asked, what an answer comes to, and why the best one is best."""

from __future__ import annotations

from typing import Final

from loot_table.engine.match import Entry, Match
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Action
from loot_table.games.puzzles import Answer, Puzzle
from loot_table.review.effort import effort_for
from loot_table.review.moments import Moment
from loot_table.review.story import Reason, called, reach, reasons_for
from loot_table.review.valuing import Evaluator

ALONE: Final = 1


def told_of(puzzle: Puzzle, stage: int) -> Sentence:
    """The question, without a word about the answer."""
    best = puzzle.stages[stage].best
    if best.ends_in is not None and best.ends_in == ALONE:
        return say("One answer wins at once. Which?")
    if best.ends_in is not None and best.ends_in > 0:
        return say("One answer wins for certain, in {turns} turns of yours. Which?", turns=best.ends_in)
    if any(each.ends_in is not None and each.ends_in < 0 for each in puzzle.stages[stage].answers[1:2]):
        return say("All answers lose for certain, but one. Which?")
    return say("One answer is clearly better than all others, by what you can see. Which?")


def verdict(puzzle: Puzzle, stage: int, match: Match, action: Action) -> list[Sentence]:
    """What an answer comes to, beside the best."""
    asked = puzzle.stages[stage]
    every = [each.action for each in asked.answers]
    given = called(match.game, match.names, match.state, action, every)
    best = called(match.game, match.names, match.state, asked.best.action, every)
    if action == asked.best.action:
        return [say("Right: {best}. {comes_to}", best=best, comes_to=comes_to(asked.best)), ahead(puzzle, stage)]
    found = asked.of(action)
    if found is None:
        mine = say("{given}: so far behind at first sight that nobody has looked twice.", given=given)
    else:
        mine = say("{given}. {comes_to}", given=given, comes_to=comes_to(found))
    return [mine, say("Better: {best}. {comes_to}", best=best, comes_to=comes_to(asked.best)), ahead(puzzle, stage)]


def comes_to(answer: Answer) -> Sentence:
    if answer.ends_in is not None and answer.ends_in > 0:
        return say("It wins for certain.")
    if answer.ends_in is not None:
        return say("It loses for certain.")
    if not answer.error:
        return say("It promises {points} points of victory.", points=points(answer.share))
    told, error = points(answer.share), reach(answer.error)
    return say("It promises {points} points of victory (± {error}).", points=told, error=error)


def ahead(puzzle: Puzzle, stage: int) -> Sentence:
    """By how much the best answer leads, as far as that is known."""
    asked = puzzle.stages[stage]
    if not asked.error:
        return say("No other answer comes nearer than {points} points.", points=points(asked.margin))
    told, error = points(asked.margin), reach(asked.error)
    return say("The second best answer is {points} points behind (± {error}).", points=told, error=error)


def points(share: float) -> str:
    return f"{100 * share:.0f}"


def reasons(puzzle: Puzzle, stage: int, match: Match, action: Action) -> tuple[Reason, ...]:
    """What follows more often on the best answer than on another: on the one given, or on the second best."""
    asked = puzzle.stages[stage]
    best = asked.best.action
    other = asked.answers[1].action if action == best else action
    if asked.best.ends_in is not None:
        return ()
    evaluator = Evaluator(puzzle.game, puzzle.players, match.components.hash, effort_for(puzzle.game))
    if evaluator.search is not None:
        return ()
    found = reasons_for(Moment(0, match.state, Entry(puzzle.seat, action=best)), evaluator, other, best)
    return tuple(
        [each for each in found if 1.0 not in (each.after_best, each.after_played)]
    )  # that is the answer itself
