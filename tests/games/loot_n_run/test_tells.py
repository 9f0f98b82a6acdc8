"""What others' play tells: cards that were kept for long are seldom cards that would be caught."""

from __future__ import annotations

from loot_table import games
from loot_table.bots.ismcts import AS_USUAL, Search
from loot_table.bots.knowledge import knowledge_of
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.loot_n_run.bot.tells import plausible
from loot_table.games.loot_n_run.rules import Awaken, Loot
from loot_table.games.loot_n_run.table import Held, Table

GAME = games.load("loot_n_run")


def table_with(*cards: tuple[str, int], turn: int, players: int = 2) -> Table:
    """The second player has these cards, each since a turn; so many turns are over."""
    table = Match(GAME, players, nature=Random(1)).state
    assert isinstance(table, Table)
    table.turn = turn
    for card, since in cards:
        table.pool[table.box.back[table.box.numbers[card]]].remove(table.box.numbers[card])
        table.hands[1].append(Held(table.box.numbers[card], 0, since))
        table.sizes[0] -= 1
    return table


def test_cards_that_have_just_arrived_tell_nothing() -> None:
    assert plausible(table_with(("R07", 2), turn=2), 0) == 1.0


def test_every_turn_that_a_guardian_was_kept_makes_it_less_likely() -> None:
    chances = [plausible(table_with(("R07", 2), turn=turn), 0) for turn in (2, 4, 6, 8)]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] < 0.1 < chances[1]


def test_an_amulet_may_be_kept_for_ever_and_covers_what_came_later() -> None:
    assert plausible(table_with(("G02", 2), ("R07", 4), turn=40), 0) == 1.0
    late = table_with(("R07", 2), ("G02", 4), turn=40)
    assert plausible(late, 0) == plausible(table_with(("R07", 2), turn=4), 0)


def test_with_more_players_a_card_is_kept_more_easily() -> None:
    duel, crowd = table_with(("G01", 2), turn=4), table_with(("G01", 2), turn=6, players=4)
    assert plausible(duel, 0) < plausible(crowd, 0) < 1.0


def test_ones_own_cards_tell_oneself_nothing() -> None:
    assert plausible(table_with(("R07", 2), turn=20), 1) == 1.0


def hope_of_awakening(reads_others: bool) -> float:
    """How much better than looting it looks to awaken two reds that were kept for ten turns."""
    table = table_with(("R12", 2), ("R02", 4), turn=24)
    thought = Search(knowledge_of(GAME, reads_others), 1, AS_USUAL).think(table.view(0), table.actions(), 300)
    values = {type(line.action): line.value for line in reversed(thought.lines)}
    return values[Awaken] - values[Loot]


def test_who_reads_the_others_hopes_for_less_from_cards_that_were_kept() -> None:
    """By their backs alone two reds are caught three times out of four."""
    assert hope_of_awakening(False) > 0.05
    assert hope_of_awakening(True) < 0.03
