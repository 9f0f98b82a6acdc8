"""When an ability may be used: its cost can be paid (LZ-41), and it would change something (LZ-R35)."""

from __future__ import annotations

from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Refusal, Seat, marks
from loot_table.games.looterz.language import Ability, Deed
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.table import Table


def deed_changes(table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
    """Whether a deed would change something now, for anybody it falls on."""
    op = deed.operation
    if deed.who == "you":
        return op.can_change(table, seat, card, itself, deed)
    for other in range(table.players):
        if (other != seat or deed.who == "each") and op.can_change(table, other, card, itself, deed):
            return True
    return False


def can_pay(table: Table, seat: Seat, itself: int, ability: Ability) -> bool:
    return unpaid(table, seat, itself, ability) is None


def unpaid(table: Table, seat: Seat, itself: int, ability: Ability) -> Deed | None:
    """The first part of the cost for which the seat has too little."""
    for number in range(ability.costs):
        cost = ability.deeds[number]
        if not cost.operation.can_pay(table, seat, itself, cost):
            return cost
    return None


def suitable(table: Table, seat: Seat, itself: int, deed: Deed) -> list[int]:
    """The seat's own Looterz that pass the filters."""
    return [card for card in table.parties[seat] if passes_filters(table, itself, deed, card)]


def passes_filters(table: Table, itself: int, deed: Deed, card: int) -> bool:
    if deed.exclude_self and card == itself:
        return False
    life = table.life[card]
    power = table.box.power[card]
    if not (deed.min_life <= life <= deed.max_life and deed.min_power <= power <= deed.max_power):
        return False
    return deed.taunt < 0 or (deed.taunt == 1) == table.box.has_taunt[card]


def can_activate(table: Table, seat: Seat, card: int) -> bool:
    """LZ-41: the Looter has an Activation whose cost can be paid. LZ-R35: and that would change something, if need be."""
    number = table.box.activation[card]
    if number < 0:
        return False
    ability = table.box.abilities[card][number]
    if not can_pay(table, seat, card, ability):
        return False
    return not table.box.needs_effect or deed_changes(table, seat, card, card, ability.first)


def why_not_activate(table: Table, seat: Seat, card: int) -> Refusal | None:
    """The same, with the reason."""
    looter = CardName(table.box.ids[card])
    show = marks("card", looter.id)
    number = table.box.activation[card]
    if number < 0:
        return Refusal(say("{looter} has no Activation: it can search or attack.", looter=looter), "LZ-31", show)
    if can_activate(table, seat, card):
        return None
    cost = unpaid(table, seat, card, table.box.abilities[card][number])
    if cost is not None:
        price = cost.operation.price(cost)
        return Refusal(say("{looter} needs {price}, and you have too few.", looter=looter, price=price), "LZ-41", show)
    idle = why_idle(table, seat, card)
    assert idle is not None
    return Refusal(say("{looter}’s Activation would change nothing: {why}.", looter=looter, why=idle), "LZ-R35", show)


def why_idle(table: Table, seat: Seat, card: int) -> Sentence | None:
    """Why the first effect of a Looter's Activation would change nothing now; None if it would change something."""
    first = table.box.abilities[card][table.box.activation[card]].first
    if deed_changes(table, seat, card, card, first):
        return None
    return first.operation.nothing(table, seat, card, first)
