"""Ways to play: bots with a habit, what a habit costs, which way is best, and whether thinking helps."""

from __future__ import annotations

import pytest

from loot_table import bots, games
from loot_table.arena.contest import Contest, play_match
from loot_table.bots.styles import kinds_in, personas
from loot_table.engine.errors import BadInput
from loot_table.lab import Answer, Budget, Design, habits, ladder, restrict, styles
from loot_table.lab.answers import Figure
from loot_table.lab.deals import against
from loot_table.lab.habits import dominant, games_to_lead, mixed_ways
from loot_table.measure.intervals import Interval

LNR = Design("loot_n_run")


def test_who_never_awakens_awakens_nobody() -> None:
    contest = Contest("loot_n_run", ("greedy without awaken", "greedy"), 2, 10)
    seen = set()
    for number in range(10):
        played = play_match(contest, number)
        for entry in played.match.record:
            if entry.action is not None:
                seen.add((played.seats[entry.seat], type(entry.action).__name__))
    assert (0, "Awaken") not in seen
    assert (1, "Awaken") in seen


def test_every_persona_leans_to_what_its_game_knows_and_plays() -> None:
    for game in games.all_games():
        found = personas(game)
        assert len(found) >= 2, game.slug
        for name, told in found.items():
            assert set(told) == {"about", "leans"}, name
            assert set(told["leans"]) <= set(kinds_in(game)), name
            bots.make(f"greedy as {name}", game, 1)


def test_a_habit_that_nobody_has_is_named() -> None:
    game = games.load("loot_n_run")
    for name, says in {
        "greedy without fly": "nobody can 'fly' in Loot N Run; there are the answers awaken",
        "greedy as poet": "has no persona 'poet'; there are bully",
        "thief as bully": "personas are greedy bots",
    }.items():
        with pytest.raises(BadInput, match=says):
            bots.make(name, game, 1)
    with pytest.raises(BadInput, match="say what is never done"):
        restrict(LNR, "never fly")
    with pytest.raises(BadInput, match="ends with one of"):
        ladder(LNR, bot="greedy")


def test_never_to_awaken_costs_something_in_loot_n_run() -> None:
    answer = restrict(LNR, "never awaken", budget=Budget(400))
    assert answer.verdict == "it costs"
    assert answer.figures[0].interval.low > 0.02
    assert '--never "awaken"' in answer.command
    assert_shown(answer)


def test_the_ways_of_loot_n_run_meet_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    some = dict(list(personas(LNR.rules).items())[:2])
    monkeypatch.setattr(habits, "personas", lambda _: some)
    answer = styles(LNR, budget=Budget(100))
    assert len(answer.figures) == 3  # three ways, every pair
    assert answer.says.startswith("Among 3 ways to play: ")
    assert_shown(answer)


def test_a_thief_beats_an_apprentice() -> None:
    answer = ladder(LNR, bot="thief", budget=Budget(100))
    assert answer.figures[0].name == "thief against apprentice"
    assert answer.figures[0].value > 0.55
    assert answer.line_up == ("thief", "apprentice")
    assert_shown(answer)


def assert_shown(answer: Answer) -> None:
    """Three games to watch, among those who played them, that end as the finding says."""
    assert len(answer.examples) == 3
    contest = against(Design(answer.game), answer.players_shown, answer.players, answer.seed)
    won = [play_match(contest, number) for number in answer.examples]
    shares = {played.match.standings()[played.seats.index(0)] for played in won}
    assert len(shares) == 1
    assert shares <= {0.0, 1.0}


def test_what_good_players_would_choose() -> None:
    def beats(share: float) -> Figure:
        return Figure("", share, Interval(share - 0.01, share + 0.01))

    pairs = [(1, 0), (2, 0), (2, 1)]
    stone_paper_scissors = [beats(0.9), beats(0.1), beats(0.9)]  # 1 beats 0, 0 beats 2, 2 beats 1
    assert mixed_ways(3, pairs, stone_paper_scissors) == pytest.approx([1 / 3] * 3, abs=0.02)
    assert dominant(3, pairs, stone_paper_scissors) is None
    assert dominant(3, pairs, [beats(0.4), beats(0.6), beats(0.7)]) == 2
    assert games_to_lead(0.6) == "which 65 games show"
    assert games_to_lead(0.5) == "which hardly any number of games would show"
