"""Values of tables: luck is nothing on average and explains results, shares are right, and checks that fail say so."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from typer.testing import CliRunner

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.arena.values import calibration, check, explore, held_in, seen_by_net
from loot_table.cli.main import app
from loot_table.engine.net import among_rivals
from loot_table.engine.random import Random
from loot_table.engine.state import State
from loot_table.measure.intervals import Interval
from loot_table.measure.playouts import Held, Sums, as_plain, covariance, from_plain, seen_of
from loot_table.measure.values import (
    Checked,
    Told,
    calibration_beyond_chance,
    calibration_of,
    checked,
    ratio_of,
    seen_in,
    told_by,
)

ROOT = Path(__file__).parents[2]
# Games enough for the figures asked of two players; heavy ones are few.
GAMES = {"crates_barrels": 40, "labyrinth": 200, "loot_fiend": 300, "loot_n_run": 300, "looterz": 300}


MANY = 450  # games for the distance of shares from results, which is seen in many only


@pytest.mark.heavy
@pytest.mark.parametrize("slug", games.slugs())
def test_values_of_two_players_pass_their_checks(slug: str) -> None:
    found = check(Contest(slug, ("greedy", "greedy"), 2, GAMES[slug], seed=9))
    found = replace(found, calibration=calibration(Contest(slug, ("greedy", "greedy"), 2, MANY, seed=10)))
    game = games.load(slug)
    assert found.failures(games.part(game, "bot.value").LUCK, held_in(game, 2)) == []
    assert found.has_luck == (slug != "crates_barrels")


def blind(state: State) -> list[float]:
    """The fair share, whatever the table."""
    return [1 / state.players] * state.players


def by_score(state: Any) -> list[float]:
    """Far too sure of who has more points."""
    first, second = state.scores
    return [0.5, 0.5] if first == second else [0.99, 0.01] if first > second else [0.01, 0.99]


def test_values_that_see_nothing_or_are_too_sure_do_not_pass() -> None:
    contest = Contest("loot_n_run", ("greedy", "greedy"), 2, 120, seed=9)
    matches = [play_match(contest, 2 * number).match for number in range(contest.games)]
    unseeing = checked([told_by(match, blind) for match in matches])
    assert unseeing.ratio == pytest.approx(1)
    assert not unseeing.has_luck
    cocksure = checked([told_by(match, by_score) for match in matches])
    assert "shares lie" in " ".join(cocksure.failures(1.8))


def test_luck_and_gap_and_decisions_add_up_to_the_result() -> None:
    """What a game tells: the first value, every chance and every decision lead to how it ended."""
    contest = Contest("looterz", ("greedy", "greedy"), 2, 2, seed=4)
    match = play_match(contest, 0).match
    value = value_of("looterz")
    told = told_by(match, value)
    assert told.luck[0] == pytest.approx(-told.luck[1])
    assert told.gap[0] == pytest.approx(-told.gap[1])
    start = match.at(0).state
    decided = told.result[0] - value(start)[0] - told.luck[0] - told.gap[0]
    from_rows = told_by(match, value, every=1)
    assert from_rows.luck == told.luck
    assert abs(decided) < 2  # a share moves between 0 and 1


def told(luck: float, result: float) -> Told:
    return Told((luck, -luck), (0.0, 0.0), (result, 1 - result), ((0.5, result),))


def test_luck_that_explains_results_shows_in_the_ratio() -> None:
    explained = [told(0.4, 1.0), told(-0.4, 0.0)] * 40
    assert ratio_of(explained) == pytest.approx(25)
    beside = [told(luck, result) for luck in (0.2, -0.2) for result in (1.0, 0.0)] * 20
    assert ratio_of(beside) < 1


def test_pairs_of_values_and_results_are_the_same_with_and_without_luck() -> None:
    match = play_match(Contest("looterz", ("greedy", "greedy"), 2, 2, seed=4), 0).match
    value = value_of("looterz")
    assert tuple(seen_in(match, value)) == told_by(match, value).seen


def test_calibration_is_the_distance_of_shares_from_results() -> None:
    assert calibration_of([(0.3, float(number % 10 < 3)) for number in range(1000)]) == pytest.approx(0.0)
    assert calibration_of([(0.8, float(number % 2)) for number in range(1000)]) == pytest.approx(0.3)
    assert calibration_of([]) == 0.0


def test_few_games_are_off_by_chance_and_that_is_taken_off() -> None:
    """Eight values of a game that ends one way or the other: right ones look far off in few games, too sure ones are."""
    dice = Random(5)

    def games_of(many: int, off: float) -> list[list[tuple[float, float]]]:
        made = []
        for _ in range(many):
            share = 0.1 + 0.8 * dice.unit()
            won = float(dice.unit() < share)
            made.append([(share + (off if share > 0.5 else -off), won)] * 8)
        return made

    few = [games_of(100, 0.0) for _ in range(60)]
    raw = fmean(calibration_of([pair for pairs in each for pair in pairs]) for each in few)
    assert raw > 0.08
    assert fmean(calibration_beyond_chance(each) for each in few) < raw / 2
    assert calibration_beyond_chance(games_of(4000, 0.0)) < 0.02
    assert calibration_beyond_chance(games_of(4000, 0.08)) == pytest.approx(0.08, abs=0.02)
    assert calibration_beyond_chance([]) == 0.0


def found(**changes: Any) -> Checked:
    known: dict[str, Any] = {
        "games": 500,
        "luck": (Interval(-0.01, 0.01), Interval(-0.01, 0.01)),
        "ratio": 1.1,
        "ratio_interval": Interval(1.0, 1.2),
        "calibration": 0.01,
        "gap": 0.1,
        "scatter": 0.25,
    }
    return Checked(**{**known, **changes})


def held(luck: float, seen: float) -> Held:
    return Held(20, 100, luck, Interval(luck / 2, luck * 2), seen, Interval(seen - 0.1, seen + 0.1))


def test_a_game_with_little_luck_passes_when_most_of_it_is_seen() -> None:
    little, much = held(0.01, 0.8), held(0.1, 0.8)
    assert found().failures(1.2) != []
    assert found().failures(1.2, little) == []
    assert "scatter" in found().failures(1.2, much)[0]
    assert "60%" in found().failures(1.2, held(0.01, 0.6))[0]
    assert found(ratio=0.99).failures(None) == []
    assert "more" in found(ratio=0.9, ratio_interval=Interval(0.85, 0.95)).failures(None)[0]
    assert "on average" in found(luck=(Interval(0.01, 0.02), Interval(-0.02, -0.01))).failures(1.0)[0]
    assert "points" in found(calibration=0.04).failures(1.0)[0]


def test_luck_is_looked_for_by_playouts() -> None:
    contest = Contest("loot_n_run", ("greedy", "greedy"), 2, 3, seed=2)
    found = explore(contest, playouts=8, chances=2)
    assert found == explore(contest, playouts=8, chances=2, jobs=2)
    assert from_plain(json.loads(json.dumps(as_plain(found, 8)))) == found
    seen = seen_by_net("loot_n_run", found)
    assert (seen.games, seen.chances) == (3, 6)
    assert seen.interval.holds(seen.luck)
    assert seen.seen_interval.holds(seen.seen)


def test_all_chances_of_a_game_are_looked_at_where_no_number_is_said() -> None:
    [game, _] = explore(Contest("loot_n_run", ("greedy", "greedy"), 2, 2, seed=2), playouts=2, chances=0)
    drawn = [step for step, entry in enumerate(game.record["entries"]) if "outcome" in entry]
    assert {fork.step for fork in game.forks} <= set(drawn)
    assert len(game.forks) > len(drawn) / 2  # some have one outcome only
    assert {fork.stands_for for fork in game.forks} == {1.0}


def test_what_is_seen_of_luck_is_what_it_explains_less_what_is_made_up() -> None:
    assert seen_of([Sums(luck=0.2, own=0.2, common=0.2)]) == pytest.approx(1.0)
    assert seen_of([Sums(luck=0.2, own=0.0, common=0.0)]) == pytest.approx(0.0)
    assert seen_of([Sums(luck=0.2, own=0.05, common=0.1)]) == pytest.approx(0.75)  # half of each
    assert seen_of([Sums(luck=0.2, own=0.1, common=0.0)]) == pytest.approx(-0.5)
    assert covariance([1, 1, 2], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]) == pytest.approx(0.25)


def test_playouts_are_kept_and_held_against_the_values_again(tmp_path: Path) -> None:
    kept = tmp_path / "playouts.json"
    asked = ["value", "luck", "loot_n_run", "--games", "2", "--playouts", "4", "--chances", "2"]
    first = CliRunner().invoke(app, [*asked, "--out", str(kept)])
    again = CliRunner().invoke(app, [*asked[:3], "--known", str(kept)])
    assert first.exit_code == 0, first.output
    assert first.output == again.output
    assert "4 chances of 2 games" in " ".join(first.output.split())
    other = CliRunner().invoke(app, ["value", "luck", "looterz", "--known", str(kept)])
    assert "other games than Looterz" in str(other.exception)
    kept.write_text("{}", encoding="utf-8")
    wrong = CliRunner().invoke(app, [*asked[:3], "--known", str(kept)])
    assert "no playouts" in str(wrong.exception)


def test_the_command_tells_what_it_found() -> None:
    ran = CliRunner().invoke(app, ["value", "check", "loot_n_run", "--players", "2,3", "--games", "60"])
    assert ran.exit_code in (0, 1), ran.output
    assert "calibration" in ran.output
    assert ("Not passed" in ran.output) == (ran.exit_code == 1)


@pytest.mark.parametrize(("words", "reason"), [(["--players", "9"], "2 to 6"), (["--players", "two"], "such as 2,4")])
def test_numbers_of_players_that_cannot_be_are_refused(words: list[str], reason: str) -> None:
    ran = CliRunner().invoke(app, ["value", "check", "loot_n_run", *words])
    assert reason in str(ran.exception)


def test_the_documentation_says_of_every_net_what_its_file_says() -> None:
    text = (ROOT / "docs" / "values.md").read_text(encoding="utf-8")
    for game in games.all_games():
        nets = tomllib.loads((files(games.homes()[game.slug]) / "bot" / "value.toml").read_text(encoding="utf-8"))
        assert set(nets) == {str(n) for n in range(game.least_players, game.most_players + 1)}
        for players, net in nets.items():
            figures = f"{net['luck_ratio']:.2f} | {100 * net['calibration']:.1f} | {100 * net['gap']:.0f}"
            games_of = f"{net['games']:,} games | {net['checked_games']:,} games"
            assert f"| {game.name} | {players} | {figures} | {games_of} |" in text, (game.slug, players)


def test_a_seat_of_a_table_of_two_sees_its_only_rival_twice() -> None:
    """The highest and the mean of one rival are the same: what a net for two learns of either counts."""
    first, second = among_rivals([[1.0], [2.0]])
    assert first[1] == first[2] == 2.0
    assert second[1] == second[2] == 1.0
