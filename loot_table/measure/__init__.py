"""Measuring: intervals, luck that two games share, what is recorded of a game, and whether values can be trusted."""
