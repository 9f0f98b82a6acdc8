"""Positions written down as plain data.

    {"hands": [["G03"], ["G02", "G09"], []], "tops": ["yellow", "red"], "sizes": [26, 25], "discard": [],
     "scores": [0, 0, 0], "to_move": 0, "extra": false, "turn": 0, "reshuffles": 0, "ages": [[0], [0, 0], []],
     "arrived": [[1], [2, 5], []], "returned": {}, "drawn": [null, null], "frank": false}

With refused cards face down (LR-R18) also "refused": [{"card": "Y09", "seat": 0}], which lie in the discard pile, and
"recalled": [{"R02": 1}, {}, {}]: the cards that each seat knows to have gone back that way, and at which reshuffle.

Only "hands" is needed. Instead of "tops" and "sizes" one may write the cards themselves, top first:
`"decks": [["R07", "G01"], ["Y02"]], "rest": "decks"`. The rest, in the box's order, goes alternately under the two
decks, or onto the "discard" pile, or to a seat. Below the backs on top the order is not kept: nature decides it later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from loot_table.engine.errors import BadPosition
from loot_table.engine.state import Decision, Seat
from loot_table.games.loot_n_run.box import NONE, Box, Options
from loot_table.games.loot_n_run.components import Components
from loot_table.games.loot_n_run.rules import END_TURNS, EXTRA_TURNS, FRANK_TURNS, TURNS, EndTurn, TakeTurn
from loot_table.games.loot_n_run.table import Held, Refused, Table
from loot_table.games.loot_n_run.werewolf import CHOICES, KeepDrawn

KEYS: Final = (
    *("hands", "ages", "arrived", "tops", "sizes", "decks", "rest", "discard", "scores", "to_move", "extra", "turn"),
    *("reshuffles", "returned", "drawn", "frank", "refused", "recalled"),
)
FAR: Final = 1_000_000


def write_position(table: Table) -> dict[str, Any]:
    """The table as plain data; it holds every secret."""
    step = table.agenda[-1] if table.agenda else None
    if step is not None and not isinstance(step, Decision):
        raise BadPosition("a position is written down when a seat is to decide, and now nature is")
    box = table.box
    end = table.agenda[0] if table.agenda else None
    drawn: list[str | None] = [None, None]
    for deck, card in zip(table.drawn_from, table.drawn, strict=True):
        drawn[deck] = box.ids[card]
    hidden: dict[str, Any] = {}
    if box.hides_refused:
        hidden["refused"] = [{"card": box.ids[one.card], "seat": one.seat} for one in table.refused]
        marks = sorted(table.recalled.items())
        hidden["recalled"] = [
            {box.ids[card]: when for (owner, card), when in marks if owner == seat} for seat in range(table.players)
        ]
    return {
        "hands": [[box.ids[held.card] for held in hand] for hand in table.hands],
        "ages": [[held.age for held in hand] for hand in table.hands],
        "arrived": [[held.turn for held in hand] for hand in table.hands],
        "tops": [table.shown_back(0), table.shown_back(1)],
        "sizes": table.sizes.copy(),
        "discard": [box.ids[card] for card in table.discard],
        "scores": table.scores.copy(),
        "to_move": step.who() if step is not None else None,
        "extra": isinstance(step, TakeTurn) and step.is_extra,
        "turn": table.turn,
        "reshuffles": table.reshuffles,
        "returned": {box.ids[card]: when for card, when in enumerate(table.returned) if when},
        "drawn": drawn,
        "frank": isinstance(step, KeepDrawn) and isinstance(end, EndTurn) and end.has_frank,
        **hidden,
    }


def read_position(written: object, players: int, options: Options, components: Components) -> Table:
    """The table that the data describe."""
    if not isinstance(written, Mapping) or "hands" not in written:
        raise BadPosition('a position is an object with at least "hands": the cards in front of each player')
    for key in written:
        if key not in KEYS:
            raise BadPosition(f'a position has no "{key:.40}"; it has {", ".join(KEYS)}')
    box = Box(components, options, players)
    table = Table(box)
    reader = Reader(box, written)
    table.turn = reader.number("turn", 0, FAR)
    if box.last_turn and table.turn >= box.last_turn:
        raise BadPosition(f"{table.turn} turns are played and the limit is {box.last_turn} (LR-R17)")
    table.reshuffles = reader.number("reshuffles", 0, FAR)
    table.returned = reader.returned(written.get("returned", {}), '"returned"', table.reshuffles)
    table.recalled = reader.recalled(table.reshuffles)
    drawn = reader.drawn()
    table.drawn_from = [deck for deck in (0, 1) if drawn[deck] != NONE]
    table.drawn = [drawn[deck] for deck in table.drawn_from]
    # LR-R10: only a choice that ends the game after it can have a player at the target.
    table.scores = reader.scores(FAR if table.drawn and not box.ends_at_once else box.target - 1)
    table.has_reached = max(table.scores) >= box.target
    table.discard = reader.cards(written.get("discard", []), '"discard"')
    table.refused = reader.refused()
    hands = reader.lists("hands", players)
    reader.share_out(table, [reader.cards(hand, '"hands"') for hand in hands])
    check_decks(table)
    begin(table, reader)
    return table


def begin(table: Table, reader: Reader) -> None:
    """Who is to decide what."""
    seat = reader.number("to_move", 0, table.players - 1)
    is_extra, has_frank = reader.flag("extra"), reader.flag("frank")
    if table.drawn:
        check_drawn(table)
        table.then(CHOICES[seat], FRANK_TURNS[seat] if has_frank else END_TURNS[seat])
        return
    if has_frank:
        raise BadPosition('"frank" belongs to a choice among the Werewolf\'s cards, and there are none in "drawn"')
    decks = table.sizes[0] + table.sizes[1]
    if 0 in table.sizes and (table.discard or table.refused or decks > 1):
        raise BadPosition("a deck is empty and there are cards to reshuffle: that would have happened (LR-60)")
    table.then(EXTRA_TURNS[seat] if is_extra else TURNS[seat])


def check_drawn(table: Table) -> None:
    """LR-46, LR-R15: one card from each deck; a single card only if there was no second one to take."""
    if len(table.drawn) == 2:
        return
    if table.sizes != [0, 0]:
        raise BadPosition(
            f"the Werewolf takes a card from each deck: with one card alone both decks are empty, not {table.sizes} (LR-46)"
        )
    if not table.has_reached and (table.discard or table.refused or table.drawn_from != [0]):
        # LR-R12: an empty deck before the Werewolf means a reshuffle, and a single card goes to deck 0 (LR-R14).
        raise BadPosition(
            "the Werewolf brought one card alone: it came from deck 0 and the discard pile is empty, "
            "else there would have been a card in each deck (LR-46)"
        )


def check_decks(table: Table) -> None:
    """The backs on top are there."""
    backs = table.box.backs
    if table.sizes[0] + table.sizes[1] != sum([len(cards) for cards in table.pool]):
        undealt = sum([len(cards) for cards in table.pool])
        raise BadPosition(f"{undealt} cards are left for the decks, but their sizes are {table.sizes}")
    for deck in range(2):
        top = table.tops[deck]
        if (top != NONE) != (table.sizes[deck] > 0):
            raise BadPosition(f'deck {deck} has {table.sizes[deck]} cards: its top is a back, or "" when it is empty')
        if top != NONE and len(table.pool[top]) < table.tops.count(top):
            raise BadPosition(f"a deck shows a {backs[top]} back, but too few {backs[top]} cards are left")


class Reader:
    """Takes parts from a written position and says what is wrong with them."""

    def __init__(self, box: Box, written: Mapping[str, Any]) -> None:
        self.box = box
        self.written = written
        self.named: set[int] = set()  # cards that have a place already

    def number(self, key: str, least: int, most: int) -> int:
        value = self.written.get(key, 0)
        if type(value) is not int or not least <= value <= most:
            raise BadPosition(f'"{key}" must be a whole number from {least} to {most}, got {value!r:.40}')
        return int(value)

    def flag(self, key: str) -> bool:
        value = self.written.get(key, False)
        if type(value) is not bool:
            raise BadPosition(f'"{key}" must be true or false, got {value!r:.40}')
        return bool(value)

    def lists(self, key: str, many: int) -> list[Any]:
        value = self.written.get(key)
        if not isinstance(value, (list, tuple)) or len(value) != many:
            raise BadPosition(f'"{key}" must be a list of {many}, got {value!r:.60}')
        return list(value)

    def card(self, id: Any, where: str) -> int:
        if not isinstance(id, str) or id not in self.box.numbers:
            raise BadPosition(f"{where}: cards are {self.box.ids[0]} to {self.box.ids[-1]}, got {id!r:.40}")
        number = self.box.numbers[id]
        if number in self.named:
            raise BadPosition(f"{where}: {id} is in two places")
        self.named.add(number)
        return number

    def cards(self, ids: Any, where: str) -> list[int]:
        if not isinstance(ids, (list, tuple)):
            raise BadPosition(f"{where}: cards are written as a list of ids, got {ids!r:.40}")
        return [self.card(id, where) for id in ids]

    def scores(self, most: int) -> list[int]:
        if "scores" not in self.written:
            return [0] * self.box.players
        scores = self.lists("scores", self.box.players)
        for score in scores:
            if type(score) is not int or not 0 <= score <= most:
                raise BadPosition(f'"scores": 0 to {most} while the game is on (LR-50), got {score!r:.40}')
        return scores

    def returned(self, given: Any, where: str, reshuffles: int) -> list[int]:
        if not isinstance(given, Mapping):
            raise BadPosition(f"{where} says for a card which reshuffle last took it from the discard pile")
        found = [0] * self.box.cards
        for id, when in given.items():
            if id not in self.box.numbers or type(when) is not int or not 1 <= when <= reshuffles:
                raise BadPosition(f"{where}: a card and 1 to {reshuffles}, got {id!r:.40} and {when!r:.40}")
            found[self.box.numbers[id]] = when
        return found

    def recalled(self, reshuffles: int) -> dict[tuple[Seat, int], int]:
        """LR-R18: what each player knows of cards that went back face down."""
        found: dict[tuple[Seat, int], int] = {}
        if "recalled" in self.written:
            self.needs_hiding("recalled")
            for seat, given in enumerate(self.lists("recalled", self.box.players)):
                for card, when in enumerate(self.returned(given, '"recalled"', reshuffles)):
                    if when:
                        found[seat, card] = when
        return found

    def refused(self) -> list[Refused]:
        """LR-R18: what lies face down in the discard pile."""
        given = self.written.get("refused", [])
        if "refused" in self.written:
            self.needs_hiding("refused")
        if not isinstance(given, (list, tuple)):
            raise BadPosition(f'"refused" is a list of cards and seats, got {given!r:.40}')
        found = []
        for one in given:
            if not isinstance(one, Mapping) or set(one) != {"card", "seat"}:
                raise BadPosition(f'"refused": a card is written {{"card": "Y09", "seat": 0}}, got {one!r:.60}')
            seat = one["seat"]
            if type(seat) is not int or not 0 <= seat < self.box.players:
                raise BadPosition(f'"refused": seats are 0 to {self.box.players - 1}, got {seat!r:.40}')
            found.append(Refused(seat, self.card(one["card"], '"refused"')))
        return found

    def needs_hiding(self, key: str) -> None:
        if not self.box.hides_refused:
            raise BadPosition(f'"{key}" belongs to refused_cards = face_down; here refused cards lie open (LR-R18)')

    def drawn(self) -> list[int]:
        if "drawn" not in self.written:
            return [NONE, NONE]
        return [NONE if id is None else self.card(id, '"drawn"') for id in self.lists("drawn", 2)]

    def share_out(self, table: Table, hands: list[list[int]]) -> None:
        """Put the cards where the position says, the rest where it says the rest goes."""
        decks: list[list[int]] = [[], []]
        is_listed = "sizes" not in self.written and "tops" not in self.written
        if is_listed and "decks" in self.written:
            decks = [self.cards(deck, '"decks"') for deck in self.lists("decks", 2)]
        elif "decks" in self.written:
            raise BadPosition('write "decks", or "tops" and "sizes", not both')
        rest = [card for card in range(self.box.cards) if card not in self.named]
        where = self.written.get("rest", "decks")
        if where == "decks":
            decks[0].extend(rest[0::2])
            decks[1].extend(rest[1::2])
        elif where == "discard":
            table.discard.extend(rest)
        elif type(where) is int and 0 <= where < self.box.players:
            hands[where].extend(rest)
        else:
            raise BadPosition(f'"rest" must be "decks", "discard" or a seat, got {where!r:.40}')
        table.pool = [[] for _ in self.box.backs]
        for card in sorted(decks[0] + decks[1]):
            table.pool[self.box.back[card]].append(card)
        self.lay_out(table, hands)
        if is_listed:
            table.sizes = [len(deck) for deck in decks]
            table.tops = [int(self.box.back[deck[0]]) if deck else NONE for deck in decks]
        else:
            self.show_decks(table)

    def show_decks(self, table: Table) -> None:
        backs = ["", *self.box.backs]
        for top in self.lists("tops", 2):
            if top not in backs:
                raise BadPosition(f'"tops" are {", ".join(self.box.backs)} or "", got {top!r:.40}')
        for size in self.lists("sizes", 2):
            if type(size) is not int or size < 0:
                raise BadPosition(f'"sizes" are two whole numbers, got {size!r:.40}')
        table.tops = [backs.index(top) - 1 for top in self.lists("tops", 2)]
        table.sizes = self.lists("sizes", 2)

    def lay_out(self, table: Table, hands: list[list[int]]) -> None:
        """Cards in front of players with their ages and when they arrived; a new card unless the position says."""
        ages = self.lists("ages", len(hands)) if "ages" in self.written else [None] * len(hands)
        turns = self.lists("arrived", len(hands)) if "arrived" in self.written else [None] * len(hands)
        for seat, hand in enumerate(hands):
            age = self.ascending(ages[seat], len(hand), "ages", table.reshuffles, table.reshuffles)
            turn = self.ascending(turns[seat], len(hand), "arrived", 0, table.turn)
            for place, card in enumerate(hand):
                marks = [table.returned[card], *[table.recalled.get((other, card), 0) for other in range(len(hands))]]
                if max(marks) > age[place]:
                    id = self.box.ids[card]
                    raise BadPosition(f"{id} went from the discard pile to the decks since it was drawn (LR-75)")
                table.hands[seat].append(Held(card, age[place], turn[place]))

    def ascending(self, given: Any, many: int, key: str, default: int, most: int) -> list[int]:
        if given is None:
            return [default] * many
        if not isinstance(given, (list, tuple)) or len(given) != many:
            raise BadPosition(f'"{key}" has a number for each card in "hands"')
        found = list(given)
        for number in found:
            if type(number) is not int or not 0 <= number <= most:
                raise BadPosition(f'"{key}": whole numbers from 0 to {most}, got {number!r:.40}')
        if found != sorted(found):
            raise BadPosition(f'"{key}": cards lie in order of arrival, so numbers never fall (LR-R02)')
        return found
