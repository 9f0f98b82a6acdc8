"""Inside a process that reviews: it has limits that it cannot lift, and knows nothing of the server but a line to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Final

from loot_table import games, languages
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.state import Action
from loot_table.review.branches import branch, fresh
from loot_table.review.inferring import inferred
from loot_table.review.reviewing import Review
from loot_table.review.telling import Teller
from loot_table.server.lab.worker import Order, Say, do_one
from loot_table.server.review.uploads import checked


def think(limits: tuple[int, int, int], line: Connection) -> None:
    """One order, from the record to the last finding."""
    do_one(limits, line, lambda order, say: TASKS[order["task"]](order, say), broken)


def broken(error: Exception) -> str:
    if isinstance(error, (MemoryError, RecursionError)):
        return "this game needs more memory than a review may have"
    return f"this game cannot be reviewed ({type(error).__name__})"


def prepared(order: Order) -> tuple[Review, Teller]:
    match = Match.from_json(order["record"], games.load(order["record"]["game"]))
    found = Review(match, order.get("is_deep", False))
    return found, Teller(match, found.moments, match.voice(languages.words(order["language"])))


def review(order: Order, say: Say) -> None:
    found, teller = prepared(order)
    for finding in found.findings(order["seat"], order["has_hindsight"]):
        say({"finding": teller.told(finding)})
    say({"end": True})


def other_answer(order: Order, say: Say) -> None:
    """Another answer at a step, with the luck of the game or with other luck many times."""
    found, teller = prepared(order)
    moments, step = found.moments, order["step"]
    action = found.match.game.codec.decode(order["action"])
    if not isinstance(action, Action):
        raise BadInput("that is no answer")
    if order["luck"] == "same":
        say({"found": teller.branch(branch(found.match, moments, step, action, found.evaluator)), "end": True})
    else:
        say({"found": teller.spread(fresh(found.match, moments, step, action, found.evaluator)), "end": True})


def knowledge(order: Order, say: Say) -> None:
    """What a seat could know at a step, beside the truth."""
    found, teller = prepared(order)
    step = order["step"]
    if not 0 <= step < len(found.moments):
        raise BadInput(f"there is no step {step}; there are {len(found.moments)}")
    say({"found": teller.inferred(inferred(found.moments[step], found.evaluator, order["seat"])), "end": True})


def hindsight(order: Order, say: Say) -> None:
    """A decision with all cards open, for whoever asks: nobody at the table could judge it so."""
    found, teller = prepared(order)
    moment = next((each for each in found.decisions if each.step == order["step"]), None)
    if moment is None or not found.match.game.has_secrets:
        raise BadInput(f"nobody decided anything at step {order['step']} that open cards could change")
    say({"found": teller.judged(found.judge(moment, is_hindsight=True)), "end": True})


def check(order: Order, say: Say) -> None:
    """Whether a text is the record of a finished game; how long it takes to play that again."""
    match = checked(order["text"].encode(), order["most_components"])
    say({"found": {"entries": match.version, "seconds": time.process_time()}, "end": True})


TASKS: Final[Mapping[str, Callable[[Order, Say], None]]] = {
    "review": review,
    "other answer": other_answer,
    "knowledge": knowledge,
    "hindsight": hindsight,
    "check": check,
}
