"""Operations on Looterz in play: sacrifice, destroy, damage, gain_life, take_control, exhaust, search, attack."""

from __future__ import annotations

from typing import Final, final

from loot_table.engine.sentence import Count, Sentence, say, together
from loot_table.engine.state import Refusal, Seat, marks
from loot_table.games.looterz import dice
from loot_table.games.looterz.abilities import Part
from loot_table.games.looterz.activation import passes_filters, suitable
from loot_table.games.looterz.answers import ask
from loot_table.games.looterz.box import NONE
from loot_table.games.looterz.consequences import attack_words, death_words, sacrifice_words, search_words
from loot_table.games.looterz.dungeon import is_ready
from loot_table.games.looterz.dungeon_events import Exhausted
from loot_table.games.looterz.language import FILTERS, Deed, Op
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.odds import AttackOdds, Hits
from loot_table.games.looterz.party import bury, gain_life, hurt, take_control
from loot_table.games.looterz.questions import MUST_SACRIFICE
from loot_table.games.looterz.reader import Reader
from loot_table.games.looterz.table import Table
from loot_table.games.looterz.targets import AIM, TargetOp
from loot_table.games.looterz.worth import Judge


@final
class SacrificeOp(Op):
    """Choose and sacrifice own Looterz; Taunt does not matter (LZ-61)."""

    def __init__(self) -> None:
        super().__init__("sacrifice", ("n", *FILTERS), is_cost=True)

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return any(passes_filters(table, itself, deed, other) for other in table.parties[seat])

    def can_pay(self, table: Table, seat: Seat, itself: int, deed: Deed) -> bool:
        return len(suitable(table, seat, itself, deed)) >= deed.n

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        ask(table, part, MUST_SACRIFICE[part.seat])

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        return suitable(table, part.seat, part.itself(table), deed)

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        if part.left > 1:
            table.agenda.append(part.once_less())
        bury(table, part.seat, [choice], "sacrificed")

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: sacrifice {looterz}.", card=card, looterz=looterz_in(part.left))

    def doing(self, deed: Deed) -> Sentence:
        return say("sacrifice {looterz}", looterz=looterz_in(deed.n))

    def price(self, deed: Deed) -> Count:
        if deed.exclude_self:
            return Count(deed.n, "another Looter to sacrifice", "{n} other Looterz to sacrifice")
        return Count(deed.n, "a Looter to sacrifice", "{n} Looterz to sacrifice")

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        looter = CardName(table.box.ids[choice])
        show = marks("card", looter.id)
        if table.controller[choice] != part.seat:
            theirs = say("You can sacrifice only what you control; {looter} is not yours.", looter=looter)
            return Refusal(theirs, "LZ-61", show)
        if deed.exclude_self and choice == part.itself(table):
            return Refusal(say("{looter} does not sacrifice itself.", looter=looter), "LZ-R11", show)
        return Refusal(say("{looter} is not of the kind that must be sacrificed.", looter=looter), "LZ-61", show)

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        return say("there is no Looter to sacrifice")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return sacrifice_words(table, part.seat, choice)

    def worth(self, judge: Judge, seat: Seat, deed: Deed, card: int, itself: int) -> float:
        """The least that the seat can give."""
        worths = sorted([judge.kept(other) for other in judge.table.parties[seat] if other != itself])
        return -judge.share(seat) * sum(worths[: deed.n])


