"""The search finds what is there to be found, keeps to its budget, sees nothing hidden and says what it thought."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from noughts import GAME as NOUGHTS
from noughts import Mark

from loot_table import games
from loot_table.bench.connect_four import DROPS, Board, likings
from loot_table.bots.ismcts import AGAINST_ME, AS_USUAL, FOR_THEMSELVES, Search
from loot_table.bots.knowledge import Knowledge, knowledge_of
from loot_table.bots.tree import expectations
from loot_table.engine.build import is_compiled
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import Action, Decision, State, View
from loot_table.engine.thought import Thought

OPEN = Knowledge(has_secrets=False)


def noughts(*squares: int) -> Match:
    match = Match(NOUGHTS, 2)
    for square in squares:
        match.play(match.to_act, Mark(square))
    return match


def four(*columns: int) -> Board:
    board = Board()
    for column in columns:
        board.apply(DROPS[column])
    return board


def thought(match: Match, nodes: int, others: int = FOR_THEMSELVES) -> Thought:
    return Search(OPEN, 1, others).think(match.view(match.to_act), match.actions(), nodes)


@pytest.mark.parametrize("others", [FOR_THEMSELVES, AGAINST_ME])
def test_a_win_in_one_is_taken_in_noughts(others: int) -> None:
    assert thought(noughts(0, 4, 1, 8), 100, others).action == Mark(2)


@pytest.mark.parametrize("others", [FOR_THEMSELVES, AGAINST_ME])
def test_a_loss_in_one_is_prevented_in_noughts(others: int) -> None:
    assert thought(noughts(0, 4, 8, 2), 300, others).action == Mark(6)


def test_a_win_in_two_is_found_in_noughts() -> None:
    """O has two corners: any third one threatens two rows."""
    found = thought(noughts(0, 1, 8, 4, 7), 800)  # X must block, or O wins at once
    assert found.action == Mark(6)
    assert thought(noughts(0, 4, 8, 1), 400).action == Mark(7)
    assert thought(noughts(0, 1, 8, 4), 800).action == Mark(7)


def test_a_win_in_one_is_taken_in_connect_four() -> None:
    board = four(0, 6, 0, 6, 0, 5)
    assert Search(OPEN, 1).think(board.view(0), board.actions(), 200).action == DROPS[0]


def test_a_win_in_two_is_found_in_connect_four() -> None:
    """Three in the bottom row with both ends free cannot be stopped."""
    board = four(2, 2, 3, 3)
    found = Search(OPEN, 1).think(board.view(0), board.actions(), 2000)
    assert found.action in (DROPS[1], DROPS[4])
    assert found.lines[0].value > 0.8


def test_what_is_certain_is_not_thought_about_any_longer() -> None:
    won = thought(noughts(0, 4, 1, 8), 10_000)
    assert won.lines[0].value == 1.0
    assert sum(line.visits for line in won.lines) < 1000
    drawn = thought(noughts(0, 4, 8, 2, 6, 3), 100_000)
    assert sum(line.visits for line in drawn.lines) < 10_000
    assert drawn.lines[0].value == solved(noughts(0, 4, 8, 2, 6, 3).state)[0]


def solved(state: State) -> list[float]:
    """Every game looked at to its end."""
    if not state.agenda:
        return state.standings()
    return max([solved(after(state, action)) for action in state.actions()], key=lambda ends: ends[state.to_act])


def after(state: State, action: Action) -> State:
    table = state.copy()
    table.apply(action)
    return table


@pytest.mark.parametrize("squares", list(itertools.permutations((0, 1, 4, 8), 4)))
def test_with_all_ends_in_sight_the_answer_is_as_good_as_any(squares: tuple[int, ...]) -> None:
    match = noughts(*squares)
    found = thought(match, 20_000)
    best = solved(match.state)[match.to_act]
    assert solved(after(match.state, found.action))[match.to_act] == best == found.lines[0].value


def test_the_budget_is_kept_and_the_explanation_adds_up() -> None:
    found = thought(noughts(4), 250)
    assert sum(line.visits for line in found.lines) == 250
    assert [line.action for line in found.lines].count(found.action) == 1
    assert found.lines[0].action == found.action
    assert found.lines[0].visits == max(line.visits for line in found.lines)
    assert all(0 <= line.value <= 1 and line.line[0] == line.action for line in found.lines)
    match = noughts(4)
    for action in found.lines[0].line:  # what is expected can be played
        match.play(match.to_act, action)


def test_the_search_stops_when_time_is_up() -> None:
    looks = itertools.count()
    match = noughts(4)
    found = Search(OPEN, 1).think(match.view(1), match.actions(), 10_000, lambda: next(looks) >= 9)
    assert sum(line.visits for line in found.lines) == 40


def test_a_single_answer_is_given_at_once() -> None:
    match = noughts(0, 1, 2, 4, 3, 5, 7, 6)
    found = thought(match, 1000)
    assert found.action == Mark(8)
    assert found.lines[0].visits == 0


def test_the_same_seed_view_and_budget_give_the_same_thought() -> None:
    for game in [each for each in games.all_games() if games.has_part(each, "value")]:
        match = Match(game, game.least_players, nature=Random(5))
        views = [match.view(match.to_act) for _ in range(2)]
        actions = () if match.state.decision().is_large(match.state) else match.actions()
        one, other = [Search(knowledge_of(game), 3, AS_USUAL).think(view, actions, 12) for view in views]
        assert one == other


@pytest.mark.parametrize("others", [FOR_THEMSELVES, AGAINST_ME, AS_USUAL])
@pytest.mark.parametrize("slug", ["labyrinth", "loot_n_run", "looterz"])
def test_the_search_sees_nothing_that_is_hidden(slug: str, others: int) -> None:
    """Two tables that differ only in what the seat may not know: the same thought, to the last number."""
    game = games.load(slug)
    match = Match(game, 3, nature=Random(8))
    rng = Random(9)
    for turn in range(12 if is_compiled() else 3):
        seat = match.to_act
        real, imagined = match.view(seat), match.view(seat).imagine(rng).view(seat)
        actions = () if match.state.decision().is_large(match.state) else match.actions()
        one, other = [Search(knowledge_of(game), turn, others).think(view, actions, 8) for view in (real, imagined)]
        assert one == other
        match.play(seat, one.action)


# ---------------------------------------------------------------- large decisions


@dataclass(frozen=True)
class Pick(Action):
    number: int

    def why_not(self, table: Any, seat: int) -> None:
        return None

    def do(self, table: Heap, seat: int) -> None:
        table.picked = self.number
        table.finish("picked")


@dataclass(frozen=True)
class PickOne(Decision):
    """One of a million numbers: listing them would take for ever, so the test forbids it."""

    def actions(self, table: Any) -> Sequence[Action]:
        raise AssertionError("a large decision is never listed")

    def sample(self, table: Any, rng: Random) -> Action:
        return Pick(int(rng.below(1_000_000)))

    def is_large(self, table: Any) -> bool:
        return True


class Heap(State):
    def __init__(self) -> None:
        super().__init__(2)
        self.picked = 0
        self.agenda = [PickOne(0)]

    def copy(self) -> Heap:
        twin = Heap()
        twin.picked, twin.agenda = self.picked, self.agenda.copy()
        return twin

    def standings(self) -> list[float]:
        return [self.picked / 1_000_000, 1 - self.picked / 1_000_000]


@dataclass(frozen=True)
class HeapView(View):
    def imagine(self, rng: Random) -> Heap:
        return Heap()


HEAP = HeapView(0, None, 2, (PickOne(0),), "")
SOME = [Pick(number * 1000) for number in range(200)]


def by_number(_table: Heap, actions: Sequence[Pick], _rng: Random) -> list[float]:
    return [float(action.number) for action in actions]


def some(_view: HeapView, _rng: Random) -> list[Pick]:
    return SOME


def test_a_large_decision_is_never_listed_and_widens_as_it_is_visited() -> None:
    knowledge = Knowledge(False, by_number, some)  # type: ignore[arg-type]
    for nodes, most in ((10, 8), (400, 24)):
        found = Search(knowledge, 1).think(HEAP, SOME, nodes)
        tried = [line for line in found.lines if line.visits]
        assert 4 <= len(tried) <= most
        assert found.action == Pick(199_000)


@pytest.mark.parametrize("players", [2, 4])
def test_the_labyrinths_thousands_of_walls_are_searched_without_listing_them(players: int) -> None:
    game = games.load("labyrinth")
    match = Match(game, players, nature=Random(2))
    assert match.state.decision().is_large(match.state)
    found = Search(knowledge_of(game), 1, AS_USUAL).think(match.view(match.to_act), (), 40)
    assert len(found.lines) < 400
    assert match.why_not(match.to_act, found.action) is None


# ---------------------------------------------------------------- from one decision to the next


def test_the_tree_is_kept_when_the_match_goes_on_as_it_was_thought() -> None:
    match = noughts(4)
    search = Search(OPEN, 1)
    first = search.think(match.view(1), match.actions(), 400)
    reply = first.lines[0].line[1]
    match.play(1, first.action)
    match.play(0, reply)
    kept = search.continued(match.view(1))
    assert kept is not None
    assert kept.visits > 10
    again = search.think(match.view(1), match.actions(), 400)
    assert sum(line.visits for line in again.lines) == 400
    assert {line.action for line in again.lines} == set(match.actions())


def test_another_match_does_not_continue_the_tree() -> None:
    search = Search(OPEN, 1)
    match = noughts(4)
    search.think(match.view(1), match.actions(), 200)
    assert search.continued(noughts(0).view(1)) is None


# ---------------------------------------------------------------- what a game tells


def test_answers_that_are_liked_alike_are_expected_alike() -> None:
    found = expectations([1.0, 3.0, 1.0, 1.0, 2.0])
    assert sum(found) == pytest.approx(1)
    assert found[0] == found[2] == found[3] < found[4] < found[1]
    assert expectations([7.0] * 4) == pytest.approx([0.25] * 4)


def test_who_knows_the_game_sees_an_end_one_answer_ahead() -> None:
    """Three in a column, and the other has three as well: certain before anything is tried."""
    board = four(3, 0, 3, 0, 3, 0)
    knowing = Knowledge(has_secrets=False, likings=likings, plays_at_random=True)
    found = Search(knowing, 1).think(board.view(0), board.actions(), 1000)
    assert found.action == DROPS[3]
    assert found.lines[0].value == 1.0
    assert sum(line.visits for line in found.lines) == 0
    # One stone less: whatever the first does not stop loses, which is certain after one try of each.
    board = four(3, 0, 3, 0, 2, 0)
    stopped = Search(knowing, 1).think(board.view(0), board.actions(), 200)
    assert stopped.action == DROPS[0]
    assert [line.value for line in stopped.lines if line.action != DROPS[0]] == [0.0] * 6


def test_what_comes_after_an_answer_is_searched_when_the_answer_is_ripe() -> None:
    game = games.load("loot_n_run")
    match = Match(game, 2, nature=Random(3))
    told = knowledge_of(game)
    longest = []
    for ripe in (1, 1000):
        knowledge = Knowledge(True, told.likings, None, told.value, told.cut, ripe)
        found = Search(knowledge, 1, AS_USUAL).think(match.view(match.to_act), match.actions(), 40)
        longest.append(max(len(line.line) for line in found.lines))
    assert longest[0] > longest[1] == 1


# ---------------------------------------------------------------- teams


def test_a_partners_win_is_as_good_as_ones_own() -> None:
    """LL-10.1: shares are by team, so the seat of either partner is worth the same."""
    game = games.load("labyrinth")
    match = Match(game, 4, {"teams": True}, nature=Random(2))
    value = games.part(game, "bot.value").value(match.state)
    assert value[0] == value[2]
    assert value[1] == value[3]
    assert sum(value) == pytest.approx(1)
    match.state.stash[0] += 3  # type: ignore[attr-defined]
    after = games.part(game, "bot.value").value(match.state)
    assert after[0] == after[2] > value[0]


@pytest.mark.parametrize("slug", [game.slug for game in games.all_games() if games.has_part(game, "bot.value")])
def test_a_games_value_shares_one_victory(slug: str) -> None:
    game = games.load(slug)
    for players in range(game.least_players, game.most_players + 1):
        match = Match(game, players, nature=Random(players))
        for _ in range(10):
            shares = games.part(game, "bot.value").value(match.state)
            assert len(shares) == players
            assert sum(shares) == pytest.approx(1)
            rng = Random(match.version)
            match.play(match.to_act, match.state.decision().sample(match.state, rng))
