"""Rooms, backs, treasures and guardians: read from components.toml and checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.components import MOST_NAME, component_hash, items, line, pick, read_toml, whole
from loot_table.engine.errors import BadComponents

# The guardians in the order in which they help (LR-49), each with a bit of its own.
GUARDIANS: Final = ("mummy", "werewolf", "frank")
MUMMY: Final = 1
WEREWOLF: Final = 2
FRANK: Final = 4
GUARDIAN_BITS: Final = (MUMMY, WEREWOLF, FRANK)

SCORING: Final = {"points_per_treasure": 1, "double_from_cards": 2, "double_factor": 2}
MOST_TREASURES: Final = 3  # on one room
MOST_TYPES: Final = 7  # so that the symbols of a hand fit one number
MOST_CARDS: Final = 60
MOST_BACKS: Final = 12
MOST_DECKS: Final = 12
MOST_TARGET: Final = 1000


@final
class Room:
    """One card: its back, and its face."""

    def __init__(self, id: str, back: int, treasures: list[str], amulets: int, guardian: int) -> None:
        self.id = id
        self.back = back
        self.treasures = treasures
        self.amulets = amulets
        self.guardian = guardian  # MUMMY, WEREWOLF, FRANK, or 0
        self.face = worded(treasures, amulets, guardian)


def counted(number: int, thing: str) -> str:
    """`1 mask`, `3 masks`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def worded(treasures: list[str], amulets: int, guardian: int) -> str:
    """A face in words: `3 masks + Mummy`."""
    kinds = list(dict.fromkeys(treasures))
    words = ", ".join(counted(treasures.count(kind), kind) for kind in kinds)
    if amulets:
        words += " + amulet" if amulets == 1 else f" + {amulets} amulets"
    for name in guardian_names(guardian):
        words += " + " + name.capitalize()
    return words


@final
class Deck:
    """The rooms of a deck by number, with tables that have one entry a room."""

    def __init__(self, rooms: list[Room], treasures: list[str]) -> None:
        self.rooms = rooms
        self.ids = [room.id for room in rooms]
        self.numbers = {room.id: number for number, room in enumerate(rooms)}
        self.back = vec[i64]([room.back for room in rooms])
        self.amulets = vec[i64]([room.amulets for room in rooms])
        self.guardian = vec[i64]([room.guardian for room in rooms])
        # How often a room shows each treasure type, and whether it does: all types in one number, a byte each.
        self.symbols = vec[i64]([packed(room, treasures, MOST_TREASURES) for room in rooms])
        self.shows = vec[i64]([packed(room, treasures, 1) for room in rooms])


def guardian_names(bits: int) -> list[str]:
    """The types of guardian that are among these bits, in the order in which they help."""
    return [name for name, bit in zip(GUARDIANS, GUARDIAN_BITS, strict=True) if bits & bit]


def packed(room: Room, treasures: list[str], most: int) -> int:
    total = 0
    for number, treasure in enumerate(treasures):
        total += min(room.treasures.count(treasure), most) << (8 * number)
    return total


