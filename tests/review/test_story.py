"""What a story says is what moved most: counted by hand in a small game, and picked out of an account written by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from review.doors import CELLARS, Caught, Choose, Creaked, Found, Open, Table, Wait, Weather, caught, found
from review.doors import GAME as DOORS

from loot_table.engine.match import Match
from loot_table.engine.random import Random, mixed
from loot_table.engine.sentence import Voice
from loot_table.review import Review, story
from loot_table.review.judging import Candidate, Judged
from loot_table.review.ledger import DECISION, LUCK, Account, Ledger, Line
from loot_table.review.marks import CLOSE, MISTAKE, Mark
from loot_table.review.story import TurningPoint, reasons_for, turning_points

LEFT, RIGHT = Open("left"), Open("right")
ADA, BO = 0, 1


def looked_behind_both() -> Match:
    """Ada goes right, then left, and then it rains for once. Steps 0 and 4 are hers, 1, 3, 5 and 7 the weather."""
    match = Match(DOORS, 2)
    for action, weather in ((RIGHT, 0), (Wait(), 0), (LEFT, 1), (Wait(), 0)):
        match.play(match.to_act, action)
        match.happen(weather)
    assert match.is_over
    return match


@pytest.fixture(scope="module")
def reviewed() -> Review:
    return Review(looked_behind_both())


def imagined(review: Review, step: int) -> list[int]:
    """In which cellars the reasons imagine her to be."""
    view = review.moments[step].state.view(ADA)
    worlds = [review.evaluator.imagine(view, Random(mixed(number))) for number in range(story.TABLES)]
    return [world.cellar for world in worlds if isinstance(world, Table)]


# ---------------------------------------------------------------- why


def test_reasons_are_the_two_events_that_moved_most_and_how_often_they_came(reviewed: Review) -> None:
    """She is caught in 1 cellar of 8 on the left and in 7 on the right, and finds something in 6 and in 2. The dog, who barks in
    8 and in 6, moved less; the creak, which would have moved more than the find, is too small to be told; the weather is the
    same; and that she goes left is no reason for going left."""
    cellars = imagined(reviewed, 0)
    assert set(cellars) == set(range(CELLARS))
    reasons = reasons_for(reviewed.moments[0], reviewed.evaluator, played=RIGHT, best=LEFT)
    assert [each.rule for each in reasons] == [Caught(ADA).rule(), Found(ADA, 1).rule()]
    for reason, happens in zip(reasons, (caught, found), strict=True):
        assert reason.after_best == sum(happens(LEFT, cellar) for cellar in cellars) / len(cellars)
        assert reason.after_played == sum(happens(RIGHT, cellar) for cellar in cellars) / len(cellars)
    told = [Voice(["Ada", "Bo"]).text(each.says()) for each in reasons]
    assert told[0].startswith("Ada is caught. In ")
    assert told[1].startswith("Ada finds …. In "), "how much differs from cellar to cellar, that she finds does not"


def test_reasons_turn_with_the_answers(reviewed: Review) -> None:
    there = reasons_for(reviewed.moments[0], reviewed.evaluator, played=RIGHT, best=LEFT)
    back = reasons_for(reviewed.moments[0], reviewed.evaluator, played=LEFT, best=RIGHT)
    assert [(e.event, e.after_played, e.after_best) for e in there] == [
        (e.event, e.after_best, e.after_played) for e in back
    ]


def test_what_moved_little_is_no_reason(reviewed: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "MOVED", 0.9)
    assert reasons_for(reviewed.moments[0], reviewed.evaluator, played=RIGHT, best=LEFT) == ()


def test_there_is_no_reason_for_the_answer_that_was_given(reviewed: Review) -> None:
    assert reasons_for(reviewed.moments[0], reviewed.evaluator, played=LEFT, best=LEFT) == ()


def test_the_small_event_would_have_been_named_if_it_were_not_small(
    reviewed: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Creaked, "is_small", lambda _: False)
    reasons = reasons_for(reviewed.moments[0], reviewed.evaluator, played=RIGHT, best=LEFT)
    assert [each.rule for each in reasons] == [Creaked().rule(), Caught(ADA).rule()]


# ---------------------------------------------------------------- turning points


def judged(step: int, loss: float, mark: Mark = MISTAKE) -> Judged:
    """Ada went right where left was better by so much."""
    left, right = Candidate(LEFT, 0.5 + loss, 0.0, 8), Candidate(RIGHT, 0.5, 0.0, 8)
    return Judged(step, ADA, "T-0", right, left, (left, right), 2, loss, 0.0, mark)


def account(*lines: tuple[int, str, int | None, float]) -> Ledger:
    """Of steps, each with what it was worth to Ada."""
    written = [Line(step, kind, seat, "", (worth, -worth)) for step, kind, seat, worth in lines]
    fair = tuple(Account(seat, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5) for seat in (ADA, BO))
    return Ledger(((0.5, 0.5),), tuple(written), fair)


WRITTEN = account(
    (0, DECISION, ADA, -0.4),
    (1, LUCK, None, 0.05),
    (2, DECISION, BO, 0.02),
    (5, LUCK, None, -0.3),
    (6, DECISION, BO, -0.1),
    (7, LUCK, None, 0.2),
)


def points(review: Review, ledger: Ledger, *decisions: Judged, seat: int = ADA) -> list[tuple[str, int, float]]:
    return [(each.kind, each.step, each.worth) for each in told(review, ledger, *decisions, seat=seat)]


def told(review: Review, ledger: Ledger, *decisions: Judged, seat: int = ADA) -> tuple[TurningPoint, ...]:
    return turning_points(review.match, review.moments, ledger, decisions, review.evaluator, seat)


def test_turning_points_are_the_largest_of_each_kind_the_largest_first(reviewed: Review) -> None:
    found = points(reviewed, WRITTEN, judged(4, 0.15), judged(0, 0.2))
    assert found == [("luck", 5, -0.3), ("own", 0, -0.2), ("others", 6, -0.1)]
    told_by_bo = points(reviewed, WRITTEN, judged(0, 0.2), seat=BO)
    assert told_by_bo == [("others", 0, 0.4), ("luck", 5, 0.3)], "what Ada lost by her decision, Bo gained"


def test_what_was_close_is_no_turning_point(reviewed: Review) -> None:
    kinds = [kind for kind, _, _ in points(reviewed, WRITTEN, judged(0, 0.2, CLOSE))]
    assert kinds == ["luck", "others"]


def test_where_the_account_is_withheld_only_own_decisions_are_told(reviewed: Review) -> None:
    withheld = replace(WRITTEN, accounts=(replace(WRITTEN.accounts[0], gap=0.2), WRITTEN.accounts[1]))
    assert points(reviewed, withheld, judged(0, 0.2)) == [("own", 0, -0.2)]


def test_a_turning_point_says_what_happened_at_its_step_with_its_rule_and_its_worth(reviewed: Review) -> None:
    luck, own, others = told(reviewed, WRITTEN, judged(0, 0.2))
    voice = reviewed.match.voice()
    assert voice.text(luck.says) == "It rains. Luck: −30 points for Ada."
    assert luck.rule == "T-6"
    assert reviewed.moments[5].state.chance() == Weather(ADA)
    assert voice.text(own.says) == "Ada: Go right. Better by 20 points (± 0): Go left."
    assert own.rule == "T-0" == Choose(ADA).rule()
    assert own.alternatives == (LEFT,)
    assert own.reasons == reasons_for(reviewed.moments[0], reviewed.evaluator, RIGHT, LEFT)
    assert voice.text(others.says) == "Bo: Wait. That was worth −10 points to Ada."
