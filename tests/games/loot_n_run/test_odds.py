"""Odds for people: exact fractions, and a table of figures worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from loot_n_run.tables import COMPONENTS, deal

from loot_table.engine import codec
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.loot_n_run.bot.backs import Unseen, catch_chance, mean_points
from loot_table.games.loot_n_run.box import Box, Options
from loot_table.games.loot_n_run.odds import all_odds, odds, plain_odds


def backs(letters: str) -> str:
    """Cards with these backs, in front of seat 1; a spectator cannot tell which."""
    return " ".join(f"{letter}{number + 1:02}" for number, letter in enumerate(letters))


@pytest.mark.parametrize(
    ("letters", "caught", "mummy"),
    [
        ("G", 0.250, 0.083),
        ("Y", 0.333, 0.111),
        ("R", 0.500, 0.167),
        ("GG", 0.315, 0.120),
        ("GY", 0.333, 0.130),
        ("YY", 0.333, 0.137),
        ("GR", 0.500, 0.194),
        ("YR", 0.500, 0.204),
        ("RR", 0.773, 0.318),
        ("GGG", 0.339, 0.153),
        ("GYR", 0.500, 0.238),
        ("YYR", 0.500, 0.252),
        ("YRR", 0.667, 0.333),
    ],
)
def test_the_figures_of_section_9(letters: str, caught: float, mummy: float) -> None:
    """LR-61"""
    known = deal(3, "", backs(letters)).odds(SPECTATOR, 1)
    assert float(known.caught) == pytest.approx(caught, abs=0.0006)
    assert float(known.mummy) == pytest.approx(mummy, abs=0.0006)


@pytest.mark.parametrize(
    ("letters", "points"),
    [("G", 1.25), ("RR", 6.55), ("GG", 2.83), ("GYR", 8.16), ("YYR", 9.00), ("YRR", 10.09), ("GGG", 4.68)],
)
def test_the_greedy_players_estimate_is_exact_before_a_reshuffle(letters: str, points: float) -> None:
    """Section 9, E[Run points] and P(caught)."""
    box = Box(COMPONENTS, Options(), 3)
    unseen = [Unseen(box, [card for card in range(54) if box.back[card] == back]) for back in range(3)]
    counts = [letters.count(letter) for letter in "GYR"]
    assert mean_points(counts, unseen, box.types) == pytest.approx(points, abs=0.006)
    exact = deal(3, "", backs(letters)).odds(SPECTATOR, 1).caught
    assert catch_chance(counts, unseen) == pytest.approx(float(exact), abs=1e-12)


def test_odds_are_counted_over_all_hands_that_fit() -> None:
    """Three hidden cards of two colours, counted one by one."""
    table = deal(3, "R01 G02", "R07 R08 G05", "R03", discard="R09 R10 G01 G03")
    view = table.view(0)
    box = table.table.box
    unseen = view.unseen(False)
    hits = 0
    for reds in combinations(unseen[2], 2):
        for green in unseen[0]:
            hits += box.danger([*reds, green]) > 0
    assert odds(view, 1).caught == Fraction(hits, comb(len(unseen[2]), 2) * len(unseen[0]))


def test_types_count_once_and_only_when_caught() -> None:
    """LR-44, LR-48: with one amulet beside it a Mummy brings nothing."""
    table = deal(3, "", "R07", discard=" ".join(f"R{n:02}" for n in (1, 2, 3, 4, 5, 6, 8, 9, 10, 12)))
    known = table.odds(SPECTATOR, 1)  # R07 or R11, both Mummies
    assert [known.caught, known.mummy] == [Fraction(1)] * 2
    assert [known.werewolf, known.frank] == [Fraction(0)] * 2


def test_ones_own_odds_are_those_that_others_reckon() -> None:
    """LR-71: without one's own faces."""
    table = deal(3, "R07 G03", "R08")
    assert odds(table.view(0), 0) == odds(table.view(SPECTATOR), 0)
    assert odds(table.view(0), 1) != odds(table.view(SPECTATOR), 1)


def test_a_seen_hand_is_certain() -> None:
    table = deal(3, "R07", "G02")
    for seat, caught in ((0, 1), (1, 0)):
        assert odds(table.view(REFEREE), seat).caught == caught


def test_the_plain_form_is_json_for_everybody_with_cards() -> None:
    table = deal(4, "R01", "R05", "", "G03", discard="R07")
    plain = plain_odds(table.view(0))
    assert [entry["seat"] for entry in plain] == [0, 1, 3]
    assert plain[1] == {"seat": 1, "caught": 0.4, "mummy": 0.1, "werewolf": 0.2, "frank": 0.1}
    assert codec.loads(codec.dumps(plain)) == plain
    assert [known.seat for known in all_odds(table.view(2))] == [0, 1, 3]
