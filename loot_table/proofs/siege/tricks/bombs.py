"""Small bodies that are dear to read: components of other sizes, nests, rubbish and long numbers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from loot_table import games
from loot_table.engine.components import read_toml
from loot_table.proofs.siege.camp import Camp
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks.trick import trick
from loot_table.proofs.siege.visitor import request_bytes

MOST = 64 * 1024 - 200  # bytes that a body for a new table may have, about
HUGE = 20_000_000


@trick("bombs", "components of a new table that would fill the memory, and bodies that are dear to read")
async def bombs(camp: Camp, tally: Tally) -> None:
    bodies = [body for body in all_bombs() if len(body) <= 64 * 1024]
    await camp.visitor.flood(tally, cycle([request_bytes("POST", "/api/tables", body) for body in bodies]))


def all_bombs() -> Iterator[bytes]:
    fiend = shipped("loot_fiend")
    for group in range(3):
        yield new_table("loot_fiend", changed(fiend, ids_paths(fiend)[group], ["t0", f"t{HUGE}"]))
    yield new_table("loot_fiend", {"game": nested(23, [0] * 10_000)})
    for text in (b"9" * 5_000, b"[" * 1_000 + b"]" * 1_000, b"[" * 30_000 + b"]" * 30_000):
        yield b'{"game": "loot_fiend", "players": 2, "components": {"game": ' + text + b"}}"
    yield rubbish(random.Random(1))
    for slug in games.slugs():
        data = shipped(slug)
        for path in number_paths(data):
            yield new_table(slug, changed(data, path, HUGE))


def shipped(slug: str) -> dict[str, Any]:
    return read_toml(Path(str(games.__file__)).parent / slug / "components.toml")


def new_table(slug: str, components: Any) -> bytes:
    wish = {"game": slug, "players": 2, "components": components}
    return json.dumps(wish, separators=(",", ":"), default=str).encode()


def nested(depth: int, inside: Any) -> Any:
    for _ in range(depth):
        inside = [inside]
    return inside


def rubbish(rng: random.Random) -> bytes:
    """Names nobody knows, up to the last byte."""
    words = {f"{rng.getrandbits(64):x}": rng.random() for _ in range(MOST // 45)}
    return new_table("looterz", words)


Path_ = tuple[str | int, ...]


def places(data: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value in plain data, with the way there."""
    yield path, data
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def number_paths(data: Any, most: int = 40) -> list[Path_]:
    return [path for path, value in places(data) if type(value) is int and value > 0][:most]


def ids_paths(data: Any) -> list[Path_]:
    return [path for path, _ in places(data) if path and path[-1] == "ids"]


def changed(data: Any, path: Path_, value: Any) -> Any:
    """The same data with another value at one place."""
    if not path:
        return value
    if isinstance(data, dict):
        return {**data, path[0]: changed(data[path[0]], path[1:], value)}
    index = path[0]
    assert isinstance(index, int)
    return [*data[:index], changed(data[index], path[1:], value), *data[index + 1 :]]
