"""A whole review: the account sums, the story has three points, and everything is plain data."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from review.test_judging import SMALL, evaluator_of, finished
from typer.testing import CliRunner

from loot_table import games
from loot_table.bench import review as bench
from loot_table.cli.main import app
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.sentence import Name, Sentence, Verbatim, Voice
from loot_table.engine.state import SPECTATOR, Event
from loot_table.games.loot_n_run.awaken_events import Caught, Escaped
from loot_table.games.loot_n_run.rules import Loot, Run
from loot_table.measure.intervals import Interval
from loot_table.measure.luck import CommonLuck
from loot_table.measure.same_luck import SameLuck, brought_since
from loot_table.review import Review, Teller, inferring, reviewing, ribbon, story, valuing
from loot_table.review.branches import branch, fresh
from loot_table.review.effort import Effort
from loot_table.review.gist import gist_of
from loot_table.review.inferring import Inferred, Possible, inferred
from loot_table.review.ledger import Account, Ledger, ledger_of, series_of
from loot_table.review.rates import Rate, alike, told_apart
from loot_table.review.report import page, words
from loot_table.review.reviewing import Closing, Decision, Opening
from loot_table.review.ribbon import ribbon_of

SECRETS = ["labyrinth", "loot_n_run", "looterz"]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked here needs no effort."""
    monkeypatch.setattr(reviewing, "effort_for", lambda *_: SMALL)
    monkeypatch.setattr(ribbon, "TABLES", 3)
    monkeypatch.setattr(story, "TABLES", 6)
    monkeypatch.setattr(inferring, "TABLES", 40)
    monkeypatch.setattr(valuing, "MOST_TABLES", 200)


# ---------------------------------------------------------------- luck


def test_the_account_sums_to_the_result() -> None:
    ledger = Review(finished(players=4)).ledger()
    sums(ledger)
    assert not any(line.kind == "gap" for line in ledger.lines), "every chance was worth the mean over what could come"


