"""Frames: all that one audience may know of a table at one version."""

from __future__ import annotations

import hashlib
from typing import Any

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.state import REFEREE, SPECTATOR, Seat, View
from loot_table.server.cards import card as card_of
from loot_table.server.commands import why_not_undo
from loot_table.server.table import LiveTable, Note

MOST_NEWS = 200  # lines in a frame; what came before is read from the log, page by page
PAGE = 200  # versions of the match on a page of the log
AUDIENCES = {SPECTATOR: "spectator", REFEREE: "referee"}


class Shared:
    """What the screens of a table share at one version: the card, and the bytes of a frame for the same eyes."""

    def __init__(self, table: LiveTable) -> None:
        self.card = card_of(table)
        self.frames: dict[tuple[Seat, str, int, Seat | None], bytes] = {}


def frame(
    table: LiveTable,
    audience: Seat,
    form: str = "scene",
    since: int = -1,
    curtain: Seat | None = None,
    card: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The frame of a seat or of a spectator. Behind a curtain the spectator's, and whose turn it is to unlock.
    `card`: the table's, if the caller has it at hand."""
    whole: dict[str, Any] = {
        "type": "frame",
        "version": table.version,
        "audience": AUDIENCES.get(audience, audience),
        "card": card_of(table) if card is None else card,
        "match": None if table.match is None else match_frame(table, table.match, audience, form, since),
    }
    if curtain is not None and whole["match"] is not None:
        whole["match"]["curtain"] = {"seat": curtain, "name": table.places[curtain].name}
    return sealed(whole)


def sealed(whole: dict[str, Any]) -> dict[str, Any]:
    """With its hash, by which a client sees that it has it right."""
    told = {name: whole[name] for name in ("version", "audience", "card", "match")}
    whole["hash"] = hashlib.sha256(codec.dumps(told)).hexdigest()[:16]
    return whole


def match_frame(table: LiveTable, match: Match, audience: Seat, form: str, since: int) -> dict[str, Any]:
    is_running = not match.is_over and not table.aside
    decision = match.state.decision() if is_running else None
    is_mine = decision is not None and match.to_act == audience
    is_large = decision is not None and decision.is_large(match.state)
    lines, earlier = news(table, match, audience, since)
    no_undo, can_offer = why_not_undo(table, audience) if audience >= 0 else (None, False)
    return {
        "to_act": match.to_act,
        "decider": match.names[match.to_act] if is_running else None,
        "prompt": match.named(decision.prompt(match.state)) if decision is not None else "",
        "rule": decision.rule() if decision is not None else "",
        form: shown(match.game, match.view(audience), match.names, form),
        "actions": offered(match) if is_mine and not is_large else None,
        "is_large": is_large,
        "news": lines,
        "earlier": earlier,
        "undo": codec.encode(no_undo),
        "takeback": can_offer,
        "result": result(match),
        "curtain": None,
    }


def shown(game: Game, view: View, names: tuple[str, ...], form: str) -> Any:
    """The view as JSON, or the scene that the game makes of it."""
    if form == "view" or not games.has_part(game, "scene"):
        return codec.encode(view)
    return games.part(game, "scene").scene(view, names)


def offered(match: Match) -> list[dict[str, Any]]:
    return [
        {"action": codec.encode(action), "label": match.named(action.label(match.state))} for action in match.actions()
    ]


def news(table: LiveTable, match: Match, audience: Seat, since: int) -> tuple[list[dict[str, Any]], bool]:
    """What an audience noticed after a version of the table: the game's events and the table's own notes. The last of it,
    and whether there was more."""
    # Something taken back since then goes back below where the match was.
    first = min(table.marks[since - 1 :]) if 0 < since <= len(table.marks) else -1
    start = max(first + 1, len(match.log) - MOST_NEWS)
    notes = [note for note in table.notes if note.version >= since]
    lines = in_order(table, match, audience, range(start, len(match.log)), notes)
    return lines[-MOST_NEWS:], start > first + 1 or len(lines) > MOST_NEWS


def in_order(
    table: LiveTable, match: Match, audience: Seat, versions: range, notes: list[Note]
) -> list[dict[str, Any]]:
    told = [line for number in versions for line in told_at(match, audience, number)]
    noted = [
        {"version": table.marks[note.version], "text": note.text, "rule": note.rule, "event": {"type": "note"}}
        for note in notes
    ]
    return sorted(told + noted, key=lambda line: int(line["version"]))


def log_page(table: LiveTable, audience: Seat, first: int) -> tuple[list[dict[str, Any]], int | None]:
    """A page of all that was noticed, and where the next begins."""
    if table.match is None:
        return [], None
    versions = range(first, min(first + PAGE, len(table.match.log)))
    notes = [note for note in table.notes if table.marks[note.version] in versions]
    lines = in_order(table, table.match, audience, versions, notes)
    return lines, versions.stop if versions.stop < len(table.match.log) else None


def told_at(match: Match, audience: Seat, version: int) -> list[dict[str, Any]]:
    """What an audience noticed of the entry that led to a version of the match."""
    seen = [event.seen_by(audience) for event in match.log[version]]
    return [
        {"version": version, "text": event.text(match.names), "rule": event.rule(), "event": codec.encode(event)}
        for event in seen
        if event is not None
    ]


def result(match: Match) -> dict[str, Any] | None:
    found = match.result()
    return None if found is None else {**found, "text": match.ending()}
