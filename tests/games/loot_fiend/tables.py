"""Tables for the tests of Loot Fiend: set a position up, script nature, play, look; whole games of bots or at random."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from loot_table.bots.choosing import make
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Refusal
from loot_table.games import load
from loot_table.games.loot_fiend.adding import Flip
from loot_table.games.loot_fiend.components import SIZES, Components
from loot_table.games.loot_fiend.course import STALEMATE
from loot_table.games.loot_fiend.map import distances, tile_at
from loot_table.games.loot_fiend.phases import phase, write_pending
from loot_table.games.loot_fiend.stack import stores_in, tiles_in
from loot_table.games.loot_fiend.table import Table
from loot_table.games.loot_fiend.tile_loot import Draw, Toss

GAME = load("loot_fiend")
KIT: Components = GAME.read_components(None)
Plain = dict[str, Any]
REASONS = ("final store", "second tie", "sealed map")  # why games end

# A road north of the starter: three straight tiles.
ROAD = [["straight", 0, 0, -1], ["straight", 0, 0, -2], ["straight", 0, 0, -3]]


class Camp:
    """A match at a written position. Nature follows the position's `stack` and `supply`; then the first outcome."""

    def __init__(self, position: Plain) -> None:
        self.match = Match(GAME, position.get("players", 2), position.get("options"), position=position)
        self.stack: list[str] = list(position.get("stack", []))
        self.supply: dict[str, list[str]] = {size: list(ids) for size, ids in position.get("supply", {}).items()}
        self.tosses: list[str] = []
        self.let_nature_act()

    @property
    def table(self) -> Table:
        assert isinstance(self.match.state, Table)
        return self.match.state

    def let_nature_act(self) -> None:
        while self.match.to_act == NATURE:
            self.match.happen(self.next_outcome())

    def next_outcome(self) -> int:
        step = self.match.state.chance()
        if isinstance(step, Flip) and self.stack:
            tile = self.stack.pop(0)
            return KIT.kind_numbers.get(tile, KIT.tile_ids.get(tile, -1))
        if isinstance(step, Draw) and self.supply.get(SIZES[step.size]):
            return KIT.piece_numbers[self.supply[SIZES[step.size]].pop(0)]
        if isinstance(step, Toss) and self.tosses:
            return SIZES.index(self.tosses.pop(0))
        return self.match.state.outcomes()[0][0]

    def do(self, *actions: Plain) -> Camp:
        for plain in actions:
            self.match.play(self.match.to_act, GAME.codec.action(plain))
            self.let_nature_act()
        return self

    def refusal(self, plain: Plain) -> Refusal:
        found = self.match.why_not(self.match.to_act, GAME.codec.action(plain))
        assert found is not None, f"{plain} is legal"
        return found

    def refused_by(self, plain: Plain) -> str:
        """The rule that forbids an action."""
        return self.refusal(plain).rule

    def legal(self, *types: str) -> list[Plain]:
        """The listed actions, or those of these types."""
        listed = [codec.encode(action) for action in self.match.actions()]
        return [plain for plain in listed if not types or plain["type"] in types]

    def written(self) -> Any:
        return GAME.write_position(self.match.state)

    def told(self) -> list[str]:
        """Everything that was told since the last action."""
        return [self.match.voice().text(event.text()) for event in self.match.log[-1]]

    def fact(self, name: str) -> Any:
        """What the examples call a thing."""
        table = self.table
        written = self.written()
        if name == "phase":
            return phase(table)
        if name == "to_move":
            return self.match.to_act if self.match.to_act >= 0 else None
        if name == "scores":
            return [pack.points for pack in table.packs]
        if name == "winners":
            return [seat for seat, share in enumerate(table.standings()) if share == 1]
        if name == "stack_left":
            return tiles_in(table.stack)
        if name == "stores_in_stack":
            return stores_in(table.stack)
        if name == "stack_top":
            return self.stack[0]
        if name == "legal":
            return self.legal()
        if name == "stalemate":
            return STALEMATE[table.course.stalemate]
        return written[name]

    def expect(self, **facts: Any) -> Camp:
        for name, value in facts.items():
            if name == "legal_of":
                for kind, actions in value.items():
                    assert self.legal(kind) == actions
            elif name == "tiles_at":
                shown = {f"{x},{y}": [kind, rot] for kind, rot, x, y in self.written()["tiles"]}
                assert {cell: shown[cell] for cell in value} == value
            elif name == "pending":
                known = {**write_pending(self.table), "finder": self.table.course.last_finder}
                assert {fact: known[fact] for fact in value} == value
            else:
                assert self.fact(name) == value, name
        return self


