"""Decisions judged on imagined tables: equal effort, no winner's curse, certainty before a mark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from statistics import fmean
from typing import Any, cast

import pytest

from loot_table.arena.contest import Contest, play_match
from loot_table.bench.review import Borne, played_on
from loot_table.bots.knowledge import Knowledge
from loot_table.engine.match import Entry, Match
from loot_table.engine.random import Random
from loot_table.engine.state import Action, Decision, State, View
from loot_table.games.loot_n_run.rules import Run
from loot_table.measure.intervals import Interval
from loot_table.review import Review
from loot_table.review.effort import Effort, Look
from loot_table.review.judging import (
    LISTS,
    OTHERWISE,
    candidates_for,
    first_look,
    judge,
    looks,
    lost,
    marks_within,
    rivals_of,
    still_racing,
)
from loot_table.review.marks import BLUNDER, CLOSE, INACCURACY, MISTAKE, is_close, mark_for
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator

SMALL = Effort(cut=1, stages=(8, 16), positions=1000)


@cache
def finished(slug: str = "loot_n_run", bot: str = "greedy", players: int = 2, seed: int = 3) -> Match:
    """A game of bots; one of Loot N Run is short."""
    options = {"target_score": 12} if slug == "loot_n_run" else {}
    return play_match(Contest(slug, (bot,) * players, players, players, seed, options), 0).match


def evaluator_of(match: Match, effort: Effort = SMALL) -> Evaluator:
    return Evaluator(match.game, match.players, match.components.hash, effort)


# ---------------------------------------------------------------- marks


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.019, 0.0, CLOSE),
        (0.02, 0.004, INACCURACY),
        (0.02, 0.006, CLOSE),
        (0.06, 0.01, MISTAKE),
        (0.12, 0.03, BLUNDER),
    ],
)
def test_a_mark_needs_a_loss_and_certainty(loss: float, error: float, mark: str) -> None:
    assert mark_for(loss, error, 0.6, 0.6 - loss) == mark


def test_a_large_loss_that_is_unsure_is_marked_as_what_is_sure_of_it() -> None:
    assert mark_for(0.12, 0.04, 0.6, 0.48) == MISTAKE
    assert mark_for(0.12, 0.06, 0.6, 0.48) == CLOSE


def test_decided_positions_are_not_marked() -> None:
    assert mark_for(0.009, 0.0, 0.009, 0.0) == CLOSE
    assert mark_for(0.3, 0.0, 0.009, 0.0) == CLOSE
    assert mark_for(0.3, 0.0, 1.0, 0.995) == CLOSE
    assert mark_for(0.3, 0.0, 1.0, 0.7) == BLUNDER


def test_a_doubt_may_take_a_mark_away_but_does_not_make_it_milder() -> None:
    assert mark_for(0.12, 0.02, 0.6, 0.48, doubt=0.05) == BLUNDER
    assert mark_for(0.12, 0.04, 0.6, 0.48, doubt=0.03) == MISTAKE, "what was measured must bear the mark out"
    assert mark_for(0.12, 0.02, 0.6, 0.48, doubt=0.06) == CLOSE


PLAYED, BEST, OTHER = (cast(Action, name) for name in ("played", "best", "other"))


def off(ahead: float, error: float) -> list[float]:
    """Two tables on which an answer is so far ahead of one that has 0.4, and the error of that."""
    apart = sqrt(max(0.0, error**2 - OTHERWISE**2 / 4))
    return [0.4 + ahead - apart, 0.4 + ahead + apart]


def within(rivals: dict[Action, list[float]], at_last: float, doubt: float = 0.0) -> set[str]:
    found = {PLAYED: [0.4, 0.4], **rivals}
    return marks_within(3.0, found, list(found), PLAYED, fmean(rivals[BEST]) - 0.4, at_last, doubt)


def test_it_is_looked_again_where_the_mark_may_change() -> None:
    assert within({BEST: off(0.6, 0.15)}, 0.005) == {BLUNDER}
    assert within({BEST: off(0.5, 0.15)}, 0.005) == {BLUNDER, MISTAKE}
    assert within({BEST: off(0.02, 0.2)}, 0.005) == {CLOSE, INACCURACY, BLUNDER}
    assert within({BEST: off(0.02, 0.2)}, 0.5) == {CLOSE}, "if it stays as unsure as that, more tables would not help"
    assert within({BEST: off(0.02, 0.15)}, 0.005, doubt=0.3) == {CLOSE}, "nor where the evaluation is in doubt"
    assert is_close(0.005, 0.004)
    assert not is_close(0.005, 0.006)


def test_an_answer_that_looks_best_on_few_tables_may_be_none() -> None:
    """The played one is ahead so far; but a rival about which little is known may still be."""
    assert within({BEST: off(-0.05, 0.15), OTHER: off(-0.1, 0.3)}, 0.005) == {CLOSE, BLUNDER}
    assert within({BEST: off(-0.5, 0.15), OTHER: off(-0.9, 0.3)}, 0.005) == {CLOSE}


def test_of_two_ways_to_the_same_table_one_stays_in_the_race() -> None:
    found = {BEST: [0.9, 0.8], OTHER: [0.9, 0.8], cast(Action, "third"): [0.6, 0.7], PLAYED: [0.5, 0.5]}
    assert still_racing(found, list(found), PLAYED, 2) == [BEST, "third", PLAYED]
    assert still_racing(found, list(found), OTHER, 2) == [OTHER, "third"], "the played one stands for both"


# ---------------------------------------------------------------- losses


def test_luck_in_the_choice_of_the_best_does_not_count() -> None:
    """Forty answers that are all the same: the best of them looks better, and is not."""
    rng = Random(5)
    answers = list(range(40))
    found = {each: [rng.unit() for _ in range(64)] for each in answers}
    means = {each: sum(values) / 64 for each, values in found.items()}
    behind, error = lost(found, answers, 0)  # type: ignore[arg-type]
    assert max(means.values()) - means[0] > 0.05
    assert behind < 2 * error


def test_what_is_better_is_measured() -> None:
    rng = Random(5)
    luck = [rng.unit() for _ in range(256)]
    found = {"worse": [0.5 * each for each in luck], "better": [0.5 * each + 0.1 for each in luck]}
    behind, error = lost(found, ["worse", "better"], "worse")  # type: ignore[arg-type, list-item]
    assert behind == pytest.approx(0.1)
    assert error < 0.002  # the same luck for both


def test_a_seat_is_judged_by_what_it_knew() -> None:
    """Cards that it could not see change nothing."""
    match = finished()
    evaluator = evaluator_of(match)
    moment, other = next(
        (moment, world)
        for moment in Review(match).decisions
        for world in (moment.state.view(moment.seat).imagine(Random(seed)) for seed in range(9))
        if world.view(1 - moment.seat) != moment.state.view(1 - moment.seat)
    )
    elsewhere = replace(moment, state=other)
    assert judge(moment, evaluator, 7) == judge(elsewhere, evaluator, 7)
    assert judge(moment, evaluator, 7, hindsight=True) != judge(elsewhere, evaluator, 7, hindsight=True)


def test_every_candidate_of_the_race_gets_the_same_tables() -> None:
    match = finished()
    for moment in Review(match).decisions[:6]:
        judged = judge(moment, evaluator_of(match), 1)
        assert {each.tables for each in judged.candidates} <= {8, 16}
        assert judged.played.tables == max(each.tables for each in judged.candidates)
        assert judged.loss >= 0


def test_doubt_about_the_evaluation_is_a_part_of_every_error() -> None:
    match = finished()
    moment = Review(match).decisions[2]
    sure = judge(moment, evaluator_of(match), 1)
    unsure = judge(moment, evaluator_of(match, replace(SMALL, doubt=0.05)), 1)
    assert unsure.error >= 0.05
    assert unsure.error > sure.error


# ---------------------------------------------------------------- a second look


FIRST = Effort(cut=2, stages=(32, 128))
LOOKS = replace(FIRST, look=Look(rivals=2, trial=8, trial_decisions=1, decisions=2, stages=(16, 64), doubt=0.01))


def test_the_mean_of_several_values_is_that_of_shorter_looks() -> None:
    """Near the end of a game, too, where its result stands for the values that are missing."""
    match = finished()
    evaluator = evaluator_of(match)
    for moment in [Review(match).decisions[number] for number in (1, -2, -1)]:

        def played(cut: int, over: int = 1, state: State = moment.state) -> Sequence[float]:
            return evaluator.play_on(state.copy(), Random(7), cut, over=over)

        singles = [played(cut) for cut in (3, 4, 5, 6)]
        assert played(6, over=4) == pytest.approx([fmean(shares) for shares in zip(*singles, strict=True)])
        assert played(6, over=1) == played(6)


def marked_moment(match: Match) -> Moment:
    """A blunder that the first look marks."""
    evaluator = evaluator_of(match, FIRST)
    for moment in Review(match).decisions:
        for run in [action for action in moment.state.actions() if isinstance(action, Run)]:
            blunder = planted(moment, run)
            if judge(blunder, evaluator, 3).mark != CLOSE:
                return blunder
    raise AssertionError("nobody could blunder")


def careful(evaluator: Evaluator, shares: Callable[[State], list[float]]) -> Evaluator:
    """Where the careful come to what is told here."""
    usual = evaluator.play_on

    def play_on(world: State, rng: Random, cut: int, is_careful: bool = False, over: int = 1) -> Any:
        return shares(world) if is_careful else usual(world, rng, cut)

    evaluator.play_on = play_on  # type: ignore[method-assign]
    return evaluator


def test_what_a_second_look_does_not_bear_out_is_not_marked() -> None:
    match = finished(seed=4)
    moment = marked_moment(match)
    judged = judge(moment, careful(evaluator_of(match, LOOKS), lambda _: [0.5, 0.5]), 3)
    assert (judged.mark, judged.loss) == (CLOSE, 0.0)
    assert judged.best is judged.played
    assert judged.played in judged.candidates


def test_what_is_lost_is_told_by_the_second_look_alone_and_on_tables_of_its_own() -> None:
    match = finished(seed=4)
    moment = marked_moment(match)
    played = moment.state.copy()
    played.apply(moment.played)
    first = judge(moment, evaluator_of(match, FIRST), 3)

    def shares(world: State) -> list[float]:
        worth = 0.2 if world.view(moment.seat) == played.view(moment.seat) else 0.5
        return [worth if seat == moment.seat else 1 - worth for seat in range(2)]

    judged = judge(moment, careful(evaluator_of(match, LOOKS), shares), 3)
    assert judged.mark == BLUNDER
    assert judged.loss == pytest.approx(0.3)
    assert judged.best.action == first.best.action
    assert [judged.best.share, judged.played.share] == pytest.approx([0.5, 0.2])
    assert judged.error > 0.01
    assert {each.action for each in judged.candidates} == {each.action for each in first.candidates}


def after(moment: Moment, action: Action) -> View:
    world = moment.state.copy()
    world.apply(action)
    return world.view(moment.seat)


def test_a_rival_that_the_first_look_thought_less_of_may_be_best() -> None:
    """Only those that are looked at again: with one rival it is what the first look called best, good or not."""
    match = finished(seed=4)
    moment = marked_moment(match)
    first = judge(moment, evaluator_of(match, FIRST), 3)
    rivals = rivals_of(first, 2)
    assert rivals[0] == first.best.action
    assert first.played.action not in rivals
    worth = {after(moment, moment.played): 0.2, after(moment, rivals[1]): 0.5}

    def shares(world: State) -> list[float]:
        share = worth.get(world.view(moment.seat), 0.25)
        return [share if seat == moment.seat else 1 - share for seat in range(2)]

    judged = judge(moment, careful(evaluator_of(match, LOOKS), shares), 3)
    assert judged.best.action == rivals[1]
    assert judged.loss == pytest.approx(0.3)
    assert judged.candidates[0] is judged.best
    look = replace(LOOKS, look=Look(rivals=1, trial=8, trial_decisions=1, decisions=2, stages=(16, 64), doubt=0.01))
    alone = judge(moment, careful(evaluator_of(match, look), shares), 3)
    assert alone.best.action == rivals[0]
    assert alone.loss == pytest.approx(0.05)


def behind(moment: Moment, lead: float) -> Callable[[State], list[float]]:
    """The played answer is worth so much less than all others."""
    played = after(moment, moment.played)

    def shares(world: State) -> list[float]:
        share = 0.3 if world.view(moment.seat) == played else 0.3 + lead
        return [share if seat == moment.seat else 1 - share for seat in range(2)]

    return shares


@pytest.mark.parametrize(("lead", "tables"), [(-0.2, 8), (0.06, 64), (0.5, 16)])
def test_a_second_look_takes_more_tables_where_the_mark_is_not_clear(lead: float, tables: int) -> None:
    match = finished(seed=4)
    moment = marked_moment(match)
    judged = judge(moment, careful(evaluator_of(match, LOOKS), behind(moment, lead)), 3)
    assert judged.played.tables == tables


@pytest.mark.parametrize(("lead", "told"), [(0.1, [(False, 16), (True, 64)]), (0.5, [(True, 16)]), (-0.2, [(True, 8)])])
def test_a_mark_is_told_as_soon_as_it_is_certain_and_again_when_it_is_settled(
    lead: float, told: list[tuple[bool, int]]
) -> None:
    """It may be a mistake or a blunder; that it is one or the other is known much sooner."""
    match = finished(seed=4)
    moment = marked_moment(match)
    evaluator = careful(evaluator_of(match, LOOKS), behind(moment, lead))
    found = list(looks(first_look(moment, evaluator, 3), moment, evaluator, 3))
    assert [(each.is_settled, each.played.tables) for each in found] == told
    assert found[-1] == judge(moment, evaluator, 3)
    assert all(each.mark != CLOSE for each in found) == (lead > 0)


def test_what_the_first_look_does_not_mark_is_not_looked_at_again() -> None:
    match = finished(seed=4)
    first = [judge(each, evaluator_of(match, FIRST), 1) for each in Review(match).decisions[:4]]
    assert all(each.mark == CLOSE for each in first)
    assert [judge(each, evaluator_of(match, LOOKS), 1) for each in Review(match).decisions[:4]] == first


@pytest.mark.parametrize("slug", ["loot_n_run", "labyrinth"])
def test_a_careful_player_sees_what_its_seat_sees(slug: str) -> None:
    match = finished(slug)
    knowledge = evaluator_of(match).knowledge
    for moment in Review(match).decisions[2:8]:
        view = moment.state.view(moment.seat)
        worlds = [view.imagine(Random(seed)) for seed in range(3)]
        assert len({knowledge.considered(world, Random(1)) for world in worlds}) == 1
        assert moment.state.decision().why_not(moment.state, knowledge.considered(moment.state, Random(1))) is None


def test_a_careful_player_takes_what_wins() -> None:
    last, match = next(
        (moment, match)
        for match in (finished(seed=seed) for seed in range(2, 12))
        for moment in Review(match).decisions[-1:]
        if match.standings()[moment.seat] == 1.0
    )
    after = last.state.copy()
    after.apply(evaluator_of(match).knowledge.considered(last.state, Random(1)))
    assert not after.agenda
    assert after.standings()[last.seat] == 1.0


# ---------------------------------------------------------------- planted


def test_a_planted_blunder_is_found() -> None:
    """To run with next to nothing where the game can be won is far worse than what a greedy bot does."""
    match = finished(seed=4)
    evaluator = evaluator_of(match, Effort(cut=2, stages=(32, 128)))
    marks = []
    for moment in Review(match).decisions:
        runs = [action for action in moment.state.actions() if isinstance(action, Run)]
        if runs and moment.played != runs[0]:
            judged = judge(planted(moment, runs[0]), evaluator, 3)
            marks.append(judged.mark)
    assert BLUNDER in marks or MISTAKE in marks


def planted(moment: Moment, action: Run) -> Moment:
    return replace(moment, entry=Entry(moment.seat, action=action))


class Twice:
    """Knows what somebody else knows, and lists every answer twice."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def __getattr__(self, name: str) -> Any:
        return getattr(self.knowledge, name)

    def listed(self, world: State, decision: Decision, rng: Random) -> list[Action]:
        return 2 * list(decision.actions(world))


