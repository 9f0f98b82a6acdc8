"""A process in which one policy thinks. Once it is ready it opens no file and no connection, and starts no other process; it
has so much memory and no more; and the server stops it when it takes too long."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

from loot_table import bots
from loot_table.engine import codec
from loot_table.engine.errors import LootError
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games import load
from loot_table.server.fences import hold_back, shut_in
from loot_table.server.guests import Guest
from loot_table.server.workers import READY, Question, box_of, live_no_longer_than_the_server

MEMORY: Final = 2 << 30  # bytes of addresses; a runtime takes far more of them than it uses
NOTHING: Final = b""  # the answer of a policy that has none
THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def worker_for(guest: Guest) -> Callable[[Connection], None]:
    """What its process does."""
    return partial(work, guest.where)


def work(where: str, line: Connection) -> None:
    os.environ.update(dict.fromkeys(THREADS, "1"))  # before numpy is there
    hold_back(None, MEMORY, 0)
    threading.Thread(target=live_no_longer_than_the_server, name="watch", daemon=True).start()
    try:
        source = tried(where)
    except (LootError, OSError, MemoryError):
        return  # the server notices that nobody is there
    shut_in()
    with contextlib.suppress(EOFError, ConnectionError):
        line.send_bytes(READY)
        while True:
            question: Question = line.recv()
            line.send_bytes(answered(source, question))


def tried(where: str) -> Any:
    """The policy, after a first answer: whatever it needs is loaded by then."""
    from loot_table.rl.policy import source_of  # noqa: PLC0415 (after the number of threads is said)

    source = source_of(where)
    card = source.card
    header = codec.dumps({"options": dict(card.options), "components": None})
    match = Match(load(card.game), card.players, card.options, nature=Random(1))
    view = codec.dumps(codec.encode(match.view(match.to_act)))
    think(source, (card.game, card.players, header, view, "", 1, 1.0))
    return source


def answered(source: Any, question: Question) -> bytes:
    try:
        return think(source, question)
    except (LootError, MemoryError, OSError):
        return NOTHING


def think(source: Any, question: Question) -> bytes:
    slug, players, header, view, _, seed, _ = question
    game = load(slug)
    seen = game.codec.decode(codec.loads(view, 2**22), box_of(slug, players, header))
    actions = bots.offered(seen.imagine(Random(seed)))
    return codec.dumps(codec.encode(source(game, seed).choose(seen, actions)))
