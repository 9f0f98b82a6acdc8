"""Abilities on the agenda: cost, then deed by deed, player by player; Last Wishes and Recruitments interrupt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.state import Decision, Refusal, Seat
from loot_table.games.looterz.choices import (
    CHOOSE_ORDER,
    CHOOSE_PLAYER,
    USE_OR_DECLINE,
    Asks,
    ask,
)
from loot_table.games.looterz.events import TRIGGER_NAMES, AbilityBegan, ChainCut, NothingDone, Targeted
from loot_table.games.looterz.language import Ability, Deed
from loot_table.games.looterz.table import Table

GONE: Final = 0  # the entry of a source that is no longer in play: no Looter has it


class Op:
    """How one word of the card language is carried out. `source` is the card, `entry` tells which Looter it was."""

    def can_change(self, table: Table, seat: Seat, source: int, entry: int, deed: Deed) -> bool:
        """Whether it would do anything for this seat now (LZ-41, LZ-79)."""
        raise NotImplementedError

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        """Do it, or ask what is needed for it."""
        raise NotImplementedError

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        raise NotImplementedError

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        raise NotImplementedError

    def can_refuse_choice(self, deed: Deed) -> bool:
        """Whether its question has `decline` among its answers; otherwise an optional deed asks `use` first."""
        return False

    def prompt(self, deed: Deed) -> str:
        raise NotImplementedError

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        raise NotImplementedError

    def nothing(self, table: Table, seat: Seat, deed: Deed) -> str:
        """Why it would change nothing, in words."""
        raise NotImplementedError


OPS: Final[dict[str, Op]] = {}  # by word; filled by effects.py


# ---------------------------------------------------------------- resolving


@final
@dataclass(frozen=True)
class Resolve(Asks):
    """An ability is to take effect. `seat` controls it, or did when the Looter left play (LZ-71)."""

    card: str
    entry: int
    ability: int

    def rules(self, table: Table) -> Ability:
        return table.box.abilities[table.box.numbers[self.card]][self.ability]

    def source(self) -> str:
        return self.card

    def do(self, table: Table) -> None:
        ability = self.rules(table)
        if ability.trigger != "activation":
            if table.triggers >= table.box.options.chain_limit:  # LZ-R15
                table.tell(ChainCut(self.seat, self.card))
                return
            table.triggers += 1
        source = table.box.numbers[self.card]
        is_pointless = ability.is_optional and not deed_changes(table, self.seat, source, self.entry, ability.first)
        if is_pointless or not can_pay(table, self.seat, self.entry, ability):  # LZ-R27
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
        for number in range(len(ability.deeds) - 1, -1, -1):
            deed = ability.deeds[number]
            if deed.who == "you":
                table.agenda.append(Part(self.seat, self.card, self.entry, self.ability, number, deed.n))
            else:
                table.agenda.append(Share(self.seat, self.card, self.entry, self.ability, number))

    def prompt(self, table: Table) -> str:
        card = table.box.numbers[self.card]
        return f"{table.box.names[card]}: use its {TRIGGER_NAMES[self.rules(table).trigger]}?"


@final
@dataclass(frozen=True)
class Share(Asks):
    """A deed that falls on other players: carried out player by player, clockwise from the controller (LZ-74)."""

    card: str
    entry: int
    ability: int
    deed: int

    def line(self, table: Table) -> Deed:
        return table.box.abilities[table.box.numbers[self.card]][self.ability].deeds[self.deed]

    def source(self) -> str:
        return self.card

    def do(self, table: Table) -> None:
        who = self.line(table).who
        if who == "opponent":
            if self.choices(table):
                ask(table, self, CHOOSE_PLAYER[self.seat])
            else:
                table.tell(NothingDone(self.seat, self.card, self.line(table).op))
            return
        seats = table.clockwise(self.seat)
        table.then(*[self.part(table, seat) for seat in seats if who == "each" or seat != self.seat])

    def part(self, table: Table, seat: Seat) -> Part:
        return Part(seat, self.card, self.entry, self.ability, self.deed, self.line(table).n)

    def choices(self, table: Table) -> list[int]:
        """LZ-R26: an opponent on whom it would do something."""
        deed = self.line(table)
        source = table.box.numbers[self.card]
        return [
            seat
            for seat in range(table.players)
            if seat != self.seat and OPS[deed.op].can_change(table, seat, source, self.entry, deed)
        ]

    def take(self, table: Table, choice: int) -> None:
        table.tell(Targeted(self.seat, self.card, choice))
        table.then(self.part(table, choice))

    def prompt(self, table: Table) -> str:
        return f"{table.box.names[table.box.numbers[self.card]]}: on which opponent does it fall?"

    def why_not(self, table: Table, choice: int) -> Refusal:
        if choice == self.seat:
            return Refusal("Choose an opponent, not yourself.", "LZ-R26", (f"seat:{choice}",))
        return Refusal("It would do nothing to that player.", "LZ-R26", (f"seat:{choice}",))


@final
@dataclass(frozen=True)
class Part(Asks):
    """One seat's part of one deed of an ability. `left`: how many Looterz or cards it still takes."""

    card: str
    entry: int
    ability: int
    deed: int
    left: int

    def line(self, table: Table) -> Deed:
        return table.box.abilities[table.box.numbers[self.card]][self.ability].deeds[self.deed]

    def source(self) -> str:
        return self.card

    def do(self, table: Table) -> None:
        deed = self.line(table)
        op = OPS[deed.op]
        if not op.can_change(table, self.seat, table.box.numbers[self.card], self.entry, deed):
            if table.news is not None:
                table.tell(NothingDone(self.seat, self.card, deed.op))
        elif deed.is_optional and self.left == deed.n and not op.can_refuse_choice(deed):
            table.then(USE_OR_DECLINE[self.seat], self)
        else:
            op.begin(table, self, deed)

    def once_less(self) -> Part:
        return Part(self.seat, self.card, self.entry, self.ability, self.deed, self.left - 1)

    def agree(self, table: Table) -> None:
        deed = self.line(table)
        OPS[deed.op].begin(table, self, deed)

    def choices(self, table: Table) -> list[int]:
        deed = self.line(table)
        return OPS[deed.op].choices(table, self, deed)

    def take(self, table: Table, choice: int) -> None:
        deed = self.line(table)
        OPS[deed.op].take(table, self, deed, choice)

    def may_decline(self, table: Table) -> bool:
        deed = self.line(table)
        return deed.is_optional and OPS[deed.op].can_refuse_choice(deed)

    def prompt(self, table: Table) -> str:
        deed = self.line(table)
        return f"{table.box.names[table.box.numbers[self.card]]}: {OPS[deed.op].prompt(deed)}"

    def why_not(self, table: Table, choice: int) -> Refusal:
        deed = self.line(table)
        return OPS[deed.op].why_not(table, self, deed, choice)

    def ask(self, table: Table, questions: list[Decision]) -> None:
        ask(table, self, questions[self.seat])


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
        trigger(table, self.seat, choice, GONE, "last_wish")

    def prompt(self, table: Table) -> str:
        return "Which Last Wish is resolved first?"

    def why_not(self, table: Table, choice: int) -> Refusal:
        waiting = ", ".join([table.box.names[card] for card in self.choices(table)])
        return Refusal(f"The Last Wishes that wait are those of {waiting}.", "LZ-77", self.cards)


