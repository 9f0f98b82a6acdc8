"""Imports point one way: engine <- games <- bots <- arena, lab, rl, server <- proofs <- bench <- cli; a game knows only
the engine, and only a store knows its database."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "loot_table"
BELOW: dict[str, set[str]] = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {"engine", "games", "bots"},
    "arena": {"engine", "games", "bots", "arena"},
    "bench": {"engine", "games", "bots", "arena", "rl", "server", "proofs", "bench"},
    "lab": {"engine", "games", "bots", "arena", "lab"},
    "rl": {"engine", "games", "bots", "rl"},
    "server": {"engine", "games", "bots", "server"},
    "proofs": {"engine", "games", "bots", "server", "proofs"},
    "verify": {"engine", "games", "verify"},
    "cli": {"engine", "games", "bots", "arena", "bench", "lab", "rl", "server", "proofs", "verify", "cli"},
}
DATABASES = {"sqlite3", "sqlalchemy", "psycopg"}
# The stores, and the witness that reads a database by its file to check them.
STORES = {"server/store.py", "server/postgres.py", "server/replica.py", "proofs/log_file.py"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def all_imported(path: Path) -> set[str]:
    """Every module that a file imports, by its dotted name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imported(path: Path) -> set[str]:
    """Those of ours."""
    return {name for name in all_imported(path) if name.split(".")[0] == "loot_table"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    if len(parts) == 1:
        assert not imported(path), "the package itself imports nothing"
        return
    for name in imported(path):
        layer = name.split(".")[1]
        assert layer in BELOW[parts[0]], f"{path} imports {name}"
        if parts[0] == "games" and len(parts) > 2 and layer == "games":
            assert name.split(".")[2] == parts[1], f"{path} knows another game: {name}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name == "bots"], ids=lambda path: path.name)
def test_bots_get_views_and_never_a_match(path: Path) -> None:
    """A bot is fair by construction: it has no way to reach the real table."""
    reached = imported(path)
    assert not {name for name in reached if name.startswith("loot_table.engine.match")}


def test_only_a_store_knows_its_database() -> None:
    """Everybody else hears of its troubles as a StoreError."""
    knowing = {path for path in MODULES if DATABASES & {name.split(".")[0] for name in all_imported(path)}}
    assert {path.relative_to(PACKAGE).as_posix() for path in knowing} == STORES


@pytest.mark.parametrize("layer", ["engine", "games", "bots"])
def test_rules_have_no_clock_and_no_hidden_randomness(layer: str) -> None:
    for path in (PACKAGE / layer).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            bad = {"random", "time", "datetime", "secrets", "pickle", "os", "socket"}
            assert not bad & set(names), f"{path} imports {names}"


def test_every_package_is_in_the_picture() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(BELOW)
