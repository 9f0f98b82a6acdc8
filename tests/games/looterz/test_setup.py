"""Goal and set-up: who plays, the deal, Draw Pile and Graveyard, the Loot that wins."""

from __future__ import annotations

import pytest
from looterz.tables import (
    DRAW,
    activate,
    attack,
    deal,
    graveyard,
    hand,
    loot,
    play,
    roll,
    sacrifice,
    search,
    table_of,
    target,
    told,
)

from loot_table.engine.errors import BadOption, BadTable
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE
from loot_table.games.looterz import GAME
from loot_table.games.looterz.dungeon_events import Buried
from loot_table.games.looterz.events import Dealt, DragonSeen, Reshuffled, StarterChosen

FIRST = "first recruitment"


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    """LZ-01."""
    with pytest.raises(BadTable, match="2 to 6"):
        Match(GAME, players)


def test_every_seat_is_equally_likely_to_begin() -> None:
    """LZ-02."""
    match = Match(GAME, 3)
    assert match.state.outcomes() == [(0, 1), (1, 1), (2, 1)]
    match.happen(2)
    assert told(match, StarterChosen) == [StarterChosen(2)]


def test_the_starting_player_gets_his_hand_first_then_the_others_clockwise() -> None:
    """LZ-03."""
    match = Match(GAME, 3)
    match.happen(1)
    dealt = []
    while match.to_act == NATURE:
        dealt.append(match.state.agenda[-1].seat)  # type: ignore[attr-defined]
        match.happen(match.state.outcomes()[0][0])
    assert dealt == [1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0]
    assert told(match, Dealt)[0] == Dealt(1, 3, ("dragonling-1", "dragonling-2", "barbarian-1"))
    assert match.events(0)[1] == Dealt(1, 3, ())
    assert match.to_act == 1


def test_every_card_left_is_equally_likely_to_be_drawn() -> None:
    """LZ-04."""
    match = play(deal(phase=FIRST, hand0="orc", p1="king", graveyard="witch"), DRAW)
    outcomes = match.state.outcomes()
    assert len(outcomes) == 57
    assert {weight for _, weight in outcomes} == {1}


def test_the_dead_the_destroyed_the_sacrificed_and_the_discarded_meet_in_the_graveyard() -> None:
    """LZ-05."""
    match = deal(p0="dwarf, assassin, gelatinous_cube, wizard, bard", p1="king(1), thief, hydra", hand0="orc")
    play(match, attack("dwarf", "king"), roll(1), activate("assassin"), target("thief"))
    play(match, activate("gelatinous_cube"), sacrifice("bard"), activate("wizard"), target("hydra"))
    assert graveyard(match) == "king, thief, bard, orc, hydra"
    assert [event.how for event in told(match, Buried)] == ["killed", "destroyed", "sacrificed", "killed"]


def test_the_graveyard_may_wait_until_a_card_is_needed() -> None:
    """LZ-R3, LZ-V6."""
    match = deal(phase=FIRST, pile="dwarf", graveyard="king, orc", options={"reshuffle": "on_demand"})
    play(match, DRAW, "dwarf")
    assert graveyard(match) == "king, orc"
    assert told(match, Reshuffled) == []
    play(match, DRAW)
    assert told(match, Reshuffled) == [Reshuffled(2)]
    assert [table_of(match).box.ids[number] for number, _ in match.state.outcomes()] == ["king-1", "orc-1"]


def test_the_graveyard_is_reshuffled_as_soon_as_the_last_card_is_taken() -> None:
    """LZ-06, LZ-R3."""
    match = deal(phase=FIRST, pile="dwarf", graveyard="king, orc")
    play(match, DRAW, "dwarf")
    assert told(match, Reshuffled) == [Reshuffled(2)]
    assert graveyard(match) == ""
    assert len(table_of(match).pile) == 2


def test_an_immediate_reshuffle_of_nothing_waits_until_a_card_is_needed() -> None:
    """LZ-R32."""
    match = deal(phase=FIRST, pile="dwarf", p0="bard", p1="king(1)")
    play(match, DRAW, "dwarf", attack("bard", "king"), roll(1))
    assert graveyard(match) == "king"
    play(match, DRAW, "king")
    assert hand(match, 0) == "dwarf, king"


def test_nobody_starts_with_loot_or_looterz() -> None:
    """LZ-07."""
    match = Match(GAME, 4, nature=Random(3))
    assert loot(match) == [0, 0, 0, 0]
    assert table_of(match).in_play() == []


def test_the_target_is_by_players_or_agreed() -> None:
    """LZ-08, LZ-09, LZ-V1."""
    assert [table_of(deal(n)).box.loot_target for n in range(2, 7)] == [15, 10, 10, 7, 7]
    match = play(deal(p0="dwarf", options={"loot_target": 1}), search("dwarf"), roll(6))
    assert match.is_over
    for wrong in (0, 37):
        with pytest.raises(BadOption, match="1 to 36"):
            deal(options={"loot_target": wrong})


def test_the_game_is_called_looterz() -> None:
    """LZ-R18."""
    assert GAME.name == "Looterz"


def test_dragons_come_in_after_the_deal() -> None:
    """LZ-V2."""
    match = Match(GAME, 2, {"dragon_cards": 4}, nature=Random(2))
    assert table_of(match).dragons == 4
    assert told(match, DragonSeen) == []
