"""Decisions judged without imagining anything: games that are solved, and those that bring a search of their own. Every answer
is looked at equally deep; certain wins and losses are said to be certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from loot_table.engine.state import Action, State
from loot_table.review.judging import Candidate, Judged
from loot_table.review.marks import CLOSE, SURE, mark_for
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator

LOOKED_AT: Final = 4  # answers beside the played one that are told about
AGAIN: Final = 4  # times the usual effort, for what would be marked
FARTHEST: Final = 60  # turns until a certain end
EXACTLY: Final = 1e-12


def judge_by_solution(moment: Moment, evaluator: Evaluator) -> Judged:
    solution, state = evaluator.solution, moment.state
    assert solution is not None
    told = []
    for action in state.actions():
        found = solution.after(state, action)
        share = found.shares[moment.seat]
        line = solution.line(state, action)
        told.append(Candidate(action, share, 0.0, 1, line, ends_in(share, (found.length + 1) // 2)))
    return judged_of(moment, told)


def judge_by_search(moment: Moment, evaluator: Evaluator) -> Judged:
    """What would be marked is looked at again, deeper: how far the two looks lie apart is how unsure they are. A certain end is
    certain at once."""
    thought = evaluator.think(moment.state)
    some = [line.action for line in thought.lines[:LOOKED_AT]]
    first = {each: looked_at(evaluator, moment.state, each, thought.depth) for each in [*some, moment.played]}
    found = judged_of(moment, list(first.values()))
    if found.mark == CLOSE or {found.best.share, found.played.share} == {0.0, 1.0}:
        return found
    closer = evaluator.think(moment.state, AGAIN)
    rivals = dict.fromkeys([closer.action, found.best.action, moment.played])
    again = {each: looked_at(evaluator, moment.state, each, closer.depth) for each in rivals}
    told = judged_of(moment, list(again.values()))
    # Other answers keep their distance to what had been called best.
    shift = again[found.best.action].share - found.best.share
    others = [
        replace(each, share=min(told.best.share, max(0.0, each.share + shift)))
        for action, each in first.items()
        if action not in again
    ]
    unsure = abs(told.loss - found.loss) / SURE
    return judged_of(moment, [*again.values(), *others], unsure, told.best)


def judged_of(moment: Moment, told: Sequence[Candidate], error: float = 0.0, best: Candidate | None = None) -> Judged:
    """`best`: where that is not simply who has the largest share."""
    state = moment.state
    ordered = sorted(told, key=lambda each: -each.share)
    played = next(each for each in told if each.action == moment.played)
    best = best or ordered[0]
    loss = best.share - played.share
    if loss <= EXACTLY:
        best = played
    mark = CLOSE if best is played else mark_for(loss, error, best.share, played.share)
    answers = len(state.actions())
    rule = state.decision().rule()
    return Judged(moment.step, moment.seat, rule, played, best, tuple(ordered), answers, loss, error, mark)


def looked_at(evaluator: Evaluator, state: State, action: Action, depth: int) -> Candidate:
    """What an answer promises, by a search of what can be answered to it, one turn less deep."""
    after = state.copy()
    after.apply(action)
    if not after.agenda:
        share = after.standings()[state.to_act]
        return Candidate(action, share, 0.0, 1, (action,), ends_in(share, 1))
    line = evaluator.think_as_deep(after, depth - 1).lines[0]
    share = 1 - line.value
    turns = turns_to_end(evaluator, after) if share in (0.0, 1.0) else 0
    return Candidate(action, share, 0.0, 1, (action, *line.line), ends_in(share, turns) if turns else None)


def ends_in(share: float, turns: int) -> int | None:
    return turns if share >= 1 - EXACTLY else -turns if share <= EXACTLY else None


def turns_to_end(evaluator: Evaluator, after: State) -> int:
    """Own turns until the certain end, the answer that led here included, when both go on as the search expects; 0 where
    it is too far away to be counted."""
    world = after.copy()
    turns = 1
    while world.agenda and turns < FARTHEST:
        world.apply(evaluator.think(world).action)
        turns += 1
    return (turns + 1) // 2 if not world.agenda else 0
