"""The Looterz and the box they come in: read from components.toml and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, final

from loot_table.engine.components import component_hash, read_toml
from loot_table.engine.errors import BadComponents
from loot_table.games.looterz.box import LEAST_PLAYERS, MOST_PLAYERS
from loot_table.games.looterz.language import (
    DURATIONS,
    KEYWORDS,
    MOST_LIFE,
    MOST_LINES,
    MOST_N,
    MOST_POWER,
    ROLES,
    SIDES,
    TRIGGERS,
    WHO,
    Ability,
    Deed,
    Op,
)
from loot_table.games.looterz.operations import OPERATIONS
from loot_table.games.looterz.reader import Reader, listed

OPS: Final = tuple(OPERATIONS)
COST_OPS: Final = tuple([word for word in OPS if OPERATIONS[word].is_cost])
HOSTILE_OPS: Final = tuple([word for word in OPS if OPERATIONS[word].is_hostile])
HARM_OPS: Final = tuple([word for word in OPS if OPERATIONS[word].is_harm])
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

    def has(self, trigger: str) -> bool:
        return any(ability.trigger == trigger for ability in self.abilities)

    def widest(self, players: int) -> int:
        """How many parts its largest ability has when everybody does theirs; at least one."""
        sizes = [sum([1 if deed.who == "you" else players for deed in ability.deeds]) for ability in self.abilities]
        return max(sizes, default=1)


# ---------------------------------------------------------------- abilities


def read_ability(data: Any, where: str) -> Ability:
    reader = Reader(data, where, ("trigger", "optional", "cost", "effects"))
    trigger = reader.word("trigger", TRIGGERS)
    where = f"{where} ({trigger})"
    is_optional = reader.flag("optional")
    if is_optional and trigger == "activation":
        raise reader.wrong("optional is for recruitment and last_wish; an activation is always a free choice (LZ-60)")
    costs = [read_cost(line, f"{where}, cost {n + 1}") for n, line in enumerate(reader.tables("cost", len(COST_OPS)))]
    for op in COST_OPS:
        if sum(cost.op == op for cost in costs) > 1:
            raise reader.wrong(f"cost names {op} twice; write it once with a larger n (LZ-R28)")
    lines = reader.tables("effects", MOST_LINES - len(COST_OPS))
    if not lines:
        raise reader.wrong('effects needs at least one step, such as { op = "loot", n = 1 }')
    effects = [read_deed(line, f"{where}, effect {n + 1}", trigger) for n, line in enumerate(lines)]
    return Ability(trigger, is_optional, costs, effects)


def read_cost(data: Any, where: str) -> Deed:
    """Costs are sacrifices and discards of the controller, and are not optional."""
    op = data.get("op") if isinstance(data, Mapping) else None
    if op not in COST_OPS:
        raise BadComponents(f"{where}: op of a cost must be one of {listed(COST_OPS)}; got {op!r:.40}")
    operation = OPERATIONS[op]
    return filled(Reader(data, where, ("op", *operation.takes)), operation)


def read_deed(data: Any, where: str, trigger: str) -> Deed:
    if not isinstance(data, Mapping):
        raise BadComponents(f'{where} must be a table such as {{ op = "loot", n = 1 }}; got {data!r:.40}')
    operation = OPERATIONS[Reader({"op": data.get("op")}, where, ("op",)).word("op", OPS)]
    reader = Reader(data, where, ("op", "who", "optional", *operation.takes))
    deed = filled(reader, operation)
    deed.who = reader.word("who", WHO, "you")
    deed.is_optional = reader.flag("optional")
    deed.is_wish = trigger == "last_wish"
    check_target(reader, deed, trigger)
    return deed


def filled(reader: Reader, operation: Op) -> Deed:
    """A deed with what its table says; keys that its operation does not take have been refused."""
    deed = Deed(operation)
    deed.n = reader.number("n", 1, MOST_N, 1)
    deed.pick = reader.word("pick", operation.picks, "choose")
    deed.side = reader.word("side", SIDES, "any")
    deed.duration = reader.word("duration", DURATIONS, "turn")
    if operation.origins:
        deed.origin = reader.word("from", operation.origins, operation.usual_origin)
    deed.exclude_self = reader.flag("exclude_self")
    deed.min_life = reader.number("min_life", 1, MOST_LIFE, 1)
    deed.max_life = reader.number("max_life", 1, MOST_LIFE, MOST_LIFE)
    deed.min_power = reader.number("min_power", 1, MOST_POWER, 1)
    deed.max_power = reader.number("max_power", 1, MOST_POWER, MOST_POWER)
    if reader.has("taunt"):
        deed.taunt = int(reader.flag("taunt"))
    return deed


def check_target(reader: Reader, deed: Deed, trigger: str) -> None:
    """Refuse what could never find a target."""
    if deed.min_life > deed.max_life:
        raise reader.wrong(f"min_life {deed.min_life} is above max_life {deed.max_life}: no Looter could be picked")
    if deed.min_power > deed.max_power:
        raise reader.wrong(f"min_power {deed.min_power} is above max_power {deed.max_power}: no Looter could be picked")
    if reader.has("side") and deed.pick != "choose":
        raise reader.wrong('side goes only with pick = "choose"; pick = "each" means the Looterz of the player in who')
    deed.operation.check(reader, deed)
    if deed.pick == "self":
        if deed.who != "you":
            raise reader.wrong('pick = "self" needs who = "you": there is only one such Looter')
        if deed.exclude_self:
            raise reader.wrong('pick = "self" and exclude_self leave no target')
    if trigger == "last_wish" and deed.operation.needs_itself(deed):
        raise reader.wrong(
            'a last_wish cannot use its own Looter, which has left play; use pick = "choose" or "each" (LZ-62)'
        )


# ---------------------------------------------------------------- the whole set


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


def settle(data: dict[str, Any]) -> None:
    """After a change: the box counts the cards that are there."""
    data["components"]["looterz_cards"] = sum([card["copies"] for card in data["card"]])


def read_components(data: Mapping[str, Any] | None) -> Components:
    """These components, or those that ship with the game, which are read once."""
    if data is not None:
        return Components(data)
    if not SHIPPED:
        SHIPPED.append(Components(read_toml(Path(__file__).with_name("components.toml"))))
    return SHIPPED[0]
