"""The script of the baselines writes its page game by game."""

from __future__ import annotations

import baselines

from loot_table import games

PAGE = f"# Baselines\n\nBefore.\n\n{baselines.BEGIN}{baselines.END}\nAfter.\n"


def test_a_game_takes_its_place_in_the_page_and_the_others_stay() -> None:
    labyrinth, looterz = games.load("labyrinth"), games.load("looterz")
    page = baselines.put(PAGE, looterz, "| Looterz | first |")
    page = baselines.put(page, labyrinth, f"| {labyrinth.name} | only |")
    page = baselines.put(page, looterz, "| Looterz | second |")
    assert page.startswith("# Baselines\n\nBefore.\n")
    assert page.endswith("\nAfter.\n")
    assert "first" not in page
    assert page.index("| only |") < page.index("| Looterz | second |")
    assert page.count("curve-looterz.svg") == page.count("curve-labyrinth.svg") == 1


def test_the_page_has_a_place_for_them() -> None:
    page = baselines.PAGE.read_text(encoding="utf-8")
    assert page.index(baselines.BEGIN) < page.index(baselines.END)
