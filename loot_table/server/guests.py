"""Bots that whoever runs the server has brought along: trained policies, each for certain tables.

The server itself only reads what a model says of itself. Whatever it has learned is loaded and asked in a process of its own
(`policy_worker.py`), and a table never waits for it longer than for any other bot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from loot_table.bots import BOTS
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.games import load

NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9 _-]{0,23}")
GUESTS: Final[dict[str, Guest]] = {}  # by name, in this process


class SetUp(NamedTuple):
    """What a table is played with."""

    game: Game
    players: int
    options: Mapping[str, Any]
    components: Mapping[str, Any] | None


@dataclass(frozen=True)
class Guest:
    name: str
    where: str  # the model's file
    card: Any  # of rl/card.py, which is there only where its extra is installed

    def check(self, set_up: SetUp) -> None:
        """BadInput says why it cannot play with these."""
        from loot_table.rl.card import check_fits  # noqa: PLC0415 (only where somebody has brought a policy)

        check_fits(self.card, *set_up)

    def told(self) -> dict[str, Any]:
        """For the list of bots to choose from: beside its name, the only tables it plays at."""
        return {
            "name": self.name,
            "title": self.name,
            "doc": "has learned by itself, from games alone",
            "players": self.card.players,
            "options": dict(self.card.options),
        }


def bring(wish: str) -> Guest:
    """A guest by `NAME=MODEL`, for this process and the bots it starts."""
    name, _, where = wish.partition("=")
    if NAME.fullmatch(name) is None or not where:
        raise BadInput(f'a policy is said as NAME=MODEL, such as Robin=robin.onnx, got "{wish:.60}"')
    if name.lower() in BOTS:
        raise BadInput(f'"{name}" is one of our own bots; give the policy another name')
    try:
        from loot_table.rl.card import check_fits  # noqa: PLC0415 (only where somebody brings a policy)
        from loot_table.rl.policy import card_in  # noqa: PLC0415
    except ImportError:
        raise BadInput('policies need numpy; it comes with `pip install "loot-table[rl]"`') from None
    card = card_in(Path(where))
    check_fits(card, load(card.game), card.players, card.options, None)
    guest = GUESTS[name] = Guest(name, where, card)
    return guest


def called(name: str | None) -> Guest | None:
    return None if name is None else GUESTS.get(name)


def of_game(game: Game) -> list[Guest]:
    return [guest for guest in GUESTS.values() if guest.card.game == game.slug]
