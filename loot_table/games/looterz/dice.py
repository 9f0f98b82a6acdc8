"""Rolling: one die per Life token, hits are the dice up to the Power. An outcome is the dice in rising order: 235."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Chance, Seat
from loot_table.games.looterz.dungeon_events import Acted, Rolled
from loot_table.games.looterz.language import MOST_LIFE
from loot_table.games.looterz.loot import loot
from loot_table.games.looterz.party import hurt
from loot_table.games.looterz.table import Table

FACES: Final = 6
# By the number of dice, filled as they are needed.
ROLLS: Final[list[list[tuple[int, int]]]] = [[] for _ in range(MOST_LIFE + 1)]
WEIGHTS: Final[list[tuple[int, ...]]] = [() for _ in range(MOST_LIFE + 1)]
PLACES: Final[list[dict[int, int]]] = [{} for _ in range(MOST_LIFE + 1)]  # of rolls in their list


def rolls(dice: int) -> list[tuple[int, int]]:
    """Every roll of so many dice with its weight: in how many ways the dice can fall so."""
    if not ROLLS[dice]:
        ROLLS[dice] = [(as_outcome(faces), ways(faces)) for faces in rising(dice, 1)]
    return ROLLS[dice]


def odds_of(dice: int, outcome: int) -> tuple[tuple[int, ...], int]:
    if not WEIGHTS[dice]:
        WEIGHTS[dice] = tuple([weight for _, weight in rolls(dice)])
        PLACES[dice] = {roll: place for place, (roll, _) in enumerate(rolls(dice))}
    return WEIGHTS[dice], PLACES[dice][outcome]


def rising(dice: int, least: int) -> list[list[int]]:
    if dice == 0:
        return [[]]
    return [[face, *rest] for face in range(least, FACES + 1) for rest in rising(dice - 1, face)]


def ways(faces: list[int]) -> int:
    count = factorial(len(faces))
    for face in range(1, FACES + 1):
        count //= factorial(faces.count(face))
    return count


def as_outcome(faces: Sequence[int]) -> int:
    """`[5, 2, 3]` -> 235."""
    number = 0
    for face in sorted(faces):
        number = number * 10 + face
    return number


def as_faces(outcome: int) -> tuple[int, ...]:
    """235 -> `(2, 3, 5)`."""
    return tuple([int(digit) for digit in str(outcome)]) if outcome else ()


def hits_of(outcome: int, power: int) -> int:
    """How many of the dice are equal to or below the Power."""
    hits: i64 = 0
    left: i64 = outcome
    while left:
        if left % 10 <= power:
            hits += 1
        left = left // 10
    return hits


NIBBLES: Final = vec[i64]([1 << 4 * face for face in range(FACES)])


def sampled_roll(dice: int, rng: Random) -> int:
    """Dice thrown one by one and sorted by counting: four bits for each face."""
    counts: i64 = 0
    for _ in range(dice):
        counts += NIBBLES[rng.below(6)]
    number: i64 = 0
    for face in range(FACES):
        count: i64 = counts & 15
        counts >>= 4
        for _ in range(count):
            number = number * 10 + face + 1
    return int(number)


@dataclass(frozen=True)
class Roll(Chance):
    """Dice are about to be thrown for a Looter."""

    seat: Seat
    looter: str

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return rolls(table.life[table.box.numbers[self.looter]])

    def sample(self, table: Table, rng: Random) -> int:
        return sampled_roll(table.life[table.box.numbers[self.looter]], rng)

    def odds(self, table: Table, outcome: int) -> tuple[tuple[int, ...], int]:
        return odds_of(table.life[table.box.numbers[self.looter]], outcome)

    def count(self, table: Table, outcome: int) -> int:
        power = table.box.power[table.box.numbers[self.looter]]
        hits = hits_of(outcome, power)
        if table.news is not None:
            table.tell(Rolled(self.seat, self.looter, as_faces(outcome), power, hits))
        return hits


@final
@dataclass(frozen=True)
class SearchRoll(Roll):
    """LZ-33: each hit is one Loot for the seat."""

    def do(self, table: Table, outcome: int) -> None:
        loot(table, self.seat, self.count(table, outcome))


@final
@dataclass(frozen=True)
class AttackRoll(Roll):
    """LZ-35: each hit takes one Life token from the target; excess hits are lost."""

    target: str

    def do(self, table: Table, outcome: int) -> None:
        hits = self.count(table, outcome)
        if hits:
            hurt(table, [table.box.numbers[self.target]], hits)


def search(table: Table, seat: Seat, card: int) -> None:
    """A Looter searches for a seat."""
    box = table.box
    if table.news is not None:
        table.tell(Acted(seat, box.ids[card], "search", ""))
    spot = card * table.players + seat
    roll = box.search_rolls[spot]
    if roll is None:
        roll = SearchRoll(seat, box.ids[card])
        box.search_rolls[spot] = roll
    table.agenda.append(roll)


def attack(table: Table, seat: Seat, card: int, target: int) -> None:
    """A Looter attacks another."""
    box = table.box
    if table.news is not None:
        table.tell(Acted(seat, box.ids[card], "attack", box.ids[target]))
    spot = (seat * box.cards + card) * box.cards + target
    roll = box.attack_rolls.get(spot)
    if roll is None:
        roll = AttackRoll(seat, box.ids[card], box.ids[target])
        box.attack_rolls[spot] = roll
    table.agenda.append(roll)
