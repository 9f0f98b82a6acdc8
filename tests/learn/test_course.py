"""A learner goes through a lesson: right, wrong by a rule, wrong by the lesson, done."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from loot_table import games
from loot_table.engine.sentence import Voice
from loot_table.games.loot_n_run.rules import Awaken, Loot, Run
from loot_table.games.loot_n_run.werewolf import Keep
from loot_table.learn.coach import Coach, rules_since
from loot_table.learn.course import Course
from loot_table.learn.lessons import Do, Find, Legal, lessons_of
from loot_table.learn.quiz import Question
from loot_table.learn.rehearsal import shortcut

GAME = games.load("loot_n_run")


def course(id: str) -> Course:
    lesson = lessons_of("loot_n_run").called(id)
    assert isinstance(lesson, (Do, Find))
    return Course(GAME, lesson)


def test_a_wrong_try_is_answered_by_its_rule_and_changes_nothing() -> None:
    awaken = course("awaken")
    refused = awaken.answer(Awaken(2))
    assert (refused.is_right, refused.refusal and refused.refusal.rule) == (False, "LR-R06")
    unwanted = awaken.answer(Run())
    assert not unwanted.is_right
    assert awaken.match.voice().text(unwanted.says or awaken.says) == "You could, but Bo is ripe: awaken Bo."
    assert (awaken.number, awaken.shows) == (0, ("seat:1",))


def test_a_right_answer_is_played_with_the_luck_and_the_answers_of_the_lesson() -> None:
    doubles = course("doubles")
    assert doubles.answer(Loot(0)).is_right
    assert [len(hand) for hand in doubles.match.view(0).hands] == [3, 2, 2]  # type: ignore[attr-defined]
    assert not doubles.is_done
    assert doubles.answer(Run()).is_right
    assert doubles.is_done
    assert doubles.stars() == 3
    assert doubles.stars(wrong=4) == 2
    assert doubles.stars(wrong=1, was_shown=True) == 1


def test_what_is_shown_is_right() -> None:
    for lesson in lessons_of("loot_n_run").lessons:
        if isinstance(lesson, Legal):
            continue
        done = Course(GAME, lesson)
        while not done.is_over:
            assert done.answer(done.shown()).is_right
        assert done.is_done, lesson.id


def test_a_search_may_take_another_way_and_begins_again_when_it_cannot_succeed() -> None:
    out = course("out")
    out.answer(Keep(("Y03",)))
    out.answer(Run())
    assert (out.is_done, out.is_failed) == (False, True)
    assert "once more" in Voice().text(out.says)
    odds = course("odds")
    odds.answer(Loot(1))
    odds.answer(Awaken(1))
    assert odds.is_failed, "somebody escaped"
    patient = structs.replace(odds.lesson, others=["loot left"] * 4)
    slow = Course(GAME, patient)
    for action in (Loot(0), Loot(0), Awaken(2)):
        assert not slow.is_over
        slow.answer(action)
    assert (slow.is_done, slow.stars()) == (True, 2), "one move over par"


def test_the_same_answers_lead_to_the_same_table() -> None:
    def played() -> Any:
        odds = course("odds")
        odds.answer(Loot(0))
        odds.answer(Loot(1))
        return odds.match.to_json()

    assert played() == played()


def test_a_card_is_answered_by_the_rules() -> None:
    cards = lessons_of("loot_n_run").called("legal")
    assert isinstance(cards, Legal)
    needs_a_room, two_players, *_ = [Question(GAME, card).solved() for card in cards.cards]
    assert (needs_a_room.is_legal, needs_a_room.rule) == (False, "LR-40")
    assert (two_players.is_legal, two_players.rule) == (True, "LR-80")
    assert "two players" in str(two_players.says)


def test_the_coach_tells_each_rule_once() -> None:
    coach = Coach(lessons_of("loot_n_run"), known=["LR-25"])
    awaken = course("awaken")
    awaken.answer(Awaken(1))
    first = [note.rule for note in coach.hear(rules_since(awaken.match, 0, -1))]
    assert first == ["LR-41", "LR-44", "LR-45", "LR-20"]
    assert coach.hear(rules_since(awaken.match, 0, -1)) == []


def test_a_par_that_is_too_high_is_found_out() -> None:
    lesson = structs.replace(course("out").lesson, par=3)
    assert isinstance(lesson, Find)
    assert len(shortcut(GAME, lesson) or []) == 2
    assert shortcut(GAME, structs.replace(lesson, par=2)) is None
