"""What strong players of a game do, found by the search without being told."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.bots.ismcts import AS_USUAL, Search
from loot_table.bots.knowledge import Knowledge, knowledge_of
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Action
from loot_table.games.looterz import GAME as LOOTERZ
from loot_table.games.looterz.bot import greedy
from loot_table.games.looterz.rules import Draw
from loot_table.games.looterz.table import SECOND_RECRUITMENT, Table
from loot_table.games.looterz.worth import CARD

DEALS = (2, 6, 7, 10, 13, 14, 17)


def with_one_card_left(seed: int) -> Table:
    """A game of greedy bots up to the first choice, in a second phase, between recruiting the last card and drawing."""
    rng, knowledge = Random(seed), knowledge_of(LOOTERZ)
    table = LOOTERZ.start(2)
    table.settle()
    assert isinstance(table, Table)
    while True:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, rng))
        elif table.phase == SECOND_RECRUITMENT and len(table.hands[table.to_act]) == 1 and len(table.actions()) == 2:
            return table
        else:
            table.apply(knowledge.answer(table, rng))


def untaught(table: Table, actions: Sequence[Action], rng: Random) -> list[float]:
    """The greedy likings without the rule of keeping a card back: a drawn card is worth a card."""
    liked = greedy.likings(table, actions, rng)
    return [CARD if isinstance(action, Draw) else like for action, like in zip(actions, liked, strict=True)]


def test_the_search_keeps_a_card_back_in_looterz_without_being_told() -> None:
    """Who recruits the last card in the second phase has nothing for the first, where a recruit acts at once."""
    told = knowledge_of(LOOTERZ)
    knowledge = Knowledge(True, untaught, None, told.value, told.cut)
    kept = 0
    for seed in DEALS:
        table = with_one_card_left(seed)
        actions = table.actions()
        liked = untaught(table, actions, Random(1))
        first = actions[liked.index(max(liked))]
        kept_at_first_sight = isinstance(first, Draw)
        thought = Search(knowledge, seed, AS_USUAL).think(table.view(table.to_act), actions, 150)
        kept += isinstance(thought.action, Draw) and not kept_at_first_sight
    assert kept >= 5
