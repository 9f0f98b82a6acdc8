"""Random playouts per second: through Python and with the loop inside; compiled, interpreted, by another build, and by a peer."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path

from loot_table import games
from loot_table.bench.connect_four import Board
from loot_table.engine import playout
from loot_table.engine.build import is_compiled
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, State

CONNECT_FOUR = "connect four"
MOST_STEPS = 5000
Start = Callable[[], State]


def starts() -> dict[str, Start]:
    """How to begin each game: connect four, then every game here with the fewest players."""
    found: dict[str, Start] = {CONNECT_FOUR: Board}
    for game in games.all_games():
        first = game.start(game.least_players)
        found[f"{game.slug}, {game.least_players}p"] = first.copy
    return found


def through_python(start: Start, draw: Callable[[], float]) -> int:
    """One game driven from Python, action by action, as a user of the library would."""
    state = start()
    steps = 0
    while state.agenda and steps < MOST_STEPS:
        if state.to_act == NATURE:
            outcomes = state.outcomes()
            state.happen(random.choices([o for o, _ in outcomes], [w for _, w in outcomes])[0])
        else:
            actions = state.actions()
            state.apply(actions[int(draw() * len(actions))])
        steps += 1
    return steps


def through_sample(start: Start, rng: Random) -> int:
    """The same without listing: one answer is drawn at a time."""
    state = start()
    steps = 0
    while state.agenda and steps < MOST_STEPS:
        if state.to_act == NATURE:
            state.happen(state.chance().sample(state, rng))
        else:
            state.apply(state.decision().sample(state, rng))
        steps += 1
    return steps


def inside(loop: Callable[[State, Random, int], int], start: Start, rng: Random) -> int:
    """One game with the loop inside compiled code."""
    return loop(start(), rng, MOST_STEPS)


def rate(play_one: Callable[[], int], seconds: float, repeats: int = 3) -> float:
    """Steps per second of CPU time, the best of several runs."""
    best = 0.0
    for _ in range(repeats):
        steps, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds / repeats:
            for _ in range(10):
                steps += play_one()
        best = max(best, steps / spent)
    return best


def own_rates(seconds: float) -> dict[str, dict[str, float]]:
    """Steps per second of this build."""
    found: dict[str, dict[str, float]] = {}
    for name, start in starts().items():
        found[name] = {
            "python": rate(partial(through_python, start, random.random), seconds),
            "python_sampled": rate(partial(through_sample, start, Random(1)), seconds),
            "listed": rate(partial(inside, playout.listed, start, Random(1)), seconds),
            "sampled": rate(partial(inside, playout.sampled, start, Random(1)), seconds),
        }
    return found


def interpreted_rates(seconds: float) -> dict[str, dict[str, float]]:
    """The same source without its compiled modules, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(str(files("loot_table")))
        shutil.copytree(
            package, Path(folder) / "loot_table", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        )
        environment = {**os.environ, "PYTHONPATH": folder}
        command = [sys.executable, "-m", "loot_table.bench.playouts", str(seconds)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=folder)  # noqa: S603
    told: dict[str, dict[str, float]] = json.loads(done.stdout)
    return told


def other_rates(folder: Path, seconds: float) -> dict[str, dict[str, float]]:
    """The same of another build, which lies in a folder; by its own code, in a process of its own."""
    program = f"import json; from loot_table.bench import playouts; print(json.dumps(playouts.own_rates({seconds})))"
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve())}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=folder)  # noqa: S603
    told: dict[str, dict[str, float]] = json.loads(done.stdout)
    return told


def open_spiel_rates(seconds: float) -> dict[str, float] | None:
    """Connect four by OpenSpiel: its C++ loop with two of its random bots, and driven from Python."""
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    players = [pyspiel.make_uniform_random_bot(seat, 1234 + seat) for seat in range(2)]

    def their_loop() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, 7)
        return int(state.move_number())

    def our_loop() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            steps += 1
        return steps

    return {"python": rate(our_loop, seconds), "listed": rate(their_loop, seconds)}


def main() -> None:
    assert not is_compiled(), "this entry measures the interpreted source"
    print(json.dumps(own_rates(float(sys.argv[1]))))  # noqa: T201


if __name__ == "__main__":
    main()
