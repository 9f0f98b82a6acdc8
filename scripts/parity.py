"""Plays the same seeds interpreted and compiled, and compares every legal action, outcome and view.

The compiler is known to miscompile silently, so nothing is trusted that was not compared.
Usage: python scripts/parity.py (in an environment where the compiled package is installed).
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
GAMES_EACH = 6
MOST_STEPS = 400
LISTED = 3  # actions are listed at every third step, and drawn by `sample` at the others


def digests() -> list[str]:
    """A line for every game and number of players, and one for the random numbers themselves."""
    from loot_table import games
    from loot_table.engine.build import is_compiled
    from loot_table.engine.random import Random

    print("compiled" if is_compiled() else "interpreted", file=sys.stderr)
    rng = Random(2**70 + 5)
    numbers = [int(rng.below(n)) for n in (2, 3, 7, 1000, 2**30) * 200] + [rng.unit() for _ in range(50)]
    lines = [f"random {digest(repr(numbers))}"]
    for game in games.all_games():
        for players in range(game.least_players, game.most_players + 1):
            lines.append(f"{game.slug} {players} {game_digest(game.slug, players)}")
    return lines


def game_digest(slug: str, players: int) -> str:
    from loot_table import bots, games
    from loot_table.engine import codec
    from loot_table.engine.random import Random
    from loot_table.engine.state import NATURE, REFEREE

    game = games.load(slug)
    told = hashlib.sha256()
    for seed in range(GAMES_EACH):
        rng = Random(seed * 1000 + players)
        greedy = bots.make("greedy", game, seed)
        state = start(game, players, rng) if seed else game.start(players)
        steps = 0
        while state.agenda and steps < MOST_STEPS:
            if state.to_act == NATURE:
                outcomes = state.outcomes()
                told.update(repr([(int(number), int(weight)) for number, weight in outcomes]).encode())
                state.happen(state.chance().sample(state, rng))
            elif steps % LISTED == 0:
                actions = state.actions()
                told.update(codec.dumps(codec.encode(list(actions))))
                state.apply(actions[int(rng.below(len(actions)))])
            elif seed == 1 and state.to_act == 0 and steps % 2 == 0:
                state.apply(greedy.choose(state.view(0), bots.offered(state)))
            else:
                state.apply(state.decision().sample(state, rng))
            told.update(codec.dumps(codec.encode(state.view(REFEREE))))
            steps += 1
        told.update(repr((state.reason, state.standings() if not state.agenda else None)).encode())
    return told.hexdigest()[:16]


def start(game: Any, players: int, rng: Any) -> Any:
    """A table with some options drawn at random."""
    from loot_table.engine.errors import BadOption
    from loot_table.engine.options import described

    while True:
        chosen = {}
        for option in described(game.options):
            if option.choices and rng.below(3) == 0:
                chosen[option.name] = rng.pick(option.choices)
        try:
            return game.start(players, chosen)
        except BadOption:  # a mixture that cannot be
            continue


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def run(environment: dict[str, str]) -> list[str]:
    command = [sys.executable, __file__, "digests"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT / "scripts")
    if done.returncode:
        sys.exit(done.stderr)
    return [done.stderr.split()[0], *done.stdout.splitlines()]


def main() -> None:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    interpreted = run({**plain, "PYTHONPATH": str(ROOT)})
    compiled = run(plain)
    if (interpreted[0], compiled[0]) != ("interpreted", "compiled"):
        sys.exit(f"parity: the two runs were {interpreted[0]} and {compiled[0]}; the compiled package is not installed")
    different = [(one, other) for one, other in zip(interpreted[1:], compiled[1:], strict=True) if one != other]
    for one, other in different:
        print(f"parity: interpreted {one} but compiled {other}")
    if different:
        sys.exit("parity: the compiled build plays other games than its source")
    print(f"parity: {len(compiled) - 1} comparisons, all the same")


if __name__ == "__main__":
    if sys.argv[1:] == ["digests"]:
        print("\n".join(digests()))
    else:
        main()
