"""What people notice of parties: Looterz that enter, act, suffer and change sides, and their abilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.sentence import BAD, GOLD, GOOD, Name, Row, Sentence, Toned, Word, die, say, together, word
from loot_table.engine.state import Event, Seat
from loot_table.games.looterz.names import CardName, cards


@final
@dataclass(frozen=True)
class Entered(Event):
    """A Looter enters the Dungeon, from a hand by recruiting, or from elsewhere by an ability."""

    seat: Seat
    card: str
    life: int
    origin: str  # "recruited", "hand", "graveyard" or "draw_pile"

    def text(self) -> Sentence:
        card, who = CardName(self.card), Name(self.seat)
        if self.origin == "recruited":
            return say("{who} recruits {card}.", who=who, card=card)
        if self.origin == "hand":
            return say("{card} enters from the hand of {who}.", card=card, who=who)
        if self.origin == "graveyard":
            return say("{card} enters from the Graveyard for {who}.", card=card, who=who)
        return say("{card} enters from the Draw Pile for {who}.", card=card, who=who)

    def rule(self) -> str:
        return "LZ-21" if self.origin == "recruited" else "LZ-63"

    def reveals(self) -> bool:
        return self.origin != "graveyard"


@final
@dataclass(frozen=True)
class Acted(Event):
    """A Looter sets out to do something; the dice or the ability follow."""

    seat: Seat
    looter: str
    deed: str  # "search", "attack" or "rest"
    target: str

    def text(self) -> Sentence:
        looter = CardName(self.looter)
        if self.deed == "attack":
            return say("{looter} attacks {target}.", looter=looter, target=CardName(self.target))
        return (
            say("{looter} searches.", looter=looter) if self.deed == "search" else say("{looter} rests.", looter=looter)
        )

    def rule(self) -> str:
        return {"search": "LZ-33", "attack": "LZ-35", "rest": "LZ-R2"}[self.deed]


@final
@dataclass(frozen=True)
class Rolled(Event):
    """One die per Life token; those up to the Power hit."""

    seat: Seat
    looter: str
    dice: tuple[int, ...]
    power: int
    hits: int

    def text(self) -> Sentence:
        looter, dice = CardName(self.looter), Row(tuple([die(face, face <= self.power) for face in self.dice]))
        if not self.hits:
            return say("{looter} rolls {dice}: nothing but dust.", looter=looter, dice=dice)
        return say("{looter} rolls {dice}: {hits} of {n}.", looter=looter, dice=dice, hits=self.hits, n=len(self.dice))

    def rule(self) -> str:
        return "LZ-37"


@final
@dataclass(frozen=True)
class Looted(Event):
    """Loot from the supply."""

    seat: Seat
    amount: int
    total: int

    def text(self) -> Sentence:
        if not self.amount:
            return say("No Loot token is left for {who}.", who=Name(self.seat))
        gain = Toned(GOLD, say("+{n} Loot", n=self.amount))
        return say("{who} takes {gain} and has {total}.", who=Name(self.seat), gain=gain, total=self.total)

    def is_scoring(self) -> bool:
        return self.amount > 0

    def rule(self) -> str:
        return "LZ-82" if self.amount else "LZ-R5"


@final
@dataclass(frozen=True)
class Stole(Event):
    """Loot from another player."""

    seat: Seat
    victim: Seat
    amount: int

    def text(self) -> Sentence:
        gain = Toned(GOLD, say("{n} Loot", n=self.amount))
        return say("{who} steals {gain} from {victim}.", who=Name(self.seat), gain=gain, victim=Name(self.victim))

    def is_scoring(self) -> bool:
        return self.amount > 0

    def rule(self) -> str:
        return "LZ-64"


@final
@dataclass(frozen=True)
class Hurt(Event):
    """Looterz of one player lose Life tokens at the same moment."""

    seat: Seat
    cards: tuple[str, ...]
    lives: tuple[int, ...]  # left on each

    def text(self) -> Sentence:
        return together(*[self.loss(card, life) for card, life in zip(self.cards, self.lives, strict=True)])

    def loss(self, card: str, life: int) -> Sentence:
        if life:
            return say("{card} is hurt, {n} Life left.", card=CardName(card), n=life)
        return say("{card} loses its last Life.", card=CardName(card))

    def rule(self) -> str:
        return "LZ-35" if len(self.cards) == 1 else "LZ-75"


@final
@dataclass(frozen=True)
class Buried(Event):
    """Looterz of one player go from play to the Graveyard at the same moment."""

    seat: Seat
    cards: tuple[str, ...]
    how: str  # "killed", "destroyed" or "sacrificed"

    def text(self) -> Sentence:
        gone = cards(self.cards)
        if self.how == "sacrificed":
            return say("{who} sacrifices {cards}.", who=Name(self.seat), cards=gone)
        how = Toned(BAD, word("killed") if self.how == "killed" else word("destroyed"))
        if len(self.cards) == 1:
            return say("{card} is {destroyed}.", card=gone, destroyed=how)
        return say("{cards} are {destroyed}.", cards=gone, destroyed=how)

    def rule(self) -> str:
        return {"killed": "LZ-36", "destroyed": "LZ-05", "sacrificed": "LZ-61"}[self.how]


@final
@dataclass(frozen=True)
class GainedLife(Event):
    """Looterz get Life tokens."""

    seat: Seat
    cards: tuple[str, ...]
    lives: tuple[int, ...]  # now on each

    def text(self) -> Sentence:
        pairs = zip(self.cards, self.lives, strict=True)
        return together(*[say("{card} has {n} Life now.", card=CardName(card), n=life) for card, life in pairs])

    def rule(self) -> str:
        return "LZ-69"


@final
@dataclass(frozen=True)
class Exhausted(Event):
    """A Looter is turned sideways."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self) -> Sentence:
        if len(self.cards) == 1:
            return say("{card} is exhausted: no action next time.", card=cards(self.cards))
        return say("{cards} are exhausted: no action next time.", cards=cards(self.cards))

    def rule(self) -> str:
        return "LZ-68"


