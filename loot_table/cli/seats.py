"""Who sits where: people, and bots of some level."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loot_table import bots
from loot_table.bots import Bot
from loot_table.engine.errors import BadInput, BadRecord
from loot_table.engine.game import Game
from loot_table.engine.state import Seat

HUMAN = "human"
WHO = f"{HUMAN}, {', '.join(bots.BOTS)}"


@dataclass
class Seats:
    """Who plays where, by name, and the bots themselves: None for a person."""

    who: list[str]
    bots: list[Bot | None]

    def people(self) -> list[Seat]:
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    def machines(self) -> set[Seat]:
        return {seat for seat, bot in enumerate(self.bots) if bot is not None}

    def hand_over(self, seat: Seat, game: Game, clock: Callable[[], float]) -> None:
        """From now on a bot plays there, as good as those that play already."""
        level = next((name for name in self.who if name != HUMAN), bots.USUAL)
        self.who[seat], self.bots[seat] = level, bots.make(level, game, chosen_seed(None), clock)


def chosen_seed(seed: int | None) -> int:
    return secrets.randbits(128) if seed is None else seed


def wished(seats: list[str] | None, against: str | None) -> list[str] | None:
    """Seats by --seat, or a person and bots by --bots."""
    if against is None:
        return seats
    if seats:
        raise BadInput("say who plays by --seat or by --bots, not both")
    return [HUMAN, *[name.strip() for name in against.split(",") if name.strip()]]


def seated(game: Game, wishes: list[str] | None, players: int | None, default: tuple[str, str]) -> list[str]:
    """Who sits where: as wished, the first of the default on the first seat, the second on all others."""
    who = list(wishes or [])
    for wish in who:
        if wish != HUMAN and wish not in bots.BOTS:
            raise BadInput(f'"{wish}" cannot sit down; a seat is one of {WHO}')
    count = players if players is not None else max(len(who), game.least_players)
    game.check_players(count)
    if len(who) > count:
        raise BadInput(f"{len(who)} seats are filled, but {count} play")
    while len(who) < count:
        who.append(default[0] if not who else default[1])
    return who


def filled(game: Game, who: list[str], seed: int | None, clock: Callable[[], float] | None = None) -> Seats:
    """Bots on their seats, each with a stream of its own; with a clock they keep to their time."""
    first = chosen_seed(seed) + 1
    return Seats(
        who, [None if name == HUMAN else bots.make(name, game, first + seat, clock) for seat, name in enumerate(who)]
    )


def as_they_sat(saved: Sequence[object], players: int) -> list[str]:
    """Who sat where when a match was saved; a bot that this release does not have is played by the usual one."""
    if len(saved) != players or not all(isinstance(name, str) for name in saved):
        raise BadRecord('"seats" of a record names who sits on each seat')
    return [str(name) if name == HUMAN or name in bots.BOTS else bots.USUAL for name in saved]
