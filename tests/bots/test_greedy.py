"""A greedy bot is made faster without changing its mind: what it likes, and what it chooses, stays what it was.

The digests were made by the plain code that came first: every action copied, played and looked at. A change of a game's rules
or of what its bot knows changes them too: `python tests/bots/test_greedy.py` tells the new ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games import part


class Case(NamedTuple):
    slug: str
    players: int
    decisions: int
    digest: str
    options: Mapping[str, Any] = {}


CASES = [
    Case("crates_barrels", 2, 400, "0b418ac7ac5cbc6a"),
    Case("crates_barrels", 2, 200, "733776a0a5d5a48f", {"repetition": "draw3", "movement": "steps"}),
    Case(
        "crates_barrels", 2, 200, "6533cebad0299ce6", {"home_attack": "vacate", "respawning": False, "layout": "ring"}
    ),
    Case(
        "crates_barrels",
        2,
        200,
        "ea7b6a90f8677fdb",
        {"home_attack": "stay", "passing": True, "repetition": "draw3", "movement": "orthogonal"},
    ),
    Case("crates_barrels", 2, 200, "56907087b8ad26ab", {"repetition": "free", "turn_limit": 20}),
    Case("labyrinth", 2, 400, "7ab1a868461f0f5c"),
    Case("labyrinth", 3, 250, "622d8bff625d341e", {"minotaur": True, "close_placement": "both"}),
    Case("labyrinth", 4, 200, "037eec87f7712f82", {"teams": False, "close_placement": "walls"}),
    Case("labyrinth", 4, 250, "37cd2d287bd52074", {"labyrinth_walls": True, "null_moves": "allow"}),
    Case("labyrinth", 2, 300, "f1f9fdcf834abcf3", {"stall_rounds": 5, "minotaur": True}),
    Case("loot_fiend", 2, 220, "5ad3d5c5eaff1584"),
    Case("loot_fiend", 4, 150, "d9e8df4635a51040"),
    Case("loot_n_run", 2, 200, "ecb8ce2be63f5bbd"),
    Case("loot_n_run", 5, 200, "0e0c4f474aafc8be"),
    Case("looterz", 2, 200, "e4ddc15fa2ef5955"),
    Case("looterz", 5, 200, "52a3215a51673331"),
]


def digest(case: Case) -> str:
    """Of all likings and choices in games of greedy bots, one after the other."""
    game = games.load(case.slug)
    told = hashlib.sha256()
    left, seed = case.decisions, 0
    while left:
        seed += 1
        match = Match(game, case.players, case.options, nature=Random(seed))
        players = [bots.make("greedy", game, 100 * seed + seat) for seat in range(case.players)]
        looking = Random(1000 * seed)
        while left and not match.is_over:
            seat = match.to_act
            view, offered = match.view(seat), bots.offered(match.state)
            told.update(likings(case.slug, view, offered, looking))
            action = players[seat].choose(view, offered)
            told.update(codec.dumps(codec.encode(action)))
            match.play(seat, action)
            left -= 1
    return told.hexdigest()[:16]


def likings(slug: str, view: Any, offered: Any, rng: Random) -> bytes:
    """What is looked at, and how good each of it looks, to the last bit."""
    greedy = part(games.load(slug), "bot.greedy")
    looked_at = offered or greedy.candidates(view, rng)
    liked = greedy.prefer(view, looked_at, rng)
    return repr(
        [(codec.encode(action), float(liking)) for action, liking in zip(looked_at, liked, strict=True)]
    ).encode()


def called(case: Case) -> str:
    return f"{case.slug} {case.players} {dict(case.options) or ''}"


@pytest.mark.parametrize("case", CASES, ids=called)
def test_greedy_bots_choose_as_they_always_did(case: Case) -> None:
    assert digest(case) == case.digest


if __name__ == "__main__":
    for each in CASES:
        print(called(each), digest(each))  # noqa: T201
