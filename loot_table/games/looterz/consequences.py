"""What a roll, a death or a recruit would bring, in words: the sentences of which forecasts are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from loot_table.engine.state import Seat
from loot_table.games.looterz.odds import AttackOdds, Hits
from loot_table.games.looterz.table import SECOND_RECRUITMENT, Table

FROM_HAND: Final = "Goes to the Graveyard. No Last Wish from a hand."


def percent(chance: float) -> str:
    """`12.5 %`, `30 %`, `under 1 %`."""
    if 0 < chance < 0.01:
        return "under 1\u00a0%"
    if 0.99 < chance < 1:
        return "over 99\u00a0%"
    rounded = round(100 * chance, 1)
    return f"{rounded:.0f}\u00a0%" if rounded == int(rounded) else f"{rounded:.1f}\u00a0%"


def listed(words: Sequence[str]) -> str:
    """`Dwarf, Bard and King`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def thrown(hits: Hits) -> str:
    """`3 dice, 2 or less`."""
    dice = "1 die" if hits.dice == 1 else f"{hits.dice} dice"
    return f"{dice}, {'1 only' if hits.power == 1 else 'any roll' if hits.power == 6 else f'{hits.power} or less'}"


def search_words(hits: Hits) -> str:
    """`3 dice, 2 or less: 1.0 Loot on average, 29.6 % none.`"""
    return f"{thrown(hits)}: {hits.mean():.1f} Loot on average, {percent(hits.chance(0))} none."


def attack_words(table: Table, odds: AttackOdds, target: int) -> str:
    """`3 dice, 2 or less: 26 % to kill it (2 Life left).`"""
    kill = f"{percent(odds.kill)} to kill it" if odds.kill else "cannot kill it yet"
    return " ".join([f"{thrown(odds.hits)}: {kill} ({odds.life} Life left).", *wish_words(table, target)])


def recruit_words(table: Table, seat: Seat, card: int) -> str:
    """`Enters with 3 Life and acts this turn. Recruitment: draw 2 cards.`"""
    box = table.box
    life = min(box.printed_life[card], table.life_supply())
    is_in_time = seat == table.active and table.phase < SECOND_RECRUITMENT  # LZ-30
    when = "acts this turn" if is_in_time else "acts from your next turn on"
    words = [f"Enters with {life} Life and {when}."]
    spare = len(table.parties[seat]) + 1 - box.components.party_limit
    if table.phase == SECOND_RECRUITMENT and spare > 0:
        words.append(f"Then you have {spare} too many, and sacrifice.")
    text = box.text(card)
    return " ".join([*words, text]) if text else " ".join(words)


def sacrifice_words(table: Table, seat: Seat, card: int) -> str:
    """`Goes to the Graveyard. Bard, Hydra and Troll stay.`"""
    stay = [table.box.names[other] for other in table.parties[seat] if other != card]
    words = death_words(table, card)
    return f"{words} {listed(stay)} {'stays' if len(stay) == 1 else 'stay'}." if stay else words


def death_words(table: Table, card: int) -> str:
    return " ".join(["Goes to the Graveyard.", *wish_words(table, card)])


def wish_words(table: Table, card: int) -> list[str]:
    """What its death would set off."""
    box = table.box
    if not any(ability.trigger == "last_wish" for ability in box.abilities[card]):
        return []
    return ["Last Wish:" + box.text(card).partition("Last Wish:")[2]]
