"""What people notice in Loot N Run. Faces are named only to those who may see them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from loot_table.engine.sentence import Name, Points, Sentence, all_of, say
from loot_table.engine.state import REFEREE, Event, Seat
from loot_table.games.loot_n_run.faces import DECK_WORDS, Face, back_of, cards_in, faces_of, room_of, with_doubled


@dataclass(frozen=True)
class FirstPlayer(Event):
    """Nature chose who begins."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} begins.", who=Name(self.seat))

    def rule(self) -> str:
        return "LR-R01"


@dataclass(frozen=True)
class StartedWith(Event):
    """Who begins later may be given some points."""

    seat: Seat
    points: int

    def text(self) -> Sentence:
        return say("{who} starts with {points}.", who=Name(self.seat), points=Points(self.points))

    def rule(self) -> str:
        return "LR-R32"

    def is_scoring(self) -> bool:
        return True


@dataclass(frozen=True)
class TurnedUp(Event):
    """The back of a deck's next card can be seen."""

    deck: int
    back: str

    def text(self) -> Sentence:
        return say("The {deck} deck now shows a {back} back.", deck=DECK_WORDS[self.deck], back=back_of(self.back))

    def is_small(self) -> bool:
        return True

    def rule(self) -> str:
        return "LR-70"


@dataclass(frozen=True)
class TopCardTaken(Event):
    """A card left a deck. Only its new holder sees the face."""

    seat: Seat
    deck: int
    back: str
    card: str  # "" to others
    face: str

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> Event:
        return self if seat in (self.seat, REFEREE) else replace(self, card="", face="")

    def what(self) -> Sentence:
        if self.card:
            return say("a {back} room: {face}", back=back_of(self.back), face=Face(self.card, self.face))
        return room_of(self.back)


@dataclass(frozen=True)
class Looted(TopCardTaken):
    """By looting."""

    def text(self) -> Sentence:
        return say("{who} loots {what}.", who=Name(self.seat), what=self.what())

    def rule(self) -> str:
        return "LR-25"


@dataclass(frozen=True)
class OwnCardsScored(Event):
    """A player revealed all cards and scored them."""

    seat: Seat
    cards: tuple[str, ...]
    faces: tuple[str, ...]
    points: int
    doubled: tuple[str, ...]

    def reveals(self) -> bool:
        return True

    def is_scoring(self) -> bool:
        return True


@dataclass(frozen=True)
class Ran(OwnCardsScored):
    """By running."""

    def text(self) -> Sentence:
        rooms = faces_of(self.cards, self.faces)
        ran = say("{who} runs for {points}: {rooms}.", who=Name(self.seat), points=Points(self.points), rooms=rooms)
        return with_doubled(ran, self.doubled)

    def rule(self) -> str:
        return "LR-30"


@dataclass(frozen=True)
class Passed(Event):
    """A player could do nothing at all."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} must pass: no cards, and nothing to loot.", who=Name(self.seat))

    def rule(self) -> str:
        return "LR-R16"


@dataclass(frozen=True)
class NewDecks(Event):
    """A deck was empty: what was left and the discards became two new decks."""

    returned: tuple[str, ...]  # what came from the discard pile and lay open
    left: int
    right: int


@dataclass(frozen=True)
class Reshuffled(NewDecks):
    """All discards lay open."""

    def text(self) -> Sentence:
        if not self.returned:
            return say(
                "A deck was empty: reshuffled into new decks of {left} and {right}.", left=self.left, right=self.right
            )
        return say(
            "A deck was empty: reshuffled with {cards} from the discard pile into new decks of {left} and {right}.",
            cards=cards_in(len(self.returned)),
            left=self.left,
            right=self.right,
        )

    def rule(self) -> str:
        return "LR-60"


@dataclass(frozen=True)
class ReshuffledUnseen(NewDecks):
    """Some of the discards lay face down (LR-R18)."""

    backs: tuple[str, ...]  # of those

    def text(self) -> Sentence:
        return say(
            "A deck was empty: reshuffled with {cards} from the discard pile, {unseen} unseen, into new decks of "
            "{left} and {right}.",
            cards=cards_in(len(self.returned) + len(self.backs)),
            unseen=len(self.backs),
            left=self.left,
            right=self.right,
        )

    def rule(self) -> str:
        return "LR-R18"


@dataclass(frozen=True)
class FinalScored(OwnCardsScored):
    """What was left at the end."""

    def text(self) -> Sentence:
        rooms = faces_of(self.cards, self.faces)
        shown = say(
            "{who} turns up {rooms} for {points}.", who=Name(self.seat), rooms=rooms, points=Points(self.points)
        )
        return with_doubled(shown, self.doubled)

    def rule(self) -> str:
        return "LR-51"


@dataclass(frozen=True)
class Ended(Event):
    """The game is over."""

    reason: str
    scores: tuple[int, ...]

    def text(self) -> Sentence:
        best = max(self.scores)
        winners = [Name(seat) for seat, score in enumerate(self.scores) if score == best]
        if len(winners) > 1:
            won = say("{who} share the victory with {points} each.", who=all_of(winners), points=Points(best))
        else:
            won = say("{who} wins with {points}.", who=winners[0], points=Points(best))
        if self.reason == "turn_limit":
            return say("The turn limit is reached: {won}", won=won)
        return say("The target is reached: {won}", won=won)

    def rule(self) -> str:
        return "LR-R17" if self.reason == "turn_limit" else "LR-52"
