"""Trains the nets of a game's `value.toml` in games of its bots: `python scripts/train.py loot_n_run --players 2,4`.

A net makes a seat's strength of its features (`value.features`); shares of the victory follow from strengths. Bots slip now
and then, so that tables are seen which they would not have chosen. Needs NumPy (requirements/dev.txt).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from loot_table import games
from loot_table.bots import offered
from loot_table.bots.ismcts import AS_USUAL, Search
from loot_table.bots.knowledge import knowledge_of
from loot_table.engine.net import FILE
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE

SLIP = 0.1
BATCH = 512
ROUNDS = 12
PACE = 0.003
Array = Any


def samples(slug: str, players: int, count: int, every: int, seed: int, nodes: int = 0) -> tuple[Array, Array, Array]:
    """The features of all seats at some decisions, how those games ended, and the number of the game.

    With `nodes` the bots search so far, with the nets that there are, instead of being greedy.
    """
    game = games.load(slug)
    features = games.part(game, "bot.value").features
    knowledge = knowledge_of(game)
    rows, ends, numbers = [], [], []
    for number in range(count):
        rng = Random(seed + number)
        state = game.start(players)
        state.settle()
        seen = 0
        while state.agenda:
            if state.to_act == NATURE:
                state.happen(state.chance().sample(state, rng))
                continue
            if rng.below(every) == 0:
                rows.append(features(state))
                seen += 1
            if rng.unit() < SLIP:
                state.apply(state.decision().sample(state, rng))
            elif nodes:
                search = Search(knowledge, int(rng.word()), AS_USUAL)
                state.apply(search.think(state.view(state.to_act), offered(state), nodes).action)
            else:
                state.apply(knowledge.answer(state, rng))
        shares = state.standings()
        if sum(shares) < 0.5:  # nobody has won, which says nothing about anybody
            del rows[len(rows) - seen :]
            continue
        ends += [shares] * seen
        numbers += [number] * seen
    return np.array(rows), np.array(ends), np.array(numbers)


class Trainee:
    """The net while it learns, by Adam's method."""

    def __init__(self, inputs: int, units: int, rng: Array) -> None:
        self.parts = [
            rng.normal(0, (2 / inputs) ** 0.5, (inputs, units)),
            np.zeros(units),
            rng.normal(0, (1 / units) ** 0.5, units),
        ]
        self.drift = [np.zeros_like(part) for part in self.parts]
        self.power = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def shares(self, rows: Array) -> tuple[Array, Array]:
        """Shares of the victory, and the activations of the hidden layer."""
        weights, biases, output_weights = self.parts
        activations = np.maximum(rows @ weights + biases, 0)
        strengths = activations @ output_weights
        grown = np.exp(strengths - strengths.max(axis=1, keepdims=True))
        return grown / grown.sum(axis=1, keepdims=True), activations

    def learn(self, rows: Array, ends: Array, pace: float) -> None:
        shares, activations = self.shares(rows)
        error = (shares - ends) / len(rows)  # by strength
        back = error[..., None] * self.parts[2] * (activations > 0)
        gradients = [
            np.einsum("nsi,nsu->iu", rows, back),
            back.sum(axis=(0, 1)),
            np.einsum("ns,nsu->u", error, activations),
        ]
        self.steps += 1
        for number, gradient in enumerate(gradients):
            self.drift[number] = 0.9 * self.drift[number] + 0.1 * gradient
            self.power[number] = 0.999 * self.power[number] + 0.001 * gradient**2
            drift = self.drift[number] / (1 - 0.9**self.steps)
            power = self.power[number] / (1 - 0.999**self.steps)
            self.parts[number] = self.parts[number] - pace * (
                drift / (np.sqrt(power) + 1e-8) + 1e-4 * self.parts[number]
            )

    def loss(self, rows: Array, ends: Array) -> float:
        return -float((ends * np.log(self.shares(rows)[0] + 1e-9)).sum(axis=1).mean())


def trained(rows: Array, ends: Array, numbers: Array, units: int, seed: int) -> Trainee:
    """A net taught by four games out of five; the fifth tell how good it is."""
    rng = np.random.default_rng(seed)
    lessons, exams = np.flatnonzero(numbers % 5), np.flatnonzero(numbers % 5 == 0)
    trainee = Trainee(rows.shape[2], units, rng)
    for turn in range(ROUNDS):
        pace = PACE * (1 + np.cos(np.pi * turn / ROUNDS)) / 2
        rng.shuffle(lessons)
        for start in range(0, len(lessons), BATCH):
            batch = lessons[start : start + BATCH]
            trainee.learn(rows[batch], ends[batch], pace)
    learned, loss = trainee.loss(rows[lessons], ends[lessons]), trainee.loss(rows[exams], ends[exams])
    print(
        f"{len(rows)} tables, loss {loss:.4f} (of the lessons {learned:.4f}; of one who knows nothing {np.log(ends.shape[1]):.4f})"
    )
    return trainee


def written(players: int, trainee: Trainee, command: str) -> str:
    """A net as TOML. Four digits are enough, and keep the file small."""
    weights, biases, output_weights = trainee.parts
    units = ",\n".join(f"  [{', '.join(f'{weight:.4g}' for weight in unit)}]" for unit in weights.T)
    lines = [f"# {command}", f"[{players}]", f"weights = [\n{units},\n]"]
    for name, part in (("biases", biases), ("output_weights", output_weights)):
        lines.append(f"{name} = [{', '.join(f'{weight:.4g}' for weight in part)}]")
    return "\n".join(lines)


def put(path: Path, players: int, net: str) -> None:
    """A net takes its place in a file; those for other numbers of players stay as they are."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n") if path.exists() else []
    nets = {int(block.split("\n")[1][1:-1]): block for block in blocks}
    nets[players] = net
    path.write_text("\n\n".join(nets[count] for count in sorted(nets)) + "\n", encoding="utf-8")


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("game")
    read.add_argument("--players", default="2", help="numbers of players, separated by commas")
    read.add_argument("--games", type=int, default=10_000)
    read.add_argument("--every", type=int, default=5, help="one decision in so many is looked at")
    read.add_argument("--nodes", type=int, default=0, help="how far the bots search; 0: they are greedy")
    read.add_argument("--units", type=int, default=16)
    read.add_argument("--seed", type=int, default=1)
    asked = read.parse_args()
    path = Path(__file__).parent.parent / "loot_table" / "games" / asked.game / "bot" / FILE
    for players in [int(number) for number in asked.players.split(",")]:
        rows, ends, numbers = samples(asked.game, players, asked.games, asked.every, asked.seed, asked.nodes)
        command = f"scripts/train.py {asked.game} --players {players} --games {asked.games} --every {asked.every}"
        if asked.nodes:
            command += f" --nodes {asked.nodes}"
        put(path, players, written(players, trained(rows, ends, numbers, asked.units, asked.seed), command))


if __name__ == "__main__":
    main()
