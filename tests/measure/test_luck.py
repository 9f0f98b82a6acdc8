"""Common luck: exact odds whatever the order of the outcomes, and the same luck for what is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from loot_table import games
from loot_table.arena.contest import Contest, play_game
from loot_table.bench.pairing import edits, gains
from loot_table.engine.build import is_compiled
from loot_table.engine.match import Match
from loot_table.engine.random import Random, keyed
from loot_table.engine.state import NATURE, Chance, State
from loot_table.measure.luck import CommonLuck, common_random, dice, number_of

DEALS = 20_000 if is_compiled() else 2_000
FAR = 3.72  # deviations that come once in 10,000 times


@dataclass(frozen=True)
class Urn(Chance):
    """A chance whose outcomes are named and weighed as a test wants."""

    balls: tuple[tuple[str, int], ...]

    def outcomes(self, table: Any) -> list[tuple[int, int]]:
        return [(number, weight) for number, (_, weight) in enumerate(self.balls)]

    def name_of(self, table: Any, outcome: int) -> str:
        return self.balls[outcome][0]


def at(urn: Urn) -> State:
    state = State(2)
    state.agenda = [urn]
    return state


def drawn(urn: Urn, deal: int) -> str:
    return urn.balls[CommonLuck(deal).decide(at(urn), 0)][0]


def deviations(counts: Counter[int], weighted: list[tuple[int, int]]) -> float:
    """How far counts lie from their odds: chi-square, as deviations of the normal distribution (Wilson and Hilferty).
    Outcomes that hardly ever come are counted together."""
    total, drawn = sum(weight for _, weight in weighted), sum(counts.values())
    square, kinds, rest, rare = 0.0, 0, 0.0, 0
    for outcome, weight in weighted:
        expected = drawn * weight / total
        if expected < 5:
            rest, rare = rest + expected, rare + counts[outcome]
        else:
            square, kinds = square + (counts[outcome] - expected) ** 2 / expected, kinds + 1
    if rest >= 5:
        square, kinds = square + (rare - rest) ** 2 / rest, kinds + 1
    freedom = kinds - 1
    return float(((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5)


# Options under which chances come that do not come else.
OTHERWISE: dict[str, dict[str, Any]] = {"labyrinth": {"labyrinth_walls": True}, "loot_fiend": {"loot_choice": "random"}}


def tables_by_chance(slug: str) -> Iterator[tuple[str, State, CommonLuck]]:
    """For each kind of chance of a game a table where it comes, with the luck that led there, in some variants."""
    game = games.load(slug)
    found: dict[str, tuple[State, CommonLuck]] = {}
    for seed in range(12):
        options = OTHERWISE.get(slug, {}) if seed % 3 == 1 else {}
        rng = Random(seed)
        players = game.least_players + seed % (game.most_players - game.least_players + 1)
        luck, state = CommonLuck(seed), game.start(players, options)
        state.settle()
        for _ in range(400):
            if not state.agenda:
                break
            if state.to_act != NATURE:
                state.apply(state.decision().sample(state, rng))
                continue
            if len(state.outcomes()) > 1:
                found[type(state.chance()).__name__] = state.copy(), luck.copy()
            state.happen(luck.decide(state, 0))
    for kind, (state, luck) in sorted(found.items()):
        yield kind, state, luck


@pytest.mark.parametrize("slug", [slug for slug in games.slugs() if slug != "crates_barrels"])
def test_every_chance_of_every_game_keeps_its_odds(slug: str) -> None:
    kinds = 0
    for kind, state, luck in tables_by_chance(slug):
        counts: Counter[int] = Counter()
        for deal in range(DEALS):
            there = luck.copy()
            there.deal = deal
            counts[there.decide(state, 0)] += 1
        assert deviations(counts, list(state.outcomes())) < FAR, kind
        kinds += 1
    assert kinds >= 2


def test_odds_that_are_not_kept_would_show() -> None:
    assert deviations(Counter({0: 5230, 1: 4770}), [(0, 1), (1, 1)]) > FAR
    assert deviations(Counter({0: 5030, 1: 4970}), [(0, 1), (1, 1)]) < FAR


def test_draws_one_after_the_other_are_independent() -> None:
    urn = Urn((("a", 1), ("b", 1), ("c", 2)))
    counts: Counter[int] = Counter()
    for deal in range(DEALS):
        luck = CommonLuck(deal)
        counts[4 * luck.decide(at(urn), 0) + luck.decide(at(urn), 1)] += 1
    weights = (1, 1, 2)
    assert deviations(counts, [(4 * a + b, weights[a] * weights[b]) for a in range(3) for b in range(3)]) < FAR


def test_neighbouring_keys_have_nothing_in_common() -> None:
    tens: Counter[int] = Counter()
    for number in range(DEALS):
        one, other = keyed(7, 8, number, 0), keyed(7, 8, number + 1, 0)
        tens[int(one * 9.999999) * 10 + int(other * 9.999999)] += 1
    assert deviations(tens, [(number, 1) for number in range(100)]) < FAR


def test_order_means_nothing_and_a_missing_card_only_where_it_would_have_won() -> None:
    whole = Urn((("axe", 1), ("bow", 3), ("cup", 2), ("die", 1)))
    turned = Urn(whole.balls[::-1])
    fewer = Urn(tuple(ball for ball in whole.balls if ball[0] != "cup"))
    for deal in range(300):
        assert drawn(turned, deal) == drawn(whole, deal)
        assert drawn(whole, deal) in ("cup", drawn(fewer, deal))


def test_other_deals_kinds_counts_and_seats_have_other_luck() -> None:
    urn = Urn(tuple((str(number), 1) for number in range(1000)))
    luck = CommonLuck(1)
    seen = {luck.decide(at(urn), 0) for _ in range(5)} | {CommonLuck(deal).decide(at(urn), 0) for deal in range(2, 7)}
    assert len(seen) >= 9
    assert len({dice(deal, seat, decision) for deal in range(5) for seat in range(4) for decision in range(50)}) == 1000
    assert common_random(1, "opening").word() != common_random(1, "ending").word()
    assert number_of("axe") == number_of("axe") != number_of("bow")


@pytest.mark.parametrize("slug", games.slugs())
def test_a_contest_with_common_luck_ends_the_same_twice(slug: str) -> None:
    contest = Contest(slug, ("apprentice", "greedy"), 2, 2, 3, has_common_luck=True)
    one, again = play_game(contest, 0), play_game(contest, 0)
    assert (one.shares, one.length, one.reason) == (again.shares, again.length, again.reason)


def test_two_answers_meet_the_same_luck() -> None:
    """Branching: the same match goes on twice from a table, with copies of its luck."""
    match = Match(games.load("loot_n_run"), 3, nature=CommonLuck(5))
    nature = match.nature
    assert isinstance(nature, CommonLuck)
    ends = []
    for _ in range(2):
        state, luck, rng = match.state.copy(), nature.copy(), Random(9)
        while state.agenda:
            if state.to_act == NATURE:
                state.happen(luck.decide(state, 0))
            else:
                state.apply(state.decision().sample(state, rng))
        ends.append((state.standings(), luck.counts))
    assert ends[0] == ends[1]


# ---------------------------------------------------------------- what it gains


@pytest.mark.heavy
def test_pairing_gains_five_times_for_a_small_edit() -> None:
    easier, _ = edits()
    found = {each.name: each for each in gains(easier, 600)}
    assert found["share of seat 1"].change.gain > easier.wanted
    assert found["length"].change.gain > 10
    assert found["length"].change.interval.high < 0, "games to 33 points are shorter"


@pytest.mark.heavy
def test_pairing_gains_something_when_a_card_is_removed() -> None:
    _, fewer = edits()
    found = gains(fewer, 2000)
    assert all(each.gain.low > fewer.wanted for each in found), [each.gain for each in found]
