"""What was installed is what is tested, and it says so."""

from __future__ import annotations

import os
from importlib import resources

import loot_table
from loot_table.engine.build import is_compiled
from loot_table.games import slugs


def test_the_tests_run_on_the_build_they_mean_to_test() -> None:
    wanted = os.environ.get("LOOT_BUILD")
    if wanted is not None:
        assert wanted == ("compiled" if is_compiled() else "interpreted")


def test_component_data_and_rulebooks_are_installed() -> None:
    for slug in slugs():
        folder = resources.files(loot_table) / "games" / slug
        assert (folder / "components.toml").is_file()
        assert (folder / "rulebook.md").is_file()
