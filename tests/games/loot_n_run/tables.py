"""Tables for tests: laid out in one line with decks whose order the test knows, tiny ones, and whole games of bots."""

from __future__ import annotations

from typing import Any

from loot_table import games
from loot_table.bots import make
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Action, Refusal
from loot_table.games.loot_n_run.box import NONE, Options
from loot_table.games.loot_n_run.decks import Draw, TurnUp, WerewolfDraw
from loot_table.games.loot_n_run.odds import Odds, odds
from loot_table.games.loot_n_run.rules import Awaken, Loot, Pass, Run, new
from loot_table.games.loot_n_run.table import Table, TableView
from loot_table.games.loot_n_run.werewolf import Keep

GAME = games.load("loot_n_run")
COMPONENTS = GAME.read_components(None)


class Deal:
    """A match from a written position. `decks` are real decks, top first, that script every chance."""

    def __init__(self, match: Match, decks: list[list[str]], shuffles: list[str]) -> None:
        self.match = match
        self.decks = decks
        self.shuffles = shuffles
        self.reshuffles = self.table.reshuffles

    @property
    def table(self) -> Table:
        assert isinstance(self.match.state, Table)
        return self.match.state

    def view(self, seat: int) -> TableView:
        view = self.match.view(seat)
        assert isinstance(view, TableView)
        return view

    def play(self, *turns: str) -> Deal:
        """`play("awaken 1", "keep R02", "run")`: whoever is to act does it."""
        for turn in turns:
            self.match.play(self.match.to_act, action(turn))
            self.settle()
        return self

    def settle(self) -> None:
        """Nature deals from the scripted decks until a seat is to act."""
        while self.match.to_act == NATURE:
            self.follow_reshuffle()
            step = self.table.agenda[-1]
            if isinstance(step, TurnUp):
                top = self.decks[step.deck][0]
                self.match.happen(int(self.table.box.back[self.table.box.numbers[top]]))
            else:
                assert isinstance(step, (Draw, WerewolfDraw))
                self.match.happen(self.table.box.numbers[self.decks[step.deck].pop(0)])
        self.follow_reshuffle()
        assert [len(deck) for deck in self.decks] == self.table.sizes

    def follow_reshuffle(self) -> None:
        if self.table.reshuffles == self.reshuffles:
            return
        assert self.table.reshuffles == self.reshuffles + 1
        self.reshuffles += 1
        undealt = [self.table.box.ids[card] for cards in self.table.pool for card in cards]
        order = self.shuffles.pop(0).split() if self.shuffles else undealt
        assert sorted(order) == sorted(undealt), "the scripted shuffle holds what is shuffled"
        half = (len(order) + 1) // 2
        self.decks = [order[:half], order[half:]]

    # ---- looking

    def legal(self) -> list[str]:
        return [written(found) for found in self.match.actions()]

    def refusal(self, turn: str) -> Refusal | None:
        return self.match.why_not(self.match.to_act, action(turn))

    def refused_by(self, turn: str) -> str:
        refusal = self.refusal(turn)
        return refusal.rule if refusal else ""

    def hand(self, seat: int) -> str:
        return " ".join(self.table.box.named(self.table.cards_of(seat)))

    def discard(self) -> str:
        return " ".join(self.table.box.named(self.table.discard))

    def scores(self) -> list[int]:
        return self.table.scores

    def tops(self) -> list[str]:
        return [self.table.shown_back(deck) for deck in range(2)]

    def odds(self, viewer: int, target: int) -> Odds:
        return odds(self.view(viewer), target)


def deal(
    players: int = 3,
    *hands: str,
    decks: tuple[str, str] = ("", ""),
    rest: str | int = "decks",
    discard: str = "",
    scores: list[int] | None = None,
    shuffle: str = "",
    options: dict[str, object] | None = None,
    **more: Any,
) -> Deal:
    """`deal(3, "G03", "G02 G09")`: those cards in front of seats 0 and 1, the rest as written positions have it."""
    everyone = [hand.split() for hand in hands] + [[] for _ in range(players - len(hands))]
    position: dict[str, Any] = {"hands": everyone, "discard": discard.split(), "rest": rest, **more}
    listed = [deck.split() for deck in decks]
    position["decks"] = [list(deck) for deck in listed]
    if scores is not None:
        position["scores"] = scores
    match = Match(GAME, players, options, position=position)
    table = match.state
    assert isinstance(table, Table)
    if rest == "decks":
        named = {card for cards in [*everyone, *listed, discard.split()] for card in cards}
        others = [id for id in table.box.ids if id not in named]
        listed = [listed[0] + others[0::2], listed[1] + others[1::2]]
    return Deal(match, listed, [shuffle] if shuffle else [])


