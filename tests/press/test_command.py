"""`loot lab print`: what people type, and what they are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from loot_table.cli.main import app
from loot_table.engine.errors import LootError


def run(*words: str) -> str:
    told = CliRunner().invoke(app, ["lab", "print", *words])
    if isinstance(told.exception, LootError):
        raise told.exception
    assert told.exit_code == 0, told.output
    return " ".join(told.output.split())


def test_a_design_is_printed_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "short.html"
    words = ["--set", "scoring.target.4=33", "--remove", "decks.classic.cards.G01", "--option", "deck=mixed"]
    told = run("loot_n_run", *words, "--players", "4", "--paper", "Letter", "--out", str(out))
    assert "is written" in told
    html = out.read_text(encoding="utf-8")
    assert "scoring.target.4: 35 → 33" in html
    assert "size: letter" in html
    assert "on one side" in run("crates_barrels", "--no-backs", "--mono", "--out", str(out))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["loot_n_run", "--paper", "a5"], "there is no paper 'a5'"),
        (["loot_n_run", "--players", "7"], "2 to 6 players, got 7"),
        (["loot_n_run", "--set", "scoring.nothing=1"], "there is no 'nothing' here"),
        (["nothing"], "no game is called"),
        (["nothing.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_printed_is_said(words: list[str], why: str, tmp_path: Path) -> None:
    with pytest.raises(LootError, match=why):
        run(*words, "--out", str(tmp_path / "page.html"))
    assert not (tmp_path / "page.html").exists()


def test_a_file_that_cannot_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(LootError, match="is a folder"):
        run("looterz", "--out", str(tmp_path))
    with pytest.raises(LootError, match="no such folder"):
        run("looterz", "--out", str(tmp_path / "none" / "page.html"))
