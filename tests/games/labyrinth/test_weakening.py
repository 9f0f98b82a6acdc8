"""LL-6 weaken a wall, LL-7 rubble, LL-8 weakening and demolishing, and the draw pile made anew."""

from __future__ import annotations

from labyrinth.tables import at, do, hand, pawn, refused_by, said, table, told, wall, why_not

from loot_table.engine.match import Match

SPEAR = wall("spear", 1, 9, 13, owner=0)  # x = 9, y = 13 to 18; three nodes


def test_a_six_square_wall_stands_three_hits() -> None:
    """LL-6.1, LL-6.2, LL-8.1, LL-8.3, LL-8.4, LL-1.5"""
    match = at(walls=[SPEAR], hands=[["boot", "boot", "fang", "altar"], None])
    for node in (1, 2):
        do(match, "weaken", wall=1)
        assert table(match).walls[0].node == node
        do(match, "move", dir="W" if node == 1 else "E")
    do(match, "weaken", "wave", wall=1)
    assert table(match).walls == []
    assert hand(match, 0) == ["altar", "boot", "boot", "fang", "wave"]


def test_only_own_walls_are_weakened_by_action() -> None:
    """LL-6.1, LL-10.3, LL-R24: not a teammate's, not a neutral one, not one that is gone."""
    match = at(
        players=4, options={"teams": True}, walls=[wall("column", 1, 5, 5, owner=2), wall("column", 1, 8, 1, None)]
    )
    mate, neutral, none = (why_not(match, "weaken", wall=number) for number in (1, 2, 3))
    assert mate is not None
    assert said(match, mate) == "The column is Green's: you can weaken only walls of your own."
    assert mate.show == ("wall:1",)
    assert neutral is not None
    assert neutral.rule == "LL-V1.5"
    assert none is not None
    assert str(none.text) == "There is no wall 3 on the board."


def test_rubble_opens_a_square_of_any_wall_for_everybody() -> None:
    """LL-7.1, LL-7.2, LL-7.3, LL-7.4, LL-R11"""
    match = at(pawns=[[2, 15], [19, 13]], walls=[SPEAR])
    do(match, "rubble", x=9, y=15)
    assert told(match, 1) == ["White drops rubble on J16."]
    do(match, "rubble", x=9, y=13)  # Blue, on the token's square
    do(match, "move", dir="E")
    assert pawn(match, 0) == [20, 15]
    do(match, "move", dir="W")
    assert pawn(match, 1) == [0, 13]
    assert table(match).walls[0].node == 0
    refusal = why_not(match, "rubble", x=9, y=14)
    assert refusal is not None
    assert refusal.rule == "LL-7.1"
    assert refusal.show == ("cell:9,15",)


def test_rubble_needs_a_square_of_a_wall_without_rubble() -> None:
    """LL-7.2"""
    match = at(walls=[wall("spear", 1, 9, 13, rubble=[[9, 15, 1]])])
    for x, y in [(9, 15), (8, 15), (-1, 3), (9, 21), (2**40, 0)]:
        assert refused_by(match, "rubble", x=x, y=y) == "LL-7.2"
    assert refused_by(match, "rubble", x=9, y=16) == ""


def test_a_pawn_can_stand_on_rubble_and_stays_when_the_wall_falls() -> None:
    """LL-7.3, LL-7.5, LL-R10"""
    spear = wall("spear", 1, 9, 13, owner=0, node=2, rubble=[[9, 15, 1]])
    match = at(pawns=[[2, 15], [19, 20]], walls=[spear, wall("column", 1, 10, 14)])
    do(match, "move", dir="E")
    assert pawn(match, 0) == [9, 15]
    do(match, "move", dir="W")
    do(match, "weaken", wall=1)
    assert pawn(match, 0) == [9, 15]
    assert table(match).rubble_home == [True, True]
    assert "White brings down their own spear. Rubble goes back to Blue." in told_all(match)
    do(match, "rubble", x=10, y=14)  # and can be played again


def told_all(match: Match) -> list[str]:
    return [match.voice().text(event.text()) for event in match.events(0)]


def test_things_go_home_in_order_and_the_owner_draws_out_of_turn() -> None:
    """LL-8.3, LL-8.4, LL-8.5, LL-R21"""
    match = at(
        pawns=[[8, 15], [19, 20]],
        walls=[wall("spear", 1, 9, 13, node=2, rubble=[[9, 14, 0]])],
        hands=[None, ["boot", "boot", "fang", "altar"]],
    )
    do(match, "move", "gate", dir="E")
    assert pawn(match, 0) == [8, 15]  # it does not go on
    texts = told_all(match)
    assert texts[-2:] == ["White brings down Blue's spear. Rubble goes back to White.", "Blue draws a card."]
    assert hand(match, 1) == ["altar", "boot", "boot", "fang", "gate"]
    assert match.to_act == 1


def test_an_empty_draw_pile_is_made_anew_without_cards_of_standing_walls() -> None:
    """LL-8.6, LL-R18, LL-R19, LL-R20"""
    match = at(
        walls=[
            wall("column", 1, 12, 1, owner=0, node=1),
            wall("spear", 1, 9, 13),
            wall("spear", 1, 5, 13, owner=None),
        ],
        hands=[["boot", "fang", "altar", "stair"], ["boot", "fang", "altar", "stair"]],
        draw_exactly=[],
    )
    do(match, "weaken", "column", wall=1)  # its own card was shuffled in
    assert match.view(0).discard == ("spear", "spear")  # type: ignore[attr-defined]
    assert sum(table(match).draw) == 48 - 8 - 2 - 1
    assert "The draw pile is empty: 38 cards are shuffled, 2 of walls on the board stay out." in told_all(match)


def test_the_pile_that_is_shuffled_has_at_least_25_cards() -> None:
    """LL-R19: with every player's walls and hands, and all neutral walls, out."""
    for players, cards in {2: 5, 3: 5, 4: 4, 5: 3, 6: 3, 7: 2, 8: 2}.items():
        maze = {2: 8, 3: 6, 4: 8, 5: 5, 6: 6, 7: 7, 8: 8}[players]
        assert 48 - (players * cards - 1) - maze >= 25


def test_a_wall_beside_the_one_that_is_hit_is_not_touched() -> None:
    """LL-8.2"""
    match = at(pawns=[[2, 3], [19, 20]], walls=[wall("column", 1, 12, 1), wall("column", 1, 13, 1)])
    do(match, "move", dir="E")
    assert [standing.node for standing in table(match).walls] == [1, 0]
