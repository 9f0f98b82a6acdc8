"""Packing: LF-91 and LF-92, and the solver behind them."""

from __future__ import annotations

from itertools import permutations

import pytest
from loot_fiend.tables import GAME, KIT, ROAD, Camp, camp, reorganise

from loot_table.bench.packing import HARDEST
from loot_table.engine.random import Random
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED, NEVER_FITS, Failures, Shape

PACKER = KIT.packer


def shape(code: str) -> Shape:
    return KIT.shapes[KIT.shape_numbers[code]]


def code_of(*codes: str) -> int:
    return sum(PACKER.units[shape(code).number] for code in codes)


def packed(layout: list[tuple[str, int, int, int]], locks: int) -> Backpack:
    layout = sorted(layout)
    pieces = [KIT.piece_numbers[piece] for piece, _, _, _ in layout]
    places = [PACKER.find(KIT.shape_of[p], rot, x, y) for p, (_, rot, x, y) in zip(pieces, layout, strict=True)]
    return Backpack(KIT, locks, pieces, places)


EMPTY_PLACEMENTS = [
    (["O1"], [10, 15, 20, 25]),
    (["I2"], [13, 22, 31, 40]),
    (["I4"], [4, 6, 13, 20]),
    (["O4"], [4, 8, 12, 16]),
    (["T4", "L4", "J4"], [6, 20, 34, 48]),
    (["S4", "Z4"], [3, 10, 17, 24]),
    (["V5", "T5", "W5", "F5", "F5m"], [0, 12, 24, 36]),
    (["Z5", "S5"], [0, 6, 12, 18]),
    (["X5"], [0, 3, 6, 9]),
]


@pytest.mark.parametrize(("codes", "counts"), EMPTY_PLACEMENTS)
def test_placements_in_an_empty_backpack(codes: list[str], counts: list[int]) -> None:
    """Section 2.3, LF-90."""
    for code in codes:
        for locks, count in zip((3, 2, 1, 0), counts, strict=True):
            free = [p for p in PACKER.placements if p.shape.code == code and not p.mask & PACKER.locked[locks]]
            assert len(free) == count


def test_rotations_are_clockwise_quarter_turns() -> None:
    """LF-46: square (x, y) of a piece h high goes to (h - 1 - y, x); mirror images are other shapes."""
    for one in KIT.shapes:
        for before, after in zip(one.turned, [*one.turned[1:], one.turned[0]], strict=True):
            height = max(y for _, y in before) + 1
            assert sorted((height - 1 - y, x) for x, y in before) == after
    for left, right in (("L4", "J4"), ("S4", "Z4"), ("S5", "Z5"), ("F5", "F5m")):
        mirrored = sorted((2 - x, y) for x, y in shape(left).turned[0])
        assert mirrored in shape(right).turned
        assert mirrored not in shape(left).turned


# ---- a plain second solver, word for word as LF-92 says


def plainly(codes: list[str], locks: int) -> list[tuple[str, int, int, int]] | None:
    """The canonical packing, found without tables, memory or bits."""
    squares = [(x, y) for y in range(locks, KIT.rows) for x in range(KIT.columns)]
    order = sorted(codes, key=lambda code: (-shape(code).squares, shape(code).number))
    spare = len(squares) - sum(shape(code).squares for code in codes)
    return fill(squares, set(), order, spare)


def fill(
    squares: list[tuple[int, int]], filled: set[tuple[int, int]], left: list[str], spare: int
) -> list[tuple[str, int, int, int]] | None:
    if spare < 0:
        return None
    if not left:
        return []
    at = next(square for square in squares if square not in filled)
    for code in dict.fromkeys(left):
        for rot, turned in enumerate(shape(code).turned):
            first_x, first_y = min(turned, key=lambda square: (square[1], square[0]))
            dx, dy = at[0] - first_x, at[1] - first_y
            covered = {(x + dx, y + dy) for x, y in turned}
            if covered <= set(squares) and not covered & filled:
                rest = left.copy()
                rest.remove(code)
                found = fill(squares, filled | covered, rest, spare)
                if found is not None:
                    return [(code, rot, dx, dy), *found]
    return fill(squares, filled | {at}, left, spare - 1)


