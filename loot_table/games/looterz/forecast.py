"""What an answer would do, for people who look before they leap."""

from __future__ import annotations

from typing import Final

from loot_table.engine.guide import Forecast
from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Sentence, say, together
from loot_table.engine.state import Action, Seat
from loot_table.games.looterz.abilities import LastWishes, Part, Share
from loot_table.games.looterz.activation import why_idle
from loot_table.games.looterz.answers import (
    Asks,
    Card,
    Decline,
    Discard,
    Order,
    Player,
    Sacrifice,
    Target,
    Use,
    Victim,
    asking,
)
from loot_table.games.looterz.consequences import (
    attack_words,
    card_text,
    from_hand,
    of_ability,
    percent,
    recruit_words,
    sacrifice_words,
    search_words,
    wish_words,
)
from loot_table.games.looterz.dungeon import Activate, Attack, ChooseAction, Rest, Search
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.odds import AttackOdds, SearchOdds
from loot_table.games.looterz.questions import Question
from loot_table.games.looterz.rules import Draw, Recruit
from loot_table.games.looterz.table import Table, TableView
from loot_table.games.looterz.taunt import attack_targets, guards_of, taunt_stops

LATEST: Final[list[tuple[TableView, Table]]] = []


def as_seen(view: TableView) -> Table:
    """The table as a view shows it; of what it hides any arrangement, the same for the same view. A frame asks about one
    view again and again."""
    for seen, shown in LATEST:
        if seen is view:
            return shown
    table = view.imagine(Random(0))
    LATEST[:] = [(view, table)]
    return table


def foretold(table: Table, seat: Seat, action: Action) -> Forecast:
    """What a legal action of this seat would do."""
    numbers = table.box.numbers
    if isinstance(action, Recruit):
        return Forecast(recruit_words(table, seat, numbers[action.card]), locks=True)
    if isinstance(action, Draw):
        return Forecast(draw_words(table), locks=True)
    if isinstance(action, Search):
        return Forecast(searching(table, numbers[action.looter]), locks=True)
    if isinstance(action, Attack):
        target = numbers[action.target]
        return Forecast(attack_words(table, AttackOdds(table, numbers[action.looter], target), target), locks=True)
    if isinstance(action, Activate):
        return Forecast(ability_words(table, seat, numbers[action.looter]))
    if isinstance(action, Rest):
        return Forecast(say("{looter} stays idle this turn.", looter=CardName(action.looter)))
    return answer_words(table, asking(table), action)


def draw_words(table: Table) -> Sentence:
    if table.pile or table.dragons:
        return say("Takes the top card of the Inn.")
    return say("Takes the top card of the Inn, after the Graveyard is shuffled into it.")


def searching(table: Table, card: int) -> Sentence:
    odds = SearchOdds(table, card)
    words = search_words(odds.hits)
    return together(words, say("{chance} to win now.", chance=percent(odds.win))) if odds.win else words


def ability_words(table: Table, seat: Seat, card: int) -> Sentence:
    """`Steal 1 Loot from the player with the most Loot. Now it would change nothing: you lead already.`"""
    words = of_ability(table, card, "activation", False)
    idle = why_idle(table, seat, card)  # LZ-R35: it may be used all the same
    return together(words, None if idle is None else say("Now it would change nothing: {why}.", why=idle))


# ---------------------------------------------------------------- answers to follow-up questions


def answer_words(table: Table, step: Asks, action: Action) -> Forecast:
    if isinstance(action, Use):
        return Forecast(card_text(table, table.box.numbers[step.source()]))
    if isinstance(action, Decline):
        return Forecast(say("{card} does nothing more.", card=CardName(step.source())))
    choice = choice_of(table, action)
    if isinstance(step, Part):
        deed = step.line(table)
        op = deed.operation
        return Forecast(op.forecast(table, step, deed, choice), locks=op.rolls() or isinstance(action, Discard))
    if isinstance(step, LastWishes):
        return Forecast(wish_words(table, choice))
    if isinstance(step, Share):
        return Forecast(say("It falls on {who}.", who=Name(choice)))
    if isinstance(action, Discard):  # LZ-51
        return Forecast(from_hand(), locks=True)
    return Forecast(sacrifice_words(table, step.seat, choice))  # LZ-50


def choice_of(table: Table, action: Action) -> int:
    """The card or the player that is chosen."""
    if isinstance(action, (Victim, Player)):
        return action.player
    if isinstance(action, (Target, Sacrifice)):
        return table.box.numbers[action.looter]
    assert isinstance(action, (Card, Discard, Order))
    return table.box.numbers[action.card]


# ---------------------------------------------------------------- Taunt


def shields(table: Table) -> dict[str, list[str]]:
    """Looterz that Taunt keeps out of reach of the seat that chooses, with their guards (LZ-66)."""
    decision = table.agenda[-1]
    seat = table.to_act
    found: dict[str, list[str]] = {}
    if isinstance(decision, ChooseAction):
        open_to = set(attack_targets(table, seat))
    elif isinstance(decision, Question) and isinstance(asking(table), Part):
        step = asking(table)
        assert isinstance(step, Part)
        deed = step.line(table)
        if not (taunt_stops(table, deed) and deed.pick == "choose" and deed.side != "own"):
            return found
        open_to = set(step.choices(table))
    else:
        return found
    for other, party in enumerate(table.parties):
        guards = guards_of(table, other)
        if other == seat or not guards:
            continue
        for card in party:
            if card not in open_to and not table.box.has_taunt[card]:
                found[table.box.ids[card]] = guards
    return found
