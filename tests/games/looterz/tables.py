"""Tables of Looterz in one line, as in the worked examples: `deal(p0="dragonling, king(1)", hand0="orc")`; whole games."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import pytest

from loot_table.bots import make
from loot_table.engine.errors import IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import Action, Event, Refusal
from loot_table.games.looterz import GAME
from loot_table.games.looterz.answers import Card, Decline, Discard, Order, Player, Sacrifice, Target, Use, Victim
from loot_table.games.looterz.box import NONE
from loot_table.games.looterz.dice import as_outcome
from loot_table.games.looterz.dungeon import Activate, Attack, Rest, Search
from loot_table.games.looterz.rules import Draw, Recruit
from loot_table.games.looterz.table import Table

LOOTER = re.compile(r"([a-z_]+)(?:-(\d+))?(?:\((\d+)\))?")
DRAW, USE, DECLINE = Draw(), Use(), Decline()


class Copies:
    """Hands out the first free copy of a kind."""

    def __init__(self) -> None:
        self.used: dict[str, int] = {}

    def card(self, kind: str, written: str | None) -> str:
        number = int(written) if written else self.used.get(kind, 0) + 1
        self.used[kind] = max(number, self.used.get(kind, 0))
        return f"{kind}-{number}"

    def looterz(self, text: str) -> list[dict[str, Any]]:
        found = []
        for kind, number, life in (match.groups() for match in LOOTER.finditer(text)):
            looter: dict[str, Any] = {"card": self.card(kind, number)}
            if life:
                looter["life"] = int(life)
            found.append(looter)
        return found

    def cards(self, text: str) -> list[str]:
        return [looter["card"] for looter in self.looterz(text)]


def deal(
    players: int = 2,
    phase: str = "dungeon",
    graveyard: str = "",
    pile: str | None = None,
    loot: Sequence[int] = (),
    options: Mapping[str, object] | None = None,
    components: Mapping[str, Any] | None = None,
    turn: int = 1,
    active: int = 0,
    dragons: int | None = None,
    known: str = "",
    **places: str,
) -> Match:
    """`p0` … are parties, `hand0` … hands. Cards not mentioned are in the Draw Pile, unless that is given too."""
    copies = Copies()
    position: dict[str, Any] = {"phase": phase, "turn": turn, "active": active}
    position["parties"] = [copies.looterz(places.pop(f"p{seat}", "")) for seat in range(players)]
    position["hands"] = [copies.cards(places.pop(f"hand{seat}", "")) for seat in range(players)]
    position["graveyard"] = copies.cards(graveyard)
    assert not places, f"no place is called {list(places)}"
    if pile is not None:
        position["draw_pile"] = copies.cards(pile)
    if loot:
        position["loot"] = list(loot)
    if dragons is not None:
        position["dragons"] = dragons
    if known:
        position["known"] = [name(kind) for kind in known.split(", ")]
    return Match(GAME, players, options, components, position)


def name(card: str) -> str:
    """`king` is the first King, `king-2` the second."""
    return card if "-" in card else f"{card}-1"


def recruit(card: str) -> Action:
    return Recruit(name(card))


def search(looter: str) -> Action:
    return Search(name(looter))


def attack(looter: str, target: str) -> Action:
    return Attack(name(looter), name(target))


def activate(looter: str) -> Action:
    return Activate(name(looter))


def rest(looter: str) -> Action:
    return Rest(name(looter))


def target(looter: str) -> Action:
    return Target(name(looter))


def sacrifice(looter: str) -> Action:
    return Sacrifice(name(looter))


def discard(card: str) -> Action:
    return Discard(name(card))


def card(id: str) -> Action:
    return Card(name(id))


def order(card: str) -> Action:
    return Order(name(card))


def victim(player: int) -> Action:
    return Victim(player)


def player(number: int) -> Action:
    return Player(number)


def roll(*dice: int) -> int:
    return as_outcome(dice)


def table_of(match: Match) -> Table:
    assert isinstance(match.state, Table)
    return match.state


def play(match: Match, *moves: Action | int | str) -> Match:
    """Actions are played by whoever is to act; a number is a roll, a name the card that nature turns up."""
    for move in moves:
        if isinstance(move, Action):
            match.play(match.to_act, move)
        elif isinstance(move, str):
            box = table_of(match).box
            match.happen(box.dragon if move == "dragon" else box.numbers[name(move)])
        else:
            match.happen(move)
    return match


def refused(match: Match, action: Action) -> Refusal:
    """The refusal of the seat to act's action."""
    with pytest.raises(IllegalAction) as caught:
        match.play(match.to_act, action)
    return caught.value.refusal


