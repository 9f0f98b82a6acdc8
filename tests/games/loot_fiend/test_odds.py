"""What may be known of the draw stack and the boxes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from loot_fiend.tables import GAME, ROAD, add, camp

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import NATURE
from loot_table.games.loot_fiend.adding import Flip
from loot_table.games.loot_fiend.scene import scene
from loot_table.games.loot_fiend.stack import (
    SubStack,
    drawn,
    flips_to_store,
    set_up_stack,
    store_chance,
    store_range,
    store_within,
    tiles_in,
    weights,
)
from loot_table.games.loot_fiend.table import Table, TableView
from loot_table.games.loot_fiend.text import draw
from loot_table.games.loot_fiend.text_commands import show_odds


@pytest.mark.parametrize("each", [3, 4, 6])
def test_the_chance_of_a_store_is_one_in_what_is_left_of_its_sub_stack(each: int) -> None:
    """Section 6.3: 1/(k+1-j) after j tiles without it, elsewhere 0 (LF-13, LF-14)."""
    stack = set_up_stack(6, each, [3, 5, 6])
    expected = [0] * (2 * each)
    seen = []
    for _ in expected:
        seen.append(store_chance(stack))
        stack = drawn(stack, False)
    assert seen == [(0, 1)] * (2 * each)
    for j in range(each + 1):
        assert store_chance(stack) == (1, each + 1 - j)
        stack = drawn(stack, j == each)
    assert store_chance(stack) == (0, 1)


def test_once_the_store_is_out_the_rest_of_its_sub_stack_is_safe() -> None:
    stack = drawn([SubStack(4, 1), SubStack(4, 1)], True)
    assert [store_chance(stack), (stack[0].tiles, stack[0].stores)] == [(0, 1), (3, 0)]
    assert store_chance([]) == (0, 1)


def test_a_map_tile_is_any_unseen_one_with_equal_chance() -> None:
    """LF-12, LF-17: in the stack or in the box, nobody knows which."""
    unseen = [3, 0, 5]
    assert weights([SubStack(4, 0)], unseen) == [(0, 12), (2, 20)]
    with_store = dict(weights([SubStack(4, 1)], unseen))
    assert Fraction(with_store[3], sum(with_store.values())) == Fraction(1, 4)
    assert Fraction(with_store[0], sum(with_store.values())) == Fraction(3, 4) * Fraction(3, 8)
    assert weights([SubStack(1, 1)], unseen) == [(3, 8)]
    assert weights([SubStack(1, 1)], [0, 0, 0]) == [(3, 1)]


def test_chances_agree_with_all_orders_of_a_small_stack() -> None:
    """Every order of 2 + 3 tiles, a store in the second part: how often one is among the first n."""
    stack = [SubStack(2, 0), SubStack(3, 1)]
    orders = [["map", "map", *order] for order in permutations(["map", "map", "store"])]
    for flips in range(7):
        share = Fraction(sum("store" in order[:flips] for order in orders), len(orders))
        assert store_within(stack, flips) == pytest.approx(float(share))
    mean = Fraction(sum(order.index("store") + 1 for order in orders), len(orders))
    assert flips_to_store(stack, 1) == float(mean)
    assert flips_to_store(stack, 2) == 0


MAP_TILES = "aabbc"
KINDS = "abc"


def shuffles() -> list[str]:
    """Every way to set up a small game, each as likely as the next: map tiles in two parts of two, a store shuffled
    into each, one map tile left in the box. The stack from the top, then the box."""
    found = []
    for tiles in permutations(MAP_TILES):
        for one in range(3):
            for other in range(3):
                top, below = list(tiles[:2]), list(tiles[2:4])
                top.insert(one, "S")
                below.insert(other, "S")
                found.append("".join([*top, *below, tiles[4]]))
    return found


def known(seen: str) -> tuple[list[SubStack], list[int]]:
    """What the game knows after these tiles were turned up."""
    stack = [SubStack(3, 1), SubStack(3, 1)]
    for tile in seen:
        stack = drawn(stack, tile == "S")
    return stack, [MAP_TILES.count(kind) - seen.count(kind) for kind in KINDS]


def test_what_may_still_come_is_exact_after_every_history() -> None:
    """Section 6.3: all shuffles of a small game, counted; the next tile, and a store within so many flips."""
    orders = shuffles()
    histories = sorted({order[:flips] for order in orders for flips in range(6)})
    assert len(histories) > 100
    for seen in histories:
        still = [order for order in orders if order.startswith(seen)]
        stack, unseen = known(seen)
        given = weights(stack, unseen)
        total = sum(weight for _, weight in given)
        chances = {(KINDS + "S")[kind]: Fraction(weight, total) for kind, weight in given}
        counts = Counter(order[len(seen)] for order in still)
        assert chances == {tile: Fraction(count, len(still)) for tile, count in counts.items()}, seen
        assert Fraction(*store_chance(stack)) == Fraction(counts["S"], len(still))
        for flips in range(1, 6 - len(seen)):
            share = Fraction(sum("S" in order[len(seen) :][:flips] for order in still), len(still))
            assert store_within(stack, flips) == pytest.approx(float(share))


def test_where_the_stores_lie_is_exact_after_every_history() -> None:
    """Between which flips each store comes, and after how many on average: the countdown to the last one."""
    orders = shuffles()
    for seen in sorted({order[:flips] for order in orders for flips in range(6)}):
        still = [order[len(seen) : 6] for order in orders if order.startswith(seen)]
        stack, _ = known(seen)
        for number in range(1, still[0].count("S") + 1):
            places = [[n for n, tile in enumerate(order, 1) if tile == "S"][number - 1] for order in still]
            assert store_range(stack, number) == (min(places), max(places)), (seen, number)
            assert flips_to_store(stack, number) == pytest.approx(sum(places) / len(places))
        assert store_range(stack, still[0].count("S") + 1) is None


def test_terminal_and_page_show_the_chances() -> None:
    """A position in the middle: three tiles left of a part that holds its store, then a part of four."""
    here = camp(tiles=ROAD, substacks=[[3, 1], [4, 1], [4, 1]])
    view = here.match.view(0)
    assert isinstance(view, TableView)
    shown = show_odds(view, ["Ana", "Ben"], "").plain
    assert "11 tiles in the draw stack. The next one is a store with chance 1 in 3." in shown
    assert "a store within 2 flips: 67%" in shown
    assert "chance 1 in 3" in draw(view, ["Ana", "Ben"]).plain
    stack = scene(view, Voice(["Ana", "Ben"]))["stack"]
    assert (stack["left"], stack["chance"], stack["within"][:3]) == (11, [1, 3], [0.3333, 0.6667, 1.0])
    assert [(each["from"], each["to"]) for each in stack["ahead"]] == [(1, 3), (4, 7), (8, 11)]
    assert {each["kind"]: each["count"] for each in stack["unseen"]} == dict(
        zip(["cross", "tee", "corner", "straight", "end"], view.course.unseen, strict=True)
    )


def test_two_stacks_in_different_order_look_the_same_to_everybody() -> None:
    """LF-R37: no order of face-down things exists, so none can be seen."""
    one = camp(tiles=ROAD, stack=["cross", "end", "store", "tee", "store"])
    other = camp(tiles=ROAD, stack=["end", "tee", "store", "cross", "store"])
    for seat in (0, 1, -3, -4):
        assert codec.encode(one.match.view(seat)) == codec.encode(other.match.view(seat))
    supplied = camp(tiles=ROAD, stack=["cross", "end", "store", "tee", "store"], supply={"small": ["s07"]})
    assert supplied.written() == one.written()


def test_the_tile_turned_up_is_decided_when_it_is_turned_up() -> None:
    """LF-31: before that, imagined tables can come out differently."""
    here = camp(stack=["cross", "store"])
    here.match.play(0, here.match.actions()[0])
    assert here.match.to_act == NATURE
    view = here.match.view(1)
    rng = Random(3)
    kinds = set()
    for _ in range(60):
        world = view.imagine(rng)
        kinds.add(world.chance().sample(world, rng))
    assert kinds == {0, 1, 2, 3, 4, 5}


def test_unseen_tiles_include_none_that_is_turned_up() -> None:
    here = camp(stack=["tee", "store"]).do(add(0, -1)).expect(phase="orient")
    view = here.match.view(0)
    assert list(view.course.unseen) == [8, 13, 10, 8, 4]  # type: ignore[attr-defined]
    assert view.course.turned == "tee"  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stores_turn_up_where_the_set_up_put_them(players: int) -> None:
    """Section 3: in random games every store is flipped inside its range."""
    ranges = {2: [(7, 10), (14, 17), (18, 21)], 3: [(9, 13), (18, 22), (23, 27)], 4: [(13, 19), (26, 32), (33, 39)]}
    for seed in range(6):
        rng = Random(seed)
        match = Match(GAME, players)
        flips, stores = 0, 0
        while match.to_act != -2 and stores < 3:
            state = match.state
            assert isinstance(state, Table)
            if match.to_act == NATURE:
                is_flip = isinstance(state.chance(), Flip)
                flips += is_flip
                before = state.course.stores_found
                match.happen(state.chance().sample(state, rng))
                if state.course.stores_found > before:
                    low, high = ranges[players][stores]
                    assert low <= flips <= high
                    stores += 1
            else:
                match.play(match.to_act, state.decision().sample(state, rng))
        assert flips == {2: 21, 3: 27, 4: 39}[players] - tiles_in(match.state.stack)  # type: ignore[attr-defined]
