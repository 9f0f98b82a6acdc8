"""A match that is played on and on, and interrupted at random moments."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

# One process plays on and on, is interrupted at random moments, and each time goes on with what was kept.
PLAYER = """
import os, random, sys, threading, time, signal
from pathlib import Path
from rich.console import Console
from loot_table import bots, games
from loot_table.cli.files import read_kept
from loot_table.cli.interrupts import Interrupts
from loot_table.cli.seats import HUMAN, filled
from loot_table.cli.terminal import Terminal
from loot_table.engine.match import Match
from loot_table.engine.random import Random

signal.signal(signal.SIGINT, lambda *_: None)  # one that comes late, after a game's end, is nobody's
slug, times, path = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
rng, game = random.Random(slug), games.load(slug)
who = [HUMAN, *[rng.choice(["mastermind", "burglar"]) for _ in range(game.least_players - 1)]]
console = Console(file=open(os.devnull, "w"))
kept = 0
match = Match(game, len(who), nature=Random(1))
while kept < times:
    interrupts = Interrupts()
    def ask(prompt, whose=0, words=None):
        return str(rng.randint(1, len(match.actions()))) if "Enter" not in prompt else ""
    terminal = Terminal(match, filled(game, who, rng.getrandbits(60), interrupts.clock), console, ask, interrupts, True, path)
    timer = threading.Timer(0.05 + rng.random() * 0.4, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    if not terminal.run():
        timer.cancel()  # the game was over before the signal came
        match = Match(game, len(who), nature=Random(rng.getrandbits(60)))
        continue
    if not any(entry.outcome is None for entry in match.record):
        continue  # nothing was done that could be kept
    again, sat = read_kept(path, Random(rng.getrandbits(60)))
    assert sat == who, (sat, who)
    assert [entry.to_json() for entry in again.record][: match.version] == [entry.to_json() for entry in match.record]
    match, kept = again, kept + 1
    print("kept", match.version, flush=True)
"""


def hears() -> None:
    """A child listens to Ctrl-C, also where the tests were started in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def check_kept(slug: str, times: int, folder: Path) -> None:
    """No signal ends it, no traceback is seen, and it goes on as the same match."""
    command = [sys.executable, "-P", "-c", PLAYER, slug, str(times), str(folder / "match.loot.json")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False, preexec_fn=hears)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.count("kept") == times
    assert done.stderr == ""
