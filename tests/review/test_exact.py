"""Where the truth is known, a review says the truth: noughts and crosses, dice, endings of Crates vs Barrels."""

from __future__ import annotations

from functools import cache

import pytest
from crates_barrels.tables import at
from noughts import GAME as NOUGHTS
from noughts import ROWS, Mark
from review.dice import GAME as DICE

from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import Action, State
from loot_table.games.crates_barrels.position import read_turn
from loot_table.measure.intervals import mean
from loot_table.review import Review, review
from loot_table.review.effort import Effort
from loot_table.review.judging import Judged
from loot_table.review.lines import judge_by_search
from loot_table.review.moments import StillRunning
from loot_table.review.reviewing import Decision
from loot_table.review.story import verdict
from loot_table.review.valuing import Evaluator


def noughts(*squares: int) -> Match:
    match = Match(NOUGHTS, 2)
    for square in squares:
        match.play(match.to_act, Mark(square))
    return match


@cache
def truth(squares: str) -> float:
    """What the side to move can have, by a solver that shares nothing with the engine."""
    mover, other = "OX" if squares.count(".") % 2 else "XO"
    if any(all(squares[square] == other for square in row) for row in ROWS):
        return 0.0
    free = [square for square in range(9) if squares[square] == "."]
    return max((1 - truth(squares[:one] + mover + squares[one + 1 :]) for one in free), default=0.5)


@pytest.mark.parametrize("seed", range(5))
def test_noughts_and_crosses_are_judged_exactly(seed: int) -> None:
    match, rng = Match(NOUGHTS, 2), Random(seed)
    while not match.is_over:
        match.play(match.to_act, rng.pick(match.actions()))
    reviewed = Review(match)
    for moment in reviewed.decisions:
        judged = reviewed.judge(moment)
        squares = moment.state.view(0).squares  # type: ignore[attr-defined]
        for candidate in judged.candidates:
            assert isinstance(candidate.action, Mark)
            one, mark = candidate.action.square, "OX"[judged.seat]
            assert candidate.share == 1 - truth(squares[:one] + mark + squares[one + 1 :])
        assert judged.best.share == truth(squares)
        assert judged.loss == truth(squares) - judged.played.share
        assert judged.error == 0
        assert len(judged.candidates) == judged.answers
    account = reviewed.ledger().accounts[0]
    assert (account.luck, account.gap, account.start) == (0, 0, 0.5)
    assert account.start + account.own + account.others == account.result


def test_a_missed_win_is_told_with_its_length() -> None:
    match = noughts(0, 3, 1, 4, 8, 5)  # noughts had two in a row and marked a corner; crosses completed theirs
    found = [each for each in review(match, seat=0) if isinstance(each, Decision)]
    missed = next(each for each in found if each.judged.step == 4)
    assert missed.judged.mark == "blunder"
    assert missed.judged.best.ends_in == 1
    assert missed.judged.best.action == Mark(2)
    assert match.voice().text(missed.says) == "Noughts: Mark square 9. This missed a win in 1: Mark square 3."


def test_nothing_is_marked_where_all_is_lost_or_nothing_can_be_lost() -> None:
    match = noughts(0, 1, 4, 8, 6, 2, 3)  # crosses are lost from their first mark on
    marks = {each.judged.step: each.judged.mark for each in review(match) if isinstance(each, Decision)}
    assert marks[1] == "blunder"
    assert {mark for step, mark in marks.items() if step > 1} == {"close"}


def thrown(seed: int) -> Match:
    match = Match(DICE, 2, nature=Random(seed))
    while not match.is_over:
        match.play(match.to_act, match.actions()[0])
    return match


def test_with_dice_alone_luck_is_the_result_less_the_start() -> None:
    luck = []
    for seed in range(20):
        ledger = Review(thrown(seed)).ledger()
        for account in ledger.accounts:
            assert account.luck == pytest.approx(account.result - account.start, abs=1e-12)
            assert (account.own, account.others) == (0, 0)
            assert account.gap == pytest.approx(0, abs=1e-12)
            assert account.adjusted == pytest.approx(account.start)
        for line in ledger.lines:
            assert sum(line.worth) == pytest.approx(0, abs=1e-12)
        luck.append(ledger.accounts[0].luck)
    assert mean(luck).holds(0)


