"""What an environment is made for: a game with so many players, options, components, and a form of its actions."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from loot_table import games
from loot_table.engine.encoding import Part
from loot_table.engine.episode import Episode, parts_of
from loot_table.engine.game import Game
from loot_table.engine.random import mixed
from loot_table.rl.encodings import encoding_of, spelling_of

LEAST, MOST = -10.0, 100.0  # between which all numbers of an observation lie; most lie between 0 and 1
SEEDS = 1 << 62


class Setting:
    """Checked once, and shared by all environments that are copied from one."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        components: Mapping[str, Any] | None = None,
        form: str = "fixed",
    ) -> None:
        self.game = games.called(game) if isinstance(game, str) else game
        self.players = self.game.least_players if players is None else players
        self.options = dict(options or {})
        self.components = components
        self.form = form
        self.start = self.game.start(self.players, self.options, components)
        self.encoding = encoding_of(self.game, self.start)
        self.spelling = spelling_of(self.game, self.encoding, form)
        self.name = f"{self.game.slug}_v{self.encoding.version}"

    def episode(self) -> Episode:
        return Episode(self.start, self.encoding, self.spelling, 0)

    def parts(self) -> tuple[Part, ...]:
        """Of an observation."""
        return parts_of(self.encoding, self.spelling)

    def plain(self) -> dict[str, Any]:
        """What makes the same setting again, and the versions that must be the same, as plain data."""
        return {
            "game": self.game.slug,
            "players": self.players,
            "options": self.options,
            "components": self.components,
            "form": self.form,
            "versions": {"rules": self.game.rules_version, "encoding": self.encoding.version},
        }


class Seeds:
    """A seed for each game: all follow from the first that was given, or from the machine's luck."""

    def __init__(self, first: int | None = None, drawn: int = 0) -> None:
        self.first = first  # None: not yet begun
        self.drawn = drawn

    def next(self, seed: int | None = None) -> int:
        """The next; the first of a new row where a seed is given."""
        if seed is not None or self.first is None:
            self.first, self.drawn = secrets.randbelow(SEEDS) if seed is None else int(seed), 0
        self.drawn += 1
        return mixed((self.first << 32) + self.drawn)

    def copy(self) -> Seeds:
        return Seeds(self.first, self.drawn)
