"""Legal or not? A card shows a position and something to do; the rules themselves give the answer."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.sentence import Sentence
from loot_table.engine.state import Action, Refusal
from loot_table.learn.lessons import Card, said
from loot_table.learn.script import Script, meant, set_table


@dataclass(frozen=True)
class Solved:
    """The answer to a card: what forbids it, or why it is allowed; and the rule."""

    is_legal: bool
    says: Sentence
    rule: str
    refusal: Refusal | None


class Question:
    """One card on its table."""

    def __init__(self, game: Game, card: Card) -> None:
        self.card = card
        self.match: Match = set_table(card, game)
        Script(card.luck, card.others).go_on(self.match, card.seat)
        self.action: Action = meant(card.attempt, self.match, card.seat)

    @property
    def says(self) -> Sentence:
        return said(self.card.say, self.card.players)

    def solved(self) -> Solved:
        refusal = self.match.why_not(self.card.seat, self.action)
        if refusal is not None:
            return Solved(False, refusal.text, refusal.rule, refusal)
        return Solved(True, said(self.card.then, self.card.players), self.card.rule, None)