def test_an_answer_that_is_listed_twice_runs_once() -> None:
    """In the Labyrinth places for walls are looked for at random, and some are found twice."""
    match = finished()
    evaluator = evaluator_of(match)
    moment = next(each for each in Review(match).decisions if len(each.state.actions()) > 1)
    evaluator.knowledge = cast(Knowledge, Twice(evaluator.knowledge))
    judged = judge(moment, evaluator, 1)
    assert max(each.tables for each in judged.candidates) <= SMALL.stages[-1]


class Told:
    """Knows what somebody else knows, and lists one answer at a time."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.listings: list[Action] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.knowledge, name)

    def listed(self, world: State, decision: Decision, rng: Random) -> list[Action]:
        self.listings.append(rng.pick(self.knowledge.listed(world, decision, rng)))
        return self.listings[-1:]


@pytest.mark.parametrize(("slug", "lists"), [("loot_n_run", 1), ("labyrinth", LISTS)])
def test_where_answers_are_too_many_to_list_many_lists_are_put_together(slug: str, lists: int) -> None:
    match = finished(slug)
    evaluator = evaluator_of(
        match, replace(LOOKS, look=Look(rivals=8, trial=8, trial_decisions=1, decisions=1, stages=(8,), doubt=0.0))
    )
    moment = next(each for each in Review(match).decisions if each.state.decision().is_large(each.state) == (lists > 1))
    told = Told(evaluator.knowledge)
    evaluator.knowledge = cast(Knowledge, told)
    found = candidates_for(moment, moment.state.view(moment.seat), evaluator)
    assert len(told.listings) == lists
    assert set(found) == {*told.listings, moment.played}
    assert len(set(told.listings)) > lists // 2


def test_marks_are_borne_out_by_games_played_on() -> None:
    match = finished()
    moment = next(each for each in Review(match).decisions if isinstance(each.played, Run))
    ends = played_on(match.game, moment.state, moment.played, 5)
    assert ends == played_on(match.game, moment.state, moment.played, 5)
    assert sum(ends) == pytest.approx(1)
    assert "played on by burglars" in Borne(3, 0.05, Interval(0.01, 0.04)).says()
