"""Odds for people are exact."""

from __future__ import annotations

import pytest
from looterz.tables import attack, deal, play, search, table_of

from loot_table.games.looterz.dice import hits_of, rolls
from loot_table.games.looterz.odds import AttackOdds, Hits, SearchOdds


@pytest.mark.parametrize("dice", range(1, 7))
@pytest.mark.parametrize("power", range(1, 7))
def test_hit_odds_are_those_of_all_rolls(dice: int, power: int) -> None:
    counted = [0] * (dice + 1)
    for outcome, ways in rolls(dice):
        counted[hits_of(outcome, power)] += ways
    hits = Hits(dice, power)
    assert hits.ways == counted
    assert sum(hits.ways) == hits.total == 6**dice
    assert hits.mean() == pytest.approx(sum(n * ways for n, ways in enumerate(counted)) / 6**dice)


def test_a_dragonling_finds_one_and_a_half_loot_and_nothing_once_in_eight() -> None:
    hits = Hits(3, 3)
    assert hits.ways == [27, 81, 81, 27]
    assert (hits.mean(), hits.chance(0), hits.at_least(2)) == (1.5, 0.125, 0.5)
    assert (hits.chance(4), hits.at_least(0), hits.at_least(4)) == (0.0, 1.0, 0.0)


def test_attack_and_search_odds_agree_with_the_chance_that_follows() -> None:
    match = deal(p0="barbarian", p1="king", loot=(13, 0))
    table = table_of(match)
    barbarian, king = table.box.numbers["barbarian-1"], table.box.numbers["king-1"]
    odds = AttackOdds(table, barbarian, king)
    assert odds.kill == pytest.approx(16 / 36)
    assert odds.lost == pytest.approx(2 * 4 / 6)
    kills = 0
    for outcome, ways in list(play(match, attack("barbarian", "king")).state.outcomes()):
        twin = match.state.copy()
        twin.happen(outcome)
        kills += ways * (len(twin.graveyard) == 1)  # type: ignore[attr-defined]
    assert kills / 36 == odds.kill
    match = deal(p0="barbarian", p1="king", loot=(13, 0))
    found = SearchOdds(table_of(match), barbarian)
    assert found.needed == 2
    assert found.win == pytest.approx(16 / 36)
    wins = 0
    for outcome, ways in list(play(match, search("barbarian")).state.outcomes()):
        twin = match.state.copy()
        twin.happen(outcome)
        wins += ways * (not twin.agenda)
    assert wins / 36 == found.win


def test_excess_hits_do_not_count() -> None:
    table = table_of(deal(p0="dragonling", p1="dwarf"))
    odds = AttackOdds(table, table.box.numbers["dragonling-1"], table.box.numbers["dwarf-1"])
    assert odds.kill == odds.lost == pytest.approx(1 - 0.125)


def test_twelve_dice_can_be_rolled_where_the_cap_allows() -> None:
    assert sum(ways for _, ways in rolls(12)) == 6**12
    assert len(rolls(12)) == 6188
