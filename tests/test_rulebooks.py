"""Every numbered rule of every rulebook is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULEBOOKS = [*sorted((ROOT / "loot_table/games").glob("*/rulebook.md")), ROOT / "loot_table/games/table-rules.md"]
# A rule is defined where its number stands in bold: **CB-MOV-1**, **LL-4.2**, **LR-R05**.
DEFINED = re.compile(r"\*\*([A-Z]{2}-[A-Z0-9][A-Za-z0-9.-]*)\*\*")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("*.py")))


def rules(path: Path) -> list[str]:
    return DEFINED.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_every_rule_is_named_by_a_test(path: Path) -> None:
    numbers = rules(path)
    assert len(numbers) >= 5, "a rulebook defines its rules as **XX-1**"
    assert len(set(numbers)) == len(numbers), "a number is defined once"
    missing = [number for number in numbers if not re.search(re.escape(number) + r"(?![\w.]*\d)", TESTS)]
    assert not missing, f"no test names {', '.join(missing)}"


def test_every_game_has_a_rulebook() -> None:
    games = {path.parent.name for path in (ROOT / "loot_table/games").glob("*/__init__.py")}
    assert games == {path.parent.name for path in RULEBOOKS[:-1]}
