"""Abilities on the agenda: cost, then deed by deed, player by player; Last Wishes and Recruitments interrupt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.state import Refusal, Seat, Step, marks
from loot_table.games.looterz.activation import can_pay, deed_changes
from loot_table.games.looterz.answers import Asks, ask
from loot_table.games.looterz.box import MOST_PLAYERS, NONE
from loot_table.games.looterz.dungeon_events import TRIGGER_NAMES, AbilityBegan, ChainCut, NothingDone, Targeted
from loot_table.games.looterz.language import MOST_LINES, Ability, Deed
from loot_table.games.looterz.names import CardName, cards
from loot_table.games.looterz.questions import CHOOSE_ORDER, CHOOSE_PLAYER, USE_OR_DECLINE
from loot_table.games.looterz.table import Table


@dataclass(frozen=True)
class OfCard(Asks):
    """A step of a card's ability. `is_there`: its Looter has not left play since (LZ-78)."""

    card: str
    is_there: bool
    ability: int

    def number(self, table: Table) -> int:
        return table.box.numbers[self.card]

    def itself(self, table: Table) -> int:
        """The Looter that the ability is of, or NONE once that has left play, even if its card came back."""
        return table.box.numbers[self.card] if self.is_there else NONE

    def rules(self, table: Table) -> Ability:
        return table.box.abilities[table.box.numbers[self.card]][self.ability]

    def source(self) -> str:
        return self.card

    def gone(self, table: Table) -> Step:
        """The same step after its Looter has left play."""
        raise NotImplementedError


@final
@dataclass(frozen=True)
class Resolve(OfCard):
    """An ability is to take effect. `seat` controls it, or did when the Looter left play (LZ-71)."""

    def gone(self, table: Table) -> Step:
        return resolve(table, self.seat, self.number(table), False, self.ability)

    def do(self, table: Table) -> None:
        ability = self.rules(table)
        if ability.trigger != "activation":
            if table.triggers >= table.box.chain_limit:  # LZ-R15
                table.tell(ChainCut(self.seat, self.card))
                return
            table.triggers += 1
        card = self.number(table)
        itself = self.itself(table)
        is_pointless = ability.is_optional and not deed_changes(table, self.seat, card, itself, ability.first)
        if is_pointless or not can_pay(table, self.seat, itself, ability):  # LZ-R27
            table.tell(NothingDone(self.seat, self.card, ability.deeds[0].op))
        elif ability.is_optional:
            table.then(USE_OR_DECLINE[self.seat], self)
        else:
            self.agree(table)

    def agree(self, table: Table) -> None:
        """LZ-42: the whole cost first, then the effects in order, each when the former is finished."""
        ability = self.rules(table)
        if table.news is not None:
            table.tell(AbilityBegan(self.seat, self.card, ability.trigger))
        card = self.number(table)
        for number in range(len(ability.deeds) - 1, -1, -1):
            if ability.deeds[number].who == "you":
                table.agenda.append(part(table, self.seat, card, self.is_there, self.ability, number))
            else:
                table.agenda.append(share(table, self.seat, card, self.is_there, self.ability, number))

    def offer(self, table: Table) -> Sentence:
        ability = TRIGGER_NAMES[self.rules(table).trigger]
        return say("{card}: use its {ability}?", card=CardName(self.card), ability=ability)


@final
@dataclass(frozen=True)
class Share(OfCard):
    """A deed that falls on other players: carried out player by player, clockwise from the controller (LZ-74)."""

    deed: int

    def line(self, table: Table) -> Deed:
        return self.rules(table).deeds[self.deed]

    def gone(self, table: Table) -> Step:
        return share(table, self.seat, self.number(table), False, self.ability, self.deed)

    def do(self, table: Table) -> None:
        who = self.line(table).who
        if who != "opponent":
            seats = [seat for seat in table.clockwise(self.seat) if who == "each" or seat != self.seat]
            table.then(*[self.part(table, seat) for seat in seats])
        elif self.choices(table):
            ask(table, self, CHOOSE_PLAYER[self.seat])
        else:
            table.tell(NothingDone(self.seat, self.card, self.line(table).op))

    def part(self, table: Table, seat: Seat) -> Step:
        return part(table, seat, self.number(table), self.is_there, self.ability, self.deed)

    def choices(self, table: Table) -> list[int]:
        """LZ-R26: an opponent on whom it would do something."""
        deed = self.line(table)
        card = self.number(table)
        itself = self.itself(table)
        return [
            seat
            for seat in range(table.players)
            if seat != self.seat and deed.operation.can_change(table, seat, card, itself, deed)
        ]

    def take(self, table: Table, choice: int) -> None:
        table.tell(Targeted(self.seat, self.card, choice))
        table.then(self.part(table, choice))

    def prompt(self, table: Table) -> Sentence:
        return say("{card}: on which opponent does it fall?", card=CardName(self.card))

    def why_not(self, table: Table, choice: int) -> Refusal:
        if choice == self.seat:
            return Refusal(say("Choose an opponent, not yourself."), "LZ-R26", marks("seat", choice))
        return Refusal(say("It would do nothing to {who}.", who=Name(choice)), "LZ-R26", marks("seat", choice))


