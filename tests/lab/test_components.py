"""Which components decide, and which are dead: planted ones are found."""

from __future__ import annotations

from random import Random

from loot_table import games
from loot_table.lab import Budget, Design, cards, dead
from loot_table.lab.draws import standing_out
from loot_table.lab.usage import owner_of, owners_in, rules_of

SACRIFICE = [{"op": "sacrifice", "n": 2, "exclude_self": True}]


def test_a_planted_strong_card_comes_first() -> None:
    """Looterz: a Dwarf of six lives who throws six dice."""
    answer = cards(Design("looterz").set("card.dwarf.life", 6).set("card.dwarf.power", 6), budget=Budget(100))
    assert answer.figures[0].name == "dwarf"
    assert answer.figures[0].interval.low > 0.1
    assert answer.figures[0].unit == "points"
    assert len(answer.examples) == 3


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
    assert "TakeTurn (LR-20)" in rules_of(games.load("loot_n_run"))


def test_of_many_worthless_cards_hardly_one_stands_out() -> None:
    dice = Random(3)
    alarms = sum(any(standing_out([dice.random() for _ in range(50)])) for _ in range(400))
    assert alarms < 0.14 * 400  # one false alarm or more in ten of a hundred boxes
    assert standing_out([0.001, 0.5, 0.9]) == [True, False, False]
    assert standing_out([]) == []
