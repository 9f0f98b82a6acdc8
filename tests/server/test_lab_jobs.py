"""Questions: answered in a process of its own, stopped, killed, and gone on with; and the games behind an answer."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from server.designer import BUSY, Designer, lab_in
from server.house import error

from loot_table.proofs.inside import Inside
from loot_table.server.lab.quotas import Quotas

Story = Callable[[Designer], Awaitable[None]]


def tell(story: Story, folder: Path, quotas: Quotas = BUSY) -> None:
    async def run() -> None:
        async with lab_in(folder, quotas) as ada:
            await story(ada)

    asyncio.run(run())


def lines(folder: Path) -> int:
    """Finished games that are written down."""
    return sum(len(path.read_text().splitlines()) - 1 for path in folder.rglob("*.jsonl"))


def process_of(ada: Designer, job: str) -> int:
    player = ada.lab.jobs.live[job].player
    assert player is not None
    assert player.process is not None
    pid = player.process.pid
    assert pid is not None
    assert pid != os.getpid()
    return pid


def test_a_question_is_answered_with_a_second_level_and_three_games_to_watch(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make(name="Quick")
        hash = (await ada.types(design, "scoring.target.2", "5"))["hash"]
        job = await ada.ask(design, question="fair", again="apprentice")
        found = await ada.answered(job)
        assert (found["state"], found["error"]) == ("done", "")
        answer = found["answer"]
        assert answer["verdict"] in ("fair", "unfair", "not enough evidence")
        assert answer["design"] == found["hash"] == hash
        assert list(answer["elsewhere"]) == ["apprentice"]
        assert [look["deals"] for look in found["looks"]] == [100]
        assert len(answer["figures"]) == 2
        assert len(answer["examples"]) == 3
        table = (await ada.got(f"/api/lab/jobs/{job}/games/1"))["table"]
        card = (await ada.here.stranger.get(f"/api/tables/{table}")).json()
        assert (card["phase"], card["design"]) == ("over", hash)
        moment = (await ada.here.stranger.get(f"/api/tables/{table}/replay/3?seat=all")).json()
        assert moment["last"] > 3
        page = (await ada.me.get(f"/api/lab/jobs/{job}/report")).body.decode()
        assert answer["says"] in page.replace("&quot;", '"')
        assert "<script" not in page
        # All of it is the designer's alone.
        ben = Inside(ada.here.app, Authorization="Bearer somebody-else")
        for path in ("", "/report", "/games/0"):
            assert error(await ben.get(f"/api/lab/jobs/{job}{path}")) == (404, "not_found")
        assert error(await ben.post(f"/api/lab/jobs/{job}/stop", {})) == (404, "not_found")
        # What is changed later is another design; the finding stays with the old one.
        told = await ada.types(design, "scoring.target.2", "6")
        assert told["hash"] != hash
        assert (await ada.got(f"/api/lab/designs/{design}"))["jobs"][0]["hash"] == hash
        assert error(await ada.me.get(f"/api/lab/designs/{design}/report")) == (409, "not_now")

    tell(story, tmp_path)


def test_a_game_to_watch_is_played_by_those_who_were_asked_about(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        await ada.types(design, "scoring.target.2", "6")
        job = await ada.ask(design, question="restrict", never="awaken")
        found = await ada.answered(job)
        assert (found["state"], len(found["answer"]["examples"])) == ("done", 3)
        table = (await ada.got(f"/api/lab/jobs/{job}/games/0"))["table"]
        card = (await ada.here.stranger.get(f"/api/tables/{table}")).json()
        assert {seat["bot"] for seat in card["seats"]} == {"greedy", "greedy without awaken"}

    tell(story, tmp_path)


@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_a_question_that_was_stopped_or_killed_goes_on_and_loses_no_game(tmp_path: Path, how: str) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        job = await ada.ask(design, question="fair", most=400)
        await ada.sees(job, lambda found: found["games"] >= 50)
        if how == "stopped":
            assert (await ada.me.post(f"/api/lab/jobs/{job}/stop", {})).status == 200
        else:
            os.kill(process_of(ada, job), signal.SIGKILL)
        found = await ada.answered(job)
        assert found["state"] == ("stopped" if how == "stopped" else "failed")
        assert ("games that were finished are kept" in found["error"]) is (how == "killed")
        kept = lines(tmp_path / "games")
        assert kept >= 50
        assert (await ada.me.post(f"/api/lab/jobs/{job}/resume", {})).status == 200
        again = await ada.sees(job, lambda found: found["games"] > kept)
        assert again["error"] == ""
        await ada.me.post(f"/api/lab/jobs/{job}/stop", {})
        await ada.answered(job)
        assert lines(tmp_path / "games") > kept

    tell(story, tmp_path)


def test_after_a_restart_a_question_waits_to_be_gone_on_with(tmp_path: Path) -> None:
    async def run() -> None:
        async with lab_in(tmp_path) as ada:
            job = await ada.ask(await ada.make(), question="fair", most=4000)
            await ada.sees(job, lambda found: found["games"] >= 25)
            me = ada.me
        async with lab_in(tmp_path) as ada:
            ada.me = Inside(ada.here.app, **dict(me.headers))
            found = await ada.got(f"/api/lab/jobs/{job}")
            assert found["job"]["state"] == "stopped"
            assert (await ada.me.post(f"/api/lab/jobs/{job}/resume", {})).status == 200
            await ada.sees(job, lambda found: found["games"] >= 50)

    asyncio.run(run())


def test_one_question_of_a_designer_at_a_time_and_the_others_have_a_place_in_the_queue(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        first, second, third = [await ada.ask(design, question="fair", most=20_000) for _ in range(3)]
        assert (await ada.got(f"/api/lab/jobs/{second}"))["job"]["place"] == 1
        assert (await ada.got(f"/api/lab/jobs/{third}"))["job"]["place"] == 2
        for _ in range(2):
            await ada.ask(design, question="fair", most=20_000)
        wish = {"question": "fair", "players": 2}
        assert error(await ada.me.post(f"/api/lab/designs/{design}/jobs", wish)) == (409, "not_now")
        assert len(ada.lab.jobs.running) == 1
        await ada.me.post(f"/api/lab/jobs/{second}/stop", {})
        assert (await ada.got(f"/api/lab/jobs/{third}"))["job"]["place"] == 1
        await ada.me.post(f"/api/lab/jobs/{first}/stop", {})
        await ada.sees(third, lambda found: found["state"] == "playing")

    tell(story, tmp_path)


def test_a_question_ends_when_its_seconds_are_used_up_and_so_does_an_hour(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        job = await ada.ask(design, question="fair", most=20_000)
        found = await ada.answered(job)
        assert found["state"] == "failed"
        assert "more than the 2 seconds that a question has" in found["error"]
        wish = {"question": "fair", "players": 2}
        assert error(await ada.me.post(f"/api/lab/designs/{design}/jobs", wish)) == (429, "too_fast")

    tell(story, tmp_path, replace(BUSY, cpu_seconds=2, hourly_seconds=2))


def test_a_full_disk_is_said_and_what_was_written_before_is_kept(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        job = await ada.ask(await ada.make(), question="fair", most=400)
        found = await ada.answered(job)
        assert found["state"] == "failed"
        assert "cannot be written" in found["error"]
        assert lines(tmp_path / "games") > 0

    tell(story, tmp_path, replace(BUSY, log_bytes=20_000))


def test_too_much_memory_is_no_end_of_the_server(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        ada.lab.jobs.quotas = replace(BUSY, memory=1 << 20)
        found = await ada.answered(await ada.ask(design, question="fair"))
        assert found["state"] == "failed"
        assert found["error"]
        assert (await ada.here.stranger.get("/healthz")).status == 200

    tell(story, tmp_path)


def test_what_cannot_be_asked_is_refused_with_the_field(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        for wish, said in (
            ({"question": "fair", "players": 9}, "players"),
            ({"question": "nothing", "players": 2}, "question"),
            ({"question": "fair", "players": 2, "bot": "nobody"}, "bot"),
            ({"question": "fair", "players": 2, "most": 10}, "most"),
        ):
            reply = await ada.me.post(f"/api/lab/designs/{design}/jobs", wish)
            assert error(reply)[0] == 400
            assert said in reply.json()["error"]["text"]
        cost = await ada.got(f"/api/lab/designs/{design}/cost?players=2&bot=greedy")
        assert 0 < cost["seconds_a_game"] < 60

    tell(story, tmp_path)
