"""Throws bytes at everything that reads what others wrote, for a while: nothing but our own errors may come out, and
nothing may take more time or memory than it may.

    .venv/bin/python scripts/fuzz.py --seconds 60

With atheris installed (`make fuzz`) coverage guides the bytes; without it they are mutations of good ones. Designs are
mutations of real component files that keep their form.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import runpy
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from loot_table import games
from loot_table.engine import build, codec
from loot_table.engine.errors import LootError
from loot_table.engine.game import Game
from loot_table.engine.match import Match, read_record
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.proofs import cost, hostile
from loot_table.proofs.inside import Inside
from loot_table.proofs.largest import largest
from loot_table.server import messages as m
from loot_table.server.app import make_app
from loot_table.server.asking import Service
from loot_table.server.brains import Brains
from loot_table.server.limits import Limits
from loot_table.server.logs import set_up_logs
from loot_table.server.memory import MemoryStore
from loot_table.server.tables import Tables
from loot_table.server.telling import USUAL, guide_told, shown

EXPECTED = (LootError, msgspec.MsgspecError, UnicodeError)
TOKENS = [
    b"null",
    b"-1",
    b"1e9",
    b"9007199254740993",
    b"18446744073709551615",
    b"[]",
    b"{}",
    b'""',
    b'"\\u0000"',
    b"true",
]
TOKENS += [b"[" * 40, b"{" * 3, b'"type":', b'"\\ud83d\\ude00"', b"\xff", b"0.5", b",", b'{"type":"play"}', b'"x":1,']
Target = Callable[[bytes], None]

# What one input may cost. The promise is for the compiled build on a quiet machine; here it is measured with a margin.
MOST_SECONDS = 0.05
MOST_MEGABYTES = 50
MARGIN = 4 if build.is_compiled() else 30


# ---------------------------------------------------------------- what is fed


@cache
def played(slug: str, moves: int) -> Match:
    game = games.load(slug)
    match = Match(game, game.least_players, nature=Random(4))
    rng = Random(5)
    while match.version < moves and not match.is_over:
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    return match


def feed_json(text: bytes) -> None:
    codec.dumps(codec.loads(text))


def feed_messages(text: bytes) -> None:
    for decoder in (m.socket_message, m.command, m.new_table, m.join):
        try:
            decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            continue


def feed_actions(text: bytes) -> None:
    plain = codec.loads(text)
    for game in games.all_games():
        match = played(game.slug, 30)
        try:
            match.why_not(max(match.to_act, 0), game.codec.action(plain))
        except LootError:
            continue


def feed_records(text: bytes) -> None:
    saved = read_record(text)
    Match.from_json(saved, games.load(saved["game"]))


def feed_positions(text: bytes) -> None:
    plain = codec.loads(text, 2**20)
    for game in games.all_games():
        feed_position(game, plain)


def feed_position(game: Game, plain: Any) -> None:
    try:
        Match(game, game.least_players, position=plain)
    except LootError:
        return


def feed_components(text: bytes) -> None:
    plain = codec.loads(text, 2**20)
    if isinstance(plain, dict):
        for game in games.all_games():
            try:
                Match(game, game.least_players, components=plain)
            except LootError:
                continue


def feed_designs(text: bytes) -> None:
    """What `hostile.wish` makes: a table with somebody's own components, its first scenes, and a few answers."""
    wish = codec.loads(text, 2**20)
    if not isinstance(wish, dict) or not {"game", "players", "options", "components"} <= set(wish):
        return
    game = games.load(wish["game"])
    match = Match(game, wish["players"], wish["options"], wish["components"], nature=Random(1))
    rng = Random(2)
    for _ in range(3):
        look(match)
        if match.is_over:
            return
        match.play(match.to_act, match.state.decision().sample(match.state, rng))


def look(match: Match) -> None:
    """What the server shows of a table."""
    for seat in (SPECTATOR, max(match.to_act, 0)):
        codec.dumps(shown(match.game, match.view(seat), match.voice(), USUAL))
        codec.dumps(guide_told(match, match.view(seat), match.voice()))
    if match.to_act >= 0 and not match.state.decision().is_large(match.state):
        codec.dumps([codec.encode(action) for action in match.actions()])