@final
@dataclass(frozen=True)
class Part(OfCard):
    """One seat's part of one deed of an ability. `left`: how many Looterz or cards it still takes."""

    deed: int
    left: int

    def line(self, table: Table) -> Deed:
        return self.rules(table).deeds[self.deed]

    def gone(self, table: Table) -> Step:
        return Part(self.seat, self.card, False, self.ability, self.deed, self.left)

    def is_cost(self, table: Table) -> bool:
        """Whether it is a part of the price (LZ-42)."""
        return self.deed < self.rules(table).costs

    def once_less(self) -> Part:
        return Part(self.seat, self.card, self.is_there, self.ability, self.deed, self.left - 1)

    def do(self, table: Table) -> None:
        deed = self.line(table)
        op = deed.operation
        if not op.can_change(table, self.seat, self.number(table), self.itself(table), deed):
            if table.news is not None:
                table.tell(NothingDone(self.seat, self.card, deed.op))
        elif deed.is_optional and self.left == deed.n and not op.can_refuse_choice(deed):
            table.then(USE_OR_DECLINE[self.seat], self)
        else:
            op.begin(table, self, deed)

    def agree(self, table: Table) -> None:
        deed = self.line(table)
        deed.operation.begin(table, self, deed)

    def choices(self, table: Table) -> list[int]:
        deed = self.line(table)
        return deed.operation.choices(table, self, deed)

    def take(self, table: Table, choice: int) -> None:
        deed = self.line(table)
        deed.operation.take(table, self, deed, choice)

    def may_decline(self, table: Table) -> bool:
        deed = self.line(table)
        return deed.is_optional and deed.operation.can_refuse_choice(deed)

    def prompt(self, table: Table) -> Sentence:
        deed = self.line(table)
        return deed.operation.prompt(self, deed, CardName(self.card))

    def offer(self, table: Table) -> Sentence:
        deed = self.line(table)
        return say("{card}: {deed}?", card=CardName(self.card), deed=deed.operation.doing(deed))

    def choosing(self, table: Table, card: str) -> Sentence:
        deed = self.line(table)
        return deed.operation.choosing(deed, CardName(card))

    def why_not(self, table: Table, choice: int) -> Refusal:
        deed = self.line(table)
        return deed.operation.why_not(table, self, deed, choice)


def resolve(table: Table, seat: Seat, card: int, is_there: bool, ability: int) -> Step:
    """Built when first needed, then used again: the steps of the same ability are the same."""
    box = table.box
    spot = ((card * MOST_PLAYERS + seat) * MOST_LINES + ability) * 2 + int(is_there)
    step = box.resolves.get(spot)
    if step is None:
        step = Resolve(seat, box.ids[card], is_there, ability)
        box.resolves[spot] = step
    return step


def part(table: Table, seat: Seat, card: int, is_there: bool, ability: int, deed: int) -> Step:
    """The beginning of a seat's part; built when first needed, then used again."""
    box = table.box
    spot = deed_spot(seat, card, is_there, ability, deed)
    step = box.parts.get(spot)
    if step is None:
        step = Part(seat, box.ids[card], is_there, ability, deed, box.abilities[card][ability].deeds[deed].n)
        box.parts[spot] = step
    return step


def share(table: Table, seat: Seat, card: int, is_there: bool, ability: int, deed: int) -> Step:
    """A deed that falls on others; built when first needed, then used again."""
    box = table.box
    spot = deed_spot(seat, card, is_there, ability, deed)
    step = box.shares.get(spot)
    if step is None:
        step = Share(seat, box.ids[card], is_there, ability, deed)
        box.shares[spot] = step
    return step


def deed_spot(seat: Seat, card: int, is_there: bool, ability: int, deed: int) -> int:
    return (((card * MOST_PLAYERS + seat) * MOST_LINES + ability) * MOST_LINES + deed) * 2 + int(is_there)


def forget(table: Table, card: int) -> None:
    """LZ-78: for what is still to happen, a Looter that leaves play is gone, whatever becomes of its card."""
    if not table.box.abilities[card]:
        return
    id = table.box.ids[card]
    for place, step in enumerate(table.agenda):
        if isinstance(step, OfCard) and step.is_there and step.card == id:
            table.agenda[place] = step.gone(table)


@final
@dataclass(frozen=True)
class LastWishes(Asks):
    """Looterz of one player that left play at the same moment have Last Wishes; he orders them (LZ-77)."""

    cards: tuple[str, ...]

    def do(self, table: Table) -> None:
        ask(table, self, CHOOSE_ORDER[self.seat])

    def choices(self, table: Table) -> list[int]:
        return [table.box.numbers[card] for card in self.cards]

    def take(self, table: Table, choice: int) -> None:
        chosen = table.box.ids[choice]
        rest = tuple([card for card in self.cards if card != chosen])
        if rest:
            table.agenda.append(LastWishes(self.seat, rest))
        trigger(table, self.seat, choice, False, "last_wish")

    def prompt(self, table: Table) -> Sentence:
        return say("Which Last Wish comes first?")

    def why_not(self, table: Table, choice: int) -> Refusal:
        waiting = say("The Last Wishes that wait are those of {cards}.", cards=cards(self.cards))
        return Refusal(waiting, "LZ-77", marks("card", *self.cards))


def trigger(table: Table, seat: Seat, card: int, is_there: bool, when: str) -> None:
    """All abilities of a card with this trigger come next, before anything else (LZ-76)."""
    abilities = table.box.abilities[card]
    for number in range(len(abilities) - 1, -1, -1):
        if abilities[number].trigger == when:
            table.agenda.append(resolve(table, seat, card, is_there, number))


def has_trigger(table: Table, card: int, when: str) -> bool:
    return any(ability.trigger == when for ability in table.box.abilities[card])
