"""In whose words a client is told: every sentence of a table, and its guide, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loot_table import games, languages
from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.guide import Chapters, Forecast, SeatFacts
from loot_table.engine.match import Match
from loot_table.engine.sentence import Sentence, Voice, Words
from loot_table.engine.state import Action, Event, Refusal, View


@dataclass(frozen=True)
class Manner:
    """How a client wants to be told: the view or the scene that a board draws, and in which language."""

    form: str = "scene"
    language: str = "en"

    @property
    def words(self) -> Words:
        return languages.words(self.language)

    def voice(self, names: Sequence[str]) -> Voice:
        """For what is said beside a match; a match has its own voice, which also knows what its components are called."""
        return Voice(names, self.words)


USUAL = Manner()


def refusal_told(refusal: Refusal | None, voice: Voice) -> dict[str, Any] | None:
    if refusal is None:
        return None
    return {"text": voice.told(refusal.text), "rule": refusal.rule, "show": list(refusal.show)}


def shown(game: Game, view: View, voice: Voice, manner: Manner) -> Any:
    """The view as JSON, or the scene that the game makes of it."""
    if manner.form == "view":
        return codec.encode(view)
    return games.part(game, "scene").scene(view, voice)


def line_of(match: Match, version: int, event: Event, heading: Sentence | None, voice: Voice) -> dict[str, Any]:
    """A line of the log."""
    kind = "chance" if version > 0 and match.record[version - 1].outcome is not None else "decision"
    return {
        "version": version,
        "text": voice.told(event.text()),
        "rule": event.rule(),
        "event": codec.encode(event),
        "chapter": voice.told(heading),
        "is_small": event.is_small(),
        "kind": "score" if event.is_scoring() else kind,
    }


def offered(match: Match, view: View | None, voice: Voice) -> list[dict[str, Any]]:
    """Every answer with its words, and what it would do by the view of the seat that decides; none: the words alone."""
    return [choice(match, action, view, voice) for action in match.actions()]


def choice(match: Match, action: Action, view: View | None, voice: Voice) -> dict[str, Any]:
    told = {"action": codec.encode(action), "label": voice.told(action.label(match.state))}
    if view is None:
        return told
    foretold = forecast(match.game, view, action)
    if action.cell():
        told["cell"] = action.cell()
    return {**told, "says": voice.told(foretold.says), "locks": foretold.locks, "spend": foretold.spend}


def forecast(game: Game, view: View, action: Action) -> Forecast:
    guide = games.guide(game)
    found: Forecast = guide.forecast(view, action) if hasattr(guide, "forecast") else Forecast()
    return found


# ---------------------------------------------------------------- the guide


def guide_told(match: Match, view: View, voice: Voice) -> dict[str, Any]:
    """What stands around the board for one audience."""
    guide = games.guide(match.game)
    running = match.state.decision() if not match.is_over and match.to_act >= 0 else None

    def of(name: str) -> Any:
        found = getattr(guide, name, None)
        return None if found is None else found(view)

    banner, pips, seat = of("banner"), of("pips"), getattr(guide, "seat", None)
    return {
        "goal": voice.told(of("goal")),
        "hint": voice.told(of("hint")),
        "secret": voice.told(of("secret")),
        "waits": voice.told(running.waiting(match.state)) if running is not None else None,
        "seats": [facts_told(seat(view, number), voice) for number in range(match.players)]
        if seat is not None
        else None,
        "steps": [{"label": voice.told(step.label), "state": step.state} for step in of("steps") or ()],
        "pips": None if pips is None else {"left": pips[0], "of": pips[1]},
        "picks": {
            name: {"asks": voice.told(pick.asks), "hint": voice.told(pick.hint)}
            for name, pick in (of("picks") or {}).items()
        },
        "banner": None if banner is None else {"text": voice.told(banner.text), "rule": banner.rule},
    }


def facts_told(facts: SeatFacts, voice: Voice) -> dict[str, Any]:
    slots = facts.slots
    return {
        "score": facts.score,
        "unit": voice.told(facts.unit, is_whole=False),  # a few words beside a picture or a number
        "facts": [
            {
                "text": voice.told(fact.text, is_whole=False),
                "short": voice.told(fact.short, is_whole=False),
                "icon": fact.icon,
                "tone": fact.tone,
                "is_secret": fact.is_secret,
            }
            for fact in facts.facts
        ],
        "slots": None
        if slots is None
        else {"have": slots.have, "of": slots.of, "icon": slots.icon, "label": voice.told(slots.label)},
    }


def everything(game: Game, view: View, voice: Voice) -> list[Any]:
    """All that the board shows, as sentences to be read out."""
    guide = games.guide(game)
    told: Sequence[Sentence] = guide.told(view) if hasattr(guide, "told") else ()
    return [voice.told(sentence) for sentence in told]


# ---------------------------------------------------------------- the headings of the log


REMEMBERED = 512  # versions, after which a memory is kept
AT_HAND = 256  # versions whose headings are


class Headings:
    """Under which heading each event of a match stands. Each is heard once and in order; who looks back far, or hears
    something else after what was taken back, begins with the last memory before it."""

    def __init__(self) -> None:
        self.found: dict[int, list[Sentence | None]] = {}
        self.memories: dict[int, dict[str, Any]] = {}  # by version, what whoever has heard all before it remembers
        self.chapters: Chapters | None = None
        self.next = 0  # the version they hear next

    def of(self, match: Match, version: int) -> list[Sentence | None]:
        if version not in self.found:
            self.hear(match, version)
        return self.found[version]

    def hear(self, match: Match, last: int) -> None:
        begin = max([known for known in self.memories if known <= last], default=0)
        chapters = self.chapters
        if chapters is None or not begin <= self.next <= last:
            chapters = self.chapters = chapters_of(match, self.memories.get(begin, {}))
            self.next = begin
        for version in range(self.next, last + 1):
            if version % REMEMBERED == 0:
                self.memories[version] = self.memory()
            self.found[version] = [chapters.heading(event, version) for event in match.recall(version)]
            self.next = version + 1
        if len(self.found) > 2 * AT_HAND:
            self.found = {version: found for version, found in self.found.items() if abs(version - last) < AT_HAND}

    def memory(self) -> dict[str, Any]:
        """Of what has been heard, as plain data."""
        return dict(getattr(self.chapters, "__dict__", {}))

    def forget_after(self, version: int) -> None:
        """Something was taken back."""
        self.found = {known: found for known, found in self.found.items() if known <= version}
        self.memories = {known: memory for known, memory in self.memories.items() if known <= version + 1}
        if self.next > version + 1:
            self.chapters = None


def chapters_of(match: Match, memory: dict[str, Any]) -> Chapters:
    """Somebody who has heard so much of a match."""
    chapters: Chapters = getattr(games.guide(match.game), "Chapters", Chapters)(match.players)
    for name, value in memory.items():
        setattr(chapters, name, value)
    return chapters
