"""Options, and the box: the rooms in play as numbers and tables, which never change during a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.errors import BadOption
from loot_table.engine.options import one_of, whole
from loot_table.games.loot_n_run.components import Components

NONE: Final = -1
BY_COUNT: Final = "by_count"
RANDOM: Final = "random"
BY_SEAT: Final = "by_seat"
# LR-R32: what those who begin later start with, for two to six players, in the order of play. Found and confirmed in the lab.
HEAD_STARTS: Final[list[list[int]]] = [[0, 1], [0, 1, 1], [0, 0, 1, 2], [0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]]


@dataclass(frozen=True)
class Options:
    """Section 11 of the rules."""

    deck: str = field(
        default="classic",
        metadata=one_of("classic", "mixed", doc="one treasure type on each room, or several", rule="LR-R25"),
    )
    target_score: int | str = field(
        default=BY_COUNT,
        metadata=whole(1, 1000, BY_COUNT, doc="points that end the game: 35, with six players 30", rule="LR-R22"),
    )
    first_player: int | str = field(default=0, metadata=whole(0, 5, RANDOM, doc="the seat that begins", rule="LR-R01"))
    end_timing: str = field(
        default="immediate",
        metadata=one_of(
            "immediate", "after_action", doc="whether the target cuts an Awaken short or waits for it", rule="LR-R10"
        ),
    )
    awaken_empty_target: bool = field(
        default=False,
        metadata=one_of(False, True, doc="whether a player without cards can be awakened", rule="LR-R06"),
    )
    refused_cards: str = field(
        default="open",
        metadata=one_of("open", "face_down", doc="how Werewolf cards that are not kept are discarded", rule="LR-R18"),
    )
    head_start: str = field(
        default="none",
        metadata=one_of(
            "none",
            "by_seat",
            doc="whether those who begin later start with points, so that all win alike",
            rule="LR-R32",
        ),
    )
    turn_limit: int = field(
        default=150, metadata=whole(0, 10_000, doc="turns per player until the game ends; 0: no limit", rule="LR-R17")
    )


@final
class Box:
    """Components and options in force."""

    def __init__(self, components: Components, options: Options, players: int) -> None:
        if options.deck not in components.decks:
            raise BadOption(f"deck must be {', '.join(components.decks)} with these components, got {options.deck}")
        first = options.first_player
        if isinstance(first, int) and first >= players:
            raise BadOption(f"first_player must be 0 to {players - 1} or random with {players} players, got {first}")
        self.components = components
        self.options = options
        self.players = players
        self.backs = components.backs
        self.number_of_back: dict[str, int] = {back: number for number, back in enumerate(self.backs)}
        self.types: int = len(components.treasures)
        deck = components.decks[options.deck]
        self.deck = deck
        self.cards: int = len(deck.rooms)
        self.rooms = deck.rooms
        self.ids = deck.ids
        self.numbers = deck.numbers
        self.back = deck.back
        self.amulets = deck.amulets
        self.guardian = deck.guardian
        self.symbols = deck.symbols
        self.shows = deck.shows
        target = options.target_score
        self.target: int = target if isinstance(target, int) else components.targets[players - 2]  # LR-50
        has_head_start = options.head_start == BY_SEAT
        self.start: list[int] = HEAD_STARTS[players - 2] if has_head_start else components.starts[players - 2]  # LR-R32
        if max(self.start) >= self.target:
            raise BadOption(f"target_score must be more than the {max(self.start)} points that somebody starts with")
        self.ends_at_once = options.end_timing == "immediate"
        self.hides_refused = options.refused_cards == "face_down"  # LR-R18
        self.can_awaken_empty = options.awaken_empty_target
        self.needs_card_to_awaken = players > 2  # LR-80
        self.last_turn: int = options.turn_limit * players  # LR-R17; 0 for none
        self.told_by_backs: dict[tuple[int, ...], tuple[float, float]] = {}  # what `bot.backs` has worked out

    def points(self, cards: list[int]) -> int:
        """LR-31 to LR-34: one point a symbol, double for a type that is on two or more of the cards."""
        symbols: i64 = 0
        shows: i64 = 0
        for card in cards:
            symbols += self.symbols[card]
            shows += self.shows[card]
        return self.worth(symbols, shows)

    def worth(self, symbols: i64, shows: i64) -> int:
        """The points of cards of which only the counted symbols are given."""
        total: i64 = 0
        while symbols > 0:
            total += (symbols & 255) * 2 if (shows & 255) >= 2 else symbols & 255
            symbols >>= 8
            shows >>= 8
        return int(total)

    def danger(self, cards: list[int]) -> int:
        """Guardians less amulets (LR-42); more than 0 is caught."""
        danger: i64 = 0
        for card in cards:
            danger -= self.amulets[card]
            if self.guardian[card] != 0:
                danger += 1
        return int(danger)

    def guardians(self, cards: list[int]) -> int:
        """The types of guardian among the cards, as bits (LR-48)."""
        found: i64 = 0
        for card in cards:
            found |= self.guardian[card]
        return int(found)

    def doubled(self, cards: list[int]) -> list[str]:
        """The treasure types that count double (LR-33)."""
        found = []
        for treasure in self.components.treasures:
            if len([card for card in cards if treasure in self.rooms[card].treasures]) >= 2:
                found.append(treasure)
        return found

    def named(self, cards: list[int]) -> tuple[str, ...]:
        return tuple([self.ids[card] for card in cards])

    def faces(self, cards: list[int]) -> tuple[str, ...]:
        return tuple([self.rooms[card].face for card in cards])
