"""The measure of how long the server's bots take: it asks about every game, and nothing comes before its time."""

from __future__ import annotations

from loot_table import games
from loot_table.bench.answering import answers_of, questions
from loot_table.server.brains import answering_time


def test_questions_are_about_moments_of_the_game_that_is_asked_about() -> None:
    for game in games.all_games():
        asked = questions(game, 3, seed=1)
        assert [slug for slug, *_ in asked] == [game.slug] * 3
        assert len({view for *_, view in asked}) == 3


def test_no_answer_shows_before_its_time() -> None:
    answers = answers_of("apprentice", moves=1)
    assert answers.wanted == answering_time("apprentice") <= answers.quickest <= answers.median <= answers.slowest
