"""Positions written down as JSON: what is missing is as at the start, so a small position is a short text.

{"players": 2, "to_move": 0, "pawns": [[2, 15], [10, 16]],
 "walls": [{"symbol": "spear", "orient": 1, "x": 9, "y": 13, "owner": 0, "node": 0, "rubble": [[9, 15, 1]]}]}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from loot_table.engine import codec
from loot_table.engine.errors import BadPosition
from loot_table.engine.options import as_dict, described
from loot_table.games.labyrinth.box import Box, Options
from loot_table.games.labyrinth.components import Components, Kind
from loot_table.games.labyrinth.grid import NOWHERE
from loot_table.games.labyrinth.maze import BUILDS, TURN_UPS, TurnUp
from loot_table.games.labyrinth.rules import TURN_ENDS, TURNS, empty
from loot_table.games.labyrinth.shapes import NEUTRAL, Wall
from loot_table.games.labyrinth.table import NO_CARD, Table, named

FIELDS: Final = [
    "players",
    "options",
    "to_move",
    "first",
    "turn",
    "stall",
    "pawns",
    "treasures",
    "stash",
    "walls",
    "next_wall",
    "hands",
    "draw_top",
    "draw_exactly",
    "axe",
    "minotaur",
    "turned_up",
    "maze_left",
]
WALL_FIELDS: Final = ["number", "symbol", "orient", "x", "y", "owner", "node", "rubble"]
MOST_TURNS: Final = 1_000_000
CHOICES: Final = described(Options)


# ---------------------------------------------------------------- writing


def write_position(table: Table) -> dict[str, Any]:
    """A table on which somebody is to decide, or the game is over; it holds every hand."""
    if table.agenda and table.to_act < 0:
        raise BadPosition("a position can be written when a player is to decide, not while cards are drawn")
    symbols = [kind.symbol for kind in table.box.kinds]
    plain: dict[str, Any] = {
        "players": table.players,
        "to_move": table.to_act if table.agenda else None,
        "first": table.first,
        "turn": table.turn,
        "stall": table.stall,
        "pawns": [list(table.spot(square)) for square in table.pawns],
        "treasures": [list(table.spot(square)) for square in table.box.grid.listed(table.treasures)],
        "stash": list(table.stash),
        "walls": [write_wall(table, wall) for wall in table.walls],
        "next_wall": table.next_wall,
        "hands": [[symbols[kind] for kind in hand] for hand in table.hands],
        "draw_exactly": list(named(symbols, table.draw)),
    }
    chosen = as_dict(table.box.options)  # those that people choose; how older rules were read is no part of a position
    plain["options"] = {each.name: chosen[each.name] for each in CHOICES if chosen[each.name] != each.default}
    if table.box.has_minotaur:
        plain["axe"] = list(table.axes)
        plain["minotaur"] = None if table.minotaur == NOWHERE else list(table.spot(table.minotaur))
    if table.turned_up != NO_CARD:
        plain["turned_up"] = symbols[table.turned_up]
        plain["maze_left"] = sum([isinstance(step, TurnUp) for step in table.agenda])
    return plain


def write_wall(table: Table, wall: Wall) -> dict[str, Any]:
    number, symbol, orient, x, y, owner, node, rubble = table.wall_view(wall)
    plain: dict[str, Any] = {"number": number, "symbol": symbol, "orient": orient, "x": x, "y": y}
    plain["owner"] = None if owner == NEUTRAL else owner
    plain["node"] = node
    if rubble:
        plain["rubble"] = [list(token) for token in rubble]
    return plain


# ---------------------------------------------------------------- reading


def read_position(plain: object, players: int, options: Options, components: Components) -> Table:
    """The table that a position describes; nobody remembers anything from before it."""
    if not isinstance(plain, Mapping):
        raise BadPosition(f'a position is an object such as {{"to_move": 0}}, got {codec.shown(plain)}')
    for name in plain:
        if name not in FIELDS:
            raise BadPosition(f'a position has no field "{name:.40}"; it has {", ".join(FIELDS)}')
    return Reader(plain, empty(Box(components, options, players))).table


@final
class Reader:
    """Reads one position onto an empty table."""

    def __init__(self, plain: Mapping[str, Any], table: Table) -> None:
        self.plain = plain
        self.table = table
        self.box = table.box
        self.check_players_and_options()
        self.read_pieces()
        for place, written in enumerate(self.items("walls", [])):
            self.read_wall(written, place)
        last = max([wall.number for wall in table.walls], default=0)
        table.next_wall = self.whole("next_wall", last + 1, last + 1, MOST_TURNS)
        self.read_minotaur()
        self.read_cards()
        self.read_turn()

    def check_players_and_options(self) -> None:
        players = self.whole("players", self.box.players, 2, 8)
        if players != self.box.players:
            raise BadPosition(f"the position is for {players} players, the table for {self.box.players}")
        options = self.plain.get("options", {})
        if not isinstance(options, Mapping):
            raise BadPosition('"options" of a position is an object')
        here = as_dict(self.box.options)
        for name, value in options.items():
            if name not in here or here[name] != value:
                raise BadPosition(
                    f"the position is for the option {name:.40} = {codec.shown(value)}; set it for the table, too"
                )

    # ---- parts

    def read_pieces(self) -> None:
        table, grid = self.table, self.box.grid
        if "pawns" in self.plain:
            pawns = [self.square(written, "pawns") for written in self.items("pawns", [])]
            if len(pawns) != table.players or len(set(pawns)) != len(pawns):
                raise BadPosition(f'"pawns" must be {table.players} different squares (LL-4.6)')
            table.pawns = pawns
        if "treasures" in self.plain:
            squares = [self.square(written, "treasures") for written in self.items("treasures", [])]
            if len(set(squares)) != len(squares) or not set(squares) <= set(self.box.components.treasures):
                raise BadPosition('"treasures" must be different treasure squares of the board (LL-2.3)')
            table.treasures = sum([grid.bits[square] for square in squares])
        if table.treasures & table.pawn_squares():
            raise BadPosition("a pawn stands on a treasure: it would have taken it (LL-4.5)")
        table.stash = [self.number(item, "stash", 0, 99) for item in self.items("stash", table.stash)]
        total = len(self.box.components.treasures)
        if len(table.stash) != self.box.sides or sum(table.stash) + table.treasures.bit_count() != total:
            raise BadPosition(
                f'"stash" must have a number for each of {self.box.sides} sides, '
                f"and make {total} with the treasures on the board"
            )
        if max(table.stash) >= self.box.target:
            raise BadPosition(f"a side has {self.box.target} treasures: the game is over (LL-9.2)")

    def read_wall(self, written: Any, place: int) -> None:
        where = f"wall {place + 1}"
        if not isinstance(written, Mapping) or not {"symbol", "orient", "x", "y"} <= set(written) <= set(WALL_FIELDS):
            raise BadPosition(f"{where}: a wall has {', '.join(WALL_FIELDS)}; got {codec.shown(written)}")
        table, grid = self.table, self.box.grid
        kind = self.kind(written["symbol"], where)
        shape = kind.shapes[self.number(written["orient"], f"{where}: orient", 0, len(kind.shapes) - 1)]
        x = self.number(written["x"], f"{where}: x", 0, grid.side - shape.width)
        y = self.number(written["y"], f"{where}: y", 0, grid.side - shape.height)
        owner = written.get("owner")
        seat = NEUTRAL if owner is None else self.number(owner, f"{where}: owner", 0, table.players - 1)
        node = self.number(written.get("node", 0), f"{where}: node", 0, kind.nodes - 1)
        wall = Wall(place + 1, shape, grid.square(x, y), seat, node, ())
        if "number" in written:
            wall.number = self.number(written["number"], f"{where}: number", 1, MOST_TURNS)
        if table.wall_numbered(wall.number) is not None:
            raise BadPosition(f"two walls have the number {wall.number}")
        rubble = written.get("rubble", [])
        if not isinstance(rubble, list):
            raise BadPosition(f"{where}: rubble is a list of [x, y, owner]")
        wall.rubble = tuple([self.rubble(token, wall, where) for token in rubble])
        taken = table.covered | table.treasures
        opened = sum([grid.bits[square] for square, _ in wall.rubble])
        if wall.mask & taken or wall.mask & ~opened & table.pawn_squares():
            raise BadPosition(f"{where} lies on another wall, a treasure or a pawn (LL-5.3)")
        table.add_wall(wall)

    def rubble(self, token: Any, wall: Wall, where: str) -> tuple[int, int]:
        if not isinstance(token, list) or len(token) != 3:
            raise BadPosition(f"{where}: rubble is [x, y, owner], got {codec.shown(token)}")
        square = self.square(token[:2], f"{where}: rubble")
        seat = self.number(token[2], f"{where}: owner of rubble", 0, self.table.players - 1)
        if not wall.mask & self.box.grid.bits[square]:
            raise BadPosition(f"{where}: its rubble on {self.box.grid.name(square)} is not on it (LL-7.2)")
        if not self.table.rubble_home[seat]:
            raise BadPosition(f"{where}: seat {seat} has only one rubble token (LL-7.1)")
        self.table.rubble_home[seat] = False
        return (square, seat)

    def read_minotaur(self) -> None:
        table = self.table
        axes = self.items("axe", table.axes)
        if len(axes) != table.players or any(type(axe) is not bool for axe in axes):
            raise BadPosition('"axe" says for each seat whether its axe is unspent, true or false (LL-V2.1)')
        table.axes = list(axes)
        written = self.plain.get("minotaur")
        if not self.box.has_minotaur and (written is not None or True in axes):
            raise BadPosition("this table plays without the minotaur (LL-V2.1)")
        if written is not None:
            square = self.square(written, "minotaur")
            if self.box.grid.bits[square] & (table.closed | table.pawn_squares()):
                raise BadPosition("the minotaur stands on a pawn or a solid square (LL-V2.4)")
            table.minotaur = square

    # ---- cards

    def read_cards(self) -> None:
        """Every card is in a hand, in the draw pile or in the discard pile."""
        table = self.table
        left = [kind.copies for kind in self.box.kinds]
        for wall in table.walls:
            self.take(left, wall.shape.kind)
            table.discard[wall.shape.kind] += 1
        given = self.items("hands", [None] * table.players)
        if len(given) != table.players:
            raise BadPosition(f'"hands" must have one entry for each of {table.players} seats, null for any cards')
        hands = [self.hand(written, seat, left) for seat, written in enumerate(given)]
        named_pile = "draw_exactly" if "draw_exactly" in self.plain else "draw_top"
        pile = [self.kind(symbol, named_pile).number for symbol in self.items(named_pile, [])]
        for kind in pile:
            self.take(left, kind)
        for seat, hand in enumerate(hands):
            table.hands[seat] = tuple(hand if hand is not None else self.any_cards(left, table.free_tokens(seat)))
        if named_pile == "draw_top":
            table.draw = [count + pile.count(kind) for kind, count in enumerate(left)]
        else:
            table.draw = [pile.count(kind) for kind in range(len(left))]
            table.discard = [count + left[kind] for kind, count in enumerate(table.discard)]

    def hand(self, written: Any, seat: int, left: list[int]) -> list[int] | None:
        if written is None:
            return None
        if not isinstance(written, list):
            raise BadPosition(f"hand of seat {seat}: a list of symbols or null, got {codec.shown(written)}")
        hand = sorted([self.kind(symbol, f"hand of seat {seat}").number for symbol in written])
        if len(hand) != self.table.free_tokens(seat):
            raise BadPosition(
                f"hand of seat {seat}: with its walls on the board it has {self.table.free_tokens(seat)} cards, "
                f"got {len(hand)} (LL-5.8)"
            )
        for kind in hand:
            self.take(left, kind)
        return hand

    def take(self, left: list[int], kind: int) -> None:
        left[kind] -= 1
        if left[kind] < 0:
            symbol, copies = self.box.kinds[kind].symbol, self.box.kinds[kind].copies
            raise BadPosition(f"the position needs more than {copies} cards {symbol} (LL-1.2)")

    def any_cards(self, left: list[int], count: int) -> list[int]:
        """Cards that do not matter: always one of the type of which most are left."""
        hand: list[int] = []
        if count < 0:
            raise BadPosition(f"a player has {self.box.allotment} wall tokens, and more walls than that (LL-2.5)")
        for _ in range(count):
            kind = left.index(max(left))
            self.take(left, kind)
            hand.append(kind)
        return sorted(hand)

    # ---- whose turn

    def read_turn(self) -> None:
        table, last = self.table, self.table.players - 1
        if self.plain.get("to_move", 0) is None:
            raise BadPosition("the game is over in this position")
        seat = self.whole("to_move", 0, 0, last)
        table.first = self.whole("first", 0, 0, last)
        table.turn = self.whole("turn", 0, 0, MOST_TURNS)
        table.stall = self.whole("stall", 0, 0, self.box.stall_turns - 1)
        neutral = sum([wall.owner == NEUTRAL for wall in table.walls])
        if "turned_up" not in self.plain:
            table.then(TURNS[seat], TURN_ENDS[seat])
            return
        table.turned_up = self.kind(self.plain["turned_up"], "turned_up").number
        if not self.box.options.labyrinth_walls or not table.discard[table.turned_up]:
            raise BadPosition("a card is turned up only for the maze, and lies on the discard pile (LL-V1.2)")
        most = self.box.components.maze[table.players] - neutral - 1
        left = self.whole("maze_left", 0, 0, max(0, most))
        rest = [TURN_UPS[(seat + number) % table.players] for number in range(1, left + 1)]
        table.then(BUILDS[seat], *rest, TURNS[table.first], TURN_ENDS[table.first])

    # ---- values

    def items(self, name: str, default: list[Any]) -> list[Any]:
        found = self.plain.get(name, default)
        if not isinstance(found, list):
            raise BadPosition(f'"{name}" of a position is a list, got {codec.shown(found)}')
        return found

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        return self.number(self.plain.get(name, default), f'"{name}"', least, most)

    def number(self, written: Any, where: str, least: int, most: int) -> int:
        if type(written) is not int or not least <= written <= most:
            raise BadPosition(f"{where} must be {least} to {most}, got {codec.shown(written)}")
        return written

    def square(self, written: Any, where: str) -> int:
        if not isinstance(written, list) or len(written) != 2:
            raise BadPosition(f"{where}: a square is [x, y], got {codec.shown(written)}")
        x, y = written
        last = self.box.grid.side - 1
        return self.box.grid.square(self.number(x, f"{where}: x", 0, last), self.number(y, f"{where}: y", 0, last))

    def kind(self, symbol: Any, where: str) -> Kind:
        numbers = self.box.components.numbers
        if not isinstance(symbol, str) or symbol not in numbers:
            raise BadPosition(f"{where}: a symbol is one of {', '.join(numbers)}, got {codec.shown(symbol)}")
        return self.box.kinds[numbers[symbol]]
