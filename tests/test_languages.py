"""A language is a file: everything people read in a whole game of each of the five is in the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from catalogue import FILE, catalogue, pseudo_language, written

from loot_table import bots, games, languages
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Count, Name, Part, Points, Thing, Voice, all_of, one_of, say, together
from loot_table.engine.state import SPECTATOR, Action
from loot_table.learn.course import Course
from loot_table.learn.lessons import Legal, has_lessons, lessons_of
from loot_table.learn.quiz import Question
from loot_table.server.learn.showing import whole
from loot_table.server.telling import Manner, guide_told, shown

LETTER = re.compile("[A-Za-z]")
SAME_EVERYWHERE = ("name", "place", "rule", "die")  # kinds of spans that no language translates
MOST_ENTRIES = 400


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> languages.Catalogue:
    """A language without a plain letter."""
    path = tmp_path_factory.mktemp("languages") / "eo.po"
    path.write_bytes(written(pseudo_language()))
    return languages.Catalogue("eo", path)


def test_the_catalogue_is_up_to_date() -> None:
    assert FILE.read_bytes() == written(catalogue()), "make catalogue"


# Where a template comes from elsewhere: the engine that puts parts together, and what stands in the catalogue by another call.
FROM_ELSEWHERE = {"engine/sentence.py", "engine/series.py", "engine/state.py", "games/loot_n_run/faces.py"}


def test_a_template_stands_where_it_is_said() -> None:
    """Only what is written out can be found and translated."""
    package, found = FILE.parents[1], set()
    for path in [
        *(package / "engine").rglob("*.py"),
        *(package / "games").rglob("*.py"),
        *(package / "server").rglob("*.py"),
    ]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in names & {"say", "word", "Count"}
            ):
                template = node.args[1 if node.func.id == "Count" else 0]
                if not isinstance(template, ast.Constant):
                    found.add(path.relative_to(package).as_posix())
    assert found <= FROM_ELSEWHERE


def untranslated(voice: Voice, sentence: Part | None) -> list[str]:
    spans = [] if sentence is None else voice.spans(sentence)
    return [span.text for span in spans if span.kind not in SAME_EVERYWHERE and is_plain(span.text)]


def is_plain(text: str) -> bool:
    """Whether there are letters of ours in it; the number of a card (R07) and a square (e5) are the same everywhere."""
    return LETTER.search(re.sub(r"\b[A-Z]\d\d\b|\b[a-i][1-9]\b", "", text)) is not None


def in_json(told: Any) -> list[str]:
    """Words of sentences that were told as JSON: lists of strings and spans."""
    if isinstance(told, dict):
        if "as" in told:
            return [told["text"]] if told["as"] not in SAME_EVERYWHERE and is_plain(told["text"]) else []
        return [found for value in told.values() for found in in_json(value)]
    if isinstance(told, list):
        is_sentence = any(isinstance(part, dict) and "as" in part for part in told) or (
            len(told) > 0 and all(isinstance(part, str) and " " in part for part in told)
        )
        plain = [part for part in told if isinstance(part, str) and is_plain(part)] if is_sentence else []
        return plain + [found for part in told if not isinstance(part, str) for found in in_json(part)]
    return []


def said_in(match: Match, voice: Voice, rng: Random) -> Iterator[tuple[str, list[str]]]:
    """Everything that is said at one moment."""
    state = match.state
    for audience in (*range(match.players), SPECTATOR):
        view = match.view(audience)
        yield "guide", in_json(guide_told(match, view, voice))
        for sentence in getattr(games.guide(match.game), "told", lambda _: ())(view):
            yield "told", untranslated(voice, sentence)
        yield "scene", in_json(shown(match.game, view, voice, Manner("scene", "eo")))
        for event in match.events(audience, match.version - 1):
            yield type(event).__name__, untranslated(voice, event.text())
    if match.to_act >= 0:
        decision = state.decision()
        yield type(decision).__name__, untranslated(voice, decision.prompt(state))
        yield type(decision).__name__, untranslated(voice, decision.waiting(state))
        view = match.view(match.to_act)
        listed = list(match.actions())
        for action in listed[:: max(1, len(listed) // 12)]:
            yield type(action).__name__, untranslated(voice, action.label(state))
            forecast = getattr(games.guide(match.game), "forecast", None)
            if forecast is not None:
                yield f"forecast of {type(action).__name__}", untranslated(voice, forecast(view, action).says)
        for action in illegal(match, listed, rng):
            refusal = match.why_not(match.to_act, action)
            if refusal is not None:
                yield f"refusal of {type(action).__name__}", untranslated(voice, refusal.text)


SEEN: dict[str, list[Action]] = {}


def illegal(match: Match, listed: list[Action], rng: Random) -> list[Action]:
    """Actions that were legal at another moment: most are not now."""
    known = SEEN.setdefault(match.game.slug, [])
    tried = [known[rng.below(len(known))] for _ in range(6)] if known else []
    known.extend(listed[:3])
    return tried


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("crowd", ["least", "most"])
def test_nothing_is_said_outside_the_catalogue(
    game: Game, crowd: str, wide: languages.Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "words", lambda _: wide)
    players = game.least_players if crowd == "least" else game.most_players
    rng = Random(7)
    match = Match(game, players, nature=rng, names=[f"❶{seat}" for seat in range(players)])
    voice = Voice(match.names, wide)
    outside: dict[str, set[str]] = {}
    minds = [bots.make("greedy", game, seat) for seat in range(players)]
    while not match.is_over and match.version < MOST_ENTRIES:
        for what, words in said_in(match, voice, rng):
            if words:
                outside.setdefault(what, set()).update(words)
        seat = match.to_act
        action = minds[seat].choose(match.view(seat), bots.offered(match.state))
        match.play(seat, action)
    for what, words in said_in(match, voice, rng):
        if words:
            outside.setdefault(what, set()).update(words)
    if match.is_over:
        outside |= {"ending": set(found)} if (found := untranslated(voice, match.ending())) else {}
    assert outside == {}


@pytest.mark.parametrize("game", [*filter(has_lessons, games.all_games())], ids=lambda game: game.slug)
def test_lessons_are_taught_in_every_language(
    game: Game, wide: languages.Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Titles, notes and terms, and what each lesson says on the way."""
    monkeypatch.setattr(languages, "words", lambda _: wide)
    found = whole(game, lessons_of(game.slug), Manner(language="eo"))
    titles = [each["title"] for each in found["lessons"]]
    titles += [word for term in found["terms"] for word in term["words"]]
    said = [each["say"] for kind in ("notes", "terms") for each in found[kind]]
    for lesson in lessons_of(game.slug).lessons:
        courses = (
            [Question(game, card) for card in lesson.cards] if isinstance(lesson, Legal) else [Course(game, lesson)]
        )
        said += [Voice(["❶"] * 8, wide).text(course.says) for course in courses]
    spoken = [text if isinstance(text, str) else "".join(map(str, text)) for text in said]
    assert [text for text in [*titles, *spoken] if is_plain(text)] == []


