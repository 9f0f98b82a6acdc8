"""What was installed is what is tested, and it says so."""

from __future__ import annotations

import os
from importlib import metadata, resources

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
    """A package and all it needs to be installed with, here and without extras."""
    found.add(name)
    for wanted in map(Requirement, metadata.requires(name) or []):
        is_needed = wanted.marker is None or wanted.marker.evaluate({"extra": ""})
        if is_needed and canonicalize_name(wanted.name) not in found:
            packages_of(canonicalize_name(wanted.name), found)
    return found


def test_playing_and_serving_needs_few_packages() -> None:
    """What is wanted by fewer people comes with extras: each package is one more to trust."""
    found = packages_of("loot-table", set()) - {"loot-table"}
    assert len(found) <= 25, sorted(found)
    assert not found & {"openskill", "sqlalchemy", "numpy", "torch", "ray"}
