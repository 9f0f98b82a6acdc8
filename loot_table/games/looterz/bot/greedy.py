"""What a decent player of Looterz does: an opinion of every action, from the worth of what it brings and breaks.

It sees the seat's view only; the imagined table below is used for what is open and for the own hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.games.looterz.abilities import Part, Resolve
from loot_table.games.looterz.answers import Card, Discard, Order, Player, Sacrifice, Target, Use, Victim, asking
from loot_table.games.looterz.dungeon import Activate, Attack, Search
from loot_table.games.looterz.rules import Draw, Recruit
from loot_table.games.looterz.table import SECOND_RECRUITMENT, Table, TableView
from loot_table.games.looterz.targets import TargetOp
from loot_table.games.looterz.worth import CARD, WIN, Judge


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    return likings(view.imagine(rng), actions, rng)


def likings(table: Table, actions: Sequence[Action], rng: Random) -> list[float]:
    """The same on a table that somebody imagines: only what the seat to act can see is looked at."""
    judge = Judge(table, table.to_act)
    return [liking(judge, action) for action in actions]


def liking(judge: Judge, action: Action) -> float:
    table = judge.table
    numbers = table.box.numbers
    if isinstance(action, Recruit):
        return judge.recruit(numbers[action.card])
    if isinstance(action, Draw):
        # Keep one card back for the next first phase, where a recruit acts before anybody can shoot it.
        is_short = table.phase == SECOND_RECRUITMENT and len(table.hands[judge.seat]) <= 1
        return WIN / 2 if is_short else CARD
    if isinstance(action, Search):
        return judge.search(numbers[action.looter])
    if isinstance(action, Attack):
        return judge.attack(numbers[action.looter], numbers[action.target])
    if isinstance(action, Activate):
        card = numbers[action.looter]
        return judge.ability(table.box.abilities[card][table.box.activation[card]], card, card)
    return liking_of_answer(judge, action)


def liking_of_answer(judge: Judge, action: Action) -> float:
    """An answer to a follow-up question. Declining and resting are worth nothing."""
    table = judge.table
    numbers = table.box.numbers
    if isinstance(action, Target):
        return liking_of_target(judge, numbers[action.looter])
    if isinstance(action, Sacrifice):
        return -judge.kept(numbers[action.looter])
    if isinstance(action, Discard):
        return -judge.recruit(numbers[action.card])
    if isinstance(action, Card):
        return judge.recruit(numbers[action.card])
    if isinstance(action, (Victim, Player)):
        return judge.weight(action.player) + sum(judge.hoped(card) for card in table.parties[action.player])
    if isinstance(action, Order):
        return judge.wish(numbers[action.card])
    return liking_of_use(judge) if isinstance(action, Use) else 0.0


def liking_of_target(judge: Judge, target: int) -> float:
    step = asking(judge.table)
    assert isinstance(step, Part)
    deed = step.line(judge.table)
    operation = deed.operation
    assert isinstance(operation, TargetOp)
    return operation.worth_on(judge, deed, step.number(judge.table), target)


def liking_of_use(judge: Judge) -> float:
    """An optional ability or step."""
    step = asking(judge.table)
    if isinstance(step, Resolve):
        return judge.ability(step.rules(judge.table), step.number(judge.table), step.itself(judge.table))
    assert isinstance(step, Part)
    return judge.deed(step.line(judge.table), step.number(judge.table), step.itself(judge.table))
