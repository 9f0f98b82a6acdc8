"""What is recorded of a game: the same whether it comes from the arena, from a record or from a server's database."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars
import pytest
from server.house import House, in_house
from typer.testing import CliRunner

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import record, value_of
from loot_table.cli.files import write_match
from loot_table.cli.main import app
from loot_table.engine.match import Match
from loot_table.measure.recorder import COLUMNS, Recording, frame, recorded, recording_of

ROOT = Path(__file__).parents[2]
LUCKY = [slug for slug in games.slugs() if slug != "crates_barrels"]


def played(slug: str, players: int = 2, recording: Recording | None = None) -> Any:
    return play_match(Contest(slug, ("greedy", "greedy"), players, 2, 3), 0, recording)


def test_the_documentation_has_the_same_columns() -> None:
    text = (ROOT / "docs" / "recording.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    assert {name: (kind, says) for name, kind, says in found} == dict(COLUMNS)


@pytest.mark.parametrize("slug", games.slugs())
def test_every_step_is_there_with_what_could_have_been_answered(slug: str) -> None:
    recording = Recording(7)
    game = played(slug, recording=recording)
    recording.end(game.match)
    table = frame([recording])
    assert table["game"].unique().to_list() == [7]
    assert table["step"].to_list() == list(range(game.match.version))
    decisions = table.filter(polars.col("kind") == "decision")
    assert decisions["seat"].to_list() == [entry.seat for entry in game.match.record if entry.action is not None]
    assert decisions["seconds"].min() > 0
    assert all(re.fullmatch(r"[A-Z]{2}-[\w.-]+", rule) for rule in decisions["rule"])
    listed = decisions.filter(polars.col("answers").is_not_null())
    assert len(listed)
    assert (listed["chosen"] < listed["answers"]).all()
    chances = table.filter(polars.col("kind") == "chance")
    assert (chances["weights"].list.len() == chances["answers"]).all()
    assert len(chances) == sum(entry.outcome is not None for entry in game.match.record)
    assert table["result"].to_list()[0] == game.match.standings()
    assert table["before"].null_count() == len(table)


@pytest.mark.parametrize("slug", [slug for slug in LUCKY if slug != "labyrinth"])
def test_values_account_for_the_whole_result(slug: str) -> None:
    """Start, luck, decisions and gap add up to the result; what is luck for one is not for the others."""
    match = played(slug, 3).match
    rows = recorded(match, value=value_of(slug))
    luck, gap, decided = [0.0] * 3, [0.0] * 3, [0.0] * 3
    for kind, before, after, expected in zip(
        rows["kind"], rows["before"], rows["after"], rows["expected"], strict=True
    ):
        for seat in range(3):
            if kind == "chance":
                luck[seat] += after[seat] - expected[seat]
                gap[seat] += expected[seat] - before[seat]
            else:
                decided[seat] += after[seat] - before[seat]
    start = rows["before"][0]
    for seat, share in enumerate(match.standings()):
        assert start[seat] + luck[seat] + gap[seat] + decided[seat] == pytest.approx(share, abs=1e-9)
    assert sum(luck) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("slug", games.slugs())
def test_what_is_noted_live_is_what_the_record_tells(slug: str) -> None:
    recording = Recording(value=value_of(slug))
    match = played(slug, recording=recording).match
    recording.end(match)
    live, later = recording.rows(), recorded(match, value=value_of(slug))
    assert frame([recording]).to_dict(as_series=False).keys() == live.keys()
    assert [name for name in COLUMNS if live[name] != later[name]] == ["seconds"]
    assert later["seconds"] == [None] * match.version


def test_a_record_and_the_live_game_say_the_same(tmp_path: Path) -> None:
    match = played("looterz").match
    again = Match.from_json(match.to_json(), match.game)
    assert recorded(again) == recorded(match)
    write_match(match, tmp_path / "one.json", ("greedy", "greedy"))
    out = tmp_path / "steps.parquet"
    done = CliRunner().invoke(app, ["record", "looterz", "--match", str(tmp_path / "one.json"), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert polars.read_parquet(out).equals(frame([recording_of(match)]))


def test_a_servers_finished_games_are_recorded(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        people = await house.playing("crates_barrels", 2)
        await people[0].did("resign")

    in_house(story, tmp_path)
    [database] = tmp_path.glob("*.db")
    out = tmp_path / "steps.parquet"
    asked = ["record", "crates_barrels", "--database", str(database), "--out", str(out)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert polars.read_parquet(out)["kind"].to_list() == ["service"]
    missing = CliRunner().invoke(app, [*asked[:3], str(tmp_path / "none.db"), *asked[4:]])
    assert "no such file" in str(missing.exception)


def test_games_of_bots_in_two_processes_are_those_of_one() -> None:
    contest = Contest("loot_n_run", ("greedy", "greedy"), 2, 20, 3)
    one, two = (polars.concat(record(contest, True, jobs, lambda _: None)).drop("seconds") for jobs in (1, 2))
    assert one.equals(two)
    assert one["game"].n_unique() == 20
