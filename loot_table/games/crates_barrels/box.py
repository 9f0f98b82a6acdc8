"""What is in force at a table of Crates vs Barrels: the options, and the box with everything looked up fast."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.errors import BadOption
from loot_table.engine.options import kept, one_of, whole
from loot_table.games.crates_barrels.board import HIGH, LOW, reaches, turns_away
from loot_table.games.crates_barrels.components import Components


@dataclass(frozen=True)
class Options:
    """Section 10 of the rules."""

    layout: str = field(
        default="row",
        metadata=one_of("row", "ring", "forward", "spread", doc="where the pawns start", rule="CB-R01"),
    )
    movement: str = field(
        default="line",
        metadata=one_of(
            "line",
            "steps",
            "orthogonal",
            doc="straight in eight directions, two free steps, or straight in four",
            rule="CB-R03",
        ),
    )
    home_attack: str = field(
        default="sanctuary",
        metadata=one_of(
            "sanctuary", "stay", "vacate", doc="whether a thief on your own Loot Tile can be attacked", rule="CB-R04"
        ),
    )
    respawning: bool = field(
        default=True, metadata=one_of(True, False, doc="whether lost pawns come back", rule="CB-R27")
    )
    repetition: str = field(
        default="forbid",
        metadata=one_of(
            "forbid", "draw3", "free", doc="repeats are illegal, the third is a draw, or nobody minds", rule="CB-HSE-1"
        ),
    )
    passing: bool = field(
        default=False, metadata=one_of(True, False, doc="whether a player may pass instead of playing", rule="CB-HSE-8")
    )
    turn_limit: int = field(
        default=400, metadata=whole(20, 2000, doc="single turns until the game is a draw", rule="CB-HSE-6")
    )
    position_rules: int = field(
        default=2,
        metadata=kept(2, 1, doc="which positions can be written down, and who moves in a finished one", rule="CB-R30"),
    )


@final
class Box:
    """Components and options in force: everything that never changes during a game."""

    def __init__(self, components: Components, options: Options) -> None:
        if options.layout not in components.layouts:
            raise BadOption(
                f"layout must be {', '.join(components.layouts)} with these components, got {options.layout}"
            )
        self.components = components
        self.options = options
        layout = components.layouts[options.layout]
        self.layout = layout
        self.loot = vec[i64](layout.loot)
        self.respawn = layout.respawn
        self.pawns = components.pawns
        # The Respawn Tiles as a set; none where lost pawns do not come back (CB-R27).
        self.spots_low: i64 = 0
        self.spots_high: i64 = 0
        for tile in layout.respawn if options.respawning else []:
            self.spots_low |= LOW[tile]
            self.spots_high |= HIGH[tile]
        self.reach = reaches(options.movement)
        self.turns_to_loot = [turns_away(self.reach, tile) for tile in layout.loot]
        self.has_respawning = options.respawning
        self.has_sanctuary = options.home_attack == "sanctuary"
        self.must_vacate = options.home_attack == "vacate"
        self.forbids_repeats = options.repetition == "forbid"
        self.draws_repeats = options.repetition == "draw3"
        self.has_passing = options.passing
        self.names_next = options.position_rules >= 2
        self.turn_limit = options.turn_limit
