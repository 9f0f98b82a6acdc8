"""Options, and the box: what never changes during a game of Looters of the Labyrinth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.errors import BadOption
from loot_table.engine.game import Teams
from loot_table.engine.options import kept, one_of, whole
from loot_table.engine.state import REFEREE, Seat
from loot_table.games.labyrinth.components import Components, Kind
from loot_table.games.labyrinth.grid import diamonds


@dataclass(frozen=True)
class Options:
    """Section 10 of the rules."""

    teams: str | bool = field(
        default="auto",
        metadata=one_of("auto", True, False, doc="two teams; auto: with 4, 6 and 8 players", rule="LL-10.1"),
    )
    first_player: str | int = field(
        default="random", metadata=whole(0, 7, "random", doc="the seat that begins", rule="LL-2.8")
    )
    null_moves: str = field(
        default="forbid", metadata=one_of("forbid", "allow", doc="moves that change nothing", rule="LL-4.8")
    )
    stall_rounds: int = field(
        default=30,
        metadata=whole(0, 1000, doc="rounds without a treasure that end the game; 0: no limit", rule="LL-9.5"),
    )
    labyrinth_walls: bool = field(
        default=False, metadata=one_of(True, False, doc="begin with a maze of neutral walls", rule="LL-V1.1")
    )
    minotaur: bool = field(
        default=False, metadata=one_of(True, False, doc="those behind can send a thief", rule="LL-V2.1")
    )
    close_placement: str = field(
        default="off",
        metadata=one_of("off", "walls", "rubble", "both", doc="what must be placed near an own pawn", rule="LL-V3.1"),
    )
    close_range: int = field(default=6, metadata=whole(4, 12, doc="how near, with close_placement", rule="LL-V3.1"))
    tournament: str | int = field(
        default="off", metadata=whole(2, 24, "off", doc="games whose treasures add up", rule="LL-V4.1")
    )
    team_hands: str = field(
        default="hidden",
        metadata=one_of("hidden", "shared", doc="whether teammates see each other's cards", rule="LL-11.2"),
    )
    table_talk: str = field(
        default="open",
        metadata=one_of("open", "limited", "none", doc="talk in team games: free, a line a turn, none", rule="LL-11.2"),
    )
    team_channel: bool = field(
        default=False, metadata=one_of(True, False, doc="what is said to a team, only the team hears", rule="LL-R40")
    )
    start_squares: str = field(
        default="listed",
        metadata=one_of(
            "listed",
            "mirrored",
            doc="with five, start squares that lie as in a mirror: all win more alike",
            rule="LL-R41",
        ),
    )
    # How rules version 1 was played.
    sealing: str = field(
        default="lifted",
        metadata=kept("lifted", "standing", doc="access also with other pawns lifted, or not", rule="LL-R16"),
    )
    four_in_teams: bool = field(
        default=True, metadata=kept(True, False, doc="whether teams=auto makes teams of four players", rule="LL-10.1")
    )
    limited_talk: str = field(
        default="rationed",
        metadata=kept("rationed", "team", doc="what limited talk is: rationed, or within the team", rule="LL-R39"),
    )


# LL-R41: one half of the board is the other's mirror image, but for who sits at the corner that has no opposite. Measured in
# the lab: docs/findings.md.
MIRRORED: Final[dict[int, list[int]]] = {5: [0, 2, 4, 5, 7]}
LEAST_STALL: Final = 5
NO_LIMIT: Final = 1 << 40  # turns, more than anybody plays


@final
class Box:
    """Components and options in force for a number of players: everything that never changes during a game."""

    def __init__(self, components: Components, options: Options, players: int) -> None:
        self.components = components
        self.options = options
        self.players = players
        self.grid = components.grid
        self.kinds: list[Kind] = components.kinds
        self.has_teams = checked_teams(options, players)
        if isinstance(options.first_player, int) and options.first_player >= players:
            raise BadOption(
                f"first_player must be 0 to {players - 1} or random with {players} players, got {options.first_player}"
            )
        self.sides = 2 if self.has_teams else players
        self.side: list[int] = [seat % self.sides for seat in range(players)]
        self.target = components.team_target if self.has_teams else components.target[players]
        self.allotment = components.allotment[players]
        self.starts = components.start_sets[players]
        if options.start_squares == "mirrored" and players in MIRRORED:  # LL-R41
            mirrored = MIRRORED[players]
            if max(mirrored) >= len(components.starts):
                raise BadOption(f"start_squares=mirrored needs eight start squares, got {len(components.starts)}")
            self.starts = [components.starts[number] for number in mirrored]
        self.colours: list[str] = [colour.capitalize() for colour in components.colours[:players]]
        self.too_near: list[int] = diamonds(components.side, components.least_distance - 1)
        self.too_near_maze: list[int] = diamonds(components.side, components.maze_distance - 1)
        self.too_near_minotaur: list[int] = diamonds(components.side, components.minotaur_distance - 1)
        self.close: list[int] = diamonds(components.side, options.close_range)
        self.has_close_walls = options.close_placement in ("walls", "both")
        self.has_close_rubble = options.close_placement in ("rubble", "both")
        self.allows_null_moves = options.null_moves == "allow"
        self.has_minotaur = options.minotaur
        if 0 < options.stall_rounds < LEAST_STALL:
            raise BadOption(f"stall_rounds must be 0 or {LEAST_STALL} to 1000, got {options.stall_rounds}")
        self.has_stall_limit = options.stall_rounds > 0
        self.stall_turns = options.stall_rounds * players if self.has_stall_limit else NO_LIMIT
        self.guards_lifted = options.sealing == "lifted"
        self.shares_hands = self.has_teams and options.team_hands == "shared"

    def are_opponents(self, one: Seat, other: Seat) -> bool:
        """LL-10.4: players of different sides."""
        return self.side[one] != self.side[other]

    def shows_hand(self, owner: Seat, viewer: Seat) -> bool:
        """Whether a viewer sees an owner's cards (LL-11.1, LL-11.2)."""
        if viewer in (owner, REFEREE):
            return True
        return self.shares_hands and viewer >= 0 and self.side[viewer] == self.side[owner]


TEAM_COUNTS: Final = (4, 6, 8)


def read_teams(players: int, options: Options) -> Teams | None:
    """LL-2.7, how much a team may say, and who hears it (LL-11.2, LL-R39, LL-R40)."""
    if players not in TEAM_COUNTS or not checked_teams(options, players):
        return None
    was_private = options.table_talk == "limited" and options.limited_talk == "team"
    talk = "open" if was_private else options.table_talk
    return Teams(tuple([seat % 2 for seat in range(players)]), talk, options.team_channel or was_private, "LL-11.2")


def checked_teams(options: Options, players: int) -> bool:
    wish = options.teams
    if wish == "auto":
        return players in TEAM_COUNTS and (players > 4 or options.four_in_teams)
    if wish is True and players not in TEAM_COUNTS:
        raise BadOption(f"teams need 4, 6 or 8 players, there are {players} (LL-10.1)")
    return wish is True
