"""At a real terminal (a pseudo one): editing, completion, history, the curtain, a small screen, who thinks."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from bisect import bisect_left
from pathlib import Path
from types import TracebackType

from children import environment

FORGET = "\x1b[3J"


class Screen:
    """`loot` behind a terminal of some size; what it prints is read as it comes."""

    def __init__(
        self, folder: Path, *words: str, rows: int = 40, columns: int = 80, term: str = "xterm-256color"
    ) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        around = environment(TERM=term, XDG_DATA_HOME=f"{folder}-home", PROMPT_TOOLKIT_NO_CPR="1")
        for name in ("COLUMNS", "LINES"):
            around.pop(name, None)
        command = [sys.executable, "-P", "-c", "from loot_table.cli.main import main; main()", *words]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=around, cwd=folder, start_new_session=True
        )
        os.close(theirs)
        self.shown = ""
        self.seen = 0  # up to where it has been looked at

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def read(self, seconds: float) -> bool:
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        try:
            self.shown += os.read(self.ours, 65536).decode("utf-8", "replace")
        except OSError:  # the other side has gone
            return False
        return True

    def wait_for(self, words: str, seconds: float = 30) -> str:
        """Read on until some words come; what came up to them."""
        end = time.monotonic() + seconds
        while words not in plain(self.shown[self.seen :]):
            assert time.monotonic() < end, f"{words!r} never came: {plain(self.shown[self.seen :])[-1500:]}"
            self.read(0.2)
        fresh = self.shown[self.seen :]
        upto = bisect_left(range(len(fresh)), True, key=lambda length: words in plain(fresh[:length]))
        self.seen += upto
        return fresh[:upto]

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def ends(self) -> int:
        end = time.monotonic() + 20
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.1)
        while self.read(0.1):
            pass
        return self.process.wait(1)


def plain(shown: str) -> str:
    """Without what moves the cursor and colours."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", shown)


def test_lines_are_edited_completed_and_remembered(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "crates_barrels", "--seed", "5", "--seat", "human", "--seat", "human") as screen:
        screen.wait_for("Crates>")
        screen.type("e2-e9\x7f4\r")  # a wrong key, taken back
        screen.wait_for("Barrels>")
        screen.type("lo\t\t")
        screen.wait_for("look")  # log or look
        screen.type("g\r")
        screen.wait_for("1. Crates e2-e4")
        screen.wait_for("Barrels>")
        screen.type("\x1b[A\r")  # the line before
        screen.wait_for("1. Crates e2-e4")
        screen.wait_for("Barrels>")
        screen.type("\x03")
        assert screen.ends() == 130
    assert "The match is kept: loot play --load crates_barrels-1" in plain(screen.shown)


def test_the_curtain_wipes_what_has_scrolled_off_or_says_that_it_cannot(tmp_path: Path) -> None:
    seats = ("--seat", "human", "--seat", "human", "--name", "Ana", "--name", "Ben", "--seed", "4")
    for term, can in (("xterm-256color", True), ("vt100", False)):
        with Screen(tmp_path, "play", "loot_n_run", *seats, term=term) as screen:
            screen.wait_for("Ana>")
            screen.type("1\r")
            screen.wait_for("seen enough")
            screen.type("\r")
            shown = screen.wait_for("Hand over to Ben")
            assert (FORGET in shown) == can
            assert ("cannot forget" in shown) != can


def test_one_player_does_not_find_anothers_lines(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "crates_barrels", "--seat", "human", "--seat", "human", "--seed", "5") as screen:
        screen.wait_for("Crates>")
        screen.type("e2-e4\r")
        screen.wait_for("Barrels>")
        screen.type("\x1b[A\x1b[Alog\r")  # there is no line before: just `log`
        assert "is not a turn" not in plain(screen.wait_for("1. Crates e2-e4"))


def test_a_low_screen_shows_a_table_part_by_part(tmp_path: Path) -> None:
    words = ("play", "labyrinth", "--seed", "3", "--option", "first_player=0")
    with Screen(tmp_path, *words, rows=24, columns=60) as screen:
        shown = plain(screen.wait_for("White>"))
        board = shown[shown.index("ABCDEFGHIJ") :]
        assert "more lines" not in shown
        assert board.count("\n") <= 24, "board, question and answer are on the screen at once"
        screen.type("?\r")
        screen.wait_for("White>")
    with Screen(tmp_path, *words, rows=15, columns=60) as screen:
        screen.wait_for("more lines: Enter")
        screen.type("\r")
        screen.wait_for("White>")


def test_a_bot_that_begins_is_waited_for_before_the_table(tmp_path: Path) -> None:
    words = ("play", "crates_barrels", "--seat", "mastermind", "--seat", "human")
    with Screen(tmp_path, *words) as screen:
        shown = plain(screen.wait_for("is thinking…"))
        assert "turn 1 of 400" in shown
        screen.process.send_signal(signal.SIGINT)
        assert screen.ends() == 130
