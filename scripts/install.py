"""Installs the package as a user gets it, into the environment that this runs in, and says how far it is.

A wheel in `dist` (or in the folder that LOOT_WHEELS names) that was built from just these sources is taken as it is, which
takes seconds. Otherwise the browser client is built, and the rules are compiled where there is a C compiler: some minutes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

from fingerprint import FILE, ROOT, fingerprint

LOOK = 0.2  # seconds between two looks at what is going on
SAY = 10.0  # seconds between two lines, where they cannot be written over
WIDE = 100
MADE = ROOT / "build" / "wheel"
PIP = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off"]
PLAY = ["--requirement", "requirements/play.txt"]
BUILD = ["--requirement", "requirements/build.txt"]


def prebuilt() -> Path | None:
    """A wheel of these very sources that fits this Python, if there is one; one that is compiled, if there are several."""
    here = fingerprint()
    folder = Path(os.environ.get("LOOT_WHEELS") or ROOT / "dist")
    fitting = [path for path in sorted(folder.glob("loot_table-*.whl")) if built_from(path) == here and fits(path)]
    return fitting[0] if fitting else None  # cp311-… stands before py3-none-any


def built_from(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as file:
        return file.read(FILE).decode() if FILE in file.namelist() else ""


def fits(wheel: Path) -> bool:
    """Whether pip would install it here."""
    asked = [*PIP, "--dry-run", "--no-deps", "--no-index", "--quiet", "--ignore-installed", str(wheel)]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


class Steps:
    """Long steps, one after the other: which one it is, its newest word and how long it has taken."""

    def __init__(self, many: int) -> None:
        self.many, self.done = many, 0
        self.is_screen = sys.stdout.isatty()

    def run(self, says: str, command: Sequence[str]) -> None:
        self.done += 1
        head = f"[{self.done}/{self.many}] {says}"
        began = said = time.monotonic()
        print(head, end="" if self.is_screen else "\n", flush=True)
        with tempfile.TemporaryFile() as told:
            running = subprocess.Popen(command, cwd=ROOT, stdout=told, stderr=subprocess.STDOUT)
            while running.poll() is None:
                time.sleep(LOOK)
                now = time.monotonic()
                if self.is_screen or now - said >= SAY:
                    said = now
                    self.say(f"{head} {now - began:.0f} s  {newest(told.fileno())}")
            if running.returncode:
                print()
                sys.exit(f"{everything(told.fileno())}\nThat did not work: {' '.join(command)}")
        self.say(f"{head} {time.monotonic() - began:.0f} s")
        if self.is_screen:
            print()

    def say(self, line: str) -> None:
        cut = line[:WIDE]
        print(f"\r{cut:{WIDE}}" if self.is_screen else cut.rstrip(), end="" if self.is_screen else "\n", flush=True)


def everything(file: int) -> str:
    return os.pread(file, os.fstat(file).st_size, 0).decode(errors="replace").rstrip()


def newest(file: int) -> str:
    """The last line that was said."""
    lines = everything(file).splitlines()
    return lines[-1].strip() if lines else ""


def main() -> None:
    wheel = prebuilt()
    steps = Steps(2 if wheel else 3)
    if wheel is not None:
        steps.run("Packages it needs", [*PIP, *PLAY])
        steps.run(f"Loot Table itself, from {wheel.name}", [*PIP, "--no-deps", "--force-reinstall", str(wheel)])
        return
    for old in MADE.glob("*.whl"):
        old.unlink()
    steps.run("Packages it needs, to build and to play", [*PIP, *BUILD])
    building = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(MADE)]
    steps.run("The browser client and the rules; compiling them takes minutes, once", building)
    steps.run("Loot Table itself", [*PIP, "--no-deps", "--force-reinstall", *map(str, MADE.glob("*.whl"))])


if __name__ == "__main__":
    main()
