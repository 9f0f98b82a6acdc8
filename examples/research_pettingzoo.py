"""Random agents, and one that runs whenever it may, play Loot N Run through PettingZoo. `python examples/research_pettingzoo.py`"""

from __future__ import annotations

from typing import Any

import numpy as np

from loot_table.rl.pettingzoo import env


def main(games: int = 50) -> list[float]:
    """The mean reward of each seat; the first is the runner."""
    rng = np.random.default_rng(1)
    table = env("loot_n_run", players=3, options={"target_score": 20})
    run = next(number for number in range(table.actions) if table.setting.spelling.label(number) == "run")
    totals = np.zeros(3)
    for game in range(games):
        table.reset(seed=game)
        for agent in table.agent_iter():
            observation, reward, is_over, is_cut, _ = table.last()
            totals[table.seat_of[agent]] += reward
            table.step(None if is_over or is_cut else chosen(observation, agent, run, rng))
    means: list[float] = (totals / games).tolist()
    print("reward of each seat:", [round(mean, 2) for mean in means])
    return means


def chosen(observation: Any, agent: str, run: int, rng: Any) -> int:
    mask = observation["action_mask"]
    return run if agent == "player_0" and mask[run] else int(rng.choice(np.flatnonzero(mask)))


if __name__ == "__main__":
    main()
