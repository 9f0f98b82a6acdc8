"""PPO in self-play, in one file: many tables at once, one net for all seats, letters that are not legal masked out.

A seat sees itself first, so the same net plays every seat. What a seat does is followed by what the others do: its next value
is that of its own next decision, however many decisions of others lie between.

Where a game has a value function, the net foresees only what that does not: a step that makes a table worth more is praised at
once, not when the game is over. That changes how soon something is learned, and nothing about what is best. The function sees
the whole table, but only while learning: what plays in the end sees its seat's row and nothing else. Needs the extra `train`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np

from loot_table.bots.knowledge import knowledge_of
from loot_table.engine.random import Random
from loot_table.engine.shares import returns_of
from loot_table.engine.state import State
from loot_table.rl.card import BEST, DRAWN
from loot_table.rl.onnx_file import Graph, Node
from loot_table.rl.plain_net import ROWS
from loot_table.train.fitting import imported

Array = Any  # of numpy
NEVER: Final = -1e9  # the score of what is not legal
STRAYING: Final = 0.2  # how often somebody who is taught answers as they think themselves


@dataclass(frozen=True)
class Recipe:
    """How it learns. The defaults are the recipe of every game; `RECIPES` says where one differs."""

    tables: int = 64  # at once
    steps: int = 32  # of each table between two lessons
    units: tuple[int, ...] = (128, 64)
    rounds: int = 4  # times that every step is learned
    batch: int = 512
    pace: float = 1e-3  # falls to nothing at the end
    entropy: float = 0.005  # the prize for not being sure
    clip: float = 0.2
    trace: float = 0.5  # lambda of the advantages
    value: float = 0.5  # the weight of foreseeing the result
    reach: float = 0.5  # the longest step of the weights
    form: str = "factored"  # of actions
    is_guided: bool = True  # by the game's own values, where it has some
    taught: float = 0.5  # the part of the time in which it first learns to answer as a greedy bot does
    plays: str = DRAWN  # in the end: an answer drawn by its odds, as while learning, or the best


# Without a guide a result is foreseen from far away, which takes longer traces and larger lessons.
RECIPES: Final[Mapping[str, Recipe]] = {
    "loot_n_run": Recipe(
        tables=128,
        steps=64,
        batch=1024,
        units=(256, 128),
        rounds=3,
        entropy=0.02,
        trace=0.95,
        is_guided=False,
        taught=0.0,
        plays=BEST,
    ),
    # Where a step takes long there are few of them: what was taught is only polished.
    "labyrinth": Recipe(taught=0.85),
    "loot_fiend": Recipe(taught=0.85),
}


@dataclass
class Spent:
    """CPU seconds, by what they were spent on."""

    playing: float = 0.0
    choosing: float = 0.0
    learning: float = 0.0

    @property
    def all(self) -> float:
        return self.playing + self.choosing + self.learning


@dataclass
class Progress:
    """How far a training is."""

    steps: int = 0
    games: int = 0
    spent: Spent = field(default_factory=Spent)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Guide:
    """What the tables are worth to each seat by the game's own values, as returns."""

    def __init__(self, tables: Any, value: Callable[[State], Sequence[float]]) -> None:
        self.value = value
        self.episodes = tables.crew.tables.batch.episodes
        self.moments = [-1] * len(self.episodes)  # actions of the games when they were looked at
        self.worth = np.zeros(tables.rewards.shape, np.float32)

    def look(self) -> Array:
        """Every table as it is now; one where only a letter was said is worth what it was."""
        for number, episode in enumerate(self.episodes):
            if episode.done != self.moments[number]:
                self.moments[number] = episode.done
                self.worth[number] = returns_of(self.value(episode.table))
        return self.worth


