"""What bots are called: never like a level, a card or a person."""

from __future__ import annotations

from loot_table.bots import BOTS, LEVELS
from loot_table.bots.names import NAMES, name_for
from loot_table.games import called, slugs

EVERY = [name for names in NAMES.values() for name in names]


def test_a_name_is_short_and_says_the_colour_of_its_seat() -> None:
    assert len(set(EVERY)) == len(EVERY) >= 24
    for colour, names in NAMES.items():
        assert all(name[0].lower() == colour and len(name) <= 8 for name in names)


def test_a_name_means_nothing_else_at_a_table() -> None:
    words = {level.title for level in LEVELS} | set(BOTS)
    for slug in slugs():
        words |= {*called(slug).seat_names, *str(called(slug).read_components(None)).replace("'", " ").split()}
    assert not {word.casefold() for word in words} & {name.casefold() for name in EVERY}


def test_a_table_gives_a_seat_the_same_name_again() -> None:
    assert {name_for("c", "some table", []) for _ in range(3)} == {name_for("c", "some table", ["Ana"])}
    assert len({name_for("c", f"table {n}", []) for n in range(40)}) == len(NAMES["c"])


def test_no_name_that_somebody_has_is_given() -> None:
    taken = [name.upper() for name in NAMES["h"]]
    assert name_for("h", "some table", taken[1:]) == NAMES["h"][0]
    assert name_for("h", "some table", taken) in EVERY
    assert name_for("h", "some table", taken).upper() not in taken
