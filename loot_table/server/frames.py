"""Frames: all that one audience may know of a table at one version."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.sentence import Voice
from loot_table.engine.state import REFEREE, SPECTATOR, Event, Seat
from loot_table.server.cards import card as card_of
from loot_table.server.commands import why_not_undo
from loot_table.server.curtain import MOST_RECAP, Curtain
from loot_table.server.deflate import Message
from loot_table.server.table import LiveTable, Note
from loot_table.server.telling import USUAL, Manner, guide_told, line_of, offered, refusal_told, shown

MOST_NEWS = 200  # lines in a frame; what came before is read from the log, page by page
SAME_SECONDS = 0.25  # for which those who come to watch are told the same
PAGE = 200  # versions of the match on a page of the log
Lines = dict[tuple[str, int, int], list[tuple[Event, dict[str, Any]]]]  # of an event, by how it looks
AUDIENCES = {SPECTATOR: "spectator", REFEREE: "referee"}


class Shared:
    """What the screens of a table share at one version: what is told to everybody, and the bytes of a frame for the same
    eyes. Nothing in it depends on who looks."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.version = table.version
        self.frames: dict[tuple[Seat, Manner, int, Curtain | None], Message] = {}
        self.cards: dict[str, msgspec.Raw] = {}
        self.voices: dict[str, Voice] = {}
        self.questions: dict[str, dict[str, Any]] = {}
        self.lines: Lines = {}

    def frame(self, audience: Seat, manner: Manner, since: int, curtain: Curtain | None) -> Message:
        key = (audience, manner, since, curtain)
        found = self.frames.get(key)
        if found is None:
            found = self.frames[key] = Message(text(self.table, audience, manner, since, curtain, self))
        return found

    def card(self, manner: Manner) -> msgspec.Raw:
        found = self.cards.get(manner.language)
        if found is None:
            found = self.cards[manner.language] = msgspec.Raw(codec.dumps(card_of(self.table, manner)))
        return found

    def voice(self, match: Match, manner: Manner) -> Voice:
        found = self.voices.get(manner.language)
        if found is None:
            found = self.voices[manner.language] = match.voice(manner.words)
        return found

    def question(self, match: Match, manner: Manner) -> dict[str, Any]:
        found = self.questions.get(manner.language)
        if found is None:
            found = self.questions[manner.language] = question(self.table, match, self.voice(match, manner))
        return found


def shared(table: LiveTable, audience: Seat) -> Shared:
    """What somebody is told who comes to look now. Who come to watch together are told the same; not for long, for who is
    here and how much time is left change without a version."""
    if audience != SPECTATOR or table.clock is not None:
        return Shared(table)
    known: Shared | None = table.shared
    if known is None or known.version != table.version:
        known = table.shared = Shared(table)
        asyncio.get_running_loop().call_later(SAME_SECONDS, setattr, table, "shared", None)
    return known


def frame(
    table: LiveTable, audience: Seat, manner: Manner = USUAL, since: int = -1, curtain: Curtain | None = None
) -> dict[str, Any]:
    """The frame of a seat or of a spectator. Behind a curtain the spectator's, and whose turn it is to unlock."""
    told = parts(table, audience, manner, since, curtain, Shared(table))
    told["card"] = card_of(table, manner)
    return {"type": "frame", **told, "hash": digest(codec.dumps(told))}


def text(
    table: LiveTable, audience: Seat, manner: Manner, since: int, curtain: Curtain | None, shared: Shared
) -> bytes:
    """The same as JSON, made once: what the hash is of stands in it as it is."""
    told = codec.dumps(parts(table, audience, manner, since, curtain, shared))
    return b'{"type":"frame","hash":"%s",%s' % (digest(told).encode(), told[1:])


def digest(told: bytes) -> str:
    """By which a client sees that it has a frame right: of version, audience, card and match, with their keys in order."""
    return hashlib.sha256(told).hexdigest()[:16]


def parts(
    table: LiveTable, audience: Seat, manner: Manner, since: int, curtain: Curtain | None, shared: Shared
) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "version": table.version,
        "audience": AUDIENCES.get(audience, audience),
        "card": shared.card(manner),
        "match": None if table.match is None else match_frame(table, table.match, audience, manner, since, shared),
    }
    if curtain is not None and whole["match"] is not None:
        whole["match"]["curtain"] = curtain_told(table, curtain, manner)
    return whole


def curtain_told(table: LiveTable, curtain: Curtain, manner: Manner) -> dict[str, Any]:
    """Whom the screen waits for, and what everybody could see since they last moved."""
    match, voice = table.playing(), table.playing().voice(manner.words)
    versions = range(max(curtain.first, match.version + 1 - MOST_RECAP), match.version + 1)
    lines = [line for number in versions for line in told_at(table, match, SPECTATOR, number, voice)]
    return {
        "seat": curtain.seat,
        "name": None if curtain.seat is None else table.places[curtain.seat].name,
        "recap": [{"text": line["text"], "kind": line["kind"]} for line in lines if not line["is_small"]][-MOST_RECAP:],
    }


