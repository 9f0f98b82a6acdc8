"""LL-11 information: what a seat sees, hears and can imagine."""

from __future__ import annotations

from collections import Counter
from typing import Any

from labyrinth.board import CARDS, GAME, at, do, told, wall

from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.labyrinth.table import Table, TableView


def view(match: Match, seat: int) -> TableView:
    found = match.view(seat)
    assert isinstance(found, TableView)
    return found


def test_hands_are_secret_and_all_else_is_open() -> None:
    """LL-11.1, LL-R28, LL-R29"""
    match = at(hands=[CARDS, None], walls=[wall("gate", 0, 9, 9, owner=None)])
    assert view(match, 0).hands == (tuple(CARDS), None)
    assert view(match, 1).hands[0] is None
    assert view(match, SPECTATOR).hands == (None, None)
    for seat in (0, 1, SPECTATOR):
        seen = view(match, seat)
        assert seen.hand_sizes == (5, 5)
        assert seen.draw_size == 48 - 10 - 1
        assert seen.draw is None
        assert seen.discard == ("gate",)
    assert view(match, REFEREE).hands[0] == tuple(CARDS)


def test_only_its_owner_sees_a_drawn_card() -> None:
    """LL-11.3"""
    match = at(walls=[wall("column", 1, 12, 1, owner=0, node=1)])
    do(match, "weaken", "stair", wall=1)
    assert told(match, 0) == ["White draws the card stair"]
    assert told(match, 1) == told(match, SPECTATOR) == ["White draws a card"]
    assert match.why_not_undo(0) is not None


def test_teammates_share_hands_only_by_option() -> None:
    """LL-11.2"""
    for option, seen in (("hidden", [True, False, False, False]), ("shared", [True, False, True, False])):
        match = at(players=4, options={"teams": True, "team_hands": option})
        assert [hand is not None for hand in view(match, 0).hands] == seen
    match = at(players=4, options={"teams": True, "team_hands": "shared"}, walls=[wall("column", 1, 12, 1, 0, 1)])
    do(match, "weaken", "stair", wall=1)
    assert told(match, 2) == ["White draws the card stair"]
    assert told(match, 1) == ["White draws a card"]
    assert Match(GAME, 4, {"table_talk": "none"}).options.table_talk == "none"


def imagined(seen: TableView, seed: int) -> Table:
    world = seen.imagine(Random(seed))
    assert isinstance(world, Table)
    return world


def test_imagined_hands_are_drawn_from_what_was_not_seen_by_true_odds() -> None:
    """LL-11.1: unseen = 48 - own hand - discard pile = other hands + draw pile"""
    match = at(hands=[["column"] * 4, None], walls=[wall("spear", 1, 9, 13, owner=0), wall("spear", 1, 5, 13)])
    seen = view(match, 0)
    held: Counter[int] = Counter()
    for seed in range(600):
        world = imagined(seen, seed)
        assert world.view(0) == seen
        held.update(world.hands[1])
    unseen = 48 - 4 - 2
    assert held[0] == 0
    expected = 600 * 4  # cards in the other hand, over all worlds
    for kind, copies in ((1, 4), (4, 2)):
        assert abs(held[kind] / expected - copies / unseen) < 0.02


def reshuffled() -> Match:
    """Blue is known to hold boot, fang, altar and stair; White has just drawn from the new pile."""
    match = at(
        walls=[wall("column", 1, 12, 1, owner=0, node=1), wall("spear", 1, 9, 13, node=2)],
        hands=[["horn", "fang", "altar", "stair"], ["boot", "fang", "altar", "stair"]],
        draw_exactly=[],
    )
    return do(match, "weaken", "wave", wall=1)


def kinds(*symbols: str) -> list[int]:
    return sorted(GAME.read_components(None).numbers[symbol] for symbol in symbols)


def test_a_perfect_memory_knows_the_hands_after_a_reshuffle() -> None:
    """LL-R36"""
    match = reshuffled()
    for seed in range(20):
        assert list(imagined(view(match, 0), seed).hands[1]) == kinds("boot", "fang", "altar", "stair")
    public = [imagined(view(match, SPECTATOR), seed).hands for seed in range(20)]
    for hands in public:
        known = Counter(kinds("horn", "boot", "fang", "fang", "altar", "altar", "stair", "stair"))
        assert not known - Counter(hands[0] + hands[1])
    assert len({hands[1] for hands in public}) > 5


def test_memory_follows_what_is_played_and_drawn() -> None:
    """LL-R36: a card that may have been played is no longer certain; a new card is any of the pile."""
    match = reshuffled()
    do(match, "weaken", "boot", wall=2)  # Blue draws a second boot, unseen
    worlds = [imagined(view(match, 0), seed).hands[1] for seed in range(60)]
    certain = Counter(kinds("boot", "fang", "altar", "stair"))
    assert all(not certain - Counter(hand) for hand in worlds)
    assert len({tuple((Counter(hand) - certain).elements()) for hand in worlds}) > 4
    do(match, "move", dir="S")
    do(match, "place", symbol="boot", orient=0, x=8, y=2)
    left = Counter(kinds("fang", "altar", "stair"))
    worlds = [imagined(view(match, 0), seed).hands[1] for seed in range(60)]
    assert all(not left - Counter(hand) for hand in worlds)
    assert view(match, 0).kept[0] == tuple(left[kind] for kind in range(12))


def test_the_referee_imagines_the_table_itself() -> None:
    match = reshuffled()
    seen = view(match, REFEREE)
    assert imagined(seen, 1).view(REFEREE) == seen


def test_a_played_card_was_secret_so_it_cannot_be_taken_back() -> None:
    match = at(hands=[CARDS, None])
    do(match, "place", symbol="fang", orient=0, x=5, y=5)
    refusal: Any = match.why_not_undo(0)
    assert "hidden" in refusal.text
    moved = at()
    do(moved, "move", dir="S")
    assert moved.why_not_undo(0) is None
