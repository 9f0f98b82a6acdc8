"""Ctrl-C at any moment: while bots think, between their moves, at the question. The match is kept each time."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from children import environment
from cli.interrupted import check_kept, hears

from loot_table import games
from loot_table.cli.interrupts import Interrupts

TIMES = 6  # for each of the five games; `make soak` takes more


@pytest.mark.parametrize("slug", games.slugs())
def test_a_match_is_kept_whenever_ctrl_c_comes(slug: str, tmp_path: Path) -> None:
    """Thirty times over the five games: no signal, no traceback, and the same match afterwards."""
    check_kept(slug, TIMES, tmp_path)


# The same without a terminal: nothing guards the bots, and their clock is no Python function.
THINKER = """
import os, random, sys, threading, time, signal
from loot_table import bots, games
from loot_table.engine.match import Match
from loot_table.engine.random import Random

slug, times = sys.argv[1], int(sys.argv[2])
rng, game, caught = random.Random(slug), games.load(slug), 0
timer = None
while caught < times:
    try:
        match = Match(game, game.least_players, nature=Random(rng.getrandbits(60)))
        while not match.is_over:
            if timer is None or not timer.is_alive():
                timer = threading.Timer(rng.random() * 0.1, os.kill, [os.getpid(), signal.SIGINT])
                timer.start()
            bot = bots.make("burglar", game, rng.getrandbits(60), time.monotonic)
            match.play(match.to_act, bot.choose(match.view(match.to_act), bots.offered(match.state)))
    except KeyboardInterrupt:
        caught += 1
print("caught", caught, flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("slug", games.slugs())
def test_ctrl_c_anywhere_in_the_rules_is_an_exception_like_any_other(slug: str) -> None:
    """Compiled code must not multiply long numbers: an interrupt inside would end the process for want of memory."""
    command = [sys.executable, "-P", "-c", THINKER, slug, "20"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, preexec_fn=hears)
    assert (done.returncode, done.stdout) == (0, "caught 20\n"), done.stderr[-2000:]


def test_what_is_held_is_finished_first() -> None:
    def held(*deeds: Callable[[], object]) -> None:
        with interrupts.hold():
            for deed in deeds:
                deed()

    def interrupt() -> None:
        signal.raise_signal(signal.SIGINT)

    done: list[str] = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            held(interrupt, lambda: done.append("whole"))
        assert done == ["whole"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):  # a bot looks at its clock
            held(interrupt, interrupts.clock, lambda: done.append("never"))
    assert done == ["whole"]
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


@pytest.mark.parametrize(
    "words",
    [
        ("play", "crates_barrels"),
        ("watch", "labyrinth", *["--seat", "mastermind"] * 8, "--option", "tournament=4"),  # long after three seconds
        ("arena", "crates_barrels", "--games", "100000"),
    ],
)
def test_every_command_ends_alike(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", "from loot_table.cli.main import main; main()", *words]
    running = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(XDG_DATA_HOME=str(tmp_path)),
        cwd=tmp_path,
        preexec_fn=hears,  # noqa: PLW1509
    )
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    try:
        out, err = running.communicate(timeout=30)
    finally:
        running.kill()
    assert running.returncode == 130, err
    assert "Traceback" not in err
    assert "Aborted" not in out + err