class Teacher:
    """A decent player beside every table, who says what they would answer there, letter by letter."""

    def __init__(self, tables: Any, seed: int) -> None:
        self.knowledge = knowledge_of(tables.game)
        self.rng = Random(seed)
        self.tables = tables
        self.episodes = tables.crew.tables.batch.episodes
        self.words: list[list[int]] = [[] for _ in self.episodes]  # what is left of each answer
        self.strays = [False] * len(self.episodes)  # where another answer than theirs is being spelled

    def letters(self, own: Array, straying: Array) -> tuple[Array, Array, Array]:
        """What is said at each table, what the teacher would have said, and whether that is known. Where somebody strays, they
        say `own` until the answer is whole: so tables are seen to which a teacher alone would not come."""
        said, taught = own.copy(), own.copy()
        is_known = np.ones(len(own), np.float32)
        for number, episode in enumerate(self.episodes):
            if not (episode.answers is not None and episode.answers.prefix):
                action = self.knowledge.answer(episode.table, self.rng)
                self.words[number] = list(self.tables.spelling.word(action, episode.view(episode.to_act)))
                self.strays[number] = False
            word = self.words[number]
            if self.strays[number] or not word or not self.tables.masks[number][word[0]]:
                self.strays[number] = True  # more is accepted than is listed (repacking): it cannot be spelled here
                is_known[number] = 0.0
                continue
            taught[number] = word.pop(0)
            if straying[number] and own[number] != taught[number]:
                self.strays[number] = True
            else:
                said[number] = taught[number]
        return said, taught, is_known


def guide_of(tables: Any, recipe: Recipe) -> Guide | None:
    value = knowledge_of(tables.game).value
    return Guide(tables, value) if recipe.is_guided and value is not None else None


