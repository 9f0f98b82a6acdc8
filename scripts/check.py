"""Every check of the project: style, types, tests (of what is compiled both ways), that both builds play the same games,
and the browser client. What is said behind the command goes to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tiers import HEAVY, TIERS

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
BOTH_WAYS = ["tests/engine", "tests/games", "tests/bots", "tests/test_archive.py"]  # what is about compiled code
ELSEWHERE = ["--ignore=tests/soak", "--ignore=tests/e2e"]
INTERPRETED = {"LOOT_BUILD": "interpreted", "PYTHONPATH": "."}
took: dict[str, list[tuple[str, float]]] = {}  # by tier: each part of it, and its seconds


@contextmanager
def part(tier: str, name: str) -> Iterator[None]:
    print(f"== {name}", flush=True)
    began = time.monotonic()
    try:
        yield
    finally:
        took.setdefault(tier, []).append((name, time.monotonic() - began))


def run(*command: str, **more: str) -> None:
    subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, env={**os.environ, **more}, check=True)


def pytest(*words: str, **more: str) -> None:
    run("pytest", "-n", os.environ.get("JOBS", "2"), *words, *sys.argv[1:], **more)


def is_compiled() -> bool:
    said = subprocess.run([str(BIN / "loot"), "--version"], capture_output=True, text=True, check=True)
    return " compiled," in said.stdout


def check() -> None:
    with part("test", "style and types"):
        run("ruff", "check", "--quiet", ".")
        run("ruff", "format", "--check", "--quiet", ".")
        run("mypy", "--no-error-summary")
    if is_compiled():
        with part("test", "tests of what is compiled, interpreted"):
            pytest("-m", HEAVY, *BOTH_WAYS, **INTERPRETED)
        with part("test", "all tests, compiled"):
            pytest(*ELSEWHERE, LOOT_BUILD="compiled")
        with part("test", "parity of both builds"):
            run("python", "scripts/parity.py")
    else:
        with part("test", "no C compiler here: all tests, interpreted"):
            pytest(*ELSEWHERE, **INTERPRETED)
    with part("test", "browser client"):
        run("python", "scripts/build_web.py")
        run("python", "scripts/build_web.py", "--check")
    with part("browser", "browser client in a browser"):
        found = subprocess.run([ROOT / "scripts" / "chromium"], stdout=subprocess.PIPE, text=True, check=True)
        pytest("-m", "not long", "tests/e2e", LOOT_CHROMIUM=found.stdout.strip())


def tell_times() -> None:
    for tier, parts in took.items():
        print(f"== {tier}: {sum(taken for _, taken in parts) / 60:.1f} minutes of {TIERS[tier].minutes:g}")
        for name, taken in parts:
            print(f"   {taken:5.0f} s  {name}")


def main() -> int:
    try:
        check()
    except subprocess.CalledProcessError as error:
        return error.returncode
    finally:
        tell_times()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
