"""A lesson at the terminal: the same table, the same words; a step at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from loot_table import games
from loot_table.cli.interrupts import Interrupts
from loot_table.cli.lines import Ask
from loot_table.cli.progress import Done, Progress
from loot_table.cli.seats import HUMAN, Seats
from loot_table.cli.styled import styled
from loot_table.cli.terminal import COMMANDS, Leave, Terminal
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, IllegalAction
from loot_table.engine.game import Game
from loot_table.engine.state import Action, Refusal, Seat
from loot_table.games.rulebook import all_rules
from loot_table.learn.coach import Coach, rules_since
from loot_table.learn.course import MOST_STARS, Course
from loot_table.learn.lessons import Legal, Lessons, said
from loot_table.learn.quiz import Question

IN_LESSON = {
    **{usage: meaning for usage, meaning in COMMANDS.items() if usage in ("?", "? RULE", "why TURN", "look", "log")},
    "show": "what would be right here",
    "again": "start this lesson again",
    "skip": "go on with the next lesson",
    "quit": "leave; the lesson can be resumed",
}


class Skip(Exception):
    """The learner wants the next lesson."""


class LessonTerminal(Terminal):
    """Where a lesson decides what an answer does."""

    help = IN_LESSON

    def __init__(self, course: Course, done: Done, progress: Progress, console: Console, ask: Ask) -> None:
        who = Seats([HUMAN] * course.match.players, [None] * course.match.players)
        super().__init__(course.match, who, console, ask, Interrupts())
        self.course, self.done, self.progress = course, done, progress
        self.go_back_to_where_it_was()

    def go_back_to_where_it_was(self) -> None:
        """A lesson that has changed since then is begun anew."""
        for plain in self.done.answers:
            try:
                if self.course.is_over or not self.course.answer(self.match.game.codec.action(plain)).is_right:
                    raise BadInput("the lesson has changed")
            except BadInput:
                self.begin()
                return

    def begin(self) -> None:
        self.course = Course(self.match.game, self.course.lesson)
        self.match = self.course.match
        self.told = dict.fromkeys(self.told, -1)
        self.done.answers, self.done.wrong, self.done.was_shown = [], 0, False

    def teach(self) -> None:
        """Until the lesson is done. Raises Skip, Leave, EOFError or KeyboardInterrupt."""
        while not self.course.is_done:
            if self.course.is_failed:
                self.console.print(styled(self.match.voice(), self.course.says, "yellow"))
                self.begin()
            self.turn(self.course.seat)
        self.tell_news(self.course.seat)
        stars = self.course.stars(self.done.wrong, self.done.was_shown)
        self.console.print(
            Text(f"{'★' * stars}{'☆' * (MOST_STARS - stars)}  {self.course.lesson.title}: done.", "bold")
        )
        self.done.stars, self.done.answers = max(self.done.stars, stars), []
        self.done.wrong, self.done.was_shown = 0, False
        self.progress.keep()

    # ---- what is different in a lesson

    def needs_curtain(self) -> bool:
        return False

    def draw(self, seat: Seat) -> None:
        super().draw(seat)
        if self.match.to_act == seat and not self.course.is_over:
            self.console.print(styled(self.match.voice(), self.course.says, "bold green"))

    def play(self, seat: Seat, action: Action) -> None:
        verdict = self.course.answer(action)
        if verdict.refusal is not None:
            self.done.wrong += 1
            raise IllegalAction(verdict.refusal, self.match.voice())
        if not verdict.is_right:
            self.done.wrong += 1
            assert verdict.says is not None
            self.console.print(styled(self.match.voice(), verdict.says, "yellow"))
            return
        self.done.answers = [codec.encode(answer) for answer in self.course.answers]
        if verdict.says is not None:
            self.tell_news(seat)
            self.console.print(styled(self.match.voice(), verdict.says, "green"))
        self.keep()

    def keep(self) -> bool:
        try:
            self.progress.keep()
        except BadInput as error:
            if not self.trouble:
                self.console.print(Text(str(error), "yellow"))
            self.trouble = str(error)
            return False
        return True

    def commands(self) -> dict[str, Callable[[Seat, str], None]]:
        own = {"show": self.show_me, "again": self.start_again, "skip": self.skip}
        return {
            **{word: do for word, do in super().commands().items() if word not in ("undo", "save", "resign")},
            **own,
        }

    def show_me(self, seat: Seat, rest: str) -> None:
        action = self.course.shown()
        self.done.was_shown = True
        number = next((n for n, listed in enumerate(self.match.actions(), 1) if listed == action), None)
        line = self.text.say(self.match.view(seat), action, self.match.names) or str(number)
        self.console.print(f"Type: {line}")

    def start_again(self, seat: Seat, rest: str) -> None:
        self.begin()
        self.keep()
        self.draw(seat)

    def skip(self, seat: Seat, rest: str) -> None:
        raise Skip


def teach(game: Game, lessons: Lessons, id: str, progress: Progress, console: Console, ask: Ask) -> None:
    """One lesson."""
    lesson, done = lessons.called(id), progress.of(game.slug, id)
    if isinstance(lesson, Legal):
        console.print(Text(lesson.title, "bold"))
        quiz(game, lesson, done, progress, console, ask)
        return
    played = [each.id for each in lessons.lessons if not isinstance(each, Legal)]
    console.print(Text(f"Lesson {played.index(id) + 1} of {len(played)}: {lesson.title}", "bold"))
    LessonTerminal(Course(game, lesson), done, progress, console, ask).teach()


def quiz(game: Game, lesson: Legal, done: Done, progress: Progress, console: Console, ask: Ask) -> None:
    """Ten cards, each answered by its rule."""
    for number, card in enumerate(lesson.cards[len(done.answers) :], len(done.answers) + 1):
        question = Question(game, card)
        match, voice = question.match, question.match.voice()
        drawn: Text = games.part(game, "text").draw(match.view(card.seat), match.names)
        drawn.rstrip()
        console.print(drawn)
        console.print(styled(voice, question.says, "bold"))
        is_legal = answered(ask, console, f"{number} of {len(lesson.cards)}, legal? (y/n) ")
        solved = question.solved()
        is_right = is_legal == solved.is_legal
        console.print(
            Text("Right. " if is_right else "No. ", "green" if is_right else "red") + styled(voice, solved.says)
        )
        console.print(Text(f"  {solved.rule}: {all_rules(game)[solved.rule]}", "dim"))
        done.answers = [*done.answers, is_legal]
        done.wrong += not is_right
        progress.keep()
    right = len(lesson.cards) - done.wrong
    done.stars = max(done.stars, MOST_STARS if not done.wrong else 2 if right * 5 >= len(lesson.cards) * 4 else 1)
    console.print(Text(f"{right} of {len(lesson.cards)} right.", "bold"))
    done.answers, done.wrong = [], 0
    progress.keep()


def answered(ask: Ask, console: Console, prompt: str) -> bool:
    words = {"y": True, "yes": True, "legal": True, "n": False, "no": False, "not": False}
    while True:
        line = ask(prompt, 0, lambda: [*words, "skip", "quit"]).strip().lower()
        if line in words:
            return words[line]
        if line in ("quit", "exit"):
            raise Leave
        if line == "skip":
            raise Skip
        console.print(Text("y for legal, n for not; skip or quit.", "yellow"))


COACHED = {**COMMANDS, "coach": "switch the coach off or on"}


class CoachedTerminal(Terminal):
    """A real game with a note the first time that each rule matters."""

    help = COACHED
    coach: Coach | None = None
    heard: Callable[[str], None] | None = None  # is told each rule that was explained
    is_coaching = True

    def commands(self) -> dict[str, Callable[[Seat, str], None]]:
        return {**super().commands(), "coach": self.switch}

    def switch(self, seat: Seat, rest: str) -> None:
        self.is_coaching = not self.is_coaching
        self.console.print(f"The coach is {'on' if self.is_coaching else 'off'}.")

    def tell_news(self, seat: Seat) -> None:
        before = self.told[seat]
        super().tell_news(seat)
        if seat >= 0:
            self.note(rules_since(self.match, seat, before))

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(refusal)
        self.note([refusal.rule])

    def note(self, rules: Iterable[str]) -> None:
        if self.coach is None or not self.is_coaching:
            return
        for note in self.coach.hear(rules):
            self.console.print(Text("  coach: ", "green") + styled(self.match.voice(), said(note.say)))
            if self.heard is not None:
                self.heard(note.rule)
