"""A hand of a shared screen on a phone (LT-18): one seat, by a link that works once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.house import ORIGIN, Hands, House, Player, error, hidden_cards, in_house
from server.test_curtain import one_screen, shared_screen

from loot_table.engine import codec
from loot_table.proofs.inside import Inside, Reply
from loot_table.server.phones import LINK_SECONDS


async def shown_link(screen: Player, seat: int) -> str:
    reply = await screen.inside.post(f"{screen.at}/phones", {"seat": seat})
    assert reply.status == 201, reply.body
    return str(reply.json()["link"])


async def read_by(device: Inside, table: str, link: str) -> Reply:
    return await device.post(f"/api/tables/{table}/phones/claim", {"link": link})


async def paired(house: House, screen: Player, seat: int) -> Inside:
    reply = await read_by(house.stranger, screen.table, await shown_link(screen, seat))
    assert (reply.status, reply.json()["seat"]) == (201, seat), reply.body
    kept = "; ".join(f"{name}={value}" for name, value in reply.cookies().items())
    return Inside(house.app, Cookie=kept, Origin=ORIGIN)


async def frame_at(device: Inside, at: str, seat: int) -> dict[str, Any]:
    reply = await device.get(f"{at}/frame?seat={seat}")
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.json()
    return found


def test_a_phone_shows_its_seat_and_the_screen_what_everybody_may_see(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await one_screen(house)
        live = house.live(ana.table)
        for _ in range(2):
            await (ana, ben)[live.playing().to_act].did("play", action={"type": "loot", "deck": 0})
        phone = await paired(house, ana, 1)
        frame = await frame_at(phone, ana.at, 1)
        mine, theirs = hidden_cards(live, 1)[0], hidden_cards(live, 0)[0]
        told = codec.dumps(frame).decode()
        assert mine in told
        assert theirs not in told
        assert frame["card"]["seats"][1]["has_phone"]
        assert error(await phone.get(f"{ana.at}/frame?seat=0")) == (401, "no_seat")
        async with shared_screen(ana.inside, ana.at) as screen:
            await screen.hear("frame")
            screen.say({"type": "unlock", "seat": 1})
            assert (await screen.hear("answer"))["error"]["code"] == "not_now"
            screen.say({"type": "ask", "id": "q", "seat": 1, "question": {"tell": True}})
            assert (await screen.hear("answer"))["error"]["code"] == "not_now"
            assert error(await ana.inside.get(f"{ana.at}/frame?seat=1")) == (409, "not_now")

    in_house(story, tmp_path)


def test_while_the_hand_that_decides_is_on_a_phone_the_screen_waits_for_nobody(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        first = house.live(ana.table).playing().to_act
        phone = await paired(house, ana, first)
        async with shared_screen(ana.inside, ana.at) as screen:
            frame = await screen.hear("frame")
            assert (frame["audience"], frame["match"]["curtain"]["seat"]) == ("spectator", None)
        wish = {"type": "play", "action": {"type": "loot", "deck": 0}}
        version = house.live(ana.table).version
        command = {"type": "command", "id": "p1", "seat": first, "version": version, "do": wish}
        assert (await phone.post(f"{ana.at}/commands", command)).json()["result"] == "accepted"

    in_house(story, tmp_path)


def test_a_link_works_once_and_the_newest_alone(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        older, newer = await shown_link(ana, 1), await shown_link(ana, 1)
        assert error(await read_by(house.stranger, ana.table, older)) == (403, "not_allowed")
        assert (await read_by(house.stranger, ana.table, newer)).status == 201
        assert error(await read_by(house.stranger, ana.table, newer)) == (403, "not_allowed")
        assert error(await read_by(house.stranger, ana.table, "made-up")) == (403, "not_allowed")

    in_house(story, tmp_path)


def test_a_link_is_too_old_after_two_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        hands = Hands(monkeypatch)
        ana, _ = await one_screen(house)
        link = await shown_link(ana, 1)
        hands.move(LINK_SECONDS + 1)
        assert error(await read_by(house.stranger, ana.table, link)) == (403, "not_allowed")

    in_house(story, tmp_path)


def test_a_link_opens_no_other_table_and_is_then_used_up(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        elsewhere, _ = await one_screen(house)
        link = await shown_link(ana, 1)
        assert error(await read_by(house.stranger, elsewhere.table, link)) == (403, "not_allowed")
        assert error(await read_by(house.stranger, ana.table, link)) == (403, "not_allowed")

    in_house(story, tmp_path)


def test_only_the_screen_that_holds_a_seat_may_show_its_link(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        stranger = Inside(house.app, Origin=ORIGIN)
        for device in (stranger, await paired(house, ana, 1)):
            assert error(await device.post(f"{ana.at}/phones", {"seat": 1})) == (401, "no_seat")
        assert error(await ana.inside.post(f"{ana.at}/phones", {"seat": 7})) == (401, "no_seat")
        (host,) = await house.make("loot_n_run", 2)
        assert error(await host.inside.post(f"{host.at}/phones", {"seat": 0})) == (409, "not_now")

    in_house(story, tmp_path)


def test_a_device_with_a_seat_of_the_table_cannot_take_another_hand(tmp_path: Path) -> None:
    """Neither the screen itself nor somebody else's phone; the link stays good for the right one."""

    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        phone = await paired(house, ana, 0)
        link = await shown_link(ana, 1)
        for device in (ana.inside, phone):
            assert error(await read_by(device, ana.table, link)) == (409, "not_now")
        assert (await read_by(house.stranger, ana.table, link)).status == 201

    in_house(story, tmp_path)


