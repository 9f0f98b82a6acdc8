"""Collecting, reorganising, removing locks: LF-45 to LF-49, LF-64 to LF-67, LF-90 to LF-94."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from loot_fiend.tables import DONE, END_TURN, GO, ROAD, Camp, add, camp, collect, move, remove_locks, reorganise

from loot_table.engine.errors import BadPosition
from loot_table.games.loot_fiend.locks import is_enough

STORE = [["store", 0, 0, -1]]
TEN = [["m01", 0, 0, 3], ["m02", 0, 0, 4], ["s01", 0, 4, 3], ["s02", 0, 4, 4]]  # 4 + 4 + 1 + 1 points


def on_road(**position: object) -> Camp:
    """Alone on the first tile of the road."""
    return camp(**{"tiles": ROAD, "chars": [[0, -1], [0, 0]], "stack": ["cross", "store"], **position})


def at_store(**position: object) -> Camp:
    return camp(**{"tiles": STORE, "chars": [[0, -1], [0, 0]], "stack": ["cross", "store"], **position})


# ---- collect


def test_only_loot_on_the_own_tile_can_be_collected() -> None:
    """LF-45."""
    here = on_road(loot={"0,-2": ["s01"]})
    assert str(here.refusal(collect("s01", 0, 0, 4)).text) == "That ring does not lie on your tile."
    assert here.refused_by(collect("s01", 0, 0, 4)) == "LF-45"
    assert here.refused_by(collect("nonsense", 0, 0, 4)) == "LF-45"


def test_collecting_is_impossible_beside_somebody_however_many_actions() -> None:
    """LF-45, LF-R8: not dearer, impossible."""
    here = on_road(chars=[[0, -1], [0, -1]], loot={"0,-1": ["s01"]})
    assert str(here.refusal(collect("s01", 0, 0, 4)).text).startswith("Another character is here")
    assert here.legal("collect") == []


def test_a_piece_goes_on_free_unlocked_squares_in_an_existing_rotation() -> None:
    """LF-46, LF-94: each wrong place is refused for what is wrong with it."""
    here = on_road(loot={"0,-1": ["m07"]}, packs=[[["s01", 0, 0, 3]], []])
    said = {
        str(here.refusal(collect("m07", 0, 0, 3)).text): "overlap",
        str(here.refusal(collect("m07", 0, 3, 3)).text): "stick out",
        str(here.refusal(collect("m07", 0, -1, 3)).text): "stick out",
        str(here.refusal(collect("m07", 0, 0, 2)).text): "lock",
        str(here.refusal(collect("m07", 4, 1, 3)).text): "rotations 0 to 3",
        str(here.refusal(collect("m07", -1, 1, 3)).text): "rotations 0 to 3",
    }
    assert all(reason in text for text, reason in said.items())
    assert {here.refused_by(collect("m07", rot, 0, 3)) for rot in (0, 4)} == {"LF-46"}
    here.do(collect("m07", 0, 1, 3)).expect(packs=[[["m07", 0, 1, 3], ["s01", 0, 0, 3]], []], scores=[3, 0])


def test_pieces_turn_but_are_never_turned_over() -> None:
    """LF-46: a serpent has two rotations, and none of them is a whip."""
    here = on_road(loot={"0,-1": ["m22"]}, locks=[0, 3])
    turned = {action["rot"] for action in here.legal("collect")}
    assert turned == {0, 1}
    kit = here.table.box.components
    whip, serpent = (kit.shapes[kit.shape_numbers[code]].turned for code in ("S4", "Z4"))
    assert not [squares for squares in whip if squares in serpent]


def test_collecting_does_not_move_anything_else() -> None:
    """LF-46: there would be room after a repack, but not now."""
    here = on_road(loot={"0,-1": ["m01"]}, packs=[[["s01", 0, 1, 3], ["s02", 0, 1, 4]], []])
    assert here.legal("collect") == []
    assert here.refused_by(collect("m01", 0, 0, 3)) == "LF-46"


def test_nothing_lets_loot_go_again() -> None:
    """LF-47, LF-R14: no action drops, swaps or gives away; only reorganising moves a piece."""
    here = on_road(loot={"0,-1": ["s02"]}, packs=[[["m01", 0, 1, 3]], []])
    assert {action["type"] for action in here.legal()} == {"move", "collect", "reorganise", "end_turn"}
    assert here.refused_by(reorganise()) == "LF-48"


@pytest.mark.parametrize(("locks", "places"), [(3, 6), (2, 20), (1, 34), (0, 48)])
def test_every_placement_is_listed_by_rotation_row_and_column(locks: int, places: int) -> None:
    """LF-90: 48 at most, for a crown in an open backpack."""
    here = on_road(loot={"0,-1": ["m07"]}, locks=[locks, 3])
    listed = [(action["rot"], action["y"], action["x"]) for action in here.legal("collect")]
    assert len(listed) == places
    assert listed == sorted(listed)


# ---- reorganise


def test_all_loot_goes_back_in_any_layout() -> None:
    """LF-48, LF-91: any legal layout is accepted, listed or not, written in any order."""
    here = on_road(packs=[TEN, []])
    unlisted = reorganise(["s02", 0, 0, 4], ["m02", 0, 0, 3], ["s01", 0, 4, 3], ["m01", 0, 1, 4])
    assert unlisted not in here.legal()
    here.do(unlisted).expect(
        packs=[[["m01", 0, 1, 4], ["m02", 0, 0, 3], ["s01", 0, 4, 3], ["s02", 0, 0, 4]], []], actions_left=4
    )


def test_a_layout_must_hold_exactly_my_loot_and_change_something() -> None:
    """LF-48, LF-49, LF-94."""
    here = on_road(packs=[[["m01", 0, 0, 3], ["s01", 0, 0, 4]], [["s02", 0, 0, 4]]])
    for wrong in (
        reorganise(["m01", 0, 0, 3]),
        reorganise(["m01", 0, 0, 3], ["s02", 0, 0, 4]),
        reorganise(["m01", 0, 0, 3], ["s01", 0, 0, 4], ["s01", 0, 1, 4]),
        reorganise(["m01", 0, 0, 3], ["x99", 0, 0, 4]),
    ):
        assert str(here.refusal(wrong).text) == "A layout must hold exactly your loot, each piece once: staff and ring."
    assert (
        str(here.refusal(reorganise(["m01", 0, 0, 3], ["s01", 0, 3, 3])).text)
        == "The ring and the staff would overlap."
    )
    assert "stick out" in str(here.refusal(reorganise(["m01", 0, 2, 3], ["s01", 0, 0, 4])).text)
    assert "on a lock" in str(here.refusal(reorganise(["m01", 0, 0, 2], ["s01", 0, 0, 4])).text)
    assert here.refused_by(reorganise(["s01", 0, 0, 4], ["m01", 0, 0, 3])) == "LF-49"


def test_nothing_is_offered_for_an_empty_backpack() -> None:
    """LF-92."""
    here = on_road(loot={"0,-1": ["s01"]})
    assert here.legal("reorganise") == []
    assert here.refused_by(reorganise()) == "LF-49"


# ---- remove locks


def test_locks_come_off_on_any_store_tile_also_later() -> None:
    """LF-64, LF-94: not elsewhere."""
    here = camp(tiles=STORE, packs=[TEN, []], stack=["cross", "store"])
    assert here.refused_by(remove_locks(1, "m01", "s01")) == "LF-64"
    here.do(move(0, -1), remove_locks(1, "m01", "s01")).expect(locks=[2, 3], actions_left=3)


def test_several_locks_are_paid_as_one_pool() -> None:
    """LF-64, LF-65, LF-R12: two for ten, no more than there are."""
    here = at_store(packs=[TEN, []])
    assert str(here.refusal(remove_locks(3, "m01")).text) == "That is not enough: 15 points are needed, these are 4."
    assert here.refused_by(remove_locks(4, "m01")) == "LF-64"
    assert here.refused_by(remove_locks(0)) == "LF-64"
    assert here.refused_by(remove_locks(-1, "m01")) == "LF-64"
    here.do(remove_locks(2, "m01", "m02", "s01", "s02")).expect(locks=[1, 3])


def test_a_payment_is_of_own_loot_each_piece_once_and_needed() -> None:
    """LF-65, LF-R13, LF-94."""
    here = at_store(packs=[TEN, [["s05", 0, 0, 4]]])
    assert here.refused_by(remove_locks(1, "m01", "s05")) == "LF-65"
    assert here.refused_by(remove_locks(1, "m01", "m01")) == "LF-65"
    assert (
        str(here.refusal(remove_locks(1, "m01", "m02", "s01")).text)
        == "The staff is not needed: the rest is worth 5 points."
    )
    assert here.refused_by(remove_locks(1, "s01", "s02")) == "LF-65"
    here.do(remove_locks(1, "m01", "m02")).expect(scores=[2, 1], spent=["m01", "m02"])


def test_with_overpay_any_everything_worth_enough_is_listed() -> None:
    """LF-65, LF-93, LF-R41."""
    here = at_store(packs=[TEN, []], options={"overpay": "any"})
    paid = [action["pay"] for action in here.legal("remove_locks") if action["count"] == 1]
    assert sorted(paid) == [
        ["m01", "m02"],
        ["m01", "m02", "s01"],
        ["m01", "m02", "s01", "s02"],
        ["m01", "s01"],
        ["m01", "s01", "s02"],
    ]


def test_one_payment_is_listed_for_each_combination_of_shapes() -> None:
    """LF-93: the lowest ids; the other staff and the other ring would do as well."""
    here = at_store(packs=[TEN, []])
    assert here.legal("remove_locks") == [
        remove_locks(1, "m01", "s01"),
        remove_locks(1, "m01", "m02"),
        remove_locks(2, "m01", "m02", "s01", "s02"),
    ]
    here.do(remove_locks(1, "m02", "s02")).expect(packs=[[["m01", 0, 0, 3], ["s01", 0, 4, 3]], []])


def test_the_lowest_lock_comes_off_and_what_was_paid_is_gone() -> None:
    """LF-66, LF-R15: rows 2, 1, 0 in this order."""
    here = at_store(packs=[[["m01", 0, 0, 3], ["m02", 0, 0, 4], ["s01", 0, 4, 3]], []])
    here.do(remove_locks(1, "m01", "s01")).expect(spent=["m01", "s01"])
    assert here.refused_by(reorganise(["m02", 0, 0, 1])) == "LF-48"
    here.do(reorganise(["m02", 0, 0, 2])).expect(packs=[[["m02", 0, 0, 2]], []])


def test_removing_locks_does_not_shorten_this_turn() -> None:
    """LF-67, LF-21."""
    here = at_store(packs=[TEN, []], chars=[[0, -1], [0, -1]]).do(remove_locks(2, "m01", "m02", "s01", "s02"))
    here.expect(actions_left=4, locks=[1, 3])
    here.do(END_TURN, END_TURN).expect(turn=0, actions_left=3)


# ---- each lock by itself

TIGHT = [["m11", 2, 0, 2], ["m12", 0, 0, 3], ["m19", 1, 3, 2], ["s01", 0, 1, 3]]  # 3 + 3 + 4 + 1 points


def test_locks_are_paid_for_together_or_each_by_itself() -> None:
    """LF-65, LF-R12: 4 + 3 + 3 is enough for two locks in one sum; each by itself needs one point more."""
    ten, eleven = ("m11", "m12", "m19"), ("m11", "m12", "m19", "s01")
    here = at_store(packs=[TIGHT, []], locks=[2, 3])
    assert here.refused_by(remove_locks(2, *eleven)) == "LF-65"
    assert remove_locks(2, *ten) in here.legal("remove_locks")
    each = at_store(packs=[TIGHT, []], locks=[2, 3], options={"lock_payment": "each"})
    assert each.refused_by(remove_locks(2, *ten)) == "LF-R12"
    assert each.refused_by(remove_locks(2, "m11", "m12")) == "LF-65"
    assert [pay for pay in each.legal("remove_locks") if pay["count"] == 2] == [remove_locks(2, *eleven)]
    assert here.legal("remove_locks")[:2] == each.legal("remove_locks")[:2]
    each.do(remove_locks(2, *eleven)).expect(locks=[0, 3], scores=[0, 0])


def test_each_lock_by_itself_needs_every_piece_unless_overpaying_is_allowed() -> None:
    """LF-65, LF-R12, LF-R13: one lock costs what it always does, and no piece may be spared."""
    options = {"lock_payment": "each"}
    here = at_store(packs=[TIGHT, []], locks=[2, 3], options=options)
    assert (
        str(here.refusal(remove_locks(1, "m11", "m12", "s01")).text)
        == "The ring is not needed: the rest is worth 6 points."
    )
    here = at_store(packs=[TIGHT, []], locks=[2, 3], options={**options, "overpay": "any"})
    here.do(remove_locks(1, "m11", "m12", "s01")).expect(locks=[1, 3])


@pytest.mark.parametrize(
    ("values", "count", "is_paid"),
    [
        ([5, 5], 2, True),
        ([6, 4], 2, False),
        ([6, 4, 1], 2, True),
        ([4, 4, 4, 4], 3, False),
        ([4, 4, 4, 1, 1, 1], 3, True),
        ([3, 3, 3, 3, 3], 3, False),
        ([3, 3, 2, 2, 6], 3, True),
        ([4, 4, 3, 2, 2], 3, False),
        ([], 1, False),
        ([1] * 15, 3, True),
        ([1] * 14, 3, False),
    ],
)
def test_pieces_are_shared_out_to_locks(values: list[int], count: int, is_paid: bool) -> None:
    """LF-R12: looked up against every way to give each piece to a lock."""
    assert is_enough(values, count, 5, True) == is_paid
    if len(values) <= 8:
        ways = product(range(count), repeat=len(values))
        sums = (
            [sum(v for v, lock in zip(values, way, strict=True) if lock == n) for n in range(count)] for way in ways
        )
        assert any(min(got) >= 5 for got in sums) == is_paid


# ---- layouts


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (["m01", 2, 0, 4], "has rotations 0 to 1"),
        (["m01", -1, 0, 4], "has rotations 0 to 1"),
        (["m01", 0, 2, 4], "stick out of the backpack"),
        (["m01", 0, 0, 9], "stick out of the backpack"),
        (["m01", 0, 0, 2], "lie on a lock"),
    ],
)
def test_a_layout_is_refused_by_its_own_rule(place: list[Any], says: str) -> None:
    """LF-48, LF-94: and a piece that is collected by LF-46."""
    here = on_road(packs=[[["m01", 0, 0, 3]], []], loot={"0,-1": ["m02"]})
    found = here.refusal(reorganise(place))
    assert (says in str(found.text), found.rule) == (True, "LF-48")
    assert here.refused_by(collect("m02", *place[1:])) == "LF-46"
    with pytest.raises(BadPosition, match="LF-48"):
        on_road(packs=[[place], []])


# ---- answers to other questions


def test_an_answer_to_another_question_is_refused_with_what_is_asked() -> None:
    """LF-94."""
    here = on_road()
    for wrong in (DONE, GO, {"type": "orient", "rot": 0}, {"type": "leave_first", "player": 0}):
        assert here.refused_by(wrong) == "LF-94"
    assert str(here.refusal(DONE).text).startswith("Not now: it is your turn")
    here = camp(stack=["tee", "store"]).do(add(0, -1))
    assert str(here.refusal(DONE).text) == "Not now: choose how the new tile lies."
