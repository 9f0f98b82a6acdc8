"""LL-11 information: what a seat sees, hears and can imagine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from labyrinth.tables import CARDS, GAME, at, do, told, wall

from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.labyrinth import cards
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
    assert told(match, 0) == ["White draws the stair."]
    assert told(match, 1) == told(match, SPECTATOR) == ["White draws a card."]
    assert match.why_not_undo(0) is not None


def test_teammates_share_hands_only_by_option() -> None:
    """LL-11.2"""
    for option, seen in (("hidden", [True, False, False, False]), ("shared", [True, False, True, False])):
        match = at(players=4, options={"teams": True, "team_hands": option})
        assert [hand is not None for hand in view(match, 0).hands] == seen
    match = at(players=4, options={"teams": True, "team_hands": "shared"}, walls=[wall("column", 1, 12, 1, 0, 1)])
    do(match, "weaken", "stair", wall=1)
    assert told(match, 2) == ["White draws the stair."]
    assert told(match, 1) == ["White draws a card."]


def test_how_much_is_said_and_who_hears_it_are_two_questions() -> None:
    """LL-11.2, LL-R39, LL-R40"""
    for talk in ("open", "limited", "none"):
        for channel in (False, True):
            teams = GAME.teams(4, {"table_talk": talk, "team_channel": channel})
            assert teams is not None
            assert (teams.of, teams.talk, teams.is_private) == ((0, 1, 0, 1), talk, channel)
    assert GAME.teams(4, {"teams": False}) is None
    assert GAME.teams(5, {}) is None


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


def test_the_referee_imagines_the_table_itself() -> None:
    match = reshuffled()
    seen = view(match, REFEREE)
    assert imagined(seen, 1).view(REFEREE) == seen


def test_a_played_card_was_secret_so_it_cannot_be_taken_back() -> None:
    match = at(hands=[CARDS, None])
    do(match, "place", symbol="fang", orient=0, x=5, y=5)
    refusal: Any = match.why_not_undo(0)
    assert "hidden" in str(refusal.text)
    moved = at()
    do(moved, "move", dir="S")
    assert moved.why_not_undo(0) is None


# ---------------------------------------------------------------- LL-R36: the odds of hidden hands after a reshuffle

Fact = tuple[str, int, int]  # "draw", "play" or "shuffle", a seat, a type


def simulated(
    hands: list[list[int]], pile: list[int], facts: list[Fact], viewer: int, rng: Random
) -> list[list[int]] | None:
    """One history from the moment of a reshuffle: hidden cards lie at random, each play takes any card of the hand. None
    when it does not come out as it really did."""
    hidden = [card for seat, hand in enumerate(hands) if seat != viewer for card in hand]
    rng.shuffle(hidden)
    world = [list(hand) if seat == viewer else [hidden.pop() for _ in hand] for seat, hand in enumerate(hands)]
    deck = list(pile)
    rng.shuffle(deck)
    for what, seat, kind in facts:
        if what == "draw":
            card = deck.pop()
            if seat == viewer and card != kind:
                return None
            world[seat].append(card)
        elif what == "play":
            card = kind if seat == viewer else world[seat][rng.below(len(world[seat]))]
            if card != kind:
                return None
            world[seat].remove(card)
    return world


def at_a_reshuffle(hands: list[list[int]], pile: list[int], players: int) -> Table:
    """A table whose draw pile has just been made anew, with so many cards that every count can be checked."""
    found = Match(GAME, players, nature=Random(1)).state
    assert isinstance(found, Table)
    found.hands = [tuple(sorted(hand)) for hand in hands]
    found.draw = [0] * 12
    held = Counter(card for hand in hands for card in hand)
    found.discard = [4 - held[kind] for kind in range(12)]
    cards.reshuffle(found)
    found.draw = [pile.count(kind) for kind in range(12)]  # a small pile, so that the odds are far from even
    found.discard = [4 - held[kind] - pile.count(kind) for kind in range(12)]
    found.unseen = [(*groups[:-1], tuple(found.draw)) for groups in found.unseen]
    return found


CASES = {
    "three": ([[0, 1], [2, 2, 3], [2, 4, 5]], [2, 2, 6, 7], ["d1:6", "p1:2", "d2:2", "d0:7", "p2:2", "p1:3"]),
    "four": ([[0, 0], [1, 2], [1, 3], [2, 3]], [1, 1, 2, 3, 4], ["d1:1", "d3:2", "p1:1", "p3:2", "d2:4", "p2:1"]),
}


@pytest.mark.parametrize("name", sorted(CASES))
@pytest.mark.heavy
def test_hidden_hands_after_a_reshuffle_have_the_odds_of_all_histories_that_fit(name: str) -> None:
    """LL-R36, against histories that are played out and thrown away unless they fit what the viewer saw."""
    hands, pile, script = CASES[name]
    real = at_a_reshuffle(hands, pile, len(hands))
    facts: list[Fact] = []
    for word in script:
        seat, kind = int(word[1]), int(word[3])
        facts.append(("draw" if word[0] == "d" else "play", seat, kind))
        if word[0] == "d":
            cards.Draw(seat, False).do(real, kind)
        else:
            cards.play_card(real, seat, kind)
    seen = real.view(0)
    rng = Random(7)
    fitting: Counter[tuple[tuple[int, ...], ...]] = Counter()
    while fitting.total() < 2500:
        world = simulated(hands, pile, facts, 0, rng)
        if world is not None:
            fitting[tuple(tuple(sorted(hand)) for hand in world)] += 1
    dreamt: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(2500):
        imagined_table = seen.imagine(rng)
        assert imagined_table.view(0) == seen
        dreamt[tuple(imagined_table.hands)] += 1
    # Two samples of the same odds: the sum of squares is about the number of different worlds.
    worlds = fitting | dreamt
    assert len(worlds) > 8
    squares = sum((fitting[world] - dreamt[world]) ** 2 / (fitting[world] + dreamt[world]) for world in worlds)
    assert squares < len(worlds) + 5 * (2 * len(worlds)) ** 0.5


def test_a_second_reshuffle_keeps_old_cards_apart_from_new_ones() -> None:
    """LL-R36: Blue has held two cards since the first reshuffle and drawn none, so they are of the first group."""
    real = at_a_reshuffle([[0, 1], [2, 3], [4, 5]], [6, 7], 3)
    cards.play_card(real, 2, 4)
    cards.Draw(2, False).do(real, 6)
    cards.play_card(real, 0, 0)
    cards.Draw(0, False).do(real, 7)
    cards.reshuffle(real)
    for seed in range(40):
        world = imagined(real.view(0), seed)
        assert world.view(0) == real.view(0)
        assert set(world.hands[1]) <= {2, 3, 5}
        assert 6 in world.hands[2]
