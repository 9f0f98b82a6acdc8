"""When and how bots answer: in processes of their own, and at a time that tells nothing about what they thought of."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from math import ceil

import structlog

from loot_table import bots
from loot_table.server import guests, metrics
from loot_table.server.brains_afar import FarBrains
from loot_table.server.policy_worker import NOTHING, worker_for
from loot_table.server.tracing import span
from loot_table.server.workers import Question, Stuck, Workers

log = structlog.get_logger()

NATURAL = 0.8  # seconds in which people can follow what a bot does
GLANCE = 0.5  # what bots without a level get to think
ALLOWANCE = 1.1  # a level's answer shows a little after its time, so that its search is done by then
HARD_STOP = 2.0  # times a bot's time to think: then it is stopped
SLACK = 0.25  # seconds that a pool has for the way, besides a bot's time to think
LEAST_STOP = 2.0  # seconds; a busy machine is no reason to stop a quick bot
INSTEAD = "greedy"  # who answers for a bot that was stopped
LAST_PATIENCE = 60.0
LATE_STEP = 0.25  # of a bot's time: late answers show at the next of these
LONG = 1.0  # seconds of thought; nobody's long thoughts take every worker
FAULTS = 3  # times in a row that a guest may have no answer; then it is not asked again


class NoAnswer(Exception):
    """Nobody could answer for a bot; it has to be asked again."""


def thinking_time(bot: str) -> float:
    level = bots.level_called(bot)
    return GLANCE if level is None else level.seconds


def answering_time(bot: str) -> float:
    """Seconds from the question to the answer, by public facts alone: which bot it is.

    Whether a decision is forced is no public fact: that somebody has but one card to choose is for them to know.
    """
    return max(NATURAL, ALLOWANCE * thinking_time(bot))


def patience(bot: str) -> float:
    return max(LEAST_STOP, HARD_STOP * thinking_time(bot))


def shown_at(due: float, now: float, step: float) -> float:
    """When an answer shows: when it is due. One that is late tells how long was thought only roughly."""
    late = now - due
    return due if late <= 0 or step <= 0 else due + ceil(late / (LATE_STEP * step)) * LATE_STEP * step


def anything(answer: bytes) -> bool:
    return True


class Brains:
    def __init__(self, workers: int = 2, pace: float = 1.0, hurry: float = 1.0, afar: FarBrains | None = None) -> None:
        self.workers = Workers(workers)
        self.afar = afar  # asked first, where there is one
        self.guests: dict[str, Workers] = {}  # a process for each, started when it is first asked
        self.faults: dict[str, int] = {}
        self.pace = pace  # of answers: 0 for tests and machines among themselves
        self.hurry = hurry  # of thoughts and answers: more than 1 to measure many in little time

    async def answer(
        self,
        slug: str,
        players: int,
        header: bytes,
        view: bytes,
        bot: str,
        lane: str = "",
        seed: int | None = None,
        is_good: Callable[[bytes], bool] = anything,
    ) -> bytes:
        """What the bot does, not before its time has come. `lane`: for whom it thinks. `seed`: its dice, where everybody
        shall meet the same bot. `is_good`: whether an answer from elsewhere can be taken."""
        loop = asyncio.get_running_loop()
        step = answering_time(bot) * self.pace / self.hurry
        due = loop.time() + step
        dice = secrets.randbits(62) if seed is None else seed
        question = (slug, players, header, view, bot, dice, self.hurry)
        try:
            with span("bot", game=slug, bot=bot):
                done = await self.thought_of(question, lane, due, is_good)
        except Stuck:
            metrics.BOT_STOPS.labels(bot).inc()
            log.error("bot_stopped", game=slug, bot=bot)
            try:
                done = await self.workers.ask((*question[:4], INSTEAD, dice, self.hurry), LAST_PATIENCE, lane)
            except Stuck:
                raise NoAnswer from None
        await asyncio.sleep(max(0.0, shown_at(due, loop.time(), step) - loop.time()))
        return done

    async def thought_of(self, question: Question, lane: str, due: float, is_good: Callable[[bytes], bool]) -> bytes:
        """Elsewhere if there is a pool, and here if that has no answer: by the same bot while there is time for it, and by a
        quick one if there is not."""
        bot = question[4]
        if self.afar is None or bot not in bots.BOTS:
            return await self.asked(question, patience(bot), lane)
        needed = thinking_time(bot) / self.hurry
        far = await self.afar.ask(question, needed + SLACK, is_good)
        if far is not None:
            return far
        left = due - asyncio.get_running_loop().time()
        if left < needed and thinking_time(bot) > GLANCE:
            question = (*question[:4], INSTEAD, *question[5:])
        return await self.asked(question, patience(bot), lane)

    async def asked(self, question: Question, patience: float, lane: str) -> bytes:
        """The answer of one of our bots, or of a guest. Stuck: there is none."""
        bot = question[4]
        if bot in bots.BOTS:
            return await self.workers.ask(question, patience, lane, thinking_time(bot) > LONG)
        guest = guests.called(bot)
        if guest is None or self.faults.get(bot, 0) >= FAULTS:  # it sat down before the server was started without it
            raise Stuck
        if bot not in self.guests:
            self.guests[bot] = Workers(1, worker_for(guest))
        try:
            done = await self.guests[bot].ask(question, patience, lane)
            if done == NOTHING:
                raise Stuck
        except Stuck:
            self.faults[bot] = self.faults.get(bot, 0) + 1
            if self.faults[bot] == FAULTS:
                log.error("guest_retired", bot=bot, faults=FAULTS, instead=INSTEAD)
            raise
        self.faults[bot] = 0
        return done

    async def hang_up(self) -> None:
        if self.afar is not None:
            await self.afar.close()

    def close(self) -> None:
        for workers in (self.workers, *self.guests.values()):
            workers.close()
