"""The arena: fair seats, the same result however it is played, and it goes on where it stopped."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import ray

from loot_table.arena.contest import Contest, GameResult
from loot_table.arena.ladder import WANTED, climbed, contests
from loot_table.arena.ratings import standings, summary
from loot_table.arena.run import run
from loot_table.engine.errors import BadInput

CONTEST = Contest("loot_n_run", ("greedy", "random"), 2, 12)


def without_times(results: list[GameResult]) -> list[GameResult]:
    return [replace(result, seconds=(), slowest=()) for result in results]


def test_every_bot_has_every_seat_with_every_deal() -> None:
    contest = Contest("loot_n_run", ("greedy", "random", "random"), 3, 30)
    for block in range(10):
        seatings = [contest.seats(block * 3 + turn) for turn in range(3)]
        assert len({deal for _, deal in seatings}) == 1
        for seat in range(3):
            assert {bots[seat] for bots, _ in seatings} == {0, 1, 2}
    assert len({contest.seats(block * 3)[1] for block in range(10)}) == 10


def test_with_more_bots_than_seats_all_meet() -> None:
    contest = Contest("crates_barrels", ("greedy", "random", "greedy"), 2, 6)
    met = {frozenset(contest.seats(number)[0]) for number in range(6)}
    assert met == {frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2})}


def test_the_number_of_processes_does_not_matter() -> None:
    assert without_times(run(CONTEST, jobs=1)) == without_times(run(CONTEST, jobs=2))


def test_a_ray_cluster_plays_the_same_games() -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        assert without_times(run(CONTEST, on_ray=True)) == without_times(run(CONTEST))
    finally:
        ray.shutdown()


def test_a_contest_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = without_times(run(CONTEST))
    log = tmp_path / "contest.jsonl"
    run(CONTEST, log=log)
    lines = log.read_text().splitlines()
    assert len(lines) == 13
    log.write_text("\n".join(lines[:6]) + "\n" + lines[6][:20])  # the power went
    reports: list[int] = []
    again = run(CONTEST, log=log, progress=reports.append)
    assert without_times(again) == whole
    assert reports[0] == 5


def test_the_log_of_another_contest_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "contest.jsonl"
    run(replace(CONTEST, games=2), log=log)
    with pytest.raises(BadInput, match="another contest"):
        run(replace(CONTEST, games=2, seed=5), log=log)
    log.write_text("nonsense")
    with pytest.raises(BadInput, match="not the log"):
        run(CONTEST, log=log)


def test_the_better_bot_comes_first_with_an_interval() -> None:
    results = run(replace(CONTEST, games=60))
    best, other = standings(CONTEST, results)
    assert best.bot == "greedy"
    assert best.low > best.fair == 0.5
    assert best.rating is not None
    assert best.rating_margin is not None
    assert best.rating > (other.rating or 0)
    assert 0 < best.rating_margin < 20

    assert best.share + other.share == pytest.approx(1)
    told = summary(CONTEST, results)
    assert sum(told["shares_by_seat"]) == pytest.approx(1)
    assert sum(told["ends"].values()) == 60


def test_without_the_library_for_ratings_shares_are_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    told = summary(CONTEST, run(replace(CONTEST, games=4)))
    assert [row["rating"] for row in told["standings"]] == [None, None]
    assert sum(row["share"] for row in told["standings"]) == pytest.approx(1.0)


def test_equal_bots_get_exactly_a_fair_share() -> None:
    """Rotations of a deal have the same luck, so that only what bots do differently counts."""
    contest = Contest("loot_n_run", ("random", "random", "random"), 3, 60, seed=3)
    for standing in standings(contest, run(contest)):
        assert standing.share == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"bots": ("greedy",)}, "2 to 32 bots"),
        ({"bots": ("greedy", "deep")}, "no bot is called"),
        ({"players": 9}, "is for 2 to 6 players"),
        ({"game": "chess"}, "no game is called"),
        ({"games": 0}, "1 to 10,000,000 games"),
        ({"options": {"deck": "tarot"}}, "deck must be"),
    ],
)
def test_contests_that_cannot_be_are_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        run(replace(CONTEST, **change))  # type: ignore[arg-type]


# ---------------------------------------------------------------- the ladder


def test_a_ladder_has_every_level_against_the_one_below_from_both_seats() -> None:
    steps = contests("looterz", 10)
    assert [step.bots for step in steps] == [("thief", "apprentice"), ("burglar", "thief"), ("mastermind", "burglar")]
    assert {step.players for step in steps} == {2}


def test_a_step_of_the_ladder_is_climbed_and_kept(tmp_path: Path) -> None:
    """Far apart, so that forty games are enough to see who is higher."""
    first = contests("looterz", 40)[0]
    told: list[int] = []
    step = climbed(first, 1, tmp_path, told.append)
    assert (step.higher, step.lower, step.games) == ("thief", "apprentice", 40)
    assert step.share > WANTED
    assert told[-1] == 40
    again: list[int] = []
    assert climbed(first, 1, tmp_path, again.append) == step
    assert again == [40]


def test_in_a_series_points_are_counted_by_who_took_them() -> None:
    """LL-V4.1, LL-V4.2: two tournaments of three games; bots move on by a seat, and a deal is shared by a rotation."""
    contest = Contest("labyrinth", ("greedy", "random"), 2, 6, options={"tournament": 3})
    assert [contest.seats(number)[0] for number in range(6)] == [(0, 1), (1, 0), (0, 1)] * 2
    assert [contest.block(number) for number in range(6)] == [0, 0, 1, 2, 2, 3]
    results = run(contest)
    told = summary(contest, results)["series"]
    assert (told["name"], told["games"], told["unit"]) == ("tournament", 3, "treasure")
    best, other = told["standings"]
    assert (best["bot"], best["series"], best["won"], other["won"]) == ("greedy", 2, 2, 0)
    taken = sum(result.points[result.seats.index(0)] for result in results)
    assert best["points"] == taken / 2 > other["points"]
    assert summary(CONTEST, run(CONTEST))["series"] is None


def test_bots_that_sit_twice_at_a_table_share_a_series_as_equals_do() -> None:
    """LL-V4.1"""
    contest = Contest("labyrinth", ("greedy", "random"), 4, 2, options={"tournament": 2, "teams": True})
    told = summary(contest, run(contest))["series"]
    assert [(row["bot"], row["won"], row["margin"]) for row in told["standings"]] == [
        ("greedy", 1.0, None),
        ("random", 0.0, None),
    ]


def test_a_contest_has_whole_series() -> None:
    contest = Contest("labyrinth", ("greedy", "random"), 2, 4, options={"tournament": 3})
    with pytest.raises(BadInput, match=r"a tournament has 3 games here \(LL-V4\.1\): play a multiple of 3, not 4"):
        run(contest)
