"""Alpha-beta finds wins and defences, keeps to the rules about repeats, and explains itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from crates_barrels.tables import GAME, START, at, play, table, written

from loot_table.engine.match import Match
from loot_table.engine.options import typed
from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.engine.thought import Thought, never
from loot_table.games.crates_barrels.bot.net import net_of
from loot_table.games.crates_barrels.bot.search import DEEPEST, NODES, SETTLED_FROM, Search, answer, search
from loot_table.games.crates_barrels.position import read_turn


def think(match: Match, nodes: int = 3000, deepest: int = 24, seed: int = 1) -> Thought:
    view = table(match).view(match.to_act)
    return search(view, match.actions(), nodes, never, Random(seed), deepest)


def found(match: Match, nodes: int = 3000) -> str:
    return written(match, think(match, nodes).action)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ("9/9/9/9/9/9/4C4/9/b8 c 10", "$e3-e1#"),  # EX-26
        ("9/9/9/9/9/9/4C4/9/4B4 c 10", "$e3xe1^#"),  # EX-27
        ("9/9/9/9/2B6/9/4C4/9/9 c 10", "$e3-e1#"),  # EX-28
        ("9/9/9/9/c3c3c/9/4b4/9/2c6 c 40", "c1xe3#"),  # EX-29
        ("9/9/9/9/c3b3c/9/4c4/9/9 c 40", "e3xe5#"),  # EX-30
    ],
)
def test_it_wins_at_once_where_it_can(position: str, turn: str) -> None:
    """Must-see tactics 1 and 9; EX-26 to EX-30."""
    thought = think(at(position))
    assert written(at(position), thought.action) == turn
    assert thought.lines[0].value == 1
    assert thought.lines[0].line == (thought.action,)


def test_it_wins_at_once_where_nobody_comes_back() -> None:
    """EX-33, CB-R27"""
    assert found(at("9/9/9/9/4b4/9/4c4/9/9 c 40", respawning=False)) == "e3xe5#"


def test_it_takes_the_carrier_that_would_be_home_next() -> None:
    """Must-see tactic 1: the only way to stop it here is to take it."""
    match = at("9/9/9/9/9/b5c2/4C4/9/6b2 b 10")
    assert found(match) in ("g1xe3^", "$g1xe3^")


def test_it_stands_in_the_way_of_a_carrier_it_cannot_take() -> None:
    """Must-see tactic 1: the tile in between of a two-tile delivery."""
    match = at("9/9/9/9/9/9/4C4/9/3b1c3 b 10")
    thought = think(match)
    assert thought.action == read_turn("d1-e2")


def test_a_thief_on_the_target_tile_does_not_stop_a_delivery() -> None:
    """Must-see tactic 1, EX-27: standing on e1 is no defence."""
    match = at("9/9/9/9/9/9/4C4/9/2b2c3 b 10")
    thought = think(match)
    assert thought.action != read_turn("c1-e1")


@pytest.mark.parametrize(
    ("position", "options", "turns"),
    [
        ("9/9/9/9/4C4/9/9/9/b8 c 10", {}, 3),  # two turns home, and nobody comes near
        ("b3C4/9/9/9/9/9/9/9/9 c 10", {"respawning": False}, 7),  # four turns home (must-see tactic 8)
        ("9/9/9/9/9/4c4/9/c3C4/7b1 b 10", {"movement": "orthogonal"}, 2),  # lost: nothing stops e2-e1
    ],
)
def test_it_sees_a_win_or_loss_in_so_many_turns(position: str, options: dict[str, object], turns: int) -> None:
    match = at(position, **options)
    seat = match.to_act
    assert think(match, 30_000).lines[0].value == 1 - seat
    while not match.is_over:
        match.play(match.to_act, think(match, 30_000).action)
    assert table(match).winner == 0
    assert match.version == turns


def test_even_one_turn_ahead_an_exchange_is_played_out() -> None:
    """Attacks are played out at the leaves (must-see tactic 6): e8 takes back, from i8 it cannot."""
    values = []
    for position in ("b6bb/8b/9/4b4/9/4c4/9/3c5/c1c5c c 10", "b6bb/4b4/9/4b4/9/4c4/9/3c5/c1c5c c 10"):
        thought = think(at(position), deepest=1)
        assert thought.depth == 1
        values += [line.value for line in thought.lines if line.action == read_turn("e4xe6")]
    free, protected = values
    assert free > 0.6 > protected


def test_a_repeat_is_never_played_and_is_seen_to_be_illegal() -> None:
    """CB-HSE-1, EX-31: the view holds every position that has been."""
    match = play(at(), "e2-e3 e8-e7 e3-e2")
    thought = think(match)
    assert read_turn("e7-e8") not in [line.action for line in thought.lines]
    assert thought.action in match.actions()


def test_when_every_turn_repeats_the_ban_is_lifted_for_the_search_too() -> None:
    """CB-HSE-4, EX-37"""
    match = at("9/9/9/9/4b3b/9/9/9/9 c 30")
    state = table(match)
    after = state.copy()
    after.apply(read_turn("@a5"))
    state.seen.update(after.seen)
    assert think(match).action == read_turn("@a5")


def test_a_third_occurrence_is_worth_a_draw() -> None:
    """CB-HSE-5, EX-31"""
    drawn = play(at(repetition="draw3"), "e2-e3 e8-e7 e3-e2 e7-e8 e2-e3 e8-e7 e3-e2")
    thought = think(drawn)
    by_action = {line.action: line.value for line in thought.lines}
    assert by_action[read_turn("e7-e8")] == 0.5


def test_where_repeats_are_free_a_third_occurrence_is_nothing_special() -> None:
    """CB-HSE-9"""
    free = play(at(repetition="free"), "e2-e3 e8-e7 e3-e2 e7-e8 e2-e3 e8-e7 e3-e2")
    by_action = {line.action: line.value for line in think(free).lines}
    assert by_action[read_turn("e7-e8")] != 0.5


def test_it_passes_where_every_move_gives_something_away() -> None:
    """CB-HSE-8: the last pawn is safe where it is, and taken wherever it goes."""
    position = "9/9/9/9/9/9/1b7/2b6/c8 c 10"
    assert found(at(position, passing=True, respawning=False, movement="orthogonal")) == "pass"


def test_at_the_turn_limit_it_knows_that_nothing_more_comes() -> None:
    """CB-HSE-6: with one turn to go and no win, every turn is worth a draw."""
    match = at("9/9/9/9/4C4/9/9/9/b8 c 399")
    assert {line.value for line in think(match).lines} == {0.5}
    assert found(at("9/9/9/9/9/9/4C4/9/b8 c 399")) == "$e3-e1#"  # EX-32


@pytest.mark.parametrize(
    "options",
    [
        {"movement": "steps"},
        {"movement": "orthogonal", "home_attack": "stay"},
        {"home_attack": "vacate"},
        {"respawning": False, "repetition": "draw3"},
        {"repetition": "free"},
        {"passing": True},
        {"passing": True, "repetition": "free", "home_attack": "vacate"},
    ],
)
def test_it_plays_whole_games_by_every_option(options: dict[str, object]) -> None:
    match = at(START, turn_limit=40, **options)
    seed = 0
    while not match.is_over:
        seed += 1
        match.play(match.to_act, think(match, 300, seed=seed).action)


def test_it_explains_every_turn_with_a_line_that_can_be_played() -> None:
    match = at("4c4/3b5/2b1C4/4b4/9/4c1b2/2B6/4c4/9 b 31")
    thought = think(match, 20_000)
    assert {line.action for line in thought.lines} == set(match.actions())
    assert thought.lines[0].action == thought.action
    assert thought.depth >= 2
    assert sum(line.visits for line in thought.lines) >= 15_000
    for line in thought.lines:
        assert 0 <= line.value <= 1
        assert line.line[0] == line.action
        assert_playable(match, line.line)
    assert len(thought.lines[0].line) >= 2


def assert_playable(match: Match, line: tuple[Action, ...]) -> None:
    state = match.state.copy()
    for action in line:
        assert state.decision().why_not(state, action) is None
        state.apply(action)


def test_turns_as_good_as_each_other_are_drawn_by_lot() -> None:
    """So that two games differ; the same seed gives the same turn."""
    chosen = {think(at(), 3000, seed=seed).action for seed in range(8)}
    assert len(chosen) > 1
    assert think(at(), 3000, seed=5) == think(at(), 3000, seed=5)


def test_it_stops_when_time_is_up_but_never_before_the_first_depth() -> None:
    match = at()
    thought = search(table(match).view(0), match.actions(), 10_000_000, lambda: True, Random(1))
    assert thought.depth >= 1
    assert sum(line.visits for line in thought.lines) < 10_000


# ---------------------------------------------------------------- an answer that is settled


CLEAR = "9/9/4b1b2/9/c3c4/9/6b2/9/2c6 b 41"


def answered(match: Match, nodes: int) -> tuple[Thought, int]:
    thought = answer(table(match).view(match.to_act), match.actions(), nodes, never, Random(1))
    return thought, sum(line.visits for line in thought.lines)


def test_with_few_positions_a_level_answers_like_the_search() -> None:
    match = at(CLEAR)
    assert answered(match, 3000)[0] == think(match)


@pytest.mark.heavy
def test_a_mastermind_stops_when_its_answer_is_settled() -> None:
    """Its answer is the one that it would have given after all that it may look at."""
    match = at(CLEAR)
    thought, looked = answered(match, NODES[3])
    assert SETTLED_FROM <= looked < NODES[3] / 2
    state = table(match)
    whole = Search(state, NODES[3], never, net=net_of(state.box)).look(match.actions(), Random(1), DEEPEST)
    assert thought.action == whole.action


# ---------------------------------------------------------------- the same answers for the same effort

KEPT = [line.split(" | ") for line in Path(__file__).with_name("kept_answers.txt").read_text().splitlines()]


@pytest.mark.parametrize(("position", "settings", "answer"), KEPT, ids=[kept[0] for kept in KEPT])
def test_it_answers_as_it_always_has(position: str, settings: str, answer: str) -> None:
    """What it chooses after 3,000 positions, what it thinks of that, how deep and how many: levels rest on it, and reviews."""
    options = {} if settings == "-" else typed(GAME.options, settings.split(","))
    match = at(position, **options)
    thought = think(match, 3000, seed=7)
    looked = sum(line.visits for line in thought.lines)
    told = f"{written(match, thought.action)} {round(thought.lines[0].value * 1e6)} {thought.depth} {looked}"
    assert told == answer
