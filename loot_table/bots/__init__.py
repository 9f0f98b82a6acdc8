"""Players made of code. They get a view and the legal actions, never a state."""

from loot_table.bots.choosing import BOTS, Bot, make, offered

__all__ = ["BOTS", "Bot", "make", "offered"]