@final
class DestroyOp(TargetOp):
    """To the Graveyard."""

    def __init__(self) -> None:
        super().__init__("destroy", AIM, is_hostile=True, is_harm=True, activation=0.7, last_wish=0.8)

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        bury(table, table.controller[cards[0]], cards, "destroyed")

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: which Looter is destroyed?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Destroy {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        if deed.pick == "each":
            return say("destroy all Looterz")
        return say("destroy itself") if deed.pick == "self" else say("destroy a Looter")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return death_words(table, choice)

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        return judge.harm(target, judge.table.life[target])


@final
class DamageOp(TargetOp):
    """Remove Life tokens."""

    def __init__(self) -> None:
        super().__init__("damage", ("n", *AIM), is_hostile=True, is_harm=True, activation=0.5, last_wish=0.2)

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        hurt(table, cards, deed.n)

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: which Looter is hurt?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Hurt {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        if deed.pick == "each":
            return say("{n} damage to all Looterz", n=deed.n)
        return say("{n} damage to itself", n=deed.n) if deed.pick == "self" else say("{n} damage to a Looter", n=deed.n)

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        life = table.life[choice]
        if deed.n >= life:
            return death_words(table, choice)
        return say("{left} of {life} Life left.", left=life - deed.n, life=life)

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        return judge.harm(target, deed.n)


@final
class GainLifeOp(TargetOp):
    """Add Life tokens (LZ-69), up to the cap (LZ-R37)."""

    def __init__(self) -> None:
        super().__init__("gain_life", ("n", *AIM), needs_room=True, last_wish=0.4)

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        gain_life(table, cards, deed.n)

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: which Looter gains Life?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Heal {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        if deed.pick == "each":
            return say("{n} Life for all Looterz", n=deed.n)
        return say("{n} Life for itself", n=deed.n) if deed.pick == "self" else say("{n} Life for a Looter", n=deed.n)

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        if deed.pick == "self" and self.is_full(table, itself):
            return say(
                "only {looter} itself would gain Life, and it has {n} tokens, the most there can be",
                looter=CardName(table.box.ids[itself]),
                n=table.life[itself],
            )
        return say("no Looter below {n} Life tokens could gain Life", n=table.box.life_cap)

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return say("Then it has {n} Life.", n=min(table.box.life_cap, table.life[choice] + deed.n))

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        table = judge.table
        gain = min(deed.n, table.box.life_cap - table.life[target])
        return -judge.weight(table.controller[target]) * gain * 2 * table.box.power[target] / 6


@final
class TakeControlOp(TargetOp):
    """It moves to the seat's party (LZ-70)."""

    def __init__(self) -> None:
        super().__init__(
            "take_control",
            ("pick", "side", "duration", *FILTERS),
            picks=("choose",),
            is_hostile=True,
            spares_own=True,
            activation=0.5,
        )

    def check(self, reader: Reader, deed: Deed) -> None:
        if deed.side == "own":
            raise reader.wrong("side must be any or enemy: what is yours cannot be taken (LZ-70)")

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        take_control(table, part.seat, cards[0], deed.duration == "permanent")

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: which Looter do you take?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Take {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        return say("take a Looter")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        acts = (
            say("It may act for you at once.") if is_ready(table, choice) else say("It cannot act any more this turn.")
        )
        return together(acts, say("It goes home after your turn.") if deed.duration == "turn" else None)

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        table = judge.table
        acts = judge.search(target) if is_ready(table, target) else 0.0
        if deed.duration != "permanent":
            return acts
        return acts + judge.looter(target, table.life[target]) * (1 + judge.weight(table.controller[target]))


@final
class ExhaustOp(TargetOp):
    """Turn sideways (LZ-68)."""

    def __init__(self) -> None:
        super().__init__("exhaust", AIM, is_hostile=True)

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        for card in cards:
            table.exhausted[card] = True
        if table.news is not None:
            ids = table.box.ids
            table.tell(Exhausted(table.controller[cards[0]], tuple([ids[card] for card in cards])))

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: which Looter is exhausted?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Exhaust {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        if deed.pick == "each":
            return say("exhaust all Looterz")
        return say("exhaust itself") if deed.pick == "self" else say("exhaust a Looter")

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return say("It takes no action in its controller’s next Dungeon Phase.")

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        """One of ours that has acted already loses nothing: it is upright again before its next turn."""
        weight = judge.weight(judge.table.controller[target])
        return weight * judge.hoped(target) if weight > 0 or is_ready(judge.table, target) else 0.0


@final
class SearchOp(TargetOp):
    """The Looter searches for the acting seat; it is not its action (LZ-R23)."""

    def __init__(self) -> None:
        super().__init__("search", AIM, activation=0.4)

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        for card in reversed(cards):
            dice.search(table, part.seat, card)

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: which Looter searches now?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Send {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        return say("search now")

    def rolls(self) -> bool:
        return True

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return search_words(Hits(table.life[choice], table.box.power[choice]))

    def worth_of_newcomer(self, judge: Judge, card: int) -> float:
        return judge.table.box.printed_life[card] * judge.table.box.power[card] / 6

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        return judge.search(target)


@final
class AttackOp(TargetOp):
    """The source attacks (LZ-43, LZ-R38)."""

    def __init__(self) -> None:
        super().__init__(
            "attack", AIM, picks=("choose",), is_hostile=True, is_harm=True, spares_itself=True, activation=0.2
        )

    def check(self, reader: Reader, deed: Deed) -> None:
        if deed.who != "you":
            raise reader.wrong("who must be you: only the Looter itself attacks")

    def needs_itself(self, deed: Deed) -> bool:
        return True

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        return itself != NONE and super().can_change(table, seat, card, itself, deed)  # LZ-44

    def strike(self, table: Table, part: Part, deed: Deed, cards: list[int]) -> None:
        dice.attack(table, part.seat, table.box.numbers[part.card], cards[0])

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        return say("{card}: whom does it attack?", card=card)

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        return say("Attack {card}", card=card)

    def doing(self, deed: Deed) -> Sentence:
        return say("attack")

    def rolls(self) -> bool:
        return True

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        return attack_words(table, AttackOdds(table, table.box.numbers[part.card], choice), choice)

    def worth_on(self, judge: Judge, deed: Deed, card: int, target: int) -> float:
        return judge.attack(card, target)


def looterz_in(number: int) -> Count:
    return Count(number, "a Looter", "{n} Looterz")


ON_LOOTERZ: Final[list[Op]] = [
    SacrificeOp(),
    DestroyOp(),
    DamageOp(),
    GainLifeOp(),
    TakeControlOp(),
    ExhaustOp(),
    SearchOp(),
    AttackOp(),
]
