"""Hints (LT-22): for whoever plays alone against bots, written down, and refused with a sentence everywhere else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import House, Player, error, house, plain

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.engine.sentence import ENGLISH
from loot_table.engine.state import NATURE
from loot_table.review.hinting import hint, told, voice_for
from loot_table.server import hints
from loot_table.server.hints import Hints, Question, question_of
from loot_table.server.problems import NotNow

AGAINST_BOTS = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}]


class HintsHere(Hints):
    """Thought of in the test's own process."""

    async def thought(self, question: Question, lane: str) -> bytes:
        return hints.answer(*question)


async def alone(here: House, **wish: Any) -> Player:
    here.service.hints = HintsHere(here.tables)
    (me,) = await here.make("loot_n_run", 3, seats=AGAINST_BOTS, **{"has_hints": True, **wish})
    await me.did("start")
    await here.until(me.table, lambda table: table.playing().to_act == me.seat)
    return me


async def hinted(me: Player) -> Any:
    return await me.inside.post(f"{me.at}/hint", {"seat": me.seat})


def test_whoever_plays_alone_gets_two_answers_and_the_table_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            me = await alone(here)
            assert (await here.stranger.get(me.at)).json()["counts"]
            found = (await hinted(me)).json()
            assert len(found["answers"]) == 2
            assert found["answers"][0]["share"] >= found["answers"][1]["share"]
            assert "Burglar" in plain(found["says"])
            offered = [each["action"] for each in (await me.frame())["match"]["actions"]]
            assert all(each["action"] in offered for each in found["answers"])
            card = (await here.stranger.get(me.at)).json()
            assert (card["hints"], card["counts"]) == (1, False)
            assert (await hinted(me)).json() == found
            assert here.live(me.table).hints == {0: 1}, "asking twice about one decision is asking once"
            log = (await here.stranger.get(f"{me.at}/log")).json()["log"]
            assert [each for each in log if each["rule"] == "LT-22"]
            at = me.table
            await me.did("resign")
            while here.live(at).phase != "over":
                await asyncio.sleep(0)
            assert (await here.stranger.get(f"{me.at}/record")).json()["hints"] == [1, 0, 0]
        async with house(tmp_path) as again:
            assert (await again.tables.get(at)).hints == {0: 1}

    asyncio.run(story())


def test_there_are_no_hints_where_another_person_plays_or_could(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            here.service.hints = HintsHere(here.tables)
            people = await here.playing("loot_n_run", 2, has_hints=True)
            first = people[here.live(people[0].table).playing().to_act]
            reply = await hinted(first)
            assert error(reply) == (409, "refused")
            assert "somebody else plays" in reply.json()["error"]["text"]
            shared = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Ben"}]
            (ana, ben) = await here.make("loot_n_run", 2, seats=shared, has_hints=True)
            await ana.did("start")
            on_move = (ana, ben)[here.live(ana.table).playing().to_act]
            assert error(await hinted(on_move)) == (409, "refused")
            assert here.live(ana.table).hints == {}
            open_seat = await here.make("loot_n_run", 2, has_hints=True)
            assert error(await hinted(open_seat[0])) == (409, "not_now")

    asyncio.run(story())


def test_there_are_none_where_the_table_has_none_nor_for_others_nor_out_of_turn(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            me = await alone(here, has_hints=False)
            reply = await hinted(me)
            assert error(reply) == (409, "refused")
            assert "without hints" in reply.json()["error"]["text"]
            me = await alone(here)
            assert error(await here.stranger.post(f"{me.at}/hint", {"seat": 0})) == (401, "no_seat")
            assert error(await me.inside.post(f"{me.at}/hint", {"seat": 1})) == (401, "no_seat")
            await me.did("hold", at=0, bot="greedy")
            assert error(await hinted(me)) == (409, "refused")
            here.service.hints = None
            assert error(await hinted(me)) == (404, "not_found")

    asyncio.run(story())


def test_a_hint_that_is_not_found_in_time_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            me = await alone(here)
            here.service.hints = stuck = Hints(here.tables)
            monkeypatch.setattr(hints, "MOST_WAITING", 0)
            assert error(await hinted(me)) == (409, "not_now")
            stuck.close()

    asyncio.run(story())


@pytest.mark.parametrize("slug", [game.slug for game in games.all_games()])
def test_every_game_has_hints_by_the_view_alone(slug: str) -> None:
    """A hint is made from the view, and another table that the seat cannot tell from this one gives the same view."""
    game, rng = games.load(slug), Random(4)
    state = game.start(game.least_players)
    for _ in range(60):
        if state.to_act == NATURE:
            state.happen(state.chance().sample(state, rng))
        elif state.to_act >= 0 and not state.decision().is_large(state) and len(state.actions()) > 3:
            break
        else:
            state.apply(state.decision().sample(state, rng))
    view = state.view(state.to_act)
    names = game.seat_names[: game.least_players]
    found = told(hint(game, game.least_players, view, names, 3), voice_for(view, names, ENGLISH, 3))
    other = view.imagine(Random(99)).view(state.to_act)
    assert codec.dumps(codec.encode(other)) == codec.dumps(codec.encode(view))
    assert 1 <= len(found["answers"]) <= 2
    assert all(0 <= each["share"] <= 100 for each in found["answers"])


def test_a_question_holds_the_seats_view_and_nothing_else_of_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            me = await alone(here)
            live = here.live(me.table)
            key = str(live.key).encode()
            asked = question_of(live, me.seat, "en")
            assert all(key not in part for part in asked if isinstance(part, bytes))

    asyncio.run(story())


def test_hints_for_one_address_leave_room_for_another(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            found = Hints(here.tables)
            found.waiting["1.1.1.1"] = hints.MOST_OF_ADDRESS
            question: Question = ("", 2, b"", b"", (), "en")
            with pytest.raises(NotNow):
                await found.thought(question, "1.1.1.1")
            assert found.waiting.total() < hints.MOST_WAITING

    asyncio.run(story())
