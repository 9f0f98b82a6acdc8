"""Processes that tests start."""

from __future__ import annotations

import os
from pathlib import Path


def environment(**more: str) -> dict[str, str]:
    """Ours, and more. A relative PYTHONPATH still means the same folder where the child works in another one."""
    found = {**os.environ, **more}
    if found.get("PYTHONPATH"):
        found["PYTHONPATH"] = str(Path(found["PYTHONPATH"]).resolve())
    return found
