"""How likely each side wins, from a table that somebody imagines: treasures, slides to the next one, cards and walls left."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from loot_table.engine.net import Net, among_rivals, net_of
from loot_table.engine.state import NATURE, Decision, Seat
from loot_table.games.labyrinth.bot.slides import Prospect, Slides
from loot_table.games.labyrinth.cards import Draw
from loot_table.games.labyrinth.rules import EndTurn
from loot_table.games.labyrinth.table import Table

HOME: Final = Path(__file__).parent
LUCK: Final = 1.2  # so many times less must results of two players scatter once luck is taken away
CUT: Final = 0  # the table is valued at once: a decent player's look at thousands of walls is dear
RIPE: Final = 4  # tries of an answer before what comes after it is searched too: the candidates are dear as well
NODES: Final = (0, 0, 30, 300)  # iterations of a search, by level
TYPES: Final = 7  # of cards, as many as the net has seen; pieces of one's own making may be more
FULL: Final = 5.0  # cards in a hand at a small table


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return by_net(table, net_of(HOME, table.players))


def by_net(table: Table, net: Net) -> list[float]:
    """A side's share, shared by its seats."""
    shares = net.shares(features(table))
    sides = table.box.sides
    if sides == table.players:
        return shares
    together = [sum([shares[seat] for seat in range(side, table.players, sides)]) for side in range(sides)]
    members = table.players // sides
    return [together[table.box.side[seat]] / members for seat in range(table.players)]


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals'; what the deck and the board still hold."""
    slides = Slides(table)
    mover = next_seat(table)
    seats = range(table.players)
    pile = [table.draw[kind] / 8.0 if kind < len(table.draw) else 0.0 for kind in range(TYPES)]
    there = [
        table.treasures.bit_count() / 13.0,
        len(table.walls) / 10.0,
        sum(table.draw) / 48.0,
        table.stall / max(1.0, float(table.box.stall_turns)),
    ]
    found = among_rivals([situation(table, seat, mover, slides.prospect(table.pawns[seat])) for seat in seats])
    for seat in seats:
        is_next = 1.0 if seat == mover else 0.0
        found[seat] += [*there, *[is_next * left for left in pile]]
    return found


def next_seat(table: Table) -> Seat:
    """Who is to act, or will be once cards are drawn; nobody before the first player is."""
    for step in reversed(table.agenda):
        if isinstance(step, Decision):
            return step.seat
        if isinstance(step, EndTurn):
            return (step.seat + 1) % table.players
    return NATURE


def situation(table: Table, seat: Seat, mover: Seat, ahead: Prospect) -> list[float]:
    """A seat by itself, and what is ahead of it; treasures count in parts of what is needed."""
    target = float(table.box.target)
    stash = table.stash[table.box.side[seat]]
    turns = (seat - mover) % table.players / table.players if mover != NATURE else 0.5
    in_one = 1.0 if ahead.slides == 1 else 0.0
    would_win = in_one if stash + ahead.treasures >= table.box.target else 0.0
    hand = table.hands[seat]
    held = [0.0] * TYPES
    for kind in hand:
        if kind < TYPES:
            held[kind] += 0.5
    step = table.agenda[-1] if table.agenda else None
    return [
        stash / target,
        stash / target * max(table.stash) / target,
        in_one,
        in_one * turns,
        1.0 if ahead.slides == 2 else 0.0,
        1.0 if ahead.slides == 3 else 0.0,
        would_win,
        turns * would_win,
        in_one if ahead.treasures > 1 else 0.0,
        turns,
        len(hand) / FULL,
        table.free_tokens(seat) / FULL,
        1.0 if table.rubble_home[seat] else 0.0,
        1.0 if table.axes[seat] else 0.0,
        sum([kind > 0.0 for kind in held]) / FULL,  # how different its cards are
        1.0 if isinstance(step, Draw) and step.seat == seat else 0.0,
        *held,
    ]
