"""Which components decide, and which are dead: planted ones are found."""

from __future__ import annotations

import sys
from random import Random

import pytest

from loot_table import games
from loot_table.arena.contest import play_match
from loot_table.lab import Budget, Design, cards, dead
from loot_table.lab.boxes import boxes, effects, fates
from loot_table.lab.deals import contest_of
from loot_table.lab.usage import owner_of, owners_in, rules_of
from loot_table.lab.worths import standing_out

SACRIFICE = [{"op": "sacrifice", "n": 2, "exclude_self": True}]


@pytest.mark.heavy
def test_a_planted_strong_card_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looterz: a Dwarf of six lives who throws six dice. Drawing it, lacking it and having one more say the same."""
    monkeypatch.setattr(sys.modules["loot_table.lab.cards"], "MOST_CHANGED", 1)
    answer = cards(Design("looterz").set("card.dwarf.life", 6).set("card.dwarf.power", 6), budget=Budget(150))
    assert answer.figures[0].name == "dwarf"
    assert answer.figures[0].interval.low > 0.1
    assert answer.figures[0].unit == "points"
    assert len(answer.examples) == 3
    figures = {each.name: each for each in answer.figures}
    assert figures["without dwarf, whoever draws it gains"].interval.high < 0
    assert figures["one more dwarf, whoever draws it gains"].interval.low > 0
    assert figures["without dwarf, a game is longer by"].interval.low > 0
    assert figures["to recruit"].interval.low > 0  # rather than to draw, where both are offered
    assert answer.says.startswith("Card dwarf (life 6, power 6) decides most: ")


def test_who_draws_a_card_gets_another_one_where_it_is_not_there() -> None:
    shipped = Design("loot_n_run")
    box, more = boxes(shipped, "R08")
    assert (box.title, more.title) == ("without R08", "one more R08")
    before, after, doubled = (
        fates(contest_of(design, 2, "greedy", 1), [2 * deal for deal in range(40)])
        for design in (shipped, box.design, more.design)
    )
    drawers = [box.drawer(one, other) for one, other in zip(before, after, strict=True)]
    assert sum(seat is not None for seat in drawers) >= 3  # in which bots that count cards have not parted before
    assert all(one.first["R08"][0] == seat for one, seat in zip(before, drawers, strict=True) if seat is not None)
    assert all("R08" not in other.first for other in after)
    assert any(more.drawer(one, other) is not None for one, other in zip(before, doubled, strict=True))
    *_, first, length = effects(box, before, after)
    assert (first.on, first.unit, length.unit) == ("seat 1 gains", "points", "decisions")
    assert len(first.values) == len(length.values) == 40


def test_every_component_that_can_go_or_come_twice_does() -> None:
    """In every game that has such components, a game is played without one and with one more."""
    for slug, name in {"loot_n_run": "Y16", "looterz": "djinn", "labyrinth": "boot", "loot_fiend": "I2"}.items():
        made = list(boxes(Design(slug), name))
        assert [each.is_without for each in made] == [True, False], slug
        for each in made:
            assert play_match(contest_of(each.design, 2, "greedy", 1), 0).match.is_over
    assert [each.is_without for each in boxes(Design("loot_fiend"), "end")] == [False]  # the map needs every tile
    assert not list(boxes(Design("crates_barrels"), "crates"))


def test_of_two_decks_the_one_in_play_loses_the_card() -> None:
    box = next(iter(boxes(Design("loot_n_run").option("deck", "mixed"), "G01")))
    assert box.design.changes[-1].path == "decks.mixed.cards.G01"


def test_a_useless_ability_is_listed_as_dead() -> None:
    """Looterz: a Hydra that sacrifices two others for one life."""
    useless = Design("looterz").set(
        "card.hydra.ability",
        [{"trigger": "activation", "cost": SACRIFICE, "effects": [{"op": "gain_life", "pick": "self"}]}],
    )
    answer = dead(useless, rare=0.05, budget=Budget(150))
    assert answer.verdict == "something is dead"
    assert "to activate hydra" in answer.says
    [figure] = [each for each in answer.figures if each.name == "to activate hydra"]
    assert figure.value == 0.0
    assert figure.interval.high < 0.05
    shipped = dead(Design("looterz"), rare=0.05, budget=Budget(100))
    assert "hydra" not in shipped.says
    few = dead(useless, budget=Budget(150))  # so few cannot show that it comes in less than one game in two hundred
    assert few.verdict == "not enough evidence"
    assert few.says.startswith(
        "Never used in 150 games of greedy bots: nothing. Not used so far, in too few games to call it"
    )
    assert "to activate hydra" in few.says


def test_a_piece_belongs_to_its_component() -> None:
    owners = owners_in(Design("loot_fiend").data)
    assert owner_of("s01", owners) == owner_of("s22", owners) == "O1"
    assert owner_of("s23", owners) == "I2"
    looters = owners_in(Design("looterz").data)
    assert owner_of("medusa-2", looters) == "medusa"
    assert owner_of("4", looters) == "4"


def test_every_game_says_what_can_happen_by_which_rule() -> None:
    for game in games.all_games():
        assert len(rules_of(game)) > 3, game.slug
    assert "take turn (LR-20)" in rules_of(games.load("loot_n_run"))


def test_of_many_worthless_cards_hardly_one_stands_out() -> None:
    dice = Random(3)
    alarms = sum(any(standing_out([dice.random() for _ in range(50)])) for _ in range(400))
    assert alarms < 0.14 * 400  # one false alarm or more in ten of a hundred boxes
    assert standing_out([0.001, 0.5, 0.9]) == [True, False, False]
    assert standing_out([]) == []
