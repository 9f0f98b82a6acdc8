"""What every question shares: who is asked what of which design, and looking again and again until it can be answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from loot_table.arena.contest import Contest
from loot_table.bots.levels import level_called
from loot_table.lab.answers import UNDECIDED, Answer, Figure
from loot_table.lab.deals import Budget, contest_of
from loot_table.lab.design import Design
from loot_table.lab.watching import looked

Results = TypeVar("Results")
LONG, SHORT, FEW, DEAR = Budget(20_000), Budget(4_000), Budget(1_000), Budget(400)
USUAL_BOT = "greedy"
NOT_FUN = "Bots find faults of structure; whether it is fun, people find out."


def plural(bot: str) -> str:
    level = level_called(bot)
    if level is None:
        return f"{bot} bots"
    return "Thieves" if level.name == "thief" else f"{level.title}s"


@dataclass(frozen=True)
class Asking:
    """Who is asked what of which design: what every answer repeats."""

    question: str
    design: Design
    players: int
    bot: str
    seed: int
    budget: Budget

    def contest(self) -> Contest:
        return contest_of(self.design, self.players, self.bot, self.seed)

    def answer(
        self,
        verdict: str,
        says: str,
        figures: tuple[Figure, ...],
        deals: int,
        examples: tuple[int, ...],
        cannot_tell: str,
        more: str = "",
        line_up: tuple[str, ...] = (),
    ) -> Answer:
        return Answer(
            self.question,
            self.design.rules.slug,
            self.players,
            self.design.hash,
            self.design.title,
            self.bot,
            deals,
            self.seed,
            "budget" if verdict == UNDECIDED else "decided",
            verdict,
            says,
            figures,
            self.command(more),
            tuple(self.design.differs()),
            examples=examples,
            line_up=line_up,
            cannot_tell=(cannot_tell, NOT_FUN),
        )

    def command(self, more: str) -> str:
        asked_of = f"--players {self.players} --bot {self.bot} --deals {self.budget.deals} --seed {self.seed}"
        return " ".join(["loot lab", self.question, self.design.command, asked_of, more]).rstrip()


def asked(
    budget: Budget, play: Callable[[int], Results], look: Callable[[Results], tuple[str, tuple[Figure, ...]]]
) -> tuple[str, tuple[Figure, ...], Results]:
    """Play on until a look says something."""
    for many in budget.looks():
        results = play(many)
        verdict, figures = look(results)
        looked(verdict, figures, many)
        if verdict != UNDECIDED:
            break
    return verdict, figures, results
