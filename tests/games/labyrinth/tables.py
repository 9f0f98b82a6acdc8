"""Tables for tests: positions, whole games of bots, and crowded boards for the no-blocking rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from labyrinth.naive import Naive, Square

from loot_table import bots
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Refusal
from loot_table.games import load
from loot_table.games.labyrinth.box import Options
from loot_table.games.labyrinth.placing import Site, put_wall
from loot_table.games.labyrinth.position import write_position
from loot_table.games.labyrinth.rules import new
from loot_table.games.labyrinth.shapes import NEUTRAL, Shape
from loot_table.games.labyrinth.table import Table

GAME = load("labyrinth")
CARDS = ["column", "boot", "fang", "altar", "spear"]
TRIES = 40  # places looked at for a tight one
EACH = 20  # placements tried in a position


def at(**position: Any) -> Match:
    """A match that begins in a position; what is not named is as at the start, and two play."""
    position.setdefault("players", 2)
    return Match(GAME, position["players"], position.get("options"), position=position)


def wall(symbol: str, orient: int, x: int, y: int, owner: int | None = 1, node: int = 0, **more: Any) -> dict[str, Any]:
    return {"symbol": symbol, "orient": orient, "x": x, "y": y, "owner": owner, "node": node, **more}


def table(match: Match) -> Table:
    assert isinstance(match.state, Table)
    return match.state


def kind(symbol: str) -> int:
    """The number that nature names when this card is drawn."""
    found = GAME.read_components(None).numbers[symbol]
    assert isinstance(found, int)
    return found


def do(match: Match, type: str, *draws: str, **fields: Any) -> Match:
    """The seat to act acts; cards drawn by it are those named, or any."""
    match.play(match.to_act, GAME.codec.action({"type": type, **fields}))
    for symbol in draws:
        match.happen(kind(symbol))
    while match.to_act == NATURE:
        match.happen(match.state.outcomes()[0][0])
    return match


def why_not(match: Match, type: str, **fields: Any) -> Refusal | None:
    return match.why_not(match.to_act, GAME.codec.action({"type": type, **fields}))


def refused_by(match: Match, type: str, **fields: Any) -> str:
    """The rule that refuses an action of the seat to act; empty when it is legal."""
    refusal = why_not(match, type, **fields)
    return "" if refusal is None else refusal.rule


def place(symbol: str, orient: int, x: int, y: int) -> dict[str, Any]:
    return {"type": "place", "symbol": symbol, "orient": orient, "x": x, "y": y}


def pawn(match: Match, seat: int) -> list[int]:
    found = write_position(table(match))["pawns"][seat]
    assert isinstance(found, list)
    return found


def hand(match: Match, seat: int) -> list[str]:
    return sorted(table(match).box.kinds[number].symbol for number in table(match).hands[seat])


def told(match: Match, seat: int) -> list[str]:
    """What a seat has heard since the last entry of the record."""
    return [match.voice().text(event.text()) for event in match.events(seat, match.version - 1)]


def said(match: Match, refusal: Refusal) -> str:
    return match.voice().text(refusal.text)


# ---------------------------------------------------------------- whole games


def bot_game(kinds: Sequence[str], seed: int, **options: object) -> Match:
    match = Match(GAME, len(kinds), options, nature=Random(seed))
    seats = [bots.make(kind, GAME, 1000 * seed + seat) for seat, kind in enumerate(kinds)]
    while not match.is_over:
        seat = match.to_act
        match.play(seat, seats[seat].choose(match.view(seat), bots.offered(match.state)))
    return match


# ---------------------------------------------------------------- crowded boards: many walls, some with rubble, pawns anywhere, some treasures gone


def check_agreement(placements: int, rng: Random) -> int:
    """Fast and naive say the same, for one place and for all places of a shape at once. Returns how many block."""
    tried = 0
    blocking = 0
    while tried < placements:
        table = crowded(rng)
        plain = naive(table)
        site = Site(table, 0, False)
        for _ in range(EACH):
            spot = tight_place(table, site.free, rng)
            if spot is None:
                continue
            shape, anchor = spot
            x, y = table.spot(anchor)
            is_legal = plain.allows(0, shape.cells, x, y)
            found = (site.allows(shape, anchor), bool(site.anchors(shape) & table.box.grid.bits[anchor]))
            assert found == (is_legal, is_legal), (table.view(-4), shape.kind, shape.orient, x, y)
            tried += 1
            blocking += not is_legal
    return blocking


def naive(table: Table) -> Naive:
    view: Any = table.view(0)
    pieces: dict[str, list[list[Square]]] = {
        kind.symbol: [shape.cells for shape in kind.shapes] for kind in table.box.kinds
    }
    walls = [
        {"symbol": symbol, "orient": orient, "x": x, "y": y, "rubble": rubble}
        for _, symbol, orient, x, y, _, _, rubble in view.walls
    ]
    position = {"players": view.players, "walls": walls, "pawns": view.pawns, "treasures": view.treasures}
    return Naive.of({**position, "stash": view.stash}, pieces)


def crowded(rng: Random) -> Table:
    """Walls lie anywhere, so that some access is cut already; pawns like to stand beside walls."""
    players = 2 + int(rng.below(5))
    table = new(players, Options(teams=players in (4, 6) and rng.below(2) == 0), GAME.read_components(None))
    grid = table.box.grid
    for square in grid.listed(table.treasures):
        if rng.below(3) == 0:
            table.treasures ^= grid.bits[square]
            table.stash[int(rng.below(table.box.sides))] += 1
    for _ in range(20 + int(rng.below(30))):
        shape, anchor = any_place(table, rng)
        if not shape.at(anchor) & (table.covered | table.treasures):
            put_wall(table, 0, shape, anchor, NEUTRAL)
    for seat in range(players):
        if rng.below(2) == 0 and table.walls:
            open_somewhere(table, seat, rng)
    free = grid.listed(grid.board & ~table.closed & ~table.treasures)
    beside = [square for square in free if grid.beside[square] & table.covered] or free
    rng.shuffle(beside)
    table.pawns = beside[:players]
    return table


def open_somewhere(table: Table, seat: int, rng: Random) -> None:
    squares = table.box.grid.listed(table.covered & table.closed)
    square = int(rng.pick(squares))
    wall = table.wall_on(square)
    assert wall is not None
    table.replace_wall(wall, wall.opened(square, seat))
    table.closed ^= table.box.grid.bits[square]
    table.rubble_home[seat] = False


def tight_place(table: Table, free: int, rng: Random) -> tuple[Shape, int] | None:
    """Of some free places one with treasures or pawns beside it and as many obstacles around it as possible."""
    best: tuple[Shape, int] | None = None
    most = -1
    for _ in range(TRIES):
        shape, anchor = any_place(table, rng)
        if not shape.at(anchor) & ~free:
            ring = shape.ring_at(anchor)
            worth = ring & (table.treasures | table.pawn_squares())
            tightness = (ring & table.closed).bit_count() + 4 * worth.bit_count()
            if tightness > most:
                best, most = (shape, anchor), tightness
    return best


def any_place(table: Table, rng: Random) -> tuple[Shape, int]:
    """A piece anywhere inside the grid."""
    shape: Shape = rng.pick(rng.pick(table.box.kinds).shapes)
    number = int(rng.below(shape.spots))
    return shape, table.box.grid.square(number % shape.columns, number // shape.columns)
