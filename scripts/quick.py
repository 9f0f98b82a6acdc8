"""Checks what has changed since the main branch, and in the working tree, within a budget of time: style, types, and the
interpreted tests near it. What there was no time for is named at the end. `make test` checks everything.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tiers import HEAVY, TIERS

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
GRACE = 5.0  # seconds in which what is stopped may end by itself
# A path (as a pattern) and the tests near it, the nearest first; \1 is what stood in brackets. Each line is one call of
# pytest. Where a folder of tests starts servers and kills them, only those are named that do not.
SERVER = "bad_requests budgets by_day clocks codes curtain daily doors failures gathering keyring lessons library lobby"
SERVER += (
    " looking_back manners notices notice_doors phones pictures playing puzzles questions rematch series store talking"
)
SERVER += " turns waking watching"
NEAR = (
    (r"(tests/(?!soak|e2e|learning).*/?test_\w+\.py)", r"\1"),
    (r"loot_table/.*\.py", "tests/test_architecture.py"),
    (r"loot_table/engine/.*\.py", "tests/engine tests/games/test_contract.py"),
    (r"loot_table/games/(\w+)/.*\.(?:py|toml|md)", r"tests/games/\1 tests/games/test_contract.py -k \1"),
    (r"loot_table/games/\w+/lessons\.toml", "tests/learn"),
    (r"loot_table/games/\w+/sheets\w*\.py|loot_table/engine/printed\w*\.py", "tests/press"),
    (r"loot_table/games/\w+\.py", "tests/games/test_rulebook_data.py tests/test_rulebooks.py"),
    (r"loot_table/bots/.*\.py", "tests/bots"),
    (r"loot_table/server/.*\.py", " ".join(f"tests/server/test_{name}.py" for name in SERVER.split())),
    (r"loot_table/proofs/.*\.py", "tests/proofs/test_timing.py tests/proofs/test_cost.py tests/proofs/test_wire.py"),
    (r"loot_table/cli/.*\.py", "tests/cli/test_loot.py tests/cli/test_series.py"),
    (r"loot_table/(arena|lab|learn|measure|press|review|rl|verify)/.*\.py", r"tests/\1"),
    (
        r"loot_table/bench/.*\.py",
        "tests/bench/test_connect_four.py tests/bench/test_environments.py tests/bench/test_opponents.py",
    ),
    (r"(tests/(?:engine|server|games/\w+))/(?!test_)\w+\.py", r"\1"),  # what the tests there share
    (r"scripts/(\w+)\.py", r"tests/test_\1.py"),
    (
        r"(?:examples/research_|scripts/environments|docs/environments/).*",
        "tests/rl/test_examples.py tests/rl/test_describing.py",
    ),
    (r"scripts/playthroughs\.py|tests/rl/playthroughs/.*", "tests/rl/test_openspiel.py"),
    (r".*\.md|examples/.*", "tests/test_rulebooks.py tests/test_docs.py"),
    (r"docs/tutorial\.md|examples/magpies/.*", "tests/test_tutorial.py tests/games/test_contract.py -k magpies"),
    (r"docs/.*|scripts/site_pages/.*|scripts/documentation\.py", "tests/test_documentation.py"),
    (r"hatch_build\.py|pyproject\.toml", "tests/test_build.py"),
    (
        r"\.github/.*|\.pre-commit-config\.yaml|requirements/.*|pyproject\.toml|Makefile|Dockerfile|\.dockerignore"
        r"|compose.*\.yaml|CITATION\.cff|CHANGELOG\.md",
        "tests/test_habits.py",
    ),
)
CLIENT = r"web/.*|(?:loot_table/games|examples)/\w+/web/.*"


def changed() -> list[str]:
    """Paths that differ from where we left the common past, committed or not."""
    parent = git("merge-base", "HEAD", "origin/main") or git("merge-base", "HEAD", "main") or ["HEAD"]
    found = git("diff", "--name-only", parent[0]) + git("ls-files", "--others", "--exclude-standard")
    return sorted({path for path in found if (ROOT / path).exists()})


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def near(paths: Sequence[str]) -> list[str]:
    """Words for pytest, in the order of the table; no file is named twice."""
    named: set[str] = set()
    found = []
    for pattern, words in NEAR:
        lines = dict.fromkeys(match.expand(words) for path in paths if (match := re.fullmatch(pattern, path)))
        for line in lines if "-k" in words else [" ".join(lines)]:
            tests, _, kind = line.partition(" -k ")
            new = [test for test in tests.split() if test not in named and any(ROOT.glob(test))]
            named.update(new if not kind else [])
            found += [" ".join([*new, *(["-k", kind] if kind else [])])] if new else []
    return found


def steps(paths: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """What to do: its name and its command."""
    if any(path.endswith((".py", ".toml")) for path in paths):
        yield "ruff check", [str(BIN / "ruff"), "check", "--quiet", "."]
        yield "ruff format", [str(BIN / "ruff"), "format", "--check", "--quiet", "."]
        yield "mypy", [str(BIN / "mypy"), "--no-error-summary"]
    for line in near(paths):
        tests, _, kind = line.partition(" -k ")
        files = [str(path.relative_to(ROOT)) for test in tests.split() for path in sorted(ROOT.glob(test))]
        words = ["-n", os.environ.get("JOBS", "2"), "-m", HEAVY, *files, *(["-k", kind] if kind else [])]
        yield f"pytest {line}", [str(BIN / "pytest"), *words]
    if any(re.fullmatch(CLIENT, path) for path in paths):
        yield "svelte-check and eslint", [str(BIN / "python"), "scripts/build_web.py", "--sources"]


def run(command: Sequence[str], seconds: float) -> int | None:
    """How it ended; None if there was no more time for it."""
    around = {**os.environ, "LOOT_BUILD": "interpreted", "PYTHONPATH": "."}
    running = subprocess.Popen(command, cwd=ROOT, env=around, start_new_session=True)
    try:
        return running.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGTERM)  # a shell in the background has its children ignore Ctrl-C
        try:
            running.wait(GRACE)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
        return None


def main() -> int:
    until = time.monotonic() + 60 * TIERS["quick"].minutes
    paths = changed()
    print(f"{len(paths)} files have changed.", flush=True)
    failed, left_out = [], []
    for name, command in steps(paths):
        left = until - time.monotonic()
        if left < 1:
            left_out.append(name)
            continue
        print(f"== {name}", flush=True)
        ended = run(command, left)
        if ended is None:
            left_out.append(f"{name} (begun)")
        elif ended not in (0, 5):  # 5: every test there is a heavy one
            failed.append(name)
    if left_out:
        print(f"There was no time for: {', '.join(left_out)}")
    print(f"Failed: {', '.join(failed)}" if failed else "All that was run is well.")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
