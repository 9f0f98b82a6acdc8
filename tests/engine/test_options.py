"""Options: typed, documented, checked."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from loot_table.engine import options
from loot_table.engine.errors import BadOption


@dataclass(frozen=True)
class Options:
    limit: int = field(default=400, metadata=options.whole(20, 2000, doc="how long", rule="XX-1"))
    first: int | str = field(default=0, metadata=options.whole(0, 5, "random", doc="who starts", rule="XX-2"))
    deck: str = field(default="classic", metadata=options.one_of("classic", "mixed", doc="cards", rule="XX-3"))
    is_open: bool = field(default=True, metadata=options.one_of(True, False, doc="open", rule="XX-4"))


def test_defaults_and_wishes() -> None:
    assert options.read(Options, {}) == Options()
    assert options.read(Options, {"limit": 20, "first": "random"}) == Options(limit=20, first="random")
    assert options.as_dict(Options(deck="mixed"))["deck"] == "mixed"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"limit": 5}, "limit must be 20 to 2000, got 5"),
        ({"limit": "400"}, 'limit must be 20 to 2000, got "400"'),
        ({"limit": True}, "limit must be 20 to 2000, got true"),
        ({"limit": 20.0}, "limit must be"),
        ({"first": 6}, "first must be 0 to 5 or random, got 6"),
        ({"deck": "tarot"}, 'deck must be classic or mixed, got "tarot"'),
        ({"is_open": 1}, "is_open must be true or false, got 1"),
        ({"colour": "red"}, 'no option is called "colour"; there are limit, first, deck, is_open'),
    ],
)
def test_wrong_wishes_are_refused_with_what_would_be_right(given: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        options.read(Options, given)


def test_options_can_be_typed() -> None:
    settings = ["limit=30", "first=random", "is_open=FALSE", "deck = mixed"]
    assert options.typed(Options, settings) == {"limit": 30, "first": "random", "is_open": False, "deck": "mixed"}
    for wrong in (["limit"], ["limit=x"], ["limit=5"], ["none=1"], ["deck=tarot"]):
        with pytest.raises(BadOption):
            options.typed(Options, wrong)