def test_taking_the_hand_back_ends_the_phones_view_at_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        phone = await paired(house, ana, 1)
        async with shared_screen(phone, ana.at) as socket:
            assert (await socket.hear("frame"))["audience"] == 1
            version = house.live(ana.table).version
            command = {"type": "command", "id": "u1", "seat": 1, "version": version, "do": {"type": "unpair"}}
            assert (await ana.inside.post(f"{ana.at}/commands", command)).json()["result"] == "accepted"
            await socket.hear("bye")
        assert error(await phone.get(f"{ana.at}/frame?seat=1")) == (401, "no_seat")
        async with shared_screen(ana.inside, ana.at) as screen:
            await screen.hear("frame")
            screen.say({"type": "unlock", "seat": 1})
            while (await screen.hear("frame"))["audience"] != 1:
                pass

    in_house(story, tmp_path)


def test_a_new_phone_replaces_the_one_before(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        lost, found = await paired(house, ana, 1), await paired(house, ana, 1)
        assert error(await lost.get(f"{ana.at}/frame?seat=1")) == (401, "no_seat")
        await frame_at(found, ana.at, 1)

    in_house(story, tmp_path)


def test_pairing_outlives_the_server(tmp_path: Path) -> None:
    kept: list[tuple[str, dict[str, str]]] = []

    async def begun(house: House) -> None:
        ana, _ = await one_screen(house)
        phone = await paired(house, ana, 1)
        kept.append((ana.at, phone.headers))

    async def found(house: House) -> None:
        (at, headers), *_ = kept
        assert (await frame_at(Inside(house.app, **headers), at, 1))["audience"] == 1

    in_house(begun, tmp_path)
    in_house(found, tmp_path)


def test_a_phone_follows_to_the_rematch(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        phone = await paired(house, ana, 1)
        await ana.did("resign")
        await ana.did("rematch")
        again = (await phone.post(f"{ana.at}/follow", {})).json()
        assert again["seats"] == [0], "everybody sits one seat further"
        assert again["card"]["seats"][0]["has_phone"]

    in_house(story, tmp_path)


def test_a_hand_on_a_phone_hangs_on_no_ring_and_is_gone_when_it_is_taken_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await one_screen(house)
        phone = await paired(house, ana, 1)
        assert error(await phone.post(f"{ana.at}/keep", {})) == (401, "no_seat")
        await ana.did("resign")
        await ana.did("rematch")
        followed = await phone.post(f"{ana.at}/follow", {})
        assert followed.json()["seats"] == [0]
        assert "loot-ring" not in followed.cookies(), "the screen's own key is not for a phone"

    in_house(story, tmp_path)
