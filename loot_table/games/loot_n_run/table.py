"""The table of Loot N Run: cards in front of players, the discard pile, two decks without an order, and its views."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Points, Sentence, say
from loot_table.engine.state import REFEREE, Seat, State, View
from loot_table.games.loot_n_run.box import NONE, Box
from loot_table.games.loot_n_run.events import Ended, FinalScored

# A card in front of a player as somebody sees it: its back, its age, the turn it arrived, its id or "" when hidden.
SeenCard = tuple[str, int, int, str]
# A card in the discard pile that lies face down: the player who refused it, its back, its id or "" when hidden.
RefusedCard = tuple[int, str, str]
# A card that somebody refused face down before a reshuffle: the player, its id, the reshuffle that took it.
RecalledCard = tuple[int, str, int]


@final
class Held:
    """A card in front of a player. It never changes, so copies of a table share it."""

    def __init__(self, card: int, age: int, turn: int) -> None:
        self.card = card
        self.age = age  # how many reshuffles there were before it was drawn (LR-75)
        self.turn = turn  # the turn in which it arrived, counted from 1


@final
class Refused:
    """A card that the Werewolf brought and that lies face down in the discard pile (LR-R18). It never changes."""

    def __init__(self, seat: Seat, card: int) -> None:
        self.seat = seat  # who refused it, and alone knows it
        self.card = card


@dataclass(frozen=True)
class TableView(View):
    """What one seat may know (LR-70 to LR-75)."""

    scores: tuple[int, ...]
    turn: int  # completed turns of all players
    reshuffles: int
    hands: tuple[tuple[SeenCard, ...], ...]
    drawn: tuple[tuple[int, str, str], ...]  # what the Werewolf brought: the deck, the back, the id or ""
    discard: tuple[str, ...]
    sizes: tuple[int, int]
    tops: tuple[str, str]  # backs; "" where a deck shows none
    returned: tuple[int, ...]  # for each card of the box: the last reshuffle that took it from the discard pile, or 0

    def imagine(self, rng: Random) -> Table:
        """Hidden cards from the oldest to the youngest, each any card that it can be (LR-75)."""
        box: Box = self.box
        table = Table(box)
        table.scores = list(self.scores)
        table.has_reached = max(table.scores) >= box.target
        table.turn = self.turn
        table.reshuffles = self.reshuffles
        table.discard = [box.numbers[card] for card in self.discard]
        table.sizes = list(self.sizes)
        table.tops = [box.backs.index(back) if back else NONE for back in self.tops]
        table.returned = list(self.returned)
        table.agenda = list(self.agenda)
        table.reason = self.reason
        table.pool = self.unseen(False)
        hands = [[box.numbers[card] if card else NONE for _, _, _, card in hand] for hand in self.hands]
        for age in sorted({seen[1] for hand in self.hands for seen in hand}):
            for seat in range(self.players):
                for place, seen in enumerate(self.hands[seat]):
                    if seen[1] == age and not seen[3]:
                        hands[seat][place] = self.guess(table.pool[box.backs.index(seen[0])], age, rng)
        for seat, seen_hand in enumerate(self.hands):
            for place, seen in enumerate(seen_hand):
                table.hands[seat].append(Held(hands[seat][place], seen[1], seen[2]))
        for deck, back, card in self.drawn:
            number = box.numbers[card] if card else self.guess(table.pool[box.backs.index(back)], self.reshuffles, rng)
            table.drawn.append(number)
            table.drawn_from.append(deck)
        for seat, back, card in self.face_down():
            number = box.numbers[card] if card else self.guess(table.pool[box.backs.index(back)], self.reshuffles, rng)
            table.refused.append(Refused(seat, number))
        self.recall(table)
        return table

    def face_down(self) -> tuple[RefusedCard, ...]:
        """The cards in the discard pile that lie face down."""
        return ()

    def recall(self, table: Table) -> None:
        """Give an imagined table what was known of cards that were refused face down."""

    def for_others(self) -> TableView:
        """The same without what the seat alone knows of reshuffles."""
        return self

    def guess(self, left: list[int], age: int, rng: Random) -> int:
        """Take a card that a hidden card of this age can be: not one that lay in the discard pile since."""
        if age == self.reshuffles:
            return left.pop(int(rng.below(len(left))))
        able = [card for card in left if self.returned[card] <= age]
        card = able[rng.below(len(able))]
        left.remove(card)
        return card

    def unseen(self, with_own: bool) -> list[list[int]]:
        """The cards of each back that this seat cannot place; with its own, those that nobody else can."""
        box: Box = self.box
        is_placed = [False] * box.cards
        for card in self.discard:
            is_placed[box.numbers[card]] = True
        for _, _, card in self.drawn + self.face_down():
            if card and not with_own:
                is_placed[box.numbers[card]] = True
        for seat, hand in enumerate(self.hands):
            if not (with_own and seat == self.seat):
                for _, _, _, card in hand:
                    if card:
                        is_placed[box.numbers[card]] = True
        found: list[list[int]] = [[] for _ in box.backs]
        for number in range(box.cards):
            if not is_placed[number]:
                found[box.back[number]].append(number)
        return found


@final
@dataclass(frozen=True)
class FaceDownView(TableView):
    """The same where refused cards lie face down (LR-R18). What `returned` says of them the seat alone knows."""

    refused: tuple[RefusedCard, ...]
    recalled: tuple[RecalledCard, ...]  # the seat's own, by card
    open_returned: tuple[int, ...]  # what `returned` says to everybody

    def face_down(self) -> tuple[RefusedCard, ...]:
        return self.refused

    def recall(self, table: Table) -> None:
        table.returned = list(self.open_returned)
        table.recalled = {(seat, table.box.numbers[id]): when for seat, id, when in self.recalled}

    def for_others(self) -> TableView:
        return replace(self, returned=self.open_returned)


@final
class Table(State):
    """All cards nobody has been dealt are one pool: nature decides late which of them a deck held."""

    def __init__(self, box: Box) -> None:
        super().__init__(box.players)
        self.box = box
        self.scores: list[int] = [0] * box.players
        self.has_reached = False  # whether somebody has the target (LR-50)
        self.turn = 0  # completed turns of all players
        self.reshuffles = 0
        self.hands: list[list[Held]] = [[] for _ in range(box.players)]  # in order of arrival (LR-R02)
        self.drawn: list[int] = []  # what the Werewolf brought, for the player who is to choose
        self.drawn_from: list[int] = []
        self.discard: list[int] = []  # those that lie face up
        self.refused: list[Refused] = []  # those that lie face down (LR-R18); replaced, never changed
        self.pool: list[list[int]] = []  # the cards of both decks by back, each list in the box's order
        self.sizes: list[int] = [0, 0]
        self.tops: list[int] = [NONE, NONE]  # the back that each deck shows
        self.returned: list[int] = []  # see TableView; replaced, never changed, at a reshuffle
        self.recalled: dict[tuple[Seat, int], int] = {}  # by player and card: see RecalledCard; replaced, never changed

    def copy(self) -> Table:
        twin = Table(self.box)
        twin.scores = self.scores.copy()
        twin.has_reached = self.has_reached
        twin.turn = self.turn
        twin.reshuffles = self.reshuffles
        twin.hands = [hand.copy() for hand in self.hands]
        twin.drawn = self.drawn.copy()
        twin.drawn_from = self.drawn_from.copy()
        twin.discard = self.discard.copy()
        twin.refused = self.refused
        twin.pool = [cards.copy() for cards in self.pool]
        twin.sizes = self.sizes.copy()
        twin.tops = self.tops.copy()
        twin.returned = self.returned
        twin.recalled = self.recalled
        twin.agenda = self.agenda.copy()
        twin.reason = self.reason
        return twin

    def view(self, seat: Seat) -> TableView:
        box = self.box
        # LR-73: when the game is over every card in front of a player has been revealed.
        sees_all = seat == REFEREE or not self.agenda
        seen = TableView(
            seat,
            box,
            self.players,
            tuple(self.agenda),
            self.reason,
            tuple(self.scores),
            self.turn,
            self.reshuffles,
            tuple([self.seen_hand(owner, sees_all or owner == seat) for owner in range(self.players)]),
            self.seen_drawn(sees_all or (seat >= 0 and seat == self.chooser())),
            box.named(self.discard),
            (self.sizes[0], self.sizes[1]),
            (self.shown_back(0), self.shown_back(1)),
            tuple(self.returned),
        )
        return self.face_down_view(seen) if box.hides_refused else seen

    def face_down_view(self, seen: TableView) -> FaceDownView:
        """LR-R18: who refused a card face down knows it in the discard pile, and which reshuffle took it."""
        box = self.box
        seat = seen.seat
        returned = self.returned.copy()
        recalled: list[RecalledCard] = []
        for (owner, card), when in sorted(self.recalled.items()):
            if seat in (owner, REFEREE):
                recalled.append((owner, box.ids[card], when))
                returned[card] = max(returned[card], when)
        refused: list[RefusedCard] = []
        for one in self.refused:
            is_known = seat in (one.seat, REFEREE)
            refused.append((one.seat, box.backs[box.back[one.card]], box.ids[one.card] if is_known else ""))
        return FaceDownView(
            seat,
            box,
            seen.players,
            seen.agenda,
            seen.reason,
            seen.scores,
            seen.turn,
            seen.reshuffles,
            seen.hands,
            seen.drawn,
            seen.discard,
            seen.sizes,
            seen.tops,
            tuple(returned),
            tuple(refused),
            tuple(recalled),
            tuple(self.returned),
        )

    def seen_hand(self, owner: Seat, with_faces: bool) -> tuple[SeenCard, ...]:
        box = self.box
        found: list[SeenCard] = []
        for held in self.hands[owner]:
            back = box.backs[box.back[held.card]]
            found.append((back, held.age, held.turn, box.ids[held.card] if with_faces else ""))
        return tuple(found)

    def seen_drawn(self, with_faces: bool) -> tuple[tuple[int, str, str], ...]:
        if not self.drawn:
            return ()
        box = self.box
        found: list[tuple[int, str, str]] = []
        for deck, card in zip(self.drawn_from, self.drawn, strict=True):
            found.append((deck, box.backs[box.back[card]], box.ids[card] if with_faces else ""))
        return tuple(found)

    def chooser(self) -> Seat:
        """The player who is to choose among the Werewolf's cards, when there are any: the next who decides."""
        for step in reversed(self.agenda):
            if step.who() >= 0:
                return step.who()
        return NONE

    def shown_back(self, deck: int) -> str:
        return self.box.backs[self.tops[deck]] if self.tops[deck] != NONE else ""

    def check_end(self) -> None:
        """LR-50: as soon as somebody has the target (with `after_action`, once the turn is done)."""
        if self.has_reached and self.box.ends_at_once and self.agenda:
            self.end("target")

    def standings(self) -> list[float]:
        """LR-52, LR-53: the most points win; those who tie share."""
        best = max(self.scores)
        return [1.0 / self.scores.count(best) if score == best else 0.0 for score in self.scores]

    def ending(self) -> Sentence:
        best = Points(max(self.scores))
        if self.reason == "turn_limit":
            return say("The turn limit is reached, and {points} are the most.", points=best)
        return say(
            "The target of {target} is reached, and {points} are the most.", target=Points(self.box.target), points=best
        )

    # ---- what rules do with cards

    def cards_of(self, seat: Seat) -> list[int]:
        return [held.card for held in self.hands[seat]]

    def take(self, deck: int, card: int) -> None:
        """A deck's top card is taken, and turns out to be this one."""
        self.pool[self.box.back[card]].remove(card)
        self.sizes[deck] -= 1
        self.tops[deck] = NONE

    def hold(self, seat: Seat, card: int) -> None:
        """Lay a card face down in front of a player (LR-27)."""
        self.hands[seat].append(Held(card, self.reshuffles, self.turn + 1))

    def give_up(self, seat: Seat) -> list[int]:
        """A player discards all cards (LR-35); they are returned."""
        cards = self.cards_of(seat)
        self.discard.extend(cards)
        self.hands[seat] = []
        return cards

    def score(self, seat: Seat, points: int) -> None:
        self.scores[seat] += points
        if self.scores[seat] >= self.box.target:
            self.has_reached = True

    def end(self, reason: str) -> None:
        """LR-51: all reveal and score what is still in front of them, guardians ignored (LR-R23)."""
        for seat in range(self.players):
            cards = self.cards_of(seat)
            if cards:
                points = self.box.points(cards)
                self.scores[seat] += points
                if self.news is not None:
                    box = self.box
                    doubled = tuple(box.doubled(cards))
                    self.tell(FinalScored(seat, box.named(cards), box.faces(cards), points, doubled))
        if self.news is not None:
            self.tell(Ended(reason, tuple(self.scores)))
        self.finish(reason)