def match_frame(
    table: LiveTable, match: Match, audience: Seat, manner: Manner, since: int, shared: Shared
) -> dict[str, Any]:
    voice, view = shared.voice(match, manner), match.view(audience)
    asked = shared.question(match, manner)
    is_asked = asked["prompt"] is not None and match.to_act == audience and not asked["is_large"]
    lines, earlier = news(table, match, audience, since, voice, shared.lines)
    no_undo, can_offer = why_not_undo(table, audience) if audience >= 0 else (None, False)
    return {
        **asked,
        manner.form: shown(match.game, view, voice, manner),
        "guide": guide_told(match, view, voice) if manner.form == "scene" else None,
        "actions": offered(match, view if manner.form == "scene" else None, voice) if is_asked else None,
        "news": lines,
        "earlier": earlier,
        "undo": refusal_told(no_undo, voice),
        "takeback": can_offer,
        "curtain": None,
    }


def question(table: LiveTable, match: Match, voice: Voice) -> dict[str, Any]:
    """What is to be decided and by whom, or how it ended: the same for everybody."""
    is_running = not match.is_over and not table.aside
    decision = match.state.decision() if is_running else None
    return {
        "to_act": match.to_act,
        "decider": match.names[match.to_act] if is_running else None,
        "prompt": voice.told(decision.prompt(match.state)) if decision is not None else None,
        "rule": decision.rule() if decision is not None else "",
        "is_large": decision is not None and decision.is_large(match.state),
        "result": result(table, match, voice),
    }


def news(
    table: LiveTable, match: Match, audience: Seat, since: int, voice: Voice, lines: Lines
) -> tuple[list[dict[str, Any]], bool]:
    """What an audience noticed after a version of the table: the game's events and the table's own notes. The last of it,
    and whether there was more."""
    # Something taken back since then goes back below where the match was.
    first = min(table.marks[since - 1 :]) if 0 < since <= len(table.marks) else -1
    start = max(first + 1, match.version + 1 - MOST_NEWS)
    notes = [note for note in table.notes if note.version >= since]
    found = in_order(table, match, audience, range(start, match.version + 1), notes, voice, lines)
    return found[-MOST_NEWS:], start > first + 1 or len(found) > MOST_NEWS


def in_order(
    table: LiveTable,
    match: Match,
    audience: Seat,
    versions: range,
    notes: list[Note],
    voice: Voice,
    lines: Lines | None = None,
) -> list[dict[str, Any]]:
    told = [line for number in versions for line in told_at(table, match, audience, number, voice, lines)]
    noted = [
        {
            "version": table.marks[note.version],
            "text": voice.told(note.text),
            "rule": note.rule,
            "event": {"type": "note"},
            "chapter": None,
            "is_small": False,
            "kind": "note",
        }
        for note in notes
    ]
    return sorted(told + noted, key=lambda line: int(line["version"])) if noted else told


def log_page(
    table: LiveTable, audience: Seat, first: int, manner: Manner = USUAL
) -> tuple[list[dict[str, Any]], int | None]:
    """A page of all that was noticed, and where the next begins."""
    if table.match is None:
        return [], None
    end = table.match.version + 1
    versions = range(first, min(first + PAGE, end))
    notes = [note for note in table.notes if table.marks[note.version] in versions]
    lines = in_order(table, table.match, audience, versions, notes, table.match.voice(manner.words))
    return lines, versions.stop if versions.stop < end else None


def told_at(
    table: LiveTable, match: Match, audience: Seat, version: int, voice: Voice, lines: Lines | None = None
) -> list[dict[str, Any]]:
    """What an audience noticed of the entry that led to a version of the match. `lines`: those that were told before; to
    whom an event looks the same it is told in the same words."""
    found = []
    headings = table.headings.of(match, version)
    for place, (event, heading) in enumerate(zip(match.recall(version), headings, strict=True)):
        seen = event.seen_by(audience)
        if seen is None:
            continue
        told = [] if lines is None else lines.setdefault((voice.words.name, version, place), [])
        line = next((line for other, line in told if other == seen), None)
        if line is None:
            line = line_of(match, version, seen, heading, voice)
            told.append((seen, line))
        found.append(line)
    return found


def result(table: LiveTable, match: Match, voice: Voice) -> dict[str, Any] | None:
    found = match.result()
    if found is None:
        return None
    # A service of the table ended it: its note says how, by the clock or by hand.
    noted = [note.text for note in table.notes if note.rule in ("LT-4", "LT-5", "LT-9")] if match.service else []
    return {**found, "text": voice.told(noted[-1] if noted else match.decided())}
