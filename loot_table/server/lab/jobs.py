"""Questions that are being answered: a queue, a few processes, and what is known so far. Finished games are written down by
the process that plays them; whatever happens to it, the question goes on from there."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import defaultdict, deque
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from loot_table.engine import codec
from loot_table.server.lab.quotas import JOBS_KEPT, Quotas
from loot_table.server.lab.running import Killed, Player
from loot_table.server.lab.shelf import emptied
from loot_table.server.papers import Paper
from loot_table.server.problems import NotFound, NotNow, TooFast, where
from loot_table.server.store import Store, StoreError

log = structlog.get_logger()
HOUR = 3600.0
MOST_WAITING = 5  # of one designer
WAIT_SECONDS = 15.0  # that a page is kept waiting for news
GOING_ON = ("waiting", "playing")
RESTARTED = "the server was started again; games that were finished are kept: go on"


class Job(Struct, kw_only=True):
    id: str
    owner: str
    design: str  # its id
    hash: str
    title: str
    plain: dict[str, Any]  # as it was when the question was asked
    other: dict[str, Any] | None = None
    other_title: str = ""
    other_hash: str = ""
    against: str = ""  # the other design's id, or `shipped`
    question: str
    players: int
    bot: str
    again: str | None
    most: int
    seed: int = 1
    never: str = ""
    wants: list[str] = []  # of tuning
    knobs: list[str] = []
    trials: int = 0
    state: str = "waiting"  # then "playing", then "done", "stopped" or "failed"
    games: int = 0
    looks: list[dict[str, Any]] = []
    stage: dict[str, Any] | None = None  # of tuning: what happens now, how much of it is done
    answer: dict[str, Any] | None = None
    tuned: dict[str, Any] | None = None  # what came of tuning
    error: str = ""
    spent: float = 0.0  # CPU seconds, of all attempts
    seconds: float = 0.0  # on the clock
    asked: int = 0

    def paper(self) -> Paper:
        return Paper(self.id, "job", self.owner, self.design, codec.dumps(self), int(time.time()))


def read_job(paper: Paper) -> Job:
    return msgspec.json.decode(paper.body, type=Job)


class Live:
    """A job that waits or runs, and who waits for news of it."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.player: Player | None = None
        self.is_stopped = False
        self.number = 0
        self.news = asyncio.Event()

    def tell(self) -> None:
        self.number += 1
        self.news.set()
        self.news = asyncio.Event()


