"""What a wheel is made of, as one number: so that a wheel can be told to be of these sources, and need not be built again.

python scripts/fingerprint.py
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STEPS = ("scripts/build_web.py", "scripts/constructors.py")  # what is done to them
MADE_OF = ("loot_table", "web", *STEPS, "hatch_build.py", "pyproject.toml", "README.md")
BUILT = {"__pycache__", "node_modules", "static"}  # folders that are made of the others
FILE = "loot_table/built_from.txt"  # in a wheel


def sources(root: Path) -> Iterator[Path]:
    for name in MADE_OF:
        path = root / name
        yield from sorted(path.rglob("*")) if path.is_dir() else [path]


def fingerprint(root: Path = ROOT) -> str:
    found = hashlib.sha256()
    for path in sources(root):
        inside = path.relative_to(root)
        if path.is_file() and not BUILT & set(inside.parts) and path.suffix != ".so" and inside.as_posix() != FILE:
            found.update(f"{inside.as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


if __name__ == "__main__":
    print(fingerprint())
