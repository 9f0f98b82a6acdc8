"""Every question of the lab by its name, in plain words: what the command line and the browser offer, and how it is asked. A
question that is added here appears there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.lab.answers import Answer
from loot_table.lab.asking import DEAR, FEW, LONG, SHORT, USUAL_BOT
from loot_table.lab.cards import cards
from loot_table.lab.choices import choices
from loot_table.lab.deals import Budget, Deals
from loot_table.lab.design import Design
from loot_table.lab.habits import ladder, restrict, styles
from loot_table.lab.luck import luck
from loot_table.lab.questions import compare, fair, length
from loot_table.lab.stories import exciting
from loot_table.lab.usage import dead


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
    bot: str = USUAL_BOT
    wants: str = ""  # something more that has to be said, by the name of its parameter
    is_about_bots: bool = False  # who plays is part of the question: it is asked of its own bots, and once

    def answer(
        self,
        design: Design,
        other: Design | None,
        players: int | None,
        bot: str,
        most: int,
        deals: Deals,
        seed: int = 1,
        **more: Any,
    ) -> Answer:
        """Asked of a design; against another one, where the question is about what changed. `more`: what else it takes."""
        if self.is_against:
            if other is None:
                raise BadInput("this question is asked of two designs: name the one to compare with")
            if other.hash == design.hash:
                raise BadInput("both designs play alike: change something first")
            return self.ask(other, design, players, bot, budget=Budget(most), deals=deals, seed=seed, **more)
        if self.wants and not more.get(self.wants):
            raise BadInput(f"this question needs to be told `{self.wants}`")
        return self.ask(design, players=players, bot=bot, budget=Budget(most), deals=deals, seed=seed, **more)

    def told(self) -> dict[str, Any]:
        kept = (
            "name",
            "heading",
            "about",
            "most",
            "usual",
            "games_a_deal",
            "is_against",
            "bot",
            "wants",
            "is_about_bots",
        )
        return {name: getattr(self, name) for name in kept}


ALL = (
    Question(
        "fair",
        "Is it fair by seat?",
        "Every seat within its band, or not, or too early to say.",
        fair,
        LONG.deals,
        2500,
    ),
    Question(
        "length", "How long is it?", "Decisions and minutes: the middle, the quick, the long.", length, SHORT.deals, 400
    ),
    Question(
        "exciting",
        "How exciting is it?",
        "Who leads, who comes back, when it is decided, and what moves it.",
        exciting,
        SHORT.deals,
        1200,
        games_a_deal=3,
    ),
    Question(
        "luck",
        "How much is luck?",
        "What chances decide, and what players do.",
        luck,
        SHORT.deals,
        1200,
        games_a_deal=5,
    ),
    Question(
        "choices",
        "Do choices matter?",
        "How much better the best answer is, and how many are as good.",
        choices,
        FEW.deals,
        400,
        games_a_deal=5,
    ),
    Question(
        "cards",
        "Which components decide?",
        "What it is worth to draw and to use each card, tile or number, and what the game is without it or with one more.",
        cards,
        FEW.deals,
        600,
        games_a_deal=30,
    ),
    Question(
        "dead",
        "What is dead?",
        "Components, answers and rules that nobody ever touches.",
        dead,
        FEW.deals,
        700,
        games_a_deal=3,
    ),
    Question(
        "styles",
        "Is one way to play the best?",
        "Personas against each other: who would choose what.",
        styles,
        FEW.deals,
        300,
        games_a_deal=20,
        is_about_bots=True,
    ),
    Question(
        "restrict",
        "Is it needed?",
        "What it costs never to do a thing, such as to attack.",
        restrict,
        FEW.deals,
        400,
        games_a_deal=2,
        wants="never",
    ),
    Question(
        "ladder",
        "Does thinking help?",
        "Each level of bots against the one below.",
        ladder,
        DEAR.deals,
        150,
        games_a_deal=20,
        bot="burglar",
        is_about_bots=True,
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
QUESTIONS = {each.name: each for each in ALL}
SECOND_LEVELS = {USUAL_BOT: "thief", "thief": "apprentice"}  # whom a finding is checked with, unless others are named


def question_called(name: str) -> Question:
    if name not in QUESTIONS:
        raise BadInput(f"there is no question {name!r:.40}; there are {', '.join(QUESTIONS)}")
    return QUESTIONS[name]