@pytest.mark.parametrize(("most", "off"), [(400, 1e-9), (30, 0.06), (1, 0.06)])
def test_luck_is_nothing_on_average_however_far_is_looked(
    most: int, off: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every chance the value is the mean of the values that the tables will have: exactly where all of them are looked at, and
    within what some drawn by lot scatter."""
    monkeypatch.setattr(valuing, "MOST_TABLES", most)
    monkeypatch.setattr(valuing, "DRAWN", 300)
    review = Review(finished(players=3))
    apart = []
    for moment in [each for each in review.moments if each.is_chance][:12]:
        outcomes = moment.state.outcomes()
        total, mean = sum(weight for _, weight in outcomes), 0.0
        for outcome, weight in outcomes:
            after = moment.state.copy()
            after.happen(outcome)
            mean += review.evaluator.value(after, outcome)[0] * weight / total
        apart.append(review.evaluator.value(moment.state, moment.step)[0] - mean)
    assert max(abs(each) for each in apart) < off
    assert any(apart) == (most < 400)


def test_what_is_drawn_by_lot_is_the_same_again_and_not_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valuing, "MOST_TABLES", 1)
    match = finished(players=3)
    once, again, other = Review(match), Review(match), Review(match, seed=1)
    assert once.ledger() == again.ledger() != other.ledger()


def test_to_resign_is_a_decision_and_to_agree_is_nobodys() -> None:
    for resigns in (True, False):
        match = finished("labyrinth")
        ended = Match(match.game, match.players)
        ended.begin_with(match.to_json()["entries"][:8])
        if resigns:
            ended.resign(0)
        else:
            ended.agree()
        ledger = Review(ended).ledger()
        sums(ledger)
        last = ledger.lines[-1]
        assert (last.kind, last.seat) == (("decision", 0) if resigns else ("gap", None))
        assert (ledger.accounts[0].gap == 0) == resigns


@pytest.mark.heavy
@pytest.mark.parametrize("slug", games.slugs())
def test_the_account_of_every_game_sums_to_the_result(slug: str) -> None:
    match = finished(slug, "thief")
    sums(ledger_of(match, Review(match).moments, evaluator_of(match)))


def sums(ledger: Ledger) -> None:
    for account in ledger.accounts:
        parts = account.start + account.luck + account.own + account.others + account.gap
        assert parts == pytest.approx(account.result, abs=1e-9)
    for line in ledger.lines:
        assert sum(line.worth) == pytest.approx(0, abs=1e-9), "what one gains the others lose"
    assert sum(account.luck for account in ledger.accounts) == pytest.approx(0, abs=1e-9)


def test_an_account_with_a_large_gap_is_withheld_with_a_sentence() -> None:
    account = Account(0, 0.5, 0.2, 0.1, 0.0, 0.2, 1.0)
    assert account.is_withheld
    assert str(account.withheld()).startswith("The end was agreed, not played")
    assert account.says() is None
    told = Account(0, 0.5, 0.2, 0.2, 0.0, 0.1, 1.0)
    assert told.withheld() is None
    assert str(told.says()) == "Luck was with player 1: +20 points. Own decisions +20, the others’ +0."
    hardly = replace(told, luck=-0.001, others=-0.002)
    assert str(hardly.says()) == "Luck hardly mattered to player 1. Own decisions +20, the others’ +0.", "no minus zero"
    without = replace(told, luck=0.0, own=-0.3)
    assert str(without.says()) == "player 1: own decisions −30, the others’ +0.", "of no luck nothing is said"


def test_a_series_is_told_less_its_luck() -> None:
    found = series_of([Account(0, 0.5, luck, 0.0, 0.0, 0.0, 0.5 + luck) for luck in (0.5, -0.5, 0.5)])
    assert found.adjusted == 0.5
    assert found.result == pytest.approx(2 / 3)
    assert found.interval.half == 0


# ---------------------------------------------------------------- the whole


def test_findings_come_in_order_and_are_plain_data() -> None:
    match = finished("loot_n_run", "thief", 3)
    review = Review(match)
    teller = Teller(match, review.moments, match.voice())
    findings = list(review.findings(seat=1, has_hindsight=True))
    assert isinstance(findings[0], Opening)
    assert isinstance(findings[-1], Closing)
    decisions = [each for each in findings if isinstance(each, Decision)]
    assert [each.judged.seat == 1 for each in decisions] == sorted(
        (e.judged.seat == 1 for e in decisions), reverse=True
    )
    assert len(decisions) == len(review.decisions)
    assert all(each.hindsight is not None and each.hindsight.is_hindsight for each in decisions)
    told = json.loads(json.dumps([teller.told(each) for each in findings]))
    assert [each["eyes"] for each in told if each["kind"] == "ribbon"] == ["all", "public", 0, 1, 2]
    assert len(told[0]["ticks"]) == told[0]["steps"] == match.version
    points = told[-1]["turning_points"]
    assert 2 <= len(points) <= 3
    assert {each["kind"] for each in points} <= {"own", "luck", "others"}
    assert [abs(each["worth"]) for each in points] == sorted((abs(each["worth"]) for each in points), reverse=True)
    for each in points:
        assert each["rule"].startswith("LR-")
    html = page(told)
    assert "<script" not in html
    assert told[0]["evaluator"] in html


def test_the_same_record_is_always_judged_alike() -> None:
    match = finished(seed=8)
    ones, others = Review(match), Review(match)
    moment = ones.decisions[3]
    assert ones.judge(moment) == others.judge(moment)
    assert ones.evaluator.hash == others.evaluator.hash


def test_another_effort_is_another_evaluator() -> None:
    match = finished(seed=8)
    assert evaluator_of(match).hash == Review(match).evaluator.hash
    assert evaluator_of(match, Effort(2, (8, 16), 1000)).hash != Review(match).evaluator.hash


def test_who_is_not_there_has_no_story() -> None:
    with pytest.raises(BadInput, match="no seat 7"):
        list(Review(finished()).findings(seat=7))


def test_a_game_that_somebody_gave_up_is_reviewed_and_that_decided_it() -> None:
    match = Match(games.load("loot_n_run"), 2, {"target_score": 12}, names=["Ada", "Bo"])
    match.begin_with(finished().to_json()["entries"][:6])
    match.resign(1)
    told = [Teller(match, Review(match).moments, match.voice()).told(each) for each in Review(match).findings(seat=0)]
    gave_up = next(each for each in told[-1]["turning_points"] if each["rule"] == "LT-4")
    assert gave_up["by"] == 1
    assert gave_up["worth"] > 0
    assert words(gave_up["says"]).startswith("Bo resigned. That was worth +")


def test_a_reason_keeps_the_words_of_what_happens_and_drops_how_much() -> None:
    def gist(event: Event) -> str:
        return Voice(["Ada", "Bo"]).text(gist_of(event.text()))

    assert gist(Caught(1, ("mummy",))) == "Bo is caught by …, and loses everything."
    assert gist(Escaped(0, 7, ())) == "Ada escapes with …."


@pytest.mark.parametrize(
    ("template", "left"),
    [
        ("{who} awakens {whom}: {some}, {more} ({most}).", "Ada awakens Bo."),
        ("{who} awakens {whom}: {some}, no amulets ({most}).", "Ada awakens Bo, no amulets."),
        ("{who} takes {some} (of {more}), and runs.", "Ada takes … (of …), and runs."),
        ("{who} shows {some} ({more}, and {most}): {some}.", "Ada shows … (…, and …)."),
        ("{who}: {some}", "Ada"),
    ],
)
def test_clauses_of_which_nothing_is_left_are_not_told(template: str, left: str) -> None:
    parts = {"who": Name(0), "whom": Name(1), **{name: Verbatim("1") for name in ("some", "more", "most")}}
    assert Voice(["Ada", "Bo"]).text(gist_of(Sentence(template, parts))) == left


def test_reasons_say_what_an_answer_leads_to() -> None:
    """Who stays in the house may be caught before the next turn; who runs is not."""
    match = finished(seed=4)
    review, found = Review(match), []
    for moment in review.decisions:
        stays = next((each for each in moment.state.actions() if isinstance(each, Loot)), None)
        if stays is not None and Run() in moment.state.actions():
            caught = gist_of(Caught(moment.seat, ("mummy",)).text())
            reasons = story.reasons_for(moment, review.evaluator, stays, Run())
            found += [each for each in reasons if each.event == caught]
    assert found
    assert all(each.after_best == 0 < each.after_played and each.rule == "LR-44" for each in found)
    shown = Voice(match.names).text(found[0].says())
    assert "is caught by …, and loses everything. In 0 % of the imagined tables after the better answer" in shown


@pytest.mark.parametrize("eyes", [0, SPECTATOR])
def test_a_ribbon_has_all_of_the_victory_at_every_step(eyes: int) -> None:
    match = finished()
    review = Review(match)
    found = ribbon_of(review.moments[:20], review.evaluator, eyes, match.standings())
    assert all(sum(shares) == pytest.approx(1) for shares in found.shares)
    assert found.shares[-1] == tuple(match.standings())
    assert any(any(each) for each in found.reach)


# ---------------------------------------------------------------- what a seat could infer


@pytest.mark.parametrize("slug", SECRETS)
def test_the_truth_is_among_what_a_seat_could_infer(slug: str) -> None:
    match = finished(slug, "greedy")
    review = Review(match)
    moments = review.decisions[3:24:2]
    told = [(seat, inferred(moment, review.evaluator, seat)) for moment in moments for seat in range(match.players)]
    assert any(found for _, found in told)
    for seat, found in told:
        for each in found:
            assert any(one.is_there for one in each.possible)
            assert all(one.chance >= 0 for one in each.possible)
        assert not [each for each in found if each.where[:2] == ("hands", seat)], "its own cards are no riddle"


def test_what_may_have_lain_there_is_told_in_the_words_of_the_game() -> None:
    match = finished("loot_n_run", "greedy")
    teller = Teller(match, (), match.voice())
    cups = [room.id for room in match.view(0).box.rooms if room.face == "1 cup"][:2]
    possible = tuple(Possible(id, chance, id == cups[1]) for id, chance in zip(cups, (0.25, 0.5), strict=True))
    told = teller.hidden(Inferred(("hands", 1, 0, 3), possible))
    assert words(told["says"]) == f"Room 1 of {match.names[1]}"
    assert [(words(each["says"]), each["chance"], each["there"]) for each in told["possible"]] == [
        ("1 cup", 75.0, True)
    ]


@pytest.mark.parametrize("slug", SECRETS)
def test_nobody_reads_the_names_of_fields(slug: str) -> None:
    match = finished(slug, "greedy")
    review = Review(match)
    teller = Teller(match, review.moments, match.voice())
    for moment in review.decisions[3:24:6]:
        for told in teller.inferred(inferred(moment, review.evaluator, 0)):
            assert words(told["says"]).startswith(("The hand of ", "Room ", "The draw pile"))
            assert all(re.fullmatch(r"[\w +]+", words(one["says"])) for one in told["possible"])
            assert all("_" not in words(one["says"]) for one in told["possible"])


def test_nothing_is_inferred_where_nothing_is_hidden() -> None:
    review = Review(finished("loot_fiend"))
    assert inferred(review.decisions[5], review.evaluator, 0) == ()


# ---------------------------------------------------------------- what if


def test_with_the_same_luck_cards_fall_as_they_fell() -> None:
    match = finished(seed=6)
    review = Review(match)
    again = SameLuck(brought_since(match, 0), {}, CommonLuck(1))
    for moment in review.moments:
        if moment.is_chance:
            assert again.decide(moment.state, 0) == moment.entry.outcome


def test_luck_that_is_used_up_is_common() -> None:
    review = Review(finished(seed=6))
    moment = next(each for each in review.moments if each.is_chance)
    assert SameLuck([], {}, CommonLuck(5)).decide(moment.state, 0) == CommonLuck(5).decide(moment.state, 0)


def test_a_branch_can_be_replayed_and_fresh_luck_has_intervals() -> None:
    match = finished(seed=6)
    review = Review(match)
    moment = review.decisions[4]
    other = next(action for action in moment.state.actions() if action != moment.played)
    found = branch(match, review.moments, moment.step, other, review.evaluator)
    replayed = match.from_json(found.record, match.game)
    assert replayed.is_over
    assert [entry.to_json() for entry in replayed.record[: moment.step]] == [
        e.to_json() for e in match.record[: moment.step]
    ]
    assert replayed.record[moment.step].action == other
    many = fresh(match, review.moments, moment.step, other, review.evaluator, games=8)
    assert sum(many.shares) == pytest.approx(1)
    assert sum(each[0] for each in many.places) >= 1
    assert all(each.low <= share <= each.high for each, share in zip(many.intervals, many.shares, strict=True))


def test_a_branch_begins_at_a_decision_with_a_legal_answer() -> None:
    match = finished(seed=6)
    review = Review(match)
    chance = next(each for each in review.moments if each.is_chance)
    with pytest.raises(BadInput, match="nobody decided"):
        branch(match, review.moments, chance.step, review.decisions[0].played, review.evaluator)


# ---------------------------------------------------------------- levels, and the command


def test_somebody_errs_like_the_level_that_loses_as_much() -> None:
    levels = {"apprentice": 4.0, "thief": 2.0, "burglar": 1.0, "mastermind": 0.2}
    assert [alike(rate, levels) for rate in (9, 2.2, 1.1, 0)] == [
        ("apprentice",),
        ("thief",),
        ("burglar",),
        ("mastermind",),
    ]
    assert alike(1.0, {}) == ()


def test_levels_that_cannot_be_told_apart_are_named_together() -> None:
    losses = {
        "apprentice": [3.0, 4.0] * 40,
        "thief": [4.0, 5.0] * 40,
        "burglar": [1.0, 2.0] * 40,
        "mastermind": [0.1] * 80,
    }
    levels = told_apart(losses)
    assert levels["apprentice"] == levels["thief"] == 4.0, "an Apprentice does not look better than a Thief"
    assert levels["burglar"] == 1.5
    assert levels["mastermind"] == pytest.approx(0.1)
    assert alike(9, levels) == ("apprentice", "thief")
    unsure = told_apart({**losses, "burglar": [0.0, 0.3] * 3})
    assert unsure["burglar"] == unsure["mastermind"]
    assert alike(1.0, dict.fromkeys(levels, 1.0)) == (), "where all are alike it says nothing"


@pytest.mark.parametrize(
    ("like", "words"),
    [
        (("thief",), "Ana erred like a Thief: 2.0 points lost with a decision."),
        (("apprentice", "thief"), "Ana erred like an Apprentice or a Thief: 2.0 points lost with a decision."),
        (
            ("thief", "burglar", "mastermind"),
            "Ana erred like anybody from a Thief to a Mastermind: 2.0 points lost with a decision.",
        ),
    ],
)
def test_whom_somebody_errs_like_is_said(like: tuple[str, ...], words: str) -> None:
    said = Rate(0, 20, 2.0, Interval(1.5, 2.5), {}, like).says()
    assert said is not None
    assert Voice(["Ana", "Ben"]).text(said) == words


def test_the_mean_luck_is_that_of_the_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valuing, "MOST_TABLES", 30)
    whole = bench.fortune(bench.accounts("loot_n_run", "greedy", 2, range(2))).luck
    assert bench.mean_luck("loot_n_run", "greedy", 2, range(2), 1) == pytest.approx(whole)
    assert bench.mean_luck("loot_n_run", "greedy", 2, range(2), 3) != pytest.approx(whole)
    asked = ["bench", "review", "loot_n_run", "--luck", "2", "--every", "40"]
    assert re.fullmatch(
        r"Loot N Run: mean luck \S+ to \S+ points in 2 games", CliRunner().invoke(app, asked).output.strip()
    )


def test_the_command_tells_and_writes(tmp_path: Path) -> None:
    match = finished(seed=5)
    (tmp_path / "game.json").write_bytes(match.save())
    asked = [
        str(tmp_path / "game.json"),
        "--seat",
        "2",
        "--report",
        str(tmp_path / "r.html"),
        "--json",
        str(tmp_path / "f"),
    ]
    found = CliRunner().invoke(app, ["review", *asked])
    assert found.exit_code == 0, found.output
    assert "What decided it" in found.output
    assert "Evaluator" in found.output
    assert "<html" in (tmp_path / "r.html").read_text()
    assert json.loads((tmp_path / "f").read_bytes())[-1]["seat"] == 1


def test_several_games_are_a_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valuing, "MOST_TABLES", 30)
    for seed in (1, 2):
        (tmp_path / f"{seed}.json").write_bytes(finished(seed=seed).save())
    files = [str(path) for path in sorted(tmp_path.glob("*.json"))]
    found = CliRunner().invoke(app, ["review", *files, "--seat", "1"])
    assert "2 games: " in found.output
    assert "less luck" in found.output
    assert "--seat" in str(CliRunner().invoke(app, ["review", *files]).exception)


def test_the_command_refuses_a_running_game(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(finished().at(6).save())
    found = CliRunner().invoke(app, ["review", str(tmp_path / "game.json")])
    assert "still running" in str(found.exception)
