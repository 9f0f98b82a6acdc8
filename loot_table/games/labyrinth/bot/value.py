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
FULL: Final = 5.0  # cards in a hand at a small table
# What a card is worth to who is dealt it, in points of victory by 80,000 games of two greedy bots. One number for a hand is learned
# with far less noise than twelve kinds of cards are; pieces of one's own making count as usual ones.
WORTH: Final = {
    "fang": 2.5,
    "altar": 1.9,
    "stair": 1.5,
    "boot": 1.3,
    "column": 1.0,
    "bolt": -0.5,
    "spear": -0.8,
    "gate": -1.1,
    "crook": -1.1,
    "wave": -1.1,
    "horn": -1.7,
    "meander": -1.9,
}


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
    worths = [WORTH.get(kind.symbol, 0.0) for kind in table.box.kinds]
    left = sum(table.draw)
    there = [
        table.treasures.bit_count() / 13.0,
        len(table.walls) / 10.0,
        left / 48.0,
        sum([count * worth for count, worth in zip(table.draw, worths, strict=True)]) / max(1.0, float(left)),
        table.stall / max(1.0, float(table.box.stall_turns)),
    ]
    found = among_rivals([situation(table, seat, mover, slides.prospect(table.pawns[seat]), worths) for seat in seats])
    for seat in seats:
        found[seat] += there
    return found


def next_seat(table: Table) -> Seat:
    """Who is to act, or will be once cards are drawn; nobody before the first player is."""
    for step in reversed(table.agenda):
        if isinstance(step, Decision):
            return step.seat
        if isinstance(step, EndTurn):
            return (step.seat + 1) % table.players
    return NATURE


def situation(table: Table, seat: Seat, mover: Seat, ahead: Prospect, worths: list[float]) -> list[float]:
    """A seat by itself, and what is ahead of it; treasures count in parts of what is needed."""
    target = float(table.box.target)
    stash = table.stash[table.box.side[seat]]
    turns = (seat - mover) % table.players / table.players if mover != NATURE else 0.5
    in_one = 1.0 if ahead.slides == 1 else 0.0
    would_win = in_one if stash + ahead.treasures >= table.box.target else 0.0
    hand = table.hands[seat]
    worth = sum([worths[kind] for kind in hand])
    left = table.treasures.bit_count() / 13.0
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
        len(set(hand)) / FULL,  # how different its cards are
        1.0 if isinstance(step, Draw) and step.seat == seat else 0.0,
        worth / FULL,
        worth / FULL * left,
    ]
