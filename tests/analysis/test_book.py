"""The opening book: legal turns with the search's own values, for the game's own rules; made by a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from loot_table.analysis.book import CLOSE, FILE, Opening, book_of, gone_on, laid_out, looked_at, opening_at, read
from loot_table.cli.main import app
from loot_table.engine.match import Match
from loot_table.games import folder, load

GAME = load("crates_barrels")
BOOK = book_of("crates_barrels")
START = Match(GAME, 2)


def test_the_book_is_of_these_rules_and_says_what_made_it() -> None:
    assert BOOK.made["rules"] == GAME.rules_version
    assert BOOK.made["components"] == GAME.components(None).hash
    assert BOOK.made["command"].startswith("loot analyse crates_barrels --book")
    assert BOOK.made["positions"] >= 1_000_000
    assert len(BOOK.openings) > 50


def test_every_turn_of_the_book_is_legal_and_every_position_reached_by_it() -> None:
    front, reached = [START], set()
    while front:
        match = front.pop()
        opening = opening_at(match)
        if opening is None or opening.position in reached:
            continue
        reached.add(opening.position)
        chances = [chance for _, chance in opening.turns]
        assert chances == sorted(chances, reverse=True)
        assert all(0 < chance < 1 for chance in chances)
        assert opening.depth >= 6
        front += [gone_on(match, turn) for turn, _ in opening.turns]  # which refuses what the rules forbid
    assert reached == BOOK.openings.keys()


@pytest.mark.heavy
def test_the_search_says_the_same_again() -> None:
    lines = len(next(iter(BOOK.openings.values())).turns)
    for number, opening in enumerate(BOOK.openings.values()):
        if number % 50 == 0:
            assert looked_at(Match(GAME, 2, position=opening.position), lines, BOOK.made["positions"]) == opening


def test_other_rules_and_what_is_unknown_are_not_in_the_book() -> None:
    assert opening_at(START) is not None
    assert opening_at(Match(GAME, 2, {"movement": "steps"})) is None
    assert opening_at(Match(GAME, 2, position="9/9/9/9/4C4/9/9/9/b8 c 10")) is None
    assert book_of("looterz").openings == {}


def test_a_book_reads_as_it_was_written() -> None:
    path = folder(GAME)
    assert path is not None
    text = (path / "bot" / FILE).read_text(encoding="utf-8")
    assert laid_out(BOOK) == text


def test_a_book_is_made_of_the_most_promising_turns(tmp_path: Path) -> None:
    out = tmp_path / FILE
    words = ["analyse", "crates_barrels", "--book", str(out), "--plies", "2", "--lines", "2", "--nodes", "300"]
    done = CliRunner(env={"COLUMNS": "200"}).invoke(app, words)
    assert done.exit_code == 0, done.output
    book = read(out)
    assert f"{len(book.openings)} positions." in done.output
    first: Opening = next(iter(book.openings.values()))
    best = first.turns[0][1]
    after = [gone_on(START, turn) for turn, chance in first.turns if chance >= best - CLOSE]
    assert list(book.openings) == [first.position, *(GAME.write_position(match.state) for match in after)]
    refused = CliRunner().invoke(app, [*words, "--depth", "3"])
    assert "only --plies, --lines and --nodes go with it" in str(refused.exception)
