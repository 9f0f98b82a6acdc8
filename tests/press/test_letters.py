"""Words in rectangles: broken, smaller, and in the end shortened; never wider than their place."""

from __future__ import annotations

import pytest

from loot_table.press.letters import LEADING, fitted, width_of


@pytest.mark.parametrize(
    "text", ["King", "Gelatinous Cube", "W" * 200, "many words " * 40, "漢字" * 50, "", "i", "a\nb\n\nc"]
)
@pytest.mark.parametrize(("width", "height"), [(30, 4), (51, 21), (6, 3), (3, 2)])
def test_words_never_leave_their_place(text: str, width: float, height: float) -> None:
    found = fitted(text, width, height, 4.0, True)
    assert all(width_of(line, found.size, True) <= width or len(line) == 1 for line in found.lines)
    assert found.size * (1 + LEADING * (len(found.lines) - 1)) <= height + 1e-6 or len(found.lines) == 1
    assert found.size <= 4


def test_words_are_as_large_as_they_can_be() -> None:
    assert fitted("King", 30, 5, 4.0).size == 4
    assert fitted("Gelatinous Cube", 30, 5, 4.0).lines == ("Gelatinous Cube",)
    assert fitted("draw two cards", 20, 12, 4.0).lines == ("draw two", "cards")
    assert fitted("many words " * 40, 20, 5, 4.0).lines[-1].endswith("…")
