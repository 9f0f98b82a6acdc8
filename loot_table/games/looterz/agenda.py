"""An agenda from outside: read step by step, and taken only if play itself could have left it there."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from loot_table.engine import codec
from loot_table.engine.errors import BadJson, BadPosition
from loot_table.engine.state import NATURE, Chance, Decision, Effect, Step
from loot_table.games.looterz.abilities import OfCard, Part, Resolve, Share
from loot_table.games.looterz.answers import Asks
from loot_table.games.looterz.box import NONE, Box
from loot_table.games.looterz.codec import CODEC
from loot_table.games.looterz.dice import AttackRoll, Roll
from loot_table.games.looterz.dungeon import ChooseAction
from loot_table.games.looterz.questions import COST_DISCARD, FORCED_DISCARD, MustDiscard, UseOrDecline
from loot_table.games.looterz.rules import Deal, RecruitOrDraw
from loot_table.games.looterz.table import SACRIFICE, Table


def read_agenda(table: Table, written: list[Any]) -> None:
    """Put a written agenda on the table, the next step last."""
    table.agenda = [read_step(table, plain) for plain in written]
    check_agenda(table)
    below = table.agenda[-2] if len(table.agenda) > 1 else None
    if isinstance(table.agenda[-1], MustDiscard) and isinstance(below, Part):
        # Rules version 1 asked for a price as it asked for the hand limit.
        table.agenda[-1] = (COST_DISCARD if below.is_cost(table) else FORCED_DISCARD)[below.seat]


def read_step(table: Table, plain: Any) -> Step:
    try:
        step = CODEC.decode(plain)
    except BadJson as error:
        raise BadPosition(f"agenda: {error}") from None
    if not isinstance(step, Step):
        raise BadPosition(f"agenda: {codec.shown(plain)} is not a step")
    for part in fields(step):
        check_field(table, part.name, getattr(step, part.name))
    if isinstance(step, OfCard):
        check_source(table, step)
    return step


def check_field(table: Table, name: str, value: Any) -> None:
    if name == "seat":
        whole(value, "agenda: seat", 0, table.players - 1)
    elif name in ("card", "looter", "target"):
        card_of(table.box, value)
    elif name == "cards":
        if not isinstance(value, tuple) or not value:
            raise BadPosition(f"agenda: cards must be a list of cards; got {value!r:.40}")
        for card in value:
            card_of(table.box, card)
    elif name == "left":
        whole(value, "agenda: left", 1, 100)
    elif name == "phase":
        whole(value, "agenda: phase", 1, SACRIFICE)


def check_source(table: Table, step: OfCard) -> None:
    card = table.box.numbers[step.card]
    if step.is_there and table.controller[card] == NONE:
        raise BadPosition(f"agenda: {step.card} is not in play, so is_there must be false (LZ-78)")
    found = table.box.abilities[card]
    whole(step.ability, f"agenda: ability of {step.card}", 0, len(found) - 1)
    if isinstance(step, (Share, Part)):
        whole(step.deed, f"agenda: deed of {step.card}", 0, len(found[step.ability].deeds) - 1)


def check_agenda(table: Table) -> None:
    """Only what play itself could have left there: one question or roll on top, effects under it."""
    if not table.agenda or isinstance(table.agenda[-1], Effect):
        raise BadPosition("agenda: its last item must be a question or a chance")
    for step in table.agenda[:-1]:
        if isinstance(step, (Decision, AttackRoll)) or (
            isinstance(step, Chance) and not isinstance(step, (Roll, Deal))
        ):
            raise BadPosition("agenda: only its last item may wait for an answer")
    for step in table.agenda:
        if isinstance(step, Roll) and table.controller[table.box.numbers[step.looter]] == NONE:
            raise BadPosition(f"agenda: {step.looter} is not in play and cannot roll")
        if isinstance(step, AttackRoll) and table.controller[table.box.numbers[step.target]] == NONE:
            raise BadPosition(f"agenda: {step.target} is not in play and cannot be attacked")
    check_top(table)


def check_top(table: Table) -> None:
    is_question = table.to_act != NATURE and not isinstance(table.agenda[-1], (RecruitOrDraw, ChooseAction))
    if is_question:
        below = table.agenda[-2] if len(table.agenda) > 1 else None
        if not isinstance(below, Asks) or below.seat != table.to_act:
            raise BadPosition("agenda: under a question lies the step that asks it, of the same seat")
    is_use = isinstance(table.agenda[-1], UseOrDecline)
    if is_use != (is_question and isinstance(table.agenda[-2], Resolve)) and not isinstance(table.agenda[-2], Part):
        raise BadPosition("agenda: use or decline is asked by an ability")
    if not (table.outcomes() if table.to_act == NATURE else table.actions()):
        raise BadPosition("agenda: its last item has no possible answer")


def card_of(box: Box, id: Any) -> int:
    if not isinstance(id, str) or id not in box.numbers:
        raise BadPosition(f'no card is called {id!r:.40}; a card is written "{box.ids[0]}"')
    return box.numbers[id]


def whole(value: Any, what: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadPosition(f"{what} must be a whole number from {least} to {most}; got {value!r:.40}")
    return value
