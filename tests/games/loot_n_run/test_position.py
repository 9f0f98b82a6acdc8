"""Positions written down and read back; what cannot be is refused with the reason (LR-R31)."""

from __future__ import annotations

from typing import Any

import pytest
from loot_n_run.tables import COMPONENTS, GAME, check_table, deal, tiny_components

from loot_table.engine import codec
from loot_table.engine.errors import BadPosition
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE
from loot_table.games.loot_n_run.box import Options
from loot_table.games.loot_n_run.position import read_position, write_position
from loot_table.games.loot_n_run.table import Table


def read(written: object, players: int = 3, **options: Any) -> Table:
    return read_position(written, players, Options(**options), COMPONENTS)


@pytest.mark.parametrize("refused", ["open", "face_down"])
@pytest.mark.parametrize("players", range(2, 7))
def test_every_decision_of_a_game_can_be_written_and_read(players: int, refused: str) -> None:
    """LR-R31: the table that is read is the one that was written, secrets, ages and extra turns included."""
    rng = Random(players)
    match = Match(GAME, players, {"refused_cards": refused}, nature=rng)
    while not match.is_over:
        assert isinstance(match.state, Table)
        written = codec.loads(codec.dumps(write_position(match.state)), 2**16)
        again = read(written, players, refused_cards=refused)
        check_table(again)
        assert codec.encode(again.view(REFEREE)) == codec.encode(match.view(REFEREE))
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    assert isinstance(match.state, Table)
    over = write_position(match.state)
    assert over["to_move"] is None


def test_decks_may_be_written_top_first() -> None:
    """The rest lies below, in turn on the left and on the right, or elsewhere."""
    table = read({"hands": [["G03"], [], []], "decks": [["R07", "G01"], ["Y02"]]})
    assert (table.sizes, [table.shown_back(0), table.shown_back(1)]) == ([27, 26], ["red", "yellow"])
    assert sum(read({"hands": [[], [], []]}).sizes) == 54
    table = read({"hands": [[], [], []], "decks": [["R07"], ["Y02"]], "rest": "discard"})
    assert (table.sizes, len(table.discard)) == ([1, 1], 52)
    table = read({"hands": [[], [], []], "decks": [["R07"], ["Y02"]], "rest": 2})
    assert len(table.hands[2]) == 52


BARE: dict[str, Any] = {"hands": [["G03"], [], []]}


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (None, "a position is an object"),
        ({}, 'at least "hands"'),
        ({**BARE, "hand": 1}, 'a position has no "hand"'),
        ({"hands": [[], []]}, '"hands" must be a list of 3'),
        ({"hands": [["G99"], [], []]}, "cards are G01 to R12, got 'G99'"),
        ({"hands": [["G03"], ["G03"], []]}, "G03 is in two places"),
        ({"hands": ["G03", [], []]}, "written as a list of ids"),
        ({**BARE, "discard": ["G03"]}, "G03 is in two places"),
        ({**BARE, "scores": [35, 0, 0]}, r"0 to 34 while the game is on \(LR-50\)"),
        ({**BARE, "scores": [1]}, '"scores" must be a list of 3'),
        ({**BARE, "to_move": 3}, '"to_move" must be a whole number from 0 to 2'),
        ({**BARE, "to_move": None}, '"to_move" must be a whole number'),
        ({**BARE, "turn": 450}, r"450 turns are played and the limit is 450 \(LR-R17\)"),
        ({**BARE, "turn": True}, '"turn" must be a whole number'),
        ({**BARE, "extra": 1}, '"extra" must be true or false'),
        ({**BARE, "frank": True}, '"frank" belongs to a choice'),
        ({**BARE, "rest": 3}, '"rest" must be "decks", "discard" or a seat'),
        ({**BARE, "tops": ["red", "red"], "sizes": [20, 20]}, "53 cards are left for the decks"),
        ({**BARE, "tops": ["red", "blue"], "sizes": [27, 26]}, '"tops" are green, yellow, red or ""'),
        ({**BARE, "tops": ["red", ""], "sizes": [27, 26]}, "its top is a back"),
        ({**BARE, "tops": ["red", "red"], "sizes": [27, -1]}, '"sizes" are two whole numbers'),
        ({**BARE, "tops": ["red", "red"], "sizes": [27, 26], "decks": [[], []]}, "not both"),
        ({**BARE, "decks": [["R01"], []], "rest": "discard"}, r"that would have happened \(LR-60\)"),
        ({**BARE, "decks": [["R01", "R02"], []], "rest": 2}, r"that would have happened \(LR-60\)"),
        ({**BARE, "ages": [[1], [], []]}, '"ages": whole numbers from 0 to 0'),
        ({**BARE, "ages": [[], [], []]}, '"ages" has a number for each card'),
        ({**BARE, "arrived": [[7], [], []], "turn": 3}, '"arrived": whole numbers from 0 to 3'),
        ({**BARE, "returned": {"G04": 1}}, '"returned": a card and 1 to 0'),
        ({**BARE, "returned": [1]}, '"returned" says for a card'),
        ({**BARE, "reshuffles": 1, "ages": [[0], [], []], "returned": {"G03": 1}}, r"since it was drawn \(LR-75\)"),
        ({**BARE, "drawn": ["R01"]}, '"drawn" must be a list of 2'),
        ({**BARE, "drawn": ["R01", None]}, r"with one card alone both decks are empty, not \[26, 26\] \(LR-46\)"),
        ({**BARE, "drawn": [None, "R01"], "rest": 2, "decks": [[], ["R02"]]}, r"not \[0, 1\] \(LR-46\)"),
        ({**BARE, "drawn": ["R01", None], "rest": "discard"}, r"the discard pile is empty.*\(LR-46\)"),
        ({**BARE, "drawn": [None, "R01"], "rest": 2}, r"it came from deck 0.*\(LR-46\)"),
        ({**BARE, "refused": []}, r"here refused cards lie open \(LR-R18\)"),
        ({**BARE, "recalled": [{}, {}, {}]}, r"here refused cards lie open \(LR-R18\)"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(written: object, message: str) -> None:
    """LR-R31"""
    with pytest.raises(BadPosition, match=message):
        read(written)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({**BARE, "refused": "Y09"}, "a list of cards and seats"),
        ({**BARE, "refused": ["Y09"]}, 'a card is written {"card": "Y09", "seat": 0}'),
        ({**BARE, "refused": [{"card": "Y09", "seat": 3}]}, "seats are 0 to 2, got 3"),
        ({**BARE, "refused": [{"card": "G03", "seat": 1}]}, "G03 is in two places"),
        ({**BARE, "recalled": [{}]}, '"recalled" must be a list of 3'),
        ({**BARE, "recalled": [{"G04": 1}, {}, {}]}, '"recalled": a card and 1 to 0'),
        (
            {**BARE, "reshuffles": 1, "ages": [[0], [], []], "recalled": [{}, {"G03": 1}, {}]},
            r"since it was drawn \(LR-75\)",
        ),
        (
            {**BARE, "decks": [["R01"], []], "rest": 2, "refused": [{"card": "Y09", "seat": 0}]},
            r"that would have happened \(LR-60\)",
        ),
    ],
)
def test_what_is_wrong_with_cards_that_lie_face_down_is_said(written: object, message: str) -> None:
    """LR-R18, LR-R31"""
    with pytest.raises(BadPosition, match=message):
        read(written, refused_cards="face_down")