class Trainer:
    """A net that plays against itself at tables of a kind (`rl/vector.py`)."""

    def __init__(self, tables: Any, recipe: Recipe, seed: int) -> None:
        torch = self.torch = imported()
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.tables = tables
        self.recipe = recipe
        self.seed = seed
        self.rng = np.random.default_rng(seed)
        self.progress = Progress()
        self.guide = guide_of(tables, recipe)
        sizes = [tables.observations.shape[1], *recipe.units]
        layers: list[Any] = []
        for before, after in pairwise(sizes):
            layers += [torch.nn.Linear(before, after), torch.nn.ReLU()]
        self.body = torch.nn.Sequential(*layers)
        self.scores = torch.nn.Linear(sizes[-1], tables.masks.shape[1])
        self.value = torch.nn.Linear(sizes[-1], 1)
        for layer in (*self.body, self.scores, self.value):
            if isinstance(layer, torch.nn.Linear):
                torch.nn.init.orthogonal_(layer.weight, 2**0.5)
                torch.nn.init.zeros_(layer.bias)
        with torch.no_grad():
            self.scores.weight *= 0.01
            self.value.weight *= 0.1
        self.parameters = [*self.body.parameters(), *self.scores.parameters(), *self.value.parameters()]
        self.method = torch.optim.Adam(self.parameters, lr=recipe.pace, eps=1e-5)

    def train(self, seconds: float, moments: Callable[[float], None]) -> None:
        """For so many CPU seconds; after each lesson `moments` is told how much of them is spent."""
        self.be_taught(seconds * self.recipe.taught, moments, seconds)
        while self.progress.spent.all < seconds:
            done = self.progress.spent.all / seconds
            for group in self.method.param_groups:
                group["lr"] = self.recipe.pace * max(1.0 - done, 0.05)
            self.lesson()
            moments(min(self.progress.spent.all / seconds, 1.0))

    def be_taught(self, until: float, moments: Callable[[float], None], seconds: float) -> None:
        """Answer as a decent player does, before finding out what is better."""
        teacher = Teacher(self.tables, self.seed)
        while self.progress.spent.all < until:
            began = time.process_time()
            told = self.shown(teacher)
            shown = time.process_time()
            self.copy(told)
            self.progress.spent.playing += shown - began
            self.progress.spent.learning += time.process_time() - shown
            moments(min(self.progress.spent.all / seconds, 1.0))

    def shown(self, teacher: Teacher) -> dict[str, Array]:
        """So many steps of every table, most of them as the teacher would do them."""
        parts: dict[str, list[Array]] = {"rows": [], "masks": [], "letters": [], "choices": []}
        for _ in range(self.recipe.steps):
            rows, masks = self.tables.observations.copy(), self.tables.masks.astype(bool)
            own, _, _ = self.answers(rows, masks)
            said, taught, is_known = teacher.letters(own, self.rng.random(len(own)) < STRAYING)
            for name, each in (("rows", rows), ("masks", masks), ("letters", taught), ("choices", is_known)):
                parts[name].append(each)
            self.tables.step(said)
            self.progress.steps += len(said)
            self.progress.games += int(self.tables.done.sum())
        return {name: np.concatenate(each) for name, each in parts.items()}

    def copy(self, told: dict[str, Array]) -> None:
        torch, recipe = self.torch, self.recipe
        batches = {name: torch.from_numpy(each) for name, each in told.items()}
        count = len(told["letters"])
        for _ in range(recipe.rounds):
            order = torch.from_numpy(self.rng.permutation(count))
            for start in range(0, count - recipe.batch + 1, recipe.batch):
                some = order[start : start + recipe.batch]
                scores, _ = self.seen(batches["rows"][some])
                logs = torch.log_softmax(scores.masked_fill(~batches["masks"][some], NEVER), 1)
                known = batches["choices"][some]
                chosen = logs.gather(1, batches["letters"][some][:, None]).squeeze(1)
                self.method.zero_grad()
                (-(chosen * known).sum() / known.sum().clamp(min=1.0)).backward()
                self.method.step()

    def lesson(self) -> None:
        rollout = self.played()
        began = time.process_time()
        self.learn(rollout)
        self.progress.spent.learning += time.process_time() - began

    # ---------------------------------------------------------------- playing

    def played(self) -> dict[str, Array]:
        """So many steps of every table, and what each was worth to the seat that did it."""
        tables, recipe, spent = self.tables, self.recipe, self.progress.spent
        many, count = recipe.steps, recipe.tables
        rows = np.empty((many, count, tables.observations.shape[1]), np.float32)
        masks = np.empty((many, count, tables.masks.shape[1]), bool)
        seats = np.empty((many, count), np.int64)
        letters = np.empty((many, count), np.int64)
        logs = np.empty((many, count), np.float32)
        values = np.empty((many + 1, count), np.float32)
        ends = np.empty((many, count), bool)
        rewards = np.empty((many, count, tables.rewards.shape[1]), np.float32)
        worth = np.zeros((many + 1, *tables.rewards.shape), np.float32)  # to every seat, by the guide
        for step in range(many):
            began = time.process_time()
            rows[step], masks[step], seats[step] = tables.observations, tables.masks, tables.to_act
            if self.guide is not None:
                worth[step] = self.guide.look()
            letters[step], logs[step], values[step] = self.answers(rows[step], masks[step])
            chosen = time.process_time()
            tables.step(letters[step])
            rewards[step], ends[step] = tables.rewards, tables.done
            spent.choosing += chosen - began
            spent.playing += time.process_time() - chosen
        values[many] = self.answers(tables.observations, tables.masks.astype(bool))[2]
        self.progress.steps += many * count
        self.progress.games += int(ends.sum())
        if self.guide is not None:
            worth[many] = self.guide.look()
        gains = advantages(seats, values, rewards, ends, tables.to_act, recipe.trace, worth)
        flat = {"rows": rows, "masks": masks, "letters": letters, "logs": logs, "values": values[:-1], "gains": gains}
        return {name: each.reshape(many * count, *each.shape[2:]) for name, each in flat.items()}

    def answers(self, rows: Array, masks: Array) -> tuple[Array, Array, Array]:
        """A letter for each row drawn by its odds, the logarithm of its odds, and what the net expects."""
        torch = self.torch
        with torch.inference_mode():
            scores, values = self.seen(torch.from_numpy(np.ascontiguousarray(rows)))
            scores = scores.masked_fill(torch.from_numpy(~masks), NEVER)
            odds = torch.log_softmax(scores, 1).numpy()
        noise = -np.log(-np.log(self.rng.random(odds.shape, np.float32) + 1e-12) + 1e-12)
        letters = np.argmax(np.where(masks, odds + noise, -np.inf), 1)
        return letters, odds[np.arange(len(odds)), letters], values.numpy()

    def seen(self, rows: Any) -> tuple[Any, Any]:
        hidden = self.body(rows)
        return self.scores(hidden), self.value(hidden).squeeze(-1)

    # ---------------------------------------------------------------- learning

    def learn(self, rollout: dict[str, Array]) -> None:
        torch, recipe = self.torch, self.recipe
        # Where there is no choice there is nothing to learn but the value.
        has_choice = rollout["masks"].sum(1) > 1
        gains = rollout["gains"]
        some = gains[has_choice] if has_choice.any() else gains
        told = {name: torch.from_numpy(np.ascontiguousarray(each)) for name, each in rollout.items()}
        told["targets"] = told["gains"] + told["values"]
        told["gains"] = (told["gains"] - float(some.mean())) / (float(some.std()) + 1e-6)
        told["choices"] = torch.from_numpy(has_choice.astype(np.float32))
        count = len(gains)
        for _ in range(recipe.rounds):
            order = torch.from_numpy(self.rng.permutation(count))
            for start in range(0, count - recipe.batch + 1, recipe.batch):
                self.method.zero_grad()
                self.loss({name: each[order[start : start + recipe.batch]] for name, each in told.items()}).backward()
                torch.nn.utils.clip_grad_norm_(self.parameters, recipe.reach)
                self.method.step()

    def loss(self, batch: dict[str, Any]) -> Any:
        torch, recipe = self.torch, self.recipe
        scores, values = self.seen(batch["rows"])
        logs = torch.log_softmax(scores.masked_fill(~batch["masks"], NEVER), 1)
        chosen = logs.gather(1, batch["letters"][:, None]).squeeze(1)
        ratio = (chosen - batch["logs"]).exp()
        bounded = ratio.clamp(1 - recipe.clip, 1 + recipe.clip)
        gain = torch.minimum(ratio * batch["gains"], bounded * batch["gains"])
        doubt = -(logs.exp() * logs.masked_fill(~batch["masks"], 0.0)).sum(1)
        choices = batch["choices"]
        policy = -((gain + recipe.entropy * doubt) * choices).sum() / choices.sum().clamp(min=1.0)
        return policy + recipe.value * (values - batch["targets"]).square().mean()

    # ---------------------------------------------------------------- what came of it

    def graph(self) -> Graph:
        """The net as a file has it."""
        torch = self.torch
        nodes: list[Node] = []
        weights: dict[str, Array] = {}

        def dense(name: str, layer: Any, source: str) -> str:
            weights[f"{name}.weight"] = layer.weight.detach().numpy().copy()
            weights[f"{name}.bias"] = layer.bias.detach().numpy().copy()
            nodes.append(Node("Gemm", (source, f"{name}.weight", f"{name}.bias"), (name,), {"transB": 1}))
            return name

        source = ROWS
        for number, layer in enumerate(each for each in self.body if isinstance(each, torch.nn.Linear)):
            source = dense(f"layer{number}", layer, source)
            nodes.append(Node("Relu", (source,), (f"{source}.on",)))
            source = f"{source}.on"
        dense("scores", self.scores, source)
        dense("value", self.value, source)
        size, letters = self.body[0].in_features, self.scores.out_features
        return Graph(tuple(nodes), weights, ((ROWS, size),), (("scores", letters), ("value", 1)), {})


