"""The value that luck is measured by: where luck has to be fetched first, of the table that decent players come to."""

from __future__ import annotations

from loot_table import games
from loot_table.bots.knowledge import Knowledge, knowledge_of
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, State


def asked(slug: str, answers: int) -> tuple[Knowledge, State]:
    """A table at which somebody is asked, after so many answers."""
    game = games.load(slug)
    knowledge, rng = knowledge_of(game), Random(2)
    match = Match(game, 2, nature=rng)
    for _ in range(answers):
        match.play(match.to_act, knowledge.answer(match.state, rng))
    return knowledge, match.state


def test_in_most_games_a_table_is_valued_as_it_lies() -> None:
    knowledge, table = asked("loot_n_run", 4)
    assert knowledge.ahead == 0
    assert knowledge.value is not None
    assert knowledge.foreseen(table) == knowledge.value(table)


def test_loot_on_the_map_counts_once_somebody_has_walked_there() -> None:
    knowledge, table = asked("loot_fiend", 12)
    assert knowledge.value is not None
    before = table.copy()
    shares = knowledge.foreseen(table)
    assert shares == knowledge.foreseen(table), "a table has one value"
    assert shares != knowledge.value(table)
    assert table.view(0) == before.view(0), "nobody has really moved"
    met = table.copy()
    while met.to_act >= 0:
        met.apply(knowledge.answer(met, Random(1)))
    assert met.to_act == NATURE
    assert knowledge.foreseen(met) == knowledge.value(met), "a chance is valued as it comes"