def camp(**position: Any) -> Camp:
    return Camp({"players": 2, **position})


# ---- actions, briefly


def add(x: int, y: int) -> Plain:
    return {"type": "add", "to": [x, y]}


def move(x: int, y: int) -> Plain:
    return {"type": "move", "to": [x, y]}


def collect(loot: str, rot: int, x: int, y: int) -> Plain:
    return {"type": "collect", "loot": loot, "rot": rot, "x": x, "y": y}


def trip_collect(loot: str, rot: int, x: int, y: int) -> Plain:
    return {**collect(loot, rot, x, y), "type": "trip_collect"}


def reorganise(*layout: list[Any]) -> Plain:
    return {"type": "reorganise", "layout": list(layout)}


def remove_locks(count: int, *pay: str) -> Plain:
    return {"type": "remove_locks", "count": count, "pay": list(pay)}


def place_loot(size: str, **shapes: str) -> Plain:
    return {"type": "place_loot", "size": size, **shapes}


END_TURN: Plain = {"type": "end_turn"}
GO: Plain = {"type": "trip_go"}
DONE: Plain = {"type": "done"}


# ---- whole games between bots


def played(bots: list[str], seed: int) -> Table:
    """A whole game."""
    rng = Random(seed)
    table = GAME.start(len(bots))
    assert isinstance(table, Table)
    seated = [make(name, GAME, 1000 * seed + seat) for seat, name in enumerate(bots)]
    while table.agenda:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, rng))
        else:
            table.apply(seated[table.to_act].choose(table.view(table.to_act), table.actions()))
    return table


def wins_against_random(players: int, games: int) -> int:
    """How many games one greedy player wins alone against random ones, from every seat in turn."""
    won = 0
    for seed in range(games):
        hero = seed % players
        bots = ["greedy" if seat == hero else "random" for seat in range(players)]
        won += played(bots, seed).course.winner == hero
    return won


# ---- whole games at random, with everything checked after every step


def check_whole_game(players: int, seed: int) -> str:
    """Plays it, and returns why it ended."""
    rng = Random(seed)
    table = GAME.start(players)
    assert isinstance(table, Table)
    conserved = GAME.conserved(table)
    steps = 0
    while table.agenda:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, rng))
        else:
            table.apply(table.decision().sample(table, rng))
        steps += 1
        assert steps < 5000, "the game ends"
        assert GAME.conserved(table) == conserved
        check_table(table)
    assert table.course.stores_found >= 3 or table.reason == "sealed map"
    return table.reason


def check_table(table: Table) -> None:
    """LF-33, LF-36, LF-41, LF-R21: joined tiles, links that agree, loot where it may lie, a stack that suffices."""
    assert -1 not in distances(table.tiles, 0)
    for number, tile in enumerate(table.tiles):
        assert all(number in table.tiles[other].links for other in tile.joined())
        assert all(tile_at(table.tiles, x, y) < 0 for x, y in tile.open_cells())
        assert len(tile.loot) <= 2
        assert not (tile.loot and (tile.is_starter or tile.is_store))
    assert tiles_in(table.stack) - stores_in(table.stack) <= sum(table.course.unseen)
    if table.agenda and not table.course.is_sealed and table.course.stores_found < table.course.final_store:
        assert table.course.stores_found + stores_in(table.stack) >= table.course.final_store


# ---- worked examples

EXAMPLE = re.compile(r"^\*\*([BE]\d+)\*\* (.*)$")


def examples() -> dict[str, list[str]]:
    """The lines of each worked example under its name."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in Path(__file__).with_name("examples.md").read_text(encoding="utf-8").splitlines():
        title = EXAMPLE.match(line)
        if title:
            lines = found[f"{title[1]} {title[2]}"] = []
        elif line.startswith("- "):
            lines.append(line)
    return found
