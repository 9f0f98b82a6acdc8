"""What decided it, in words: turning points, and why one answer was better than another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from loot_table import games
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random, mixed
from loot_table.engine.sentence import Name, Sentence, Word, say, together, word
from loot_table.engine.state import NATURE, Action, Event, Seat, State
from loot_table.review.gist import Gist, gist_of, says_something
from loot_table.review.judging import Judged
from loot_table.review.ledger import DECISION, LUCK, Ledger, signed
from loot_table.review.marks import BLUNDER, CLOSE, INACCURACY, MISTAKE, Mark
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator

TABLES: Final = 48  # on which is counted what happens after an answer
AHEAD: Final = 12  # decisions, at most, until the seat is to act again
MOVED: Final = 0.10  # how much more often something must happen to be a reason
REASONS: Final = 2
POINTS: Final = 3

RESIGNATION: Final = "LT-4"

OWN, OTHERS = "own", "others"
MARKS: Final[Mapping[Mark, Word]] = {
    BLUNDER: word("blunder"),
    MISTAKE: word("mistake"),
    INACCURACY: word("inaccuracy"),
    CLOSE: word("close"),
}


@dataclass(frozen=True)
class Reason:
    """Something that happens more often after one answer than after another, before the seat is to act again."""

    event: Gist
    rule: str
    after_best: float
    after_played: float

    def says(self) -> Sentence:
        return say(
            "{event} In {best} % of the imagined tables after the better answer, in {played} % after the one given.",
            event=self.event,
            best=f"{100 * self.after_best:.0f}",
            played=f"{100 * self.after_played:.0f}",
        )


@dataclass(frozen=True)
class TurningPoint:
    kind: str  # "own": a decision of the seat; "luck"; "others": somebody else's decision
    step: int
    seat: Seat  # for whom it mattered
    by: Seat | None  # who decided; nobody where it was luck
    worth: float  # to that seat, as a share of the victory
    says: Sentence
    rule: str
    reasons: tuple[Reason, ...] = ()
    alternatives: tuple[Action, ...] = ()  # to be tried from there, the best first


# ---------------------------------------------------------------- what an answer is called


def called(game: Game, names: Sequence[str], state: State, action: Action, others: Sequence[Action]) -> Sentence:
    """What it is called; where another one is called the same, with what is typed for it."""
    label = action.named(state)
    if all(other == action or other.named(state) != label for other in others):
        return label
    line = games.part(game, "text").say(state.view(state.to_act), action, names)
    return say("{label} ({line})", label=label, line=line)


def verdict(match: Match, moment: Moment, judged: Judged) -> Sentence:
    """A decision in a sentence."""
    every = [each.action for each in judged.candidates]
    who = Name(judged.seat)
    game, names = match.game, match.names
    played = called(game, names, moment.state, judged.played.action, every)
    best = called(game, names, moment.state, judged.best.action, every)
    if judged.best is not judged.played:
        wins, loses = judged.best.ends_in or 0, judged.played.ends_in or 0
        if wins > 0:
            return say(
                "{who}: {played}. This missed a win in {turns}: {best}.", who=who, played=played, turns=wins, best=best
            )
        if loses < 0:
            return say(
                "{who}: {played}. This loses in {turns}; {best} does not.",
                who=who,
                played=played,
                turns=-loses,
                best=best,
            )
    if judged.mark == CLOSE:
        return say("{who}: {played}. Nothing was clearly better.", who=who, played=played)
    return say(
        "{who}: {played}. Better by {loss} points (± {error}): {best}.",
        who=who,
        played=played,
        best=best,
        loss=f"{100 * judged.loss:.0f}",
        error=reach(judged.error),
    )


# ---------------------------------------------------------------- turning points


def turning_points(
    match: Match,
    moments: Sequence[Moment],
    ledger: Ledger,
    decisions: Sequence[Judged],
    evaluator: Evaluator,
    seat: Seat,
) -> tuple[TurningPoint, ...]:
    """The dearest own decision, the largest luck, the largest swing by somebody else; the largest first."""
    found = []
    own = [each for each in decisions if each.seat == seat and each.mark != CLOSE]
    if own:
        worst = max(own, key=lambda each: each.loss)
        moment = moments[worst.step]
        alternatives = tuple(each.action for each in worst.candidates if each is not worst.played)
        reasons = reasons_for(moment, evaluator, worst.played.action, worst.best.action)
        says = verdict(match, moment, worst)
        found.append(TurningPoint(OWN, worst.step, seat, seat, -worst.loss, says, worst.rule, reasons, alternatives))
    if not ledger.is_withheld:
        for kind, tell in ((LUCK, luck), (DECISION, others)):
            lines = [each for each in ledger.lines if each.kind == kind and each.seat != seat and each.worth[seat]]
            if lines:
                line = max(lines, key=lambda each: abs(each.worth[seat]))
                found.append(tell(match, moments[line.step], seat, line.worth[seat]))
    return tuple(sorted(found, key=lambda each: -abs(each.worth))[:POINTS])


def luck(match: Match, moment: Moment, seat: Seat, worth: float) -> TurningPoint:
    """A chance: what people noticed of it, and what it was worth."""
    every = match.recall(moment.step + 1)
    events = [event for event in every if not event.is_small()] or list(every)
    says = say("Luck: {points} points for {who}.", points=signed(worth), who=Name(seat))
    rule = events[0].rule() if events else ""
    told = together(*[event.text() for event in events], says)
    return TurningPoint(LUCK, moment.step, seat, None, worth, told, rule)


def others(match: Match, moment: Moment, seat: Seat, worth: float) -> TurningPoint:
    """Somebody else's decision, and what it was worth to the seat."""
    if moment.entry.action is None:
        says = say(
            "{other} resigned. That was worth {points} points to {who}.",
            other=Name(moment.seat),
            points=signed(worth),
            who=Name(seat),
        )
        return TurningPoint(OTHERS, moment.step, seat, moment.seat, worth, says, RESIGNATION)
    says = say(
        "{other}: {played}. That was worth {points} points to {who}.",
        other=Name(moment.seat),
        played=moment.played.named(moment.state),
        points=signed(worth),
        who=Name(seat),
    )
    return TurningPoint(OTHERS, moment.step, seat, moment.seat, worth, says, moment.state.decision().rule())


