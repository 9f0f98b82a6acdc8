"""The swift position plays by the same rules as the table: the same turns, the same counts, the same end."""

from __future__ import annotations

from itertools import product

import pytest
from crates_barrels.tables import START, at, table
from crates_barrels.test_perft import COUNTS, SIEGE
from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.build import is_compiled
from loot_table.engine.random import Random
from loot_table.engine.state import State
from loot_table.games.crates_barrels.board import NONE, RESERVE
from loot_table.games.crates_barrels.bot.counting import Counting
from loot_table.games.crates_barrels.bot.swift import Swift
from loot_table.games.crates_barrels.house_rules import position_after, position_number
from loot_table.games.crates_barrels.rules import PASS, action_of, turn_of
from loot_table.games.crates_barrels.sides import read_side, seen_key, side_number
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import PASSING, RESPAWNING, STRIDE, WINS, deeds_at

OPTIONS = [
    {"movement": movement, "home_attack": home_attack, "respawning": respawning, "repetition": repetition}
    for movement, home_attack, respawning, repetition in product(
        ("line", "steps", "orthogonal"), ("sanctuary", "stay", "vacate"), (True, False), ("forbid", "draw3")
    )
]
OPTIONS += [
    {"home_attack": home_attack, "repetition": repetition, "passing": passing}
    for home_attack, repetition, passing in product(("sanctuary", "vacate"), ("forbid", "draw3", "free"), (True, False))
    if passing or repetition == "free"
]


def swift_of(state: State) -> Swift:
    assert isinstance(state, Table)
    swift = Swift(state.box)
    swift.set_up(state)
    return swift


def turns(swift: Swift) -> list[int]:
    """All legal turns, by number."""
    row = vec[i64]([0] * 160)
    count = swift.gather(row, 0)
    found = [int(row[n]) for n in range(count)]
    fresh = [turn for turn in found if not swift.forbids_repeats or not is_repeat(swift, turn)]
    return sorted(fresh or found)


def is_repeat(swift: Swift, turn: int) -> bool:
    done = swift.deeds(turn)
    if done & WINS:
        return False
    swift.make(turn, done)
    times = swift.times_before()
    swift.take_back(turn)
    return times > 0


def is_drawn(swift: Swift) -> bool:
    return swift.turn >= swift.turn_limit or (swift.draws_repeats and swift.times_before() >= 2)


def perft(swift: Swift, depth: int) -> int:
    legal = turns(swift)
    if depth == 1:
        return len(legal)
    total = 0
    for turn in legal:
        done = swift.deeds(turn)
        if not done & WINS:
            swift.make(turn, done)
            if not is_drawn(swift):
                total += perft(swift, depth - 1)
            swift.take_back(turn)
    return total


@pytest.mark.parametrize(("position", "options", "counts"), COUNTS)
def test_move_counts_are_those_of_the_rules(position: str, options: dict[str, object], counts: tuple[int, ...]) -> None:
    deepest = 3 if is_compiled() else 2
    swift = swift_of(at(position, **options).state)
    assert tuple(perft(swift, depth) for depth in range(1, deepest + 1)) == counts[:deepest]


def worth(state: Table) -> int:
    """The reference evaluation a second time, plainly."""
    weights = state.box.components.weights
    mover = state.to_act
    return strength(state, mover) - strength(state, 1 - mover) + weights["side_to_move"]


def strength(state: Table, seat: int) -> int:
    weights, side = state.box.components.weights, state.sides[seat]
    home, loot = state.box.turns_to_loot[seat], state.box.turns_to_loot[1 - seat]
    guards = len([tile for tile in side.tiles if home[tile] <= 1])
    total = weights["pawn_on_board"] * len(side.tiles)
    total -= weights["all_pawns_turn_away"] * sum(loot[tile] for tile in side.tiles)
    if side.carrier != NONE:
        total += weights["carrier_bonus"] + weights["carrier_turn_closer"] * (5 - home[side.carrier])
    else:
        total -= weights["raider_turn_away"] * min([9, *(loot[tile] for tile in side.tiles)])
    return total + weights["guard"] * (min(guards, 2) + (guards > 0))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(map(str, options.values())))
