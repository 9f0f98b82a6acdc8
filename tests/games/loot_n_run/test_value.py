"""What a table is worth: who is nearer to the target, whose cards are safe, and any rooms that somebody makes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from loot_table import bots
from loot_table.bots.levels import LevelBot
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.loot_n_run import GAME
from loot_table.games.loot_n_run.bot.backs import told_by_backs
from loot_table.games.loot_n_run.bot.value import value
from loot_table.games.loot_n_run.components import shipped
from loot_table.games.loot_n_run.table import Held, Table


def at_the_start(players: int = 2) -> Table:
    table = Match(GAME, players, nature=Random(1)).state
    assert isinstance(table, Table)
    return table


@pytest.mark.parametrize("players", range(2, 7))
def test_who_is_nearer_to_the_target_is_likelier_to_win(players: int) -> None:
    table = at_the_start(players)
    shares = [value(table)[0]]
    for score in (10, 20, 28):
        table.scores[0] = score
        shares.append(value(table)[0])
    assert shares == sorted(shares)
    assert shares[-1] > 1.5 * shares[0]


def test_points_that_nobody_can_take_are_worth_more() -> None:
    """A red room with a Mummy, alone and beside an amulet."""
    table = at_the_start()
    table.scores = [20, 20]
    numbers = table.box.numbers
    table.hands[1] = [Held(numbers["R07"], 0, 1), Held(numbers["G03"], 0, 1)]
    bare = value(table)[1]
    table.hands[1] = [Held(numbers["R07"], 0, 1), Held(numbers["G02"], 0, 1)]
    assert table.box.danger(table.cards_of(1)) == 0
    assert value(table)[1] > bare


def test_backs_tell_what_the_rules_list() -> None:
    """Section 9: two reds are caught with 0.773 and bring 6.55 on average."""
    box = at_the_start().box
    caught, points = told_by_backs(box, [box.numbers["R01"], box.numbers["R02"]])
    assert caught == pytest.approx(0.773, abs=0.001)
    assert points == pytest.approx(6.55, abs=0.01)
    assert told_by_backs(box, []) == (0.0, 0.0)


def with_backs(*names: str) -> dict[str, Any]:
    """The shipped rooms, their backs dealt out anew."""
    data: dict[str, Any] = deepcopy(dict(shipped().data))
    cards = data["decks"]["classic"]["cards"]
    for number, card in enumerate(cards):
        card["back"] = names[number * len(names) // len(cards)]
    data["decks"] = {"classic": {"cards": cards}}
    data["backs"] = []
    for name in names:
        guarded = [card["guardian"] != "" for card in cards if card["back"] == name]
        data["backs"].append({"id": name, "cards": len(guarded), "guardians": sum(guarded)})
    return data


@pytest.mark.parametrize("backs", [["grey"], ["ash", "bone", "clay", "dust", "ember"]])
def test_rooms_of_ones_own_making_can_have_more_backs_or_fewer(backs: list[str]) -> None:
    match = Match(GAME, 3, components=with_backs(*backs), nature=Random(1))
    bot = bots.make("mastermind", GAME, 1)
    assert isinstance(bot, LevelBot)
    bot.nodes = 20
    for _ in range(12):
        assert sum(value(match.state)) == pytest.approx(1)  # type: ignore[arg-type]
        match.play(match.to_act, bot.choose(match.view(match.to_act), match.actions()))