def reach(error: float) -> str:
    """Two standard errors, in points."""
    points = 200 * error
    return f"{points:.0f}" if points >= 1 or error == 0 else f"{points:.1f}"


# ---------------------------------------------------------------- why


def reasons_for(moment: Moment, evaluator: Evaluator, played: Action, best: Action) -> tuple[Reason, ...]:
    """What moved most: events that follow on the one answer much more often than on the other."""
    if played == best:
        return ()
    ones, others = Counter[str](), Counter[str]()
    known: dict[str, tuple[Gist, str]] = {}
    view = moment.state.view(moment.seat)
    for number in range(TABLES):
        world = evaluator.imagine(view, Random(mixed(number)))
        for action, counts in ((best, ones), (played, others)):
            followed = [
                (gist_of(event.text()), event.rule())
                for event in after(world.copy(), action, moment.seat, evaluator, number)
            ]
            told = {str(event.sentence): (event, rule) for event, rule in followed if says_something(event.sentence)}
            counts.update(told.keys())
            known.update(told)
    found = []
    for key, (event, rule) in known.items():
        after_best, after_played = ones[key] / TABLES, others[key] / TABLES
        is_the_answer_itself = {after_best, after_played} == {0.0, 1.0}
        if abs(after_best - after_played) >= MOVED and not is_the_answer_itself:
            found.append(Reason(event, rule, after_best, after_played))
    found.sort(key=lambda each: -abs(each.after_best - each.after_played))
    return tuple(found[:REASONS])


def after(world: State, action: Action, seat: Seat, evaluator: Evaluator, number: int) -> list[Event]:
    """All that people notice until the others have acted and it is the seat's turn again."""
    rng = Random(mixed(number + 1))
    world.news = []
    world.apply(action)
    has_waited = False
    for _ in range(AHEAD):
        while world.to_act == NATURE:
            world.happen(world.chance().sample(world, rng))
        if not world.agenda or (has_waited and world.to_act == seat):
            break
        has_waited = has_waited or world.to_act != seat
        world.apply(evaluator.knowledge.answer(world, rng))
    return [event for event in world.news if not event.is_small()]
