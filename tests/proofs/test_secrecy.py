"""Nobody receives a byte that depends on what they may not know: paired worlds through every outlet.

`make soak` compares 20,000 of them, and `loot secrecy --pairs 1000000` any number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.proofs import secrecy
from loot_table.proofs.secrecy import World, compare, everything, messages, requests
from loot_table.proofs.twins import NAMES, Twins
from loot_table.server import asking, frames, mistakes, questions, table_routes
from loot_table.server.desk import shown_tables
from loot_table.server.hints import question_of
from loot_table.server.problems import NotNow
from loot_table.server.review import routes as review_routes
from loot_table.server.table import LiveTable

PAIRS = 400  # of each game


@pytest.mark.parametrize("slug", [game.slug for game in games.all_games() if game.has_secrets])
def test_no_byte_differs_between_worlds_that_an_audience_may_not_tell_apart(slug: str) -> None:
    """LT-11 and every game's own secrets."""
    report = compare(PAIRS, seed=1, slugs=[slug])
    assert report.differences == []
    assert report.pairs == {slug: PAIRS}
    assert report.answers > 8 * PAIRS


Leak = Callable[[pytest.MonkeyPatch], None]


def leaky_news(patch: pytest.MonkeyPatch) -> None:
    """News are told as the referee hears them."""
    honest = frames.told_at
    patch.setattr(frames, "told_at", lambda table, match, _audience, *rest: honest(table, match, REFEREE, *rest))


def leaky_why(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks is told something about the whole table."""
    patch.setattr(
        questions,
        "answer",
        lambda table, _seat, _question, _manner: {
            "sum": sum(codec.dumps(codec.encode(table.match.state.view(REFEREE)))) % 997
        },
    )


def leaky_log(patch: pytest.MonkeyPatch) -> None:
    """The server's own log tells what was on the table."""
    honest = asking.asked_seat

    def spying(request: Any, table: Any) -> int:
        mistakes.log.info("asked", table=repr(table.match.state.view(REFEREE)))
        return honest(request, table)

    patch.setattr(table_routes, "asked_seat", spying)


def leaky_hint(patch: pytest.MonkeyPatch) -> None:
    """Hints are made from what the referee sees."""
    patch.setattr(secrecy, "question_of", lambda table, _seat, language: question_of(table, REFEREE, language))


def leaky_review(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a review of a running game is told something of it."""

    async def spying(request: Any) -> Any:
        table = await asking.table_of(request)
        whole: Any = table.match
        raise NotNow(f"the table is {hash(codec.dumps(codec.encode(whole.state.view(REFEREE)))) % 997}")

    patch.setattr(review_routes, "finished_table", spying)


def leaky_desk(patch: pytest.MonkeyPatch) -> None:
    """Whoever runs the server sees something of the cards in the list of tables."""
    honest = shown_tables.shown_table

    def spying(tables: Any, one: Any, is_awake: bool) -> Any:
        state = tables.awake[one.table].playing().state
        return {**honest(tables, one, is_awake), "sum": sum(codec.dumps(codec.encode(state.view(REFEREE)))) % 997}

    patch.setattr(shown_tables, "shown_table", spying)


@pytest.mark.parametrize("leak", [leaky_news, leaky_why, leaky_log, leaky_hint, leaky_review, leaky_desk])
def test_a_leak_through_any_outlet_is_noticed(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof can fail: one that is broken on purpose does."""
    leak(monkeypatch)
    report = compare(100, seed=5)
    assert report.differences


TEAM_TALK = {"teams": True, "team_channel": True}


def test_what_a_team_says_in_private_changes_no_byte_for_anybody_else() -> None:
    """LT-12"""
    report = compare(200, seed=4, slugs=["labyrinth"], options=TEAM_TALK)
    assert report.differences == []
    assert report.whispers > 50


def test_a_team_that_is_overheard_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveTable, "hears", lambda _table, _seats, _team: True)
    assert compare(200, seed=4, slugs=["labyrinth"], options=TEAM_TALK).differences


def test_after_the_worlds_are_laid_out_they_really_differ() -> None:
    """A pair is counted only when the referee can tell it apart, and seats that may see the difference do."""
    game = games.load("loot_n_run")
    rng = Random(3)
    match = Match(game, 3, names=NAMES[:3], nature=rng)
    for _ in range(6):
        match.play(match.to_act, match.actions()[0])
    match.nature = None
    twins = Twins(match, SPECTATOR, rng)
    assert twins.differ()
    holders = [seat for seat in range(3) if twins.one.view(seat) != twins.other.view(seat)]
    assert holders

    async def seen(seat: int) -> list[list[tuple[str, bytes]]]:
        found = []
        for half in (twins.one, twins.other):
            world = World(seat)
            await world.put(half)
            pool = list(half.actions())
            said = messages(twins, pool, world.table, Random(1))
            found.append(await everything(world, said, requests(twins, pool, world.table, 0, Random(1))))
            await world.leave()
        return found

    mine, theirs = asyncio.run(seen(SPECTATOR))
    assert mine == theirs
    mine, theirs = asyncio.run(seen(holders[0]))
    assert mine != theirs
