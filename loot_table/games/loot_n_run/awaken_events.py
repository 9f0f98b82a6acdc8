"""What people notice when guardians awaken: who is caught, and how each type of guardian helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loot_table.engine.sentence import BAD, GOOD, Name, Part, Points, Sentence, Toned, all_of, say, word
from loot_table.engine.state import REFEREE, Event, Seat
from loot_table.games.loot_n_run.events import TopCardTaken
from loot_table.games.loot_n_run.faces import (
    GUARDIAN_WORDS,
    amulets_in,
    faces_of,
    guardians_in,
    room_of,
    with_doubled,
)


@dataclass(frozen=True)
class Awakened(Event):
    """A player turned over another player's cards."""

    seat: Seat
    target: Seat
    cards: tuple[str, ...]
    faces: tuple[str, ...]
    guardians: int
    amulets: int

    def text(self) -> Sentence:
        who, whom = Name(self.seat), Name(self.target)
        if not self.cards:
            return say("{who} awakens {whom}, who has no cards.", who=who, whom=whom)
        return say(
            "{who} awakens {whom}: {guardians}, {amulets} ({rooms}).",
            who=who,
            whom=whom,
            guardians=guardians_in(self.guardians),
            amulets=amulets_in(self.amulets),
            rooms=faces_of(self.cards, self.faces),
        )

    def rule(self) -> str:
        return "LR-41"

    def reveals(self) -> bool:
        return True


@dataclass(frozen=True)
class Escaped(Event):
    """Enough amulets: the awakened player scores."""

    seat: Seat
    points: int
    doubled: tuple[str, ...]

    def text(self) -> Sentence:
        points = Toned(GOOD, Points(self.points))
        return with_doubled(say("{who} escapes with {points}.", who=Name(self.seat), points=points), self.doubled)

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "LR-43"


@dataclass(frozen=True)
class Caught(Event):
    """More guardians than amulets: the awakened player loses the cards."""

    seat: Seat
    guardians: tuple[str, ...]  # each type once

    def text(self) -> Sentence:
        return say(
            "{who} is {caught} by {guardians}, and loses everything.",
            who=Name(self.seat),
            caught=Toned(BAD, word("caught")),
            guardians=all_of([GUARDIAN_WORDS[name] for name in self.guardians]),
        )

    def rule(self) -> str:
        return "LR-44"


@dataclass(frozen=True)
class MummyScored(Event):
    """The Mummy's help: the caught player's cards count for the awakener."""

    seat: Seat
    points: int
    doubled: tuple[str, ...]

    def text(self) -> Sentence:
        brought = say("The Mummy brings {who} {points}.", who=Name(self.seat), points=Points(self.points))
        return with_doubled(brought, self.doubled)

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "LR-45"


@dataclass(frozen=True)
class WerewolfDrew(TopCardTaken):
    """The Werewolf's help: a card from a deck, for the awakener's eyes."""

    def text(self) -> Sentence:
        return say("The Werewolf brings {who} {what}.", who=Name(self.seat), what=self.what())

    def rule(self) -> str:
        return "LR-46"


@dataclass(frozen=True)
class WerewolfFoundNothing(Event):
    """Both decks are empty, so the Werewolf cannot help."""

    seat: Seat

    def text(self) -> Sentence:
        return say("The decks are empty: the Werewolf brings {who} nothing.", who=Name(self.seat))

    def rule(self) -> str:
        return "LR-R15"


@dataclass(frozen=True)
class WerewolfChoice(Event):
    """Which of the Werewolf's cards stay. Others see the backs of those."""

    seat: Seat
    backs: tuple[str, ...]  # of the kept cards
    cards: tuple[str, ...]  # the kept cards; empty to others

    def reveals(self) -> bool:
        return True

    def kept(self) -> Part:
        """By their backs, for their new holder too, who has read what they hold when they came."""
        return some_rooms(self.backs) if self.backs else word("nothing")


def some_rooms(backs: Sequence[str]) -> Part:
    """Rooms of which only the backs are seen."""
    return all_of([room_of(back) for back in backs])


@dataclass(frozen=True)
class Kept(WerewolfChoice):
    """The refused cards lie open."""

    refused: tuple[str, ...]
    refused_faces: tuple[str, ...]

    def text(self) -> Sentence:
        if not self.refused:
            return say("{who} keeps {kept}.", who=Name(self.seat), kept=self.kept())
        refused = faces_of(self.refused, self.refused_faces)
        return say("{who} keeps {kept} and discards {refused}.", who=Name(self.seat), kept=self.kept(), refused=refused)

    def rule(self) -> str:
        return "LR-46"

    def seen_by(self, seat: Seat) -> Event:
        return self if seat in (self.seat, REFEREE) else replace(self, cards=())


@dataclass(frozen=True)
class KeptAndHid(WerewolfChoice):
    """The refused cards lie face down (LR-R18): others see their backs too."""

    refused_backs: tuple[str, ...]
    refused: tuple[str, ...]  # empty to others
    refused_faces: tuple[str, ...]

    def text(self) -> Sentence:
        if not self.refused_backs:
            return say("{who} keeps {kept}.", who=Name(self.seat), kept=self.kept())
        return say(
            "{who} keeps {kept} and discards {refused} face down.",
            who=Name(self.seat),
            kept=self.kept(),
            refused=faces_of(self.refused, self.refused_faces) if self.refused else some_rooms(self.refused_backs),
        )

    def rule(self) -> str:
        return "LR-R18"

    def seen_by(self, seat: Seat) -> Event:
        return self if seat in (self.seat, REFEREE) else replace(self, cards=(), refused=(), refused_faces=())


@dataclass(frozen=True)
class ExtraTurn(Event):
    """Frank's help."""

    seat: Seat

    def text(self) -> Sentence:
        return say("Frank gives {who} an extra turn.", who=Name(self.seat))

    def rule(self) -> str:
        return "LR-47"
