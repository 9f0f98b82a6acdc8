"""A policy that learns from nothing but rewards, by hand, in Gymnasium: which kind of answer pays against a greedy bot at
Loot N Run. `python examples/research_gymnasium.py`"""

from __future__ import annotations

import gymnasium
import numpy as np

import loot_table.rl.gymnasium  # noqa: F401 (makes the names known)


def main(games: int = 300) -> list[float]:
    """Preferences for each number, learned by REINFORCE without a net."""
    rng = np.random.default_rng(1)
    table = gymnasium.make(
        "LootTable/LootNRun-v1", options={"target_score": 20}, opponents="greedy", seat="any"
    ).unwrapped
    liked = np.zeros(int(table.action_space.n))
    won = 0.0
    for game in range(games):
        table.reset(seed=game)
        steps: list[tuple[int, np.ndarray]] = []
        is_over, reward = False, 0.0
        while not is_over:
            mask = table.action_masks()
            odds = np.where(mask, np.exp(liked - liked[mask].max()), 0.0)
            odds /= odds.sum()
            number = int(rng.choice(len(odds), p=odds))
            steps.append((number, odds))
            _, reward, is_over, _, _ = table.step(number)
        won += reward / games
        for number, odds in steps:
            liked -= 0.02 * reward * odds
            liked[number] += 0.02 * reward
    print("reward a game while learning:", round(won, 2))
    spelling = table.setting.spelling
    for number in np.argsort(-liked)[:5]:
        print(f"  {liked[number]:+.2f} {spelling.label(int(number))}")
    result: list[float] = liked.tolist()
    return result


if __name__ == "__main__":
    main()
