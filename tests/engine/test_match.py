"""Match, the only door: checks, record, undo, replay, services, saving."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from loot_table.engine import codec
from loot_table.engine.errors import BadComponents, BadInput, BadRecord, BadTable, IllegalAction
from loot_table.engine.match import Match, read_record
from loot_table.engine.random import Random
from loot_table.engine.state import NOBODY
from loot_table.games import load
from loot_table.games.crates_barrels.position import read_turn

GAME = load("crates_barrels")


def played(*turns: str) -> Match:
    match = Match(GAME, 2)
    for turn in turns:
        match.play(match.to_act, read_turn(turn))
    return match


def rule_of(error: pytest.ExceptionInfo[IllegalAction]) -> str:
    return error.value.refusal.rule


def test_only_the_seat_to_act_may_answer() -> None:
    """LT-1"""
    match = played()
    with pytest.raises(IllegalAction, match="Crates is to act") as refused:
        match.play(1, read_turn("e8-e7"))
    assert rule_of(refused) == "LT-1"
    with pytest.raises(IllegalAction):
        match.play(7, read_turn("e8-e7"))
    assert match.version == 0


def test_nothing_happens_after_the_end() -> None:
    """LT-2"""
    match = played("e2-e3")
    match.resign(1)
    assert match.to_act == NOBODY
    assert match.actions() == ()
    too_late: list[Callable[[], None]] = [
        lambda: match.play(1, read_turn("e8-e7")),
        match.agree,
        lambda: match.resign(0),
        lambda: match.undo(0),
    ]
    for late in too_late:
        with pytest.raises(IllegalAction) as refused:
            late()
        assert rule_of(refused) == "LT-2"


def test_the_last_action_can_be_undone_until_somebody_acts() -> None:
    """LT-3"""
    match = played("e2-e3")
    before = Match(GAME, 2).save()
    match.undo(0)
    assert match.save() == before
    with pytest.raises(IllegalAction, match="not acted yet"):
        match.undo(0)
    match = played("e2-e3", "e8-e7")
    with pytest.raises(IllegalAction, match="Barrels has acted since") as refused:
        match.undo(0)
    assert rule_of(refused) == "LT-3"


def test_a_takeback_goes_behind_those_who_agree() -> None:
    """LT-3"""
    match = played("e2-e3", "e8-e7", "d2-d3", "d8-d7")
    match.undo(0, agreed={1})
    assert match.save() == played("e2-e3", "e8-e7").save()
    match.play(0, read_turn("d2-d3"))


def test_resigning_with_two_gives_the_other_the_win() -> None:
    """LT-4"""
    match = played("e2-e3")
    match.resign(0)
    assert match.result() == {"winner": 1, "reason": "resignation", "standings": [0.0, 1.0]}
    with pytest.raises(BadTable):
        played().resign(5)


def test_agreeing_shares_the_game() -> None:
    """LT-5"""
    match = played("e2-e3")
    match.agree()
    assert match.result() == {"winner": None, "reason": "agreement", "standings": [0.5, 0.5]}


def test_a_match_is_the_same_after_saving_with_services_and_positions() -> None:
    match = Match(GAME, 2, {"turn_limit": 50}, position="9/9/9/9/4c4/9/9/9/b8 c 10", names=["Ana", "Ben"])
    match.play(0, read_turn("e5-e6"))
    match.resign(1)
    again = Match.from_json(read_record(match.save()), GAME)
    assert again.save() == match.save()
    assert again.names == ("Ana", "Ben")
    assert again.result() == match.result()


def test_any_earlier_point_can_be_looked_at() -> None:
    match = played("e2-e3", "e8-e7", "d2-d3")
    assert match.at(1).save() == played("e2-e3").save()
    assert match.version == 3
    for wrong in (-1, 4):
        with pytest.raises(BadInput, match="there is no version"):
            match.at(wrong)


def test_events_can_be_asked_for_since_a_version() -> None:
    match = played("e2-e3", "e8-e7")
    assert [match.voice().text(event.text()) for event in match.events(0)] == ["1. Crates e2-e3", "2. Barrels e8-e7"]
    assert [match.voice().text(event.text()) for event in match.events(0, since=1)] == ["2. Barrels e8-e7"]


def test_nature_cannot_be_told_what_it_is_not_asked() -> None:
    with pytest.raises(BadInput, match="nature cannot decide 3"):
        played().happen(3)


def test_other_components_can_be_used_and_travel_with_the_record() -> None:
    data: dict[str, Any] = copy.deepcopy(dict(GAME.read_components(None).data))
    data["layout"][0]["respawn"] = ["b5", "e5", "h5"]
    match = Match(GAME, 2, components=data, nature=Random(1))
    assert match.components.hash != GAME.read_components(None).hash
    match.play(0, read_turn("e2-e3"))
    again = Match.from_json(read_record(match.save()), GAME)
    assert again.components.hash == match.components.hash
    saved = match.to_json()
    del saved["component_data"]
    with pytest.raises(BadRecord, match="other components"):
        Match.from_json(saved, GAME)
    data["layout"][0]["respawn"] = ["b5", "z5"]
    with pytest.raises(BadComponents, match="tiles are a1 to i9, got 'z5'"):
        Match(GAME, 2, components=data)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "other/9"}, "format"),
        ({"game": "chess"}, "this record is of"),
        ({"rules": 99}, "rules version 99"),
        ({"rules": "1"}, 'needs "rules"'),
        ({"players": 3}, "is for 2 players"),
        ({"players": True}, 'needs "players"'),
        ({"names": ["Ana"]}, "2 names"),
        ({"names": ["Ana", 5]}, "printable"),
        ({"names": ["Ana", "x" * 41]}, "printable"),
        ({"names": ["Ana", "a\nb"]}, "printable"),
        ({"options": {"turn_limit": 5}}, "turn_limit must be 20 to 2000, got 5"),
        ({"components": "0"}, "other components"),
        ({"entries": [{"seat": 0, "action": {"type": "move", "from": "e2", "to": "e9"}}]}, "entry 0 .*out of reach"),
        (
            {"entries": [{"seat": 1, "action": {"type": "move", "from": "e8", "to": "e7"}}]},
            "entry 0 .*not your decision",
        ),
        ({"entries": [{"seat": 0, "action": {"type": "move", "from": "e2"}}]}, 'entry 0 .*lacks its field "to"'),
        ({"entries": [{"outcome": 2}]}, "entry 0 .*nature cannot"),
        ({"entries": [{"resign": True}]}, "entry 0"),
        ({"entries": [{"seat": 0}]}, "entry 0"),
        ({"entries": ["e2-e4"]}, "entry 0"),
        ({"entries": 5}, 'needs "entries"'),
        ({"result": {"winner": 0}}, "result is not what"),
        ({"result": 3}, '"result"'),
        ({"surprise": 1}, 'no field "surprise"'),
        ({"position": 5}, "a position is a text"),
    ],
)
def test_broken_records_are_refused_in_words(change: dict[str, Any], reason: str) -> None:
    saved = {**played("e2-e3").to_json(), **change}
    with pytest.raises(BadInput, match=reason):
        Match.from_json(saved, GAME)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"null", b'{"format": 3}', b"\xff\xfe", b"NaN", b'{"format":"loot-table-record/1"}']
)
def test_files_that_are_no_records_are_refused(text: bytes) -> None:
    with pytest.raises(BadInput):
        read_record(text)


def test_a_record_is_actions_as_the_rules_write_them() -> None:
    entry = played("e2-e4").to_json()["entries"][0]
    assert entry == {"seat": 0, "action": {"type": "move", "from": "e2", "to": "e4"}}
    assert codec.encode(read_turn("@a5")) == {"type": "respawn", "to": "a5"}


def test_the_components_that_ship_with_a_game_are_read_once() -> None:
    """A server makes many matches, and one more for each look back."""
    match = Match(GAME, 2)
    assert match.at(0).components is match.components
    assert Match(GAME, 2, components=dict(match.components.data)).components is not match.components


@pytest.mark.parametrize("players", ["2", 2.0, True, None, [2], 1, 9, 10**30])
def test_a_wrong_number_of_players_is_said_whatever_it_is(players: Any) -> None:
    """Also by compiled code, which would otherwise complain about the type."""
    with pytest.raises(BadTable, match="is for 2 players, got"):
        Match(GAME, players)
    with pytest.raises(BadTable, match="is for 2 players, got"):
        GAME.start(players)
