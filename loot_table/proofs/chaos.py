"""Kill -9 under play: the server dies at random moments, and nothing it has ever said may turn out untrue."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.state import NOBODY
from loot_table.proofs.log_file import LogFile
from loot_table.proofs.stubborn import MOST_THINKING, Stubborn, digest
from loot_table.proofs.wire import Chair, ServerProcess, Unwanted, new_game
from loot_table.server import frames, happenings
from loot_table.server.table import LiveTable
from loot_table.server.telling import Manner

BACK_SECONDS = 30.0  # to be back after a restart, at most
MOST_PLAY = 0.4  # seconds of play before the next kill
WORKING = 0.004  # seconds in which the server is at work on a command
EARLY = 0.15  # how often the next kill comes before everybody is back
MOST_NEW_TABLES = 500
VIEW = Manner("view")


@dataclass
class Report:
    """What a run has shown. `lost`, `doubled`, `untrue`, `different` and `complaints` must be nothing."""

    kills: int = 0
    tables: int = 0
    finished: int = 0
    commands: int = 0
    acknowledged: int = 0
    resent: int = 0
    repeated: int = 0
    in_flight: int = 0  # commands without an answer when the server was killed
    written_in_flight: int = 0  # of those, how many were in the log after all
    frames: int = 0
    lost: int = 0  # acknowledged, but not in the log as that version
    doubled: int = 0  # in the log twice
    untrue: int = 0  # refused, but in the log; or in the log, but never sent
    different: int = 0  # frames that are not what the log leads to
    not_back: int = 0  # clients that do not show the end of the log
    slowest_back: float = 0.0  # seconds from the server's first answer until every client was up to date
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.untrue or self.different or self.not_back or self.complaints)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "is_clean": self.is_clean}


class World:
    """Tables that are always being played on, by clients that never give up."""

    def __init__(self, door: Callable[[], int], rng: random.Random, thinking: float = MOST_THINKING) -> None:
        self.door = door  # the port to come in by, asked anew each time
        self.rng = rng
        self.thinking = thinking
        self.clients: list[Stubborn] = []  # all there ever were
        self.playing: dict[int, list[Stubborn]] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.is_closing = False
        self.sent = asyncio.Event()  # somebody has sent a command
        self.in_flight: set[tuple[str, str]] = set()  # table and command

    async def keep_busy(self, slot: int) -> None:
        """One table after the other; every game in turn, sometimes with a bot of the server's own."""
        slugs = games.slugs()
        for number in range(MOST_NEW_TABLES):
            game = games.load(slugs[(slot + number) % len(slugs)])
            players = min(game.most_players, max(game.least_players, 3))
            bots = ["random"] if slot == 0 or (players > 2 and self.rng.random() < 0.3) else []
            try:
                chairs = await asyncio.to_thread(new_game, self.door(), game.slug, players, bots)
            except (OSError, Unwanted):
                await asyncio.sleep(0.02)  # it was killed meanwhile; this table is left alone
                continue
            if not self.is_closing:
                await self.play(slot, [self.stubborn(chair) for chair in chairs])
            if self.is_closing:
                return

    def stubborn(self, chair: Chair) -> Stubborn:
        rng = random.Random(self.rng.getrandbits(64))
        return Stubborn(chair, rng, self.sent, self.door, self.thinking)

    async def play(self, slot: int, here: list[Stubborn]) -> None:
        """Until the game is over and everybody knows."""
        self.clients += here
        self.playing[slot] = here
        tasks = [asyncio.create_task(client.run()) for client in here]
        self.tasks += tasks
        while not all(client.is_over and client.pending is None for client in here):
            await asyncio.sleep(0.05)
        if not self.is_closing:
            del self.playing[slot]
            for task in tasks:
                task.cancel()

    async def everybody_is_back(self) -> None:
        """Every client has a frame from the server that runs now."""
        async with asyncio.timeout(BACK_SECONDS):
            for client in [client for here in self.playing.values() for client in here]:
                await client.fresh.wait()

    def note_in_flight(self) -> None:
        """Commands without an answer: nobody knows yet what became of them."""
        waiting = [client for client in self.clients if client.pending is not None]
        self.in_flight |= {(client.chair.table, str((client.pending or {})["id"])) for client in waiting}

    async def settle(self) -> bool:
        """Nobody starts anything new; what is under way gets its answer and everybody sees the same."""
        self.is_closing = True
        for client in self.clients:
            client.is_playing = False
        for _ in range(int(BACK_SECONDS / 0.05)):
            if all(is_settled(here) for here in self.playing.values()):
                return True
            await asyncio.sleep(0.05)
        return False


def is_settled(here: list[Stubborn]) -> bool:
    """All at the table have had their answers, look at one version, and it is not a bot's turn."""
    shown = [client.frame for client in here]
    if any(frame is None or client.pending is not None for client, frame in zip(here, shown, strict=True)):
        return False
    if len({frame["version"] for frame in shown if frame is not None}) > 1:
        return False
    seats = {client.chair.seat for client in here}
    return all(frame["match"]["to_act"] in {*seats, NOBODY} for frame in shown if frame is not None)


