"""What an answer would do, in numbers and in words: for people who look before they leap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.state import Seat
from loot_table.games.looterz.abilities import LastWishes, Part
from loot_table.games.looterz.activation import why_idle, why_not_activate
from loot_table.games.looterz.answers import Asks, asking
from loot_table.games.looterz.consequences import (
    FROM_HAND,
    attack_words,
    percent,
    recruit_words,
    sacrifice_words,
    search_words,
    wish_words,
)
from loot_table.games.looterz.dungeon import ChooseAction, is_ready, why_not_act
from loot_table.games.looterz.marks import seat_mark
from loot_table.games.looterz.odds import AttackOdds, Hits, SearchOdds
from loot_table.games.looterz.questions import Question
from loot_table.games.looterz.rules import RecruitOrDraw, can_recruit
from loot_table.games.looterz.table import SECOND_RECRUITMENT, Table
from loot_table.games.looterz.taunt import attack_targets, guarded, taunt_stops

# ---------------------------------------------------------------- the race


def chances(table: Table, seat: Seat) -> dict[str, Any]:
    """How far a seat is, and what it would make if every Looter it can use searched: on this turn, or on its next."""
    box = table.box
    is_now = seat == table.active and table.phase < SECOND_RECRUITMENT
    crew = [card for card in table.parties[seat] if (is_ready(table, card) if is_now else not table.exhausted[card])]
    odds = [1.0]  # of so many hits
    for card in crew:
        hits = Hits(table.life[card], box.power[card])
        sums = [0.0] * (len(odds) + hits.dice)
        for one, chance in enumerate(odds):
            for other in range(hits.dice + 1):
                sums[one + other] += chance * hits.chance(other)
        odds = sums
    short = max(0, box.loot_target - table.loot[seat])
    return {
        "short": short,
        "mean": round(sum([table.life[card] * box.power[card] for card in crew]) / 6, 2),
        "win": round(sum(odds[short:]), 4) if short else 1.0,
    }


# ---------------------------------------------------------------- recruiting


def recruit_facts(table: Table, seat: Seat) -> dict[str, Any]:
    """What recruiting each card does, and what drawing does."""
    found: dict[str, Any] = {"recruits": {}, "draw": None}
    if can_recruit(table, seat):
        found["recruits"] = {table.box.ids[card]: recruit_words(table, seat, card) for card in table.hands[seat]}
    if table.has_cards_to_take():
        is_empty = not table.pile and not table.dragons
        found["draw"] = "Takes the top card of the Inn" + (
            ", after the Graveyard is shuffled into it." if is_empty else "."
        )
    return found


# ---------------------------------------------------------------- acting


def act_facts(table: Table, seat: Seat, card: int) -> dict[str, Any]:
    """One Looter's choices: Search, Attack with each target, Ability, Rest; what cannot be chosen says why."""
    box = table.box
    idle = why_not_act(table, seat, box.ids[card])
    search = SearchOdds(table, card)
    says = search_words(search.hits)
    if search.win:
        says += f" {percent(search.win)} to win now."
    ability = why_not_activate(table, seat, card)
    return {
        "is_ready": idle is None,
        "why": idle.text if idle is not None else None,
        "search": {"says": says, "dice": search.hits.dice},
        "attacks": {}
        if idle is not None
        else {
            box.ids[target]: attack_facts(table, card, target)
            for target in attack_targets(table, seat)
            if target != card
        },
        "ability": {
            "has": box.activation[card] >= 0,
            "can": idle is None and ability is None,
            "says": ability.text if ability is not None else ability_words(table, seat, card),
        },
        "rest": box.options.allow_rest,
    }


def ability_words(table: Table, seat: Seat, card: int) -> str:
    """`Steal 1 Loot from the player with the most Loot. Now it would change nothing: you lead already.`"""
    box = table.box
    deed = box.text(card).partition("Activation: ")[2]
    idle = why_idle(table, seat, card)  # LZ-R35: it may be used all the same
    return deed[:1].upper() + deed[1:] + (f" Now it would change nothing: {idle}." if idle else "")


def attack_facts(table: Table, card: int, target: int) -> dict[str, Any]:
    odds = AttackOdds(table, card, target)
    return {"says": attack_words(table, odds, target), "kill": round(odds.kill, 4), "dice": odds.hits.dice}


# ---------------------------------------------------------------- Taunt


def shields(table: Table) -> dict[str, Any]:
    """Looterz that Taunt keeps out of reach of the seat that chooses, with their guards and the reason (LZ-66)."""
    decision = table.agenda[-1]
    seat = table.to_act
    found: dict[str, Any] = {}
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
        if other == seat or not table.guards(other):
            continue
        for card in party:
            if card not in open_to and not table.box.has_taunt[card]:
                refusal = guarded(table, card)
                found[table.box.ids[card]] = {"by": list(refusal.show), "says": refusal.text}
    return found


# ---------------------------------------------------------------- follow-up questions


def choice_facts(table: Table, seat: Seat, names: Sequence[str]) -> dict[str, Any]:
    """Every answer to a follow-up question, by card or by `seat:n`, with what it would do."""
    step = asking(table)
    decision = table.agenda[-1]
    if isinstance(decision, RecruitOrDraw) or not isinstance(decision, Question):
        return {}
    if isinstance(step, LastWishes):
        return {id: " ".join(wish_words(table, table.box.numbers[id])) for id in step.cards}
    if not isinstance(step, Part):
        return fixed_choice(table, seat, step, names)
    deed = step.line(table)
    op = deed.operation
    return {op.mark(table, choice): op.forecast(table, step, deed, choice, names) for choice in step.choices(table)}


def fixed_choice(table: Table, seat: Seat, step: Asks, names: Sequence[str]) -> dict[str, Any]:
    """The Sacrifice Phase, the hand limit, or a choice among players."""
    box = table.box
    choices = step.choices(table)
    if choices == table.parties[seat]:
        return {box.ids[card]: sacrifice_words(table, seat, card) for card in choices}
    if choices == table.hands[seat]:
        return {box.ids[card]: FROM_HAND for card in choices}
    return {seat_mark(other): f"It falls on {names[other]}." for other in choices}
