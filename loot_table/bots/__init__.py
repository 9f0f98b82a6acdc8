"""Players made of code. They get a view and the legal actions, never a state."""

from loot_table.bots.choosing import BOTS, Bot, make, offered
from loot_table.bots.levels import LEVELS, USUAL, Level, level_called
from loot_table.bots.names import name_for

__all__ = ["BOTS", "LEVELS", "USUAL", "Bot", "Level", "level_called", "make", "name_for", "offered"]
