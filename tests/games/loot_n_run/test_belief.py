"""What a seat can know of hidden cards: views imagine by it, odds count by it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from loot_n_run.tables import GAME, Deal, deal, tiny_components
from loot_n_run.worlds import (
    Faces,
    History,
    chi_square_is_fine,
    faces,
    two_samples_are_alike,
)

from loot_table.engine.build import is_compiled
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.games.loot_n_run.odds import candidates, odds, top_candidates
from loot_table.games.loot_n_run.table import FaceDownView, Table, TableView
from loot_table.games.loot_n_run.werewolf import Keep

TINY = 24  # histories with ten rooms
SAMPLES = 12_000 if is_compiled() else 4_000


def before_a_reshuffle() -> Deal:
    return deal(4, "R01 G03", "R05 G09 G10", "G11", "R02 Y03", discard="R07 G01 Y01 Y02 Y04 Y05 Y06 Y07")


def after_a_reshuffle() -> Deal:
    """Old and new reds in front of two players, some of whose candidates lay in the discard pile."""
    table = deal(
        3,
        "",
        "R12 R11",
        "R10 G03",
        decks=("G02", "G01 R05 R04"),
        discard="R01 R02 R03 G05 G06 G07",
        rest=0,
        shuffle="R01 R05 R03 G01 G05 R04 R02 G06 G07",
    )
    return table.play("loot 0", "loot 0", "loot 1", "loot 0")


@pytest.mark.parametrize("position", [before_a_reshuffle, after_a_reshuffle])
@pytest.mark.parametrize("observer", [0, 1, SPECTATOR])
def test_imagined_cards_follow_the_exact_odds(position: object, observer: int) -> None:
    """LR-75: before and after a reshuffle, ages included."""
    assert callable(position)
    table: Deal = position()
    view = table.view(observer)
    rng = Random(17 + observer)
    worlds = [faces(view.imagine(rng)) for _ in range(SAMPLES)]
    for seat, hand in enumerate(view.hands):
        for place in range(min(len(hand), 4)):
            counts = Counter(world[seat][place] for world in worlds)
            assert chi_square_is_fine(counts, candidates(view, seat, place), SAMPLES), (seat, place)
    for deck in range(2):
        assert sum(top_candidates(view, deck).values()) == 1


def test_the_positions_differ_as_they_should() -> None:
    """LR-75: older cards have fewer candidates."""
    view = after_a_reshuffle().view(SPECTATOR)
    assert [age for _, age, _, _ in view.hands[1]] == [0, 0, 1]
    old, new = candidates(view, 1, 0), candidates(view, 1, 2)
    assert set(new) > set(old)
    assert sum(old.values()) == sum(new.values()) == 1


def tiny_match(seed: int, players: int, refused: str = "open") -> Match:
    """A game with ten rooms, played at random until after a reshuffle."""
    rng = Random(seed)
    options = {"target_score": 1000, "turn_limit": 0, "refused_cards": refused}
    match = Match(GAME, players, options, tiny_components(), nature=rng)
    turns = 9 + int(rng.below(8))
    for _ in range(turns):
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    return match


@pytest.mark.parametrize("refused", ["open", "face_down"])
@pytest.mark.parametrize("seed", range(TINY))
def test_the_formula_is_what_enumerating_all_of_nature_gives(seed: int, refused: str) -> None:
    """Section 6.1 follows from the rules: exact posteriors from whole histories with ten rooms."""
    agree(tiny_match(seed, 2 + seed % 2, refused), seed)


def agree(match: Match, seed: int) -> None:
    """What is reckoned from a view is what enumerating gives, for a player and for a spectator."""
    for observer in (0, SPECTATOR):
        view = match.view(observer)
        assert isinstance(view, TableView)
        posterior = History(match, observer).posterior()
        for seat, hand in enumerate(view.hands):
            for place in range(len(hand)):
                exact: dict[str, Fraction] = {}
                for world, chance in posterior.items():
                    exact[world[seat][place]] = exact.get(world[seat][place], Fraction(0)) + chance
                assert exact == candidates(view, seat, place), (seat, place)
        rng = Random(seed)
        counts = Counter(faces(view.imagine(rng)) for _ in range(500))
        assert chi_square_is_fine(counts, posterior, 500)
        for seat in range(match.players):
            if view.hands[seat] and seat != observer:
                assert odds(view, seat).caught == caught(match, posterior, seat)


def caught(match: Match, posterior: dict[Faces, Fraction], seat: int) -> Fraction:
    box = match.state.box  # type: ignore[attr-defined]
    cards = {world: [box.numbers[id] for id in world[seat]] for world in posterior}
    return sum((chance for world, chance in posterior.items() if box.danger(cards[world]) > 0), Fraction(0))


def test_the_tiny_histories_are_rich_enough() -> None:
    """They hold reshuffles with old cards, and Werewolf choices."""
    matches = [tiny_match(seed, 2 + seed % 2) for seed in range(TINY)]
    views = [match.view(SPECTATOR) for match in matches]
    old = [view for view in views if isinstance(view, TableView) and has_ages(view)]
    assert len(old) >= 8
    assert len([view for view in old if view.reshuffles >= 2]) >= 2
    choices = [entry for match in matches for entry in match.record if isinstance(entry.action, Keep)]
    assert len(choices) >= 10


def test_the_tiny_histories_hold_cards_that_only_one_player_knows_to_have_gone_back() -> None:
    """LR-R18, LR-75: somebody with old cards among rivals' recalls what he refused face down."""
    matches = [tiny_match(seed, 2 + seed % 2, "face_down") for seed in range(TINY)]
    views = [match.view(0) for match in matches]
    knowing = [view for view in views if isinstance(view, FaceDownView) and view.returned != view.open_returned]
    assert len([view for view in knowing if has_ages(view)]) >= 2


