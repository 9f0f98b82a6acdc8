"""Every lesson of every game is played: none can rot."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from loot_table import games
from loot_table.engine.errors import BadLesson
from loot_table.engine.game import Game
from loot_table.games.rulebook import numbered
from loot_table.learn.coverage import coverage
from loot_table.learn.lessons import REASONS, has_lessons, lessons_of, read_lessons
from loot_table.learn.rehearsal import troubles

TAUGHT = [game for game in games.all_games() if has_lessons(game)]


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.slug)
def test_every_lesson_can_be_done_and_says_what_is_so(game: Game) -> None:
    """Accepted answers are legal, tempting ones are refused by their rule, luck exists, the end is reached, sentences are
    short, rules exist and are taught or placed, ten cards are answered by their rules."""
    assert troubles(game, lessons_of(game.slug)) == []


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.slug)
def test_rules_that_no_lesson_teaches_are_listed_with_a_reason(game: Game) -> None:
    found = coverage(game, lessons_of(game.slug))
    listed = [f"{game.slug}: {REASONS[reason]}: {', '.join(rules)}" for reason, rules in found.untaught.items()]
    sys.stdout.write("\n".join(listed) + "\n")
    assert found.unplaced == []
    assert {*found.taught, *(rule for rules in found.untaught.values() for rule in rules)} >= set(numbered(game.slug))


# ---------------------------------------------------------------- what is wrong is told with its place

NOUGHT = games.load("loot_n_run")


def small(**changed: Any) -> dict[str, Any]:
    step = {"say": "Take a room.", "accept": [{"type": "loot"}], **changed.pop("step", {})}
    lesson = {"id": "loot", "kind": "do", "title": "Loot", "players": 3, "want": {"event": "looted"}, "step": [step]}
    return {"lesson": [{**lesson, **changed}], "first_game": {"players": 3, "say": "Play."}}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"step": {"say": "x" * 141}}, 'lesson loot, step 1: "say" has 141 characters: 1 to 140'),
        ({"step": {"accept": []}}, 'lesson loot, step 1: "accept" names at least one answer'),
        ({"step": {"show": ["the left deck"]}}, '"show": a mark is written as "seat:1"'),
        ({"step": {"say": "Wake {5}."}}, "a hole is a seat's number"),
        ({"step": {"rules": ["LR-999"]}}, "lesson loot: there is no rule LR-999"),
        ({"step": {"sya": "x"}}, "lesson loot: Object contains unknown field `sya`, at `step[0]`"),
        ({"players": 9}, '"players" are 2 to 6, not 9'),
        ({"seat": 3}, '"seat" is 0 to 2, not 3'),
        ({"names": ["Ana"]}, '"names" are 3 names'),
        ({"title": "x" * 40}, '"title" has 40 characters'),
        ({"id": "Loot!"}, '"id" is small letters'),
        ({"kind": "look"}, "Invalid value 'look', at `kind`"),
        ({"want": None}, "Expected `object`, got `null`, at `want`"),
    ],
)
def test_a_mistake_is_told_with_file_lesson_and_field(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(BadLesson) as caught:
        read_lessons(small(**changed), NOUGHT)
    assert str(caught.value).startswith("loot_n_run/lessons.toml, lesson ")
    assert told in str(caught.value)


def rehearsed(**changed: Any) -> str:
    return "\n".join(troubles(NOUGHT, read_lessons(small(**changed), NOUGHT)))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"step": {"accept": ["run"]}}, "step 1: nothing that is accepted is allowed"),
        ({"step": {"luck": ["Q99"]}, "luck": ["green", "red"]}, "step 1: Q99 never happens"),
        ({"luck": []}, "before the first step: not written what happens: turn_up, one of green, yellow, red"),
        ({"want": {"event": "caught"}}, "the end is not reached"),
        ({"step": {"accept": ["loot left"]}}, '"otherwise" is "why", but the rules allow Loot'),
        ({"step": {"otherwise": "Loot."}}, '"otherwise" is never said'),
        ({"step": {"tempting": [{"try": "run", "rule": "LR-40"}]}}, "run is refused by LR-24, not by LR-40"),
        ({"step": {"tempting": [{"try": "loot left", "rule": "LR-24"}]}}, "loot left is allowed, not by LR-24"),
        ({"step": {"show": ["moon:1"]}}, 'no refusal of this game marks a "moon:1"'),
        ({}, "there are 1 lessons to do or to find: 6 to 10 are wanted"),
        ({}, "LR-25: no lesson teaches it"),
    ],
)
def test_a_lesson_that_would_not_work_is_found_by_playing_it(changed: dict[str, Any], told: str) -> None:
    assert told in rehearsed(**changed)


def test_a_lesson_of_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(BadLesson, match="there are loot, doubles"):
        lessons_of("loot_n_run").called("dance")
