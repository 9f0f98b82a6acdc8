"""The net of Crates vs Barrels: what is brought up to date turn by turn is what is added up afresh, on all boards and both builds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from crates_barrels.tables import at, table

from loot_table.engine.components import read_toml
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.thought import never
from loot_table.games.crates_barrels.board import TILES
from loot_table.games.crates_barrels.bot import net as net_module
from loot_table.games.crates_barrels.bot.net import (
    CAP,
    HEADS,
    INPUTS,
    LANE,
    LANES,
    MIDDLE,
    ONES,
    SHIFT,
    Net,
    Weighing,
    box_key,
    fingerprint,
    net_of,
)
from loot_table.games.crates_barrels.bot.search import WEIGHED_FROM, Search, answer
from loot_table.games.crates_barrels.bot.swift import Swift
from loot_table.games.crates_barrels.position import read_turn
from loot_table.games.crates_barrels.rules import turn_of
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import WINS

UNITS = 8


def told(seed: int = 1, units: int = UNITS) -> dict[str, Any]:
    """A net with weights by lot, as a file has it."""
    rng = Random(seed)

    def drawn(reach: int) -> int:
        return int(rng.below(2 * reach + 1)) - reach

    return {
        "box": box_key(table(at()).box),
        "biases": [drawn(200) for _ in range(units)],
        "weights": [[drawn(150) for _ in range(INPUTS)] for _ in range(units)],
        "head_biases": [drawn(100_000) for _ in range(HEADS)],
        "heads": [[drawn(5_000) for _ in range(2 * units)] for _ in range(HEADS)],
    }


def plainly(net: dict[str, Any], state: Table) -> int:
    """The same value, as the description of a net says it."""
    views = []
    mover = state.to_act
    for seat in (mover, 1 - mover):
        sums = list(net["biases"])
        for owner in range(2):
            side = state.sides[owner]
            for tile in side.tiles:
                seen = tile if seat == 0 else TILES - 1 - tile
                number = (2 * (owner != seat) + (tile == side.carrier)) * TILES + seen
                sums = [total + unit[number] for total, unit in zip(sums, net["weights"], strict=True)]
        views += [min(max(total, 0), CAP) for total in sums]
    head = (state.sides[mover].carrier >= 0) + 2 * (state.sides[1 - mover].carrier >= 0)
    added = sum(weight * unit for weight, unit in zip(net["heads"][head], views, strict=True))
    return int(added + net["head_biases"][head]) >> SHIFT


def swift_of(state: Table) -> Swift:
    swift = Swift(state.box)
    swift.set_up(state)
    return swift


def test_the_words_hold_four_units_each() -> None:
    assert sum(1 << (LANE * lane) for lane in range(LANES)) == ONES
    assert 1 << (LANE - 1) == MIDDLE
    assert CAP & (CAP + 1) == 0


@pytest.mark.parametrize("seed", range(1, 7))
def test_it_says_what_its_description_says_all_through_a_game(seed: int) -> None:
    """And a search that went on from row to row says what one says that has just begun."""
    net, rng = told(seed), Random(seed)
    known = Net(net)
    state = table(at()).copy()
    swift, weighing = swift_of(state), Weighing(known)
    for _ in range(40):
        if not state.agenda:
            break
        wander(swift, weighing, known, rng)
        assert weighing.value(swift) == plainly(net, state) == Weighing(known).value(swift)
        state.apply(state.decision().sample(state, rng))
        if state.agenda:
            swift.set_up(state)


def wander(swift: Swift, weighing: Weighing, net: Net, rng: Random) -> None:
    """Some turns ahead and back, some positions on the way looked at and others not."""
    made: list[int] = []
    for _ in range(8):
        row = legal(swift)
        turn = row[rng.below(len(row))]
        done = swift.deeds(turn)
        if done & WINS:
            break
        if rng.below(8) == 0:
            swift.skip()
            made.append(-1)
        else:
            swift.make(turn, done)
            made.append(turn)
        if rng.below(3):
            assert weighing.value(swift) == Weighing(net).value(swift)
    for turn in reversed(made):
        if turn < 0:
            swift.unskip()
        else:
            swift.take_back(turn)


def legal(swift: Swift) -> list[int]:
    from librt.vecs import vec  # noqa: PLC0415
    from mypy_extensions import i64  # noqa: PLC0415

    row = vec[i64]([0] * 256)
    return [int(row[n]) for n in range(swift.gather(row, 0))]


def test_units_are_cut_at_both_ends() -> None:
    """Weights as large as are allowed leave no unit its part of the word."""
    net = told()
    most = (MIDDLE - 1 - 200) // 10
    net["weights"] = [[most if (number + unit) % 2 else -most for number in range(INPUTS)] for unit in range(UNITS)]
    state = table(at("4C4/9/9/9/b3c3b/9/2c6/5b3/9 b 43"))
    assert Weighing(Net(net)).value(swift_of(state)) == plainly(net, state)


def test_both_seats_see_the_board_from_their_own_side() -> None:
    net = Net(told())
    crates = table(at("4C4/9/9/9/b3c3b/9/2c6/5b3/9 c 42"))
    barrels = table(at("9/3c5/6b2/9/c3b3c/9/9/9/4B4 b 43"))
    assert Weighing(net).value(swift_of(crates)) == Weighing(net).value(swift_of(barrels))


@pytest.mark.parametrize(
    "change",
    [
        {"biases": [0] * 7},
        {"weights": [[0] * INPUTS] * 7},
        {"weights": [[1700] * INPUTS] * UNITS},
        {"heads": [[0] * 2 * UNITS] * 3},
        {"heads": [[1 << 24] * 2 * UNITS] * HEADS},
    ],
)
def test_weights_that_do_not_fit_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Net({**told(), **change})


def test_a_net_is_told_from_others_by_its_hash() -> None:
    net = told()
    assert fingerprint(net) == fingerprint(told()) != fingerprint({**net, "biases": [0] * UNITS})


def test_where_no_net_knows_the_table_positions_are_counted() -> None:
    other = table(at(movement="steps"))
    assert net_of(other.box) is None
    search = Search(other, 100, never, net=net_of(other.box))
    assert search.worth() == search.counting.value(search.swift)


def test_the_net_that_is_played_with_is_the_one_that_was_tried() -> None:
    """Its file says what it is, and those who look far weigh by it on the table it has learned; all others count."""
    told = read_toml(Path(net_module.__file__).parent / net_module.FILE)
    assert told["hash"] == fingerprint(told)
    assert told["box"] == box_key(table(at()).box)
    assert told["loss"] < told["loss_by_counting"] < told["loss_blind"]
    state = table(at("9/2b1bb3/9/9/2c6/8c/2c3b2/3c5/9 c 14"))
    view, turns = state.view(state.to_act), state.actions()
    for nodes in (4_000, WEIGHED_FROM):
        net = net_of(state.box) if nodes == WEIGHED_FROM else None
        expected = Search(state, nodes, never, net=net).look(turns, Random(1), 24, True)
        assert answer(view, turns, nodes, never, Random(1)) == expected


def test_a_search_with_a_net_finds_the_same_on_any_machine() -> None:
    """So many positions of a net with weights by lot: the same turn, compiled or not."""
    state = table(at("9/2b1bb3/9/9/2c6/8c/2c3b2/3c5/9 c 14"))
    search = Search(state, 3000, never, net=Net(told()))
    thought = search.look(state.actions(), Random(1), 24)
    assert (turn_of(thought.action), thought.depth, int(search.positions)) == (9676, 2, 3001)


def test_a_search_is_bold_where_a_net_weighs_and_nothing_is_proved() -> None:
    state, net = table(at()), Net(told())
    assert Search(state, 100, never, net=net).is_bold
    assert not Search(state, 100, never, net=net, proves=True).is_bold
    assert not Search(state, 100, never).is_bold


@pytest.mark.parametrize("seed", range(1, 4))
def test_whatever_a_net_says_the_search_finds_wins_and_defences(seed: int) -> None:
    """What is certain is found by looking: two turns home and nobody comes near; a carrier that must be taken (tactic 1)."""
    net = Net(told(seed))
    won = table(at("9/9/9/9/4C4/9/9/9/b8 c 10"))
    assert Search(won, 3000, never, net=net).look(won.actions(), Random(1), 24).lines[0].value == 1
    saved = table(at("9/9/9/9/9/b5c2/4C4/9/6b2 b 10"))
    taken = Search(saved, 3000, never, net=net).look(saved.actions(), Random(1), 24)
    assert taken.action == read_turn("g1xe3")
