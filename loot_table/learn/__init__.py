"""Lessons: what a game's `lessons.toml` says, played on the real engine. Terminal and browser show them (docs/lessons.md)."""
