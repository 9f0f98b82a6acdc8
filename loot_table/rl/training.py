"""A training from its command to its model: learning, a look at how well it plays now and then, and what is kept of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from loot_table import games
from loot_table.arena.contest import Contest
from loot_table.arena.ratings import standings
from loot_table.arena.run import run
from loot_table.engine.errors import BadInput
from loot_table.rl import onnx_file
from loot_table.rl.card import NOTE, Card, card_for
from loot_table.rl.curves import Point
from loot_table.rl.onnx_file import Graph
from loot_table.rl.policy import Model, PolicyBot, card_with_sizes, fingerprint
from loot_table.rl.ppo import RECIPES, Recipe, Trainer
from loot_table.rl.vector import VectorTable

POLICY: Final = "policy"  # what it is called in contests
WATCHED: Final = ("random", "greedy")


@dataclass(frozen=True)
class Plan:
    """What is trained, how long, and how often it is looked at."""

    game: str
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    minutes: float = 6.0  # CPU, of learning; looks come on top
    seed: int = 1
    looks: int = 8
    games: int = 100  # of each look, against each kind of bot
    opponents: Sequence[str] = WATCHED
    command: str = ""
    date: str = ""

    def check(self) -> None:
        game = games.load(self.game)
        game.check_players(self.players)
        if self.games % self.players:
            raise BadInput(f"every deal is played from every seat: look at a multiple of {self.players} games")


@dataclass(frozen=True)
class Trained:
    """A model as a file, its card, and its curve."""

    content: bytes
    card: Card
    points: tuple[Point, ...]


class Training:
    """`keep` is given what there is after each look, so that a training that is stopped is not lost."""

    def __init__(
        self,
        plan: Plan,
        recipe: Recipe | None = None,
        tell: Callable[[str], None] = lambda _: None,
        keep: Callable[[Trained], None] = lambda _: None,
    ) -> None:
        plan.check()
        self.plan = plan
        self.tell = tell
        self.keep = keep
        self.recipe = recipe or RECIPES.get(plan.game, Recipe())
        game = games.load(plan.game)
        card = card_for(game, plan.players, plan.options, None, self.recipe.form)
        card = replace(card, plays=self.recipe.plays)
        self.card = card_with_sizes(card, game.start(plan.players, plan.options))
        tables = VectorTable(
            plan.game, self.recipe.tables, plan.players, plan.options, form=self.recipe.form, seed=plan.seed
        )
        self.trainer = Trainer(tables, self.recipe, plan.seed)
        self.points: list[Point] = []
        self.looking = 0.0  # CPU seconds

    def run(self) -> Trained:
        self.look()
        self.trainer.train(60 * self.plan.minutes, self.moment)
        return self.trained()

    def moment(self, done: float) -> None:
        looks = len(self.points) // len(self.plan.opponents)  # the first was before it had learned anything
        if done >= looks / self.plan.looks:
            self.look()

    def look(self) -> None:
        """Games against bots, each deal from every seat; other deals at every look."""
        began = time.process_time()
        model = Model(self.file(self.card))
        for opponent in self.plan.opponents:
            self.points.append(self.point(model, opponent))
        self.looking += time.process_time() - began
        now = self.points[-len(self.plan.opponents) :]
        shares = ", ".join(f"{each.share:.0%} against {each.opponent}" for each in now)
        self.tell(f"{now[0].minutes:5.2f} CPU minutes, {now[0].steps:,} steps: {shares}")
        self.keep(self.trained())

    def point(self, model: Model, opponent: str) -> Point:
        plan, progress = self.plan, self.trainer.progress
        contest = Contest(
            plan.game,
            (POLICY, *[opponent] * (plan.players - 1)),
            plan.players,
            plan.games,
            plan.seed + 1000 * (1 + len(self.points)),
            plan.options,
            brought={POLICY: lambda game, seed: PolicyBot(model, game, self.card, seed)},
        )
        [stood] = [each for each in standings(contest, run(contest)) if each.bot == POLICY]
        minutes = progress.spent.all / 60
        return Point(minutes, progress.steps, opponent, plan.games, stood.share, stood.low, stood.high)

    def file(self, card: Card) -> bytes:
        graph = self.trainer.graph()
        told = replace(card, hash=fingerprint(graph))
        return onnx_file.written(Graph(graph.nodes, graph.weights, graph.inputs, graph.outputs, {NOTE: told.to_json()}))

    def trained(self) -> Trained:
        plan, progress = self.plan, self.trainer.progress
        made = {
            "algorithm": "ppo",
            "command": plan.command,
            "date": plan.date,
            "seed": plan.seed,
            "cpu_minutes": round(progress.spent.all / 60, 2),
            "cpu_minutes_of_looks": round(self.looking / 60, 2),
            "steps": progress.steps,
            "games": progress.games,
            "recipe": asdict(self.recipe),
            "figures": [asdict(each) for each in self.points[-len(plan.opponents) :]],
        }
        card = replace(self.card, made=made)
        content = self.file(card)
        return Trained(content, Model(content).card, tuple(self.points))
