"""Options, and the box: components and options in force at a table, as numbers and lists that are looked up fast."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, final

from loot_table.engine.options import one_of, whole
from loot_table.engine.state import Action, Chance, Step
from loot_table.games.looterz.language import Ability
from loot_table.games.looterz.names import called, titled

if TYPE_CHECKING:  # components are read with the operations, and those act on tables
    from loot_table.games.looterz.components import Components

NONE: Final = -1
LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6


@dataclass(frozen=True)
class Options:
    """Variants and house rules."""

    loot_target: int | str = field(
        default="by players", metadata=whole(1, 36, "by players", doc="Loot needed to win", rule="LZ-09")
    )
    life_cap: int = field(
        default=6, metadata=whole(3, 12, doc="the most Life tokens one Looter can have", rule="LZ-R37")
    )
    steal_when_leading: str = field(
        default="nothing",
        metadata=one_of("nothing", "next_richest", doc="what a lone leader's Steal does", rule="LZ-R13"),
    )
    activation_needs: str = field(
        default="payable",
        metadata=one_of(
            "payable", "possible", doc="whether an Activation may be used that would change nothing", rule="LZ-R35"
        ),
    )
    taunt_scope: str = field(
        default="all_hostile",
        metadata=one_of("all_hostile", "harm_only", "attacks_only", doc="which effects Taunt stops", rule="LZ-R7"),
    )
    taunt_last_wishes: bool = field(
        default=True, metadata=one_of(True, False, doc="whether Taunt stops Last Wishes too", rule="LZ-R36")
    )
    reshuffle: str = field(
        default="immediate",
        metadata=one_of("immediate", "on_demand", doc="when the Graveyard becomes the Draw Pile", rule="LZ-R3"),
    )
    token_supply: str = field(
        default="unlimited",
        metadata=one_of("unlimited", "strict", doc="whether Loot and Life tokens can run out", rule="LZ-R5"),
    )
    allow_rest: bool = field(
        default=False, metadata=one_of(True, False, doc="whether a Looter may do nothing", rule="LZ-R2")
    )
    dragon_cards: int = field(
        default=0, metadata=one_of(0, 4, doc="Dragon cards in the Draw Pile that end the game", rule="LZ-V2")
    )
    round_limit: int = field(
        default=100, metadata=whole(0, 1000, doc="rounds until the Dragon is back; 0: it stays away", rule="LZ-85")
    )
    chain_limit: int = field(
        default=100, metadata=whole(10, 1000, doc="triggered abilities after one main choice", rule="LZ-R15")
    )


MOST_ROUNDS: Final = 10_000  # LZ-R16: without a limit; nobody plays so long, and no machine plays for ever
MOST_PARTS: Final = 6000  # of a chain: a hundred abilities of the most steps there can be, each by everybody


@final
class Box:
    """Components and options in force: everything that never changes during a game.

    A card is a number; what is known of it stands in these lists. The answers to questions are built once, by `rules`.
    """

    def __init__(self, components: Components, options: Options, players: int) -> None:
        self.components = components
        self.options = options
        self.players = players
        self.ids: list[str] = []
        self.names: list[str] = []
        self.kind: list[int] = []
        self.printed_life: list[int] = []
        self.power: list[int] = []
        self.has_taunt: list[bool] = []
        self.abilities: list[list[Ability]] = []
        self.activation: list[int] = []
        for number, kind in enumerate(components.kinds):
            for copy in range(1, kind.copies + 1):
                id = f"{kind.id}-{copy}"
                self.ids.append(id)
                self.names.append(called(id, kind.name))
                self.kind.append(number)
                self.printed_life.append(min(kind.life, options.life_cap))  # LZ-R29
                self.power.append(kind.power)
                self.has_taunt.append(kind.has_taunt)
                self.abilities.append(kind.abilities)
                self.activation.append(kind.activation)
        # Kinds that are not called as their id would make one think.
        self.things = {kind.id: kind.name for kind in components.kinds if kind.name != titled(kind.id)}
        self.cards = len(self.ids)
        self.dragon = self.cards  # the outcome of a draw that is a Dragon card
        self.numbers: dict[str, int] = {id: card for card, id in enumerate(self.ids)}
        target = options.loot_target
        self.loot_target: int = target if isinstance(target, int) else components.loot_target[players]
        self.needs_effect = options.activation_needs == "possible"  # LZ-R35
        scopes = {"all_hostile": components.hostile_ops, "harm_only": components.harm_ops, "attacks_only": ["attack"]}
        self.hostile_ops: set[str] = set(scopes[options.taunt_scope])  # LZ-R7
        self.hostile_wishes: set[str] = self.hostile_ops if options.taunt_last_wishes else set()  # LZ-R36
        self.last_turn: int = (options.round_limit or MOST_ROUNDS) * players  # LZ-85
        self.is_strict = options.token_supply == "strict"  # noqa: S105 - a toy token
        self.reshuffles_at_once = options.reshuffle == "immediate"
        self.leader_may_steal = options.steal_when_leading == "next_richest"
        self.life_cap = options.life_cap
        widest = max([kind.widest(players) for kind in components.kinds], default=1)
        self.chain_limit = min(options.chain_limit, MOST_PARTS // widest)  # LZ-R15
        # Filled by `rules.furnished`, the second half as it is needed.
        self.recruits: list[Action] = []
        self.searches: list[Action] = []
        self.activates: list[Action] = []
        self.rests: list[Action] = []
        self.targets: list[Action] = []
        self.sacrifices: list[Action] = []
        self.attacks: list[Action | None] = [None] * (self.cards * self.cards)
        self.search_rolls: list[Chance | None] = [None] * (self.cards * players)
        self.attack_rolls: dict[int, Chance] = {}
        self.resolves: dict[int, Step] = {}
        self.parts: dict[int, Step] = {}
        self.shares: dict[int, Step] = {}

    def number(self, id: str) -> int:
        """The card with this id, or NONE."""
        return self.numbers.get(id, NONE)

    def text(self, card: int) -> str:
        """What a card says."""
        return self.components.kinds[self.kind[card]].text