# ---------------------------------------------------------------- parts


VOICE = Voice(["Ana", "ben", "Cleo"])


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        (say("{who} begins.", who=Name(1)), "ben begins."),
        (say("{looters} wait.", looters=Count(1, "{n} looter", "{n} looters")), "1 looter wait."),
        (say("It is {points}.", points=Points(3)), "It is 3 points."),
        (say("There is {thing}.", thing=Thing("a1", "altar", True)), "There is an altar."),
        (say("{thing} falls.", thing=Thing("w", "wave")), "Wave falls."),
        (say("{all} share.", all=all_of([Name(0), Name(1), Name(2)])), "Ana, ben and Cleo share."),
        (say("Take {one}.", one=one_of([Name(0), Name(2)])), "Take Ana or Cleo."),
        (together(say("One."), None, say("Two.")), "One. Two."),
    ],
)
def test_parts_are_said_in_english(sentence: Part, text: str) -> None:
    assert VOICE.text(sentence) == text


def test_a_translation_may_turn_the_sentence_round_and_has_its_own_plurals(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    path.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "{who} runs for {points}."\nmsgstr "Für {points} läuft {who}."\n\n'
        'msgid "{n} point"\nmsgid_plural "{n} points"\nmsgstr[0] "{n} Punkt"\nmsgstr[1] "{n} Punkte"\n',
        encoding="utf-8",
    )
    words = languages.Catalogue("de", path)
    for points, text in ((1, "Für 1 Punkt läuft Ana."), (7, "Für 7 Punkte läuft Ana.")):
        said = say("{who} runs for {points}.", who=Name(0), points=Points(points))
        assert Voice(["Ana"], words).text(said) == text
    assert Voice(["Ana"], words).text(say("{who} passes.", who=Name(0))) == "Ana passes.", (
        "English where nothing is said"
    )


def test_spans_tell_what_they_are() -> None:
    said = say("{who} takes {thing}.", who=Name(0), thing=Thing("g03", "cup", True))
    assert VOICE.told(said) == [
        {"as": "name", "text": "Ana", "id": "0"},
        " takes ",
        {"as": "thing", "text": "a cup", "id": "g03"},
        ".",
    ]
