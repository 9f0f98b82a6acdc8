"""Inside a process of the lab. It is polite to everybody else, it has limits that it cannot lift, and it knows nothing of
the server but a line to it."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from loot_table.engine import codec
from loot_table.engine.errors import LootError
from loot_table.lab import desk
from loot_table.lab.answers import Answer, Figure
from loot_table.lab.catalogue import question_called
from loot_table.lab.frontier import TUNE
from loot_table.lab.kept_deals import KeptDeals
from loot_table.lab.tune import tune
from loot_table.lab.watching import watched
from loot_table.server.fences import hold_back
from loot_table.server.lab import on_paper
from loot_table.server.workers import READY, live_no_longer_than_the_server

NICENESS = 19
TELL_SECONDS = 0.25  # between two words about how many games were played
MOST_BYTES = 2**24
TASKS = {**desk.TASKS, **on_paper.TASKS}


def step_back(process: int, is_idle: bool) -> None:
    """Everybody else comes first. An idle process is put aside the moment that anybody has something to do; a nice one may
    finish its slice of time."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, process, NICENESS)
        if is_idle:
            os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0))


# ---------------------------------------------------------------- looking at designs


def look_at_designs(memory: int, line: Connection) -> None:
    """Answers what the server asks about designs, one after the other."""
    hold_back(None, memory, 1 << 20)
    threading.Thread(target=live_no_longer_than_the_server, name="watch", daemon=True).start()
    with contextlib.suppress(EOFError, ConnectionError):
        line.send_bytes(READY)
        while True:
            line.send_bytes(answered(line.recv()))


def answered(question: tuple[str, bytes]) -> bytes:
    name, given = question
    try:
        return codec.dumps({"found": TASKS[name](**codec.loads(given, MOST_BYTES))})  # type: ignore[operator]
    except LootError as error:
        return codec.dumps({"error": str(error)[:300]})
    except MemoryError:
        return codec.dumps({"error": "this design needs more memory than the lab has"})
    except Exception as error:
        return codec.dumps({"error": f"this design cannot be read ({type(error).__name__})"})


# ---------------------------------------------------------------- answering a question


class Teller:
    """Says how far it is: every look, and now and then how many games there are."""

    def __init__(self, say: Callable[[dict[str, Any]], None]) -> None:
        self.say = say
        self.last = 0.0
        self.games: dict[str, int] = {}

    def played(self, key: str, games: int) -> None:
        self.games[key] = games
        if time.monotonic() - self.last >= TELL_SECONDS:
            self.last = time.monotonic()
            self.say({"games": sum(self.games.values())})

    def staged(self, what: str, done: int, of: int) -> None:
        self.say({"stage": {"says": what, "done": done, "of": of}})

    def looked(self, verdict: str, figures: tuple[Figure, ...], deals: int) -> None:
        self.last = time.monotonic()
        look = {"verdict": verdict, "deals": deals, "figures": [each.to_json() for each in figures]}
        self.say({"look": look, "games": sum(self.games.values())})


Order = dict[str, Any]
Say = Callable[[dict[str, Any]], None]


def do_one(
    limits: tuple[int, int, int], line: Connection, do: Callable[[Order, Say], None], broken: Callable[[Exception], str]
) -> None:
    """One order, to its end; then the process ends. Whatever is said comes with the CPU seconds that were spent."""
    hold_back(*limits)
    threading.Thread(target=live_no_longer_than_the_server, name="watch", daemon=True).start()
    with contextlib.suppress(EOFError, ConnectionError):
        line.send_bytes(READY)
        order = codec.loads(line.recv_bytes(), MOST_BYTES)

        def say(what: dict[str, Any]) -> None:
            line.send_bytes(codec.dumps({**what, "spent": time.process_time()}))

        try:
            do(order, say)
        except LootError as error:
            say({"error": str(error)[:300]})
        except Exception as error:
            say({"error": broken(error)})


def play(limits: tuple[int, int, int], line: Connection) -> None:
    """One question, from the order to the answer."""
    do_one(limits, line, lambda order, say: (tuned if order["question"] == TUNE else asked)(order, say), broken)


def broken(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "this design needs more memory than a question may have"
    if isinstance(error, OSError):
        return f"games cannot be kept: {error.strerror}; finished games that were written are kept"
    return f"this design breaks the game ({type(error).__name__})"


def asked(order: Order, say: Say) -> None:
    question, teller = question_called(order["question"]), Teller(say)
    design = desk.read(order["design"])
    other = None if order["other"] is None else desk.read(order["other"])
    for each in (design, other):
        if each is not None:
            each.check()
    with KeptDeals(1, Path(order["folder"]), teller.played) as deals:
        more = {question.wants: order[question.wants]} if question.wants else {}

        def ask(bot: str) -> Answer:
            return question.answer(design, other, order["players"], bot, order["most"], deals, order["seed"], **more)

        with watched(teller.looked):
            answer = ask(order["bot"])
        say({"answer": answer.to_json()})
        if order["again"] and order["again"] != order["bot"]:
            verdict = ask(order["again"]).verdict
            checked = replace(answer, elsewhere={order["again"]: verdict})
            say({"answer": checked.to_json()})
    say({"end": True, "games": sum(teller.games.values())})


def tuned(order: Order, say: Say) -> None:
    """Settings that give what is wanted. What was played before is kept: the same search finds the same games again."""
    teller = Teller(say)
    how = {name: order[name] for name in ("players", "bot", "trials", "most", "seed")}
    with KeptDeals(1, Path(order["folder"]), teller.played) as deals:
        found = tune(
            desk.read(order["design"]),
            order["wants"],
            order["knobs"],
            again=order["again"] or "",
            deals=deals,
            tell=teller.staged,
            **how,
        )
    say({"tuned": found.to_json()})
    say({"end": True, "games": sum(teller.games.values())})
