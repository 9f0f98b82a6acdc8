"""Reviews over HTTP: findings as they come, other answers, what a seat could know; never of a game that runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.house import House, error, house

from loot_table.proofs.inside import Inside
from loot_table.server.lab.quotas import Quotas
from loot_table.server.problems import NotNow
from loot_table.server.review.reviews import MOST_OF_ADDRESS, OF_ADDRESS, Reviews, Wish, open_reviews

QUICK = Quotas(cpu_seconds=120, is_idle=False)


async def finished(here: House, game: str = "loot_n_run") -> str:
    """A table at which somebody resigned after a while: its id."""
    people = await here.playing(game, 2)
    live = here.live(people[0].table)
    for _ in range(6):
        await people[live.playing().to_act].plays_anything()
    await people[0].did("resign")
    return people[0].table


async def findings(me: Inside, table: str, **asked: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    more = "".join(f"&{name}={value}" for name, value in asked.items())
    for _ in range(200):
        reply = await me.get(f"/api/tables/{table}/review?after={len(found)}{more}")
        assert reply.status == 200, reply.body
        told = reply.json()
        found += told["findings"]
        if told["state"] in ("done", "failed"):
            assert (told["state"], told["error"]) == ("done", "")
            return found
    raise AssertionError("it never ends")


def test_a_finished_game_is_reviewed_and_other_answers_are_tried(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            here.service.reviews = open_reviews(here.tables, QUICK)
            table = await finished(here)
            found = await findings(here.stranger, table, seat=1)
            kinds = [each["kind"] for each in found]
            assert kinds[0] == "opening"
            assert kinds[-1] == "closing"
            assert found[-1]["seat"] == 1
            assert {"decision", "ledger", "ribbon"} <= set(kinds)
            decision = next(each for each in found if each["kind"] == "decision")
            assert len(decision["candidates"]) > 1
            again = await findings(here.stranger, table, seat=1)
            assert again == found
            other = decision["candidates"][1 - min(1, decision["played"])]["action"]
            wish = {"step": decision["step"], "action": other, "luck": "same"}
            same = (await here.stranger.post(f"/api/tables/{table}/review/tries", wish)).json()["found"]
            assert sum(same["result"]) == 100
            card = (await here.stranger.get(f"/api/tables/{same['table']}")).json()
            assert card["phase"] == "over"
            assert (await here.stranger.get(f"/api/tables/{same['table']}/replay/3?seat=all")).status == 200
            fresh = (await here.stranger.post(f"/api/tables/{table}/review/tries", {**wish, "luck": "fresh"})).json()
            assert fresh["found"]["games"] == 200
            known = await here.stranger.get(f"/api/tables/{table}/review/knowledge/{decision['step']}?seat=1")
            assert known.status == 200
            assert isinstance(known.json()["found"], list)
            opened = await here.stranger.get(f"/api/tables/{table}/review/hindsight/{decision['step']}")
            assert opened.status == 200
            assert opened.json()["found"]["step"] == decision["step"]
            assert len(opened.json()["found"]["candidates"]) == len(decision["candidates"])
            nothing = await here.stranger.get(f"/api/tables/{table}/review/hindsight/9999")
            assert nothing.status == 400
            assert "nobody decided anything at step 9999" in nothing.json()["error"]["text"]
            for wrong, status in (
                ({**wish, "step": 9999}, 400),
                ({**wish, "action": {"type": "no such thing"}}, 400),
                ({**wish, "luck": "good"}, 400),
            ):
                reply = await here.stranger.post(f"/api/tables/{table}/review/tries", wrong)
                assert reply.status == status, reply.body

    asyncio.run(story())


def test_a_running_game_is_reviewed_for_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            here.service.reviews = open_reviews(here.tables, QUICK)
            people = await here.playing("loot_n_run", 2)
            at = f"/api/tables/{people[0].table}/review"
            for me in (here.stranger, people[0].inside):
                assert error(await me.get(at)) == (409, "not_now")
                assert error(await me.get(f"{at}/knowledge/0?seat=0")) == (409, "not_now")
                assert error(await me.get(f"{at}/hindsight/0")) == (409, "not_now")
                wish = {"step": 0, "action": {"type": "loot", "deck": 0}, "luck": "same"}
                assert error(await me.post(f"{at}/tries", wish)) == (409, "not_now")

    asyncio.run(story())


def test_a_server_may_review_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            table = await finished(here)
            assert error(await here.stranger.get(f"/api/tables/{table}/review")) == (404, "not_found")

    asyncio.run(story())


def test_those_who_wait_for_reviews_take_turns_by_address(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            reviews = Reviews(here.tables, Quotas(jobs=0))
            for seat in range(MOST_OF_ADDRESS):
                reviews.begin(Wish("many", seat, False, False, "en"), {}, "1.1.1.1")
            with pytest.raises(NotNow):
                reviews.begin(Wish("many", None, True, False, "en"), {}, "1.1.1.1")
            one = reviews.begin(Wish("one", 0, False, False, "en"), {}, "2.2.2.2")
            other = reviews.begin(Wish("other", 0, False, False, "en"), {}, "3.3.3.3")
            reviews.began = {"1.1.1.1": 1.0}
            assert reviews.next_in() is one
            reviews.began = {"1.1.1.1": 1.0, "2.2.2.2": 2.0}
            assert reviews.next_in() is other

    asyncio.run(story())


def test_questions_of_one_address_leave_room_for_another(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            reviews = Reviews(here.tables, Quotas())
            reviews.asking["1.1.1.1"] = OF_ADDRESS
            with pytest.raises(NotNow):
                await reviews.answer({"task": "knowledge"}, "1.1.1.1")

    asyncio.run(story())


def test_games_that_were_not_played_are_kept_as_far_as_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            reviews = open_reviews(here.tables, Quotas())
            ana, _ = await here.playing("loot_n_run", 2)
            await ana.did("resign")
            live = here.live(ana.table)
            monkeypatch.setattr("loot_table.server.review.reviews.MOST_KEPT_ENTRIES", 3 * live.playing().version)
            for _ in range(5):
                await reviews.keep_branch(live.playing().to_json(), live)
            assert len(reviews.branches) == 3

    asyncio.run(story())
