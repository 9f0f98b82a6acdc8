"""The greedy bot plays decently, and random games end by Loot with every card and token accounted for."""

from __future__ import annotations

import pytest
from looterz.tables import (
    DECLINE,
    DRAW,
    activate,
    attack,
    check_invariants,
    components_with,
    deal,
    greedy_share,
    offered,
    own_card,
    play,
    random_game,
    recruit,
    roll,
    sacrifice,
    search,
    target,
)

from loot_table.bots import make
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.games.looterz import GAME

FIRST = "first recruitment"


def liked(match: Match) -> Action:
    return make("greedy", GAME, 1).choose(match.view(match.to_act), offered(match))


def test_it_takes_a_sure_win() -> None:
    assert liked(deal(p0="dwarf, dragonling", p1="king", loot=(14, 0))) == search("dwarf")


def test_it_recruits_its_best_card_in_the_first_phase() -> None:
    assert liked(deal(phase=FIRST, hand0="demon, scarecrow")) == recruit("demon")


def test_it_keeps_one_card_back_in_the_second_phase() -> None:
    assert liked(deal(phase="second recruitment", hand0="demon")) == DRAW
    assert liked(deal(phase="second recruitment", hand0="demon, dwarf")) == recruit("demon")


def test_it_sacrifices_its_worst_looter() -> None:
    match = deal(phase="sacrifice", p0="dragonling, djinn, barbarian, king")
    assert liked(match) == sacrifice("djinn")


def test_it_destroys_the_most_dangerous_looter() -> None:
    match = play(deal(p0="assassin, king", p1="demon, bard", loot=(0, 12)), activate("assassin"))
    assert liked(match) == target("demon")


def test_it_declines_a_second_attack_on_its_own_looter() -> None:
    match = play(deal(p0="hydra, dwarf", p1="bard"), activate("hydra"), target("bard"), roll(1, 6))
    assert liked(match) == DECLINE


def test_it_does_not_attack_itself() -> None:
    match = deal(p0="scarecrow, dwarf")
    assert liked(match) != attack("scarecrow", "dwarf")


def test_it_plays_cards_it_has_never_seen() -> None:
    strange = [
        own_card("judge", 'trigger = "activation"\neffects = [{ op = "sacrifice", who = "opponent" }]'),
        own_card("host", 'trigger = "recruitment"\neffects = [{ op = "draw", who = "each", optional = true }]'),
        own_card("siren", 'trigger = "activation"\neffects = [{ op = "take_control", duration = "permanent" }]'),
        own_card(
            "ferryman",
            'trigger = "last_wish"\noptional = true\ncost = [{ op = "discard" }]\n'
            'effects = [{ op = "enter", from = "hand" }, { op = "recover" }]',
        ),
    ]
    match = Match(GAME, 3, None, components_with(*strange), nature=Random(4))
    bots = [make("greedy", GAME, seat) for seat in range(3)]
    while not match.is_over:
        match.play(match.to_act, bots[match.to_act].choose(match.view(match.to_act), match.actions()))
    assert match.reason == "loot"


@pytest.mark.parametrize(("players", "share"), [(2, 0.9), (3, 0.9), (4, 0.9), (5, 0.85), (6, 0.85)])
def test_one_greedy_bot_beats_random_ones(players: int, share: float) -> None:
    """A sample; the soak test plays 300 games at each count and asks for 97% and 95%."""
    assert greedy_share(players, 20) >= share


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_end_by_loot_and_keep_every_card_and_token(players: int) -> None:
    """A sample; the soak test plays 1,000 games at each count."""
    for seed in range(6):
        assert random_game(players, seed) == "loot"


def test_the_invariants_can_fail() -> None:
    match = deal(p0="king")
    match.state.loot[0] = 99  # type: ignore[attr-defined]
    with pytest.raises(AssertionError):
        check_invariants(match.state, 60)
