"""Adding a map tile: LF-30 to LF-39."""

from __future__ import annotations

import pytest
from loot_fiend.tables import END_TURN, KIT, ROAD, Plain, add, camp, move, place_loot

from loot_table.games.loot_fiend.map import Meeting, Tile, allowed_rotations, lay, starter, surroundings


def orient(rot: int) -> Plain:
    return {"type": "orient", "rot": rot}


def test_a_cell_is_named_before_the_tile_is_seen() -> None:
    """LF-30, LF-31: only then is a tile turned up; it goes there and never back."""
    here = camp(stack=["tee", "store"])
    assert here.match.record == []
    here.do(add(0, -1)).expect(phase="orient", stack_left=1)
    assert [tuple(entry.to_json()) for entry in here.match.record] == [("seat", "action"), ("outcome",)]
    assert here.refused_by(END_TURN) == "LF-94"


def test_a_tile_can_only_be_added_where_a_road_of_my_tile_leads_to_an_empty_cell() -> None:
    """LF-30: space taken, no road, not beside my tile."""
    here = camp(tiles=ROAD, chars=[[0, -2], [0, 0]], stack=["cross", "store"])
    assert str(here.refusal(add(0, -1)).text) == "A tile lies at 1 north already."
    assert str(here.refusal(add(1, -2)).text) == "No road leads from 2 north to 1 east, 2 north."
    assert str(here.refusal(add(5, 5)).text) == "5 east, 5 south does not touch your tile, 2 north."
    assert {here.refused_by(add(*cell)) for cell in ((0, -1), (1, -2), (5, 5))} == {"LF-30"}
    assert here.legal("add") == []


def test_a_cell_may_be_chosen_that_another_tile_faces_without_a_road() -> None:
    """LF-R5: the cross then has a dead end towards the straight tile, and they are not joined (LF-R4)."""
    here = camp(tiles=[["straight", 0, 0, -1]], stack=["cross", "store"]).do(add(1, -1), place_loot("medium"))
    here.do(move(1, -1))
    assert here.legal("move") == [move(0, 0)]
    assert here.legal("add") == [add(1, -2), add(2, -1)]


@pytest.mark.parametrize(
    ("kind", "rotations"), [("tee", [1, 2, 3]), ("corner", [1, 2]), ("straight", [0]), ("end", [2])]
)
def test_one_road_must_meet_the_road_it_was_added_by(kind: str, rotations: list[int]) -> None:
    """LF-32, LF-33: north of the starter a tile needs a road to the south."""
    here = camp(stack=[kind, "store"]).do(add(0, -1))
    if len(rotations) > 1:
        assert here.legal() == [orient(rot) for rot in rotations]
        assert here.refused_by(orient(0)) == "LF-33"
        assert here.refused_by(orient(4)) == "LF-32"
        assert here.refused_by(orient(-1)) == "LF-32"
    else:
        here.expect(phase="place_loot", tiles_at={"0,-1": [kind, rotations[0]]})


def test_rotations_that_join_fewer_roads_are_refused() -> None:
    """LF-34: a tee between three crosses leaves a choice of none, between two of several."""
    here = camp(tiles=[["cross", 0, 0, -1]], stack=["tee", "store"]).do(add(1, -1)).expect(phase="orient")
    assert here.legal() == [orient(2), orient(3)]
    assert str(here.refusal(orient(1)).text) == "That way it joins 1 road, 2 are possible."
    assert here.refused_by(orient(1)) == "LF-34"


def test_rotations_with_more_dead_ends_are_refused() -> None:
    """LF-35: beside a straight tile the tee turns its closed side to it."""
    here = camp(tiles=[["straight", 0, 0, -1], ["straight", 0, 0, -2]], stack=["corner", "store"])
    here.do(add(1, -1)).expect(tiles_at={"1,-1": ["corner", 1]})
    around = surroundings(here.table.tiles[:2], 1, -1, 0)
    east, west = Meeting(around, 2 + 4), Meeting(around, 8 + 4)
    assert (east.joins, east.dead_ends) == (1, 0)
    assert (west.joins, west.dead_ends) == (1, 1)


def test_a_dead_end_refusal_says_how_many() -> None:
    """LF-35: the tiles west and north of the cell have no road to it."""
    tiles = [["straight", 0, 0, -1], ["corner", 1, 0, -2], ["straight", 1, 1, -2]]
    here = camp(tiles=tiles, stack=["tee", "store"]).do(add(1, -1)).expect(legal=[orient(1), orient(2)])
    assert str(here.refusal(orient(3)).text) == "That way it makes 2 dead ends, 1 would do."
    assert here.refused_by(orient(3)) == "LF-35"


def test_most_roads_and_fewest_dead_ends_never_pull_apart() -> None:
    """LF-R3: over all surroundings of a cell, the rotations with most joins include those with fewest dead ends."""
    for asked in range(1, 16):
        for closed in range(16):
            if asked & closed:
                continue
            for kind in KIT.kinds:
                for back in (bit for bit in (1, 2, 4, 8) if asked & bit):
                    found = [roads for roads in kind.roads if roads & back]
                    joins = [bin(roads & asked).count("1") for roads in found]
                    dead = [bin(asked & ~roads).count("1") + bin(closed & roads).count("1") for roads in found]
                    best = [n for n in range(len(found)) if joins[n] == max(joins)]
                    assert min(dead) == min(dead[n] for n in best)


