"""Writes tests/rl/playthroughs: for each game what OpenSpiel sees in one, as its own tool tells it. With --check it only says
which would change. A tensor is told by its digest, and a long line by its beginning and its digest, so that the files stay small
and yet notice every change.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from open_spiel.python.algorithms import generate_playthrough

from loot_table import games
from loot_table.rl import openspiel

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "rl" / "playthroughs"
LONGEST = 160
SEED = 20
# Options by which a random game is short.
SHORT = {
    "crates_barrels": "turn_limit:20",
    "loot_fiend": "stalemate_rounds:1",
    "looterz": "loot_target:2 round_limit:3",
    "loot_n_run": "target_score:20",
}


def playthrough(slug: str, form: str = "fixed") -> str:
    openspiel.register()
    game = games.load(slug)
    params = f"players={game.least_players},options={SHORT.get(slug, '')},form={form}"
    with patch.object(generate_playthrough, "_format_tensor", told):
        lines = generate_playthrough.playthrough_lines(f"{slug}({params})", seed=SEED)
    return "\n".join([shortened(line) for line in lines]) + "\n"


def told(tensor: Any, name: str, max_cols: int = 0) -> list[str]:
    """In the place of OpenSpiel's own way to write a tensor, which takes minutes for long rows of fractions."""
    digest = sha256(tensor.tobytes()).hexdigest()[:16]
    return [f"{name}: {np.count_nonzero(tensor)} of {tensor.size} are not 0, {digest}"]


def shortened(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    return f"{line[:LONGEST]}… {len(line)} letters, {sha256(line.encode()).hexdigest()[:16]}"


def path_of(slug: str) -> Path:
    return FOLDER / f"{slug}.txt"


def main() -> int:
    wrong = 0
    for slug in games.slugs():
        text = playthrough(slug)
        if "--check" not in sys.argv:
            FOLDER.mkdir(exist_ok=True)
            path_of(slug).write_text(text, encoding="utf-8")
        elif path_of(slug).read_text(encoding="utf-8") != text:
            print(f"{slug} plays otherwise than its playthrough: python scripts/playthroughs.py, if that is meant")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
