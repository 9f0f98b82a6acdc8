"""What every game is made of: a table, and an agenda of the steps still to happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from mypy_extensions import mypyc_attr

from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.sentence import NO_THINGS, Name, Sentence, say

Seat = int  # a place at the table: 0, 1, …

# Who is to act when it is not a seat, and who may look without having one.
NATURE: Final = -1  # the next step is a Chance
NOBODY: Final = -2  # the game is over
SPECTATOR: Final = -3  # sees what is public
REFEREE: Final = -4  # sees everything; for the time after the end, and for tests


@dataclass(frozen=True)
class Refusal:
    """Why something is not allowed: a sentence, the rule's number, and what to light up."""

    text: Sentence
    rule: str
    show: tuple[str, ...] = ()  # marks, as `marks` makes them


def marks(kind: str, *ids: str | int) -> tuple[str, ...]:
    """What a refusal lights up: `marks("seat", 2)`, `marks("cell", "e4", "e5")`. A board lights `seat:2`, `cell:e4`."""
    return tuple([f"{kind}:{id}" for id in ids])


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Action:
    """One answer to a decision. Its fields are public, and are its JSON key for key."""

    def label(self, table: Any) -> Sentence:
        """The words on the button, for the seat that decides."""
        raise NotImplementedError

    def named(self, table: Any) -> Sentence:
        """What it is called away from the table, where no board shows what the button is about."""
        return self.label(table)

    def cell(self) -> str:
        """The cell of `View.grid` that it is about, for a game without a board of its own."""
        return ""

    def why_not(self, table: Any, seat: Seat) -> Refusal | None:
        """The rule that forbids it now, or None when it is legal."""
        raise NotImplementedError

    def do(self, table: Any, seat: Seat) -> None:
        """Carry it out; it is legal."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Event:
    """Something people notice. Rules never read it."""

    def text(self) -> Sentence:
        """One sentence for the log."""
        raise NotImplementedError

    def is_small(self) -> bool:
        """Whether it is left out where there is little room, and not read out: what a drawing shows anyway."""
        return False

    def rule(self) -> str:
        """The number of the rule that made it happen."""
        raise NotImplementedError

    def is_scoring(self) -> bool:
        """Whether somebody comes nearer to winning by it: marked on the timeline of a replay."""
        return False

    def reveals(self) -> bool:
        """Whether somebody learned a secret by it. Then nothing before it can be undone."""
        return False

    def seen_by(self, seat: Seat) -> Event | None:
        """What a seat, a SPECTATOR or the REFEREE notices of it; None for nothing."""
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Step:
    """Something that is still to happen. Its fields are public."""

    def who(self) -> Seat:
        raise NotImplementedError

    # What comes next asks the step, and not what kind of step it is: compiled, that is quicker.

    def happened(self, table: State) -> bool:
        """Whether it needed nobody's answer; then it is off the agenda and done."""
        return False

    def at_random(self, table: State, rng: Random) -> None:
        """It is off the agenda, and what is drawn is done."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Decision(Step):
    """A question put to one seat."""

    seat: Seat

    def who(self) -> Seat:
        return self.seat

    def at_random(self, table: State, rng: Random) -> None:
        action = self.sample(table, rng)
        table.agenda.pop()
        action.do(table, self.seat)

    def rule(self) -> str:
        """The number of the rule that asks."""
        raise NotImplementedError

    def prompt(self, table: Any) -> Sentence:
        """The question, in a player's words."""
        raise NotImplementedError

    def waiting(self, table: Any) -> Sentence:
        """What the others read meanwhile."""
        return say("{who} is deciding.", who=Name(self.seat))

    def actions(self, table: Any) -> Sequence[Action]:
        """All legal answers in canonical order, never none. Of an open decision: a selection."""
        raise NotImplementedError

    def sample(self, table: Any, rng: Random) -> Action:
        """One listed answer, each equally likely. Override where listing is slow."""
        listed = self.actions(table)
        return listed[rng.below(len(listed))]

    def why_not(self, table: Any, action: Action) -> Refusal | None:
        """The rule that forbids this answer, or None. Override to refuse what answers another question."""
        return action.why_not(table, self.seat)

    def is_open(self) -> bool:
        """Whether more answers are accepted than are listed."""
        return False

    def is_large(self, table: Any) -> bool:
        """Whether the list is too long to be sent; then a client asks for the part it needs."""
        return False

    def ask(self, table: Any, question: Mapping[str, Any]) -> Any:
        """Plain data about a part of a large decision, for the deciding seat's eyes."""
        raise BadInput("this decision has no parts to ask about")


# Weights come again and again: what is kept once need not be made, nor does it keep the collector of garbage busy.
MOST_KEPT: Final = 50_000
KEPT: Final[dict[tuple[int, ...], tuple[int, ...]]] = {}
EVEN: Final = [(1,) * count for count in range(256)]


def kept(weights: tuple[int, ...]) -> tuple[int, ...]:
    """The same weights, as they were first seen."""
    found = KEPT.get(weights)
    if found is None:
        if len(KEPT) >= MOST_KEPT:
            KEPT.clear()
        found = KEPT[weights] = weights
    return found


def even(count: int) -> tuple[int, ...]:
    """So many weights of 1."""
    return EVEN[count] if count < len(EVEN) else kept((1,) * count)


def place_in(numbers: list[int], number: int) -> int:
    """As `numbers.index(number)`; compiled, it is quicker."""
    place = 0
    while numbers[place] != number:
        place += 1
    return place


