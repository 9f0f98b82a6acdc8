"""Abilities on the agenda: cost, then deed by deed, player by player; Last Wishes and Recruitments interrupt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.state import Refusal, Seat, Step
from loot_table.games.looterz.answers import Asks, ask
from loot_table.games.looterz.choices import CHOOSE_ORDER, CHOOSE_PLAYER, USE_OR_DECLINE
from loot_table.games.looterz.components import MOST_PLAYERS
from loot_table.games.looterz.deed_events import TRIGGER_NAMES, AbilityBegan, ChainCut, NothingDone, Targeted
from loot_table.games.looterz.language import MOST_LINES, Ability, Deed
from loot_table.games.looterz.table import NONE, Table


class Op:
    """How one word of the card language is carried out.

    `card` has the ability; `itself` is the same card while it is the Looter that the ability is of, else NONE.
    """

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        """Whether it would do anything for this seat now (LZ-R35, LZ-79)."""
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


OPS: Final[dict[str, Op]] = {}  # by word; `rules` puts in the WORDS of effects.py


# ---------------------------------------------------------------- resolving


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
                table.agenda.append(Share(self.seat, self.card, self.is_there, self.ability, number))

    def prompt(self, table: Table) -> str:
        return f"{table.box.names[self.number(table)]}: use its {TRIGGER_NAMES[self.rules(table).trigger]}?"


@final
@dataclass(frozen=True)
class Share(OfCard):
    """A deed that falls on other players: carried out player by player, clockwise from the controller (LZ-74)."""

    deed: int

    def line(self, table: Table) -> Deed:
        return self.rules(table).deeds[self.deed]

    def gone(self, table: Table) -> Step:
        return Share(self.seat, self.card, False, self.ability, self.deed)

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
            if seat != self.seat and OPS[deed.op].can_change(table, seat, card, itself, deed)
        ]

    def take(self, table: Table, choice: int) -> None:
        table.tell(Targeted(self.seat, self.card, choice))
        table.then(self.part(table, choice))

    def prompt(self, table: Table) -> str:
        return f"{table.box.names[self.number(table)]}: on which opponent does it fall?"

    def why_not(self, table: Table, choice: int) -> Refusal:
        if choice == self.seat:
            return Refusal("Choose an opponent, not yourself.", "LZ-R26", (f"seat:{choice}",))
        return Refusal("It would do nothing to that player.", "LZ-R26", (f"seat:{choice}",))


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
        op = OPS[deed.op]
        if not op.can_change(table, self.seat, self.number(table), self.itself(table), deed):
            if table.news is not None:
                table.tell(NothingDone(self.seat, self.card, deed.op))
        elif deed.is_optional and self.left == deed.n and not op.can_refuse_choice(deed):
            table.then(USE_OR_DECLINE[self.seat], self)
        else:
            op.begin(table, self, deed)

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
        return f"{table.box.names[self.number(table)]}: {OPS[deed.op].prompt(deed)}"

    def why_not(self, table: Table, choice: int) -> Refusal:
        deed = self.line(table)
        return OPS[deed.op].why_not(table, self, deed, choice)


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
    spot = (((card * MOST_PLAYERS + seat) * MOST_LINES + ability) * MOST_LINES + deed) * 2 + int(is_there)
    step = box.parts.get(spot)
    if step is None:
        step = Part(seat, box.ids[card], is_there, ability, deed, box.abilities[card][ability].deeds[deed].n)
        box.parts[spot] = step
    return step


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

    def prompt(self, table: Table) -> str:
        return "Which Last Wish is resolved first?"

    def why_not(self, table: Table, choice: int) -> Refusal:
        waiting = ", ".join([table.box.names[card] for card in self.choices(table)])
        return Refusal(f"The Last Wishes that wait are those of {waiting}.", "LZ-77", self.cards)


def trigger(table: Table, seat: Seat, card: int, is_there: bool, when: str) -> None:
    """All abilities of a card with this trigger come next, before anything else (LZ-76)."""
    abilities = table.box.abilities[card]
    for number in range(len(abilities) - 1, -1, -1):
        if abilities[number].trigger == when:
            table.agenda.append(resolve(table, seat, card, is_there, number))


def has_trigger(table: Table, card: int, when: str) -> bool:
    return any(ability.trigger == when for ability in table.box.abilities[card])


# ---------------------------------------------------------------- when an ability may be used (LZ-41, LZ-R35)


def deed_changes(table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
    """Whether a deed would change something now, for anybody it falls on."""
    op = OPS[deed.op]
    if deed.who == "you":
        return op.can_change(table, seat, card, itself, deed)
    for other in range(table.players):
        if (other != seat or deed.who == "each") and op.can_change(table, other, card, itself, deed):
            return True
    return False


def can_pay(table: Table, seat: Seat, itself: int, ability: Ability) -> bool:
    return all(can_pay_one(table, seat, itself, ability.deeds[number]) for number in range(ability.costs))


def can_pay_one(table: Table, seat: Seat, itself: int, cost: Deed) -> bool:
    if cost.op == "discard":
        return len(table.hands[seat]) >= cost.n
    return len(suitable(table, seat, itself, cost)) >= cost.n


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
    name = table.box.names[card]
    show = (table.box.ids[card],)
    number = table.box.activation[card]
    if number < 0:
        return Refusal(f"{name} has no Activation: it can search or attack.", "LZ-31", show)
    if can_activate(table, seat, card):
        return None
    ability = table.box.abilities[card][number]
    for cost in ability.deeds[: ability.costs]:
        if not can_pay_one(table, seat, card, cost):
            return Refusal(f"{name} needs {price(cost)}, and you have too few.", "LZ-41", show)
    return Refusal(f"{name}'s Activation would change nothing: {why_idle(table, seat, card)}.", "LZ-R35", show)


def why_idle(table: Table, seat: Seat, card: int) -> str:
    """Why the first effect of a Looter's Activation would change nothing now; empty if it would change something."""
    first = table.box.abilities[card][table.box.activation[card]].first
    if deed_changes(table, seat, card, card, first):
        return ""
    if first.op == "gain_life" and first.pick == "self" and table.life[card] >= table.box.life_cap:
        name = table.box.names[card]
        return f"only {name} itself would gain Life, and it has {table.life[card]} tokens, the most there can be"
    return OPS[first.op].nothing(table, seat, first)


def price(cost: Deed) -> str:
    """`a card to discard`, `another Looter to sacrifice`, `2 Looterz to sacrifice`."""
    if cost.op == "discard":
        return "a card to discard" if cost.n == 1 else f"{cost.n} cards to discard"
    if cost.n == 1:
        return f"{'another' if cost.exclude_self else 'a'} Looter to sacrifice"
    return f"{cost.n} {'other ' if cost.exclude_self else ''}Looterz to sacrifice"
