"""Loot Table: five loot-themed tabletop games, played for real."""
