"""Loot: from the supply, or stolen from another player."""

from __future__ import annotations

from loot_table.engine.state import Seat
from loot_table.games.looterz.dungeon_events import Looted, Stole
from loot_table.games.looterz.table import Table


def loot(table: Table, seat: Seat, amount: int) -> None:
    """LZ-82: all of it at once, from the supply."""
    gain = min(amount, table.loot_supply())  # LZ-R5
    table.loot[seat] += gain
    if amount and table.news is not None:
        table.tell(Looted(seat, gain, table.loot[seat]))


def steal(table: Table, seat: Seat, victim: Seat, amount: int) -> None:
    """LZ-64: what there is, up to the amount."""
    gain = min(amount, table.loot[victim])
    table.loot[victim] -= gain
    table.loot[seat] += gain
    if table.news is not None:
        table.tell(Stole(seat, victim, gain))


def richest_victims(table: Table, seat: Seat) -> list[Seat]:
    """LZ-65: the other players with the highest Loot at the table; nobody when the stealer alone has it."""
    most = max([amount for other, amount in enumerate(table.loot) if other != seat])
    if most == 0 or (table.loot[seat] > most and not table.box.leader_may_steal):
        return []
    return [other for other, amount in enumerate(table.loot) if other != seat and amount == most]


def any_victims(table: Table, seat: Seat) -> list[Seat]:
    """LZ-64: every other player who has Loot."""
    return [other for other, amount in enumerate(table.loot) if other != seat and amount > 0]
