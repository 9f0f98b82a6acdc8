"""How likely each player wins, from a table that somebody imagines: scores, cards, what their backs tell, what comes next."""

from __future__ import annotations

from pathlib import Path
from typing import Final, final

from loot_table.engine.net import Net, among_rivals, net_of
from loot_table.engine.state import Decision, Seat
from loot_table.games.loot_n_run.bot.backs import told_by_backs
from loot_table.games.loot_n_run.box import NONE
from loot_table.games.loot_n_run.components import GUARDIAN_BITS
from loot_table.games.loot_n_run.decks import TopCard
from loot_table.games.loot_n_run.rules import EndTurn
from loot_table.games.loot_n_run.table import Table
from loot_table.games.loot_n_run.werewolf import Werewolf

HOME: Final = Path(__file__).parent
BACKS: Final = 3  # as many as the net has seen; rooms of one's own making may have others
LUCK: Final = 1.8  # so many times less must results of two players scatter once luck is taken away
CUT: Final = 0  # decisions of a playout before its table is valued
RIPE: Final = 1000  # tries of an answer before what comes after it is searched too: beyond the budget, see docs/bots.md
NODES: Final = (0, 0, 0, 1000)  # iterations of a search, by level; at first sight one plays well already


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return by_net(table, net_of(HOME, table.players))


def by_net(table: Table, net: Net) -> list[float]:
    return net.shares(features(table))


@final
class Coming:
    """What the agenda holds: who decides next, and whose cards are being drawn from which back."""

    def __init__(self, table: Table) -> None:
        self.seat: Seat = NONE
        self.draws = [[0.0] * (BACKS + 1) for _ in range(table.players)]  # by seat and back; the last: any back
        for step in reversed(table.agenda):
            if isinstance(step, TopCard):
                back = table.tops[step.deck]
                self.draws[step.seat][back if NONE < back < BACKS else BACKS] += 1.0
            elif isinstance(step, Werewolf):
                self.draws[step.seat][BACKS] += 2.0
            elif isinstance(step, Decision):
                self.seat = step.seat
                break
            elif isinstance(step, EndTurn):
                self.seat = step.seat if step.has_frank else (step.seat + 1) % table.players
                break


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals', and whose turn it is."""
    players = table.players
    tops = [0.0] * BACKS
    for back in table.tops:
        if NONE < back < BACKS:
            tops[back] += 1.0
    coming = Coming(table)
    found = among_rivals([situation(table, seat, coming) for seat in range(players)])
    for seat in range(players):
        is_next = 1.0 if seat == coming.seat else 0.0
        # Turns until it is this seat's; nobody's yet before the first player is drawn.
        turns = (seat - coming.seat) % players / players if coming.seat != NONE else 0.5
        found[seat] += [turns, is_next, *[is_next * many for many in tops], *left_in(table, is_next)]
    return found


def situation(table: Table, seat: Seat, coming: Coming) -> list[float]:
    """A seat by itself; points count in parts of the target."""
    box = table.box
    target = float(box.target)
    cards = table.cards_of(seat)
    if table.drawn and seat == coming.seat:
        cards = best_kept(table, cards)
    score = table.scores[seat] / target
    points = box.points(cards) / target
    bare = 1.0 if box.danger(cards) > 0 else 0.0  # whether it would be caught
    guardians = box.guardians(cards)
    would_win = 1.0 if score + points >= 1.0 else 0.0
    caught, expected = told_by_backs(box, cards)
    return [
        score,
        points,
        points * bare,
        1.0 - bare if cards else 0.0,
        len(cards) / 4.0,
        caught,
        expected / target,
        *[bare if guardians & bit else 0.0 for bit in GUARDIAN_BITS],
        would_win,
        would_win * bare,
        1.0 if table.has_reached and score >= max(table.scores) / target else 0.0,  # it has as good as won
        *coming.draws[seat],
    ]


def best_kept(table: Table, cards: list[int]) -> list[int]:
    """Its cards with those of the Werewolf's that bring the most points, rather none than to be caught."""
    box = table.box
    best, found = -1.0, cards
    for keep in range(1 << len(table.drawn)):
        kept = cards + [card for number, card in enumerate(table.drawn) if keep >> number & 1]
        worth = box.points(kept) * (0.3 if box.danger(kept) > 0 else 1.0)
        if worth > best:
            best, found = worth, kept
    return found


def left_in(table: Table, is_next: float) -> list[float]:
    """What the decks still hold, of each back: how many guardians and amulets there are to a card."""
    box = table.box
    found: list[float] = []
    for back in range(BACKS):
        cards = table.pool[back] if back < len(table.pool) else []
        guardians = amulets = 0
        for card in cards:
            guardians += box.guardian[card] != 0
            amulets += int(box.amulets[card])
        shown = is_next if cards else 0.0
        found += [shown * guardians / max(1, len(cards)), shown * amulets / max(1, len(cards))]
    return found