def action(turn: str) -> Action:
    """`loot 0`, `run`, `awaken 1`, `keep R02`, `keep`, `pass`."""
    word, *rest = turn.split()
    if word == "loot":
        return Loot(int(rest[0]))
    if word == "awaken":
        return Awaken(int(rest[0]))
    if word == "keep":
        return Keep(tuple(rest))
    return {"run": Run(), "pass": Pass()}[word]


def written(found: Action) -> str:
    """The words for an action, from its JSON."""
    plain = codec.encode(found)
    values = [value for name, value in plain.items() if name != "type"]
    return " ".join([plain["type"], *(" ".join(v) if isinstance(v, list) else str(v) for v in values)]).strip()


# ---------------------------------------------------------------- a tiny box


def tiny_components() -> dict[str, Any]:
    """The game with ten rooms: 4 green, 3 yellow, 3 red, so that decks are soon empty."""
    data = dict(COMPONENTS.data)
    cards = [
        ("G1", "green", ["cup"], 0, ""),
        ("G2", "green", ["cup"], 1, ""),
        ("G3", "green", ["chest"], 0, ""),
        ("G4", "green", ["mask", "mask"], 0, "mummy"),
        ("Y1", "yellow", ["cup", "cup"], 0, ""),
        ("Y2", "yellow", ["chest"], 1, ""),
        ("Y3", "yellow", ["mask"], 0, "werewolf"),
        ("R1", "red", ["crown", "crown"], 0, ""),
        ("R2", "red", ["mask"], 0, "frank"),
        ("R3", "red", ["cup"], 0, "werewolf"),
    ]
    words = ("id", "back", "treasures", "amulet", "guardian")
    data["decks"] = {"classic": {"cards": [dict(zip(words, card, strict=True)) for card in cards]}}
    data["backs"] = [
        {"id": "green", "cards": 4, "guardians": 1},
        {"id": "yellow", "cards": 3, "guardians": 1},
        {"id": "red", "cards": 3, "guardians": 2},
    ]
    return data


# ---------------------------------------------------------------- whole games


def bot_game(seats: list[str], seed: int, checks: bool = False, options: Options | None = None) -> Table:
    """A game to its end; seats are names of bots."""
    nature = Random(seed)
    table = new(len(seats), options or Options(), COMPONENTS)
    players = [make(name, GAME, 7 * seed + seat) for seat, name in enumerate(seats)]
    while table.agenda:
        if table.to_act < 0:
            table.happen(table.chance().sample(table, nature))
        else:
            seat = table.to_act
            table.apply(players[seat].choose(table.view(seat), table.actions()))
        if checks:
            check_table(table)
    return table


def check_table(table: Table) -> None:
    """Every room in one place, decks that hold the pool, backs that are there, ages and scores that make sense."""
    box = table.box
    assert dict(GAME.conserved(table)) == {
        "rooms": box.cards,
        "different rooms": box.cards,
        "rooms missing in the decks": 0,
    }
    for back, cards in enumerate(table.pool):
        assert cards == sorted(cards)
        assert all(box.back[card] == back for card in cards)
        assert table.tops.count(back) <= len(cards)
    for hand in table.hands:
        assert [held.age for held in hand] == sorted(held.age for held in hand)
        assert [held.turn for held in hand] == sorted(held.turn for held in hand)
        for held in hand:
            assert table.returned[held.card] <= held.age <= table.reshuffles
    if table.to_act >= 0:
        assert max(table.scores) < box.target or (table.drawn and not box.ends_at_once)
        for deck in range(2):
            assert (table.tops[deck] != NONE) == (table.sizes[deck] > 0)
        if not table.drawn and 0 in table.sizes:
            assert not table.discard
            assert sum(table.sizes) <= 1
    if not table.agenda:
        assert table.reason in ("target", "turn_limit")
        assert table.has_reached == (table.reason == "target")
        assert abs(sum(table.standings()) - 1) < 1e-9


def one_greedy_wins(players: int, games: int) -> float:
    """The share of games that one greedy player wins among random ones, seats taken in turn."""
    won = 0.0
    for seed in range(games):
        seats = ["random"] * players
        seats[seed % players] = "greedy"
        won += bot_game(seats, seed).standings()[seed % players]
    return won / games
