"""What it gains to play two designs with the same luck: changes of Loot N Run, from a small one to another deck's size."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from loot_table import games
from loot_table.arena.compare import Compared, compared
from loot_table.arena.contest import Contest
from loot_table.engine.components import read_toml

GAME = "loot_n_run"
REMOVED = "G07"


@dataclass(frozen=True)
class Edit:
    """A changed design, and how many times fewer games a comparison takes at least."""

    name: str
    components: Mapping[str, Any]
    wanted: float
    counts_low_end: bool  # whether the lower end of the gain's interval is what must be so much


def edits() -> list[Edit]:
    folder = games.folder(games.load(GAME))
    assert folder is not None, "it is one of ours"
    rooms = read_toml(folder / "components.toml")
    easier = copy.deepcopy(rooms)
    easier["scoring"]["target"]["2"] = 33
    fewer = copy.deepcopy(rooms)
    for deck in fewer["decks"].values():
        deck["cards"] = [card for card in deck["cards"] if card["id"] != REMOVED]
    for back in fewer["backs"]:
        back["cards"] -= back["id"] == "green"
    return [Edit("target 35 to 33", easier, 5, False), Edit(f"without card {REMOVED}", fewer, 1.1, True)]


def gains(edit: Edit, deals: int, jobs: int = 1, seed: int = 5) -> list[Compared]:
    """Every figure of the game as it is and as it was changed, two greedy bots, the same deals."""
    one, other = (
        Contest(GAME, ("greedy", "greedy"), 2, 2, seed, components=components, has_common_luck=True)
        for components in (None, edit.components)
    )
    return compared(one, other, deals, jobs)
