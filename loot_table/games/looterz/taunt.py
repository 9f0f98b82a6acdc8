"""Taunt: a Looter that guards the rest of its party."""

from __future__ import annotations

from loot_table.engine.state import Refusal, Seat
from loot_table.games.looterz.language import Deed
from loot_table.games.looterz.marks import marks
from loot_table.games.looterz.table import Table


def taunt_stops(table: Table, deed: Deed) -> bool:
    """LZ-R7, LZ-R36: whether it is a deed against which Taunt guards."""
    return deed.op in (table.box.hostile_wishes if deed.is_wish else table.box.hostile_ops)


def attack_targets(table: Table, seat: Seat) -> list[int]:
    """LZ-34, LZ-66: every Looter a seat's Looterz may attack; its own are among them, the attacker is not one."""
    found: list[int] = []
    taunt = table.box.has_taunt
    for other, party in enumerate(table.parties):
        if other == seat or not table.guards(other):
            found += party
        else:
            for card in party:
                if taunt[card]:
                    found.append(card)
    return found


def guarded(table: Table, card: int) -> Refusal:
    """LZ-66: Taunt protects the rest of its controller's party."""
    seat = table.controller[card]
    guards = [other for other in table.parties[seat] if table.box.has_taunt[other]]
    names = " or ".join([table.box.names[guard] for guard in guards])
    show = marks(*[table.box.ids[guard] for guard in guards])
    return Refusal(f"Taunt: {table.box.names[card]} is guarded, choose {names} first.", "LZ-66", show)
