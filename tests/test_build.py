"""What was installed is what is tested, and it says so."""

from __future__ import annotations

import os
import re
from importlib import metadata, resources

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


def packages_of(name: str, found: set[str]) -> set[str]:
    """A package and all it needs to be installed with, without extras."""
    found.add(name)
    for line in metadata.requires(name) or []:
        needed, _, when = line.partition(";")
        other = re.split(r"[^A-Za-z0-9._-]", needed.strip())[0].lower().replace("_", "-")
        is_wanted = not when or (
            "extra" not in when and "win32" not in when and not re.search(r'version\s*<\s*"3\.1[01]', when)
        )
        if is_wanted and other not in found:
            packages_of(other, found)
    return found


def test_playing_and_serving_needs_few_packages() -> None:
    """What is wanted by fewer people comes with extras: each package is one more to trust."""
    found = packages_of("loot-table", set()) - {"loot-table"}
    assert len(found) <= 25, sorted(found)
    assert not found & {"pydantic", "openskill", "sqlalchemy", "numpy", "torch", "ray"}
