"""The card language: an ability is a trigger, a cost and a list of deeds; a deed is an operation and what it falls on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from loot_table.engine.sentence import Count, Sentence
from loot_table.engine.state import Refusal, Seat
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.reader import Reader

if TYPE_CHECKING:  # an operation is named by cards, and acts on the tables where those lie
    from loot_table.games.looterz.abilities import Part
    from loot_table.games.looterz.table import Table
    from loot_table.games.looterz.worth import Judge

TRIGGERS: Final = ("activation", "recruitment", "last_wish")
KEYWORDS: Final = ("taunt",)
ROLES: Final = ("early", "finish", "catch_up", "rebuild")
WHO: Final = ("you", "each", "each_opponent", "opponent")
SIDES: Final = ("any", "own", "enemy")
FILTERS: Final = ("exclude_self", "min_life", "max_life", "min_power", "max_power", "taunt")
PICKS: Final = ("choose", "each", "self")
DURATIONS: Final = ("turn", "permanent")

MOST_LIFE: Final = 12  # tokens on one Looter under the widest option `life_cap`
MOST_POWER: Final = 6
MOST_N: Final = 36
MOST_LINES: Final = 12  # abilities of a card; steps of an ability
EITHER: Final = -1  # `taunt` is not asked for
SOME_WORTH: Final = 0.3


class Op:
    """An operation, whole: how cards write it, what it does, its words, what it foretells, what it is worth to a bot.

    In its methods `card` has the ability; `itself` is the same card while it is the Looter that the ability is of,
    else NONE.
    """

    def __init__(
        self,
        word: str,
        takes: tuple[str, ...],
        picks: tuple[str, ...] = PICKS,
        origins: tuple[str, ...] = (),
        usual_origin: str | None = None,
        is_cost: bool = False,
        is_hostile: bool = False,
        is_harm: bool = False,
        activation: float = SOME_WORTH,
        last_wish: float = SOME_WORTH,
    ) -> None:
        self.word = word
        self.takes = takes  # the keys beside `op`, `who` and `optional`
        self.picks = picks
        self.origins = origins  # what `from` may be
        self.usual_origin = usual_origin  # what it is where it is not written
        self.is_cost = is_cost  # may be the price of an ability
        self.is_hostile = is_hostile  # Taunt stops it
        self.is_harm = is_harm  # even narrow Taunt does (LZ-V4)
        # What it adds to the worth of a Looter whose Activation or Last Wish begins with it.
        self.activation = activation
        self.last_wish = last_wish

    # ---------------------------------------------------------------- how it is written

    def check(self, reader: Reader, deed: Deed) -> None:
        """Refuse what this operation can never do."""

    def needs_itself(self, deed: Deed) -> bool:
        """Whether it is done by or to the Looter that has the ability, which therefore must be in play."""
        return deed.pick == "self"

    # ---------------------------------------------------------------- what it does

    def can_change(self, table: Table, seat: Seat, card: int, itself: int, deed: Deed) -> bool:
        """Whether it would do anything for this seat now (LZ-R35, LZ-79)."""
        raise NotImplementedError

    def can_pay(self, table: Table, seat: Seat, itself: int, deed: Deed) -> bool:
        """Whether the seat has all that it costs (LZ-41)."""
        raise NotImplementedError

    def begin(self, table: Table, part: Part, deed: Deed) -> None:
        """Do it, or ask what is needed for it."""
        raise NotImplementedError

    def choices(self, table: Table, part: Part, deed: Deed) -> list[int]:
        raise NotImplementedError

    def take(self, table: Table, part: Part, deed: Deed, choice: int) -> None:
        """Do it with this choice."""
        raise NotImplementedError

    def can_refuse_choice(self, deed: Deed) -> bool:
        """Whether its question has `decline` among its answers; otherwise an optional deed asks `use` first."""
        return False

    # ---------------------------------------------------------------- its words

    def prompt(self, part: Part, deed: Deed, card: CardName) -> Sentence:
        """`Orc: sacrifice a Looter.`: the question, for the card that asks it."""
        raise NotImplementedError

    def choosing(self, deed: Deed, card: CardName) -> Sentence:
        """`Destroy King`: the words on the button of a card that may be chosen."""
        raise NotImplementedError

    def doing(self, deed: Deed) -> Sentence:
        """`sacrifice a Looter`: the deed in a few words."""
        raise NotImplementedError

    def price(self, deed: Deed) -> Count:
        """`a card to discard`: what a Looter needs whose ability costs this."""
        raise NotImplementedError

    def why_not(self, table: Table, part: Part, deed: Deed, choice: int) -> Refusal:
        """Why this is not among its choices."""
        raise NotImplementedError

    def nothing(self, table: Table, seat: Seat, itself: int, deed: Deed) -> Sentence:
        """Why it would change nothing, as the end of a sentence."""
        raise NotImplementedError

    # ---------------------------------------------------------------- what it foretells

    def forecast(self, table: Table, part: Part, deed: Deed, choice: int) -> Sentence:
        """What it would do with this choice, for people who look before they leap."""
        raise NotImplementedError

    def rolls(self) -> bool:
        """Whether dice are thrown at once, so that it cannot be taken back."""
        return False

    # ---------------------------------------------------------------- what it is worth to a bot

    def worth(self, judge: Judge, seat: Seat, deed: Deed, card: int, itself: int) -> float:
        """What a seat's part of it is worth to the judge."""
        return judge.share(seat) * self.gain(judge, seat, deed)

    def gain(self, judge: Judge, seat: Seat, deed: Deed) -> float:
        """What it is worth to the seat that does it."""
        raise NotImplementedError


@final
class Deed:
    """One line of an ability: what is done, by whom, to what."""

    def __init__(self, operation: Op) -> None:
        self.operation = operation
        self.op = operation.word
        self.who = "you"
        self.pick = "choose"
        self.side = "any"
        self.n = 1
        self.origin = ""  # `from`
        self.duration = "turn"
        self.is_optional = False
        self.is_wish = False  # of a Last Wish
        self.exclude_self = False
        self.min_life = 1
        self.max_life = MOST_LIFE
        self.min_power = 1
        self.max_power = MOST_POWER
        self.taunt = EITHER  # or 0, 1


@final
class Ability:
    """What a Looter can do beyond searching and attacking."""

    def __init__(self, trigger: str, is_optional: bool, costs: list[Deed], effects: list[Deed]) -> None:
        self.trigger = trigger
        self.is_optional = is_optional
        self.deeds = costs + effects
        self.costs = len(costs)  # so many of the deeds are the price
        self.first = effects[0]
