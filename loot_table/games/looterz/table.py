"""The table of Looterz: parties, hands, Draw Pile, Graveyard, Loot and Life tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import REFEREE, Seat, State, View
from loot_table.games.looterz.box import NONE, Box
from loot_table.games.looterz.events import DragonReturned, Won

SET_UP: Final = 0
FIRST_RECRUITMENT: Final = 1
DUNGEON: Final = 2
SECOND_RECRUITMENT: Final = 3
SACRIFICE: Final = 4
PHASES: Final = ("set-up", "first recruitment", "dungeon", "second recruitment", "sacrifice")


# A Looter in a view: card, Life tokens, home seat, has acted, is exhausted.
LooterSeen = tuple[str, int, int, bool, bool]


@dataclass(frozen=True)
class TableView(View):
    """What one seat may know (LZ-90 to LZ-92). A card's age: how often the Graveyard was reshuffled since the card
    was last in the Draw Pile's new cards. Cards in the Draw Pile have age 0."""

    starter: Seat
    active: Seat
    turn: int
    phase: int
    loot: tuple[int, ...]
    parties: tuple[tuple[LooterSeen, ...], ...]
    hands: tuple[tuple[str, ...], ...]  # what this seat sees of each hand: its own cards, others' known cards
    hand_sizes: tuple[int, ...]
    graveyard: tuple[str, ...]
    pile: int  # the size of the Draw Pile, Dragon cards included
    dragons: int  # Dragon cards still in it
    known: tuple[str, ...]  # cards that everybody knows to be in a hand (LZ-91)
    unknown: tuple[tuple[str, ...], ...]  # by age: the cards that lie in the Draw Pile or hidden in hands
    hidden: tuple[tuple[int, ...], ...]  # by seat and age: how many cards its hand hides from the public
    triggers: int

    def imagine(self, rng: Random) -> Table:
        box: Box = self.box
        table = Table(box, self.players)
        table.agenda = list(self.agenda)
        table.reason = self.reason
        table.starter, table.active, table.turn, table.phase = self.starter, self.active, self.turn, self.phase
        table.loot = list(self.loot)
        table.triggers, table.dragons = self.triggers, self.dragons
        table.graveyard = [box.numbers[id] for id in self.graveyard]
        for seat, party in enumerate(self.parties):
            for id, life, home, acted, exhausted in party:
                table.put(box.numbers[id], seat, life, home, acted, exhausted)
        for id in self.known:
            table.known[box.numbers[id]] = True
        self.deal_hidden(table, rng)
        return table

    def deal_hidden(self, table: Table, rng: Random) -> None:
        """Cards of one age are alike to those who do not see them, so each way to deal them is equally likely."""
        numbers = table.box.numbers
        for seat, hand in enumerate(self.hands):
            table.hands[seat] = [numbers[id] for id in hand]
        seen = {card for hand in table.hands for card in hand}
        table.reshuffles = len(self.unknown) - 1
        for age, ids in enumerate(self.unknown):
            unseen: list[int] = []
            for id in ids:
                card = numbers[id]
                table.cycle[card] = table.reshuffles - age
                if card not in seen:
                    unseen.append(card)
            rng.shuffle(unseen)
            for seat in range(self.players):
                if self.seat not in (seat, REFEREE):
                    for _ in range(self.hidden[seat][age]):
                        table.hands[seat].append(unseen.pop())
            assert age == 0 or not unseen, "cards of earlier shuffles are all in hands"
            table.pile += unseen
        table.pile.sort()
        for hand_cards in table.hands:
            hand_cards.sort()