def test_a_running_game_is_not_reviewed() -> None:
    with pytest.raises(StillRunning, match="still running"):
        review(noughts(0, 1))


# ---------------------------------------------------------------- Crates vs Barrels


# Positions with the turn that was played there, and how soon crates could have won.
ENDINGS = [
    ("9/5c3/9/5b3/c8/9/2C6/4c4/9 c 58", "a5-a4", 1),
    ("8b/7b1/6b2/9/c3b3b/4c1c2/2C1c4/9/9 c 44", "e4-d4", 1),
    ("9/9/9/8b/4c4/9/2C6/4c4/2c6 c 44", "e5-f6", 1),
    ("6b2/9/9/9/c1C1c3b/2c6/9/5c3/9 c 34", "c5-e3", 2),
    ("9/2b6/9/9/b3c3C/9/8c/4c4/9 c 42", "i5-g3", 2),
    ("9/5bb2/6b2/9/c3C3c/9/4c1c2/9/9 c 32", "e5-c3", 2),
    ("3b5/9/9/3c5/8c/4C4/2c6/5c3/9 c 32", "d6-c6", 2),
]


def judged_ending(position: str, turn: str) -> tuple[Match, Judged]:
    match = at(position)
    match.play(0, read_turn(turn))
    match.resign(0)
    reviewed = Review(match)
    evaluator = Evaluator(match.game, 2, "", Effort(positions=3000))
    return match, judge_by_search(reviewed.moments[0], evaluator)


@pytest.mark.parametrize(("position", "turn", "soonest"), ENDINGS)
def test_solved_endings_of_crates_vs_barrels_are_judged_as_they_are(position: str, turn: str, soonest: int) -> None:
    match, judged = judged_ending(position, turn)
    state = match.at(0).state
    assert forced(state, 3) == 2 * soonest - 1
    assert judged.best.share == 1.0
    assert judged.candidates[0].share == 1.0
    assert min(each.ends_in or 99 for each in judged.candidates if each.share == 1.0) == soonest
    for each in judged.candidates:
        won = wins_by(state, each.action, 3)
        assert (each.ends_in in (1, 2)) == won, f"{each.action} {each.ends_in}"
    assert (judged.mark != "close") == (judged.played.share <= 0.98)


def test_a_missed_win_is_told_even_where_little_was_lost_by_it() -> None:
    match, judged = judged_ending(*ENDINGS[-1][:2])
    told = match.voice().text(verdict(match, Review(match).moments[0], judged))
    assert told.startswith("Crates: Move d6-c6. This missed a win in 2: ")


def wins_by(state: State, action: Action, plies: int) -> bool:
    """Whether an answer forces a win within so many plies, itself included."""
    mover, after = state.to_act, done(state, action)
    if not after.agenda:
        return after.standings()[mover] == 1.0
    return plies > 2 and all(loses(done(after, answer), mover, plies - 2) for answer in after.actions())


def forced(state: State, plies: int) -> int | None:
    """Plies to the end when the side to move can force a win within so many, by trying everything; None if it cannot."""
    for limit in range(1, plies + 1, 2):
        if wins(state, limit):
            return limit
    return None


def wins(state: State, plies: int) -> bool:
    mover = state.to_act
    for action in state.actions():
        after = done(state, action)
        if not after.agenda:
            if after.standings()[mover] == 1.0:
                return True
        elif plies > 2 and all(loses(done(after, answer), mover, plies - 2) for answer in after.actions()):
            return True
    return False


def loses(state: State, winner: int, plies: int) -> bool:
    """Whether the side that has just answered is lost all the same."""
    return state.standings()[winner] == 1.0 if not state.agenda else wins(state, plies)


def done(state: State, action: Action) -> State:
    after = state.copy()
    after.apply(action)
    return after
