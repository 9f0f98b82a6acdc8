"""`loot lab`: questions about a game's design, many of them on one page, settings that give what is wanted, and print and play."""

from loot_table.cli.lab import printing, tuning
from loot_table.cli.lab.asking import lab

__all__ = ["lab", "printing", "tuning"]
