"""Notices: whoever is away is told once, by push and by mail; whoever is here is not; a restart loses and doubles none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY
from server.house import FIRST_MOVE, Hands, House
from server.post_office import AWAY, LINKS, LONG_ENOUGH, PostOffice, Reader, after, post_office, tell

from loot_table.engine.errors import BadInput
from loot_table.server.notices import courier
from loot_table.server.notices.boxes import Box, Mail, Screen
from loot_table.server.notices.mail import Mailer, MailFailed
from loot_table.server.notices.push import Pusher
from loot_table.server.notices.settings import NoticeSettings, read_smtp
from loot_table.server.seats import hashed

DAY = 86400
BY_DAY: dict[str, Any] = {"clock": {"bank": DAY, "is_per_move": True}}


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    monkeypatch.setattr(courier, "EVERY_SECONDS", 1e6)  # rounds are a test's
    with post_office(tmp_path, Hands(monkeypatch)) as found:
        yield found


def test_whoever_is_away_gets_one_mail_for_a_turn_with_a_link_to_the_table(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        await after(here, office, AWAY)
        assert not office.subjects(), "not at once: they may be on their way"
        for _ in range(3):
            await after(here, office, LONG_ENOUGH)
        (mail,) = office.mails.mails[1:]
        assert mail["Subject"] == "Crates vs Barrels: it is your turn."
        assert mail["To"] == "ben@example.org"
        assert f"{LINKS}/t/{ben.table}" in mail.get_content()
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert ben.token not in mail.as_string()

    tell(office, story)


def test_a_push_is_for_one_browser_alone_and_says_no_more_than_the_tables_card(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        browser, reader = office.pushes.browser(), Reader(here)
        await reader.takes_pushes(browser)
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        await after(here, office, AWAY)
        await after(here, office, LONG_ENOUGH)
        ((path, headers, body),) = office.pushes.pushed
        assert path == "/wp/1"
        told = browser.read(body)
        assert set(told) == {"kind", "text", "path", "tag"}
        assert (told["kind"], told["text"]) == ("turn", "Crates vs Barrels: it is your turn.")
        assert told["path"] == f"/t/{ben.table}"
        assert ben.table not in str(headers), "what the service reads names no table"
        assert headers["Authorization"].startswith("vapid t=")

    tell(office, story)


def test_whoever_is_at_the_table_is_left_in_peace(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        async with ben.screen() as screen:
            await screen.hear("frame")
            await ana.plays(**FIRST_MOVE)
            await after(here, office, LONG_ENOUGH)
            assert not here.service.notices.dues
        await after(here, office, LONG_ENOUGH)
        assert not office.subjects(), "they saw it"

    tell(office, story)


def test_a_turn_that_is_played_meanwhile_is_not_told(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        await ben.plays_anything()
        await after(here, office, LONG_ENOUGH)
        assert not here.service.notices.dues
        assert not office.subjects()

    tell(office, story)


def test_several_tables_that_wait_come_in_one_mail_and_the_next_one_later(office: PostOffice) -> None:
    async def story(here: House) -> None:
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        tables = [await here.playing(**BY_DAY) for _ in range(3)]
        await reader.wants_notices_of(*[ben for _, ben in tables])
        for ana, _ in tables[:2]:
            await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        assert office.subjects() == ["2 tables have something for you"]
        await tables[2][0].plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        assert len(office.subjects()) == 1, "a quarter of an hour lies between two mails"
        await after(here, office, courier.MAILS_APART)
        assert office.subjects()[1:] == ["Crates vs Barrels: it is your turn."]

    tell(office, story)


def test_a_restart_loses_no_notice_and_doubles_none(office: PostOffice) -> None:
    keys: list[str] = []

    async def before(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.takes_pushes(office.pushes.browser())
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        keys.append(reader.key)

    async def then(here: House) -> None:
        await after(here, office, LONG_ENOUGH)
        assert (len(office.subjects()), len(office.pushes.pushed)) == (1, 1)

    async def again(here: House) -> None:
        assert not here.service.notices.dues
        await after(here, office, DAY)
        assert (len(office.subjects()), len(office.pushes.pushed)) == (1, 1)

    tell(office, before, then, again)


def test_what_could_not_be_sent_is_tried_again_more_and_more_seldom(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.takes_pushes(office.pushes.browser())
        await reader.wants_notices_of(ben)
        office.pushes.status, office.mails.refuse = 503, "450 later"
        await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        (due,) = here.service.notices.dues.values()
        assert len(office.pushes.pushed) == 1
        await after(here, office, 1)
        assert len(office.pushes.pushed) == 1, "not at once"
        for wait in courier.BACKOFF:
            await after(here, office, wait)
        assert due.tries > 2
        office.pushes.status, office.mails.refuse = 201, ""
        await after(here, office, courier.BACKOFF[-1])
        assert len(office.subjects()) == 1
        assert not here.service.notices.dues

    tell(office, story)


def test_a_mail_server_that_does_not_answer_is_left_alone_for_a_while(office: PostOffice) -> None:
    async def story(here: House) -> None:
        for name in ("ben", "cleo"):
            ana, ben = await here.playing(**BY_DAY)
            reader = Reader(here)
            await reader.takes_mail(office.mails, f"{name}@example.org")
            await reader.wants_notices_of(ben)
            await ana.plays(**FIRST_MOVE)
        mailer, asked = here.service.notices.mailer, []

        def broken() -> None:
            asked.append(1)
            raise ConnectionRefusedError

        mailer.connected, whole = broken, mailer.connected
        await after(here, office, LONG_ENOUGH)
        before = len(asked)
        await after(here, office, courier.REST / 2)
        assert 0 < before == len(asked)
        mailer.connected = whole
        await after(here, office, courier.BACKOFF[0])
        assert len(office.subjects()) == 2

    tell(office, story)


def test_a_mail_server_that_offers_no_encryption_gets_no_mail(office: PostOffice) -> None:
    smtp = read_smtp(f"smtp://127.0.0.1:{office.mails.port}", "loot@example.org")
    mailer = Mailer(NoticeSettings(LINKS, smtp), smtp)
    box = Box(id="b", off="o", mail=Mail("ana@example.org"))
    with pytest.raises(MailFailed, match="SMTPNotSupportedError"):
        mailer.hand_over(mailer.code(box, "123456"))
    assert not office.mails.mails


def test_a_notice_that_nobody_takes_for_days_is_dropped(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(clock={"bank": 7 * DAY, "is_per_move": True})
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        office.mails.refuse = "450 later"
        await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        assert here.service.notices.dues
        await after(here, office, courier.OLDEST + 1)
        assert not here.service.notices.dues

    tell(office, story)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(office: PostOffice, status: int) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.takes_pushes(office.pushes.browser())
        await reader.wants_notices_of(ben)
        office.pushes.status = status
        await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        assert (await reader.did("GET", "/api/notices"))["screens"] == []

    tell(office, story)


def test_an_address_that_takes_no_mail_is_written_to_no_more(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        office.mails.refuse = "550 nobody of that name"
        await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        told = (await reader.did("GET", "/api/notices"))["mail"]
        assert (told["is_confirmed"], told["is_refused"]) == (False, True)
        assert not here.service.notices.dues

    tell(office, story)


def test_the_end_a_newcomer_an_offer_and_a_rematch_are_told_too(office: PostOffice) -> None:
    """LT-17"""

    async def story(here: House) -> None:
        (ana,) = await here.make(**BY_DAY)
        browser, reader = office.pushes.browser(), Reader(here)
        await reader.takes_pushes(browser)
        await reader.wants_notices_of(ana)
        ben = await here.join(ana.table)
        await after(here, office, AWAY)
        await ben.did("ready", is_ready=True)
        await ana.did("start")
        await after(here, office, AWAY)
        await ben.did("offer", kind="pause")
        await after(here, office, AWAY)
        await ben.did("resign")
        await after(here, office, AWAY)
        await ben.did("rematch")
        await after(here, office, AWAY)
        told = [browser.read(body)["text"].removeprefix("Crates vs Barrels: ") for *_, body in office.pushes.pushed]
        assert told == [
            "Ben has taken a seat.",
            "it is your turn.",
            "Ben makes an offer and waits for your answer.",
            "the game is over.",
            "a rematch is set up, and your seat is kept.",
        ]
        again = await here.tables.get(str(here.live(ana.table).next))
        assert set(here.service.notices.boxes.wishes) < {place.token for place in again.places}, "the seat goes along"

    tell(office, story)


def test_whoever_wants_no_more_of_a_table_is_not_told(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        told = await reader.did("POST", f"{ben.at}/notices", {"is_wanted": False}, ben)
        assert told == {"is_wanted": False, "can_be": True}
        await after(here, office, LONG_ENOUGH)
        assert not office.subjects()

    tell(office, story)


def test_notices_are_counted_without_naming_anybody(office: PostOffice) -> None:
    def sent() -> float:
        return REGISTRY.get_sample_value("loot_notices_total", {"way": "mail", "outcome": "sent"}) or 0.0

    async def story(here: House) -> None:
        before = sent()
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        assert REGISTRY.get_sample_value("loot_notices_waiting") == 1
        await after(here, office, LONG_ENOUGH)
        assert sent() == before + 1
        assert REGISTRY.get_sample_value("loot_notices_waiting") == 0

    tell(office, story)


def test_the_key_for_pushes_is_made_once_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "push-key.pem"
    first, second = (Pusher("mailto:host@example.org", path).public_key for _ in range(2))
    assert first == second
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("no key")
    with pytest.raises(BadInput, match="cannot be used as the key"):
        Pusher("mailto:host@example.org", path)


def test_a_box_that_cannot_be_served_keeps_no_other_waiting(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        broken, reader = Reader(here), Reader(here)
        await broken.takes_pushes(office.pushes.browser())
        await broken.wants_notices_of(ana)
        await reader.takes_pushes(office.pushes.browser())
        await reader.wants_notices_of(ben)
        (box,) = [wish.box for wish in here.service.notices.boxes.wishes.values() if wish.key == hashed(ana.token)]
        kept = await here.service.notices.boxes.get(box)
        kept.screens = [Screen(kept.screens[0].endpoint, "AAAA", "AAAA")]
        await here.service.notices.boxes.keep(kept)
        await ana.plays(**FIRST_MOVE)  # tells Ben
        await ben.did("offer", kind="pause")  # tells Ana
        await after(here, office, LONG_ENOUGH)
        assert office.pushes.pushed, "whoever else waits is told"

    tell(office, story)


def test_nobody_is_told_of_a_table_that_was_deleted(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_pushes(office.pushes.browser())
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        assert (await ana.inside.request("DELETE", ana.at)).status == 200
        await after(here, office, LONG_ENOUGH)
        assert office.pushes.pushed == []
        assert await here.tables.store.papers_of_kind("notice") == []

    tell(office, story)
