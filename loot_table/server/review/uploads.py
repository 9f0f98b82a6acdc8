"""Records that somebody brings along, from the terminal or another server, to be reviewed here. They are checked in a process
of their own, kept in memory for a while, and found by nobody who has not their link."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match, read_record
from loot_table.server.beginnings import replayed
from loot_table.server.happenings import Beginning, Lineage, Place
from loot_table.server.problems import NotNow, Problem
from loot_table.server.seats import new_table_id
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

UPLOAD: Final = "upload-"
MOST_BYTES: Final = 1 << 20
MOST_ENTRIES: Final = 4000  # of a record
MOST_KEPT: Final = 60  # records
MOST_KEPT_ENTRIES: Final = 40_000  # of all of them together
MOST_SECONDS: Final = 15.0  # that the process may take to play it again
TELLING: Final = 8  # entries from which on two games without secrets are hardly the same by chance


class Uploads:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.kept: OrderedDict[str, LiveTable] = OrderedDict()

    async def find(self, id: str) -> LiveTable | None:
        return self.kept.get(id)

    async def keep(self, text: bytes, seconds: float) -> LiveTable:
        """A record that was checked, as a table that is over."""
        if seconds > MOST_SECONDS:
            raise Problem(
                "this game takes too long to be played again here; review it at the terminal: loot review FILE"
            )
        match = await replayed(read_record(text))
        if is_running(match, self.tables.awake.values()):
            raise NotNow("this game is still played here; a game is reviewed when it is over")
        table = self.kept[new_id()] = laid_out(match)
        table.id = next(reversed(self.kept))
        await self.tables.homes.hold(table.id)
        while len(self.kept) > MOST_KEPT or entries_of(self.kept.values()) > MOST_KEPT_ENTRIES:
            old, _ = self.kept.popitem(last=False)
            self.tables.awake.pop(old, None)
        return table


def entries_of(tables: Iterable[LiveTable]) -> int:
    return sum(each.playing().version for each in tables)


def new_id() -> str:
    return UPLOAD + new_table_id()


def is_running(match: Match, tables: Iterable[LiveTable]) -> bool:
    """Whether it is a game that is played here now, to which somebody has added an end. Only of games without secrets: of
    others the answer itself would tell what nobody may know, and nobody could write such a record."""
    if match.game.has_secrets:
        return False
    for table in tables:
        other = table.match
        if table.phase == "playing" and other is not None and other.game.slug == match.game.slug:
            known = other.version
            if known >= TELLING and other.record == match.record[:known]:
                return True
    return False


def laid_out(match: Match) -> LiveTable:
    """A table at which the record was played, as far as anybody can tell."""
    colours = match.game.seat_colours + "abcdefgh"
    places = [
        Place(kind="bot", name=name, colour=colours[seat], is_ready=True, bot="greedy")
        for seat, name in enumerate(match.names)
    ]
    saved = match.to_json()
    table = LiveTable("", game=match.game, players=match.players, places=places, match=match, phase="over")
    table.options, table.components = saved["options"], match.component_data  # type: ignore[assignment]
    table.beginning = Beginning(Lineage("upload", match.begun, None, list(match.names)))
    table.version, table.marks = 1, [match.version]
    return table


def checked(text: bytes, most_components: int) -> Match:
    """In a process with limits: the whole record, move by move."""
    saved = read_record(text)
    entries, components = saved.get("entries"), saved.get("component_data")
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        raise BadInput(f"a record for review has at most {MOST_ENTRIES} entries; this one has {len(entries)}")
    if components is not None and len(repr(components)) > most_components:
        raise BadInput("the components of this record are too many for a review here")
    match = Match.from_json(saved, games.load(saved["game"]))
    if not match.is_over:
        raise BadInput("this game is not over: a game is reviewed when it is over")
    return match
