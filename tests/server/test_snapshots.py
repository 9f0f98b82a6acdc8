"""A long game is not played again from its beginning when its table wakes; and no snapshot ever wins over the log."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.house import House, in_house
from structlog.testing import capture_logs

from loot_table import games
from loot_table.engine import codec, past
from loot_table.engine.build import is_compiled
from loot_table.engine.random import Random
from loot_table.server import commands, frames, snapshots
from loot_table.server.happenings import SCHEMA, ClockTerms, Created, Happening, Paused, Place, Undone, written
from loot_table.server.memory import MemoryStore
from loot_table.server.snapshots import MARK, Photographer, Snapshot, sealed, taken_up
from loot_table.server.store import Kept
from loot_table.server.table import LiveTable, folded, trailed
from loot_table.server.telling import Manner

ID = "a" * 16
VIEW = Manner("view")


@dataclass
class Story:
    """A table, its log, and its last snapshot, as a server keeps them."""

    table: LiveTable = field(default_factory=lambda: LiveTable(ID))
    kept: list[Kept] = field(default_factory=list)
    snapshot: bytes = b""

    def do(self, happening: Happening) -> None:
        body, command = written(happening), f"0:c{self.table.version}"
        self.table.fold(happening, command)
        for paper in Photographer().papers(self.table, happening, None):
            self.snapshot = paper.body
        self.table.trail = trailed(self.table.trail, body)
        self.kept.append(Kept(self.table.version, SCHEMA, body, command))

    def begin(self, slug: str, players: int, has_clock: bool = False) -> None:
        places = [Place("human", colour="abcdefgh"[seat], name=f"P{seat}", is_ready=True) for seat in range(players)]
        clock = ClockTerms(600, 5) if has_clock else None
        table = {"game": slug, "players": players, "options": {}, "components": None, "is_public": False}
        told = {**table, "code": "x", "spectators": "public", "previous": None, "key": "0" * 64, "host": 0}
        self.do(Created(places=places, clock=clock, **told))  # type: ignore[arg-type]
        self.do(commands.started(self.table))

    def play_on(self, entries: int, rng: Random) -> None:
        """With an action taken back wherever that may be."""
        while self.table.version < entries and self.table.phase == "playing":
            match = self.table.playing()
            seat = match.to_act
            action = codec.encode(match.state.decision().sample(match.state, rng))
            self.do(commands.played(self.table, seat, action))
            if not match.is_over and match.why_not_undo(seat) is None and rng.below(16):
                self.do(Undone(seat, [], commands.time_left(self.table)))


def told(table: LiveTable) -> list[Any]:
    """All that anybody could be shown, and all that the server goes by."""
    match = table.playing()
    shared = frames.Shared(table)
    shown = [frames.match_frame(table, match, seat, VIEW, -1, shared) for seat in range(-1, table.players)]
    record = [entry.to_json() for entry in match.record]
    kept = [table.version, table.marks, table.answered, table.trail, table.notes, match.drawn, record]
    back = [match.why_not_undo(seat) for seat in range(table.players)]
    return [*shown, past.written(match.state), *kept, *back, table.clock and (table.clock.running, table.clock.began)]


@pytest.mark.parametrize("slug", games.slugs())
def test_a_table_from_its_snapshot_is_the_table_that_was_played(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 50)
    story, rng = Story(), Random(5)
    story.begin(slug, games.load(slug).most_players, has_clock=slug == "looterz")
    if slug == "looterz":
        story.do(Paused(True, commands.time_left(story.table)))
        story.do(Paused(False, commands.time_left(story.table)))
    for entries in (120, 180):
        story.play_on(entries, rng)
        quick = taken_up(ID, story.kept, story.snapshot)
        assert quick is not None
        assert told(quick) == told(folded(ID, story.kept))
        again = Story(quick, list(story.kept))
        again.play_on(entries + 30, Random(6))
        plain = Story(folded(ID, story.kept), list(story.kept))
        plain.play_on(entries + 30, Random(6))
        shown = story.table.players + 2  # the fingerprints tell the time that has passed
        assert told(again.table)[:shown] == told(plain.table)[:shown]
        for version in (1, again.table.playing().version // 2):
            assert again.table.playing().recall(version) == plain.table.playing().recall(version)
            assert past.written(again.table.playing().at(version).state) == past.written(
                plain.table.playing().at(version).state
            )


def story_of(entries: int) -> Story:
    story = Story()
    story.begin("crates_barrels", 2)
    story.play_on(entries, Random(3))
    return story


def changed(body: bytes, **fields: Any) -> bytes:
    return sealed(msgspec.json.encode({**msgspec.json.decode(body[MARK:]), **fields}))


def test_a_snapshot_that_does_not_fit_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 64)
    story, other = story_of(100), Story()
    other.begin("crates_barrels", 2)
    other.play_on(100, Random(4))
    assert taken_up(ID, story.kept, story.snapshot) is not None
    tables = msgspec.json.decode(story.snapshot[MARK:], type=Snapshot).tables
    elsewhere = msgspec.json.decode(other.snapshot[MARK:], type=Snapshot).tables
    torn = bytearray(story.snapshot)
    torn[-20] ^= 1
    for body in (
        b"",
        bytes(torn),
        story.snapshot[:-1],
        other.snapshot,
        changed(story.snapshot, release="another"),
        changed(story.snapshot, rules=99),
        changed(story.snapshot, components="another"),
        changed(story.snapshot, version=65),
        changed(story.snapshot, version=10_000),
        changed(story.snapshot, trail="0" * 64),
        changed(story.snapshot, tables={}),
        changed(story.snapshot, tables={1: "{}"}),
        changed(story.snapshot, tables=dict.fromkeys(tables, "{}")),
        changed(story.snapshot, more=1),
    ):
        with capture_logs() as lines:
            assert taken_up(ID, story.kept, body) is None, body[:200]
        assert lines[-1]["event"] in ("snapshot_unused", "snapshot_unfit")
    assert elsewhere != tables


def test_a_log_that_was_changed_is_played_from_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 64)
    story = story_of(100)
    for number in (0, 30, 63):
        log = list(story.kept)
        log[number] = Kept(number + 1, SCHEMA, b"{}", None)
        assert taken_up(ID, log, story.snapshot) is None
    older = [Kept(one.version, SCHEMA - 1, one.body, one.command) for one in story.kept]
    assert taken_up(ID, older, story.snapshot) is None


@pytest.mark.heavy
def test_ten_thousand_entries_are_loaded_and_one_is_taken_back_within_a_fifth_of_a_second() -> None:
    story = Story()
    story.begin("crates_barrels", 2)
    story.play_on(10_000, Random(3))
    assert story.table.version == 10_000
    best = min(took(story) for _ in range(3))
    assert best < 0.2 * (SLACK if is_compiled() else SLACK * INTERPRETED), f"{best:.2f} s of CPU"


SLACK, INTERPRETED = 2.0, 8.0  # a machine that is busy with other tests; without the compiler


def took(story: Story) -> float:
    began = time.process_time()
    table = taken_up(ID, story.kept, story.snapshot)
    assert table is not None
    match = table.playing()
    seat = match.to_act
    match.play(seat, match.actions()[0])
    assert match.why_not_undo(seat) is None
    match.undo(seat)
    return time.process_time() - began


def test_a_server_keeps_snapshots_wakes_by_them_and_forgets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 8)

    async def story(house: House) -> None:
        people = await house.playing("loot_n_run", 3)
        table = people[0].table
        while house.live(table).version < 20:
            await people[house.live(table).playing().to_act].plays_anything()
        before = [(await one.frame("view"))["match"] for one in people]
        paper = await house.tables.store.paper(snapshots.id_of(table))
        assert paper is not None
        live = house.live(table)
        for known in (house.tables.awake, house.tables.known):
            del known[table]
        used: list[bytes] = []

        def watched(id: str, kept: list[Kept], body: bytes) -> LiveTable | None:
            used.append(body)
            return taken_up(id, kept, body)

        monkeypatch.setattr(snapshots, "taken_up", watched)
        assert [(await one.frame("view"))["match"] for one in people] == before
        assert house.live(table) is not live
        assert used == [paper.body]
        await people[house.live(table).playing().to_act].plays_anything()
        await house.tables.forget(house.live(table))
        assert await house.tables.store.paper(snapshots.id_of(table)) is None

    in_house(story, tmp_path)


def test_snapshots_of_games_whose_luck_is_counted_are_not_taken() -> None:
    table = LiveTable(ID)
    assert snapshots.can_be_taken(table)
    table.deal = "2026-11-19"
    assert not snapshots.can_be_taken(table)


def test_a_fingerprint_depends_on_every_entry_and_their_order() -> None:
    one, other = trailed(trailed(b"", b"a"), b"b"), trailed(trailed(b"", b"b"), b"a")
    assert one != other != trailed(b"", b"ab")
    assert len(one) == len(hashlib.sha256().digest())


def test_a_memory_store_keeps_snapshots_too() -> None:
    store = MemoryStore()
    asyncio.run(store.put_paper(snapshots.nothing(ID)))
    assert store.papers == {}
