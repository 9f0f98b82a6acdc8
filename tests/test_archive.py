"""Every archived game of every rules version plays again exactly: entries, draws, result, positions, what all saw (P8)."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import archive
import archive_rules
import pytest

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.build import is_compiled
from loot_table.engine.errors import BadRecord
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.options import described
from loot_table.engine.past import OFTEN
from loot_table.engine.state import REFEREE
from loot_table.games.rulebook import numbered

FILES = sorted(archive.FOLDER.glob("*.jsonl.xz"))
PARTS = 5  # of a file, so that several workers share it
A_FIFTH = archive_rules.SAMPLED  # of today's rules, and every game that a rule is touched by
A_TWENTIETH = 20  # of older rules


def current() -> list[Path]:
    return [archive.path_of(game) for game in games.all_games()]


def sampled(path: Path, part: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """A part of the games: all of them compiled, a sample interpreted (`make soak` plays all of them interpreted, too)."""
    every = 1 if is_compiled() else A_FIFTH if path in current() else A_TWENTIETH
    named = archive_rules.kept(path.name.partition("-")[0]).games.values() if path in current() else ()
    for number, line in archive.lines_of(path):
        is_named = number in named and number % PARTS == part
        if is_named or (number % every == 0 and number // every % PARTS == part):
            yield number, line


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_archived_games_play_again_exactly(path: Path, part: int) -> None:
    """Or, of rules that this release has given up, every one is refused in words."""
    played = 0
    for number, line in sampled(path, part):
        assert archive.faults(line, games.load(line["record"]["game"])) == [], f"game {number}"
        played += 1
    least = archive.MANY if is_compiled() else archive.MANY // (A_FIFTH if path in current() else A_TWENTIETH)
    assert played >= least // PARTS


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.slug)
def test_every_rule_is_touched_by_a_game_that_is_played_again(game: Game) -> None:
    """Or no game can touch it, for a reason. A new rule: `python scripts/archive_rules.py find GAME`; where none of the games
    touches it, keep one more that does (`scripts/archive.py add`)."""
    kept = archive_rules.kept(game.slug)
    assert sorted(kept.placed()) == sorted(numbered(game.slug))
    assert set(kept.together) <= set(kept.games)
    lines = sum(1 for _ in archive.lines_of(archive.path_of(game)))
    assert set(kept.games.values()) <= set(range(lines))
    assert sum(map(len, kept.untouched.values())) <= 5


@pytest.mark.parametrize("path", current(), ids=lambda path: path.name.split(".")[0])
def test_the_archive_holds_a_thousand_games_of_all_kinds(path: Path) -> None:
    """If this fails for want of a file, the rules version was raised: `python scripts/archive.py write GAME`."""
    records = [line["record"] for _, line in archive.lines_of(path)]
    game = games.load(records[0]["game"])
    assert len({record["nature"]["key"] for record in records}) == len(records) >= archive.MANY
    assert all("result" in record for record in records)
    counts = Counter(record["players"] for record in records)
    assert set(counts) == set(range(game.least_players, game.most_players + 1))
    for option in described(game.options):
        used = Counter(record["options"].get(option.name, option.default) for record in records)
        assert set(option.choices) <= set(used), option.name
        assert used[option.default] > len(records) // 2
        assert option.least is None or len(used) > 3, option.name
    reasons = {record["result"]["reason"] for record in records}
    assert {"agreement", "resignation"} < reasons
    assert any("component_data" in record for record in records)


def test_rules_that_are_no_longer_here_are_refused_by_both_numbers() -> None:
    _, line = next(archive.lines_of(current()[0]))
    game = games.load(line["record"]["game"])
    newer = replace(game, rules_version=7, older={})
    says = f"^this record follows rules version {line['record']['rules']}; here is version 7$"
    with pytest.raises(BadRecord, match=says):
        Match.from_json(line["record"], newer)
    assert archive.faults(line, newer) == []
    broken = {**line, "record": {**line["record"], "entries": []}}
    assert archive.faults(broken, game) == ["the record's result is not what its entries lead to"]


def test_older_rules_are_played_as_options() -> None:
    """A record of rules that were given up for others is read with what those rules were, in today's options."""
    path = archive.FOLDER / "crates_barrels-rules1.jsonl.xz"
    line = next(one for _, one in archive.lines_of(path) if one["record"]["options"]["repetition"] == "forbid")
    game = games.load("crates_barrels")
    record = {**line["record"], "options": dict(line["record"]["options"])}
    del record["options"]["repetition"]  # an option that those rules did not know yet
    newer = replace(
        game, rules_version=game.rules_version + 1, older={1: {**game.older.get(1, {}), "repetition": "forbid"}}
    )
    again = Match.from_json(record, newer)
    assert again.result() == line["record"]["result"]
    assert again.to_json()["options"]["repetition"] == "forbid"
    assert again.to_json()["rules"] == newer.rules_version
    assert Match.from_json(again.to_json(), newer).log == again.log