def trigger(table: Table, seat: Seat, card: int, entry: int, when: str) -> None:
    """All abilities of a card with this trigger come next, before anything else (LZ-76)."""
    abilities = table.box.abilities[card]
    for number in range(len(abilities) - 1, -1, -1):
        if abilities[number].trigger == when:
            table.agenda.append(Resolve(seat, table.box.ids[card], entry, number))


def has_trigger(table: Table, card: int, when: str) -> bool:
    return any(ability.trigger == when for ability in table.box.abilities[card])


# ---------------------------------------------------------------- when an ability may be used (LZ-41)


def deed_changes(table: Table, seat: Seat, source: int, entry: int, deed: Deed) -> bool:
    """Whether a deed would change something now, for anybody it falls on."""
    op = OPS[deed.op]
    if deed.who == "you":
        return op.can_change(table, seat, source, entry, deed)
    for other in range(table.players):
        if (other != seat or deed.who == "each") and op.can_change(table, other, source, entry, deed):
            return True
    return False


def can_pay(table: Table, seat: Seat, entry: int, ability: Ability) -> bool:
    return all(can_pay_one(table, seat, entry, ability.deeds[number]) for number in range(ability.costs))


def can_pay_one(table: Table, seat: Seat, entry: int, cost: Deed) -> bool:
    if cost.op == "discard":
        return len(table.hands[seat]) >= cost.n
    return len(suitable(table, seat, entry, cost)) >= cost.n


def suitable(table: Table, seat: Seat, entry: int, deed: Deed) -> list[int]:
    """The seat's own Looterz that pass the filters."""
    return [card for card in table.parties[seat] if passes_filters(table, entry, deed, card)]


def passes_filters(table: Table, entry: int, deed: Deed, card: int) -> bool:
    if deed.exclude_self and table.entry[card] == entry:
        return False
    life = table.life[card]
    power = table.box.power[card]
    if not (deed.min_life <= life <= deed.max_life and deed.min_power <= power <= deed.max_power):
        return False
    return deed.taunt < 0 or (deed.taunt == 1) == table.box.has_taunt[card]


def can_activate(table: Table, seat: Seat, card: int) -> bool:
    """LZ-41: the Looter has an Activation whose cost can be paid and whose first effect would change something."""
    number = table.box.activation[card]
    if number < 0:
        return False
    ability = table.box.abilities[card][number]
    entry = table.entry[card]
    return can_pay(table, seat, entry, ability) and deed_changes(table, seat, card, entry, ability.first)


def why_not_activate(table: Table, seat: Seat, card: int) -> Refusal | None:
    """The same, with the reason."""
    name = table.box.names[card]
    show = (table.box.ids[card],)
    number = table.box.activation[card]
    if number < 0:
        return Refusal(f"{name} has no Activation: it can search or attack.", "LZ-31", show)
    if can_activate(table, seat, card):
        return None
    ability = table.box.abilities[card][number]
    entry = table.entry[card]
    for cost in ability.deeds[: ability.costs]:
        if not can_pay_one(table, seat, entry, cost):
            lacking = "card to discard" if cost.op == "discard" else "Looter to sacrifice"
            many = f"{cost.n} {lacking.replace(' to', 's to', 1)}" if cost.n > 1 else f"a {lacking}"
            return Refusal(f"{name} needs {many}, and you have too few.", "LZ-41", show)
    reason = OPS[ability.first.op].nothing(table, seat, ability.first)
    return Refusal(f"{name}'s Activation would change nothing: {reason}.", "LZ-41", show)
