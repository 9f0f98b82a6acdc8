"""A perfect memory in long games: within the bound, and never without an answer (LL-R36)."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.games import load
from loot_table.games.labyrinth import memory
from loot_table.games.labyrinth.memory import DREW, MOST_WAYS, RESHUFFLED, Counts, Fact, Memory

GAME = load("labyrinth")
TYPES, COPIES = 12, 4
SECONDS = 0.25  # ten times what it takes uncompiled; following 3,000 ways took longer


class History:
    """Cards that go round: everybody draws and plays at random, for many reshuffles."""

    def __init__(self, players: int, hand: int, reshuffles: int, seed: int) -> None:
        self.rng = Random(seed)
        self.pile = [kind for kind in range(TYPES) for _ in range(COPIES)]
        self.rng.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(hand)] for _ in range(players)]
        self.discard: list[int] = []
        self.groups: list[Counts] = []
        self.past: list[Fact] = []
        while len(self.groups) <= reshuffles or self.pile:
            seat = int(self.rng.below(players))
            if len(self.hands[seat]) == hand or (self.hands[seat] and self.rng.below(2)):
                self.play(seat)
            else:
                self.draw(seat)

    def play(self, seat: int) -> None:
        kind = self.hands[seat].pop(int(self.rng.below(len(self.hands[seat]))))
        self.discard.append(kind)
        self.past.append((seat, kind))

    def draw(self, seat: int) -> None:
        if not self.pile:
            if not self.groups:
                self.groups.append(counted([kind for hand in self.hands for kind in hand]))
                self.past.clear()
            self.groups.append(counted(self.discard))
            self.past.append(RESHUFFLED)
            self.pile, self.discard = self.discard, []
            self.rng.shuffle(self.pile)
        self.hands[seat].append(self.pile.pop())
        self.past.append((seat, DREW))

    def memory(self) -> Memory:
        return Memory(self.groups, self.past, [True] * len(self.hands), [len(hand) for hand in self.hands])


def counted(cards: list[int]) -> Counts:
    return tuple(cards.count(kind) for kind in range(TYPES))


@pytest.mark.parametrize(("players", "hand", "reshuffles"), [(8, 3, 8), (6, 5, 20), (6, 3, 60)])
def test_a_spectator_remembers_a_long_game_while_somebody_waits(players: int, hand: int, reshuffles: int) -> None:
    told = History(players, hand, reshuffles, 3)
    start = time.process_time()
    dealt = told.memory().deal(Random(1))
    assert time.process_time() - start < SECONDS
    assert dealt is not None
    hands, pile = dealt
    assert [len(held) for held in hands] == [len(held) for held in told.hands]
    unseen = Counter(kind for held in told.hands for kind in held) + Counter(told.pile)
    assert Counter(kind for held in hands for kind in held) + Counter(dict(enumerate(pile))) == unseen


def test_the_likeliest_ways_are_followed_and_not_too_many() -> None:
    ways = History(8, 5, 3, 5).memory().ways()
    assert 0 < len(ways) <= MOST_WAYS
    assert sum(ways.values()) == pytest.approx(1)
    kept = memory.lightened({1: 0.5, 2: 0.1, 3: 0.4}, 2)
    assert sorted(kept) == [1, 3]
    assert kept[1] == pytest.approx(5 / 9)


def test_when_no_way_that_was_followed_fits_hidden_hands_are_any_cards_not_seen() -> None:
    match = Match(GAME, 3, nature=Random(2))
    view: Any = match.view(SPECTATOR)
    empty = (0,) * TYPES
    # A past that nothing explains: a card is played of which no group has one.
    impossible = replace(view, past=(RESHUFFLED, (1, 4)), unseen=((empty, (*empty[:-1], 4)),))
    assert Memory(impossible.unseen[0], impossible.past, [True] * 3, impossible.hand_sizes).deal(Random(1)) is None
    table: Any = impossible.imagine(Random(1))
    assert table.view(SPECTATOR) == impossible
    assert [len(hand) for hand in table.hands] == list(impossible.hand_sizes)
