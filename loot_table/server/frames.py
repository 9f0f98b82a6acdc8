"""Frames: all that one audience may know of a table at one version."""

from __future__ import annotations

import hashlib
from typing import Any

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.sentence import Voice
from loot_table.engine.state import REFEREE, SPECTATOR, Seat
from loot_table.server.cards import card as card_of
from loot_table.server.commands import why_not_undo
from loot_table.server.curtain import MOST_RECAP, Curtain
from loot_table.server.table import LiveTable, Note
from loot_table.server.telling import USUAL, Manner, guide_told, offered, refusal_told, shown

MOST_NEWS = 200  # lines in a frame; what came before is read from the log, page by page
PAGE = 200  # versions of the match on a page of the log
AUDIENCES = {SPECTATOR: "spectator", REFEREE: "referee"}


class Shared:
    """What the screens of a table share at one version: the card, and the bytes of a frame for the same eyes."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.cards: dict[str, dict[str, Any]] = {}
        self.frames: dict[tuple[Seat, Manner, int, Curtain | None], bytes] = {}

    def card(self, manner: Manner) -> dict[str, Any]:
        if manner.language not in self.cards:
            self.cards[manner.language] = card_of(self.table, manner)
        return self.cards[manner.language]


def frame(
    table: LiveTable,
    audience: Seat,
    manner: Manner = USUAL,
    since: int = -1,
    curtain: Curtain | None = None,
    card: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The frame of a seat or of a spectator. Behind a curtain the spectator's, and whose turn it is to unlock.
    `card`: the table's, if the caller has it at hand."""
    whole: dict[str, Any] = {
        "type": "frame",
        "version": table.version,
        "audience": AUDIENCES.get(audience, audience),
        "card": card_of(table, manner) if card is None else card,
        "match": None if table.match is None else match_frame(table, table.match, audience, manner, since),
    }
    if curtain is not None and whole["match"] is not None:
        whole["match"]["curtain"] = curtain_told(table, curtain, manner)
    return sealed(whole)


def curtain_told(table: LiveTable, curtain: Curtain, manner: Manner) -> dict[str, Any]:
    """Whom the screen waits for, and what everybody could see since they last moved."""
    match, voice = table.playing(), table.playing().voice(manner.words)
    versions = range(max(curtain.first, len(match.log) - MOST_RECAP), len(match.log))
    lines = [line for number in versions for line in told_at(table, match, SPECTATOR, number, voice)]
    return {
        "seat": curtain.seat,
        "name": None if curtain.seat is None else table.places[curtain.seat].name,
        "recap": [{"text": line["text"], "kind": line["kind"]} for line in lines if not line["is_small"]][-MOST_RECAP:],
    }


def sealed(whole: dict[str, Any]) -> dict[str, Any]:
    """With its hash, by which a client sees that it has it right."""
    told = {name: whole[name] for name in ("version", "audience", "card", "match")}
    whole["hash"] = hashlib.sha256(codec.dumps(told)).hexdigest()[:16]
    return whole


def match_frame(table: LiveTable, match: Match, audience: Seat, manner: Manner, since: int) -> dict[str, Any]:
    voice, view = match.voice(manner.words), match.view(audience)
    is_running = not match.is_over and not table.aside
    decision = match.state.decision() if is_running else None
    is_mine = decision is not None and match.to_act == audience
    is_large = decision is not None and decision.is_large(match.state)
    lines, earlier = news(table, match, audience, since, voice)
    no_undo, can_offer = why_not_undo(table, audience) if audience >= 0 else (None, False)
    return {
        "to_act": match.to_act,
        "decider": match.names[match.to_act] if is_running else None,
        "prompt": voice.told(decision.prompt(match.state)) if decision is not None else None,
        "rule": decision.rule() if decision is not None else "",
        manner.form: shown(match.game, view, voice, manner),
        "guide": guide_told(match, view, voice) if manner.form == "scene" else None,
        "actions": offered(match, view if manner.form == "scene" else None, voice)
        if is_mine and not is_large
        else None,
        "is_large": is_large,
        "news": lines,
        "earlier": earlier,
        "undo": refusal_told(no_undo, voice),
        "takeback": can_offer,
        "result": result(table, match, voice),
        "curtain": None,
    }


def news(table: LiveTable, match: Match, audience: Seat, since: int, voice: Voice) -> tuple[list[dict[str, Any]], bool]:
    """What an audience noticed after a version of the table: the game's events and the table's own notes. The last of it,
    and whether there was more."""
    # Something taken back since then goes back below where the match was.
    first = min(table.marks[since - 1 :]) if 0 < since <= len(table.marks) else -1
    start = max(first + 1, len(match.log) - MOST_NEWS)
    notes = [note for note in table.notes if note.version >= since]
    lines = in_order(table, match, audience, range(start, len(match.log)), notes, voice)
    return lines[-MOST_NEWS:], start > first + 1 or len(lines) > MOST_NEWS


def in_order(
    table: LiveTable, match: Match, audience: Seat, versions: range, notes: list[Note], voice: Voice
) -> list[dict[str, Any]]:
    told = [line for number in versions for line in told_at(table, match, audience, number, voice)]
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
    return sorted(told + noted, key=lambda line: int(line["version"]))


def log_page(
    table: LiveTable, audience: Seat, first: int, manner: Manner = USUAL
) -> tuple[list[dict[str, Any]], int | None]:
    """A page of all that was noticed, and where the next begins."""
    if table.match is None:
        return [], None
    versions = range(first, min(first + PAGE, len(table.match.log)))
    notes = [note for note in table.notes if table.marks[note.version] in versions]
    lines = in_order(table, table.match, audience, versions, notes, table.match.voice(manner.words))
    return lines, versions.stop if versions.stop < len(table.match.log) else None


def told_at(table: LiveTable, match: Match, audience: Seat, version: int, voice: Voice) -> list[dict[str, Any]]:
    """What an audience noticed of the entry that led to a version of the match."""
    headings = table.headings.of(match, version)
    kind = "chance" if version > 0 and match.record[version - 1].outcome is not None else "decision"
    seen = [(event.seen_by(audience), heading) for event, heading in zip(match.log[version], headings, strict=True)]
    return [
        {
            "version": version,
            "text": voice.told(event.text()),
            "rule": event.rule(),
            "event": codec.encode(event),
            "chapter": voice.told(heading),
            "is_small": event.is_small(),
            "kind": "score" if event.is_scoring() else kind,
        }
        for event, heading in seen
        if event is not None
    ]


def result(table: LiveTable, match: Match, voice: Voice) -> dict[str, Any] | None:
    found = match.result()
    if found is None:
        return None
    # A service of the table ended it: its note says how, by the clock or by hand.
    noted = [note.text for note in table.notes if note.rule in ("LT-4", "LT-5", "LT-9")] if match.service else []
    return {**found, "text": voice.told(noted[-1] if noted else match.decided())}
