"""Takes notices to those who want them, and only to those who are away. What is kept in the database is told: after a
restart the rest goes on, and what was told is not there any more."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

import msgspec
import structlog

from loot_table import languages
from loot_table.engine.sentence import Voice
from loot_table.engine.state import Seat
from loot_table.server.happenings import Happening
from loot_table.server.metrics import NOTICES, NOTICES_WAITING
from loot_table.server.notices.boxes import Box, Boxes
from loot_table.server.notices.due import DUE, MAIL_DELAY, PUSH_DELAY, TOLD, Due, due_id, is_stale, told_to
from loot_table.server.notices.mail import Mailer, MailFailed
from loot_table.server.notices.push import Pusher, PushFailed
from loot_table.server.papers import Paper
from loot_table.server.problems import Problem, where
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

log = structlog.get_logger()
EVERY_SECONDS = 5.0
MAILS_APART = 900  # seconds between two mails to one box: what waits meanwhile goes together
BACKOFF = (60, 300, 900, 3600, 4 * 3600)
OLDEST = 3 * 86400  # what could not be told for so long is told no more
AT_ONCE = 4  # boxes that are served at a time
TABLES_IN_MAIL = 20
REST = 60  # seconds that a mail server is left alone which does not answer
GOODBYE_SECONDS = 20.0


class Courier:
    """A clerk of the tables: dues are kept in the transaction of the change that makes them."""

    def __init__(
        self, tables: Tables, mailer: Mailer | None, pusher: Pusher | None, now: Callable[[], float] = time.time
    ) -> None:
        self.tables, self.mailer, self.pusher, self.now = tables, mailer, pusher, now
        self.store = tables.store
        self.boxes = Boxes(tables.store, now)
        self.dues: dict[str, Due] = {}
        self.mailed: dict[str, float] = {}  # when the last mail went to a box
        self.mail_rests = 0.0  # until then nobody asks the mail server
        self.lock = asyncio.Lock()
        self.is_closing = False
        self.task: asyncio.Task[None] | None = None
        tables.clerks.append(self)

    async def read(self) -> None:
        await self.boxes.read()
        self.take(await self.store.papers_of(DUE, DUE))

    # ---- with every change of a table

    def papers(self, table: LiveTable, happening: Happening, asked: Seat | None) -> list[Paper]:
        wishes = [(seat, self.boxes.wishes.get(place.token or "")) for seat, place in enumerate(table.places)]
        if not any(wish for _, wish in wishes):
            return []
        told, made, now = told_to(table, happening, asked), [], int(self.now())
        for seat, wish in wishes:
            if wish is None:
                continue
            kind, who = told.get(seat, ("", ""))
            if kind:
                due = Due(
                    kind=kind,
                    table=table.id,
                    key=wish.key,
                    box=wish.box,
                    game=table.game.name,
                    who=who,
                    version=table.version,
                    since=now,
                    push_at=now + PUSH_DELAY if self.pusher is not None else TOLD,
                    mail_at=now + MAIL_DELAY if self.mailer is not None else TOLD,
                )
                made.append(due.paper())
            for old in ("turn", "offer"):
                past = self.dues.get(due_id(table.id, wish.key, old))
                if past is not None and old != kind and is_stale(old, table, seat):
                    made.append(over(past).paper())
        return made

    def kept(self, table: LiveTable, papers: Sequence[Paper]) -> None:
        self.take(papers)

    def take(self, papers: Sequence[Paper]) -> None:
        for paper in papers:
            if paper.kind == DUE:
                self.dues.pop(paper.id, None)
                if paper.body:
                    self.dues[paper.id] = msgspec.json.decode(paper.body, type=Due)
        NOTICES_WAITING.set(len(self.dues))

    async def forget(self, table: str) -> None:
        """It was deleted: there is nothing to tell of it."""
        await self.write([over(due) for due in list(self.dues.values()) if due.table == table])

    # ---- the rounds

    def start(self) -> None:
        self.task = asyncio.create_task(self.walk())

    async def close(self) -> None:
        """What is under way is finished: whoever is just told would be told again."""
        self.is_closing = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS), self.lock:
                pass
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task
        for way in (self.mailer, self.pusher):
            if way is not None:
                way.close()

    async def walk(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.round()
            except Exception as error:  # the next round comes all the same
                log.error("notices_failed", **where(error))

    async def round(self) -> None:
        """Everything whose time has come, by boxes."""
        async with self.lock:
            now, ripe = self.now(), dict[str, list[Due]]()
            for due in list(self.dues.values()):
                is_told = due.push_at == due.mail_at == TOLD  # and could not be written down then
                if is_told or 0 < due.push_at <= now or 0 < due.mail_at <= now:
                    ripe.setdefault(due.box, []).append(due)
            ours = await self.tables.homes.among({due.table for dues in ripe.values() for due in dues})
            ripe = {box: [due for due in dues if due.table in ours] for box, dues in ripe.items()}
            gate = asyncio.Semaphore(AT_ONCE)

            async def serve(box: str, dues: list[Due]) -> None:
                async with gate:
                    try:
                        if not self.is_closing:
                            await self.serve(box, dues)
                    except StoreError as error:  # nothing can be written: it stays as it is
                        log.error("notice_not_kept", error=str(error))
                    except (
                        Exception
                    ) as error:  # one box must not keep the others waiting, nor end the round before them
                        log.error("box_not_served", **where(error))

            await asyncio.gather(*(serve(box, dues) for box, dues in ripe.items() if dues))

    async def serve(self, id: str, dues: list[Due]) -> None:
        box = await self.boxes.get(id)
        quiet: list[Due] = []
        asks: list[Due] = []
        for due in dues:
            is_late = self.now() - due.since > OLDEST
            wanted = box is not None and due.key in self.boxes.wishes and not is_late
            (asks if wanted and not self.is_here(due) else quiet).append(due)
        for due in quiet:
            NOTICES.labels("none", "quiet").inc()
            over(due)
        await self.write(quiet)
        if box is not None and asks:
            await self.push(box, asks)
            await self.mail(box, asks)

    def is_here(self, due: Due) -> bool:
        """Whoever is at the table sees it there. A table that sleeps has nobody at it."""
        table = self.tables.awake.get(due.table)
        return table is not None and any(table.is_here(seat) for seat in table.seats_of(frozenset({due.key})))

    async def write(self, dues: Sequence[Due]) -> None:
        """Together, so that a crash repeats all of it or nothing. What a table has made anew meanwhile stays: its lock keeps
        it from doing so just now."""
        async with contextlib.AsyncExitStack() as stack:
            for id in sorted({due.table for due in dues}):
                if (table := self.tables.known.get(id)) is not None:
                    await stack.enter_async_context(table.lock)
            papers = [due.paper() for due in dues if self.dues.get(due.id) is due]
            if papers:
                await self.store.put_paper(*papers)
                self.take(papers)

    # ---- by push

    async def push(self, box: Box, dues: Sequence[Due]) -> None:
        for due in dues:
            if not due.push_at or due.push_at > self.now():
                continue
            if self.pusher is None or not box.screens:
                due.push_at = TOLD
            else:
                await self.push_one(self.pusher, box, due)
            await self.write([due])

    async def push_one(self, pusher: Pusher, box: Box, due: Due) -> None:
        """To every screen of a box; told when one has taken it, or none ever will."""
        text = Voice([], languages.words(box.language)).text(due.sentence())
        notice = {"kind": due.kind, "text": text, "path": f"/t/{due.table}", "tag": due.tag()}
        gone, wait, is_told = set(), 0.0, False
        for screen in box.screens:
            try:
                await pusher.send(screen, notice, due.tag())
                is_told = True
                NOTICES.labels("push", "sent").inc()
            except PushFailed as error:
                if error.is_gone:
                    gone.add(screen.endpoint)
                    NOTICES.labels("push", "gone").inc()
                elif error.is_hopeless:
                    NOTICES.labels("push", "refused").inc()
                else:
                    wait = max(wait, error.seconds, 1.0)
                    NOTICES.labels("push", "failed").inc()
            except Problem:  # a service that is not known any more, or points elsewhere
                gone.add(screen.endpoint)
                NOTICES.labels("push", "refused").inc()
            except OSError:
                wait = max(wait, 1.0)
                NOTICES.labels("push", "failed").inc()
        if gone:
            async with self.boxes.lock:
                fresh = await self.boxes.get(box.id)
                if fresh is not None:
                    await self.boxes.drop_screens(fresh, gone)
            box.screens = [screen for screen in box.screens if screen.endpoint not in gone]
        due.push_at = TOLD if is_told or not wait else int(self.now() + max(wait, self.backoff(due)))

    # ---- by mail

    async def mail(self, box: Box, dues: Sequence[Due]) -> None:
        if self.mailer is None or not box.takes_mail():
            for due in dues:
                due.mail_at = TOLD
            await self.write(dues)
            return
        now = self.now()
        is_ripe = any(0 < due.mail_at <= now for due in dues)
        if not is_ripe or now < max(self.mail_rests, self.mailed.get(box.id, 0.0) + MAILS_APART):
            return
        # Whatever else waits for this box goes along.
        waits = [
            due for due in self.dues.values() if due.box == box.id and due.mail_at and due.key in self.boxes.wishes
        ]
        ours = await self.tables.homes.among({due.table for due in waits})
        waits = [due for due in waits if due.table in ours]
        together = [due for due in waits if not self.is_here(due)][:TABLES_IN_MAIL]
        try:
            await self.mailer.send(self.mailer.notices(box, together))
        except MailFailed as error:
            await self.mail_failed(box, together, error)
            return
        NOTICES.labels("mail", "sent").inc()
        self.mailed = {id: at for id, at in self.mailed.items() if at + MAILS_APART > now} | {box.id: now}
        for due in together:
            due.mail_at = TOLD
        await self.write(together)

    async def mail_failed(self, box: Box, dues: Sequence[Due], error: MailFailed) -> None:
        NOTICES.labels("mail", "refused" if error.is_hopeless else "failed").inc()
        log.warning("mail_failed", error=str(error))
        if error.is_server:
            self.mail_rests = self.now() + REST
        if error.is_hopeless:
            async with self.boxes.lock:
                fresh = await self.boxes.get(box.id)
                if fresh is not None and fresh.mail is not None and fresh.mail == box.mail:
                    fresh.mail.is_confirmed, fresh.mail.is_refused = False, True
                    await self.boxes.keep(fresh)
        for due in dues:
            due.mail_at = TOLD if error.is_hopeless else int(self.now() + self.backoff(due))
        await self.write(dues)

    def backoff(self, due: Due) -> float:
        due.tries += 1
        return float(BACKOFF[min(due.tries, len(BACKOFF)) - 1])


def over(due: Due) -> Due:
    due.push_at = due.mail_at = TOLD
    return due
