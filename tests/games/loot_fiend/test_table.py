"""The table and its views: every fact of the game's course is copied, compared and sent."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from loot_fiend.tables import END_TURN, GAME, camp

from loot_table.engine import codec
from loot_table.engine.errors import BadJson
from loot_table.engine.random import Random
from loot_table.games.loot_fiend import rules
from loot_table.games.loot_fiend.course import Course, begin

FACTS = [one.name for one in fields(Course)]


def other_than(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 7
    return "tee" if isinstance(value, str) else (3, 4)


@pytest.mark.parametrize("fact", FACTS)
def test_a_copy_of_the_course_keeps_every_fact(fact: str) -> None:
    course = begin()
    setattr(course, fact, other_than(getattr(course, fact)))
    assert course != begin()
    assert course.copy() == course
    assert getattr(course.copy(), fact) == getattr(course, fact) != getattr(begin(), fact)


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_of_the_course_travels_among_those_of_the_view(fact: str) -> None:
    view = camp().table.view(0)
    plain = codec.encode(view)
    assert plain[fact] == codec.encode(getattr(view.course, fact))
    assert GAME.codec.decode(plain, view.box) == view
    del plain[fact]
    with pytest.raises(BadJson, match=f'lacks its field "{fact}"'):
        GAME.codec.decode(plain, view.box)


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    here = camp()
    view = here.table.view(0)
    imagined = view.imagine(Random(0))
    here.do(END_TURN)
    assert (view.course.turn, imagined.course.turn, here.table.course.turn) == (0, 0, 1)
    imagined.apply(rules.END_TURN)
    assert (view.course.turn, imagined.course.turn) == (0, 1)
