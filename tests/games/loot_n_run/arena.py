"""Whole games between bots, with what must always hold checked on request."""

from __future__ import annotations

from loot_n_run.deal import COMPONENTS, GAME

from loot_table.bots import make
from loot_table.engine.random import Random
from loot_table.games.loot_n_run.box import NONE, Options
from loot_table.games.loot_n_run.rules import new
from loot_table.games.loot_n_run.table import Table


def play(seats: list[str], seed: int, checks: bool = False, options: Options | None = None) -> Table:
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
            check(table)
    return table


def check(table: Table) -> None:
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
        won += play(seats, seed).standings()[seed % players]
    return won / games
