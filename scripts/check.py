"""Every check of the project: style, types, tests (of what is compiled both ways), that both builds play the same games,
and the browser client. What is said behind the command goes to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tiers import HEAVY, TIERS

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
BOTH_WAYS = ["tests/engine", "tests/games", "tests/bots", "tests/test_archive.py"]  # what is about compiled code
ELSEWHERE = ["--ignore=tests/soak", "--ignore=tests/e2e", "--ignore=tests/learning"]
INTERPRETED = {"LOOT_BUILD": "interpreted", "PYTHONPATH": "."}
took: dict[str, list[tuple[str, float, float]]] = {}  # by tier: each part of it, when it began and ended


@contextmanager
def part(tier: str, name: str) -> Iterator[None]:
    print(f"== {name}", flush=True)
    began = time.monotonic()
    try:
        yield
    finally:
        took.setdefault(tier, []).append((name, began, time.monotonic()))


def run(*command: str, **more: str) -> None:
    subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, env={**os.environ, **more}, check=True)


def run_beside(*command: str) -> None:
    """What runs beside something else says what it has to say when it is done."""
    words = [str(BIN / command[0]), *command[1:]]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout, end="", flush=True)
    done.check_returncode()


def pytest(*words: str, **more: str) -> None:
    run("pytest", "-n", os.environ.get("JOBS", "2"), *words, *sys.argv[1:], **more)


def is_compiled() -> bool:
    said = subprocess.run([str(BIN / "loot"), "--version"], capture_output=True, text=True, check=True)
    return " compiled," in said.stdout


def check_python() -> None:
    with part("test", "style and types"):
        run_beside("ruff", "check", "--quiet", ".")
        run_beside("ruff", "format", "--check", "--quiet", ".")
        run_beside("mypy", "--no-error-summary")
    if is_compiled():
        with part("test", "parity of both builds"):
            run_beside("python", "scripts/parity.py")


def check_client() -> None:
    with part("test", "browser client (beside the above)"):
        run_beside("python", "scripts/build_web.py")
        run_beside("python", "scripts/build_web.py", "--check")


def check() -> None:
    # Each of them fills one core.
    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(check_python), both.submit(check_client)]:
            done.result()
    if is_compiled():
        with part("test", "tests of what is compiled, interpreted"):
            pytest("-m", HEAVY, *BOTH_WAYS, **INTERPRETED)
        with part("test", "all tests, compiled"):
            pytest(*ELSEWHERE, LOOT_BUILD="compiled")
    else:
        with part("test", "no C compiler here: all tests, interpreted"):
            pytest(*ELSEWHERE, **INTERPRETED)
    with part("browser", "browser client in a browser"):
        found = subprocess.run([ROOT / "scripts" / "chromium"], stdout=subprocess.PIPE, text=True, check=True)
        pytest("-m", "not long", "tests/e2e", LOOT_CHROMIUM=found.stdout.strip())


def tell_times() -> None:
    for tier, parts in took.items():
        whole = max(ended for _, _, ended in parts) - min(began for _, began, _ in parts)
        print(f"== {tier}: {whole / 60:.1f} minutes of {TIERS[tier].minutes:g}")
        for name, began, ended in parts:
            print(f"   {ended - began:5.0f} s  {name}")


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