@final
class Table(State):
    """Everything on the table and in the hands. The Draw Pile has no order: nature decides when a card is taken."""

    def __init__(self, box: Box, players: int) -> None:
        super().__init__(players)
        self.box = box
        self.starter: Seat = 0
        self.active: Seat = 0
        self.turn = 0  # turns begun
        self.phase = SET_UP
        self.loot: list[int] = [0] * players
        self.parties: list[list[int]] = [[] for _ in range(players)]  # in the order of joining (LZ-R24)
        self.hands: list[list[int]] = [[] for _ in range(players)]  # sorted
        self.pile: list[int] = []  # sorted, which is not its order
        self.dragons = 0
        self.graveyard: list[int] = []
        self.reshuffles = 0
        self.triggers = 0  # triggered abilities since the last main choice (LZ-R15)
        # By card, for those in play:
        cards = box.cards
        self.controller: list[int] = [NONE] * cards
        self.life: list[int] = [0] * cards
        self.home: list[int] = [NONE] * cards
        self.acted: list[bool] = [False] * cards
        self.exhausted: list[bool] = [False] * cards
        # By card, for those in hands:
        self.known: list[bool] = [False] * cards
        self.cycle: list[int] = [0] * cards  # the reshuffle that last put it into the Draw Pile

    def copy(self) -> Table:
        twin = Table(self.box, 0)
        twin.players = self.players
        twin.agenda = self.agenda.copy()
        twin.reason = self.reason
        twin.starter, twin.active, twin.turn, twin.phase = self.starter, self.active, self.turn, self.phase
        twin.loot = self.loot.copy()
        twin.parties = [party.copy() for party in self.parties]
        twin.hands = [hand.copy() for hand in self.hands]
        twin.pile = self.pile.copy()
        twin.dragons = self.dragons
        twin.graveyard = self.graveyard.copy()
        twin.reshuffles, twin.triggers = self.reshuffles, self.triggers
        twin.controller = self.controller.copy()
        twin.life = self.life.copy()
        twin.home = self.home.copy()
        twin.acted = self.acted.copy()
        twin.exhausted = self.exhausted.copy()
        twin.known = self.known.copy()
        twin.cycle = self.cycle.copy()
        return twin

    def put(self, card: int, seat: Seat, life: int, home: Seat, acted: bool = False, exhausted: bool = False) -> None:
        """A Looter stands in a party, as the last of it."""
        self.parties[seat].append(card)
        self.controller[card] = seat
        self.life[card] = life
        self.home[card] = home
        self.acted[card] = acted
        self.exhausted[card] = exhausted

    def clockwise(self, seat: Seat) -> list[Seat]:
        """All seats, this one first (LZ-74)."""
        return [(seat + step) % self.players for step in range(self.players)]

    def in_play(self) -> list[int]:
        """All Looterz, by seat and in party order."""
        return [card for party in self.parties for card in party]

    def guards(self, seat: Seat) -> bool:
        """Whether a seat controls a Looter with Taunt (LZ-66)."""
        taunt = self.box.has_taunt
        return any(taunt[card] for card in self.parties[seat])

    def has_cards_to_take(self) -> bool:
        """LZ-24, LZ-R4: the Draw Pile or the Graveyard holds something."""
        return bool(self.pile) or self.dragons > 0 or bool(self.graveyard)

    def life_supply(self) -> int:
        """Life tokens left to take (LZ-R6)."""
        return self.box.components.life_tokens - sum(self.life) if self.box.is_strict else 1000

    def loot_supply(self) -> int:
        """Loot tokens left to take (LZ-R5)."""
        return self.box.components.loot_tokens - sum(self.loot) if self.box.is_strict else 1000

    # ---------------------------------------------------------------- the end

    def check_end(self) -> None:
        """LZ-80: enough Loot ends the game at once, in any phase and in the middle of anything."""
        target = self.box.loot_target
        for loot in self.loot:
            if loot >= target and self.agenda:
                self.tell(Won(self.loot.index(loot), loot))
                self.finish("loot")

    def end_by_dragon(self, reason: str) -> None:
        """LZ-85, LZ-V2: the most Loot wins; tied players share."""
        most = max(self.loot)
        self.tell(DragonReturned(tuple([seat for seat, loot in enumerate(self.loot) if loot == most]), most, reason))
        self.finish(reason)

    def ending(self) -> Sentence:
        most = max(self.loot)
        if self.reason == "loot":
            return say("{loot} Loot is enough.", loot=most)
        return say("The Dragon is back, and {loot} Loot is the most.", loot=most)

    def things(self) -> Mapping[str, str]:
        return self.box.things

    def standings(self) -> list[float]:
        most = max(self.loot)
        winners = self.loot.count(most)
        return [1 / winners if loot == most else 0.0 for loot in self.loot]

    # ---------------------------------------------------------------- what a seat may know

    def view(self, seat: Seat) -> TableView:
        ids = self.box.ids
        ages = 1 + max([0, *[self.age(card) for hand in self.hands for card in hand if not self.known[card]]])
        unknown: list[list[str]] = [[] for _ in range(ages)]
        hidden: list[tuple[int, ...]] = []
        for hand in self.hands:
            counts = [0] * ages
            for card in hand:
                if not self.known[card]:
                    counts[self.age(card)] += 1
                    unknown[self.age(card)].append(ids[card])
            hidden.append(tuple(counts))
        unknown[0] += [ids[card] for card in self.pile]
        return TableView(
            seat,
            self.box,
            self.players,
            tuple(self.agenda),
            self.reason,
            self.starter,
            self.active,
            self.turn,
            self.phase,
            tuple(self.loot),
            tuple([tuple([self.looter_seen(card) for card in party]) for party in self.parties]),
            tuple([self.hand_seen(owner, seat) for owner in range(self.players)]),
            tuple([len(hand) for hand in self.hands]),
            tuple([ids[card] for card in self.graveyard]),
            len(self.pile) + self.dragons,
            self.dragons,
            tuple([ids[card] for hand in self.hands for card in hand if self.known[card]]),
            tuple([tuple(sorted(cards)) for cards in unknown]),
            tuple(hidden),
            self.triggers,
        )

    def age(self, card: int) -> int:
        return self.reshuffles - self.cycle[card]

    def looter_seen(self, card: int) -> LooterSeen:
        return (
            self.box.ids[card],
            self.life[card],
            self.home[card],
            self.acted[card],
            self.exhausted[card],
        )

    def hand_seen(self, owner: Seat, seat: Seat) -> tuple[str, ...]:
        sees_all = seat in (owner, REFEREE)
        return tuple([self.box.ids[card] for card in self.hands[owner] if sees_all or self.known[card]])