def test_components_that_are_worded_otherwise_still_serve() -> None:
    _, line = next(archive.lines_of(current()[0]))
    game = games.load(line["record"]["game"])
    record = {**line["record"], "components": "0" * 64}
    with pytest.raises(BadRecord, match="other components"):
        Match.from_json(record, game)
    known = replace(game, older_components=frozenset({"0" * 64}))
    assert Match.from_json(record, known).result() == record["result"]


@pytest.mark.parametrize("path", current(), ids=lambda path: path.name.split(".")[0])
def test_any_earlier_point_of_an_archived_game_is_as_it_was(path: Path) -> None:
    """Looking back goes on from the tables that were kept on the way; it must not show."""
    line = next(one for _, one in archive.lines_of(path) if len(one["record"]["entries"]) > 2 * OFTEN)
    game = games.load(line["record"]["game"])
    match = Match.from_json(line["record"], game)
    again = Match(game, match.players, line["record"]["options"], match.component_data, names=match.names)
    for version, entry in enumerate(line["record"]["entries"]):
        earlier = match.at(version)
        assert everything(earlier) == everything(again)
        again.replay_entry(entry)
    assert everything(match.at(match.version)) == everything(again)


def everything(match: Match) -> tuple[Any, ...]:
    whole = codec.encode(match.view(REFEREE))
    possible = list(match.state.outcomes())  # in their order: a draw depends on it
    seen = archive.seen_digest(match)
    return whole, possible, seen, match.drawn, match.resigned, match.to_act, match.result(), match.record


def changed(line: dict[str, Any]) -> list[str]:
    return archive.differences(line, games.load(line["record"]["game"]))


def test_a_difference_is_named() -> None:
    _, line = next(archive.lines_of(current()[1], every=50))
    assert changed(line) == []
    assert changed({**line, "position": "0"})[0].startswith("its position is ")
    assert changed({**line, "seen": "0"})[0].startswith("its seen is ")
    other = copy.deepcopy(line)
    other["record"]["nature"]["key"] = "00" * 32
    assert "the key is not the one that its commitment promised" in changed(other)


def test_an_archive_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, path = games.load("loot_n_run"), tmp_path / "few.jsonl.xz"
    archive.write(game, 3, path)
    before = path.read_bytes()
    assert archive.check([path]) == 0
    assert "3 games; 0 are told in other words" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="is there already"):
        archive.write(game, 3, path)
    archive.digest_again(path)
    assert path.read_bytes() == before


def test_new_digests_are_refused_where_a_game_ends_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "few.jsonl.xz"
    archive.write(games.load("loot_n_run"), 2, path)
    lines = [line for _, line in archive.lines_of(path)]
    archive.store(path, [{**line, "seen": "other"} for line in lines])
    assert archive.check([path]) == 2
    archive.digest_again(path)
    assert [line for _, line in archive.lines_of(path)] == lines
    archive.store(path, [{**line, "position": "other"} for line in lines])
    with pytest.raises(SystemExit, match="that is another rules version"):
        archive.digest_again(path)
