"""Imports point one way: engine <- games <- bots <- arena, lab, rl, server, cli; a game knows only the engine."""

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
    "bench": {"engine", "games", "bots", "arena", "rl", "server", "bench"},
    "lab": {"engine", "games", "bots", "arena", "lab"},
    "rl": {"engine", "games", "bots", "rl"},
    "server": {"engine", "games", "bots", "server"},
    "verify": {"engine", "games", "verify"},
    "cli": {"engine", "games", "bots", "arena", "bench", "lab", "rl", "server", "verify", "cli"},
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Every module of ours that a file imports, by its dotted name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == "loot_table"}


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