def advantages(
    seats: Array, values: Array, rewards: Array, ends: Array, last: Array, trace: float, worth: Array
) -> Array:
    """How much better each step was than expected, for the seat that did it, told from the last step to the first.

    What is expected is what the guide says the table is worth to the seat, and what the net foresees besides. Where nobody
    knows what it foresees for a seat after the last step, it is what is left of that of the seat to act: together the seats
    win nothing.
    """
    many, count = seats.shape
    players = rewards.shape[2]
    every = np.arange(count)
    next_value = np.repeat(-values[many][:, None] / (players - 1), players, 1)
    next_value[every, last] = values[many]
    next_value += worth[many]
    earned = np.zeros((count, players), np.float32)
    later = np.zeros((count, players), np.float32)
    found = np.empty((many, count), np.float32)
    for step in range(many - 1, -1, -1):
        over = ends[step]
        next_value[over] = 0.0
        later[over] = 0.0
        earned[over] = rewards[step][over]
        seat = seats[step]
        expected = values[step] + worth[step][every, seat]
        wrong = earned[every, seat] + next_value[every, seat] - expected
        gain = wrong + trace * later[every, seat]
        found[step] = gain
        next_value[every, seat] = expected
        later[every, seat] = gain
        earned[every, seat] = 0.0
    return found
