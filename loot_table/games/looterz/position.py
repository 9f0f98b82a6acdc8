"""Positions written down as plain JSON: who has what, which phase it is, and in mid-effect the agenda."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from loot_table.engine import codec
from loot_table.engine.errors import BadPosition
from loot_table.engine.state import Seat, Step
from loot_table.games.looterz.agenda import card_of, read_agenda, whole
from loot_table.games.looterz.box import MOST_ROUNDS, Box, Options
from loot_table.games.looterz.components import Components
from loot_table.games.looterz.dungeon import CHOOSE_ACTION
from loot_table.games.looterz.rules import RECRUIT_OR_DRAW, TURNS, furnished
from loot_table.games.looterz.table import DUNGEON, PHASES, SET_UP, Table

PHASE_STEPS: Final = {1: 6, 2: 5, 3: 4, 4: 3}  # so many steps of a turn are still on the agenda
KEYS: Final = (
    "turn",
    "starter",
    "active",
    "phase",
    "loot",
    "parties",
    "hands",
    "graveyard",
    "draw_pile",
    "dragons",
    "known",
    "earlier",
    "triggers",
    "agenda",
)
MOST_ITEMS: Final = 2000  # of a list: all cards, every reshuffle of a long game, or the longest chain of abilities
LOOTER_KEYS: Final = ("card", "life", "home", "acted", "exhausted")

# ---------------------------------------------------------------- writing


def write_position(table: Table) -> dict[str, Any]:
    """A table as plain data. What is not written is as at the start of a game; the Draw Pile is the rest."""
    ids = table.box.ids
    written: dict[str, Any] = {
        "turn": table.turn,
        "starter": table.starter,
        "active": table.active,
        "phase": PHASES[table.phase],
        "loot": list(table.loot),
        "parties": [[write_looter(table, card) for card in party] for party in table.parties],
        "hands": [[ids[card] for card in hand] for hand in table.hands],
        "graveyard": [ids[card] for card in table.graveyard],
    }
    placed = len(table.in_play()) + sum(len(hand) for hand in table.hands) + len(table.graveyard) + len(table.pile)
    if placed != table.box.cards:
        written["draw_pile"] = [ids[card] for card in table.pile]
    if table.box.options.dragon_cards:
        written["dragons"] = table.dragons
    held = [card for hand in table.hands for card in hand]
    if any(table.known[card] for card in held):
        written["known"] = [ids[card] for card in held if table.known[card]]
    ages = [table.age(card) for card in held if not table.known[card]]
    if any(ages):
        written["earlier"] = [
            [ids[card] for card in held if not table.known[card] and table.age(card) == age]
            for age in range(1, max(ages) + 1)
        ]
    if table.triggers:
        written["triggers"] = table.triggers
    if not table.agenda:
        written["over"] = table.reason
    elif table.agenda != usual_agenda(table):
        written["agenda"] = [codec.encode(step) for step in table.agenda]
    return written


def write_looter(table: Table, card: int) -> dict[str, Any]:
    return {
        "card": table.box.ids[card],
        "life": table.life[card],
        "home": table.home[card],
        "acted": table.acted[card],
        "exhausted": table.exhausted[card],
    }


def usual_agenda(table: Table) -> list[Step]:
    """What is on the agenda while nothing interrupts the phase."""
    if table.phase not in (1, 2, 3):
        return []
    steps = TURNS[table.active][: PHASE_STEPS[table.phase]]
    if table.phase == DUNGEON:
        return [*steps, CHOOSE_ACTION[table.active]]
    return [*steps[:-1], RECRUIT_OR_DRAW[table.active]]


# ---------------------------------------------------------------- reading


def read_position(data: Any, players: int, options: Options, components: Components) -> Table:
    """The table that a written position describes; what is wrong with it is said."""
    if not isinstance(data, Mapping):
        raise BadPosition('a position is an object such as {"phase": "dungeon", "parties": [["king-1"], []]}')
    if "over" in data:
        raise BadPosition("the game is over in this position: there is nothing to play (LZ-80)")
    for key in data:
        if key not in KEYS:
            raise BadPosition(f'a position has no "{key:.40}"; it has {", ".join(KEYS)}')
    return PositionReader(data, Table(furnished(components, options, players), players)).read()


@final
class PositionReader:
    """Fills a table from a position."""

    def __init__(self, data: Mapping[str, Any], table: Table) -> None:
        self.data = data
        self.table = table
        self.box: Box = table.box
        self.placed: set[int] = set()

    def read(self) -> Table:
        table = self.table
        phase = self.data.get("phase", PHASES[1])
        if phase not in PHASES:
            raise BadPosition(f"phase is one of {', '.join(PHASES[1:])}; got {phase!r:.40}")
        table.phase = PHASES.index(phase)
        table.turn = self.number("turn", min(table.phase, 1), MOST_ROUNDS * table.players, 1)
        table.active = self.number("active", 0, table.players - 1, 0)
        first = (table.active - (table.turn - 1)) % table.players
        table.starter = self.number("starter", 0, table.players - 1, first)
        table.triggers = self.number("triggers", 0, 1000, 0)
        self.read_loot()
        for seat, party in enumerate(self.per_seat("parties")):
            for looter in party:
                self.read_looter(looter, seat)
        for seat, hand in enumerate(self.per_seat("hands")):
            table.hands[seat] = sorted(self.place(card) for card in hand)
        table.graveyard = [self.place(card) for card in self.items("graveyard")]
        self.read_draw_pile()
        self.read_knowledge()
        if table.life_supply() < 0 or table.loot_supply() < 0:
            raise BadPosition("more tokens are in play than there are (LZ-R5, LZ-R6)")
        self.read_agenda()
        return table

    def number(self, key: str, least: int, most: int, default: int) -> int:
        return whole(self.data.get(key, default), key, least, most)

    def items(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise BadPosition(f"{key} must be a list; got {value!r:.40}")
        if len(value) > MOST_ITEMS:
            raise BadPosition(f"{key} has {len(value)} items; at most {MOST_ITEMS} are read")
        return value

    def per_seat(self, key: str) -> list[list[Any]]:
        """A list for each seat; seats that are not written have none."""
        value = self.items(key)
        if len(value) > self.table.players or not all(isinstance(part, list) for part in value):
            raise BadPosition(f"{key} must hold a list for each of the {self.table.players} seats; got {value!r:.60}")
        return value

    def place(self, id: Any) -> int:
        card = card_of(self.box, id)
        if card in self.placed:
            raise BadPosition(f"{id} is in two places")
        self.placed.add(card)
        return card

    def read_loot(self) -> None:
        amounts = self.items("loot") or [0] * self.table.players
        if len(amounts) != self.table.players:
            raise BadPosition(f"loot must hold a number for each of the {self.table.players} seats")
        for seat, amount in enumerate(amounts):
            # LZ-80: with more the game would be over.
            self.table.loot[seat] = whole(amount, "loot", 0, self.box.loot_target - 1)

    def read_looter(self, written: Any, seat: Seat) -> None:
        looter: Mapping[str, Any] = {"card": written} if isinstance(written, str) else written
        if not isinstance(looter, Mapping) or any(key not in LOOTER_KEYS for key in looter):
            raise BadPosition(
                f"a Looter is a card's id or an object with {', '.join(LOOTER_KEYS)}; got {written!r:.60}"
            )
        card = self.place(looter.get("card"))
        players = self.table.players
        self.table.put(
            card,
            seat,
            whole(looter.get("life", self.box.printed_life[card]), "life", 1, self.box.life_cap),
            whole(looter.get("home", seat), "home", 0, players - 1),
            flag(looter.get("acted", False), "acted"),
            flag(looter.get("exhausted", False), "exhausted"),
        )

    def read_draw_pile(self) -> None:
        table = self.table
        if "draw_pile" in self.data:  # the cards that are nowhere are not in this game
            table.pile = sorted(self.place(card) for card in self.items("draw_pile"))
        else:
            table.pile = [card for card in range(self.box.cards) if card not in self.placed]
        dragons = self.box.options.dragon_cards
        is_dealt = table.phase != SET_UP
        table.dragons = self.number("dragons", min(1, dragons) if is_dealt else 0, dragons, dragons)

    def read_knowledge(self) -> None:
        table = self.table
        held = {card for hand in table.hands for card in hand}
        for id in self.items("known"):
            if card_of(self.box, id) not in held:
                raise BadPosition(f"{id} is known to be in a hand but is in none (LZ-91)")
            table.known[card_of(self.box, id)] = True
        earlier = self.items("earlier")
        table.reshuffles = len(earlier)
        table.cycle = [table.reshuffles] * self.box.cards
        for age, ids in enumerate(earlier):
            if not isinstance(ids, list):
                raise BadPosition("earlier holds lists of cards: in hands since the last reshuffle, the one before, …")
            for id in ids:
                if card_of(self.box, id) not in held:
                    raise BadPosition(f"{id} was drawn before a reshuffle but is in no hand (LZ-92)")
                table.cycle[card_of(self.box, id)] = table.reshuffles - age - 1

    def read_agenda(self) -> None:
        table = self.table
        if "agenda" in self.data:
            read_agenda(table, self.items("agenda"))
            return
        if table.phase == SET_UP:
            raise BadPosition("phase set-up needs an agenda; leave it out to play from the first phase")
        table.agenda = TURNS[table.active][: PHASE_STEPS[table.phase]]
        table.settle()
        if not table.agenda:
            raise BadPosition("the game ends before anybody has to decide in this position")


def flag(value: Any, what: str) -> bool:
    if type(value) is not bool:
        raise BadPosition(f"{what} must be true or false; got {value!r:.40}")
    return value
