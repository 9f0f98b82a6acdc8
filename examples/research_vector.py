"""Many tables in one call, with letters at random: what a learner's loop looks like. `python examples/research_vector.py`"""

from __future__ import annotations

import numpy as np

from loot_table.rl.vector import VectorTable


def main(tables: int = 64, steps: int = 500) -> int:
    """How many games have ended."""
    ended = 0
    rewards = np.zeros(2)
    with VectorTable("loot_n_run", tables, players=2, options={"target_score": 20}, seed=1) as table:
        for _ in range(steps):
            # A policy would read table.observations, table.masks and table.to_act here.
            table.step(table.sample())
            ended += int(table.done.sum())
            rewards += table.rewards.sum(axis=0)
    print(f"{ended} games ended, the seats got {rewards.round(2).tolist()} in all")
    return ended


if __name__ == "__main__":
    main()
