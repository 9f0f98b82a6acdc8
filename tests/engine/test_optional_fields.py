"""A field that is optional travels only when it says something."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

import pytest

from loot_table.engine import codec
from loot_table.engine.errors import BadJson
from loot_table.engine.state import Action


@dataclass(frozen=True)
class Pick(Action):
    size: str
    shape: str = field(default="", metadata={"optional": True})


CODEC = codec.Codec(sys.modules[__name__])


def test_an_optional_field_at_its_default_does_not_travel() -> None:
    assert codec.encode(Pick("large")) == {"type": "pick", "size": "large"}
    assert codec.encode(Pick("large", "X5")) == {"type": "pick", "size": "large", "shape": "X5"}


@pytest.mark.parametrize("pick", [Pick("large"), Pick("large", "X5")])
def test_an_optional_field_is_read_back(pick: Pick) -> None:
    assert CODEC.action(codec.encode(pick)) == pick


def test_an_optional_field_has_a_type_all_the_same() -> None:
    with pytest.raises(BadJson, match="shape must be a text"):
        CODEC.action({"type": "pick", "size": "large", "shape": 5})