def test_roads_to_empty_cells_are_no_dead_ends() -> None:
    """LF-R4: north of the starter all four turns of a tee but the one without a southern road are equal."""
    tiles: list[Tile] = [starter()]
    assert allowed_rotations(tiles, KIT.kinds[1], 0, -1, 0) == [1, 2, 3]
    lay(tiles, KIT.kinds[0], 0, 0, 1, -1, False, [])
    assert allowed_rotations(tiles, KIT.kinds[1], 0, -1, 0) == [1, 2]


def test_the_placer_says_medium_or_large_and_both_pieces_are_drawn_blind() -> None:
    """LF-36, LF-R1, LF-R2."""
    here = camp(stack=["cross", "store"], supply={"small": ["s44"], "large": ["l13"]}).do(add(2, 1))
    assert here.legal() == [place_loot("medium"), place_loot("large")]
    assert here.refused_by(place_loot("small")) == "LF-36"
    assert here.refused_by(place_loot("large", shape="X5")) == "LF-R2"
    here.do(place_loot("large")).expect(loot={"2,1": ["s44", "l13"]})


def test_every_piece_in_a_box_is_equally_likely() -> None:
    """LF-36: the small one is drawn first, from what is in its box."""
    here = camp(stack=["cross", "store"], packs=[[["s01", 0, 0, 4]], []])
    match = here.match
    match.play(0, match.actions()[0])
    match.happen(0)
    match.play(0, match.actions()[0])
    assert [KIT.pieces[piece] for piece, weight in match.state.outcomes() if weight == 1] == [
        f"s{n:02}" for n in range(2, 45)
    ]
    match.happen(KIT.piece_numbers["s30"])
    assert [KIT.pieces[piece] for piece, _ in match.state.outcomes()] == [f"m{n:02}" for n in range(1, 25)]


def test_an_empty_box_gives_nothing() -> None:
    """LF-37: with no large pieces medium is used unasked; with neither, only the small piece is laid."""
    here = camp(stack=["cross", "store"], supply={"small": ["s02"], "medium": ["m05"]}, supply_only=["large"])
    here.do(add(0, -1)).expect(phase="turn", loot={"0,-1": ["s02", "m05"]})
    here = camp(stack=["cross", "store"], supply={"small": ["s02"]}, supply_only=["medium", "large"])
    here.do(add(0, -1)).expect(phase="turn", loot={"0,-1": ["s02"]})
    here = camp(stack=["cross", "store"], supply={"medium": ["m05"]}, supply_only=["small"])
    here.do(add(0, -1), place_loot("medium")).expect(loot={"0,-1": ["m05"]})


@pytest.mark.parametrize(("coin", "piece"), [("medium", "m09"), ("large", "l09")])
def test_a_coin_decides_with_loot_choice_random(coin: str, piece: str) -> None:
    """LF-38."""
    supply = {"small": ["s01"], "medium": ["m09"], "large": ["l09"]}
    here = camp(options={"loot_choice": "random"}, stack=["cross", "store"], supply=supply)
    here.tosses = [coin]
    here.do(add(0, -1)).expect(phase="turn", loot={"0,-1": ["s01", piece]})


def test_the_coin_is_even_and_not_tossed_when_a_box_is_empty() -> None:
    """LF-38, LF-37."""
    here = camp(options={"loot_choice": "random"}, stack=["cross", "store"])
    here.match.play(0, here.match.actions()[0])
    here.match.happen(0)
    assert [weight for _, weight in here.match.state.outcomes()] == [1, 1]
    here = camp(options={"loot_choice": "random"}, stack=["cross", "store"], supply_only=["large"])
    here.do(add(0, -1)).expect(phase="turn", loot={"0,-1": [KIT.pieces[KIT.piece_numbers["s01"]], "m01"]})


def test_the_placer_picks_shapes_with_loot_draw_choose() -> None:
    """LF-38: one of each shape that is left, the lowest number of it."""
    options = {"loot_draw": "choose"}
    here = camp(options=options, stack=["cross", "store"], packs=[[["s01", 0, 0, 4]], []]).do(add(0, -1))
    assert len(here.legal()) == (7 + 8) * 2
    assert here.refused_by(place_loot("medium", shape="X5", small="O1")) == "LF-38"
    assert here.refused_by(place_loot("medium", shape="T4", small="T4")) == "LF-38"
    assert here.refused_by(place_loot("medium", shape="T4")) == "LF-38"
    here.do(place_loot("medium", shape="T4", small="O1")).expect(loot={"0,-1": ["s02", "m07"]})


def test_loot_draw_choose_means_nothing_without_a_choosing_placer() -> None:
    """LF-R36."""
    here = camp(options={"loot_draw": "choose", "loot_choice": "random"}, stack=["cross", "store"]).do(add(0, -1))
    here.expect(phase="turn")
    here = camp(
        options={"loot_draw": "choose"},
        stack=["cross", "store"],
        supply={"medium": ["m03", "m04"]},
        supply_only=["small", "medium", "large"],
    )
    here.do(add(0, -1)).expect(phase="turn", loot={"0,-1": ["m03"]})


def test_a_store_brings_no_loot_and_has_no_rotation() -> None:
    """LF-39."""
    here = camp(stack=["store", "cross", "store"]).do(add(0, -1))
    here.expect(loot={}, tiles_at={"0,-1": ["store", 0]}, stores_found=1)