class Server:
    """A whole server: requests and a socket of somebody with a seat."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.tables = Tables(MemoryStore(), Brains())
        self.inside = Inside(make_app(Service(self.tables, Limits(is_strict=False), frozenset())))
        wish = {"game": games.slugs()[0], "players": games.load(games.slugs()[0]).least_players}
        made = self.run(self.inside.post("/api/tables", wish)).json()
        self.at = f"/api/tables/{made['table']}"
        self.inside = self.inside.bearing(made["seats"][0]["token"])
        self.socket = self.inside.socket(f"{self.at}/socket")
        self.run(self.socket.__aenter__())
        self.socket.say({"type": "hello", "seats": [0]})

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self.socket.close())
        self.run(self.tables.close())
        self.loop.close()

    def feed(self, text: bytes) -> None:
        for path in ("/api/tables", f"{self.at}/join", f"{self.at}/commands"):
            reply = self.run(self.inside.request("POST", path, text))
            assert reply.status < 500, reply.body
        self.socket.say_bytes(text)
        self.socket.say({"type": "ping"})
        while self.run(self.socket.hear())["type"] != "pong":
            pass


@cache
def server() -> Server:
    return Server()


def feed_server(text: bytes) -> None:
    server().feed(text)


TARGETS: dict[str, Target] = {
    "json": feed_json,
    "messages": feed_messages,
    "actions": feed_actions,
    "records": feed_records,
    "positions": feed_positions,
    "components": feed_components,
    "designs": feed_designs,
    "server": feed_server,
}


def feed(target: Target, text: bytes) -> None:
    try:
        target(text)
    except EXPECTED:
        return


class TooDear(Exception):
    """An input took more than it may."""


def feed_measured(target: Target, text: bytes, margin: float) -> None:
    """Feed it, and again if it was dear: what it must cost counts, not what else went on."""
    spent = cost.measured(lambda: feed(target, text))
    if is_dear(spent, margin):
        spent = cost.least(lambda: feed(target, text))
        if is_dear(spent, margin):
            raise TooDear(f"{spent} for {len(text)} bytes; {MOST_SECONDS * 1000:.0f} ms and {MOST_MEGABYTES} MB it may")


def is_dear(spent: cost.Cost, margin: float) -> bool:
    return spent.seconds > MOST_SECONDS * margin or spent.megabytes > MOST_MEGABYTES


# ---------------------------------------------------------------- how bytes are made


def seeds() -> list[bytes]:
    """Good input of every kind."""
    found = [
        b'{"type":"hello","ticket":"x","seats":[0],"form":"view","since":3}',
        b'{"type":"ask","id":"q","seat":0,"question":{"why":{"type":"run"}}}',
        b'{"game":"crates_barrels","players":2,"seats":[{"kind":"human"},{"kind":"open"}],"clock":{"bank":60}}',
        b'{"name":"Ben","seat":1}',
    ]
    for do in ("start", "undo", "resign", "rematch", "return"):
        found.append(b'{"type":"command","id":"a","seat":0,"version":1,"do":{"type":"%s"}}' % do.encode())
    found.append(b'{"type":"command","id":"a","seat":0,"version":1,"do":{"type":"chat","text":"hello"}}')
    for game in games.all_games():
        match = played(game.slug, 6)
        found += [codec.dumps(codec.encode(action)) for action in list(match.actions())[:2]]
        found.append(match.save())
        found.append(codec.dumps(codec.encode(game.write_position(match.state))))
        found.append(codec.dumps(codec.encode(dict(match.components.data))))
    return found


def mutated(pool: list[bytes], rng: Random) -> bytes:
    text = bytearray(rng.pick(pool))
    for _ in range(1 + rng.below(4)):
        at = rng.below(len(text) + 1)
        kind = rng.below(6)
        if kind == 0 and text:
            text[at % len(text)] = rng.below(256)
        elif kind == 1:
            text[at:at] = rng.pick(TOKENS)
        elif kind == 2:
            del text[at : at + 1 + rng.below(12)]
        elif kind == 3:
            other = rng.pick(pool)
            text[at:] = other[rng.below(len(other) + 1) :]
        elif kind == 4:
            text[at:at] = text[at : at + rng.below(40)]
        else:
            value(text, rng)
    return bytes(text)


def value(text: bytearray, rng: Random) -> None:
    """Another value after a colon or comma, so that the form stays JSON."""
    places = [n for n, byte in enumerate(text) if byte in b":,["]
    if places:
        start = rng.pick(places) + 1
        end = start
        while end < len(text) and text[end] not in b",]}":
            end += 1
        text[start:end] = rng.pick(TOKENS)


def design(rng: Random) -> bytes:
    """A wish for a table: the game's own components or the largest there can be, changed here and there."""
    game = rng.pick(games.all_games())
    data = largest(game.slug) if rng.below(3) == 0 else dict(game.read_components(None).data)
    return codec.dumps(hostile.wish(game, data, rng))


def run(seconds: float, seed: int, names: list[str], margin: float = MARGIN) -> int:
    """Feed every target in turn until the time is up; how many times."""
    set_up_logs("error")
    rng, pool, fed = Random(seed), seeds(), 0
    for game in games.all_games():
        Match(game, game.least_players)  # what is read once is no input's cost
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        name = names[fed % len(names)]
        text = design(rng) if name == "designs" else mutated(pool, rng)
        try:
            feed_measured(TARGETS[name], text, margin)
        except BaseException:
            print(f"{name} was broken by {text!r}", file=sys.stderr)
            raise
        fed += 1
    if server.cache_info().currsize:
        server().close()
        server.cache_clear()
    return fed


def run_atheris(seconds: float, name: str) -> None:
    import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

    for loaded in [module for module in sys.modules if module.split(".")[0] in ("loot_table", "prometheus_client")]:
        del sys.modules[loaded]
    with atheris.instrument_imports(include=["loot_table"]):  # everything again, so that coverage is seen
        targets = runpy.run_path(__file__, run_name="fuzz")
    targets["set_up_logs"]("error")
    pool = targets["seeds"]()

    def one(text: bytes) -> None:
        targets["feed"](targets["TARGETS"][name], text)

    def mutate(text: bytes, most: int, seed: int) -> bytes:
        if seed % 2 and text:
            return bytes(atheris.Mutate(text, most)) or b"0"
        return mutated([*pool, text], Random(seed))[:most] or b"0"

    atheris.Setup([sys.argv[0], f"-max_total_time={int(seconds)}", "-max_len=9000"], one, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--margin", type=float, default=MARGIN, help="how often 50 ms an input may take")
    parser.add_argument("--target", choices=list(TARGETS), help="only this one, guided by coverage where atheris is")
    asked = parser.parse_args()
    if asked.target not in (None, "designs") and importlib.util.find_spec("atheris") is not None:
        run_atheris(asked.seconds, asked.target)
        return
    fed = run(asked.seconds, asked.seed, list(TARGETS) if asked.target is None else [asked.target], asked.margin)
    print(f"{fed:,} inputs, nothing unexpected.")


if __name__ == "__main__":
    main()
