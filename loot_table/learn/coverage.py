"""Which rules a game's lessons teach, and why they leave the others out."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.game import Game
from loot_table.games.rulebook import numbered
from loot_table.learn.lessons import Lessons, rules_in


@dataclass(frozen=True)
class Coverage:
    taught: dict[str, list[str]]  # rule -> lessons
    untaught: dict[str, list[str]]  # reason -> rules
    unplaced: list[str]  # neither taught nor listed: a rule that somebody has to place
    doubled: list[str]  # taught and listed, or listed twice


def coverage(game: Game, lessons: Lessons) -> Coverage:
    taught: dict[str, list[str]] = {}
    for lesson in lessons.lessons:
        for rule in dict.fromkeys(rules_in(lesson)):
            taught.setdefault(rule, []).append(lesson.id)
    listed = [rule for rules in lessons.untaught.values() for rule in rules]
    return Coverage(
        taught,
        {reason: list(rules) for reason, rules in lessons.untaught.items()},
        [rule for rule in numbered(game.slug) if rule not in taught and rule not in listed],
        [rule for rule in dict.fromkeys(listed) if rule in taught or listed.count(rule) > 1],
    )
