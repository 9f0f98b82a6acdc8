"""A learner goes through a lesson: what is said, what is marked, and what becomes of each answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from loot_table.engine import codec
from loot_table.engine.errors import BadLesson
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Action, Refusal
from loot_table.learn.lessons import OVER_PAR, WHY, Answer, Do, Find, said
from loot_table.learn.script import Script, agrees, fits, legal_ones, set_table

MOST_STARS = 3


@dataclass(frozen=True)
class Verdict:
    """What becomes of an answer."""

    is_right: bool
    says: Sentence | None = None  # after a right one, or to something allowed that is not wanted
    refusal: Refusal | None = None  # the rule that forbids it


class Course:
    """One lesson being done. Nothing is kept but the answers: who has them can play it again."""

    def __init__(self, game: Game, lesson: Do | Find) -> None:
        self.game = game
        self.lesson = lesson
        self.seat = lesson.seat
        self.match: Match = set_table(lesson, game)
        self.answers: list[Action] = []  # those that were right
        self.script = Script(lesson.luck, lesson.others)
        self.script.go_on(self.match, self.seat)
        if self.match.to_act != self.seat:
            raise BadLesson(f"lesson {lesson.id}: the learner is not asked")

    # ---- where it stands

    @property
    def number(self) -> int:
        """Steps that are done, or moves that are made."""
        return len(self.answers)

    @property
    def is_done(self) -> bool:
        if isinstance(self.lesson, Do):
            return self.number == len(self.lesson.steps)
        return self.number > 0 and has_happened(self.lesson.want, self.match) and not self.is_spoilt

    @property
    def is_spoilt(self) -> bool:
        return isinstance(self.lesson, Find) and bool(self.lesson.avoid) and has_happened(self.lesson.avoid, self.match)

    @property
    def is_failed(self) -> bool:
        """A search that can no longer succeed: it begins again."""
        if isinstance(self.lesson, Do) or self.is_done:
            return False
        return self.is_spoilt or self.match.to_act != self.seat or self.number >= self.lesson.par + OVER_PAR

    @property
    def is_over(self) -> bool:
        return self.is_done or self.is_failed

    @property
    def says(self) -> Sentence:
        """What there is to do now, or that it is done."""
        if self.is_done:
            return say("Done.")
        if self.is_failed:
            return say("Not this way. Try it once more from the beginning.")
        if isinstance(self.lesson, Do):
            return said(self.lesson.steps[self.number].say, self.lesson.players)
        return said(self.lesson.say, self.lesson.players)

    @property
    def shows(self) -> tuple[str, ...]:
        if self.is_over:
            return ()
        if isinstance(self.lesson, Do):
            return tuple(self.lesson.steps[self.number].show)
        return tuple(self.lesson.show) if not self.number else ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind what is to do now."""
        if isinstance(self.lesson, Do) and not self.is_over and self.lesson.steps[self.number].rules:
            return tuple(self.lesson.steps[self.number].rules)
        return tuple(self.lesson.rules)

    def accepts(self, action: Action) -> bool:
        """Whether it is the answer that is wanted; legal or not."""
        if isinstance(self.lesson, Find):
            return True
        return any(fits(answer, action, self.match) for answer in self.lesson.steps[self.number].accept)

    def stars(self, wrong: int = 0, was_shown: bool = False) -> int:
        """One for the end, one for no wrong try, one for doing it alone; of a search by its moves over par."""
        if not self.is_done:
            return 0
        if isinstance(self.lesson, Find):
            return max(1, MOST_STARS - max(0, self.number - self.lesson.par) - was_shown)
        return MOST_STARS - (wrong > 0) - was_shown

    # ---- answers

    def answer(self, action: Action) -> Verdict:
        """Try something. What is right is done, with all that the lesson lets follow."""
        assert not self.is_over
        refusal = self.match.why_not(self.seat, action)
        if refusal is not None:
            return Verdict(False, refusal=refusal)
        if isinstance(self.lesson, Find):
            return self.searched(action, self.lesson)
        step, players = self.lesson.steps[self.number], self.lesson.players
        if not self.accepts(action):
            unwanted = say("That is allowed, but not what this step is about.")
            return Verdict(False, unwanted if step.otherwise == WHY else said(step.otherwise, players))
        is_last = self.number == len(self.lesson.steps) - 1
        self.script = Script(step.luck, step.others)
        self.go_on_with(action, is_last)
        return Verdict(True, said(step.then, players) if step.then else None)

    def searched(self, action: Action, lesson: Find) -> Verdict:
        self.go_on_with(action, False)
        return Verdict(True, said(lesson.then, lesson.players) if self.is_done and lesson.then else None)

    def go_on_with(self, action: Action, is_last: bool) -> None:
        self.match.play(self.seat, action)
        self.answers.append(action)
        if is_last or not self.is_over_by_now():
            self.script.go_on(self.match, self.seat, is_last)

    def is_over_by_now(self) -> bool:
        """Of a search: the goal is reached before anybody else has to answer."""
        return isinstance(self.lesson, Find) and has_happened(self.lesson.want, self.match)

    def shown(self) -> Action:
        """What would be right now: the first that is accepted, or the next of the solution."""
        answers: list[Answer]
        if isinstance(self.lesson, Do):
            answers = self.lesson.steps[self.number].accept
        else:
            answers = self.lesson.solution[self.number : self.number + 1]
        for answer in answers:
            found = legal_ones(answer, self.match)
            if found:
                return found[0]
        raise BadLesson("from here there is nothing to show; start again")


def has_happened(want: dict[str, Any], match: Match) -> bool:
    """`{event = "ran", seat = 0}`: the fields that are named agree; `least = {points = 8}`: at least so many.
    `{winner = 0}`: the game is over and won."""
    if "winner" in want:
        result = match.result()
        return result is not None and result["winner"] == want["winner"]
    named = {name: value for name, value in want.items() if name not in ("event", "least")}
    for bundle in match.log:
        for event in bundle:
            plain = codec.encode(event)
            if agrees({"type": want["event"], **named}, plain) and all(
                plain.get(name, 0) >= least for name, least in want.get("least", {}).items()
            ):
                return True
    return False