async def run(kills: int, tables: int, seed: int, folder: Path, tell: Callable[[str], None] = print) -> Report:
    """Play, kill, start again; then compare everything the clients were told with the log."""
    began = time.monotonic()
    report = Report(kills=kills)
    with ServerProcess(folder / "chaos.db") as server:
        world = World(lambda: server.port, random.Random(seed))
        await under_play(world, tables, report, lambda: kill_often(server, world, report, tell))
        code = await asyncio.to_thread(server.stop)
    if code:
        report.complaints.append(f"the server ended with code {code} when asked to stop")
    report.complaints += server.errors()
    compare(LogFile(folder / "chaos.db"), world, report)
    report.seconds = time.monotonic() - began
    return report


async def under_play(world: World, tables: int, report: Report, trouble: Callable[[], Awaitable[None]]) -> None:
    """Let something happen while so many tables are played on; then everybody comes to rest."""
    slots = [asyncio.create_task(world.keep_busy(slot)) for slot in range(tables)]
    try:
        while not world.playing:
            await asyncio.sleep(0.01)
        await trouble()
        if not await world.settle():
            report.complaints.append(f"tables did not come to rest within {BACK_SECONDS:.0f} s")
    finally:
        for task in [*slots, *world.tasks]:
            task.cancel()
        told = await asyncio.gather(*slots, *world.tasks, return_exceptions=True)
    report.complaints += [repr(one) for one in told if isinstance(one, Exception)]


async def kill_often(server: ServerProcess, world: World, report: Report, tell: Callable[[str], None]) -> None:
    for number in range(1, report.kills + 1):
        await moment(world)
        server.kill()
        world.note_in_flight()
        await asyncio.to_thread(server.start)
        began = time.monotonic()
        if number == report.kills or world.rng.random() >= EARLY:
            await world.everybody_is_back()
            report.slowest_back = max(report.slowest_back, time.monotonic() - began)
        if number % 20 == 0:
            tell(f"{number} kills, {sum(len(client.notes.accepted) for client in world.clients)} acknowledgements")
    await asyncio.sleep(MOST_PLAY)


async def moment(world: World) -> None:
    """Any moment of play; every other time one at which the server has just been sent a command."""
    await asyncio.sleep(world.rng.uniform(0.02, MOST_PLAY))
    if world.rng.random() < 0.5:
        world.sent.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await world.sent.wait()
        await asyncio.sleep(world.rng.uniform(0, WORKING))


# ---------------------------------------------------------------- comparing


class Log(Protocol):
    """What is written down, as a witness reads it."""

    def entries(self, table: str) -> list[tuple[int, int, bytes, str | None]]: ...
    def lines(self, table: str) -> list[bytes]: ...


def compare(log: Log, world: World, report: Report) -> None:
    """Everything that clients were told, against what is written down."""
    tables: dict[str, list[Stubborn]] = {}
    for client in world.clients:
        tables.setdefault(client.chair.table, []).append(client)
    for id, here in tables.items():
        compare_table(log, id, here, world, report)
    report.tables = len(tables)


def compare_table(log: Log, id: str, here: list[Stubborn], world: World, report: Report) -> None:
    table = LiveTable(id)
    written: dict[str, int] = {}
    for version, schema, body, command in log.entries(id):
        if version != table.version + 1:
            report.complaints.append(f"the log goes from version {table.version} to {version}")
            return
        table.fold(happenings.read(schema, body), command)
        if command is not None:
            report.doubled += command in written
            written[command] = version
        compare_frames(table, here, report)
    said = [codec.loads(line, 2**20) for line in log.lines(id)]
    for client in here:
        compare_client(client, written, Counter(chat["text"] for chat in said), report)
        report.not_back += client.newest != table.version
        report.written_in_flight += sum(
            (id, command) in world.in_flight and f"{client.chair.seat}:{command}" in written
            for command in client.notes.sent
        )
    known = {f"{client.chair.seat}:{command}" for client in here for command in client.notes.sent}
    report.untrue += sum(command not in known and not command.endswith((":ready", ":start")) for command in written)
    report.finished += table.phase == "over"
    report.in_flight = len(world.in_flight)


def compare_frames(table: LiveTable, here: list[Stubborn], report: Report) -> None:
    """The frames of one version, as clients saw them and as the log leads to them."""
    if table.match is None:
        return
    shared = frames.Shared(table)
    for client in here:
        seen = client.notes.seen.get(table.version)
        if seen is not None:
            now = frames.match_frame(table, table.match, client.chair.seat, VIEW, table.version, shared)
            report.frames += 1
            report.different += digest(now) != seen


def compare_client(client: Stubborn, written: dict[str, int], said: Counter[str], report: Report) -> None:
    notes = client.notes
    for id, version in notes.accepted.items():
        is_kept = said[id] > 0 if id in notes.said else written.get(f"{client.chair.seat}:{id}") == version
        report.lost += not is_kept
    report.doubled += sum(said[id] > 1 for id in notes.sent)
    report.untrue += sum(f"{client.chair.seat}:{id}" in written or said[id] > 0 for id in notes.denied)
    report.commands += len(notes.sent)
    report.acknowledged += len(notes.accepted)
    report.resent += notes.resent
    report.repeated += notes.repeated
    where = f"{client.chair.table} seat {client.chair.seat}"
    report.complaints += [f"{where}: {complaint}" for complaint in notes.complaints]
