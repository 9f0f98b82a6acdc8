"""Bots that think elsewhere: whatever becomes of the pool, a bot answers in its time, and only as the rules allow."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client import REGISTRY
from server.house import house
from starlette.applications import Starlette
from structlog.testing import capture_logs

from loot_table import games
from loot_table.cli.main import app as loot
from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.proofs.inside import Inside
from loot_table.proofs.wire import HOST, LAUNCH, ServerProcess, free_port, new_game, request
from loot_table.server import brains as thinking
from loot_table.server import brains_afar, brains_pool, brains_ray
from loot_table.server.brains import Brains
from loot_table.server.brains_afar import Asked, FarBrains, asked
from loot_table.server.brains_pool import make_pool
from loot_table.server.workers import Question, Stuck, Workers, think

SECRET = "a secret of sixteen letters".replace(" ", "-")
HEADER = codec.dumps({"options": {}, "components": None})
GAME = games.load("loot_n_run")
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def question(bot: str = "greedy", seed: int = 3) -> tuple[Match, Question]:
    match = Match(GAME, 2, nature=Random(4))
    return match, (GAME.slug, 2, HEADER, codec.dumps(codec.encode(match.view(match.to_act))), bot, seed, 1.0)


def is_good(answer: bytes) -> bool:
    return answer == b'{"good":1}'


def outcome(name: str) -> float:
    return REGISTRY.get_sample_value("loot_far_answers_total", {"outcome": name}) or 0.0


def said(body: bytes, status: str = "200 OK", length: int | None = None) -> Handler:
    """A pool that says the same to everybody, and of its size what it likes."""

    async def pool(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        size = len(body) if length is None else length
        writer.write(f"HTTP/1.1 {status}\r\ncontent-length: {size}\r\n\r\n".encode() + body)
        await writer.drain()
        if length is not None:
            writer.close()

    return pool


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(600)


async def dying(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.transport.abort()


async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
    try:
        while True:
            writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            await writer.drain()
    except ConnectionError:
        return


def with_pool(pool: Handler, story: Callable[[FarBrains], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        writers: list[asyncio.StreamWriter] = []

        async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writers.append(writer)
            await pool(reader, writer)

        server = await asyncio.start_server(one, HOST, 0)
        afar = FarBrains(f"http://{HOST}:{server.sockets[0].getsockname()[1]}", SECRET)
        try:
            async with asyncio.timeout(30):
                return await story(afar)
        finally:
            await afar.close()
            server.close()
            for writer in writers:
                writer.transport.abort()

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("pool", "name"),
    [
        (silent, "late"),
        (dying, "dead"),
        (endless, "too long"),
        (said(b'{"bad":1}'), "not legal"),
        (said(b""), "not legal"),
        (said(b"[" * 1000), "not legal"),
        (said(b'{"good":1}', "500 Error"), "refused"),
        (said(b"", "302 Found"), "refused"),
        (said(b"", "503 Busy"), "busy"),
        (said(b'{"good":1}', length=9), "not legal"),
        (said(b'{"good":1}', length=999_999), "dead"),
        (said(b"x" * 70_000), "too long"),
    ],
)
def test_a_pool_that_is_slow_dead_wrong_or_lies_has_no_answer(pool: Handler, name: str) -> None:
    before = outcome(name)

    async def story(afar: FarBrains) -> None:
        began = time.monotonic()
        assert await afar.ask(question()[1], 0.3, is_good) is None
        assert time.monotonic() - began < 5

    with_pool(pool, story)
    assert outcome(name) == before + 1


def test_a_good_answer_is_taken_and_a_pool_that_fails_is_left_alone_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(brains_afar, "REST_SECONDS", 0.2)
    answers = [said(b"no"), said(b"no"), said(b'{"good":1}'), *[said(b"no")] * 4, said(b'{"good":1}')]
    asked_for = []

    async def pool(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked_for.append(1)
        await answers[len(asked_for) - 1](reader, writer)
        writer.close()

    async def story(afar: FarBrains) -> None:
        async def ask() -> bool:
            return await afar.ask(question()[1], 5, is_good) is not None

        assert [await ask() for _ in range(6)] == [False, False, True, False, False, False]
        assert afar.is_resting(), "three times in a row"
        assert not await ask()
        assert len(asked_for) == 6, "it is not asked while it rests"
        await asyncio.sleep(0.3)
        assert not await ask(), "one question tells whether it is back"
        assert afar.is_resting()
        assert afar.rest == pytest.approx(0.8)
        afar.rests_until = 0.0
        assert await ask()
        assert (afar.faults, afar.rest) == (0, 0.2)

    with capture_logs() as lines:
        with_pool(pool, story)
    assert [line["event"] for line in lines] == ["brains_left_alone"] * 2
    assert "hands" not in str(lines)


def test_no_more_questions_are_under_way_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brains_afar, "MOST_ASKED", 2)

    async def story(afar: FarBrains) -> None:
        waiting = [asyncio.create_task(afar.ask(question()[1], 0.5, is_good)) for _ in range(2)]
        await asyncio.sleep(0.05)
        before = outcome("not asked")
        assert await afar.ask(question()[1], 0.5, is_good) is None
        assert outcome("not asked") == before + 1
        await asyncio.gather(*waiting)

    with_pool(silent, story)


# ---------------------------------------------------------------- a bot answers in its time


class Here(Workers):
    """Notes who thinks here, and answers at once."""

    def __init__(self) -> None:
        super().__init__(1)
        self.bots: list[str] = []

    async def ask(self, question: Question, patience: float, lane: str = "", is_long: bool = False) -> bytes:
        self.bots.append(question[4])
        return think(*question)


def answered(pool: Handler, bot: str, hurry: float = 10.0) -> tuple[bytes, list[str], float]:
    match, (slug, players, header, view, *_) = question(bot)

    def legal(answer: bytes) -> bool:
        from loot_table.server.stirring import can_be_played  # noqa: PLC0415

        return can_be_played(match, match.to_act, answer)

    async def story(afar: FarBrains) -> tuple[bytes, list[str], float]:
        brains = Brains(pace=1.0, hurry=hurry, afar=afar)
        brains.workers.close()
        brains.workers = here = Here()
        began = time.monotonic()
        done = await brains.answer(slug, players, header, view, bot, "", 3, legal)
        assert legal(done)
        brains.close()
        return done, here.bots, time.monotonic() - began

    found: tuple[bytes, list[str], float] = with_pool(pool, story)
    return found


def test_a_pool_that_answers_leaves_nothing_to_think_about_here() -> None:
    _, asked_question = question("thief", 5)
    good = think(*asked_question)
    done, here, _ = answered(said(good), "thief")
    assert (done, here) == (good, [])


@pytest.mark.parametrize("pool", [dying, said(b"{}"), said(b'{"do":"nonsense"}')])
def test_a_pool_that_fails_at_once_costs_a_bot_no_strength(pool: Handler) -> None:
    assert answered(pool, "thief")[1] == ["thief"]


def test_a_pool_that_hangs_is_answered_for_by_a_quick_bot_in_the_bots_own_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "SLACK", 0.02)
    _, here, seconds = answered(silent, "mastermind")
    assert here == [thinking.INSTEAD]
    assert seconds < 3 * thinking.answering_time("mastermind") / 10


def test_an_answer_from_elsewhere_plays_a_table_and_an_illegal_one_does_not(tmp_path: Path) -> None:
    async def story() -> None:
        async def pool(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            told = msgspec.json.decode(await reader.readexactly(size), type=Asked)
            views.append(base64.b64decode(told.view))
            body = b'{"type":"loot","deck":99}' if len(views) == 1 else think(*told.question())
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s" % (len(body), body))
            writer.close()

        views: list[bytes] = []
        server = await asyncio.start_server(pool, HOST, 0)
        brains = Brains(1, 0, afar=FarBrains(f"http://{HOST}:{server.sockets[0].getsockname()[1]}", SECRET))
        brains.workers.close()
        brains.workers = Here()
        async with house(tmp_path, brains=brains) as here:
            seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "greedy"}] * 2]
            (ana,) = await here.make("loot_n_run", 3, seats=seats)
            await ana.did("start")
            live = here.live(ana.table)
            async with ana.screen() as screen:
                await screen.hear()
                for _ in range(2):
                    await here.until(
                        ana.table, lambda table: table.playing().to_act in (0, -2) or table.phase == "over"
                    )
                    await ana.plays_anything()
                await here.until(ana.table, lambda _: len(views) >= 4)
            assert live.version > 4
            key = str(live.key).encode()
            assert not any(key in view for view in views)
        server.close()

    with capture_logs() as lines:
        asyncio.run(story())
    assert [line["event"] for line in lines if line["log_level"] == "error"] == []


@pytest.mark.parametrize("url", ["", "pool", "ftp://pool", "http://", "http://a:b@pool", "http://pool?x=1"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="--brains is the address"):
        FarBrains(url, SECRET)


@pytest.mark.parametrize("secret", ["", "short", "a secret with spaces in it", "ä" * 20])
def test_a_secret_that_is_none_is_refused(secret: str) -> None:
    with pytest.raises(BadInput, match="LOOT_BRAINS_SECRET"):
        FarBrains("http://pool", secret)


# ---------------------------------------------------------------- the pool itself


class Thinker:
    def __init__(self, most: int) -> None:
        self.gate = asyncio.Event()
        self.gate.set()

    async def ask(self, question: Question, patience: float, lane: str = "", is_long: bool = False) -> bytes:
        await self.gate.wait()
        if question[4] == "random":
            raise Stuck
        return brains_pool.answered(question)

    def close(self) -> None:
        return


def in_pool(story: Callable[[Starlette, Inside], Awaitable[None]]) -> None:
    async def run() -> None:
        app = make_pool(SECRET, 1, Thinker)
        await story(app, Inside(app, Authorization=f"Bearer {SECRET}"))

    asyncio.run(run())


def told(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(asked(question()[1], 5.0))
    return {**plain, **changes}


def test_a_pool_answers_whoever_knows_its_secret() -> None:
    async def story(app: Starlette, here: Inside) -> None:
        _, one = question()
        reply = await here.post("/think", told())
        assert reply.status == 200
        assert reply.body == think(*one)
        for headers in ({}, {"Authorization": "Bearer guessed"}, {"Authorization": SECRET}):
            assert (await Inside(app, **headers).post("/think", told())).status == 401
        assert (await here.get("/healthz")).status == 200
        assert (await here.get("/readyz")).status == 200

    in_pool(story)


@pytest.mark.parametrize(
    "changes",
    [
        {"bot": "nobody"},
        {"bot": 3},
        {"game": "chess"},
        {"patience": 0},
        {"patience": 1e9},
        {"view": "%%%"},
        {"view": base64.b64encode(b"{}").decode()},
        {"view": base64.b64encode(b"[" * 10_000).decode()},
        {"header": base64.b64encode(b"nonsense").decode()},
        {"players": 99},
        {"more": 1},
    ],
)
def test_a_question_that_is_none_is_refused(changes: dict[str, Any]) -> None:
    async def story(app: Starlette, here: Inside) -> None:
        reply = await here.post("/think", told(**changes))
        assert reply.status == 400, reply.body
        assert reply.json()["error"]["code"] == "bad_question"

    in_pool(story)


def test_a_pool_reads_no_more_than_a_question_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brains_pool, "MOST_BODY", 1000)

    async def story(app: Starlette, here: Inside) -> None:
        assert (await here.post("/think", told(view="A" * 2000))).status == 413

    in_pool(story)


def test_a_worker_that_is_late_is_no_answer_and_a_full_pool_says_so_at_once() -> None:
    async def story(app: Starlette, here: Inside) -> None:
        assert (await here.post("/think", told(bot="random"))).status == 504
        pool = app.state.pool
        pool.thinkers.gate.clear()
        assert (await here.post("/think", told(patience=0.05))).status == 504
        waiting = [asyncio.create_task(here.post("/think", told())) for _ in range(4)]
        await asyncio.sleep(0.05)
        assert (await here.get("/readyz")).status == 503
        assert (await here.post("/think", told())).status == 503
        pool.thinkers.gate.set()
        assert [reply.status for reply in await asyncio.gather(*waiting)] == [200] * 4
        assert pool.waiting == 0

    in_pool(story)


# ---------------------------------------------------------------- Ray


class FakeRay:
    """As much of Ray as is used, in this process."""

    class exceptions:
        class RayError(Exception):
            pass

    def __init__(self) -> None:
        self.cancelled: list[Any] = []
        self.is_slow = False

    def is_initialized(self) -> bool:
        return True

    def remote(self, work: Any) -> Any:
        return self

    def options(self, **_: Any) -> Any:
        self.far = self
        return type("Far", (), {"remote": staticmethod(lambda question: question)})

    def get(self, task: Question, timeout: float) -> bytes:
        if self.is_slow:
            raise self.exceptions.RayError
        return think(*task)

    def cancel(self, task: Any, force: bool) -> None:
        self.cancelled.append(task)


def test_a_cluster_thinks_and_a_task_that_takes_too_long_is_stopped() -> None:
    ray, (_, one) = FakeRay(), question()
    thinkers = brains_ray.RayThinkers(ray, 2)

    async def story() -> None:
        assert await thinkers.ask(one, 5.0) == think(*one)
        ray.is_slow = True
        with pytest.raises(Stuck):
            await thinkers.ask(one, 5.0)
        assert ray.cancelled == [one]

    asyncio.run(story())
    thinkers.close()


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(BadInput, match=r"loot-table\[ray\]"):
        brains_ray.on_ray(1)


# ---------------------------------------------------------------- both, as they are run


def test_the_two_commands_play_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(brains_afar.SECRET, SECRET)
    port = free_port()
    words = [sys.executable, "-P", "-c", LAUNCH, "brains", "--port", str(port), "--workers", "1"]
    options = ("--pace", "0", "--no-lab", "--brains", f"http://{HOST}:{port}")
    with (
        subprocess.Popen(words, stdout=subprocess.DEVNULL) as pool,
        ServerProcess(tmp_path / "loot.db", options) as one,
    ):
        until_open(port)
        chair = new_game(one.port, "crates_barrels", 2, ["greedy"])[0]
        for number in range(2):
            frame = played_on(one.port, chair)
            action = frame["match"]["actions"][0]["action"]
            chair.post(f"m{number}", frame["version"], {"type": "play", "action": action})
        played_on(one.port, chair)
        assert one.stop() == 0
        pool.terminate()
    assert one.errors() == []


def until_open(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            assert request(port, "GET", "/readyz") == {"status": "ok"}
            return
        time.sleep(0.05)
    raise AssertionError("the pool did not open")


def played_on(port: int, chair: Any) -> Any:
    """The frame in which its seat is to act."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        frame = request(port, "GET", f"/api/tables/{chair.table}/frame?seat=0", token=chair.token)
        if frame["match"]["to_act"] == 0:
            return frame
        time.sleep(0.05)
    raise AssertionError("the bot did not answer")


def test_the_command_needs_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(brains_afar.SECRET, raising=False)
    with pytest.raises(BadInput, match="LOOT_BRAINS_SECRET"):
        loot(["brains"], standalone_mode=False)
