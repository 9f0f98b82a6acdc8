"""The command `loot`."""
