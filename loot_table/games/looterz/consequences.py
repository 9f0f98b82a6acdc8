"""What a roll, a death or a recruit would bring: the sentences of which forecasts are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from loot_table.engine.sentence import Count, Part, Sentence, Span, Voice, Word, say, together, word
from loot_table.engine.state import Seat
from loot_table.games.looterz.dungeon_events import TRIGGER_NAMES
from loot_table.games.looterz.names import CardName, cards
from loot_table.games.looterz.odds import AttackOdds, Hits
from loot_table.games.looterz.table import SECOND_RECRUITMENT, Table


def percent(chance: float, digits: int = 1) -> Part:
    """`12.5 %`, `30 %`, `under 1 %`."""
    if 0 < chance < 0.01:
        return word("under 1\u00a0%")
    if 0.99 < chance < 1:
        return word("over 99\u00a0%")
    rounded = f"{100 * chance:.{digits}f}"
    return say("{n}\u00a0%", n=rounded.removesuffix(".0"))


def thrown(hits: Hits) -> Sentence:
    """`3 dice, 2 or less`."""
    dice = Count(hits.dice, "{n} die", "{n} dice")
    if hits.power == 1:
        return say("{dice}, 1 only", dice=dice)
    if hits.power == 6:
        return say("{dice}, any roll", dice=dice)
    return say("{dice}, {power} or less", dice=dice, power=hits.power)


def search_words(hits: Hits) -> Sentence:
    """`3 dice, 2 or less: 1.0 Loot on average, 29.6 % none.`"""
    return say(
        "{dice}: {mean} Loot on average, {none} none.",
        dice=thrown(hits),
        mean=f"{hits.mean():.1f}",
        none=percent(hits.chance(0)),
    )


def attack_words(table: Table, odds: AttackOdds, target: int) -> Sentence:
    """`3 dice, 2 or less: 26 % to kill King (2 Life left).`"""
    dice, looter = thrown(odds.hits), CardName(table.box.ids[target])
    if not odds.kill:
        kills = say("{dice}: cannot kill {looter} yet ({n} Life left).", dice=dice, looter=looter, n=odds.life)
        return together(kills, wish_words(table, target))
    kills = say(
        "{dice}: {chance} to kill {looter} ({n} Life left).",
        dice=dice,
        chance=percent(odds.kill),
        looter=looter,
        n=odds.life,
    )
    return together(kills, wish_words(table, target))


def recruit_words(table: Table, seat: Seat, card: int) -> Sentence:
    """`Enters with 3 Life and acts this turn. Recruitment: draw 2 cards.`"""
    box = table.box
    life = min(box.printed_life[card], table.life_supply())
    if seat == table.active and table.phase < SECOND_RECRUITMENT:  # LZ-30
        enters = say("Enters with {n} Life and acts this turn.", n=life)
    else:
        enters = say("Enters with {n} Life and acts from your next turn on.", n=life)
    spare = len(table.parties[seat]) + 1 - box.components.party_limit
    if table.phase != SECOND_RECRUITMENT or spare <= 0:
        return together(enters, card_text(table, card))
    return together(enters, say("Then you have {n} too many, and sacrifice.", n=spare), card_text(table, card))


def sacrifice_words(table: Table, seat: Seat, card: int) -> Sentence:
    """`Goes to the Graveyard. Bard, Hydra and Troll stay.`"""
    stay = cards([table.box.ids[other] for other in table.parties[seat] if other != card])
    if not stay.parts:
        return death_words(table, card)
    if len(stay.parts) == 1:
        return together(death_words(table, card), say("{looter} stays.", looter=stay))
    return together(death_words(table, card), say("{looterz} stay.", looterz=stay))


def death_words(table: Table, card: int) -> Sentence:
    return together(say("Goes to the Graveyard."), wish_words(table, card))


def from_hand() -> Sentence:
    return say("Goes to the Graveyard. No Last Wish from a hand.")


# ---------------------------------------------------------------- what cards say


def card_text(table: Table, card: int) -> Sentence | None:
    return written(table.box.text(card))


def wish_words(table: Table, card: int) -> Sentence | None:
    """What its death would set off."""
    return of_ability(table, card, "last_wish", True)


def of_ability(table: Table, card: int, trigger: str, is_named: bool) -> Sentence | None:
    """What a card says of its ability with this trigger; None without any."""
    text = table.box.text(card)
    if not text or not any(ability.trigger == trigger for ability in table.box.abilities[card]):
        return None
    return Sentence("{text}", {"text": AbilityText(text, TRIGGER_NAMES[trigger], is_named)})


@final
@dataclass(frozen=True)
class AbilityText(Part):
    """The end of what a card says, from the name of an ability on, or what stands after the name."""

    text: str
    ability: Word
    is_named: bool

    def spans(self, voice: Voice) -> list[Span]:
        whole = voice.words.find(self.text)
        name = voice.words.find(self.ability.template) + ":"
        _, found, rest = whole.partition(name)
        if not found:
            return [Span(whole)]
        return [Span(found + rest if self.is_named else rest.strip()[:1].upper() + rest.strip()[1:])]


def written(text: str) -> Sentence | None:
    """Words of the components as a sentence; None without any."""
    return Sentence("{text}", {"text": Word(text)}) if text else None
