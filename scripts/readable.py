"""Whether files of configuration can be read: `python scripts/readable.py FILES`. Ends with 1 and names those that cannot."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

READERS: dict[str, Callable[[str], Any]] = {
    ".toml": tomllib.loads,
    ".json": json.loads,
    ".yaml": yaml.safe_load,
    ".yml": yaml.safe_load,
    ".cff": yaml.safe_load,
}


def troubles(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        try:
            READERS[Path(name).suffix](Path(name).read_text(encoding="utf-8"))
        except (ValueError, yaml.YAMLError) as error:
            yield f"{name} cannot be read: {error}"


def main() -> int:
    found = list(troubles(sys.argv[1:]))
    for trouble in found:
        print(trouble, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
