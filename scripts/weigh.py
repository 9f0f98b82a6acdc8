"""Finds the weights of a game's `value.py` in games of greedy bots: `python scripts/weigh.py loot_n_run 4 --games 2000`.

A multinomial logit: each seat's strength is a weighted sum of its features, and shares follow from strengths. Bots slip
now and then, so that tables are seen which they would not have chosen. Needs NumPy (requirements/dev.txt).
"""

from __future__ import annotations

import argparse

import numpy as np

from loot_table import games
from loot_table.bots.knowledge import knowledge_of
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE

SLIP = 0.15
LONGEST = 3000


def samples(
    slug: str, players: int, count: int, every: int, seed: int
) -> tuple[list[list[list[float]]], list[list[float]]]:
    """The features of all seats at some decisions, and how those games ended."""
    game = games.load(slug)
    features = games.part(game, "value").features
    knowledge = knowledge_of(game)
    rows, ends = [], []
    for number in range(count):
        rng = Random(seed + number)
        state = game.start(players)
        state.settle()
        seen = []
        steps = 0
        while state.agenda and steps < LONGEST:
            steps += 1
            if state.to_act == NATURE:
                state.happen(state.chance().sample(state, rng))
                continue
            if rng.below(every) == 0:
                seen.append([features(state, seat) for seat in range(players)])
            slips = rng.unit() < SLIP
            state.apply(state.decision().sample(state, rng) if slips else knowledge.answer(state, rng))
        shares = state.standings()
        if abs(sum(shares) - 1.0) < 1e-9:
            rows += seen
            ends += [shares] * len(seen)
    return rows, ends


def fitted(rows: list[list[list[float]]], ends: list[list[float]]) -> tuple[np.ndarray, float, float]:
    """Weights by Newton's method with a little ridge, the loss per table, and that of knowing nothing."""
    table, wanted = np.array(rows), np.array(ends)
    weights = np.zeros(table.shape[2])
    ridge = 1e-3 * np.eye(table.shape[2])
    for _ in range(25):
        shares = soft(table @ weights)
        slope = np.einsum("nsf,ns->f", table, wanted - shares) / len(table) - ridge @ weights
        mean = np.einsum("nsf,ns->nf", table, shares)
        spread = np.einsum("nsf,ns,nsg->fg", table, shares, table) / len(table) - mean.T @ mean / len(table)
        weights = weights + np.linalg.solve(spread + ridge, slope)
    loss = -float((wanted * np.log(soft(table @ weights) + 1e-9)).sum(axis=1).mean())
    return weights, loss, float(np.log(table.shape[1]))


def soft(strengths: np.ndarray) -> np.ndarray:
    grown = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("game")
    read.add_argument("players", type=int)
    read.add_argument("--games", type=int, default=1000)
    read.add_argument("--every", type=int, default=8, help="one decision in so many is looked at")
    read.add_argument("--seed", type=int, default=1)
    asked = read.parse_args()
    rows, ends = samples(asked.game, asked.players, asked.games, asked.every, asked.seed)
    weights, loss, blind = fitted(rows, ends)
    print(f"{len(rows)} tables, loss {loss:.4f} (knowing nothing: {blind:.4f})")
    print([round(float(weight), 3) for weight in weights])


if __name__ == "__main__":
    main()
