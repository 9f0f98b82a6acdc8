"""The end of the game: enough Loot, or the Dragon."""

from __future__ import annotations

import pytest
from looterz.tables import DRAW, attack, deal, draw_any, hand, loot, offered, phase, play, roll, search, table_of, told

from loot_table.engine.errors import IllegalAction
from loot_table.games.looterz.events import DragonReturned, DragonSeen, Won

FIRST = "first recruitment"
SECOND = "second recruitment"


def test_the_end_comes_at_once_on_anybodys_turn() -> None:
    """LZ-80, LZ-81."""
    match = deal(3, p0="dwarf", p1="leprechaun", loot=(0, 9, 0))
    play(match, attack("dwarf", "leprechaun"), roll(1))
    assert match.is_over
    assert told(match, Won) == [Won(1, 10)]
    assert phase(match) == (0, 2)
    with pytest.raises(IllegalAction):
        match.play(0, DRAW)


def test_loot_of_one_roll_is_taken_together() -> None:
    """LZ-82, LZ-R14."""
    match = play(deal(p0="dwarf(6)", loot=(14, 14)), search("dwarf"), roll(1, 2, 3, 4, 5, 6))
    assert loot(match) == [20, 14]
    assert match.standings() == [1.0, 0.0]


def test_the_dragon_is_back_after_the_last_round() -> None:
    """LZ-85, LZ-R16."""
    match = deal(3, SECOND, active=2, turn=3, loot=(1, 2, 0), options={"round_limit": 1})
    draw_any(match)
    assert (match.reason, match.standings()) == ("round_limit", [0.0, 1.0, 0.0])
    assert told(match, DragonReturned) == [DragonReturned((1,), 2, "round_limit")]


def test_the_dragon_may_stay_away() -> None:
    """LZ-85, LZ-R16: without a limit a game goes on for longer than any limit allows, but not for ever."""
    late = deal(2, SECOND, active=1, turn=2000, loot=(1, 2), options={"round_limit": 1000})
    assert draw_any(late).reason == "round_limit"
    free = deal(2, SECOND, active=1, turn=2000, loot=(1, 2), options={"round_limit": 0})
    assert not draw_any(free).is_over
    last = deal(2, SECOND, active=1, turn=20_000, loot=(1, 2), options={"round_limit": 0})
    assert draw_any(last).reason == "round_limit"


def test_dragon_cards_are_turned_over_and_replaced() -> None:
    """LZ-V2."""
    match = deal(phase=FIRST, options={"dragon_cards": 4}, pile="dwarf, king")
    play(match, DRAW)
    numbers = table_of(match).box.numbers
    assert match.state.outcomes() == [(numbers["dwarf-1"], 1), (numbers["king-1"], 1), (60, 4)]
    play(match, "dragon", "dragon", "king")
    assert hand(match, 0) == "king"
    assert told(match, DragonSeen) == [DragonSeen(1), DragonSeen(2)]
    assert match.view(1).pile == 3  # type: ignore[attr-defined]


def test_a_pile_of_dragons_can_be_drawn_from() -> None:
    """LZ-R33."""
    match = deal(phase=FIRST, options={"dragon_cards": 4}, dragons=2, pile="")
    assert offered(match) == [DRAW]
    play(match, DRAW, "dragon")
    assert match.state.outcomes() == [(60, 1)]
    match = deal(phase=FIRST, options={"dragon_cards": 4}, dragons=2, pile="", graveyard="king")
    play(match, DRAW, "dragon")
    assert match.state.outcomes() == [(60, 1)]
