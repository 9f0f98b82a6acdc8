"""Who may be written to, and whom the server calls: hostile endpoints and addresses, codes, unsubscribing, mail bombs."""

from __future__ import annotations

import socket
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.catchers import Browser
from server.house import FIRST_MOVE, ORIGIN, Hands, House, error, in_house
from server.post_office import LINKS, LONG_ENOUGH, PostOffice, Reader, after, code_in, post_office, tell

from loot_table.engine.errors import BadInput
from loot_table.proofs.inside import Inside
from loot_table.server.notices import courier
from loot_table.server.notices.boxes import CODE_SECONDS, CODE_TRIES, SCREENS_OF_BOX, SEATS_OF_BOX, Boxes, Wish
from loot_table.server.notices.endpoints import BadEndpoint, check_endpoint, check_keys, is_public, resolved
from loot_table.server.notices.settings import is_address, read_smtp

BY_DAY: dict[str, Any] = {"clock": {"bank": 86400, "is_per_move": True}}


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    monkeypatch.setattr(courier, "EVERY_SECONDS", 1e6)  # rounds are a test's
    with post_office(tmp_path, Hands(monkeypatch)) as found:
        yield found


# ---------------------------------------------------------------- endpoints


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/1",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://localhost/x",
        "https://169.254.169.254/latest/meta-data",
        "https://evil.example.org/push",
        "https://fcm.googleapis.com.evil.example.org/x",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com@evil.example.org/x",
        "https://evil.example.org#@fcm.googleapis.com/",
        "https://evil.example.org\\@fcm.googleapis.com/",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/a\r\nHost: evil",
        "https://xpush.apple.com/1",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "https://fcm.googleapis.com:99999/",
        "file:///etc/passwd",
        "https://",
        "",
    ],
)
def test_only_known_push_services_are_called(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint(endpoint)


@pytest.mark.parametrize("host", ["fcm.googleapis.com", "web.push.apple.com", "wns2-par02p.notify.windows.com"])
def test_those_of_the_browsers_are_known(host: str) -> None:
    assert check_endpoint(f"https://{host}/some/where") == (host, 443)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "ff02::1", "::"),
    ],
)
def test_a_known_name_that_points_into_a_private_network_is_not_called(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor one that points there and somewhere else."""
    assert not is_public(address)
    found: Any = [(0, 0, 0, "", (one, 443)) for one in ("142.250.1.1", address)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(BadEndpoint):
        resolved("fcm.googleapis.com", 443)


def test_a_public_address_is_called() -> None:
    assert is_public("142.250.1.1")
    assert is_public("2a00:1450:4001::5f")


def test_keys_that_are_none_are_refused() -> None:
    good = Browser("").subscription()
    check_keys(good["p256dh"], good["auth"])
    off_curve = urlsafe_b64encode(b"\x04" + b"\x01" * 64).decode()  # for which nothing can be encrypted
    bad = [("AAAA", good["auth"]), (good["p256dh"], "AAAA"), ("é", "é"), ("A" * 87, good["auth"])]
    for p256dh, auth in (*bad, (off_curve, good["auth"])):
        with pytest.raises(BadEndpoint):
            check_keys(p256dh, auth)


def test_a_redirection_of_a_push_service_is_not_followed(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_pushes(office.pushes.browser())
        await reader.wants_notices_of(ben)
        office.pushes.status = 307
        await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        assert len(office.pushes.pushed) == 1
        assert here.service.notices.dues, "it is tried again later"

    tell(office, story)


def test_a_hostile_subscription_is_refused_at_the_door_and_leaves_no_box(office: PostOffice) -> None:
    async def story(here: House) -> None:
        reader = Reader(here)
        wish = {**office.pushes.browser().subscription(), "endpoint": "https://10.0.0.1/x"}
        assert error(await reader.asks("POST", "/api/notices/screens", wish)) == (400, "bad_endpoint")
        assert reader.key == ""
        wish = {**office.pushes.browser().subscription(), "auth": "AAAA"}
        assert error(await reader.asks("POST", "/api/notices/screens", wish)) == (400, "bad_endpoint")

    tell(office, story)


def test_a_box_has_so_many_screens_and_seats_and_no_more(office: PostOffice) -> None:
    async def story(here: House) -> None:
        reader = Reader(here)
        for number in range(SCREENS_OF_BOX + 2):
            await reader.takes_pushes(office.pushes.browser(f"/wp/{number}"))
        assert len((await reader.did("GET", "/api/notices"))["screens"]) == SCREENS_OF_BOX
        boxes: Boxes = here.service.notices.boxes
        for number in range(SEATS_OF_BOX + 3):
            await boxes.tell(Wish(f"{number:064}", "box", "table"))
        assert len(boxes.wishes) == SEATS_OF_BOX
        assert f"{0:064}" not in boxes.wishes

    tell(office, story)


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    "address",
    [
        *("ana", "ana@", "@example.org", "ana@localhost", "ana@[127.0.0.1]", "ana@127.0.0.1", "a b@example.org"),
        *("ana@example.org\nBcc: all@example.org", "ana@example.org,ben@example.org", '"a"@example.org'),
        *("ana@-example.org", ".ana@example.org", "ana@example.org ", "änä@example.org", "<ana@example.org>"),
        *("ana@example..org", "a" * 65 + "@example.org"),
    ],
)
def test_what_is_no_plain_address_is_refused(address: str) -> None:
    assert not is_address(address)


def test_plain_addresses_are_taken() -> None:
    for address in ("ana@example.org", "ana.b+loot@mail.example.co.uk", "o'neil_9@xn--bcher-kva.example"):
        assert is_address(address)


def test_nothing_is_sent_to_an_address_before_its_code_came_back(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_pushes(office.pushes.browser())
        await reader.did("POST", "/api/notices/mail", {"address": "ben@example.org"})
        await reader.wants_notices_of(ben)
        code = code_in(office.mails.wait_for(1)[0])
        wrong = f"{(int(code) + 1) % 10**6:06}"
        assert error(await reader.asks("POST", "/api/notices/mail/code", {"code": wrong})) == (400, "bad_request")
        await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        assert not office.subjects()

    tell(office, story)


def test_a_code_is_good_for_a_few_tries_and_half_an_hour(office: PostOffice) -> None:
    async def story(here: House) -> None:
        reader, at = Reader(here), "/api/notices/mail/code"
        await reader.did("POST", "/api/notices/mail", {"address": "ben@example.org"})
        code = code_in(office.mails.wait_for(1)[0])
        for _ in range(CODE_TRIES):
            assert (await reader.asks("POST", at, {"code": f"{(int(code) + 1) % 10**6:06}"})).status == 400
        assert error(await reader.asks("POST", at, {"code": code})) == (409, "not_now")
        await reader.did("POST", "/api/notices/mail", {"address": "ben@example.org"})
        office.hands.move(CODE_SECONDS + 1)
        assert error(await reader.asks("POST", at, {"code": code_in(office.mails.wait_for(2)[1])})) == (409, "not_now")
        assert error(await Reader(here).asks("POST", at, {"code": code})) == (404, "not_found")

    tell(office, story)


def test_nobody_can_have_somebody_flooded_with_codes(office: PostOffice) -> None:
    async def story(here: House) -> None:
        for host in range(3):
            stranger = Inside(here.app, f"203.0.113.{host}", Authorization="Bearer none")
            assert (await stranger.post("/api/notices/mail", {"address": "ben@example.org"})).status == 200
        stranger = Inside(here.app, "203.0.113.9", Authorization="Bearer none")
        assert error(await stranger.post("/api/notices/mail", {"address": "BEN@example.org"})) == (429, "too_fast")
        statuses = [
            (await stranger.post("/api/notices/mail", {"address": f"p{number}@example.org"})).status
            for number in range(6)
        ]
        assert statuses[:4] == [200] * 4
        assert statuses[-1] == 429
        assert len(office.mails.wait_for(7)) == 7

    tell(office, story, is_strict=True)


# ---------------------------------------------------------------- leaving


def test_one_click_in_a_mail_program_is_enough_without_cookie_or_origin(office: PostOffice) -> None:
    """RFC 8058"""

    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        await reader.wants_notices_of(ben)
        await ana.plays(**FIRST_MOVE)
        await after(here, office, LONG_ENOUGH)
        mail = office.mails.mails[-1]
        link = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(LINKS)
        program = Inside(here.app, **{"Content-Type": "application/x-www-form-urlencoded"})
        for _ in range(2):  # a second click does no harm
            reply = await program.request("POST", link, b"List-Unsubscribe=One-Click")
            assert (reply.status, reply.json()) == (200, {"is_off": True})
        assert (await reader.did("GET", "/api/notices"))["mail"] is None
        assert not here.service.notices.boxes.wishes, "nowhere to be told: nothing is kept"
        assert (await program.request("GET", link)).status == 405, "what only looks switches nothing off"
        forged = await program.request("POST", "/api/notices/off/" + "0" * 64 + ".x")
        assert forged.json() == {"is_off": True}, "nobody learns which boxes there are"

    tell(office, story)


def test_whoever_never_asked_for_a_code_is_never_sent_another(office: PostOffice) -> None:
    async def story(here: House) -> None:
        reader = Reader(here)
        await reader.did("POST", "/api/notices/mail", {"address": "eve@example.org"})
        (mail,) = office.mails.wait_for(1)
        await here.stranger.post(str(mail["List-Unsubscribe"]).strip("<>").removeprefix(LINKS), {})
        again = await Reader(here).asks("POST", "/api/notices/mail", {"address": "Eve@example.org"})
        assert error(again) == (409, "not_now")

    tell(office, story)


def test_another_site_cannot_change_where_somebody_is_told(office: PostOffice) -> None:
    async def story(here: House) -> None:
        reader = Reader(here)
        await reader.takes_mail(office.mails)
        site = Inside(here.app, Origin="https://evil.example.org", Cookie=f"loot-notices={reader.key}")
        for method, path in (("DELETE", "/api/notices/mail"), ("POST", "/api/notices/screens/off")):
            assert error(await site.request(method, path, {"endpoint": "x"})) == (403, "wrong_origin")
        own = Inside(here.app, Origin=ORIGIN, Cookie=f"loot-notices={reader.key}")
        assert (await own.request("DELETE", "/api/notices/mail")).json()["mail"] is None

    tell(office, story)


def test_only_whoever_holds_a_seat_is_told_of_it(office: PostOffice) -> None:
    async def story(here: House) -> None:
        ana, ben = await here.playing(**BY_DAY)
        eve, at = Reader(here), f"/api/tables/{ben.table}/notices"
        assert error(await eve.asks("POST", at, {"is_wanted": True}, ana)) == (409, "not_now")
        await eve.takes_mail(office.mails)
        assert error(await eve.asks("POST", at, {"is_wanted": True})) == (401, "no_seat")
        assert error(await eve.asks("GET", at)) == (401, "no_seat")

    tell(office, story)


def test_a_server_that_sends_none_says_so(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        told = (await here.stranger.get("/api/notices")).json()
        assert told == {"push_key": None, "has_mail": False, "screens": [], "mail": None}
        reply = await here.stranger.post("/api/notices/mail", {"address": "ana@example.org"})
        assert error(reply) == (404, "not_found")

    in_house(story, tmp_path)


# ---------------------------------------------------------------- configuration


def test_a_mail_server_is_written_as_an_address() -> None:
    found = read_smtp("smtp://loot@mail.example.org", "Loot <loot@example.org>", "secret")
    assert (found.host, found.port, found.security, found.user) == ("mail.example.org", 587, "smtp", "loot")
    assert "secret" not in repr(found)
    assert read_smtp("smtps://mail.example.org", "loot@example.org").port == 465


@pytest.mark.parametrize(
    ("url", "sender", "said"),
    [
        ("mail.example.org", "loot@example.org", "is written as"),
        ("smtp://mail.example.org:x", "loot@example.org", "is written as"),
        ("smtp://loot:secret@mail.example.org", "loot@example.org", "LOOT_SMTP_PASSWORD"),
        ("smtp+plain://mail.example.org", "loot@example.org", "in the clear"),
        ("smtp://mail.example.org", "", "need a sender"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_starts(url: str, sender: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_smtp(url, sender)
