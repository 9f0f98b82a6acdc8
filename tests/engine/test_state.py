"""The agenda: order of steps, chance, effects, open decisions; and what a match makes of them."""

from __future__ import annotations

import pytest
from engine.toy import GAME, CoinFalls, EndTurn, Flip, Name, Pass, Peek, Table, TakeTurn

from loot_table.engine.errors import BadInput, IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, NOBODY, REFEREE, SPECTATOR


def table(match: Match) -> Table:
    assert isinstance(match.state, Table)
    return match.state


def test_steps_happen_in_reading_order_before_the_rest() -> None:
    state = GAME.start(3)
    assert isinstance(state, Table)
    state.apply(Name(5))
    assert state.order == [5, -1, -2]
    assert state.agenda == [TakeTurn(1)]
    state.then(TakeTurn(2), TakeTurn(0))
    assert state.agenda == [TakeTurn(1), TakeTurn(0), TakeTurn(2)]


def test_nature_is_asked_when_its_step_comes() -> None:
    match = Match(GAME, 3)
    match.play(0, Flip())
    assert match.to_act == NATURE
    assert match.state.agenda == [EndTurn(0), CoinFalls()]
    assert match.state.outcomes() == [(0, 3), (1, 1)]
    assert match.actions() == ()
    with pytest.raises(BadInput, match="nature cannot decide 2 here; possible are"):
        match.happen(2)
    with pytest.raises(IllegalAction, match="nature is to act"):
        match.play(0, Pass())
    match.happen(1)
    assert table(match).coin == 1
    assert match.to_act == 1


def test_outcomes_come_by_their_weights() -> None:
    rng, state = Random(1), GAME.start(2)
    drawn = [CoinFalls().sample(state, rng) for _ in range(4000)]
    assert 2850 < drawn.count(0) < 3150


def test_the_game_ends_as_soon_as_its_rule_says() -> None:
    match = Match(GAME, 2, {"limit": 2})
    match.play(0, Pass())
    match.play(1, Pass())
    assert match.to_act == NOBODY
    assert match.result() == {"winner": 0, "reason": "enough", "standings": [1.0, 0.0]}


def test_an_open_decision_accepts_more_than_it_lists() -> None:
    match = Match(GAME, 2)
    assert Name(123456) not in match.actions()
    match.play(0, Name(123456))
    with pytest.raises(IllegalAction, match="TY-2"):
        match.play(1, Name(-1))


def test_what_chance_decided_cannot_be_undone() -> None:
    """LT-3"""
    match = Match(GAME, 2, nature=Random(1))
    match.play(0, Flip())
    with pytest.raises(IllegalAction, match="Chance has decided") as refused:
        match.undo(0)
    assert refused.value.refusal.rule == "LT-3"


def test_what_was_shown_cannot_be_undone_even_if_all_agree() -> None:
    """LT-3"""
    match = Match(GAME, 3)
    match.play(0, Pass())
    match.play(1, Peek())
    for seat in (0, 1):
        with pytest.raises(IllegalAction, match="Something hidden was shown"):
            match.undo(seat, agreed={0, 1, 2})
    match.play(2, Pass())
    match.undo(2)
    assert match.version == 2


def test_a_secret_is_seen_by_its_owner_and_the_referee_only() -> None:
    match = Match(GAME, 3)
    match.play(0, Flip())
    match.happen(1)
    match.play(1, Peek())
    told = {seat: match.voice().text(match.events(seat)[-1].text()) for seat in (0, 1, 2, SPECTATOR, REFEREE)}
    assert told == {0: "Ben looks", 1: "Ben looks: 1", 2: "Ben looks", SPECTATOR: "Ben looks", REFEREE: "Ben looks: 1"}


def test_with_three_players_a_resigned_seat_cannot_win_but_the_game_goes_on() -> None:
    """LT-4"""
    match = Match(GAME, 3, {"limit": 3})
    match.resign(0)
    assert not match.is_over
    with pytest.raises(IllegalAction, match="already"):
        match.resign(0)
    for seat in range(3):
        match.play(seat, Pass())
    # Seat 0 would have won; its share goes to those who stayed.
    assert match.standings() == [0.0, 0.5, 0.5]
    match = Match(GAME, 3)
    match.resign(2)
    match.resign(0)
    assert match.result() == {"winner": 1, "reason": "resignation", "standings": [0.0, 1.0, 0.0]}


def test_agreement_leaves_out_those_who_resigned() -> None:
    """LT-5"""
    match = Match(GAME, 4)
    match.resign(3)
    match.agree()
    assert match.standings() == [1 / 3, 1 / 3, 1 / 3, 0.0]
    again = Match.from_json(match.to_json(), GAME)
    assert again.result() == match.result()


def test_undo_remembers_who_resigned_before() -> None:
    """LT-3, LT-4"""
    match = Match(GAME, 3)
    match.resign(2)
    match.play(0, Pass())
    match.undo(0)
    assert match.resigned == {2}
    match.play(0, Pass())
    match.resign(1)
    assert match.is_over


def test_a_decision_without_parts_says_so() -> None:
    with pytest.raises(BadInput, match="no parts"):
        TakeTurn(0).ask(GAME.start(2), {})
    assert not TakeTurn(0).is_large(GAME.start(2))
