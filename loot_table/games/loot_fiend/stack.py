"""What may still come: the draw stack and the loot boxes as everybody knows them, with exact chances.

Nobody knows the order of face-down tiles. What is known: how many tiles each sub-stack has left, whether its store is
still in it, and which kinds of map tile have not been seen. A map tile that is turned up is equally likely to be any of
the unseen ones, be they in the stack or in the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final


@final
class SubStack:
    """What is left of one sub-stack, shuffled by itself (LF-12, LF-13). It never changes."""

    def __init__(self, tiles: int, stores: int) -> None:
        self.tiles = tiles  # stores included
        self.stores = stores


def set_up_stack(stacks: int, tiles: int, store_stacks: Sequence[int]) -> list[SubStack]:
    """LF-12 to LF-14: equal stacks with a store shuffled into some of them, the first on top."""
    return [SubStack(tiles + int(n in store_stacks), int(n in store_stacks)) for n in range(1, stacks + 1)]


def tiles_in(stack: Sequence[SubStack]) -> int:
    return sum([part.tiles for part in stack])


def stores_in(stack: Sequence[SubStack]) -> int:
    return sum([part.stores for part in stack])


def drawn(stack: list[SubStack], is_store: bool) -> list[SubStack]:
    """The stack after its top tile was turned up."""
    top = stack[0]
    if top.tiles == 1:
        return stack[1:]
    return [SubStack(top.tiles - 1, top.stores - int(is_store)), *stack[1:]]


def weights(stack: Sequence[SubStack], unseen: Sequence[int]) -> list[tuple[int, int]]:
    """Every kind the next tile can be with its whole weight; the store comes after the map tiles' kinds."""
    top = stack[0]
    total = sum(unseen)
    found = [(kind, (top.tiles - top.stores) * count) for kind, count in enumerate(unseen)]
    found.append((len(unseen), top.stores * max(total, 1)))
    return [(kind, weight) for kind, weight in found if weight > 0]


def store_chance(stack: Sequence[SubStack]) -> tuple[int, int]:
    """The chance that the next tile is a store, as `(1, 4)` for one in four; `(0, 1)` for never."""
    if not stack or stack[0].stores == 0:
        return 0, 1
    return stack[0].stores, stack[0].tiles


def store_within(stack: Sequence[SubStack], flips: int) -> float:
    """The chance that at least one of the next so many tiles is a store."""
    none_yet = 1.0
    for part in stack:
        for tile in range(min(part.tiles, flips)):
            if part.tiles - tile <= part.stores:
                return 1.0
            none_yet *= 1 - part.stores / (part.tiles - tile)
        flips -= part.tiles
        if flips <= 0:
            break
    return 1 - none_yet


def store_range(stack: Sequence[SubStack], number: int) -> tuple[int, int] | None:
    """Between which flips from now, both included, the so-many-th store of the stack comes up."""
    passed = 0
    for part in stack:
        if number <= part.stores:
            return passed + number, passed + part.tiles - (part.stores - number)
        number -= part.stores
        passed += part.tiles
    return None


def flips_to_store(stack: Sequence[SubStack], number: int) -> float:
    """How many flips from now, on average, turn up the so-many-th store; 0 when there is none."""
    found = store_range(stack, number)
    # A store is equally likely to lie anywhere in its sub-stack.
    return (found[0] + found[1]) / 2 if found is not None else 0.0
