"""The names by which Gymnasium knows our games. It asks for them when it is imported (`pyproject.toml`, an entry point), so
that nothing is loaded here but names."""

from __future__ import annotations

import gymnasium

NAMESPACE = "LootTable"
IDS = {
    "CratesVsBarrels-v1": "crates_barrels",
    "Labyrinth-v1": "labyrinth",
    "LootFiend-v1": "loot_fiend",
    "LootNRun-v1": "loot_n_run",
    "Looterz-v1": "looterz",
}


def register(namespace: str = "") -> None:
    """Gymnasium gives the namespace itself when it finds us."""
    for name, slug in IDS.items():
        if f"{NAMESPACE}/{name}" not in gymnasium.registry:
            gymnasium.register(f"{namespace}{name}", "loot_table.rl.gymnasium:SeatEnv", kwargs={"game": slug})
