"""P8 on the interpreted build: every archived game plays again exactly, and those named for a rule touch it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INTERPRETED = {"LOOT_BUILD": "interpreted", "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("script", ["archive.py", "archive_rules.py"])
def test_the_archive_is_as_told(script: str) -> None:
    command = [sys.executable, f"scripts/{script}", "check"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **INTERPRETED}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
