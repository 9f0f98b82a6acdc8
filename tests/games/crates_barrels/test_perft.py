"""Move counts by depth (perft), from the rules and from a second, deliberately naive generator."""

from __future__ import annotations

import pytest
from crates_barrels import naive
from crates_barrels.tables import START, at, table

from loot_table.engine.build import is_compiled
from loot_table.engine.random import Random
from loot_table.engine.state import State
from loot_table.games.crates_barrels.position import write_position
from loot_table.games.crates_barrels.rules import Move, Respawn

# Carriers on both sides, a thief and a pawn without loot on Loot Tiles, attacks and respawns within a turn or two.
SIEGE = "4c4/3b5/2b1C4/4b4/9/4c1b2/2B6/4c4/9 b 31"

COUNTS: list[tuple[str, dict[str, object], tuple[int, ...]]] = [
    (START, {}, (46, 2116, 101338)),
    (START, {"movement": "steps"}, (76, 5776, 441636)),
    (START, {"movement": "orthogonal"}, (18, 324, 7290)),
    (START, {"home_attack": "stay"}, (46, 2116, 101338)),
    (START, {"home_attack": "vacate"}, (46, 2116, 101338)),
    (START, {"respawning": False}, (46, 2116, 101338)),
    (START, {"repetition": "draw3"}, (46, 2116, 101338)),
    (SIEGE, {}, (68, 3327, 215410)),
    (SIEGE, {"movement": "steps"}, (103, 7761, 763801)),
    (SIEGE, {"movement": "orthogonal"}, (38, 966, 34353)),
    (SIEGE, {"home_attack": "stay"}, (69, 3372, 221432)),
    (SIEGE, {"home_attack": "vacate"}, (69, 3372, 218915)),
    (SIEGE, {"respawning": False}, (68, 3128, 201062)),
    (SIEGE, {"repetition": "draw3"}, (68, 3327, 215410)),
    (START, {"repetition": "free"}, (46, 2116, 101338)),
    (SIEGE, {"repetition": "free"}, (68, 3327, 215410)),
    (START, {"passing": True}, (47, 2208, 107819)),
    (SIEGE, {"passing": True}, (69, 3445, 226608)),
    (SIEGE, {"passing": True, "home_attack": "vacate", "repetition": "free"}, (70, 3492, 230379)),
]
START_DEPTH_4 = 4849487
MANY = 110_000


def perft(state: State, depth: int) -> int:
    """How many ways there are to play so many turns."""
    actions = state.actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = state.copy()
        after.apply(action)
        total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(("position", "options", "counts"), COUNTS)
def test_move_counts_to_depth_3(position: str, options: dict[str, object], counts: tuple[int, ...]) -> None:
    state = at(position, **options).state
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.heavy
def test_move_count_of_the_start_to_depth_4() -> None:
    assert perft(at().state, 4) == START_DEPTH_4


# The naive generator is never compiled, so that once is enough for the long counts.
@pytest.mark.parametrize(("position", "options", "counts"), COUNTS)
def test_the_naive_generator_counts_the_same(
    position: str, options: dict[str, object], counts: tuple[int, ...]
) -> None:
    deepest = 3 if is_compiled() and counts[2] <= MANY else 2  # the larger counts are in `make soak`
    for depth in range(1, deepest + 1):
        assert naive.perft(naive.start(position, **options), depth) == counts[depth - 1]


def test_the_naive_generator_counts_the_same_to_depth_4_for_one_first_turn() -> None:
    """All first turns are in `make soak`."""
    table_now, after = naive.start(START), at().state
    first = min(table_now.turns())
    after.apply(Move(*first))
    assert naive.perft(table_now.after(first), 3 if is_compiled() else 2) == perft(after, 3 if is_compiled() else 2)


@pytest.mark.parametrize(("position", "options"), [(position, options) for position, options, _ in COUNTS])
def test_random_games_have_the_naive_generators_actions_throughout(position: str, options: dict[str, object]) -> None:
    rng = Random(3)
    match, second = at(position, **options), naive.start(position, **options)
    for _ in range(60):
        if match.is_over:
            break
        turns = [turn_of(action) for action in match.actions()]
        assert sorted(turns) == sorted(second.turns()), write_position(table(match))
        action = match.state.decision().sample(match.state, rng)
        match.play(match.to_act, action)
        second = second.after(turn_of(action))
        assert second.is_over == (match.reason in ("loot", "elimination"))


def turn_of(action: object) -> tuple[str, str]:
    if isinstance(action, Move):
        return action.from_, action.to
    return "", action.to if isinstance(action, Respawn) else ""
