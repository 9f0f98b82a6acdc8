"""Questions: verdicts in three ways, the same for any number of processes, with no game lost."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from loot_table.arena.contest import Contest, GameResult
from loot_table.cli.files import read_match
from loot_table.cli.lab.asking import wished
from loot_table.cli.main import app
from loot_table.engine.errors import BadInput
from loot_table.lab import Answer, Budget, Deals, Design, compare, fair, length
from loot_table.lab.answers import UNDECIDED, Figure
from loot_table.lab.report import page, ticks
from loot_table.measure.intervals import Interval

LNR = Design("loot_n_run")


class Made(Deals):
    """Deals that nobody played: the first seat wins with a given chance."""

    def __init__(self, seed: int, first: float = 0.5) -> None:
        super().__init__()
        self.dice = Random(seed)
        self.first = first
        self.made: dict[str, list[GameResult]] = {}

    def played(self, contest: Contest, deals: int, every_rotation: bool = False) -> list[GameResult]:
        made = self.made.setdefault(contest.key(), [])
        while len(made) < deals:
            won = float(self.dice.random() < self.first)
            long = self.dice.randrange(20, 60)
            made.append(GameResult(len(made), (0, 1), (won, 1 - won), (long, long), (0.1, 0.1), (0.1, 0.1), long, "x"))
        return made[:deals]


def test_what_is_fair_what_is_not_and_what_nobody_knows_yet() -> None:
    assert fair(LNR, deals=Made(1), budget=Budget(40_000)).verdict == "fair"
    unfair = fair(LNR, deals=Made(1, 0.56))
    assert (unfair.verdict, unfair.stopped) == ("unfair", "decided")
    assert unfair.says.startswith("Seat ")
    assert unfair.says.endswith(": unfair.")
    open_ = fair(LNR, deals=Made(1), budget=Budget(400))
    assert (open_.verdict, open_.stopped, open_.deals) == (UNDECIDED, "budget", 400)


def test_verdicts_are_seldom_wrong_however_often_one_looks() -> None:
    """A design that is on the edge of the band or like another one is called unfair or different in under 5 %."""
    other = LNR.set("scoring.target.2", 34)
    wrong = sum(compare(LNR, other, deals=Made(seed), budget=Budget(500)).verdict == "different" for seed in range(400))
    assert wrong < 0.05 * 400
    unfair = sum(fair(LNR, deals=Made(seed), budget=Budget(500)).verdict == "unfair" for seed in range(200))
    assert unfair < 0.05 * 200


def test_a_planted_advantage_is_found_in_real_games() -> None:
    """Who may run first has won when the target is so low."""
    found = fair(LNR.set("scoring.target.6", 5), players=6)
    assert found.verdict == "unfair"
    assert found.says.startswith("Seat 1 wins ")
    assert found.differs == ("scoring.target.6: 30 → 5",)
    assert len(found.examples) == 3
    assert found.deals < 2_000


def test_a_change_is_found_on_common_luck_and_the_gain_is_said() -> None:
    found = compare(LNR, LNR.set("scoring.target.2", 25), budget=Budget(1_000))
    assert found.verdict == "different"
    assert "The same luck in both took" in found.says
    assert found.figures[-1].interval.high < 0  # shorter
    with pytest.raises(BadInput, match="of one game"):
        compare(LNR, Design("looterz"))


def test_a_change_that_nobody_meets_is_said_to_be_that() -> None:
    found = compare(LNR, LNR.set("scoring.target.4", 34), budget=Budget(100))
    assert found.verdict == UNDECIDED
    assert "players never met what was changed" in found.says
    assert "fewer games" not in found.says
    assert 0.01 < found.figures[0].interval.high < 0.1  # in a hundred deals more nobody knows


def test_the_command_of_an_answer_asks_it_again() -> None:
    design = LNR.set("scoring.start.2", [12, 0]).remove("decks.classic.cards.G07").option("deck", "mixed")
    command = fair(design, budget=Budget(100)).command
    words = shlex.split(command)[3:]
    asked = [words[number + 1] for number, word in enumerate(words) if word in ("--set", "--remove", "--option")]
    assert asked == ["scoring.start.2=[12, 0]", "decks.classic.cards.G07", "deck=mixed"]
    again = wished("loot_n_run", asked[:1], asked[1:2], asked[2:])
    assert again.hash == design.hash
    assert compare(LNR, design, budget=Budget(100)).command.startswith("loot lab compare loot_n_run --set ")
    assert LNR.copied("decks.classic.cards.G07", "G99").command == "DESIGN.toml"


def test_what_other_bots_say_otherwise_is_named_and_the_opposite_flips() -> None:
    def answer(bots: str, *figures: Figure) -> Answer:
        asked = length(LNR, deals=Made(1), budget=Budget(100))
        return replace(asked, bots=bots, verdict="known", figures=figures)

    def worth(name: str, value: float) -> Figure:
        return Figure(name, value, Interval(value - 0.01, value + 0.01), "points")

    mine = answer("greedy", worth("cup", 0.05), worth("axe", 0.03))
    same = mine.checked_with(answer("thief", worth("cup", 0.04), worth("axe", 0.03)))
    assert (same.elsewhere, same.apart, same.flips) == ({"thief": "known"}, (), False)
    less = mine.checked_with(answer("thief", worth("cup", 0.02), worth("axe", 0.03)))
    assert less.apart == ("cup +5.0 points (+4.0 to +6.0), among thief bots +2.0 points (+1.0 to +3.0)",)
    assert not less.flips
    assert mine.checked_with(answer("thief", worth("cup", -0.05))).flips
    assert not replace(mine, verdict="known", elsewhere={"thief": "withheld"}).flips


def test_the_length_is_told_in_decisions_and_minutes() -> None:
    found = length(LNR, players=3, budget=Budget(1_000))
    assert [each.unit for each in found.figures] == ["decisions"] * 3 + ["minutes"] * 3
    short, usual, long = (each.value for each in found.figures[:3])
    assert short < usual < long
    assert "Minutes are a guess" in found.cannot_tell[0]


def test_two_processes_say_what_one_says_and_finished_games_are_not_played_again(tmp_path: Path) -> None:
    with Deals(2) as two:
        answers = [fair(LNR, budget=Budget(300), deals=deals) for deals in (Deals(1, tmp_path), two)]
    assert answers[0] == answers[1]
    [log] = tmp_path.iterdir()
    written = log.read_text(encoding="utf-8")
    log.write_text(written[:-30], encoding="utf-8")  # the power went out in the middle of a line
    seen: list[int] = []
    again = fair(LNR, budget=Budget(300), deals=Deals(1, tmp_path, lambda _, many: seen.append(many)))
    assert again == answers[0]
    assert seen == [300]  # one game was missing


def test_a_full_disk_and_a_folder_that_cannot_be_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be made"):
        fair(LNR, budget=Budget(100), deals=Deals(1, tmp_path / "file"))


def test_a_report_is_one_page_without_script_that_says_it_in_words_first() -> None:
    design = LNR.set("scoring.target.2", 33).called("<Quick> & short")
    text = page([fair(design, budget=Budget(200)), length(design, budget=Budget(200))])
    assert "<script" not in text
    assert "&lt;Quick&gt; &amp; short" in text
    assert text.index('class="summary"') < text.index('class="says"') < text.index("<svg") < text.index("<table")
    assert f"Loot N Run, design {design.hash}" in text
    assert ticks(0.412, 0.588) == [0.45, 0.5, 0.55]
    assert ticks(-3.0, 92.0) == [0.0, 20.0, 40.0, 60.0, 80.0]
    assert text.count("What this does not tell you") == 2
    assert "scoring.target.2: 35 → 33" in text


def test_the_command_asks_answers_and_writes(tmp_path: Path) -> None:
    out, report, file = tmp_path / "a.json", tmp_path / "a.html", tmp_path / "d.toml"
    run = CliRunner().invoke
    made = run(
        app, ["lab", "design", "loot_n_run", "--set", "scoring.target.2=33", "--name", "Short", "--out", str(file)]
    )
    assert made.exit_code == 0, made.output
    assert "scoring.target.2: 35 → 33" in made.output
    words = ["--deals", "150", "--again", "apprentice", "--json", str(out), "--report", str(report)]
    words += ["--show", str(tmp_path / "games")]
    done = run(app, ["lab", "fair", str(file), *words])
    assert done.exit_code == 0, done.output
    plain = json.loads(out.read_text(encoding="utf-8"))
    assert (plain["question"], plain["deals"], plain["title"]) == ("fair", 150, "Short")
    assert list(plain["elsewhere"]) == ["apprentice"]
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")
    shown = [read_match(path) for path in (tmp_path / "games").iterdir()]
    assert len(shown) == 3
    assert all(match.is_over and match.component_data is not None for match in shown)
    same = run(app, ["lab", "compare", "loot_n_run", "--deals", "100"])
    assert "these are the same design" in str(same.exception)
    few = run(app, ["lab", "fair", "loot_n_run", "--deals", "5"])
    assert "100 to 1,000,000 deals" in str(few.exception)
