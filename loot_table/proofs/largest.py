"""For each game the most that its reader of components accepts: as many parts as may be, each as large as may be."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from loot_table import games

Data = dict[str, Any]
Cells = list[list[int]]
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def largest(slug: str) -> Data:
    """The game's own components, grown to every bound at once."""
    data = copy.deepcopy(dict(games.load(slug).read_components(None).data))
    GROWN[slug](data)
    return data


def crates_barrels(data: Data) -> None:
    """Fifty layouts, with a Respawn Tile on nearly every tile."""
    layout = data["layout"][0]
    taken = [*layout["loot"].values()]
    everywhere = [f"{file}{rank}" for file in "abcdefghi" for rank in range(1, 10) if f"{file}{rank}" not in taken]
    data["layout"][0] = {**layout, "respawn": everywhere}
    data["layout"] += [
        {**layout, "id": f"{'x' * 37}{n}", "respawn": everywhere} for n in range(50 - len(data["layout"]))
    ]


def labyrinth(data: Data) -> None:
    """A board of 31 × 31 strewn with treasures, 36 types of wall, hands of 20 cards."""
    side = 31
    edge = side - 1
    starts = [[1, 0], [edge - 1, 0], [edge, 1], [edge, edge - 1], [edge - 1, edge], [1, edge], [0, edge - 1], [0, 1]]
    squares = [[x, y] for y in range(2, side - 2) for x in range(2, side - 2)]
    data["board"]["n"] = side
    data["board"]["start_squares"]["cells"] = starts
    data["board"]["treasure_squares"]["cells"] = squares[::3]
    shapes = list(worms(6))
    data["piece"] = [piece(number, shapes[number % len(shapes)]) for number in range(36)]
    cards = 9 * len(data["piece"])
    data["counts"] |= {"wall_pieces": cards, "wall_cards": cards, "treasures": len(squares[::3])}
    for count in "2345678":
        data["tables"]["cards_and_tokens"][count] = 20
        data["variants"]["labyrinth_walls"]["walls_built"][count] = 20
    data["rules"]["min_distance_from_opponents"] = 4
    data["variants"]["labyrinth_walls"]["min_distance_from_any_pawn"] = 20
    data["variants"]["minotaur"]["deploy_min_distance_from_opponents"] = 19


def piece(number: int, cells: Cells) -> Data:
    symbol = "wall" + "abcdefghij"[number // 10] + "abcdefghij"[number % 10]
    return {"symbol": symbol, "copies": 9, "cells": cells, "nodes": [0, 2, 4]}


def worms(length: int) -> Iterator[Cells]:
    """Shapes of so many squares in a row that bends, none of them another one turned or flipped."""
    known: set[frozenset[tuple[int, int]]] = set()
    paths: list[list[tuple[int, int]]] = [[(0, 0)]]
    while paths:
        path = paths.pop()
        if len(path) == length:
            left, top = min(x for x, _ in path), min(y for _, y in path)
            forms = all_ways_round(path)
            if not forms & known:
                known |= forms
                yield [[x - left, y - top] for x, y in path]
            continue
        x, y = path[-1]
        paths += [[*path, (x + dx, y + dy)] for dx, dy in STEPS if (x + dx, y + dy) not in path]


def all_ways_round(path: list[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    found = set()
    for is_flipped in (False, True):
        cells = [(-x, y) for x, y in path] if is_flipped else path
        for _ in range(4):
            left, top = min(x for x, _ in cells), min(y for _, y in cells)
            found.add(frozenset((x - left, y - top) for x, y in cells))
            cells = [(-y, x) for x, y in cells]
    return found


def loot_fiend(data: Data) -> None:
    """Thirty squares, 31 shapes, 400 pieces, 400 tiles."""
    data["backpack"] |= {"columns": 6, "rows": 5}
    shapes = data["loot_shape"]
    arts = [art for art in map(drawn, worms(6)) if max(len(art), len(art[0])) <= 5]
    while len(shapes) < 31:
        shapes.append(shape(f"W{len(shapes)}", arts[len(shapes) % len(arts)]))
    counts = {"small": 0, "medium": 0, "large": 0}
    for number, entry in enumerate(shapes):
        count, first = 400 // len(shapes), 1000 * (number + 1)
        entry |= {"count": count, "ids": [f"p{first}", f"p{first + count - 1}"]}
        counts[entry["size"]] += entry["count"]
    for size, count in counts.items():
        data["loot_size"][size]["count"] = count
    kind = data["tile_kind"][0]
    total = sum(entry["count"] for entry in data["tile_kind"]) + data["store_tile"]["count"]
    many = 400 - total
    data["tile_kind"].append({**kind, "code": "many", "count": many, "ids": ["v100", f"v{100 + many - 1}"]})
    for players in "234":
        data["setup"][players] |= {"tiles_per_stack": 60, "extension_tiles": 30}


def drawn(cells: Cells) -> list[str]:
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    return ["".join("#" if [x, y] in cells else "." for x in range(width)) for y in range(height)]


def shape(code: str, art: list[str]) -> Data:
    squares = frozenset((x, y) for y, row in enumerate(art) for x, mark in enumerate(row) if mark == "#")
    forms = set()
    cells = list(squares)
    for _ in range(4):
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        forms.add(frozenset((x - left, y - top) for x, y in cells))
        cells = [(-y, x) for x, y in cells]
    return {"code": code, "name": code, "size": "large", "value": 5, "art": art, "rotations": len(forms)}


def loot_n_run(data: Data) -> None:
    """Twelve decks of 60 rooms with one back, half of them guardians."""
    guardians = ["mummy", "werewolf", "frank"]
    data["backs"] = [{"id": "grey", "cards": 60, "guardians": 30}]
    data["backs"] += [{"id": f"none{n}", "cards": 0, "guardians": 0} for n in range(11)]
    treasures = [entry["id"] for entry in data["treasures"]]
    rooms = []
    for number in range(60):
        guardian = guardians[number % 3] if number % 2 else ""
        room = {"id": f"R{number}", "back": "grey", "treasures": [treasures[number % 6]], "guardian": guardian}
        rooms.append({**room, "amulet": 0 if guardian else 1})
    data["decks"] = {name: {"cards": rooms} for name in ("classic", "mixed", *[f"d{n}" for n in range(9)])}


def looterz(data: Data) -> None:
    """As many kinds of Looterz as a request holds, which enter, destroy each other and come back."""
    again = {"trigger": "last_wish", "effects": [{"op": "enter", "from": "graveyard", "who": "each"}]}
    harm = {"trigger": "recruitment", "effects": [{"op": "destroy", "pick": "each", "who": "each"}, *again["effects"]]}
    card = {"life": 6, "power": 6, "copies": 3, "role": "early", "ability": [again, harm]}
    data["card"] = [{**card, "id": f"k{n}", "name": f"K {n}"} for n in range(133)]
    data["components"] |= {"looterz_cards": 399, "life_tokens": 1000, "loot_tokens": 1000}
    data["setup"] |= {"starting_player_hand": 10, "other_players_hand": 10, "party_limit": 20, "hand_limit": 60}


GROWN: dict[str, Callable[[Data], None]] = {
    "crates_barrels": crates_barrels,
    "labyrinth": labyrinth,
    "loot_fiend": loot_fiend,
    "loot_n_run": loot_n_run,
    "looterz": looterz,
}