def as_written(laid: list[int] | None) -> list[tuple[str, int, int, int]] | None:
    if laid is None:
        return None
    return [(p.shape.code, p.rot, p.x, p.y) for p in (PACKER.placements[place] for place in laid)]


def test_the_canonical_packing_is_the_first_that_works_out() -> None:
    """LF-92: against the plain solver, over random sets of pieces under all locks."""
    rng = Random(92)
    outcomes = {True: 0, False: 0}
    for _ in range(150):
        locks = rng.below(4)
        room = KIT.columns * (KIT.rows - locks)
        codes: list[str] = []
        while room >= 5 or (room > 0 and rng.below(3)):
            one = KIT.shapes[rng.below(len(KIT.shapes))]
            if one.squares > room or (one.squares < 4 and rng.below(2)):
                break
            codes.append(one.code)
            room -= one.squares
        if len(codes) > 6:
            continue
        laid = PACKER.canonical(code_of(*codes), locks)
        assert as_written(laid) == plainly(codes, locks), (codes, locks)
        outcomes[laid is not None] += 1
    assert min(outcomes.values()) > 10


def masks(code: str, locks: int) -> list[int]:
    return [p.mask for p in PACKER.placements if p.shape.code == code and not p.mask & PACKER.locked[locks]]


def test_impossible_sets_are_impossible_by_exhaustion() -> None:
    """LF-92: two star shields do not fit three rows, in no way whatsoever."""
    assert PACKER.canonical(code_of("X5", "X5"), 2) is None
    assert not [1 for one, other in permutations(masks("X5", 2), 2) if not one & other]


def test_the_numbers_of_layouts_are_those_counted_by_hand() -> None:
    """LF-91: a left boot, a crown and two rings under three locks have 4 layouts; without locks a bow, a dragon wing,
    a war hammer, a dagger and two rings have 200,704. Rings go on any free squares, in either order."""
    boots_and_crowns = [1 for boot in masks("L4", 3) for crown in masks("T4", 3) if not boot & crown]
    assert len(boots_and_crowns) * 2 * 1 == 4
    count = 0
    for bow in masks("V5", 0):
        for wing in masks("W5", 0):
            if bow & wing:
                continue
            for hammer in masks("T5", 0):
                if not (bow | wing) & hammer:
                    count += sum(not (bow | wing | hammer) & dagger for dagger in masks("I2", 0))
    assert count * 8 * 7 == 200_704


# ---- as things lie, after reorganising, or never


def test_a_piece_fits_after_reorganising_or_not_at_all() -> None:
    """LF-46, LF-48: the examples of E12."""
    pack = packed([("m11", 0, 1, 3), ("s01", 0, 0, 3), ("s02", 0, 4, 4)], 3)
    assert pack.fit(shape("O1")) == FITS
    assert pack.fit(shape("O4")) == FITS_REPACKED
    assert pack.fit(shape("V5")) == NEVER_FITS


def test_fitting_agrees_with_trying_everything() -> None:
    """Random backpacks: as is by looking at each placement, repacked by the plain solver."""
    rng = Random(7)
    seen = set()
    for _ in range(40):
        locks = 1 + rng.below(3)
        pack = Backpack(KIT, locks, [], [])
        for _ in range(6):
            piece = rng.below(len(KIT.pieces))
            free = [n for n in range(len(PACKER.placements)) if fits_there(pack, piece, n)]
            if piece not in pack.pieces and free:
                pack = pack.with_piece(piece, rng.pick(free))
        codes = [KIT.shape_of[piece].code for piece in pack.pieces]
        for one in KIT.shapes:
            found = pack.fit(one)
            seen.add(found)
            as_is = any(p.shape is one and not p.mask & pack.taken for p in PACKER.placements)
            assert (found == FITS) == as_is
            if not as_is and len(codes) < 6:
                assert (found == FITS_REPACKED) == (plainly([*codes, one.code], locks) is not None)
    assert seen == {FITS, FITS_REPACKED, NEVER_FITS}


