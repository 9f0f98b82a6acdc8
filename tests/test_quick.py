"""The quick loop runs what is near to a change."""

from __future__ import annotations

import pytest
import quick
import tiers

ARCHITECTURE = "tests/test_architecture.py"


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("loot_table/engine/match.py", [ARCHITECTURE, "tests/engine tests/games/test_contract.py"]),
        (
            "loot_table/games/looterz/rules.py",
            [ARCHITECTURE, "tests/games/looterz tests/games/test_contract.py -k looterz"],
        ),
        ("loot_table/verify/check.py", [ARCHITECTURE, "tests/verify"]),
        ("docs/bots.md", ["tests/test_rulebooks.py tests/test_docs.py", "tests/test_documentation.py"]),
        ("scripts/archive.py", ["tests/test_archive.py"]),
        ("scripts/screenshots.py", []),
        ("tests/server/test_store.py", ["tests/server/test_store.py"]),
        ("tests/server/house.py", ["tests/server"]),
        (".github/workflows/checks.yml", ["tests/test_habits.py"]),
        ("tests/e2e/test_home.py", []),
        ("web/src/App.svelte", []),
    ],
)
def test_a_path_has_its_tests_near(path: str, tests: list[str]) -> None:
    assert quick.near([path]) == tests


def test_what_changed_together_is_run_together_and_once() -> None:
    paths = ["docs/bots.md", "tests/test_docs.py", "loot_table/games/looterz/a.py", "loot_table/games/labyrinth/b.py"]
    assert quick.near(paths) == [
        "tests/test_docs.py",
        ARCHITECTURE,
        "tests/games/looterz tests/games/test_contract.py -k looterz",
        "tests/games/labyrinth tests/games/test_contract.py -k labyrinth",
        "tests/test_rulebooks.py",
        "tests/test_documentation.py",
    ]


def test_every_line_of_the_table_names_tests_that_are_there() -> None:
    for _, words in quick.NEAR:
        for test in words.partition(" -k ")[0].split():
            assert "\\" in test or any(quick.ROOT.glob(test)), test


def test_a_page_is_read_by_the_checks_of_the_client_and_code_by_those_of_python() -> None:
    names = [name for name, _ in quick.steps(["loot_table/games/looterz/web/Board.svelte"])]
    assert names == ["svelte-check and eslint"]
    names = [name for name, _ in quick.steps(["loot_table/arena/run.py"])]
    assert names[:4] == ["ruff check", "ruff format", "mypy", "pytest tests/test_architecture.py"]


def test_what_takes_longer_than_there_is_time_for_is_stopped() -> None:
    assert quick.run(["sleep", "100"], 0.1) is None
    assert quick.run(["false"], 10) == 1


def test_a_tier_that_takes_longer_holds_more() -> None:
    minutes = [tiers.TIERS[name].minutes for name in ("quick", "test", "soak")]
    assert minutes == sorted(minutes)
