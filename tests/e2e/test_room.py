"""`loot serve --lan`: a phone in the room follows the ready room's link to a seat."""

from __future__ import annotations

from pathlib import Path

from e2e.conftest import Opener
from e2e.people import be_ready, host_table, take_seat
from e2e.served import served_by_command
from playwright.sync_api import expect

ROOM = "127.0.0.2"  # a second address of this machine


def test_a_ready_room_invites_by_the_address_of_the_network(open_page: Opener, tmp_path: Path) -> None:
    with served_by_command(tmp_path, "--lan", "--host", ROOM) as here:
        ana = open_page(name="Ana", at=here)
        invitation = host_table(ana, "crates_barrels")
        there = here.replace("127.0.0.1", ROOM)
        expect(ana.get_by_role("img", name=f"QR code of {there}{invitation}")).to_be_visible()
        ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
        ana.get_by_role("button", name="Copy link", exact=True).click()
        assert ana.evaluate("() => navigator.clipboard.readText()") == f"{there}{invitation}"
        ben = open_page(invitation, name="Ben", at=there, width=390, height=844)
        take_seat(ben)
        be_ready(ben)
        expect(ana.get_by_text("Everybody is ready.")).to_be_visible()
