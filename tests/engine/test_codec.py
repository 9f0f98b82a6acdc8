"""JSON in and out, and all that may be wrong with it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loot_table.engine import codec
from loot_table.engine.errors import BadJson
from loot_table.games import load

GAME = load("crates_barrels")
MOVE = {"type": "move", "from": "e2", "to": "e4"}


def test_an_action_is_its_object_key_for_key() -> None:
    assert codec.encode(GAME.codec.action(MOVE)) == MOVE


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        ({**MOVE, "extra": 1}, 'has no field "extra"; it has from, to'),
        ({"type": "move", "from": "e2"}, 'lacks its field "to"'),
        ({**MOVE, "to": 4}, "to must be a text, got 4"),
        ({**MOVE, "to": None}, "to must be a text, got null"),
        ({**MOVE, "to": ["e4"]}, "to must be a text"),
        ({**MOVE, "to": "z9"}, '"z9" is not a tile'),
        ({**MOVE, "to": "x" * 5000}, "is not a tile"),
        ({**MOVE, "type": "fly"}, 'no action is called "fly"; there are move, pass, respawn'),
        ({**MOVE, "type": "take_turn"}, "no action is called"),
        ({**MOVE, "from_": "e2"}, "has no field"),
        ({"from": "e2", "to": "e4"}, "an action is an object"),
        ([], "an action is an object"),
        ("e2-e4", "an action is an object"),
    ],
)
def test_wrong_actions_are_refused_in_words(plain: Any, reason: str) -> None:
    with pytest.raises(BadJson, match=reason) as refused:
        GAME.codec.action(plain)
    assert len(str(refused.value)) < 6000


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"NaN", "not JSON"),
        (b"[Infinity]", "not JSON"),
        (b"1e999", "."),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": 1', "not JSON"),
        (b"\xff", "not JSON"),
        (b"9007199254740993", "too large"),
        (b"1" * 5000, "."),
        (b"[" * 100 + b"]" * 100, "nested too deeply"),
        (b"[" * 4000 + b"]" * 4000, "nested too deeply"),
        (b'"' + b"x" * 9000 + b'"', "too long"),
        (b'"\\ud800"', "."),
        ("\ud800", "."),
    ],
)
def test_hostile_json_is_refused(text: bytes | str, reason: str) -> None:
    with pytest.raises(BadJson, match=reason):
        codec.loads(text)


plain_data = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(plain_data)
def test_whatever_arrives_is_an_action_or_a_clear_error(plain: Any) -> None:
    for thing in (plain, {"type": "move", "from": plain, "to": plain}, {"type": plain}):
        with pytest.raises(BadJson):
            GAME.codec.action(thing)


@given(st.binary(max_size=200))
def test_any_bytes_are_plain_data_or_a_clear_error(text: bytes) -> None:
    try:
        plain = codec.loads(text)
    except BadJson:
        return
    assert codec.loads(codec.dumps(plain)) == plain


def test_equal_data_give_equal_bytes() -> None:
    assert (
        codec.dumps({"b": 1, "a": [1.5, None]}) == codec.dumps({"a": [1.5, None], "b": 1}) == b'{"a":[1.5,null],"b":1}'
    )


def test_nested_shapes_are_checked_to_the_bottom() -> None:
    layout = [(str, int)]
    assert codec.shaped([["m1", 2]], layout, "layout") == (("m1", 2),)
    for wrong in ([["m1"]], [["m1", "2"]], "m1", [["m1", True]], [["m1", 2, 3]], {"a": 1}):
        with pytest.raises(BadJson, match="layout"):
            codec.shaped(wrong, layout, "layout")
