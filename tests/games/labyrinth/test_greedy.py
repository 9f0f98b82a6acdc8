"""The greedy bot: small samples of what the soak tests measure, and what it looks at."""

from __future__ import annotations

import pytest
from labyrinth.tables import CARDS, GAME, at, bot_game, table, wall

from loot_table import bots
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE
from loot_table.games.labyrinth.bot.greedy import candidates, prefer
from loot_table.games.labyrinth.bot.slides import FARTHEST, Slides
from loot_table.games.labyrinth.moving import Move, between, obstacle, others_squares, resting_square
from loot_table.games.labyrinth.table import Table, TableView


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_players(players: int) -> None:
    for seed in range(6):
        seat = seed % players
        kinds = ["greedy" if other == seat else "random" for other in range(players)]
        assert bot_game(kinds, seed, teams=False).standings()[seat] == 1.0


def test_greedy_games_end_by_treasure() -> None:
    assert [bot_game(["greedy", "greedy"], seed).reason for seed in range(6)] == ["target"] * 6


@pytest.mark.parametrize(
    "options",
    [
        {"labyrinth_walls": True},
        {"minotaur": True},
        {"close_placement": "both"},
        {"teams": True, "team_hands": "shared", "null_moves": "allow"},
    ],
)
def test_bots_play_every_variant(options: dict[str, object]) -> None:
    match = bot_game(["greedy", "random", "greedy", "random"], 5, **options)
    assert match.is_over


def test_it_takes_a_treasure_in_line() -> None:
    match = at(pawns=[[0, 8], [19, 20]], hands=[CARDS, None])
    bot = bots.make("greedy", GAME, 1)
    assert bots.offered(match.state) == ()
    assert bot.choose(match.view(0), ()) == Move("E")
    ahead = Slides(table(match)).prospect(table(match).pawns[0])
    assert (ahead.slides, ahead.treasures) == (1, 2)


def test_it_looks_at_a_few_dozen_legal_answers_with_a_purpose() -> None:
    match = at(pawns=[[2, 15], [10, 16]], walls=[wall("spear", 1, 9, 13, owner=0)], hands=[CARDS[:4], None])
    view = match.view(0)
    assert isinstance(view, TableView)
    rng = Random(3)
    found = candidates(view, rng)
    assert 10 < len(found) < 120
    assert all(match.why_not(0, action) is None for action in found)
    assert len(prefer(view, found, rng)) == len(found)


def test_a_bot_is_given_short_lists_whole() -> None:
    match = at(hands=[["boot", "fang", "altar", "spear"], None], walls=[wall("column", 1, 12, 1, owner=0)])
    view = match.view(0)
    state = view.imagine(Random(1))
    state.hands[0] = ()  # type: ignore[attr-defined]
    offered = bots.offered(state)
    assert list(offered) == list(state.actions())
    assert bots.make("greedy", GAME, 2).choose(state.view(0), offered) in offered
    assert state.view(REFEREE).seat == REFEREE


def prospect(state: Table, seat: int) -> tuple[int, int]:
    """Slides to a treasure and what the last one takes, by the sets of squares that the rules slide on."""
    grid, start = state.box.grid, state.pawns[seat]
    blocked = others_squares(state, start)
    seen, frontier = {start}, [start]
    for slides in range(1, FARTHEST + 1):
        best, reached = 0, []
        for square in frontier:
            for direction in range(4):
                stop = obstacle(grid, state.closed, square, direction)
                rest = resting_square(grid, blocked, square, stop, grid.steps[direction])
                loot = (state.treasures & between(grid, square, rest, direction)).bit_count()
                best = max(best, loot)
                if not loot and rest not in seen:
                    seen.add(rest)
                    reached.append(rest)
        if best:
            return slides, best
        frontier = reached
    return FARTHEST + 1, 0


@pytest.mark.parametrize("options", [{}, {"minotaur": True}, {"labyrinth_walls": True}])
def test_slides_square_by_square_are_those_of_the_rules(options: dict[str, object]) -> None:
    """On tables of random games, which fill with walls; the board follows from one to the next."""
    rng = Random(7)
    match = bot_game(["random"] * 3, 4, **options)
    state = table(match.at(0))
    slides = Slides(state)
    for version in range(0, match.version, 3):
        state = table(match.at(version))
        if rng.below(10) == 0:
            slides = Slides(state)
        slides.follow(state)
        for seat in range(state.players):
            ahead = slides.prospect(state.pawns[seat])
            assert (ahead.slides, ahead.treasures) == prospect(state, seat)
