"""The protocol for other programs: each question has its answer, rubbish has one line, and stop is heard at once."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from children import environment
from fences import ROOT, blocks

from loot_table.analysis.protocol import MOST_WAITING, Engine
from loot_table.analysis.standard_input import MOST_BYTES, Given, Lines
from loot_table.engine.match import Match
from loot_table.games import load

GAME = load("crates_barrels")
PROGRAM = "from loot_table.cli.main import main; main()"
COMMAND = [sys.executable, "-P", "-c", PROGRAM, "analyse", "crates_barrels", "--engine"]
NEAR_HOME = "position 9/9/9/9/4C4/9/9/9/b8 c 10"


def answers(*lines: str) -> list[str]:
    """What is said to these lines."""
    said: list[str] = []
    Engine(Match(GAME, 2), Given(*lines), said.append, time.monotonic, 2, 1).run()
    return said


def test_the_greeting_names_every_option() -> None:
    said = answers("uci", "isready")
    assert said[0].startswith("id name Loot Table")
    assert said[-2:] == ["uciok", "readyok"]
    assert "option name MultiPV type spin default 2 min 1 max 250" in said
    assert "option name movement type combo default line var line var steps var orthogonal" in said
    assert "option name passing type check default false" in said
    assert "option name turn_limit type spin default 400 min 20 max 2000" in said


def test_a_position_is_looked_at_as_deep_as_is_asked() -> None:
    said = answers("position start moves e2-e4 e8-e6", "go depth 2")
    assert said[-1].startswith("bestmove ")
    infos = [line.split() for line in said[:-1]]
    assert {words[4] for words in infos} == {"1", "2"}
    assert {words[2] for words in infos} == {"1", "2"}
    best = infos[-2]
    assert best[best.index("pv") + 1] == said[-1].split()[1]


def test_a_certain_win_is_told_in_turns() -> None:
    said = answers(NEAR_HOME, "go")
    assert "score win 2" in said[0]
    assert said[-1].startswith("bestmove $e5-")


def test_the_moves_are_a_history_that_forbids_repeats() -> None:
    """CB-HSE-1: e7-e8 would repeat."""
    said = answers("position start moves e2-e3 e8-e7 e3-e2", "setoption name MultiPV value 200", "go depth 1")
    assert not any(" pv e7-e8" in line for line in said)
    assert sum(" pv e7-" in line for line in said) > 3


def test_rules_are_options_of_the_game() -> None:
    said = answers("setoption name movement value steps", "position start moves e2-f4", "go depth 1")
    assert said[-1].startswith("bestmove")


def test_a_game_that_is_over_has_no_best_turn() -> None:
    said = answers(NEAR_HOME + " moves $e5-e3 @a5 $e3-e1#", "go depth 3")
    assert said == ["info string the game is over in this position", "bestmove none"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("position 9/9/9/9/9/9/9/9/4c4 c 0", "error a pawn of the crates stands on its own Loot Tile e1 (CB-MOV-5)"),
        ("position 9/9 c 0", "error a board has nine ranks, the position shows 2"),
        ("position start moves e2-e5", "error turn 1, 'e2-e5': e5 is out of reach from e2. (CB-MOV-1)"),
        ("position start moves e2-e3 Zug", "error turn 2, 'Zug': \"Zug\" is not a turn; write e2-e4, e7xe9 or @e5"),
        (
            "position",
            "error a position is: position start [moves TURN ...] or position RANKS SIDE TURNS [moves TURN ...]",
        ),
        ("go sideways", "error 'sideways' is no limit; there are depth, nodes, movetime and infinite"),
        ("go depth", "error depth wants a number"),
        ("go depth many", "error depth is a whole number from 1 to 1,000,000,000,000, got 'many'"),
        ("go depth 3 infinite", "error infinite goes on until stop: no other limit goes with it"),
        ("setoption name Hash value 0", "error Hash is a whole number from 1 to 96, got '0'"),
        ("setoption Hash 3", "error an option is set by: setoption name NAME value VALUE"),
        ("setoption name movement value jumps", 'error movement must be line, steps or orthogonal, got "jumps"'),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(line: str, says: str) -> None:
    assert answers(line) == [says]


def test_a_position_is_taken_whole_or_not_at_all() -> None:
    said = answers(NEAR_HOME, "position start moves e2-e3 e3-e4", "go depth 1")
    assert said[0].startswith("error turn 2")
    assert "score win 2" in said[1]


def test_rubbish_is_answered_by_one_line_each_and_ends_nothing() -> None:
    rng = random.Random(3)
    words = ["position", "start", "moves", "go", "setoption", "name", "value", "9/9", "e2-e4", "\x00", "ß", "-1", "nan"]
    lines = [" ".join(rng.choices(words, k=rng.randrange(1, 7))) for _ in range(500)]
    lines = [line for line in lines if line.split()[0] != "go"]  # which may be a question
    lines += ["".join(map(chr, rng.choices(range(0x3000), k=30))) for _ in range(100)]
    for line in lines:
        said = answers(line)
        assert len(said) <= 1
        assert all(each.startswith("error ") and each.isascii() and "\n" not in each for each in said)
    assert answers(*lines, "isready")[-1] == "readyok"


# ---------------------------------------------------------------- as its page says

GRAMMAR, SESSION = [block.text for block in blocks(ROOT / "docs" / "analysis.md") if block.language == "text"]
TURN = r"(?:\$?(?:[a-i][1-9][-x]|@)[a-i][1-9][$^#]*|pass)"
INFO = re.compile(
    r"info depth \d+ multipv \d+ score (?:chance \d+\.\d\d|(?:win|loss) \d+) nodes \d+ nps \d+ time \d+ "
    rf"pv {TURN}(?: {TURN})*|info string .+"
)
BEST = re.compile(rf"bestmove (?:{TURN}(?: ponder {TURN})?|none)")


def test_a_session_goes_as_the_page_shows() -> None:
    lines = SESSION.splitlines()
    said = answers(*[line.removeprefix("> ") for line in lines if line.startswith("> ")])
    assert masked(said) == masked([line for line in lines if not line.startswith("> ")])


def masked(lines: list[str]) -> list[str]:
    """But for what a machine's speed decides."""
    return [re.sub(r"(nps|time) \d+", r"\1 N", line) for line in lines]


