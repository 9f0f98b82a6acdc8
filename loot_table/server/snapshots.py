"""A long game's table as it was now and then, so that waking it need not play everything again.

A snapshot only counts beside the log that led to it: it names the log's fingerprint up to its version, the rules, the
components and the release that played them, and its own. Where one of these differs, the log is played from its beginning.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import msgspec
import structlog

from loot_table.engine import past
from loot_table.engine.match import Match
from loot_table.server import happenings
from loot_table.server.happenings import Happening, written
from loot_table.server.papers import Paper
from loot_table.server.problems import where
from loot_table.server.seats import opaque
from loot_table.server.store import Kept
from loot_table.server.table import LiveTable, trailed

log = structlog.get_logger()
KIND: Final = "snapshot"
EVERY: Final = 1024  # entries of a log; most games end before
BACK: Final = 3  # tables of before that go with it: whoever takes an action back need not play everything again
MARK: Final = hashlib.sha256().digest_size


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """It holds every secret of the table, as the log does."""

    release: str
    rules: int
    components: str
    version: int  # of the table
    trail: str  # the log's fingerprint up to there
    tables: dict[int, str]  # by the match's version: as `past.written` has them; the last is that of the snapshot


known: Final = msgspec.json.Decoder(happenings.ANY)


@cache
def release() -> str:
    try:
        return version("loot-table")
    except PackageNotFoundError:  # run from its sources
        return ""


def id_of(table: str) -> str:
    return f"{KIND}-{table}"


def nothing(table: str) -> Paper:
    """Of a table that is forgotten."""
    return Paper(id_of(table), KIND, KIND, table, b"", int(time.time()))


class Photographer:
    """A clerk: what it keeps is kept with the change itself."""

    def papers(self, table: LiveTable, happening: Happening, asked: int | None) -> list[Paper]:
        if table.version % EVERY or table.phase != "playing" or not can_be_taken(table):
            return []
        taken = Snapshot(
            release(),
            table.game.rules_version,
            table.playing().components.hash,
            table.version,
            trailed(table.trail, written(happening)).hex(),
            tables_of(table.playing()),
        )
        return [Paper(id_of(table.id), KIND, KIND, table.id, sealed(msgspec.json.encode(taken)), int(time.time()))]

    def kept(self, table: LiveTable, papers: list[Paper]) -> None:
        return


def can_be_taken(table: LiveTable) -> bool:
    """Luck that goes by kinds of draws is counted by playing."""
    return table.deal is None and table.beginning is None and not table.aside


def tables_of(match: Match) -> dict[int, str]:
    """The table now, and a few of those before it that the match has kept."""
    found = {match.version: past.written(match.state).decode()}
    number = match.version
    while len(found) <= BACK and (number := match.past.nearest(number)):
        text = match.past.texts.get(number) or past.written(match.past.states[number])
        found[number] = text.decode()
    return found


def sealed(text: bytes) -> bytes:
    return hashlib.sha256(text).digest() + text


def opened(body: bytes) -> Snapshot | None:
    """None: it is not as it was written."""
    mark, text = body[:MARK], body[MARK:]
    if not hmac.compare_digest(mark, hashlib.sha256(text).digest()):
        return None
    try:
        return msgspec.json.decode(text, type=Snapshot)
    except msgspec.ValidationError:  # another release wrote it
        return None


def taken_up(id: str, kept: Sequence[Kept], body: bytes) -> LiveTable | None:
    """The table from its log, played only from the snapshot on; None where the snapshot does not fit."""
    snapshot = opened(body)
    if snapshot is None or snapshot.release != release() or not fits(snapshot, kept):
        log.warning("snapshot_unused", table=opaque(id))
        return None
    try:
        return folded_from(id, kept, snapshot)
    except Exception as error:  # the log is what counts: it is played from its beginning, and says what is wrong
        log.error("snapshot_unfit", table=opaque(id), **where(error))
        return None


def fits(snapshot: Snapshot, kept: Sequence[Kept]) -> bool:
    if not 0 < snapshot.version <= len(kept) or not snapshot.tables:
        return False
    trail = b""
    for number, one in enumerate(kept[: snapshot.version], 1):
        if one.version != number or one.schema != happenings.SCHEMA:
            return False
        trail = trailed(trail, one.body)
    return hmac.compare_digest(trail.hex(), snapshot.trail)


class Misfit(Exception):
    """A snapshot that is whole, and yet not of this table."""


def folded_from(id: str, kept: Sequence[Kept], snapshot: Snapshot) -> LiveTable:
    table = LiveTable(id)
    table.is_taken_up = True
    for one in kept[: snapshot.version]:
        table.fold(known.decode(one.body), one.command)  # this release has read every byte of it before
    match = table.playing()
    if (table.game.rules_version, match.components.hash) != (snapshot.rules, snapshot.components):
        raise Misfit
    text = snapshot.tables.pop(match.version).encode()
    for number, other in sorted(snapshot.tables.items()):
        match.past.texts[number] = other.encode()
    match.pass_by(text)
    match.catch_up()
    if past.written(match.state) != text or match.is_over:
        raise Misfit
    table.is_taken_up = False
    table.trail = bytes.fromhex(snapshot.trail)
    if table.clock is not None:
        table.run_clock([], table.clock.began)
    for one in kept[snapshot.version :]:
        table.fold(happenings.read(one.schema, one.body), one.command)
        table.trail = trailed(table.trail, one.body)
    return table