class Components:
    """A checked set of components."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.hash = component_hash(data)
        self.backs: list[str] = named(data, "backs", MOST_BACKS)
        self.treasures: list[str] = named(data, "treasures", MOST_CARDS)
        if len(self.treasures) > MOST_TYPES:
            raise BadComponents(f"treasures: at most {MOST_TYPES} types, got {len(self.treasures)}")
        if named(data, "guardians", MOST_CARDS) != list(GUARDIANS):
            raise BadComponents(f"guardians: there must be {', '.join(GUARDIANS)}, in this order (LR-49)")
        for how, value in SCORING.items():
            if pick(data, f"scoring.{how}", int, "components") != value:
                raise BadComponents(f"scoring.{how} must be {value} (LR-31, LR-33)")
        targets = pick(data, "scoring.target", dict, "components")
        self.targets: list[int] = [pick(targets, str(players), int, "scoring.target") for players in range(2, 7)]
        if min(self.targets) < 1:
            raise BadComponents("scoring.target: every target is 1 or more (LR-50)")
        if max(self.targets) > MOST_TARGET:
            raise BadComponents(f"scoring.target: every target is at most {MOST_TARGET}, got {max(self.targets)}")
        self.starts: list[list[int]] = self.read_starts(data["scoring"].get("start", {}))
        self.decks: dict[str, Deck] = {}
        self.read_decks(pick(data, "decks", dict, "components"))

    def read_starts(self, starts: Any) -> list[list[int]]:
        """LR-R32: points to start with by number of players, in the order of play; none where nothing is said."""
        if not isinstance(starts, Mapping) or not set(starts) <= {str(players) for players in range(2, 7)}:
            raise BadComponents("scoring.start: points to start with are lists by number of players, 2 to 6 (LR-R32)")
        found = []
        for players in range(2, 7):
            points = starts.get(str(players), [0] * players)
            target = self.targets[players - 2]
            if not isinstance(points, list) or len(points) != players:
                raise BadComponents(f"scoring.start.{players}: a number for each of {players} players (LR-R32)")
            if not all(type(each) is int and 0 <= each < target for each in points):
                raise BadComponents(
                    f"scoring.start.{players}: each is 0 or more, and below the target {target} (LR-R32)"
                )
            found.append(list(points))
        return found

    def read_decks(self, decks: Mapping[str, Any]) -> None:
        if len(decks) > MOST_DECKS:
            raise BadComponents(f"decks: at most {MOST_DECKS} are read, got {len(decks)}")
        for deck in decks:
            if not deck.isidentifier() or len(deck) > MOST_NAME:
                raise BadComponents(f"decks: a name is 1 to {MOST_NAME} letters and digits, got {deck!r:.40}")
            where = f"decks.{deck}"
            cards = pick(decks[deck], "cards", list, where)
            if not 2 <= len(cards) <= MOST_CARDS:
                raise BadComponents(f"{where}: there must be 2 to {MOST_CARDS} rooms, got {len(cards)}")
            rooms = [self.read_room(card, where) for card in cards]
            self.check_deck(rooms, where)
            self.decks[deck] = Deck(rooms, self.treasures)

    def read_room(self, card: Any, where: str) -> Room:
        id = line(card, "id", where)
        where = f"{where} {id}"
        back = line(card, "back", where)
        if back not in self.backs:
            raise BadComponents(f'{where}: back must be {", ".join(self.backs)}, got "{back}"')
        treasures = pick(card, "treasures", list, where)
        if not 1 <= len(treasures) <= MOST_TREASURES:
            raise BadComponents(f"{where}: a room shows 1 to {MOST_TREASURES} treasures, got {len(treasures)}")
        for treasure in treasures:
            if treasure not in self.treasures:
                raise BadComponents(f"{where}: treasures are {', '.join(self.treasures)}, got {treasure!r:.40}")
        amulets = pick(card, "amulet", int, where)
        guardian = pick(card, "guardian", str, where)
        if guardian and guardian not in GUARDIANS:
            raise BadComponents(f'{where}: guardian must be {", ".join(GUARDIANS)} or "", got "{guardian:.40}"')
        if not 0 <= amulets <= 1 or (amulets and guardian):
            raise BadComponents(f"{where}: a room shows one amulet, one guardian or neither (LR-R25)")
        bit = GUARDIAN_BITS[GUARDIANS.index(guardian)] if guardian else 0
        return Room(id, self.backs.index(back), list(treasures), amulets, bit)

    def check_deck(self, rooms: list[Room], where: str) -> None:
        ids = [room.id for room in rooms]
        for id in ids:
            if not id.isalnum() or len(id) > 8 or ids.count(id) > 1:
                raise BadComponents(f'{where}: ids are all different, 1 to 8 letters and digits, got "{id}"')
        order = [room.back for room in rooms]
        if order != sorted(order):
            raise BadComponents(f"{where}: rooms are listed back by back: {', '.join(self.backs)}")
        for number, back in enumerate(pick(self.data, "backs", list, "components")):
            of_back = [room for room in rooms if room.back == number]
            for what, found in (("cards", len(of_back)), ("guardians", len([1 for room in of_back if room.guardian]))):
                wanted = whole(back, what, 0, MOST_CARDS, f"back {self.backs[number]}")
                if found != wanted:
                    raise BadComponents(f"{where}: {self.backs[number]} must have {wanted} {what}, got {found} (LR-61)")


def named(data: Mapping[str, Any], table: str, most: int) -> list[str]:
    """The ids of a list of tables, which must all differ."""
    ids: list[str] = [line(entry, "id", table) for entry in items(data, table, most, "components")]
    if not ids or len(set(ids)) != len(ids):
        raise BadComponents(f"{table}: ids must be given and all differ, got {', '.join(ids) or 'none'}")
    return ids


# What a data pack may have beside what the shipped one has: places that a designer can turn.
UNSAID: Final = {"scoring": {"start": {str(players): [0] * players for players in range(2, 7)}}}


def settle(data: dict[str, Any]) -> None:
    """After a change of the classic deck: the backs count what is there, and the other decks have as many of each."""
    classic = data["decks"]["classic"]["cards"]
    for name, deck in data["decks"].items():
        if name != "classic":
            deck["cards"] = as_many(deck["cards"], classic)
    for back in data["backs"]:
        rooms = [card for card in classic if card["back"] == back["id"]]
        back["cards"], back["guardians"] = len(rooms), len([1 for card in rooms if card["guardian"]])


def as_many(rooms: list[dict[str, Any]], like: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each back as many guarded and unguarded rooms as another deck has. What is too much goes first where the other
    deck has no such room; what is missing is taken from there, first what this deck has nothing of."""
    here, there = {card["id"] for card in rooms}, {card["id"] for card in like}
    backs = list(dict.fromkeys([card["back"] for card in like]))
    found: dict[str, dict[str, Any]] = {}
    for back in backs:
        for is_guarded in (True, False):
            own, others = (
                [card for card in deck if card["back"] == back and bool(card["guardian"]) == is_guarded]
                for deck in (rooms, like)
            )
            own.sort(key=lambda card: card["id"] not in there)
            others.sort(key=lambda card: card["id"] in here)
            wanted = len(found) + len(others)
            for card in [*own, *others]:
                if len(found) < wanted:
                    found.setdefault(card["id"], card)
    places = {card["id"]: place for place, card in enumerate([*rooms, *like])}
    return sorted(found.values(), key=lambda card: (backs.index(card["back"]), places[card["id"]]))


def read_components(data: Mapping[str, Any] | None) -> Components:
    """These components, or those that ship with the game."""
    return Components(data) if data is not None else shipped()


@cache
def shipped() -> Components:
    return Components(read_toml(Path(__file__).with_name("components.toml")))
