"""The box of Loot Fiend: the components and options in force at a table, looked up fast."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.options import kept, one_of, whole
from loot_table.games.loot_fiend.components import Components

PATIENCE: Final = 30  # rounds without progress that bring the stalemate rules about in any case (LF-R45)


@dataclass(frozen=True)
class Options:
    """Section 10 of the rules."""

    loot_choice: str = field(
        default="placer",
        metadata=one_of("placer", "random", doc="who decides between medium and large loot", rule="LF-38"),
    )
    loot_draw: str = field(
        default="random",
        metadata=one_of("random", "choose", doc="loot is drawn blind, or the placer picks its shape", rule="LF-38"),
    )
    overpay: str = field(
        default="minimal",
        metadata=one_of("minimal", "any", doc="whether unneeded loot may be spent on locks", rule="LF-65"),
    )
    store_agreement: str = field(
        default="strict",
        metadata=one_of("strict", "once", doc="whether a lock removed late re-opens the store", rule="LF-63"),
    )
    lock_payment: str = field(
        default="together",
        metadata=one_of(
            "together", "each", doc="whether locks removed together cost one sum, or each its own", rule="LF-65"
        ),
    )
    repack_on_trip: bool = field(
        default=False, metadata=one_of(True, False, doc="whether travellers may reorganise on the way", rule="LF-R11")
    )
    stalemate_scope: str = field(
        default="always",
        metadata=one_of("always", "after_tie", doc="whether only an extended game has a stalemate", rule="LF-R24"),
    )
    stalemate_rounds: int = field(
        default=3, metadata=whole(1, 6, doc="rounds without progress before every turn ends with a flip", rule="LF-83")
    )
    no_fiend: str = field(
        default="tie", metadata=kept("tie", "nobody", doc="who has won when there is no loot fiend", rule="LF-R34")
    )
    sealing: str = field(
        default="tile",
        metadata=kept("tile", "closing", doc="when a store that seals the map begins the final turns", rule="LF-86"),
    )


@final
class Box:
    """Components and options in force: everything that never changes during a game."""

    def __init__(self, components: Components, options: Options, players: int) -> None:
        self.components = components
        self.options = options
        self.players = players
        self.setup = components.setups[players]
        # On the map, the starter and an extension with its store among them.
        in_stack = components.stacks * self.setup.tiles_per_stack + len(components.store_stacks)
        self.most_tiles = in_stack + self.setup.extension_tiles + 2
        self.asks_size = options.loot_choice == "placer"
        self.asks_shape = options.loot_draw == "choose" and self.asks_size  # LF-R36
        self.forbids_overpay = options.overpay == "minimal"
        self.reopens_store = options.store_agreement == "strict"
        self.pays_each = options.lock_payment == "each"
        self.repacks_on_trip = options.repack_on_trip
        self.idle_limit = options.stalemate_rounds * players
        # LF-R45: so many idle turns end the patience also where the stalemate rules wait for a tie.
        self.idle_limit_before_tie = self.idle_limit if options.stalemate_scope == "always" else PATIENCE * players
        self.shares_without_fiend = options.no_fiend == "tie"
        self.seals_at_once = options.sealing == "tile"
