"""Ctrl-C a hundred times over the five games; `tests/cli/test_interrupts.py` has thirty."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.interrupted import check_kept

from loot_table import games


@pytest.mark.parametrize("slug", games.slugs())
def test_a_match_is_kept_whenever_ctrl_c_comes(slug: str, tmp_path: Path) -> None:
    check_kept(slug, 20, tmp_path)