def hiding_match(seed: int) -> Match | None:
    """A game with ten rooms that stops when refused cards lie face down, if that comes soon and not at once."""
    match = tiny_match(seed, 2 + seed % 2, "face_down")
    for version in range(8, match.version):
        earlier = match.at(version)
        if isinstance(earlier.state, Table) and earlier.state.refused and earlier.to_act >= 0:
            return earlier
    return None


def test_cards_that_lie_face_down_are_reckoned_with() -> None:
    """LR-R18: they can be what other hidden cards of their back can be."""
    found = [(seed, match) for seed in range(40) if (match := hiding_match(seed)) is not None]
    assert len(found) >= 5
    for seed, match in found:
        agree(match, seed)


def has_ages(view: TableView) -> bool:
    return any(age < view.reshuffles for hand in view.hands for _, age, _, _ in hand)


@pytest.mark.parametrize("is_after", [False, True])
def test_imagining_agrees_with_rejection_sampling(is_after: bool) -> None:
    """Worlds dealt blindly and played on, kept only when all that was noticed is the same."""
    samples = 2_000 if is_compiled() else 800
    if is_after:
        table = deal(
            3, "", "R12", decks=("G02", "G01 R05"), discard="R01 R02 R03", rest=2, shuffle="R01 R02 R03 R05 G01"
        )
    else:
        table = deal(3, "", "R12 G03", "Y01", decks=("R05 G01", "G02"), discard="R01 R02 R03")
    start = table.table.copy()
    table.play("loot 0", "loot 0")
    history = History(table.match, SPECTATOR)
    rng = Random(23)
    accepted: Counter[tuple[str, ...]] = Counter()
    while accepted.total() < samples:
        world = history.rejected_or_faces(blindly_dealt(start, rng), rng)
        if world is not None:
            accepted[tuple(sorted(card for card in world[1] if card[0] == "R"))] += 1
    view = table.view(SPECTATOR)
    imagined = Counter(
        tuple(sorted(card for card in faces(view.imagine(rng))[1] if card[0] == "R")) for _ in range(samples)
    )
    assert two_samples_are_alike(accepted, imagined)


def blindly_dealt(start: Table, rng: Random) -> Table:
    """The same backs and discards with all hidden cards of a back mixed (there was no reshuffle yet)."""
    table = start.copy()
    box = table.box
    for back in range(len(box.backs)):
        slots = [
            (hand, place) for hand in table.hands for place, held in enumerate(hand) if box.back[held.card] == back
        ]
        cards = table.pool[back] + [hand[place].card for hand, place in slots]
        rng.shuffle(cards)
        for hand, place in slots:
            held = hand[place]
            hand[place] = type(held)(cards.pop(), held.age, held.turn)
        table.pool[back] = sorted(cards)
    return table
