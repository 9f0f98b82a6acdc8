"""Makes the helpers beside the tests importable, the examples, and the scripts."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.extend(str(Path(__file__).parent / folder) for folder in (".", "games", "../examples", "../scripts"))
