"""The tree of a search: questions, and the answers tried to each."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.state import Action, Decision, Seat
from loot_table.engine.thought import Line

CURIOSITY: Final = 1.4  # how much an answer that was seldom tried is worth a try
FADING: Final = 0.7  # each answer is expected to be so much less likely the best than the one liked before it
FIRST_HOPE: Final = 0.1  # an untried answer is hoped to be so much worse than those that were tried
EVEN: Final = 0.25  # the part of the expectation that all answers share alike
FIRST_WIDTH: Final = 4.0  # answers tried to a large question at first, and more by the root of the visits
WIDENING: Final = 1.0


@final
class Try:
    """An answer, how often it was there, how often it was tried, and what came of it for the seat that gave it."""

    def __init__(self, action: Action, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.seen: i64 = 0
        self.visits: i64 = 0
        self.mean = 0.0
        self.end: list[float] | None = None  # each seat's share, when it is certain what the answer leads to
        self.node: Node | None = None  # the first question that came after it

    def learn(self, share: float) -> None:
        self.visits += 1
        if self.end is None:
            self.mean += (share - self.mean) / float(self.visits)

    def settle(self, seat: Seat, end: list[float]) -> None:
        """There is nothing more to learn."""
        self.end = end
        self.mean = end[seat]


@final
class Node:
    """A question that the same answers have led to. Nature may make it another one: each has a node of its own."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.tries: list[Try] = []
        self.visits: i64 = 0
        self.is_large = False
        self.sibling: Node | None = None  # another question after the same answers
        self.by_action: dict[Action, Try] | None = None

    def asked(self, decision: Decision) -> Node:
        """The node of this question among those that the same answers lead to."""
        node = self
        while True:
            if node.decision is decision or node.decision == decision:
                return node
            if node.sibling is None:
                node.sibling = Node(decision)
                return node.sibling
            node = node.sibling

    def there(self, actions: Sequence[Action]) -> list[Try]:
        """The tries of these answers; new ones are expected as little as the last."""
        tries = self.tries
        if len(actions) == len(tries):
            is_same = True
            for number in range(len(tries)):
                if tries[number].action is not actions[number]:
                    is_same = False
                    break
            if is_same:
                return tries
        known = self.by_action
        if known is None:
            known = {}
            for old in tries:
                known[old.action] = old
            self.by_action = known
        found: list[Try] = []
        for action in actions:
            one = known.get(action)
            if one is None:
                one = Try(action, 1.0 / len(actions))
                tries.append(one)
                known[action] = one
            found.append(one)
        return found

    def keep(self, actions: Sequence[Action]) -> None:
        """Only these answers are left, as at the root of a new search."""
        self.tries = self.there(actions)
        self.by_action = None
        self.visits = 0
        for one in self.tries:
            self.visits += one.visits

    def certain_end(self, seat: Seat) -> list[float] | None:
        """What the seat can surely make of this question: a win that is certain, or the best when all is certain."""
        if self.is_large:
            return None
        best: Try | None = None
        is_open = False
        for one in self.tries:
            if one.end is None:
                is_open = True
            elif one.end[seat] >= 1.0:
                return one.end
            elif best is None or one.mean > best.mean:
                best = one
        return None if is_open or best is None else best.end

    def width(self) -> int:
        """How many answers to a large question are tried by now."""
        return min(len(self.tries), int(FIRST_WIDTH + WIDENING * sqrt(float(self.visits))))


def best_try(tries: list[Try]) -> Try:
    """The answer to try next: the best so far, but for those that were tried too seldom to tell."""
    best = tries[0]
    best_score = -1.0
    hoped = -1.0
    for one in tries:
        one.seen += 1
        if one.end is not None:
            continue
        visits = float(one.visits)
        score = one.mean
        if visits == 0.0:
            if hoped < 0.0:
                hoped = hope(tries)
            score = hoped
        score += CURIOSITY * one.prior * sqrt(float(one.seen)) / (1.0 + visits)
        if score > best_score:
            best, best_score = one, score
    return best


def hope(tries: list[Try]) -> float:
    """What an untried answer is worth: a little less than those that were tried."""
    total = 0.0
    visits = 0.0
    for one in tries:
        total += one.mean * float(one.visits)
        visits += float(one.visits)
    return max(0.0, total / visits - FIRST_HOPE) if visits > 0.0 else 0.5


def expectations(liked: Sequence[float]) -> list[float]:
    """How likely each answer is the best, by its place in the order of likings. What likings count in is all the same.

    Answers that are liked alike share their places.
    """
    many = len(liked)
    order = sorted(range(many), key=lambda number: -liked[number])
    found = [EVEN / many] * many
    weight = (1.0 - EVEN) * (1.0 - FADING) / (1.0 - FADING**many)
    place = 0
    while place < many:
        end = place + 1
        while end < many and liked[order[end]] == liked[order[place]]:
            end += 1
        alike = end - place
        part = weight * (1.0 - FADING**alike) / (1.0 - FADING) / alike
        for number in order[place:end]:
            found[number] += part
        weight *= FADING**alike
        place = end
    return found


def most_tried(tries: list[Try]) -> Try:
    best = tries[0]
    for one in tries:
        if (one.visits, one.mean, one.prior) > (best.visits, best.mean, best.prior):
            best = one
    return best


def decided(tries: list[Try]) -> Try:
    """The answer to give: the most tried, unless something certain is better."""
    certain = [one for one in tries if one.end is not None]
    unsure = [one for one in tries if one.end is None]
    if not certain:
        return most_tried(unsure)
    sure = max(certain, key=lambda one: one.mean)
    if not unsure:
        return sure
    best = most_tried(unsure)
    return sure if sure.mean > best.mean else best


def principal(first: Try) -> tuple[Action, ...]:
    """An answer and what is expected after it."""
    found = [first.action]
    node = first.node
    while node is not None and node.visits > 0:
        one = decided(node.tries)
        if one.visits == 0:
            break
        found.append(one.action)
        node = one.node
    return tuple(found)


def lines_of(root: Node) -> tuple[Line, ...]:
    """What was considered: the answer to give, then the most tried."""
    first = decided(root.tries)
    ordered = sorted(root.tries, key=lambda one: (one is not first, -int(one.visits), -one.mean, -one.prior))
    return tuple([Line(one.action, one.mean, int(one.visits), principal(one)) for one in ordered])
