"""Puzzles: what ships can be read and answered, its best answers are best, and the maker finds none where there is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loot_table import games
from loot_table.engine.match import Match
from loot_table.engine.random import Random, mixed
from loot_table.games.puzzles import BadPuzzle, Puzzle, puzzles_of, read
from loot_table.review.effort import effort_for
from loot_table.review.judging import apart, tried
from loot_table.review.lines import looked_at
from loot_table.review.puzzle_words import told_of, verdict
from loot_table.review.puzzling import MARGIN, SURE, TRIES, Found, Maker, chosen, stars_for, written
from loot_table.review.valuing import Evaluator

SLUGS = ["crates_barrels", "labyrinth", "loot_fiend", "loot_n_run", "looterz"]
TABLES = 24
SOLVER = 3_000  # positions


def shipped(slug: str) -> tuple[Puzzle, ...]:
    return puzzles_of(slug).puzzles


@pytest.mark.parametrize("slug", SLUGS)
def test_every_shipped_puzzle_can_be_read_and_its_answers_are_legal(slug: str) -> None:
    found = shipped(slug)
    assert len(found) >= 12
    assert len({puzzle.id for puzzle in found}) == len(found)
    for puzzle in found:
        for number, stage in enumerate(puzzle.stages):
            match = puzzle.after(number)
            assert match.to_act == puzzle.seat
            assert all(match.why_not(puzzle.seat, each.action) is None for each in stage.answers)
            assert stage.answers[0].share - stage.answers[1].share == pytest.approx(stage.margin, abs=0.001)
            assert stage.margin - SURE * stage.error >= MARGIN - 0.001
            assert match.voice().text(told_of(puzzle, number))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_set_goes_from_easy_to_hard_and_is_varied(slug: str) -> None:
    found = shipped(slug)
    assert [puzzle.stars for puzzle in found] == sorted(puzzle.stars for puzzle in found)
    assert all(puzzle.stars == stars_for(puzzle.solved) and set(puzzle.solved) == set(TRIES) for puzzle in found)
    assert len({puzzle.stars for puzzle in found}) >= 2
    assert len({puzzle.theme for puzzle in found}) >= 2 or slug == "crates_barrels"


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "crates_barrels"])
def test_an_answer_is_best_on_other_tables_than_those_it_was_found_on(slug: str) -> None:
    """The clearest of a set against its second, imagined anew by what the seat sees."""
    puzzle = max(shipped(slug), key=lambda each: each.stages[0].margin - SURE * each.stages[0].error)
    match, stage = puzzle.match(), puzzle.stages[0]
    evaluator = Evaluator(puzzle.game, puzzle.players, match.components.hash, effort_for(puzzle.game))
    view = match.view(puzzle.seat)
    results: list[list[float]] = [[], []]
    for number in range(TABLES):
        rng = Random(mixed(987_654 + number))
        world = evaluator.imagine(view, rng)
        luck = int(rng.word())
        for found, answer in zip(results, stage.answers, strict=False):
            found.append(tried(world.copy(), answer.action, evaluator, luck)[puzzle.seat])
    margin, error = apart(*results)
    assert margin > 0
    assert abs(margin - stage.margin) < 4 * (error + stage.error)


def test_a_certain_win_is_certain_and_the_second_answer_is_not() -> None:
    puzzle = min(
        (each for each in shipped("crates_barrels") if (each.stages[0].best.ends_in or 0) > 0),
        key=lambda each: each.stages[0].best.ends_in or 0,
    )
    match, stage = puzzle.match(), puzzle.stages[0]
    effort = replace(effort_for(puzzle.game), positions=SOLVER)
    evaluator = Evaluator(puzzle.game, 2, match.components.hash, effort)
    shares = [looked_at(evaluator, match.state, each.action, 4).share for each in stage.answers[:2]]
    assert shares[0] == 1.0
    assert shares[1] < 1.0


def test_a_verdict_tells_what_was_better_and_a_question_does_not() -> None:
    puzzle = shipped("loot_n_run")[0]
    match, stage = puzzle.match(), puzzle.stages[0]
    voice = match.voice()
    label = voice.text(stage.best.action.label(match.state))
    assert label not in voice.text(told_of(puzzle, 0))
    wrong = [voice.text(each) for each in verdict(puzzle, 0, match, stage.answers[1].action)]
    assert any(label in each and each.startswith("Better") for each in wrong)
    assert voice.text(verdict(puzzle, 0, match, stage.best.action)[0]).startswith("Right")


def test_no_puzzle_is_made_where_answers_are_alike() -> None:
    """The first turn of Loot N Run: nobody has a card, and one deck is as good as the other."""
    game = games.load("loot_n_run")
    match = Match(game, 2, nature=Random(5))
    maker = Maker(game, 2, match.components.hash)
    assert maker.stage(match.state, 1) is None


def test_what_is_made_is_read_back_as_it_was_and_puzzles_of_other_rules_are_refused() -> None:
    game = games.load("loot_n_run")
    found = list(shipped("loot_n_run")[:3])
    made = puzzles_of("loot_n_run").made
    plain = written(found, made)
    assert list(read(plain, game).puzzles) == found
    with pytest.raises(BadPuzzle, match="not of loot_n_run under rules"):
        read({**plain, "made": {**made, "rules": 99}}, game)
    with pytest.raises(BadPuzzle, match="no file of puzzles"):
        read({"made": made, "puzzles": [{}]}, game)


def test_a_choice_takes_from_every_kind_before_it_takes_more_of_one() -> None:
    found = [
        Found(replace(each, id=f"{each.id}{copy}"), number)
        for copy in range(3)
        for number, each in enumerate(shipped("looterz"))
    ]
    kinds = {(each.puzzle.rule, each.puzzle.theme, each.puzzle.stars) for each in found}
    kept = chosen(found, len(kinds))
    assert {(each.rule, each.theme, each.stars) for each in kept} == kinds


def test_stars_follow_how_many_bots_miss_it() -> None:
    assert stars_for(dict.fromkeys(TRIES, 1.0)) == 1
    assert stars_for({**dict.fromkeys(TRIES, 1.0), "apprentice": 0.0, "greedy": 0.0}) == 2
    assert stars_for({**dict.fromkeys(TRIES, 0.0), "mastermind": 1.0}) == 3
