"""Positions and turns written down: `9/2bbbbb2/9/9/9/9/9/2ccccc2/9 c 0`, `e7xe9$`."""

from __future__ import annotations

import re

from loot_table.engine.errors import BadInput, BadPosition
from loot_table.engine.state import Action
from loot_table.games.crates_barrels.board import NAMES, NONE
from loot_table.games.crates_barrels.box import Box, Options
from loot_table.games.crates_barrels.components import SIDES, Components
from loot_table.games.crates_barrels.respawning import can_come_back
from loot_table.games.crates_barrels.rules import PASS, Move, Respawn, begin
from loot_table.games.crates_barrels.table import Table

LETTERS = "cb"
MOST_LETTERS = 120  # of a position: 81 tiles, and room to spare
TURN = re.compile(r"\$?(?:@(?P<spot>[a-i][1-9])|(?P<origin>[a-i][1-9])[-x](?P<target>[a-i][1-9]))[$^#]*")


def write_position(table: Table) -> str:
    """The board from rank 9 down, the side to move (when the game is over: that would be), the completed turns."""
    ranks = "/".join(write_rank(table, rank) for rank in range(8, -1, -1))
    mover = table.to_act if table.agenda else table.next
    return f"{ranks} {LETTERS[mover] if mover != NONE else '-'} {table.turn}"


def write_rank(table: Table, rank: int) -> str:
    text = ""
    empty = 0
    for file in range(9):
        tile = file * 9 + rank
        letter = ""
        for seat in range(2):
            if table.sides[seat].has(tile):
                letter = LETTERS[seat].upper() if table.sides[seat].carrier == tile else LETTERS[seat]
        if letter:
            text += (str(empty) if empty else "") + letter
            empty = 0
        else:
            empty += 1
    return text + (str(empty) if empty else "")


def read_position(text: object, players: int, options: Options, components: Components) -> Table:
    """The table that a position string describes. It has only itself in its history."""
    if not isinstance(text, str):
        raise BadPosition("a position is a text such as 9/2bbbbb2/9/9/9/9/9/2ccccc2/9 c 0")
    parts = text.split() if len(text) <= MOST_LETTERS and text.isascii() else []
    if len(parts) != 3 or parts[1] not in ("c", "b") or not re.fullmatch("[0-9]{1,4}", parts[2]):
        raise BadPosition(f'a position is ranks 9 to 1, then c or b, then the completed turns; got "{text:.60}"')
    box = Box(components, options)
    tiles, carriers = read_ranks(parts[0])
    for seat, name in enumerate(SIDES):
        if len(tiles[seat]) > box.pawns[seat]:
            raise BadPosition(f"{name} have {box.pawns[seat]} pawns, the position shows {len(tiles[seat])} (CB-COM-1)")
        if box.loot[seat] in tiles[seat] and (box.has_sanctuary or carriers[seat] == box.loot[seat]):
            raise BadPosition(f"a pawn of the {name} stands on its own Loot Tile {NAMES[box.loot[seat]]} (CB-MOV-5)")
    table = Table(box, tiles[0], tiles[1], carriers[0], carriers[1])
    table.turn = int(parts[2])
    if table.turn >= box.turn_limit:
        raise BadPosition(f"{table.turn} turns are played and the limit is {box.turn_limit} (CB-HSE-6)")
    mover = LETTERS.index(parts[1])
    for seat, name in enumerate(SIDES):
        if not tiles[seat] and not can_come_back(table):
            raise BadPosition(f"{name} have no pawn and cannot respawn: the game is over (CB-WIN-2)")
        if not tiles[seat] and seat != mover and box.names_next:
            raise BadPosition(f"{name} have no pawn, so that they must be the side to move (CB-WIN-3)")
    begin(table, mover)
    return table


def read_ranks(text: str) -> tuple[list[list[int]], list[int]]:
    ranks = text.split("/")
    if len(ranks) != 9:
        raise BadPosition(f"a board has nine ranks, the position shows {len(ranks)}")
    tiles: list[list[int]] = [[], []]
    carriers = [NONE, NONE]
    for rank, line in zip(range(8, -1, -1), ranks, strict=True):
        file = 0
        for letter in line:
            if letter in "123456789":
                file += int(letter)
                continue
            if letter not in "cbCB":
                raise BadPosition(f'rank {rank + 1} is written with c, b, C, B and digits, got "{letter}"')
            if file > 8:
                break
            seat = LETTERS.index(letter.lower())
            tiles[seat].append(file * 9 + rank)
            if letter.isupper():
                if carriers[seat] != NONE:
                    raise BadPosition(f"the {SIDES[seat]} have two carriers (CB-LOO-3)")
                carriers[seat] = file * 9 + rank
            file += 1
        if file != 9:
            raise BadPosition(f'rank {rank + 1} has nine tiles, "{line}" has {"more" if file > 8 else file}')
    return [sorted(tiles[0]), sorted(tiles[1])], carriers


def read_turn(text: str) -> Action:
    """The action that a turn's notation means; the marks $ ^ # are not needed."""
    found = TURN.fullmatch(text.strip())
    if found is not None:
        if found["spot"]:
            return Respawn(found["spot"])
        return Move(found["origin"], found["target"])
    if text.strip().lower() == "pass":
        return PASS
    raise BadInput(f'"{text.strip()[:40]}" is not a turn; write e2-e4, e7xe9 or @e5')
