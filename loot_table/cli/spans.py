"""Spans of time as people write them on the command line."""

from __future__ import annotations

import re
from typing import Final

from loot_table.engine.errors import BadInput

SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def seconds_in(span: str) -> int:
    found = re.fullmatch(r"([0-9]{1,6})([smhd])", span)
    if found is None:
        raise BadInput(f'a span of time is a number with s, m, h or d behind it, such as 10m, got "{span}"')
    return int(found[1]) * SECONDS[found[2]]
