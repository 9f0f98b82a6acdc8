"""The Looterz and the box they come in: read from components.toml and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, final

from loot_table.engine.components import component_hash, read_toml
from loot_table.engine.errors import BadComponents
from loot_table.games.looterz.language import (
    COST_OPS,
    HARM_OPS,
    HOSTILE_OPS,
    KEYWORDS,
    MOST_LINES,
    OPS,
    ROLES,
    TRIGGERS,
    Ability,
    Reader,
    read_ability,
)

LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6
MOST_COPIES: Final = 10
MOST_CARDS: Final = 400
ID: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
CARD_KEYS: Final = ("id", "name", "life", "power", "copies", "role", "keywords", "text", "provenance", "ability")
SECTIONS: Final = (
    "format",
    "game",
    "title",
    "prefix",
    "components",
    "players",
    "loot_target",
    "setup",
    "options",
    "vocabulary",
    "card",
)


@final
class Kind:
    """One kind of Looter."""

    def __init__(self, data: Any, number: int) -> None:
        reader = Reader(data, f"card {number}", CARD_KEYS)
        self.id = reader.line("id", 40, True)
        if not ID.fullmatch(self.id):
            raise reader.wrong(f'id must be lower-case words joined by _, such as "death_knight"; got "{self.id}"')
        reader.where = f"card {self.id}"
        self.name = reader.line("name", 40, True)
        self.life = reader.number("life", 1, 6)
        self.power = reader.number("power", 1, 6)
        self.copies = reader.number("copies", 1, MOST_COPIES, 2)
        self.role = reader.word("role", ROLES)
        self.has_taunt = "taunt" in reader.words("keywords", KEYWORDS)
        self.text = reader.line("text", 200, False)
        self.abilities: list[Ability] = [
            read_ability(line, f"card {self.id}, ability {n + 1}")
            for n, line in enumerate(reader.tables("ability", MOST_LINES))
        ]
        self.activation = -1  # the number of its Activation among its abilities, or -1
        for n, ability in enumerate(self.abilities):
            if ability.trigger == "activation":
                if self.activation >= 0:
                    raise reader.wrong("a card has at most one activation; use several effects in one (LZ-40)")
                self.activation = n

    def widest(self, players: int) -> int:
        """How many parts its largest ability has when everybody does theirs; at least one."""
        sizes = [sum([1 if deed.who == "you" else players for deed in ability.deeds]) for ability in self.abilities]
        return max(sizes, default=1)


@final
class Components:
    """A checked set of components."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.hash = component_hash(data)
        reader = Reader(data, "components", SECTIONS)
        self.kinds = [Kind(line, n + 1) for n, line in enumerate(reader.tables("card", MOST_CARDS))]
        seen: set[str] = set()
        for kind in self.kinds:
            if kind.id in seen:
                raise BadComponents(f"card {kind.id}: two cards have this id; use copies for more of the same")
            seen.add(kind.id)
        total = sum(kind.copies for kind in self.kinds)
        tokens = section(data, "components", ("looterz_cards", "life_tokens", "loot_tokens", "dice", "player_aids"))
        cards = tokens.number("looterz_cards", 1, MOST_CARDS)
        if cards != total:
            raise tokens.wrong(f"looterz_cards must be the sum of all copies, {total}; got {cards}")
        self.life_tokens = tokens.number("life_tokens", 1, 1000)
        self.loot_tokens = tokens.number("loot_tokens", 1, 1000)
        counts = [str(players) for players in range(LEAST_PLAYERS, MOST_PLAYERS + 1)]
        targets = section(data, "loot_target", counts)
        self.loot_target: list[int] = [0] * LEAST_PLAYERS + [targets.number(count, 1, 36) for count in counts]
        setup = section(data, "setup", ("starting_player_hand", "other_players_hand", "party_limit", "hand_limit"))
        self.starting_hand = setup.number("starting_player_hand", 0, 10)
        self.other_hand = setup.number("other_players_hand", 0, 10)
        self.party_limit = setup.number("party_limit", 1, 20)
        self.hand_limit = setup.number("hand_limit", 1, 60)
        needed = self.starting_hand + (MOST_PLAYERS - 1) * self.other_hand
        if total < needed:
            raise BadComponents(f"card: {needed} cards are needed to deal to six players, there are {total} (LZ-03)")
        words = section(
            data, "vocabulary", ("triggers", "keywords", "ops", "cost_ops", "hostile_ops", "harm_ops", "roles")
        )
        known = {"triggers": TRIGGERS, "keywords": KEYWORDS, "ops": OPS, "cost_ops": COST_OPS, "roles": ROLES}
        for key, choices in known.items():
            words.words(key, choices)
        self.hostile_ops: list[str] = words.words("hostile_ops", HOSTILE_OPS)
        self.harm_ops: list[str] = words.words("harm_ops", HARM_OPS)


def section(data: Mapping[str, Any], name: str, keys: Any) -> Reader:
    """A section of the data; every section may say where its numbers come from."""
    return Reader(data.get(name), name, (*keys, "provenance", "die_faces"))


SHIPPED: Final[list[Components]] = []


def read_components(data: Mapping[str, Any] | None) -> Components:
    """These components, or those that ship with the game, which are read once."""
    if data is not None:
        return Components(data)
    if not SHIPPED:
        SHIPPED.append(Components(read_toml(Path(__file__).with_name("components.toml"))))
    return SHIPPED[0]
