"""What each seat knows, and that `imagine` deals unseen cards by their true odds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from looterz.tables import (
    DRAW,
    activate,
    attack,
    card,
    components_with,
    deal,
    discard,
    hand,
    own_card,
    play,
    recruit,
    roll,
    sacrifice,
    search,
    table_of,
)

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.looterz import GAME
from loot_table.games.looterz.dungeon_events import Entered
from loot_table.games.looterz.events import Discarded, Drew, Recovered
from loot_table.games.looterz.table import Table, TableView

FIRST = "first recruitment"


def view_of(match: Match, seat: int) -> TableView:
    view = match.view(seat)
    assert isinstance(view, TableView)
    return view


def names(table: Table, cards: list[int]) -> tuple[str, ...]:
    return tuple(table.box.ids[number] for number in cards)


def test_hands_and_the_order_of_the_draw_pile_are_secret_all_else_is_open() -> None:
    """LZ-90."""
    match = deal(3, p0="king(1)", hand0="orc", hand1="witch, bard", graveyard="dwarf", loot=(1, 2, 3))
    for seat in (0, 1, 2, SPECTATOR):
        view = view_of(match, seat)
        assert view.parties[0][0][:2] == ("king-1", 1)
        assert view.loot == (1, 2, 3)
        assert view.graveyard == ("dwarf-1",)
        assert view.hand_sizes == (1, 2, 0)
        assert view.pile == 55
        shown = {owner: view.hands[owner] for owner in range(3)}
        assert shown[0] == (("orc-1",) if seat == 0 else ())
        assert shown[1] == (("witch-1", "bard-1") if seat == 1 else ())
    assert view_of(match, REFEREE).hands == (("orc-1",), ("witch-1", "bard-1"), ())


def test_two_deals_that_differ_in_a_hidden_hand_look_the_same_to_the_others() -> None:
    """LZ-90."""
    one = deal(3, p0="king", hand0="orc", hand1="witch, bard")
    other = deal(3, p0="king", hand0="orc", hand1="thief, zombie")
    for seat in (0, 2, SPECTATOR):
        assert codec.dumps(codec.encode(one.view(seat))) == codec.dumps(codec.encode(other.view(seat)))
    assert one.view(1) != other.view(1)


def test_a_card_from_the_graveyard_stays_known_in_the_hand_until_it_leaves() -> None:
    """LZ-91."""
    match = deal(p0="dwarf", p1="zombie(1)", hand1="king")
    play(match, attack("dwarf", "zombie"), roll(1))
    assert Recovered(1, "zombie-1") in match.events(SPECTATOR)
    assert view_of(match, 0).known == ("zombie-1",)
    assert view_of(match, 0).hands[1] == ("zombie-1",)
    play(match, DRAW, "bard")
    for seed in range(20):
        imagined = view_of(match, 0).imagine(Random(seed))
        assert "zombie-1" in names(imagined, imagined.hands[1])
    play(match, recruit("zombie"))
    assert view_of(match, 0).known == ()


def test_after_a_reshuffle_the_draw_pile_is_known_but_not_its_order() -> None:
    """LZ-92: cards that were in hands before it cannot be in the Draw Pile."""
    match = deal(phase=FIRST, hand0="orc", hand1="witch, bard", pile="", graveyard="dwarf, king, thief")
    play(match, DRAW)
    view = view_of(match, 0)
    assert view.unknown == (("dwarf-1", "king-1", "thief-1"), ("bard-1", "orc-1", "witch-1"))
    assert view.hidden == ((0, 1), (0, 2))
    for seed in range(30):
        imagined = view.imagine(Random(seed))
        assert names(imagined, imagined.hands[1]) == ("witch-1", "bard-1")
        assert names(imagined, imagined.pile) == ("dwarf-1", "king-1", "thief-1")


def worlds(view: TableView, count: int) -> Counter[tuple[tuple[str, ...], ...]]:
    """How often each distribution of the unseen cards is imagined."""
    rng = Random(17)
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for _ in range(count):
        table = view.imagine(rng)
        found[tuple(names(table, cards) for cards in [*table.hands, table.pile])] += 1
    return found


def chi_square(
    found: Counter[tuple[tuple[str, ...], ...]], expected: dict[tuple[tuple[str, ...], ...], float]
) -> float:
    assert set(found) <= set(expected)
    total = sum(found.values())
    return sum((found[world] - total * odds) ** 2 / (total * odds) for world, odds in expected.items())


def test_imagine_deals_the_unseen_cards_evenly() -> None:
    """Two hidden cards of player 1, one of player 2, two in the pile: thirty worlds, each as likely as the next."""
    match = deal(3, FIRST, hand0="orc", hand1="witch, bard", hand2="thief", pile="dwarf, king")
    five = sorted(["witch-1", "bard-1", "thief-1", "dwarf-1", "king-1"], key=table_of(match).box.numbers.__getitem__)
    number = table_of(match).box.numbers.__getitem__
    counted: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for order in permutations(five):
        parts = [("orc-1",), order[:2], order[2:3], order[3:]]
        counted[tuple(tuple(sorted(part, key=number)) for part in parts)] += 1
    expected = {world: count / 120 for world, count in counted.items()}
    assert len(expected) == 30
    found = worlds(view_of(match, 0), 6000)
    # 29 degrees of freedom: beyond 58.3 with a chance of one in a thousand.
    assert chi_square(found, expected) < 58.3


def all_deals(match: Match, depth: int) -> list[tuple[Match, float]]:
    """The ways nature may go on for so many steps, with their odds."""
    if depth == 0 or match.to_act != -1:
        return [(match, 1.0)]
    weights = match.state.outcomes()
    total = sum(weight for _, weight in weights)
    found = []
    for outcome, weight in weights:
        again = match.at(match.version)
        again.happen(outcome)
        found += [(end, odds * weight / total) for end, odds in all_deals(again, depth - 1)]
    return found


def test_imagine_agrees_with_all_ways_the_cards_could_have_come() -> None:
    """Real draws are played out in every way; of those that look alike to a seat, imagine gives each its share.

    Player 1 holds a card from before the reshuffle and draws one after it, so that the two are not alike.
    """
    start = deal(phase="second recruitment", hand1="witch", pile="bard, thief", graveyard="dwarf, king, orc")
    ends: list[tuple[Match, float]] = []
    for first, odds in all_deals(play(start.at(0), DRAW), 1):  # player 0 draws bard or thief
        for second, again in all_deals(play(first, DRAW), 1):  # player 1 draws the other
            skipped = play(second, DRAW)  # no Looterz: player 1's second phase follows, and the reshuffle
            ends += [(end, odds * again * more) for end, more in all_deals(skipped, 1)]
    seen = codec.dumps(codec.encode(ends[0][0].view(0)))
    alike = [(end, odds) for end, odds in ends if codec.dumps(codec.encode(end.view(0))) == seen]
    assert len(alike) == 3
    total = sum(odds for _, odds in alike)
    expected: dict[tuple[tuple[str, ...], ...], float] = {}
    for end, odds in alike:
        table = table_of(end)
        expected[tuple(names(table, cards) for cards in [*table.hands, table.pile])] = odds / total
    found = worlds(view_of(alike[0][0], 0), 3000)
    assert chi_square(found, expected) < 13.8  # 2 degrees of freedom, one in a thousand


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR, REFEREE])
def test_an_imagined_table_looks_the_same_to_its_seat_in_the_middle_of_an_effect(seat: int) -> None:
    match = deal(3, FIRST, hand0="orc, king", hand1="bard", p0="zombie, dwarf", p1="ghost, leprechaun", loot=(3, 2, 0))
    play(match, recruit("orc"), sacrifice("zombie"))
    assert match.to_act == 1
    view = view_of(match, seat)
    for seed in range(5):
        imagined = view.imagine(Random(seed))
        assert imagined.view(seat) == view
        assert list(imagined.actions()) == list(match.actions())


def test_undo_is_blocked_by_what_was_shown() -> None:
    match = play(deal(phase=FIRST, hand0="dwarf, king"), recruit("dwarf"))
    assert match.why_not_undo(0) is not None
    assert Entered(0, "dwarf-1", 1, "recruited").reveals()
    assert Drew(0, "dwarf-1").reveals()
    assert Discarded(0, "dwarf-1").reveals()
    assert not Recovered(0, "zombie-1").reveals()
    match = play(deal(p0="mermaid, dwarf", p1="king"), activate("mermaid"))
    assert match.why_not_undo(0) is None
    match.undo(0)
    assert match.actions()[-1] != search("king")


def test_a_question_about_a_hand_shows_its_cards_to_nobody_else() -> None:
    door = own_card("door", 'trigger = "recruitment"\neffects = [{ op = "enter", from = "hand" }]')
    match = deal(phase=FIRST, hand0="door, king, bard", components=components_with(door))
    play(match, recruit("door"))
    for seat in (1, SPECTATOR):
        assert b"king-1" not in codec.dumps(codec.encode(match.view(seat).agenda))
    play(match, card("king"))
    match = deal(p0="wizard", p1="dragonling", hand0="orc, ghost, witch")
    play(match, activate("wizard"))
    assert b"ghost" not in codec.dumps(codec.encode(match.view(1).agenda))
    play(match, discard("ghost"))
    assert hand(match, 0) == "orc, witch"


def test_saved_games_of_every_count_never_show_a_hidden_card_in_anothers_events() -> None:
    for players in range(2, 7):
        match = Match(GAME, players, nature=Random(players))
        rng = Random(players)
        for _ in range(120):
            if match.is_over:
                break
            match.play(match.to_act, match.state.decision().sample(match.state, rng))
        for seat in range(players):
            for event in match.events(seat):
                if isinstance(event, Drew) and event.seat != seat:
                    assert event.card == ""