def short(id: str) -> str:
    return id.removesuffix("-1")


def party(match: Match, seat: int) -> str:
    """`king(1), dwarf`: with the Life tokens where they are not the printed ones."""
    table = table_of(match)
    words = []
    for card in table.parties[seat]:
        life = table.life[card]
        words.append(short(table.box.ids[card]) + (f"({life})" if life != table.box.printed_life[card] else ""))
    return ", ".join(words)


def hand(match: Match, seat: int) -> str:
    table = table_of(match)
    return ", ".join(sorted(short(table.box.ids[card]) for card in table.hands[seat]))


def graveyard(match: Match) -> str:
    table = table_of(match)
    return ", ".join(short(table.box.ids[card]) for card in table.graveyard)


def loot(match: Match) -> list[int]:
    return list(table_of(match).loot)


def phase(match: Match) -> tuple[int, int]:
    """The active seat and the phase."""
    return table_of(match).active, table_of(match).phase


def offered(match: Match) -> list[Action]:
    return list(match.actions())


def can(match: Match, action: Action) -> bool:
    return action in match.actions()


def news(match: Match) -> list[Event]:
    return [event for bundle in match.log for event in bundle]


def told(match: Match, kind: type[Event]) -> list[Any]:
    return [event for event in news(match) if isinstance(event, kind)]


def draw_any(match: Match) -> Match:
    """Draw, and let nature give the first card there is."""
    play(match, DRAW)
    if match.to_act == -1:
        match.happen(match.state.outcomes()[0][0])
    return match


SHIPPED = tomllib.loads(resources.files("loot_table.games.looterz").joinpath("components.toml").read_text("utf-8"))


def components_with(*written: str) -> dict[str, Any]:
    """The shipped set and cards of one's own, written in TOML."""
    data = copy.deepcopy(SHIPPED)
    for text in written:
        data["card"] += tomllib.loads(text)["card"]
    data["components"]["looterz_cards"] = sum(kind.get("copies", 2) for kind in data["card"])
    return data


def own_card(id: str, *abilities: str, life: int = 2, power: int = 2, keywords: str = "[]") -> str:
    """A card of one's own; each ability is the inside of a [[card.ability]] table."""
    head = f'[[card]]\nid = "{id}"\nname = "{id.title()}"\nlife = {life}\npower = {power}\nrole = "early"\n'
    return head + f"keywords = {keywords}\n" + "".join(f"[[card.ability]]\n{ability}\n" for ability in abilities)


# ---------------------------------------------------------------- whole games


def check_invariants(state: Any, cards: int) -> None:
    """Every card in one place, every Looter with Life and a home, nobody beyond the target while the game runs."""
    hands = [card for hand in state.hands for card in hand]
    in_play = state.in_play()
    everywhere = in_play + hands + state.graveyard + state.pile
    assert len(everywhere) == len(set(everywhere)) == cards
    for seat, party in enumerate(state.parties):
        for card in party:
            assert state.controller[card] == seat
            assert 1 <= state.life[card] <= state.box.life_cap
            assert 0 <= state.home[card] < state.players
            assert state.home[card] == seat or seat == state.active  # nothing is borrowed out of turn with these cards
    for card in set(range(cards)) - set(in_play):
        assert (state.controller[card], state.life[card], state.exhausted[card]) == (NONE, 0, False)
    assert all(card in hands for card in range(cards) if state.known[card])
    assert all(state.cycle[card] == state.reshuffles for card in state.pile)
    if state.agenda:
        assert max(state.loot) < state.box.loot_target
    assert min(state.loot) >= 0


def random_game(players: int, seed: int, options: Mapping[str, object] | None = None) -> str:
    """Play one game at random; returns why it ended."""
    rng = Random(seed * 101 + players)
    state = GAME.start(players, options)
    while state.agenda:
        if state.to_act >= 0:
            state.apply(state.decision().sample(state, rng))
        else:
            state.happen(state.chance().sample(state, rng))
        check_invariants(state, 60)
    return state.reason


def greedy_share(players: int, games: int) -> float:
    """The share of games that one greedy bot wins among random ones; it sits everywhere equally often."""
    won = 0.0
    for number in range(games):
        seat = number % players
        bot = make("greedy", GAME, number)
        rng = Random(number * 997 + players)
        state = GAME.start(players)
        while state.agenda:
            if state.to_act < 0:
                state.happen(state.chance().sample(state, rng))
            elif state.to_act == seat:
                state.apply(bot.choose(state.view(seat), state.actions()))
            else:
                state.apply(state.decision().sample(state, rng))
        won += state.standings()[seat]
    return won / games
