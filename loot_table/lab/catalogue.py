"""Every question of the lab by its name, in plain words: what the browser offers, and how it is asked. A question that is
added here appears there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.lab.answers import Answer
from loot_table.lab.deals import Budget, Deals
from loot_table.lab.design import Design
from loot_table.lab.questions import LONG, SHORT, USUAL_BOT, compare, exciting, fair, length


@dataclass(frozen=True)
class Question:
    name: str
    heading: str
    about: str  # what its answer holds, in a line
    ask: Callable[..., Answer]
    most: int  # deals, before it says that there is not enough evidence
    usual: int  # deals until it is decided, as a rule: what the estimate of its cost goes by
    games_a_deal: int = 1
    is_against: bool = False  # whether it is asked of two designs

    def answer(
        self,
        design: Design,
        other: Design | None,
        players: int,
        bot: str,
        most: int,
        deals: Deals,
        seed: int = 1,
    ) -> Answer:
        """Asked of a design; against another one, where the question is about what changed."""
        if self.is_against:
            if other is None:
                raise BadInput("this question is asked of two designs: name the one to compare with")
            if other.hash == design.hash:
                raise BadInput("both designs play alike: change something first")
            return self.ask(other, design, players, bot, budget=Budget(most), deals=deals, seed=seed)
        return self.ask(design, players, bot, budget=Budget(most), deals=deals, seed=seed)

    def told(self) -> dict[str, Any]:
        kept = ("name", "heading", "about", "most", "usual", "games_a_deal", "is_against")
        return {name: getattr(self, name) for name in kept}


QUESTIONS = {
    each.name: each
    for each in (
        Question(
            "fair",
            "Is it fair by seat?",
            "Every seat inside its band, or not, or too early to say.",
            fair,
            LONG.deals,
            2500,
        ),
        Question(
            "length",
            "How long is it?",
            "Decisions and minutes: the middle, the quick, the long.",
            length,
            SHORT.deals,
            400,
        ),
        Question(
            "exciting",
            "How exciting is it?",
            "Who leads, who comes back, and when it is decided.",
            exciting,
            SHORT.deals,
            1200,
            games_a_deal=3,
        ),
        Question(
            "compare",
            "What does the change do?",
            "The same deals, before and after.",
            compare,
            SHORT.deals,
            1000,
            games_a_deal=2,
            is_against=True,
        ),
    )
}
SECOND_LEVELS = {USUAL_BOT: "thief", "thief": "apprentice"}  # whom a finding is checked with, unless others are named


def question_called(name: str) -> Question:
    if name not in QUESTIONS:
        raise BadInput(f"there is no question {name!r:.40}; there are {', '.join(QUESTIONS)}")
    return QUESTIONS[name]
