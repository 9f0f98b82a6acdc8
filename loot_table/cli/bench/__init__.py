"""`loot bench`: measurements, each with a peer or a baseline in the same run."""

from loot_table.cli.bench import bots, lab, playouts, review, rl, serving
from loot_table.cli.bench.shared import bench

__all__ = ["bench", "bots", "lab", "playouts", "review", "rl", "serving"]
