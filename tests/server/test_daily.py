"""The daily deal (LT-20): the same luck for everybody, one try that counts, and nothing of it known before its time."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from server.house import ORIGIN, House, Player, error, house, in_house
from server.visitor import Visitor

from loot_table.engine import codec
from loot_table.proofs.inside import Inside, Reply
from loot_table.server.daily import tries
from loot_table.server.daily.days import GRACE_SECONDS, SECRET, dealt_games
from loot_table.verify.record import verified

GAME = "loot_n_run"
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
DAY = 86400.0


class Browser:
    """Somebody with a browser of their own: it keeps its cookies."""

    def __init__(self, here: House) -> None:
        self.house = here
        self.cookie = ""

    @property
    def inside(self) -> Inside:
        return Inside(self.house.app, Cookie=self.cookie, Origin=ORIGIN) if self.cookie else Inside(self.house.app)

    async def post(self, game: str = GAME, **wish: Any) -> Reply:
        reply = await self.inside.post(f"/api/daily/{game}", wish)
        if "loot-daily" in reply.cookies():
            self.cookie = f"loot-daily={reply.cookies()['loot-daily']}"
        return reply

    async def sits(self, game: str = GAME, **wish: Any) -> Player:
        reply = await self.post(game, **wish)
        assert reply.status == 201, reply.body
        (seat,) = reply.json()["seats"]
        return Player(self.house, reply.json()["table"], seat["seat"], seat["token"])

    async def today(self, game: str = GAME) -> dict[str, Any]:
        found = (await self.inside.get("/api/daily")).json()
        return {**found, "game": next(each for each in found["games"] if each["slug"] == game)}

    async def board(self, day: str = "2026-11-18", game: str = GAME) -> dict[str, Any]:
        reply = await self.inside.get(f"/api/daily/{game}/{day}")
        assert reply.status == 200, reply.body
        found: dict[str, Any] = reply.json()
        return found


def at(here: House, now: float) -> None:
    here.service.daily.days.now = lambda: now


async def plays_on(player: Player, kind: str = "run", most: int = 500) -> None:
    """Takes what it likes when there is such an answer, else the first, until the end or for so many answers."""
    live = player.house.live(player.table)
    for _ in range(most):
        await player.house.until(player.table, lambda table: table.phase == "over" or table.playing().to_act == 0)
        if live.phase == "over":
            break
        offered = [each["action"] for each in (await player.frame())["match"]["actions"]]
        await player.did("play", action=next((each for each in offered if each["type"] == kind), offered[0]))
    await written_down(player)


async def written_down(player: Player) -> None:
    """What was done last is kept, and what came of the game is written down."""
    async with player.house.live(player.table).lock:
        pass
    for task in list(player.house.service.daily.tasks):
        await task


async def resigns(player: Player) -> None:
    """With others at the table a bot plays on, until the end."""
    await player.did("resign")
    await player.house.until(player.table, lambda table: table.phase == "over")
    await written_down(player)


def entries(player: Player) -> list[Any]:
    return [entry.to_json() for entry in player.house.live(player.table).playing().record]


def test_two_browsers_that_do_the_same_meet_the_same_game(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        ana, ben = await Browser(here).sits(), await Browser(here).sits()
        assert ana.table != ben.table
        for player in (ana, ben):
            await plays_on(player, most=9)
        length = min(len(entries(ana)), len(entries(ben)))  # bots may still be at it
        assert length > 30
        assert entries(ana)[:length] == entries(ben)[:length]

    in_house(story, tmp_path)


def test_who_does_otherwise_draws_the_same_cards_all_the_same(tmp_path: Path) -> None:
    """The first card of the own deck does not depend on what the others have done before."""

    async def story(here: House) -> None:
        at(here, NOON)
        runs, loots = await Browser(here).sits(), await Browser(here).sits()
        await plays_on(runs, "run", 6)
        await plays_on(loots, "loot", 6)
        assert entries(runs) != entries(loots)
        first = {}
        for player in (runs, loots):
            record = entries(player)
            first[player.table] = [entry["outcome"] for entry in record if "outcome" in entry][:3]
        assert first[runs.table] == first[loots.table]

    in_house(story, tmp_path)


def test_another_day_and_another_server_have_another_deal(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        today = await Browser(here).sits("looterz")
        at(here, NOON + DAY)
        tomorrow = await Browser(here).sits("looterz")
        assert entries(today) != entries(tomorrow)
        async with house(tmp_path / "other") as other:
            at(other, NOON)
            elsewhere = await Browser(other).sits("looterz")
            assert entries(elsewhere) != entries(today)

    (tmp_path / "other").mkdir()
    in_house(story, tmp_path)


def test_the_first_try_counts_and_what_comes_after_it_is_practice(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        browser = Browser(here)
        assert error(await browser.post(is_practice=True)) == (409, "not_now")
        player = await browser.sits(name="Ana", shows_name=True)
        again = await browser.post()
        assert (again.status, again.json()["table"], again.json()["seats"]) == (200, player.table, [])
        await plays_on(player)
        assert error(await browser.post()) == (409, "not_now")
        reply = await browser.post(is_practice=True)
        assert reply.json()["is_rated"] is False
        practice = Player(here, reply.json()["table"], 0, reply.json()["seats"][0]["token"])
        before = await browser.board()
        await resigns(practice)
        after = await browser.board()
        assert before == after
        assert after["finished"] == after["begun"] == 1
        assert [each["name"] for each in after["named"]] == ["Ana"]
        assert after["place"] == {"of": 1, "worse": 0, "better": 0, "percent": None}

    in_house(story, tmp_path)


def test_results_are_for_those_who_have_finished_and_names_for_those_who_gave_one(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        ana, ben, carl = Browser(here), Browser(here), Browser(here)
        await plays_on(await ana.sits(name="Ana", shows_name=True))
        await resigns(await ben.sits(name="Ben"))
        curious = await carl.board()
        assert (curious["spread"], curious["named"], curious["key"]) == (None, None, None)
        told = await ana.board()
        assert [each["name"] for each in told["named"]] == ["Ana"]
        assert (told["finished"], told["resigned"]) == (2, 1)
        assert sum(each["tries"] for each in told["spread"]) == 1
        assert (told["named"][0]["place"], told["place"]["worse"]) == (1, 1)

    in_house(story, tmp_path)


def test_a_try_counts_if_it_is_finished_before_the_key_is_told(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        midnight = datetime(2026, 11, 19, tzinfo=UTC).timestamp()
        at(here, midnight - 60)
        early, late = Browser(here), Browser(here)
        one, other = await early.sits("crates_barrels"), await late.sits("crates_barrels")
        assert (await early.today())["seconds_left"] == 60
        at(here, midnight + GRACE_SECONDS - 1)
        await one.did("resign")
        assert (await early.today("crates_barrels"))["day"] == "2026-11-19"
        assert (await early.today("crates_barrels"))["game"]["mine"] is None
        assert (await early.board(game="crates_barrels"))["key"] is None
        at(here, midnight + GRACE_SECONDS)
        await other.did("resign")
        board = await late.board(game="crates_barrels")
        assert (board["finished"], board["mine"]["is_late"], board["place"]) == (1, True, None)
        assert hashlib.sha256(bytes.fromhex(board["key"])).hexdigest() == board["commitment"]

    in_house(story, tmp_path)


def test_the_fingerprint_of_a_deal_is_told_a_day_before_and_the_key_checks_its_record(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON - DAY)
        promised = (await Browser(here).board("2026-11-17"))["next_commitment"]
        assert error(await here.stranger.get(f"/api/daily/{GAME}/2026-11-18")) == (409, "not_now")
        at(here, NOON)
        player = await Browser(here).sits()
        await plays_on(player)
        during = await player.inside.get(f"{player.at}/record")
        assert "key" not in during.json()["nature"]
        assert not verified(during.body, promised).is_checked
        at(here, NOON + DAY)
        after = await player.inside.get(f"{player.at}/record")
        verdict = verified(after.body, promised, player.table)
        assert verdict.is_checked, verdict.wrong
        told = after.json()
        told["nature"]["deal"] = "2026-11-17-loot_n_run"
        assert any("was bound to be" in each for each in verified(codec.dumps(told)).wrong)

    in_house(story, tmp_path)


def test_nothing_that_anybody_is_sent_holds_the_key_or_the_secret_before_its_time(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        browser = Browser(here)
        player = await browser.sits()
        await plays_on(player, most=3)
        await resigns(player)
        days = here.service.daily.days
        key = await days.key(days.today(), GAME)
        paper = await here.tables.store.paper(SECRET)
        assert paper is not None
        secrets = [key.encode(), bytes.fromhex(key), paper.body, paper.body.hex().encode()]
        for path in (
            "/api/daily",
            f"/api/daily/{GAME}/2026-11-18",
            f"{player.at}/record",
            f"{player.at}/frame?seat=0",
            f"{player.at}/log?seat=0",
            player.at,
            f"/api/lab/designs/{SECRET}",
            f"/api/lab/jobs/{SECRET}",
        ):
            for client in (browser.inside, player.inside, here.stranger):
                reply = await client.get(path)
                assert not any(secret in reply.body for secret in secrets), path

    in_house(story, tmp_path)


def test_nobody_watches_a_deal_and_nobody_helps_with_it(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        player = await Browser(here).sits("crates_barrels")
        await here.until(player.table, lambda table: table.playing().to_act == 0)
        await player.plays_anything()
        await here.until(player.table, lambda table: table.playing().to_act == 0)
        assert error(await here.stranger.get(f"{player.at}/frame")) == (403, "not_allowed")
        assert (await player.refused("hold", at=0, bot="mastermind"))[1] == "LT-20"
        assert (await player.refused("offer", kind="end"))[1] == "LT-20"
        assert (await player.refused("offer", kind="takeback"))[1] == "LT-20"
        assert (await player.refused("undo"))[1] == "LT-3"

    in_house(story, tmp_path)


def test_tries_outlive_the_server_and_one_that_ended_unseen_is_written_down_at_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin(here: House) -> None:
        at(here, NOON)
        await browser_of(here).sits("crates_barrels")
        player = await browser_of(here).sits()
        monkeypatch.setattr(here.service.daily, "write_down", nothing)
        await player.did("resign")
        await here.until(player.table, lambda table: table.phase == "over")

    async def nothing(table: object) -> None:
        pass

    browsers: list[Browser] = []

    def browser_of(here: House) -> Browser:
        browser = Browser(here)
        browser.cookie = "loot-daily=the-same-key"
        browsers.append(browser)
        return browser

    async def look(here: House) -> None:
        at(here, NOON)
        browser = browser_of(here)
        assert (await browser.board())["finished"] == 1
        found = await browser.today("crates_barrels")
        assert found["game"]["mine"]["is_over"] is False
        assert [each["played"] for each in found["week"]["days"]] == [False] * 6 + [True]
        assert found["week"]["in_a_row"] == 1

    in_house(begin, tmp_path)
    in_house(look, tmp_path)


def test_a_week_counts_days_in_a_row_and_forgives_that_today_is_not_over(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        browser = Browser(here)
        for day in (-4, -2, -1):
            at(here, NOON + day * DAY)
            await resigns(await browser.sits("crates_barrels"))
        at(here, NOON)
        week = (await browser.today())["week"]
        assert [each["played"] for each in week["days"]] == [False, False, True, False, True, True, False]
        assert week["in_a_row"] == 2

    in_house(story, tmp_path)


def test_a_place_among_many_is_a_part_of_a_hundred_and_among_few_a_count() -> None:
    def tried(score: float) -> tries.Try:
        return tries.Try("2026-11-18", GAME, f"t{score}", None, tries.Outcome(0.0, score, 30.0, 9, False))

    few = tries.Board({str(score): tried(score) for score in range(5)})
    assert few.place(few.tries["3"]) == {"of": 5, "worse": 3, "better": 1, "percent": None}
    many = tries.Board({str(score): tried(score) for score in range(21)})
    assert many.place(many.tries["15"]) == {"of": 21, "worse": 15, "better": 5, "percent": 75}


def test_strangers_cannot_begin_more_deals_than_tables(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        replies = [await Browser(here).post("crates_barrels") for _ in range(41)]
        assert [reply.status for reply in replies[:40]] == [201] * 40
        assert error(replies[40]) == (429, "too_fast")

    in_house(story, tmp_path, is_strict=True)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/api/daily/no_such_game/2026-11-18", (404, "not_found")),
        (f"/api/daily/{GAME}/today", (400, "bad_request")),
        (f"/api/daily/{GAME}/2026-13-40", (400, "bad_request")),
    ],
)
def test_what_is_not_there_is_said_to_be_so(path: str, problem: tuple[int, str], tmp_path: Path) -> None:
    async def story(here: House) -> None:
        assert error(await here.stranger.get(path)) == problem

    in_house(story, tmp_path)


def test_every_game_with_bots_is_dealt() -> None:
    assert {game.slug for game in dealt_games()} >= {
        "crates_barrels",
        "labyrinth",
        "loot_fiend",
        "loot_n_run",
        "looterz",
    }


def test_a_library_that_is_exported_holds_no_key_of_a_deal_that_is_played(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        ana = Visitor(here)
        table = (await ana.post(f"/api/daily/{GAME}", {"name": "Ana"}))["table"]
        await ana.does(table, "resign")
        await here.until(table, lambda live: live.phase == "over")
        await ana.post(f"/api/tables/{table}/keep")
        key = await here.service.daily.days.key(here.service.daily.days.today(), GAME)
        told = (await ana.request("GET", "/api/library/records?form=jsonl")).body.decode()
        assert table in told
        assert key not in told
        at(here, NOON + 2 * DAY)
        assert key in (await ana.request("GET", "/api/library/records?form=jsonl")).body.decode()

    in_house(story, tmp_path)


def test_whoever_deletes_the_table_of_a_deal_has_given_it_up(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        at(here, NOON)
        ana = Visitor(here)
        table = (await ana.post(f"/api/daily/{GAME}", {"name": "Ana"}))["table"]
        await ana.delete(f"/api/tables/{table}")
        (mine,) = [each["mine"] for each in (await ana.get("/api/daily"))["games"] if each["slug"] == GAME]
        assert (mine["is_over"], mine["has_resigned"]) == (True, True)
        assert await ana.problem("POST", f"/api/daily/{GAME}", {}) == (409, "not_now")

    in_house(story, tmp_path)