@pytest.mark.parametrize("timing", ["immediate", "after_action"])
def test_one_werewolf_card_alone_can_be_written_where_play_leads_there(timing: str) -> None:
    """LR-46, LR-R14, LR-R15: decks of 1 and 0, or an end that waits for the Werewolf."""
    rng = Random(1)
    alone = 0
    for number in range(400):
        options = {"end_timing": timing, "target_score": 6 + number % 20, "turn_limit": 200}
        match = Match(GAME, 2 + number % 3, options, tiny_components(), nature=rng)
        while not match.is_over:
            assert isinstance(match.state, Table)
            if match.state.drawn:
                written = write_position(match.state)
                again = read_position(written, match.players, Options(**options), match.components)  # type: ignore[arg-type]
                assert write_position(again) == written
                alone += len(match.state.drawn) == 1
            match.play(match.to_act, match.state.decision().sample(match.state, rng))
    assert alone > 5


def test_cards_lie_in_order_of_arrival() -> None:
    """LR-R02, LR-R31"""
    with pytest.raises(BadPosition, match=r"numbers never fall \(LR-R02\)"):
        read({"hands": [["G03", "G04"], [], []], "arrived": [[3, 2], [], []], "turn": 9})


def test_too_few_cards_of_a_back_for_both_tops() -> None:
    reds = [f"R{number:02}" for number in range(1, 12)]
    with pytest.raises(BadPosition, match="too few red cards are left"):
        read({"hands": [reds, [], []], "tops": ["red", "red"], "sizes": [22, 21]})


def test_only_a_choice_that_the_end_waits_for_has_somebody_at_the_target() -> None:
    """LR-R10, LR-R31"""
    table = deal(3, "G03", "G01 G09", scores=[32, 0, 0], options={"end_timing": "after_action"}).play("awaken 1")
    written = write_position(table.table)
    assert written["scores"][0] >= 35
    again = read(written, end_timing="after_action")
    assert codec.encode(again.view(REFEREE)) == codec.encode(table.view(REFEREE))
    with pytest.raises(BadPosition, match="LR-50"):
        read(written)


def test_a_position_is_not_written_while_nature_decides() -> None:
    """LR-R31"""
    table = deal(3, "G03")
    table.match.play(0, table.match.actions()[0])
    with pytest.raises(BadPosition, match="now nature is"):
        write_position(table.table)