@final
@dataclass(frozen=True)
class Refreshed(Event):
    """Exhausted Looterz are turned upright after the Dungeon Phase."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self) -> Sentence:
        if len(self.cards) == 1:
            return say("{card} is upright again.", card=cards(self.cards))
        return say("{cards} are upright again.", cards=cards(self.cards))

    def is_small(self) -> bool:
        return True

    def rule(self) -> str:
        return "LZ-68"


@final
@dataclass(frozen=True)
class TookControl(Event):
    """A Looter changes sides."""

    seat: Seat
    victim: Seat
    card: str
    is_permanent: bool

    def text(self) -> Sentence:
        who, card, victim = Name(self.seat), CardName(self.card), Name(self.victim)
        if self.is_permanent:
            return say("{who} takes {card} from {victim} for good.", who=who, card=card, victim=victim)
        return say("{who} takes {card} from {victim} until the end of the turn.", who=who, card=card, victim=victim)

    def rule(self) -> str:
        return "LZ-70"


@final
@dataclass(frozen=True)
class WentHome(Event):
    """A borrowed Looter returns."""

    seat: Seat
    card: str

    def text(self) -> Sentence:
        return say("{card} goes home to {who}.", card=CardName(self.card), who=Name(self.seat))

    def rule(self) -> str:
        return "LZ-72"


# ---------------------------------------------------------------- abilities

TRIGGER_RULES: Final = {"activation": "LZ-60", "recruitment": "LZ-63", "last_wish": "LZ-62"}
TRIGGER_NAMES: Final[dict[str, Word]] = {
    "activation": word("Activation"),
    "recruitment": word("Recruitment"),
    "last_wish": word("Last Wish"),
}


@final
@dataclass(frozen=True)
class AbilityBegan(Event):
    """An ability takes effect."""

    seat: Seat
    card: str
    trigger: str

    def text(self) -> Sentence:
        ability = Toned(GOOD, TRIGGER_NAMES[self.trigger])
        return say("{ability} of {card}.", ability=ability, card=CardName(self.card))

    def rule(self) -> str:
        return TRIGGER_RULES[self.trigger]


@final
@dataclass(frozen=True)
class Targeted(Event):
    """Somebody was chosen for an effect."""

    seat: Seat
    card: str
    player: Seat

    def text(self) -> Sentence:
        who, player = Name(self.seat), Name(self.player)
        return say("{who} chooses {player} for {card}.", who=who, player=player, card=CardName(self.card))

    def rule(self) -> str:
        return "LZ-R26"


@final
@dataclass(frozen=True)
class Declined(Event):
    """Somebody passed over what was optional."""

    seat: Seat
    card: str

    def text(self) -> Sentence:
        return say("{who} declines {card}.", who=Name(self.seat), card=CardName(self.card))

    def rule(self) -> str:
        return "LZ-79"


@final
@dataclass(frozen=True)
class NothingDone(Event):
    """A part of an ability finds nothing to do."""

    seat: Seat
    card: str
    op: str

    def text(self) -> Sentence:
        return say("{card} finds nothing to do for {who}.", card=CardName(self.card), who=Name(self.seat))

    def rule(self) -> str:
        return "LZ-61" if self.op == "sacrifice" else "LZ-79"


@final
@dataclass(frozen=True)
class ChainCut(Event):
    """A triggered ability is ignored because the chain has become too long."""

    seat: Seat
    card: str

    def text(self) -> Sentence:
        return say("The chain is too long: the ability of {card} is ignored.", card=CardName(self.card))

    def rule(self) -> str:
        return "LZ-R15"
