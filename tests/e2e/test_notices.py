"""The title, sound and notices say whose turn it is."""

from __future__ import annotations

import re

from e2e.conftest import Opener
from e2e.people import (
    click_turn,
    gather,
    host_table,
    wait_for_turn,
)
from playwright.sync_api import expect


def test_the_title_says_whose_turn_it_is(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    expect(ana).to_have_title(re.compile("Your turn"))
    expect(ben).not_to_have_title(re.compile("Your turn"))
    click_turn(ana)
    expect(ben).to_have_title(re.compile("Your turn"))
    expect(ana).not_to_have_title(re.compile("Your turn"))


NOTICES = """
window.asked = 0;
window.notices = [];
window.hides = false;
Object.defineProperty(document, "visibilityState", {get: () => (window.hides ? "hidden" : "visible")});
window.Notification = class {
  static permission = "default";
  static async requestPermission() { window.asked += 1; return (this.permission = "granted"); }
  constructor(title, more) { window.notices.push([title, more.body]); }
};
"""


def test_notices_are_asked_for_only_by_the_players_own_hand(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    ben.context.add_init_script(NOTICES)
    ben.reload()
    ben.wait_for_selector("#prompt")
    click_turn(ana)
    wait_for_turn(ben)
    assert ben.evaluate("() => window.asked") == 0
    ben.get_by_role("button", name="Menu", exact=True).click()
    ben.get_by_label("Tell me when it is my turn").check()
    assert ben.evaluate("() => window.asked") == 1
    ben.get_by_role("button", name="Close", exact=True).click()
    click_turn(ben)
    wait_for_turn(ana)
    assert ben.evaluate("() => window.notices") == []
    ben.evaluate("() => (window.hides = true)")
    click_turn(ana)
    ben.wait_for_function("() => window.notices.length === 1")
    assert ben.evaluate("() => window.notices[0]") == ["Your turn", "Crates vs Barrels"]


def test_the_ready_room_tries_sound_and_notices(open_page: Opener) -> None:
    ana = open_page(name="Ana")
    ana.context.add_init_script(NOTICES + SOUNDS)
    host_table(ana, "crates_barrels")
    ana.get_by_role("button", name="Hear it", exact=True).click()
    ana.wait_for_function("() => window.struck > 0")
    assert ana.evaluate("() => window.asked") == 0
    ana.get_by_label("Tell me when I look elsewhere").check()
    assert ana.evaluate("() => window.asked") == 1


SOUNDS = """
window.struck = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) { window.struck += 1; return start.apply(this, given); };
"""


def test_your_turn_is_heard_unless_the_sound_is_off_and_that_is_remembered(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    ben.context.add_init_script(SOUNDS)
    ben.reload()
    ben.wait_for_selector("#prompt")
    ben.locator("[data-cell=e5]").click()  # a browser is silent before the first touch
    ben.wait_for_function("() => navigator.userActivation.hasBeenActive")
    ben.keyboard.press("Escape")
    click_turn(ana)
    ben.wait_for_function("() => window.struck > 0")
    wait_for_turn(ben)
    ben.get_by_role("button", name="Sound off", exact=True).click()
    ben.reload()
    wait_for_turn(ben)
    expect(ben.get_by_role("button", name="Sound on", exact=True)).to_be_visible()
    ben.locator("[data-cell=e5]").click()
    ben.keyboard.press("Escape")
    click_turn(ben)
    wait_for_turn(ana)
    click_turn(ana)
    wait_for_turn(ben)
    assert ben.evaluate("() => window.struck") == 0
