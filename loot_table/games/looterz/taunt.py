"""Taunt: a Looter that guards the rest of its party."""

from __future__ import annotations

from loot_table.engine.sentence import one_of, say
from loot_table.engine.state import Refusal, Seat, marks
from loot_table.games.looterz.language import Deed
from loot_table.games.looterz.names import CardName
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
            found.extend(party)
        else:
            for card in party:
                if taunt[card]:
                    found.append(card)
    return found


def guarded(table: Table, card: int) -> Refusal:
    """LZ-66: Taunt protects the rest of its controller's party."""
    guards = guards_of(table, table.controller[card])
    guarded = CardName(table.box.ids[card])
    why = say(
        "Taunt: {looter} is guarded, choose {guards} first.",
        looter=guarded,
        guards=one_of([CardName(guard) for guard in guards]),
    )
    return Refusal(why, "LZ-66", marks("card", *guards))


def guards_of(table: Table, seat: Seat) -> list[str]:
    return [table.box.ids[card] for card in table.parties[seat] if table.box.has_taunt[card]]