def fits_there(pack: Backpack, piece: int, place: int) -> bool:
    placement = PACKER.placements[place]
    return placement.shape is KIT.shape_of[piece] and not placement.mask & pack.taken


@pytest.mark.parametrize("codes", HARDEST, ids="-".join)
def test_the_hardest_questions_are_answered(codes: list[str]) -> None:
    """How long they take, `loot bench packing` measures."""
    PACKER.remembered.clear()
    assert PACKER.canonical(code_of(*codes), 0) is None


def test_the_solver_forgets_before_it_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = GAME.read_components(dict(KIT.data))
    for n in range(41_000):
        kit.packer.remembered[-n - 1] = None
    kit.packer.canonical(kit.packer.units[0], 0)
    assert len(kit.packer.remembered) == 1


# ---- what is offered


def on_tile(**position: object) -> Camp:
    return camp(**{"tiles": ROAD, "chars": [[0, -1], [0, 0]], "stack": ["cross", "store"], **position})


def test_offered_are_tidy_room_for_each_shape_and_room_for_both() -> None:
    """LF-92 (a), (b), (c): with no room now for the dagger and tome together."""
    pack = [["s01", 0, 1, 3], ["s02", 0, 3, 3], ["s03", 0, 1, 4]]
    here = on_tile(loot={"0,-1": ["s23", "m03"]}, packs=[pack, []])
    tidy = reorganise(["s01", 0, 0, 3], ["s02", 0, 1, 3], ["s03", 0, 2, 3])
    tome = reorganise(["s01", 0, 2, 3], ["s02", 0, 3, 3], ["s03", 0, 4, 3])
    both = reorganise(["s01", 0, 4, 3], ["s02", 0, 2, 4], ["s03", 0, 3, 4])
    assert here.legal("reorganise") == [tidy, tome, both]


def test_shapes_that_lie_elsewhere_on_the_map_count_too() -> None:
    """LF-92 (b): in the order of the data file, only those without a place now."""
    pack = [["s01", 0, 1, 3], ["s02", 0, 3, 3], ["s03", 0, 1, 4]]
    here = on_tile(loot={"0,-3": ["m01"], "0,-2": ["s05"]}, packs=[pack, []])
    assert len(here.legal("reorganise")) == 2
    here = on_tile(loot={"0,-2": ["s05"]}, packs=[pack, []])
    assert len(here.legal("reorganise")) == 1


def test_the_present_layout_and_doubles_are_left_out() -> None:
    """LF-92: a tidy backpack with room for everything on the map is offered nothing."""
    here = on_tile(loot={"0,-1": ["s05"]}, packs=[[["s01", 0, 0, 3]], []])
    assert here.legal("reorganise") == []


def test_pieces_of_one_shape_take_their_places_by_id() -> None:
    """LF-92: and the last place of a shape is the room-taker's."""
    pack = packed([("s03", 0, 0, 3), ("s01", 0, 4, 4), ("s02", 0, 2, 3)], 3)
    places = pack.making_room(shape("O1").number)
    assert places is not None
    assert [(PACKER.placements[p].x, PACKER.placements[p].y) for p in places] == [(0, 3), (1, 3), (2, 3)]


def test_what_was_tried_in_vain_is_remembered_until_the_next_search() -> None:
    rng = Random(3)
    failures = Failures()
    for _ in range(3):
        added: set[int] = set()
        for _ in range(1000):
            number = int(rng.below(40)) << 31 | int(rng.below(40))
            assert failures.hold(number) == (number in added)
            if number not in added:
                failures.add(number)
                added.add(number)
        assert 500 < len(added) < 1000
        failures.clear()
