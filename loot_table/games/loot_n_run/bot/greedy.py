"""What a decent player of Loot N Run knows: one turn ahead, by the backs and by counting what is unseen."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.loot_n_run.bot.backs import Unseen, catch_chance, mean_points
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.rules import Awaken, Loot, Run
from loot_table.games.loot_n_run.table import TableView
from loot_table.games.loot_n_run.werewolf import Keep

WIN: Final = 1000.0  # ending the game in front
FAIR_CATCH: Final = 0.45  # the chance from which a player who is about to win is worth waking


@final
class Weights:
    """What things are worth, in points. Found by a search in self-play."""

    def __init__(
        self,
        tempo: float,  # a turn
        deny: float,  # a point that a rival does not get
        slope: float,  # how surely others awaken a juicy target
        calm: float,  # how juicy it must be for even odds
        wolf: float,  # the Werewolf's cards
        frank: float,  # an extra turn
        escape: float,  # the harm of letting somebody escape
        mummy: float,  # the share of points that a Mummy brings
        crowd: float,  # how much a juicier target beside me helps me
        end: float,  # stopping a player who is about to win
    ) -> None:
        self.tempo = tempo
        self.deny = deny
        self.slope = slope
        self.calm = calm
        self.wolf = wolf
        self.frank = frank
        self.escape = escape
        self.mummy = mummy
        self.crowd = crowd
        self.end = end


DUEL: Final = Weights(0.51, 1.16, 0.70, 1.28, 1.43, 1.05, 0.53, 0.47, 0.36, 8.7)
HUNTER: Final = Weights(0.27, 1.05, 0.64, 2.40, 0.83, 0.98, 0.35, 0.48, 0.55, 13.7)
PATIENT: Final = Weights(0.53, 0.06, 0.78, 2.14, 1.53, 0.51, 1.23, 0.20, 0.39, 9.9)


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    weights = DUEL if view.players == 2 else HUNTER if view.players == 3 else PATIENT
    mind = Mind(view, weights)
    return [mind.value(action) for action in actions]


@final
class Prey:
    """Backs in front of somebody, as a target: how likely caught, how many points, how attractive."""

    def __init__(self, caught: float, points: float, lure: float) -> None:
        self.caught = caught
        self.points = points
        self.lure = lure


@final
class Mind:
    """One look at the table."""

    def __init__(self, view: TableView, weights: Weights) -> None:
        box: Box = view.box
        self.view = view
        self.box = box
        self.weights = weights
        self.mine = [Unseen(box, cards) for cards in view.unseen(False)]
        self.public = [Unseen(box, cards) for cards in view.unseen(True)]
        self.hand = [box.numbers[card] for _, _, _, card in view.hands[view.seat]]
        self.backs = self.counted(view.seat)
        self.prey = [
            self.seen_as(self.counted(seat), self.public if seat == view.seat else self.mine)
            for seat in range(view.players)
        ]

    def counted(self, seat: Seat) -> list[int]:
        """How many cards of each back a player has."""
        counts = [0] * len(self.box.backs)
        for back, _, _, _ in self.view.hands[seat]:
            counts[self.box.backs.index(back)] += 1
        return counts

    # ---- what backs are worth

    def seen_as(self, backs: list[int], unseen: list[Unseen]) -> Prey:
        caught = catch_chance(backs, unseen)
        points = mean_points(backs, unseen, self.box.types)
        weights = self.weights
        gain = points * (weights.deny + weights.mummy) + weights.wolf + weights.frank
        return Prey(caught, points, caught * gain - (1 - caught) * weights.escape)

    def threat(self, backs: list[int]) -> float:
        """`q`: the chance that somebody awakens me, if I have these backs."""
        view = self.view
        lure = self.seen_as(backs, self.public).lure
        weights = self.weights
        each = 1 / (1 + exp(-weights.slope * (lure - weights.calm)))
        safe = 1.0
        for seat in range(view.players):
            if seat != view.seat and (view.hands[seat] or not self.box.needs_card_to_awaken):
                safe *= 1 - each * (weights.crowd if self.is_juicier_beside(seat, lure) else 1.0)
        return 1 - safe

    def is_juicier_beside(self, hunter: Seat, lure: float) -> bool:
        """Whether somebody else than me is the better target for a hunter."""
        for seat in range(self.view.players):
            if seat not in (hunter, self.view.seat) and self.view.hands[seat] and self.prey[seat].lure > lure:
                return True
        return False

    # ---- what my cards are worth

    def hold(self, hand: list[int], threat: float) -> float:
        """Keeping these cards for a round in which they are awakened with this chance."""
        return self.kept(self.box.points(hand), self.box.danger(hand), threat)

    def kept(self, points: int, danger: int, threat: float) -> float:
        if danger <= 0:
            return points + threat * self.weights.tempo  # being awakened saves the Run
        return (1 - threat) * points - threat * points * self.weights.deny / 2

    def expected_score(self, seat: Seat) -> float:
        return self.view.scores[seat] + self.prey[seat].points

    # ---- what an action is worth

    def value(self, action: Action) -> float:
        if isinstance(action, Loot):
            return self.loot(self.box.backs.index(self.view.tops[action.deck]))
        if isinstance(action, Run):
            return self.run()
        if isinstance(action, Awaken):
            return self.awaken(action.target)
        if isinstance(action, Keep):
            return self.keep([self.box.numbers[card] for card in action.cards])
        return 0.0

    def loot(self, back: int) -> float:
        backs = self.backs.copy()
        backs[back] += 1
        threat = self.threat(backs)
        box = self.box
        symbols: i64 = 0
        shows: i64 = 0
        for card in self.hand:
            symbols += box.symbols[card]
            shows += box.shows[card]
        danger = box.danger(self.hand)
        total = 0.0
        cards = self.mine[back].cards
        for card in cards:
            points = box.worth(symbols + box.symbols[card], shows + box.shows[card])
            change = (1 if box.guardian[card] != 0 else 0) - int(box.amulets[card])
            total += self.kept(points, danger + change, threat)
        return total / len(cards) - self.weights.tempo

    def run(self) -> float:
        view = self.view
        points = self.box.points(self.hand)
        mine = view.scores[view.seat] + points
        if mine < self.box.target:
            return float(points)
        ahead = all(self.expected_score(seat) <= mine for seat in range(view.players) if seat != view.seat)
        return points + (WIN if ahead else 0.0)

    def awaken(self, target: Seat) -> float:
        prey = self.prey[target]
        value = prey.lure - self.weights.tempo
        if self.hand:
            value += self.hold(self.hand, self.threat(self.backs))
        if self.expected_score(target) >= self.box.target:
            value += self.weights.end * (prey.caught - FAIR_CATCH)
        return value

    def keep(self, cards: list[int]) -> float:
        backs = self.backs.copy()
        for card in cards:
            backs[self.box.back[card]] += 1
        return self.hold([*self.hand, *cards], self.threat(backs)) if self.hand or cards else 0.0