class Jobs:
    def __init__(self, store: Store, folder: Path, quotas: Quotas) -> None:
        self.store, self.folder, self.quotas = store, folder, quotas
        self.live: dict[str, Live] = {}
        self.queue: deque[Live] = deque()
        self.running: set[asyncio.Task[None]] = set()
        self.playing: set[str] = set()  # whose questions are being played
        self.spent: defaultdict[str, deque[tuple[float, float]]] = defaultdict(deque)  # by owner: when, and how much

    # ---- asking

    async def ask(self, job: Job) -> None:
        self.check_quotas(job.owner)
        await self.store.put_paper(job.paper())
        self.enqueue(job)
        await self.forget_old_ones(job.design)

    def enqueue(self, job: Job) -> None:
        live = Live(job)
        self.live[job.id] = live
        self.queue.append(live)
        self.begin()

    def check_quotas(self, owner: str) -> None:
        mine = [live for live in self.live.values() if live.job.owner == owner]
        if len(mine) >= MOST_WAITING:
            raise NotNow(f"{MOST_WAITING} of your questions wait already: let one be answered, or stop it")
        if len(self.queue) >= self.quotas.waiting:
            raise NotNow("many questions wait; try again in a few minutes")
        if self.left_of(owner) <= 0:
            minutes = self.quotas.hourly_seconds / 60
            raise TooFast(f"you have used your {minutes:g} minutes of computing for this hour; wait a little")

    def left_of(self, owner: str) -> float:
        """CPU seconds that a designer still has in this hour."""
        spent, now = self.spent[owner], time.monotonic()
        while spent and spent[0][0] < now - HOUR:
            spent.popleft()
        return self.quotas.hourly_seconds - sum(seconds for _, seconds in spent)

    def place(self, id: str) -> int | None:
        """How many are before it in the queue, with itself; None if it does not wait."""
        return next((place for place, live in enumerate(self.queue, 1) if live.job.id == id), None)

    # ---- finding

    async def get(self, id: str, owner: str | None) -> Job:
        live = self.live.get(id)
        if live is not None and live.job.owner == owner:
            return live.job
        paper = await self.store.paper(id)
        if paper is None or paper.kind != "job" or paper.owner != owner:
            raise NotFound("there is no such question")
        return self.settled(read_job(paper))

    async def all_about(self, design: str) -> list[Job]:
        found = [read_job(paper) for paper in await self.store.papers_about(design, "job")]
        return [self.live[job.id].job if job.id in self.live else self.settled(job) for job in found]

    def settled(self, job: Job) -> Job:
        if job.state in GOING_ON and job.id not in self.live:
            job.state, job.error = "stopped", RESTARTED
        return job

    async def news(self, job: Job, after: int) -> int:
        """Wait until there is something newer than that; its number."""
        live = self.live.get(job.id)
        if live is None:
            return after
        if live.number <= after:
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    await live.news.wait()
            except TimeoutError:
                pass
        return live.number

    async def forget_old_ones(self, design: str) -> None:
        kept = await self.store.papers_about(design, "job")
        for paper in kept[: max(0, len(kept) - JOBS_KEPT)]:
            if paper.id not in self.live:
                await self.store.put_paper(emptied(paper))

    async def forget(self, design: str) -> None:
        """A design is thrown away: its questions end, and their games go."""
        for job in await self.all_about(design):
            await self.stop(job)
        await asyncio.to_thread(shutil.rmtree, self.folder / design, ignore_errors=True)

    # ---- stopping and going on

    async def stop(self, job: Job) -> None:
        live = self.live.get(job.id)
        if live is None:
            return
        live.is_stopped = True
        if live in self.queue:
            self.queue.remove(live)
            await self.finish(live, "stopped", "")
        elif live.player is not None:
            live.player.kill()

    async def go_on(self, job: Job) -> None:
        if job.id in self.live:
            raise NotNow("this question is being answered")
        if job.state == "done":
            raise NotNow("this question is answered")
        self.check_quotas(job.owner)
        job.state, job.error = "waiting", ""
        await self.store.put_paper(job.paper())
        self.enqueue(job)

    # ---- playing

    def begin(self) -> None:
        """As many as there are processes for, one of each designer."""
        for live in list(self.queue):
            if len(self.running) >= self.quotas.jobs:
                break
            if live.job.owner not in self.playing:
                self.queue.remove(live)
                self.playing.add(live.job.owner)
                task = asyncio.create_task(self.play(live))
                self.running.add(task)
                task.add_done_callback(self.done)
        for live in self.queue:
            live.tell()

    def done(self, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("lab_job_lost", **where(task.exception()))
        self.begin()

    async def play(self, live: Live) -> None:
        job, began = live.job, time.monotonic()
        seconds = int(max(1, min(self.quotas.cpu_seconds, self.left_of(job.owner))))
        player = live.player = Player(self.quotas, seconds)
        spent_before, seconds_before = job.spent, job.seconds
        state, error, spent = "failed", "", 0.0
        try:
            folder = self.folder / job.design
            await asyncio.to_thread(make_room, self.folder, folder, self.quotas.folder_bytes)
            job.state = "playing"
            live.tell()
            async for said in player.play(order_of(job, folder)):
                spent = said.get("spent", spent)
                job.spent, job.seconds = spent_before + spent, seconds_before + time.monotonic() - began
                job.games = said.get("games", job.games)
                if "look" in said:
                    job.looks = [look for look in job.looks if look["deals"] < said["look"]["deals"]] + [said["look"]]
                job.stage = said.get("stage", job.stage)
                job.answer = said.get("answer", job.answer)
                job.tuned = said.get("tuned", job.tuned)
                error = said.get("error", error)
                state = "done" if "end" in said else state
                live.tell()
                if said.keys() & {"look", "answer", "tuned"}:
                    await self.keep(job)
        except Killed as killed:
            error = "" if live.is_stopped else killed.words
        except OSError as trouble:
            error = f"games cannot be kept now ({trouble.strerror}); what was finished is kept: go on later"
        finally:
            player.kill()
            self.playing.discard(job.owner)
            spent = max(spent, player.spent())
            self.spent[job.owner].append((time.monotonic(), spent))
            job.spent, job.seconds = spent_before + spent, seconds_before + time.monotonic() - began
        if live.is_stopped and state != "done":
            state = "stopped"
        await self.finish(live, state, error)

    async def finish(self, live: Live, state: str, error: str) -> None:
        live.job.state, live.job.error = state, error
        self.live.pop(live.job.id, None)
        await self.keep(live.job)
        live.tell()

    async def keep(self, job: Job) -> None:
        try:
            await self.store.put_paper(job.paper())
        except StoreError as error:
            log.error("lab_job_not_kept", error=str(error))

    async def close(self) -> None:
        """The processes end; the questions can be asked to go on."""
        self.queue.clear()
        for live in list(self.live.values()):
            live.is_stopped = True
            if live.player is not None:
                live.player.kill()
        if self.running:
            await asyncio.wait(self.running, timeout=5)


def order_of(job: Job, folder: Path) -> dict[str, Any]:
    kept = ("question", "players", "bot", "again", "most", "seed", "other", "never", "wants", "knobs", "trials")
    return {**{name: getattr(job, name) for name in kept}, "design": job.plain, "folder": str(folder)}


def make_room(everything: Path, mine: Path, most: int) -> None:
    """The folder of a design; if all together are too much, those that were not used for longest go."""
    mine.mkdir(parents=True, exist_ok=True)
    mine.touch()
    folders = sorted((path for path in everything.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    sizes = {path: sum(file.stat().st_size for file in path.iterdir()) for path in folders}
    for path in folders:
        if sum(sizes.values()) <= most or path == mine:
            break
        shutil.rmtree(path, ignore_errors=True)
        del sizes[path]