@pytest.mark.heavy
def test_in_random_games_turns_keys_and_values_are_those_of_the_table(options: dict[str, object]) -> None:
    """CB-HSE-1 to CB-HSE-6 included: positions that have been, and the turn limit."""
    rng = Random(len(str(options)))
    for start in (START, SIEGE):
        state = table(at(start, turn_limit=90, **options))
        walking = swift_of(state)
        counting = Counting(state.box)
        while state.agenda:
            standing = swift_of(state)
            legal = state.actions()
            assert turns(standing) == sorted(turn_of(action) for action in legal)
            assert counting.value(standing) == worth(state)
            for turn in map(turn_of, legal):
                assert standing.deeds(turn) == deeds_at(state, state.to_act, turn // STRIDE, turn % STRIDE)
            action = legal[rng.below(len(legal))]
            done = standing.deeds(turn_of(action))
            is_won = done & WINS != 0
            state.apply(action)
            if not is_won:
                # The same position and history, whether the turns were made or the table is set up anew.
                if walking.made == 60:
                    walking = standing
                walking.make(turn_of(action), done)
                assert is_drawn(walking) == (not state.agenda)
                if state.agenda:
                    assert walking.key == swift_of(state).key
            assert is_won == (state.winner != NONE)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(map(str, options.values())))
def test_what_a_turn_would_do_is_what_it_does(options: dict[str, object]) -> None:
    """CB-TRN-3: the win and the position that are foreseen, and those that are played."""
    rng = Random(11)
    state = table(at(SIEGE, turn_limit=90, **options))
    while state.agenda:
        seat = state.to_act
        for action in state.actions():
            turn = turn_of(action)
            origin, target = turn // STRIDE, turn % STRIDE
            done = deeds_at(state, seat, origin, target)
            after = state.copy()
            after.apply(action)
            assert (after.winner == seat) == (done & WINS != 0)
            foreseen = position_after(state, seat, origin, target, done, state.sides[1 - seat].number())
            assert foreseen == position_number(after, 1 - seat)
        state.apply(state.decision().sample(state, rng))


@pytest.mark.parametrize("options", OPTIONS[::5], ids=lambda options: " ".join(map(str, options.values())))
def test_a_turn_taken_back_leaves_nothing_behind(options: dict[str, object]) -> None:
    swift = swift_of(at(SIEGE, **options).state)
    before = facts(swift)
    for turn in turns(swift):
        done = swift.deeds(turn)
        if not done & WINS:
            swift.make(turn, done)
            swift.skip()
            swift.unskip()
            swift.take_back(turn)
            assert facts(swift) == before


def facts(swift: Swift) -> tuple[object, ...]:
    tiles = [sorted(swift.tiles[seat * 5 + n] for n in range(swift.counts[seat])) for seat in range(2)]
    words = (swift.low, swift.high, swift.key, swift.seat, swift.turn, swift.made)
    return (tiles, list(swift.cells), list(swift.carriers), *words, list(swift.sieve))


def test_forcing_turns_are_the_attacks_and_wanted_pick_ups() -> None:
    for options in OPTIONS:
        state = table(at(SIEGE, **options))
        swift = swift_of(state)
        row = vec[i64]([0] * 160)
        for with_pick_ups in (False, True):
            count = swift.gather_forcing(row, 0, with_pick_ups)
            loot = state.box.loot[1 - state.to_act]
            wanted = {
                turn
                for turn in turns(swift)
                if (turn != PASSING and state.sides[1 - state.to_act].has(turn % STRIDE))
                or (with_pick_ups and turn % STRIDE == loot and turn < RESPAWNING)
            }
            assert {int(row[n]) for n in range(count)} == wanted


def test_a_sides_number_is_read_backwards() -> None:
    """CB-HSE-2"""
    rng = Random(5)
    for _ in range(300):
        tiles = sorted({int(rng.below(81)) for _ in range(rng.below(6))})
        carrier = tiles[rng.below(len(tiles))] if tiles and rng.below(2) else NONE
        assert read_side(int(side_number(tiles, RESERVE, RESERVE, carrier))) == (tiles, carrier)


def test_keys_tell_positions_apart_as_the_table_does() -> None:
    """CB-HSE-2: tiles, carriers and who is to move."""
    keys = set()
    positions = [
        "4C4/4b4/9/9/9/9/9/9/2c6",
        "4c4/4b4/9/9/9/9/9/9/2c6",
        "4c4/4b4/9/9/9/9/9/9/2C6",
        "4c4/4B4/9/9/9/9/9/9/2c6",
    ]
    for position, mover in product(positions, "cb"):
        state = table(at(f"{position} {mover} 10"))
        keys.add(int(swift_of(state).key))
        assert [seen_key(number) for number in state.seen] == [swift_of(state).key]
    assert len(keys) == 8


def test_a_turns_number_names_it() -> None:
    state = table(at(SIEGE, passing=True))
    assert PASS in state.actions()
    for action in state.actions():
        assert action_of(turn_of(action)) == action
