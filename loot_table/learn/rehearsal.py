"""Plays every lesson of a game, so that none can rot: what is wrong is told in sentences that name the place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.state import Action
from loot_table.learn.course import Course, has_happened
from loot_table.learn.coverage import coverage
from loot_table.learn.lessons import WHY, Card, Do, Find, Legal, Lessons, Step
from loot_table.learn.quiz import Question
from loot_table.learn.script import legal_ones, meant

FEWEST_LESSONS, MOST_LESSONS = 6, 10
CARDS = 10
FEWEST_OF_A_KIND = 3  # cards that are legal, and that are not
MOST_WORDS = 40  # before the first action
MOST_TRIED = 6  # of the answers that one pattern accepts
MOST_SHORTCUTS = 200  # that are tried
MOST_WAYS = 8  # through a lesson that are followed side by side
MARKS = re.compile(r'marks\(\s*"(\w+)"')


def troubles(game: Game, lessons: Lessons) -> list[str]:
    """Everything that would go wrong in somebody's lesson."""
    found = list(in_all(game, lessons))
    for lesson in lessons.lessons:
        try:
            if isinstance(lesson, Legal):
                found += [f"lesson {lesson.id}, {said}" for said in in_cards(game, lesson)]
            else:
                said_in = in_steps(game, lesson) if isinstance(lesson, Do) else in_search(game, lesson)
                found += [f"lesson {lesson.id}, {said}" for said in said_in]
        except BadInput as error:
            found.append(f"lesson {lesson.id}: {error}")
    return found


def in_all(game: Game, lessons: Lessons) -> Iterator[str]:
    played = [lesson for lesson in lessons.lessons if not isinstance(lesson, Legal)]
    if not FEWEST_LESSONS <= len(played) <= MOST_LESSONS:
        yield f"there are {len(played)} lessons to do or to find: {FEWEST_LESSONS} to {MOST_LESSONS} are wanted"
    if sum(isinstance(lesson, Legal) for lesson in lessons.lessons) != 1:
        yield 'one lesson is of kind "legal"'
    for lesson in played:
        first = lesson.steps[0].say if isinstance(lesson, Do) else lesson.say
        words = len(f"{lesson.title} {first}".split())
        if words > MOST_WORDS:
            yield f"lesson {lesson.id}: {words} words are read before the first action, at most {MOST_WORDS}"
    kinds = mark_kinds(game)
    for lesson in played:
        for mark in [mark for step in lesson.steps for mark in step.show] if isinstance(lesson, Do) else lesson.show:
            if mark.split(":")[0] not in kinds:
                yield f'lesson {lesson.id}: no refusal of this game marks a "{mark}"; it marks {", ".join(sorted(kinds))}'
    source = "".join(path.read_text(encoding="utf-8") for path in sources(game))
    for note in lessons.notes:
        if f'"{note.rule}"' not in source:
            yield f"note {note.rule}: no event, decision or refusal names this rule, so that it is never told"
    covered = coverage(game, lessons)
    yield from (f"{rule}: no lesson teaches it; teach it, or list it under [untaught]" for rule in covered.unplaced)
    yield from (f"{rule}: taught and listed under [untaught], or listed twice" for rule in covered.doubled)


def sources(game: Game) -> list[Path]:
    home = games.folder(game)
    return [] if home is None else sorted(home.glob("*.py"))


def mark_kinds(game: Game) -> set[str]:
    """What this game's refusals light up, so that its board can."""
    return {"seat", *(kind for path in sources(game) for kind in MARKS.findall(path.read_text(encoding="utf-8")))}


# ---------------------------------------------------------------- do


def in_steps(game: Game, lesson: Do) -> Iterator[str]:
    """Along every way that the lesson accepts, up to a few at a time."""
    ways = [Course(game, lesson)]
    yield from unscripted(ways[0], "before the first step")
    for number, step in enumerate(lesson.steps):
        where, following = f"step {number + 1}", list[Course]()
        luck, others = set(step.luck), {str(answer) for answer in step.others}
        for course in ways:
            yield from (f"{where}: {said}" for said in in_wrong_tries(step, course))
            for action in accepted(step, course.match):
                way = again(game, lesson, [*course.answers, action])
                luck &= set(way.script.luck)
                others &= set(map(str, way.script.others))
                following.append(way)
        if not following:
            yield f"{where}: nothing that is accepted is allowed"
            return
        yield from (f"{where}: {name} never happens" for name in sorted({*luck, *others}))
        ways = following[:MOST_WAYS]
        for way in ways if number < len(lesson.steps) - 1 else []:
            yield from unscripted(way, where)
            if way.match.to_act != lesson.seat or not accepted(lesson.steps[number + 1], way.match):
                yield f"{where}: after {way.answers[-1]} the next step cannot be done"
                return
    for way in ways:
        if not has_happened(lesson.want, way.match):
            yield f"the end is not reached by {way.answers}: {lesson.want} has not happened"