def take_out(numbers: list[int], number: int) -> None:
    """As `numbers.remove(number)`; compiled, it is quicker."""
    numbers.pop(place_in(numbers, number))


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Chance(Step):
    """A moment at which nature decides. Until then the answer exists nowhere."""

    def who(self) -> Seat:
        return NATURE

    def at_random(self, table: State, rng: Random) -> None:
        outcome = self.sample(table, rng)
        table.agenda.pop()
        self.do(table, outcome)

    def outcomes(self, table: Any) -> Sequence[tuple[int, int]]:
        """Every possible outcome with its whole, positive weight, in canonical order."""
        raise NotImplementedError

    def sample(self, table: Any, rng: Random) -> int:
        """One outcome by weight. Override where listing is slow."""
        weighted = self.outcomes(table)
        total = 0
        for _, weight in weighted:
            total += weight
        left = rng.below(total)
        for outcome, weight in weighted:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("weights are whole and positive")

    def odds(self, table: Any, outcome: int) -> tuple[tuple[int, ...], int]:
        """The weights of `outcomes`, and the place of this one among them. Override where listing is slow."""
        weighted = self.outcomes(table)
        found = [weight for _, weight in weighted]
        return kept(tuple(found)), [other for other, _ in weighted].index(outcome)

    def do(self, table: Any, outcome: int) -> None:
        raise NotImplementedError

    def name_of(self, table: Any, outcome: int) -> str:
        """What the outcome is called in the components: the same thing in another design has the same name."""
        return str(outcome)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Effect(Step):
    """Something that happens by itself when its time comes."""

    def who(self) -> Seat:
        return NOBODY

    def happened(self, table: State) -> bool:
        table.agenda.pop()
        self.do(table)
        return True

    def do(self, table: Any) -> None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class View:
    """All that one seat may know, as plain data with no link to the state."""

    seat: Seat  # whose eyes: a seat, SPECTATOR or REFEREE
    box: Any = field(repr=False, metadata={"stays": True})  # components and options in force; known to all, never sent
    players: int
    agenda: tuple[Step, ...]
    reason: str

    def imagine(self, rng: Random) -> State:
        """A table that this seat cannot tell from the real one, each such table by its true odds."""
        raise NotImplementedError

    def grid(self) -> Sequence[Sequence[tuple[str, str]]]:
        """For a game without a board of its own: rows of cells, each with its id and what lies there."""
        return ()

    @property
    def to_act(self) -> Seat:
        return self.agenda[-1].who() if self.agenda else NOBODY


Table = TypeVar("Table", bound="State")


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The table plus the agenda. A game adds its own fields and what stands under 'each game writes'."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.agenda: list[Step] = []  # the next step is the last item
        self.news: list[Event] | None = None  # None while nobody listens (searching)
        self.reason = ""  # why the game ended

    # ---- each game writes

    def copy(self) -> State:
        """A table of its own, with nobody listening."""
        raise NotImplementedError

    def view(self, seat: Seat) -> View:
        """What a seat, a SPECTATOR or the REFEREE may know."""
        raise NotImplementedError

    def check_end(self) -> None:
        """'The game ends as soon as …': looked at after every step."""

    def standings(self) -> list[float]:
        """Each seat's share of the victory: 1 to a lone winner, equal parts to those who tie."""
        raise NotImplementedError

    def ending(self) -> Sentence:
        """What decided a game that is over."""
        return say(self.reason)

    def things(self) -> Mapping[str, str]:
        """By id: names that components of one's own give to things that events know only by their id."""
        return NO_THINGS

    # ---- everybody calls

    def with_agenda(self: Table, other: State | View) -> Table:
        """This table, as far as another or a view of it has come."""
        self.agenda, self.reason = list(other.agenda), other.reason
        return self

    @property
    def to_act(self) -> Seat:
        """The seat that decides next, NATURE, or NOBODY when the game is over."""
        return self.agenda[-1].who() if self.agenda else NOBODY

    def decision(self) -> Decision:
        step = self.agenda[-1]
        assert isinstance(step, Decision), "nature is to act"
        return step

    def chance(self) -> Chance:
        step = self.agenda[-1]
        assert isinstance(step, Chance), "a seat is to act"
        return step

    def actions(self) -> Sequence[Action]:
        """All legal answers to the next decision; none when there is no such."""
        step = self.agenda[-1] if self.agenda else None
        return step.actions(self) if isinstance(step, Decision) else ()

    def outcomes(self) -> Sequence[tuple[int, int]]:
        """All outcomes of the next chance with their weights; none when there is no such."""
        return self.chance().outcomes(self) if self.to_act == NATURE else ()

    def apply(self, action: Action) -> None:
        """The seat to act answers. The action must be legal: `Match` is the door that checks."""
        action.do(self, self.agenda.pop().who())
        self.settle()

    def happen(self, outcome: int) -> None:
        """Nature answers."""
        chance = self.agenda.pop()
        assert isinstance(chance, Chance), "a seat is to act"
        chance.do(self, outcome)
        self.settle()

    def settle(self) -> Step | None:
        """Let effects happen until somebody must answer, or the game is over; the step that asks."""
        while True:
            self.check_end()
            if not self.agenda:
                return None
            step = self.agenda[-1]
            if not step.happened(self):
                return step

    def then(self, *steps: Step) -> None:
        """These steps come next, in this order, before the rest."""
        for step in reversed(steps):
            self.agenda.append(step)

    def finish(self, reason: str) -> None:
        """The game is over: nothing more happens."""
        self.agenda.clear()
        self.reason = reason

    def tell(self, event: Event) -> None:
        """Let those who listen know."""
        if self.news is not None:
            self.news.append(event)
