"""Guests: trained policies at tables. They are offered where they fit, think in a process that is shut in, and a table plays on
whatever becomes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rl.models import a_card, a_file, a_graph, a_model
from server.house import House, house, in_house
from server.odd_workers import curious, mortal, stubborn
from structlog.testing import capture_logs

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.server import brains as thinking
from loot_table.server import guests
from loot_table.server.brains import FAULTS, Brains
from loot_table.server.guests import GUESTS, bring
from loot_table.server.policy_worker import worker_for
from loot_table.server.table_routes import all_games_told, game_told
from loot_table.server.workers import Stuck, Workers

SLUG = "loot_n_run"
HEADER = codec.dumps({"options": {}, "components": None})


@pytest.fixture
def robin(tmp_path: Path) -> Iterator[guests.Guest]:
    """A guest for Loot N Run with two players."""
    all_games_told.cache_clear()
    game_told.cache_clear()
    yield bring(f"Robin={a_file(tmp_path, a_card(SLUG))}")
    GUESTS.clear()
    all_games_told.cache_clear()
    game_told.cache_clear()


def first_view(match: Match) -> bytes:
    return codec.dumps(codec.encode(match.view(match.to_act)))


async def asked(brains: Brains, match: Match, times: int = 1) -> list[bytes]:
    try:
        return [
            await brains.answer(SLUG, match.players, HEADER, first_view(match), "Robin", seed=number)
            for number in range(times)
        ]
    finally:
        brains.close()


def is_legal(match: Match, answer: bytes) -> bool:
    return match.why_not(match.to_act, match.game.codec.decode(codec.loads(answer))) is None


# ---------------------------------------------------------------- who is offered, and where


def test_a_guest_is_offered_for_its_game_with_what_it_plays(robin: guests.Guest) -> None:
    told = {each["slug"]: each["bots"] for each in codec.loads(all_games_told(), 2**24)["games"]}
    levels = [level.name for level in bots.LEVELS]
    assert [each["name"] for each in told[SLUG]] == [*levels, "Robin"]
    assert told[SLUG][-1]["players"] == 2
    assert told[SLUG][-1]["options"] == {}
    assert [each["name"] for each in told["looterz"]] == levels


ROBIN = [{"kind": "human"}, {"kind": "bot", "bot": "Robin"}]


def test_a_guest_sits_down_where_it_fits_and_says_why_elsewhere(robin: guests.Guest, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        [host] = await house.make(SLUG, 2, seats=ROBIN)
        assert house.live(host.table).places[1].bot == "Robin"
        for wish, says in (
            ({"players": 3}, "with 2 players, not with 3"),
            ({"players": 2, "options": {"target_score": 20}}, "with the usual options, not with target_score=20"),
        ):
            reply = await house.stranger.post("/api/tables", {"game": SLUG, "name": "Ana", "seats": ROBIN, **wish})
            assert reply.status == 409
            assert says in reply.body.decode()
        [host] = await house.make("looterz", 2, seats=[{"kind": "human"}])
        text, rule = await host.refused("set_seat", at=1, kind="bot", bot="Robin")
        assert (text, rule) == ("Robin cannot play here: this model plays Loot N Run, not Looterz.", "LT-6")

    in_house(story, tmp_path)


def test_a_game_does_not_start_with_a_guest_that_the_options_no_longer_fit(robin: guests.Guest, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        [host] = await house.make(SLUG, 2, seats=ROBIN)
        await host.did("set_options", options={"target_score": 20})
        text, _ = await host.refused("start")
        assert text.startswith("Robin cannot play here: this model plays Loot N Run with the usual options")
        await host.did("set_options", options={})
        await host.did("start")

    in_house(story, tmp_path)


def test_a_guest_plays_at_a_table(robin: guests.Guest, tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, brains=Brains(pace=0)) as here:
            [host] = await here.make(SLUG, 2, seats=ROBIN)
            await host.did("start")
            for _ in range(4):
                await here.until(host.table, lambda table: table.match is not None and table.match.to_act == host.seat)
                await host.plays_anything()
            match = here.live(host.table).match
            assert match is not None
            assert {entry.seat for entry in match.record if entry.action is not None} == {0, 1}

    with capture_logs() as lines:
        asyncio.run(story())
    assert "bot_stopped" not in [line["event"] for line in lines]


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("Robin", "NAME=MODEL"),
        ("=x.onnx", "NAME=MODEL"),
        ("thief={}", "one of our own bots"),
        ("Robin=none.onnx", "cannot be read"),
        ("<b>={}", "NAME=MODEL"),
    ],
)
def test_what_cannot_be_brought_is_said_before_the_door_opens(wish: str, says: str, tmp_path: Path) -> None:
    path = a_file(tmp_path, a_card(SLUG))
    with pytest.raises(BadInput, match=says):
        bring(wish.format(path))
    assert not GUESTS


def test_a_model_of_other_numbers_is_not_brought(tmp_path: Path) -> None:
    path = tmp_path / "old.onnx"
    path.write_bytes(a_model(replace(a_card(SLUG), encoding=99), a_graph(a_card(SLUG))))
    with pytest.raises(BadInput, match="reads version 99"):
        bring(f"Robin={path}")


# ---------------------------------------------------------------- how it thinks


def test_a_guest_answers_from_a_process_of_its_own(robin: guests.Guest) -> None:
    match = Match(games.load(SLUG), 2, nature=Random(4))
    with capture_logs() as lines:
        answers = asyncio.run(asked(Brains(pace=0), match, 3))
    assert all(is_legal(match, answer) for answer in answers)
    assert lines == [], "nobody answered in its place"


def test_a_process_that_is_shut_in_opens_nothing() -> None:
    async def story() -> bytes:
        workers = Workers(1, curious)
        try:
            return await workers.ask("what can you do?", 60.0)
        finally:
            workers.close()

    assert asyncio.run(story()) == b"nothing"


def test_a_guest_that_dies_does_no_harm_and_is_not_asked_for_ever(robin: guests.Guest) -> None:
    match = Match(games.load(SLUG), 2, nature=Random(4))
    brains = Brains(pace=0)
    brains.guests["Robin"] = Workers(1, mortal)
    with capture_logs() as lines:
        answers = asyncio.run(asked(brains, match, FAULTS + 2))
    assert all(is_legal(match, answer) for answer in answers)
    told = [line["event"] for line in lines]
    assert told.count("bot_stopped") == FAULTS + 2
    assert told.count("guest_retired") == 1
    assert brains.faults["Robin"] == FAULTS, "it was asked no more"


def test_a_guest_that_thinks_for_ever_is_stopped(robin: guests.Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LEAST_STOP", 0.2)
    match = Match(games.load(SLUG), 2, nature=Random(4))
    brains = Brains(pace=0)
    brains.guests["Robin"] = Workers(1, stubborn)
    with capture_logs() as lines:
        [answer] = asyncio.run(asked(brains, match))
    assert is_legal(match, answer)
    assert [line["event"] for line in lines] == ["bot_stopped"]


def test_a_guest_that_has_no_answer_is_answered_for(robin: guests.Guest) -> None:
    """Here it is asked about a table that it does not know."""
    match = Match(games.load(SLUG), 3, nature=Random(4))
    brains = Brains(pace=0)
    with capture_logs() as lines:
        [answer] = asyncio.run(asked(brains, match))
    assert is_legal(match, answer)
    assert [line["event"] for line in lines] == ["bot_stopped"]
    assert brains.faults["Robin"] == 1


def test_a_guest_that_was_not_brought_again_is_answered_for() -> None:
    """A server that was started anew without it goes on with the games it sat at."""
    match = Match(games.load(SLUG), 2, nature=Random(4))
    with capture_logs() as lines:
        [answer] = asyncio.run(asked(Brains(pace=0), match))
    assert is_legal(match, answer)
    assert [line["event"] for line in lines] == ["bot_stopped"]


def test_a_broken_model_never_gets_ready(tmp_path: Path) -> None:
    path = tmp_path / "broken.onnx"
    card = a_card(SLUG)
    path.write_bytes(a_model(card, replace(a_graph(card), nodes=a_graph(card).nodes[:1])))
    guest = bring(f"Robin={path}")
    GUESTS.clear()

    async def story() -> bytes:
        workers = Workers(1, worker_for(guest))
        try:
            return await workers.ask("what do you do?", 60.0)
        finally:
            workers.close()

    with pytest.raises(Stuck):
        asyncio.run(story())
