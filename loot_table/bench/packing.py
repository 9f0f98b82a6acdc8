"""How long the backpack solver of Loot Fiend takes for the hardest questions known."""

from __future__ import annotations

from time import process_time

from loot_table import games

# Sets of pieces that do not fit into an empty backpack, found by searching for slow ones.
HARDEST = [
    ["J4", "X5", "V5", "I4", "I2", "S4"],
    ["I4", "F5m", "O1", "F5", "I2", "X5"],
    ["S5", "F5", "L4", "S4", "O1", "T4"],
    ["X5", "S4", "I2", "Z4", "O1", "L4", "O4"],
    ["O1", "X5", "Z4", "O1", "F5m", "I2", "F5"],
]
REPEATS = 20


def packing_times() -> list[tuple[str, float]]:
    """Each question and its seconds, nothing remembered from before."""
    kit = games.load("loot_fiend").read_components(None)
    found = []
    for codes in HARDEST:
        code = sum(kit.packer.units[kit.shapes[kit.shape_numbers[name]].number] for name in codes)
        began = process_time()
        for _ in range(REPEATS):
            kit.packer.remembered.clear()
            assert kit.packer.canonical(code, 0) is None
        found.append(("-".join(codes), (process_time() - began) / REPEATS))
    return found
