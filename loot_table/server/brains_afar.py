"""Bots that think elsewhere: a pool of workers over HTTP gets a view and sends an answer back. It may be slow, dead or wrong;
then bots think here, and nobody waits longer for it."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog

from loot_table.engine.errors import BadInput
from loot_table.server.metrics import FAR_ANSWERS
from loot_table.server.workers import Question

log = structlog.get_logger()
SECRET: Final = "LOOT_BRAINS_SECRET"  # noqa: S105 (the name of what holds it)
LEAST_SECRET: Final = 16  # letters
PATH: Final = "/think"
MOST_ANSWER: Final = 64 * 1024  # bytes of an action
MOST_ASKED: Final = 64  # questions that are under way; what comes beyond is thought about here
FAULTS: Final = 3  # times in a row after which the pool is left alone
REST_SECONDS: Final = 5.0  # for so long at first, twice as long each time, until it answers again
MOST_REST: Final = 120.0
CONNECT_SECONDS: Final = 1.0


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A question as it travels: a view and what all know, and nothing else of the table."""

    game: str
    players: int
    header: str  # in base64, as it is in the server: the options and components in force
    view: str
    bot: str
    seed: int
    hurry: float
    patience: float  # seconds after which nobody waits for the answer

    def question(self) -> Question:
        header, view = base64.b64decode(self.header), base64.b64decode(self.view)
        return self.game, self.players, header, view, self.bot, self.seed, self.hurry


def asked(question: Question, patience: float) -> bytes:
    game, players, header, view, bot, seed, hurry = question
    told, seen = base64.b64encode(header).decode(), base64.b64encode(view).decode()
    return msgspec.json.encode(Asked(game, players, told, seen, bot, seed, hurry, patience))


class Refused(Exception):
    """The pool has no answer, or none that counts."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class FarBrains:
    def __init__(self, url: str, secret: str) -> None:
        check_pool(url, secret)
        try:
            import httpx2  # noqa: PLC0415 (installed only where it is wanted)
        except ImportError:
            raise BadInput('a pool of bots needs an HTTP client: pip install "loot-table[brains]"') from None
        self.url = url.rstrip("/") + PATH
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        self.errors: tuple[type[BaseException], ...] = (httpx2.HTTPError, httpx2.InvalidURL, OSError)
        self.client: Any = httpx2.AsyncClient(
            timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
            limits=httpx2.Limits(max_connections=MOST_ASKED, max_keepalive_connections=MOST_ASKED),
            trust_env=False,
            follow_redirects=False,
        )
        self.under_way = 0
        self.faults = 0
        self.rests_until, self.rest = 0.0, REST_SECONDS

    def is_resting(self) -> bool:
        return time.monotonic() < self.rests_until

    async def ask(self, question: Question, patience: float, is_good: Callable[[bytes], bool]) -> bytes | None:
        """The pool's answer within so many seconds; None: bots think here."""
        if self.is_resting() or self.under_way >= MOST_ASKED:
            FAR_ANSWERS.labels("not asked").inc()
            return None
        self.under_way += 1
        try:
            async with asyncio.timeout(patience):
                answer = await self.post(asked(question, patience))
            outcome = "taken" if is_good(answer) else "not legal"
        except TimeoutError:
            outcome = "late"
        except Refused as refused:
            outcome = refused.outcome
        except self.errors:
            outcome = "dead"
        finally:
            self.under_way -= 1
        FAR_ANSWERS.labels(outcome).inc()
        if outcome != "taken":
            self.failed(outcome)
            return None
        self.faults, self.rest = 0, REST_SECONDS
        return answer

    async def post(self, body: bytes) -> bytes:
        """No more is read than an action can have, whatever the pool says of its size."""
        found = bytearray()
        async with self.client.stream("POST", self.url, content=body, headers=self.headers) as answer:
            if answer.status_code != 200:
                raise Refused("busy" if answer.status_code == 503 else "refused")
            async for piece in answer.aiter_raw():
                found += piece
                if len(found) > MOST_ANSWER:
                    raise Refused("too long")
        return bytes(found)

    def failed(self, outcome: str) -> None:
        self.faults += 1
        if self.faults >= FAULTS:
            log.error("brains_left_alone", outcome=outcome, seconds=self.rest)
            self.rests_until = time.monotonic() + self.rest
            self.rest = min(MOST_REST, 2 * self.rest)

    async def close(self) -> None:
        await self.client.aclose()


def check_pool(url: str, secret: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
        raise BadInput(f'--brains is the address of a pool, such as http://10.0.0.5:8100; got "{url}"')
    check_secret(secret)


def check_secret(secret: str) -> None:
    if len(secret) < LEAST_SECRET or not secret.isascii() or not secret.isprintable() or " " in secret:
        raise BadInput(f"put a secret of {LEAST_SECRET} letters or more into {SECRET}, the same for pool and servers")
