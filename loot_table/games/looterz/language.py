"""The card language: an ability is a trigger, a cost and a list of deeds, written in a few words and checked here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, final

from loot_table.engine.errors import BadComponents

TRIGGERS: Final = ("activation", "recruitment", "last_wish")
KEYWORDS: Final = ("taunt",)
ROLES: Final = ("early", "finish", "catch_up", "rebuild")
WHO: Final = ("you", "each", "each_opponent", "opponent")
SIDES: Final = ("any", "own", "enemy")
FILTERS: Final = ("exclude_self", "min_life", "max_life", "min_power", "max_power", "taunt")

# What each word takes beside `op`, `who` and `optional`.
KEYS: Final[dict[str, tuple[str, ...]]] = {
    "loot": ("n",),
    "steal": ("n", "from"),
    "draw": ("n",),
    "discard": ("n",),
    "sacrifice": ("n", *FILTERS),
    "destroy": ("pick", "side", *FILTERS),
    "damage": ("n", "pick", "side", *FILTERS),
    "gain_life": ("n", "pick", "side", *FILTERS),
    "take_control": ("pick", "side", "duration", *FILTERS),
    "exhaust": ("pick", "side", *FILTERS),
    "search": ("pick", "side", *FILTERS),
    "attack": ("pick", "side", *FILTERS),
    "enter": ("from", "pick"),
    "recover": ("pick",),
}
OPS: Final = tuple(KEYS)
COST_OPS: Final = ("sacrifice", "discard")
HOSTILE_OPS: Final = ("attack", "damage", "destroy", "take_control", "exhaust")
HARM_OPS: Final = ("attack", "damage", "destroy")
PICKS: Final[dict[str, tuple[str, ...]]] = {
    "take_control": ("choose",),
    "attack": ("choose",),
    "enter": ("choose",),
    "recover": ("choose", "self"),
}
ANY_PICK: Final = ("choose", "each", "self")
FROM: Final[dict[str, tuple[str, ...]]] = {"steal": ("richest", "any"), "enter": ("graveyard", "draw_pile", "hand")}
DURATIONS: Final = ("turn", "permanent")

MOST_LIFE: Final = 12  # tokens on one Looter under the widest option `life_cap`
MOST_POWER: Final = 6
MOST_N: Final = 36
MOST_LINES: Final = 12  # abilities of a card; steps of an ability
MOST_WORDS: Final = 40  # of a list, and letters of a word that is looked for among those that are near
EITHER: Final = -1  # `taunt` is not asked for


@final
class Deed:
    """One line of an ability: what is done, by whom, to what."""

    def __init__(self, op: str) -> None:
        self.op = op
        self.who = "you"
        self.pick = "choose"
        self.side = "any"
        self.n = 1
        self.origin = ""  # `from`
        self.duration = "turn"
        self.is_optional = False
        self.is_wish = False  # of a Last Wish
        self.exclude_self = False
        self.min_life = 1
        self.max_life = MOST_LIFE
        self.min_power = 1
        self.max_power = MOST_POWER
        self.taunt = EITHER  # or 0, 1


@final
class Ability:
    """What a Looter can do beyond searching and attacking."""

    def __init__(self, trigger: str, is_optional: bool, costs: list[Deed], effects: list[Deed]) -> None:
        self.trigger = trigger
        self.is_optional = is_optional
        self.deeds = costs + effects
        self.costs = len(costs)  # so many of the deeds are the price
        self.first = effects[0]


# ---------------------------------------------------------------- reading


@final
class Reader:
    """Reads one table of the data, and says where it stands when something is wrong with it."""

    def __init__(self, data: Any, where: str, known: Sequence[str]) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise BadComponents(f"{where} must be a table of {listed(known)}; got {data!r:.40}")
        self.data: Mapping[str, Any] = data
        for key in data:
            if key not in known:
                raise BadComponents(
                    f'{where}: there is no key "{key:.40}"{close(key, known)}; known are {listed(known)}'
                )

    def has(self, key: str) -> bool:
        return key in self.data

    def wrong(self, message: str) -> BadComponents:
        return BadComponents(f"{self.where}: {message}")

    def word(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.data.get(key, default)
        if value is None:
            raise self.wrong(f"{key} is missing; it is one of {listed(choices)}")
        if not isinstance(value, str) or value not in choices:
            raise self.wrong(f"{key} must be one of {listed(choices)}; got {value!r:.40}{close(value, choices)}")
        return value

    def words(self, key: str, choices: Sequence[str]) -> list[str]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"{key} must be a list of {listed(choices)}; got {value!r:.40}")
        if len(value) > MOST_WORDS:
            raise self.wrong(f"{key} has {len(value)} words; at most {MOST_WORDS} are read")
        for item in value:
            if item not in choices:
                raise self.wrong(
                    f"{key} may hold {listed(choices)}; {item!r:.40} is not one of them{close(item, choices)}"
                )
        return list(value)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self.data.get(key, default)
        if value is None:
            raise self.wrong(f"{key} is missing; it is a whole number from {least} to {most}")
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(f"{key} must be a whole number from {least} to {most}; got {value!r:.40}")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if type(value) is not bool:
            raise self.wrong(f"{key} must be true or false; got {value!r:.40}")
        return value

    def line(self, key: str, most: int, is_needed: bool) -> str:
        value = self.data.get(key, None if is_needed else "")
        if not isinstance(value, str) or len(value) > most or not value.isprintable() or (is_needed and not value):
            raise self.wrong(
                f"{key} must be one line of {'1' if is_needed else '0'} to {most} characters; got {value!r:.40}"
            )
        return value

    def tables(self, key: str, most: int) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"{key} must be a list of tables; got {value!r:.40}")
        if len(value) > most:
            raise self.wrong(f"{key} has {len(value)} tables; at most {most} are read")
        return value


def listed(words: Sequence[str]) -> str:
    return ", ".join(words)


def close(word: Any, choices: Sequence[str]) -> str:
    """` (did you mean "destroy"?)`, when something is near."""
    near = get_close_matches(word, choices, 1) if isinstance(word, str) and len(word) <= MOST_WORDS else []
    return f' (did you mean "{near[0]}"?)' if near else ""


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
    known = ("op", *KEYS[op])
    return filled(Reader(data, where, known), op)


def read_deed(data: Any, where: str, trigger: str) -> Deed:
    if not isinstance(data, Mapping):
        raise BadComponents(f'{where} must be a table such as {{ op = "loot", n = 1 }}; got {data!r:.40}')
    op = Reader({"op": data.get("op")}, where, ("op",)).word("op", OPS)
    reader = Reader(data, where, ("op", "who", "optional", *KEYS[op]))
    deed = filled(reader, op)
    deed.who = reader.word("who", WHO, "you")
    deed.is_optional = reader.flag("optional")
    deed.is_wish = trigger == "last_wish"
    check_target(reader, deed, trigger)
    return deed


def filled(reader: Reader, op: str) -> Deed:
    """A deed with what its table says; keys that its word does not take have been refused."""
    deed = Deed(op)
    deed.n = reader.number("n", 1, MOST_N, 1)
    deed.pick = reader.word("pick", PICKS.get(op, ANY_PICK), "choose")
    deed.side = reader.word("side", SIDES, "any")
    deed.duration = reader.word("duration", DURATIONS, "turn")
    if op in FROM:
        deed.origin = reader.word("from", FROM[op], "richest" if op == "steal" else None)
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
    if deed.op == "enter" and deed.origin == "draw_pile" and reader.has("pick"):
        raise reader.wrong('pick cannot be used with from = "draw_pile": the top card is taken')
    if deed.op == "take_control" and deed.side == "own":
        raise reader.wrong("side must be any or enemy: what is yours cannot be taken (LZ-70)")
    if deed.op == "attack" and deed.who != "you":
        raise reader.wrong("who must be you: only the Looter itself attacks")
    if deed.pick == "self":
        if deed.who != "you":
            raise reader.wrong('pick = "self" needs who = "you": there is only one such Looter')
        if deed.exclude_self:
            raise reader.wrong('pick = "self" and exclude_self leave no target')
    if trigger == "last_wish" and (deed.op == "attack" or (deed.pick == "self" and deed.op != "recover")):
        raise reader.wrong(
            'a last_wish cannot use its own Looter, which has left play; use pick = "choose" or "each" (LZ-62)'
        )
