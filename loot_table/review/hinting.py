"""A hint: what a Burglar would do here, and what else one could, with chances and a reason.

It gets the view of the seat that decides and nothing else of the table, so that it can tell nothing that this seat does not
know. It is made as a decision is judged after the game (`judging.py`), with less effort.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from loot_table import bots
from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.match import Entry
from loot_table.engine.random import Random
from loot_table.engine.sentence import Sentence, Voice, Words, say
from loot_table.engine.state import View
from loot_table.review.effort import effort_for
from loot_table.review.judging import Candidate, judge
from loot_table.review.lines import judge_by_search, judge_by_solution
from loot_table.review.moments import Moment
from loot_table.review.story import Reason, called, reasons_for
from loot_table.review.valuing import Evaluator

LEVEL: Final = "burglar"
STAGES: Final = 1  # of those that a review has
POSITIONS: Final = 40_000  # that a game's own search looks at, at most


@dataclass(frozen=True)
class Hint:
    """`answers`: one or two, the better first; `burglar`: which of them a Burglar gives."""

    answers: tuple[Candidate, ...]
    burglar: int
    reasons: tuple[Reason, ...]
    names: tuple[Sentence, ...]  # what the answers are called

    def says(self) -> Sentence:
        if len(self.answers) == 1:
            return say("There is but one answer: {answer}.", answer=self.names[0])
        first, other = (f"{100 * each.share:.0f}" for each in self.answers)
        if self.burglar == 0:
            return say(
                "A Burglar would answer: {answer} ({chance} %). The next best: {other} ({less} %).",
                answer=self.names[0],
                chance=first,
                other=self.names[1],
                less=other,
            )
        return say(
            "Looks best: {answer} ({chance} %). A Burglar would answer: {other} ({less} %).",
            answer=self.names[0],
            chance=first,
            other=self.names[1],
            less=other,
        )


def why(reason: Reason) -> Sentence:
    return say(
        "{event} In {first} % of the imagined tables after the first, in {other} % after the other.",
        event=reason.event,
        first=f"{100 * reason.after_best:.0f}",
        other=f"{100 * reason.after_played:.0f}",
    )


def hint(game: Game, players: int, view: View, names: Sequence[str], seed: int) -> Hint:
    """For the seat whose view it is, which must be to decide."""
    world = view.imagine(Random(seed))  # it offers this seat the same answers as the real table
    offered = bots.offered(world)
    if len(offered) == 1:
        only = Candidate(offered[0], 0.0, 0.0, 0)
        return Hint((only,), 0, (), (called(game, names, world, offered[0], offered),))
    choice = bots.make(LEVEL, game, seed).choose(view, offered)
    moment = Moment(0, world, Entry(view.seat, action=choice))
    usual = effort_for(game)
    effort = replace(usual, stages=usual.stages[:STAGES], positions=min(usual.positions, POSITIONS), look=None)
    evaluator = Evaluator(game, players, "", effort)
    if evaluator.solution is not None:
        judged = judge_by_solution(moment, evaluator)
    elif evaluator.search is not None:
        judged = judge_by_search(moment, evaluator)
    else:
        judged = judge(moment, evaluator, seed)
    other = next(each for each in judged.candidates if each is not judged.played)
    two = sorted((judged.played, other), key=lambda each: -each.share)
    reasons = reasons_for(moment, evaluator, two[1].action, two[0].action)
    every = [each.action for each in two]
    return Hint(
        tuple(two), two.index(judged.played), reasons, tuple(called(game, names, world, each, every) for each in every)
    )


def told(found: Hint, voice: Voice) -> dict[str, Any]:
    """As plain data; shares in points of victory, 0 to 100."""
    return {
        "says": voice.told(found.says()),
        "burglar": found.burglar,
        "answers": [
            {
                "action": codec.encode(each.action),
                "says": voice.told(name),
                "share": round(100 * each.share, 1),
                "error": round(100 * each.error, 1),
                "ends_in": each.ends_in,
            }
            for each, name in zip(found.answers, found.names, strict=True)
        ],
        "reasons": [{"says": voice.told(why(each)), "rule": each.rule} for each in found.reasons],
    }


def voice_for(view: View, names: Sequence[str], words: Words, seed: int) -> Voice:
    """Says a hint with the names at the table."""
    return Voice(names, words, view.imagine(Random(seed)).things())
