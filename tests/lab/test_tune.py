"""Tuning: wants as sentences, knobs with ranges, and a design broken on purpose that is repaired."""

from __future__ import annotations

import json
from pathlib import Path

import lab_example
import pytest
from typer.testing import CliRunner

from loot_table.cli.main import app
from loot_table.engine.errors import BadInput
from loot_table.lab import Deals, Design, read_design, tune
from loot_table.lab.answers import Figure
from loot_table.lab.knobs import Knob, read_knob
from loot_table.lab.wants import Where, distance, read_want, verdict_on
from loot_table.measure.intervals import Interval

BROKEN = Design("loot_n_run").set("scoring.start.2", [12, 0]).set("scoring.target.2", 25)


def test_a_design_broken_on_purpose_is_repaired_with_one_change() -> None:
    """The first player starts with half of the target. Another number of backs' colours, as a knob that moves nothing."""
    found = tune(
        BROKEN,
        ["seats within 15 points"],
        ["scoring.start.2.0=0,12", "tokens.count=11..12"],
        trials=4,
        most=400,
    )
    assert found.before.verdict == "no"
    assert found.frontier
    best = found.frontier[0]
    assert best.verdict == "yes"
    assert best.changes == 1
    assert best.design.differs(BROKEN) == ["scoring.start.2: [12, 0] → [0, 0]"]
    idle = {each.knob: each.moves_nothing for each in found.screened}
    assert idle == {"scoring.start.2.0": False, "tokens.count": True}
    assert "Nothing is moved by tokens.count." in found.says
    told = json.loads(json.dumps(found.to_json()))
    assert told["frontier"][0]["verdict"] == "yes"
    assert told["frontier"][0]["changed"] == ["scoring.start.2: [12, 0] → [0, 0]"]
    assert told["frontier"][0]["wanted"][0]["figures"][0]["band"] == pytest.approx([0.35, 0.65])
    assert [each["name"] for each in told["screened"][0]["effects"]] == ["seat 1", "seat 2", "length"]
    assert told["command"].startswith(
        "loot lab tune loot_n_run --set 'scoring.start.2=[12, 0]' --set scoring.target.2=25 --players 2 "
        "--want 'seats within 15 points' --knob "
    )


def test_more_settings_than_can_be_tried_are_searched() -> None:
    found = tune(
        BROKEN, ["seats within 20 points"], ["scoring.start.2.0=0..12", "scoring.start.2.1=0..12"], trials=8, most=100
    )
    assert 1 < found.tried <= 8
    assert found.frontier[0].changes <= 2


def test_the_command_tunes_and_writes_designs(tmp_path: Path) -> None:
    words = ["lab", "tune", "loot_n_run", "--want", "seats within 20 points", "--knob", "scoring.target.2=34..35"]
    words += ["--deals", "100", "--trials", "2", "--out", str(tmp_path / "found"), "--json", str(tmp_path / "f.json")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "f.json").read_text())["question"] == "tune"
    made = sorted((tmp_path / "found").glob("*.toml"))
    assert made
    assert read_design(made[0]).differs() == ["scoring.target.2: 35 → 34"]


def test_wants_are_read_and_nonsense_is_answered_by_what_can_be_said() -> None:
    design = Design("loot_n_run")
    for sentence in (
        "Seats within 2 points",
        "median 35 to 45 minutes",
        "median 40 to 60 decisions",
        "no card above +5 points",
        "racer and hoarder within 5 points of each other",
    ):
        assert read_want(sentence, design).sentence == sentence.lower()
    for sentence, says in {
        "make it fun": "a want is one of: seats within 2 points",
        "median 45 to 35 minutes": "a larger one",
        "racer and poet within 5 points": "no persona 'poet'",
    }.items():
        with pytest.raises(BadInput, match=says):
            read_want(sentence, design)


def test_knobs_are_read_and_nonsense_is_named() -> None:
    design = Design("loot_n_run")
    assert read_knob("scoring.target.4=33..36", design) == Knob("scoring.target.4", (35, 33, 34, 36))
    assert read_knob("option.deck=classic,mixed", design) == Knob("option.deck", ("classic", "mixed"))
    assert read_knob("option.awaken_empty_target=false,true", design).values == (False, True)
    for text, says in {
        "scoring.target.4": "write a knob as",
        "scoring.target.9=1..2": "there is no '9' here",
        "scoring.target.4=9..2": "from a number to a larger one",
        "option.luck=1,2": "there is no option 'luck'",
    }.items():
        with pytest.raises(BadInput, match=says):
            read_knob(text, design)
    with pytest.raises(BadInput, match="scoring.target.2 cannot be 0"):
        tune(design, ["seats within 2 points"], ["scoring.target.2=0..31"])
    with pytest.raises(BadInput, match="say what you want"):
        tune(design, [], ["scoring.target.2=30..31"])


def test_how_far_figures_lie_from_what_is_wanted() -> None:
    def seat(share: float, reach: float) -> Figure:
        return Figure("seat 1", share, Interval(share - reach, share + reach), band=Interval(0.48, 0.52))

    assert distance([seat(0.51, 0.1)]) == 0.0
    assert distance([seat(0.56, 0.1)]) == pytest.approx(2.0)
    assert verdict_on([seat(0.5, 0.01)]) == "yes"
    assert verdict_on([seat(0.6, 0.01)]) == "no"
    assert verdict_on([seat(0.5, 0.05)]) == "not enough evidence"


@pytest.mark.heavy
def test_a_knob_that_moves_a_card_alone_moves_something() -> None:
    """Both seats draw it alike: neither fairness nor much of the length tells that a card became far too strong."""
    strong = Design("looterz").set("card.pirate.life", 6).set("card.pirate.power", 6)
    found = tune(strong, ["no card above 10 points"], ["card.pirate.power=2,6"], trials=1, most=100)
    [screened] = found.screened
    *_, worth = screened.effects
    assert worth.name.endswith("pirate")
    assert worth.name in screened.moves
    assert worth.interval.low > 0.0


def test_cards_that_may_be_above_are_shown_each_and_bad_ones_are_not_above() -> None:
    design = Design("loot_n_run")
    figures = read_want("no card above 5 points", design).figures(Where(design, 2, "greedy", 1, Deals()), 200)
    assert figures
    assert min(each.value for each in figures) > 0  # where whoever draws a Werewolf loses ten points
    assert all(each.note.startswith("results ") for each in figures)


def test_what_looks_right_is_played_on_until_it_holds() -> None:
    """Among 100 deals nobody knows whether seats are within 12 points; among eight times as many, somebody does."""
    found = tune(BROKEN, ["seats within 12 points"], ["scoring.start.2.0=0,12"], trials=2, most=200)
    assert found.deals == 200
    best = found.frontier[0]
    assert best.verdict == "yes"
    assert 200 < best.deals <= 1600
    assert found.to_json()["frontier"][0]["deals"] == best.deals


def test_the_example_finds_what_is_wrong_and_mends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = lab_example.main(deals=100)
    assert said[0] == "What was changed: scoring.start.2: [0, 0] → [12, 0]."
    assert "unfair" in said[1] or "not enough evidence" in said[1]
    assert (tmp_path / "worse.html").read_text(encoding="utf-8").startswith("<!doctype html>")