def test_answers_follow_the_grammar_of_the_page() -> None:
    for word in ("info depth", "multipv", "score", "nodes", "nps", "time", "pv", "bestmove", "ponder", "error"):
        assert word in GRAMMAR
    said = answers("position start", "go depth 3", NEAR_HOME, "go", "position start moves e2-e4 e8-e6", "go depth 2")
    assert len(said) > 8
    for line in said:
        assert INFO.fullmatch(line) or BEST.fullmatch(line), line


# ---------------------------------------------------------------- as a program of its own


@contextmanager
def program() -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment()) as child:
        yield child
        child.kill()


def tell(child: subprocess.Popen[str], line: str) -> None:
    assert child.stdin is not None
    child.stdin.write(line + "\n")
    child.stdin.flush()


def wait_for(child: subprocess.Popen[str], start: str) -> list[str]:
    assert child.stdout is not None
    said = []
    for line in child.stdout:
        said.append(line.strip())
        if line.startswith(start):
            return said
    raise AssertionError(f"it ended without {start}")


def test_stop_is_answered_at_once_and_others_wait() -> None:
    with program() as child:
        waits = []
        for _ in range(4):
            tell(child, "position start\ngo infinite")
            wait_for(child, "info depth 2")
            tell(child, "isready\nposition nowhere")
            wait_for(child, "readyok")
            began = time.monotonic()
            tell(child, "stop")
            wait_for(child, "bestmove")
            waits.append(time.monotonic() - began)
            wait_for(child, "error a position is ranks")
        assert min(waits) < 0.1, waits
        tell(child, "quit")
        assert child.wait(10) == 0
        assert child.stderr is not None
        assert child.stderr.read() == ""


def test_no_more_wait_than_it_can_hold() -> None:
    said = answers("position start", "go depth 3", *["newgame"] * (MOST_WAITING + 1), "isready")
    assert said.count(f"error {MOST_WAITING} lines wait until it has answered, and no more") == 1
    assert said[-1] == "readyok" or said[-1].startswith("bestmove")


@pytest.mark.parametrize("question", ["go depth 2", "go infinite"])
def test_at_the_end_of_the_input_it_answers_and_leaves(question: str) -> None:
    done = subprocess.run(
        COMMAND,
        input=b"\xff\xfe\x00\r\n" + b"x" * (2 * MOST_BYTES) + b"\r\nposition start\r\n" + question.encode(),
        capture_output=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    said = done.stdout.decode().splitlines()
    assert said[0].startswith("error '\\ufffd")
    assert said[1] == "error a line has at most 65,536 bytes"
    assert said[-1].startswith("bestmove")


def test_lines_are_read_from_any_handle() -> None:
    reading, writing = os.pipe()
    lines = Lines(reading)
    os.write(writing, b"one\ntwo")
    os.close(writing)
    assert [lines.next(), lines.next(), lines.next()] == ["one", "two", None]
    assert not lines.waiting()
    os.close(reading)