def again(game: Game, lesson: Do, answers: list[Action]) -> Course:
    course = Course(game, lesson)
    for action in answers:
        verdict = course.answer(action)
        assert verdict.is_right, f"{lesson.id}: {action} was accepted before"
    return course


def accepted(step: Step, match: Match) -> list[Action]:
    return [action for answer in step.accept for action in legal_ones(answer, match)[:MOST_TRIED]]


def unscripted(course: Course, where: str) -> Iterator[str]:
    for said in course.script.improvised:
        yield f"{where}: not written what happens: {said}"


def in_wrong_tries(step: Step, course: Course) -> Iterator[str]:
    match, decision = course.match, course.match.state.decision()
    is_known = not decision.is_open() and not decision.is_large(match.state)
    unwanted = [action for action in match.actions() if not course.accepts(action)] if is_known else []
    if step.otherwise == WHY and (unwanted or not is_known):
        allowed = unwanted[0] if unwanted else "more than is listed"
        yield f'"otherwise" is "why", but the rules allow {allowed}: say what to do instead'
    if step.otherwise != WHY and is_known and not unwanted:
        yield '"otherwise" is never said: all that is allowed is accepted'
    for each in step.tempting:
        refusal = match.why_not(course.seat, meant(each.attempt, match, course.seat))
        if refusal is None or refusal.rule != each.rule:
            yield f"{each.attempt} is {'allowed' if refusal is None else 'refused by ' + refusal.rule}, not by {each.rule}"


# ---------------------------------------------------------------- find


def in_search(game: Game, lesson: Find) -> Iterator[str]:
    course = Course(game, lesson)
    if has_happened(lesson.want, course.match):
        yield "the goal is reached before the first move"
    for number in range(len(lesson.solution)):
        if course.is_over:
            yield f"the solution goes on after the end: {lesson.solution[number]}"
            return
        found = legal_ones(lesson.solution[number], course.match)
        if not found:
            yield f"{lesson.solution[number]} of the solution is not allowed"
            return
        course.answer(found[0])
    if not course.is_done or course.number != lesson.par:
        yield f"the solution reaches the goal {'in ' + str(course.number) if course.is_done else 'not'}, par is {lesson.par}"
    quicker = shortcut(game, lesson)
    if quicker is not None:
        yield f"the goal is reached in fewer moves than par: {quicker}"


def shortcut(game: Game, lesson: Find) -> list[Action] | None:
    """A way that needs fewer decisions than par, as far as a few hundred tries find one."""
    ways: list[list[Action]] = [[]]
    tried = 0
    for _ in range(lesson.par - 1):
        further = []
        for answers in ways:
            here = searched(game, lesson, answers)
            for action in here.match.actions() if not here.is_over else ():
                tried += 1
                if tried > MOST_SHORTCUTS:
                    return None
                way = searched(game, lesson, [*answers, action])
                if way.is_done:
                    return way.answers
                further.append(way.answers)
        ways = further
    return None


def searched(game: Game, lesson: Find, answers: list[Action]) -> Course:
    course = Course(game, lesson)
    for action in answers:
        course.answer(action)
    return course


# ---------------------------------------------------------------- legal or not


def in_cards(game: Game, lesson: Legal) -> Iterator[str]:
    if len(lesson.cards) != CARDS:
        yield f"there are {len(lesson.cards)} cards, not {CARDS}"
    legal = 0
    for number, card in enumerate(lesson.cards, 1):
        question = Question(game, card)
        yield from (f"card {number}: {said}" for said in in_card(question, card))
        legal += question.solved().is_legal
    if min(legal, len(lesson.cards) - legal) < FEWEST_OF_A_KIND:
        yield f"{legal} cards are legal: at least {FEWEST_OF_A_KIND} should be, and as many not"


def in_card(question: Question, card: Card) -> Iterator[str]:
    if question.match.to_act != card.seat:
        yield f"seat {card.seat} is not asked"
        return
    refusal = question.solved().refusal
    if refusal is None and not card.then:
        yield f'{card.attempt} is allowed: "then" says why'
    if refusal is not None and card.then:
        yield f'{card.attempt} is refused by {refusal.rule}: the rule speaks for itself, without "then"'
    if refusal is not None and refusal.rule != card.rule:
        yield f"{card.attempt} is refused by {refusal.rule}, not by {card.rule}"
