"""What every table offers, whatever is played: undo, offers, resigning, rematch, clocks, bots that hold seats, notices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from e2e.conftest import Opener
from e2e.people import (
    be_ready,
    choose_in_menu,
    click_turn,
    fill_with_bots,
    gather,
    host_table,
    latest,
    seat_a_bot,
    set_up,
    start,
    take_seat,
    version,
    wait_for_turn,
)
from e2e.served import serving
from playwright.sync_api import Page, expect

from loot_table.engine.sealed import commitment


def result(page: Page) -> str:
    """What the result says, once it is there."""
    return page.get_by_role("region", name="Result").inner_text()


# ---------------------------------------------------------------- before the game


def test_the_invitation_seats_a_newcomer_in_three_actions(open_page: Opener) -> None:
    ana = open_page("/", name="Ana")
    invitation = host_table(ana, "crates_barrels")
    ben = open_page(invitation)  # one: open the link
    ben.get_by_label("Your name at this table").fill("Ben")  # two: say who you are
    take_seat(ben)  # three: sit down
    expect(ben.get_by_role("button", name="I am ready", exact=True)).to_be_visible()
    expect(ana.get_by_role("heading", name="Ben")).to_be_visible()


def test_a_called_start_can_be_stopped_by_who_is_not_ready(open_page: Opener) -> None:
    """LT-6"""
    ana = open_page("/", name="Ana")
    ben = open_page(host_table(ana, "crates_barrels"), name="Ben")
    take_seat(ben)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    expect(ben.locator(".count", has_text="The game starts in")).to_be_visible()
    ben.get_by_role("button", name="Wait for me", exact=True).click()
    for page in (ana, ben):
        expect(page.locator(".count", has_text="The game starts in")).to_have_count(0)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    ana.get_by_role("button", name="Stop", exact=True).click()
    expect(ben.locator(".count", has_text="The game starts in")).to_have_count(0)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    expect(ben.locator(".count", has_text="The game starts in")).to_be_visible()
    be_ready(ben)  # nobody is left to wait for
    ben.wait_for_selector("#prompt")


def test_a_called_start_comes_by_itself(open_page: Opener) -> None:
    """LT-6"""
    ana = open_page("/", name="Ana")
    ben = open_page(host_table(ana, "crates_barrels"), name="Ben")
    take_seat(ben)
    ana.get_by_role("button", name="Start in 10 s", exact=True).click()
    for page in (ana, ben):
        page.wait_for_selector("#prompt", timeout=20_000)


# ---------------------------------------------------------------- undo and offers


def test_undo_takes_back_what_nobody_has_answered(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    ana.locator("[data-cell=e2]").click()
    ana.locator("[data-cell=e4]").click()
    expect(ana.get_by_label("e4, your crate, last move")).to_have_count(1)
    ana.get_by_role("button", name="Undo", exact=True).click()
    expect(ana.get_by_label("e2, your crate", exact=True)).to_have_count(1)
    expect(ana.locator("[role=log]")).not_to_contain_text("e2-e4")


def test_a_takeback_is_offered_declined_offered_again_and_agreed(open_page: Opener) -> None:
    """LT-3, LT-7"""
    ana, ben = gather(open_page, "crates_barrels")
    for page in (ana, ben):
        wait_for_turn(page)
        click_turn(page)
    wait_for_turn(ana)
    choose_in_menu(ana, "Ask to take my move back")
    expect(ana.locator(".offer")).to_contain_text("Waiting for an answer")
    expect(ben.locator(".offer")).to_contain_text("Ana would like to take a move back.")
    ben.get_by_role("button", name="No", exact=True).click()
    for page in (ana, ben):
        expect(page.locator(".offer")).to_have_count(0)
        expect(page.locator("[role=log]")).to_contain_text("Ben declines.")
    choose_in_menu(ana, "Ask to take my move back")
    ben.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben):
        expect(page.locator("[role=log]")).to_contain_text("Ana takes the last action back.")
    wait_for_turn(ana)
    assert latest(ana)["match"]["scene"]["turn"] == 0


def test_a_takeback_that_cannot_be_is_explained_and_its_rule_opens(open_page: Opener) -> None:
    """LT-3"""
    ana, _ = gather(open_page, "crates_barrels")
    choose_in_menu(ana, "Ask to take my move back")
    bubble = ana.get_by_role("dialog", name="Nothing to take back")
    expect(bubble).to_contain_text("You have not acted yet")
    bubble.get_by_role("button", name="Rule LT-3").click()
    expect(ana.locator("[data-rule='LT-3']")).to_be_visible()


def test_an_offer_to_end_is_taken_back_and_made_again_and_shared(open_page: Opener) -> None:
    """LT-5, LT-7"""
    ana, ben = gather(open_page, "crates_barrels")
    choose_in_menu(ana, "Offer to end it here")
    expect(ben.locator(".offer")).to_contain_text("Ana offers to end it here")
    ana.get_by_role("button", name="Withdraw it", exact=True).click()
    expect(ben.locator(".offer")).to_have_count(0)
    choose_in_menu(ben, "Offer to end it here")
    ana.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben):
        expect(page.get_by_role("region", name="Result")).to_contain_text("Two winners, one sack. Share.")
        assert "The game ends by agreement." in result(page)


# ---------------------------------------------------------------- resigning, and again


def test_resigning_asks_first_and_a_rematch_takes_both_to_the_new_table(open_page: Opener) -> None:
    """LT-4, LT-10"""
    ana, ben = gather(open_page, "crates_barrels")
    choose_in_menu(ana, "Resign")
    ana.get_by_role("button", name="Play on", exact=True).click()
    assert latest(ben)["card"]["phase"] == "playing"
    choose_in_menu(ana, "Resign")
    ana.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign", exact=True).click()
    expect(ana.get_by_role("region", name="Result")).to_contain_text("Ben gets away with it.")
    expect(ben.get_by_role("region", name="Result")).to_contain_text("You get away with it.")
    assert "Ana resigns." in result(ben)
    before = ana.url
    ben.get_by_role("button", name="Rematch", exact=True).click()
    for page in (ana, ben):
        page.get_by_role("button", name="To the new table").click()
    for page in (ana, ben):
        page.wait_for_url(lambda url: "/t/" in url and url != before)
        page.get_by_role("heading", name="The gang is gathering").wait_for()
    assert ana.url == ben.url
    assert [seat["name"] for seat in latest(ana)["card"]["seats"]] == ["Ben", "Ana"]
    begin_again(ana, ben)
    wait_for_turn(ben)
    assert latest(ana)["audience"] == 1


def begin_again(*pages: Page) -> None:
    """Whoever is not the host says ready, and the host starts."""
    host = next(page for page in pages if latest(page)["card"]["host"] == latest(page)["audience"])
    for page in pages:
        if page is not host:
            be_ready(page)
    start(host)
    for page in pages:
        page.wait_for_selector("#prompt")


# ---------------------------------------------------------------- clocks


def seconds(page: Page, seat: int) -> int:
    shown = page.locator(f".seats [data-seat='{seat}'] .clock").inner_text()
    minutes, left = re.match(r"\s*(\d+):(\d\d)", shown).groups()  # type: ignore[union-attr]
    return int(minutes) * 60 + int(left)


def test_a_clock_is_shown_and_runs_and_its_flag_falls(open_page: Opener) -> None:
    """LT-9"""
    ana, ben = gather(open_page, "crates_barrels", wish={"clock": {"bank": 10, "increment": 0}})
    wait_for_turn(ana)
    for page in (ana, ben):
        page.wait_for_function("() => document.querySelector('.seats [data-seat=\"0\"] .clock').innerText < '0:08'")
        assert seconds(page, 0) < 8
        assert seconds(page, 1) == 10
    expect(ana.locator(".seats [data-seat='0'] .clock.low")).to_have_count(1)
    for page in (ana, ben):
        page.get_by_role("region", name="Result").wait_for(timeout=20_000)
        assert "Ana runs out of time." in result(page)


def test_with_clocks_undo_becomes_a_question_to_the_others(open_page: Opener) -> None:
    """LT-3"""
    ana, ben = gather(open_page, "crates_barrels", wish={"clock": {"bank": 300, "increment": 0}})
    expect(ana.get_by_role("button", name="Ask for a takeback")).to_have_count(0)  # nothing was done yet
    for by_key in (False, True):
        wait_for_turn(ana)
        click_turn(ana)
        expect(ana.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
        if by_key:
            ana.keyboard.press("u")
        else:
            ana.get_by_role("button", name="Ask for a takeback").click()
        expect(ana.get_by_role("button", name="Ask for a takeback")).to_have_count(0)  # it is asked
        expect(ben.locator(".offer")).to_contain_text("Ana would like to take a move back.")
        ben.get_by_role("button", name="Agree", exact=True).click()
        expect(ana.locator("[role=log]")).to_contain_text("Ana takes the last action back.")
    wait_for_turn(ana)
    assert latest(ana)["match"]["scene"]["turn"] == 0
    click_turn(ana)
    ana.get_by_role("button", name="Menu", exact=True).click()
    menu = ana.get_by_role("dialog", name="This table")
    expect(menu.get_by_role("button", name="Undo my last action")).to_have_count(0)
    menu.get_by_role("button", name="Ask to take my move back").click()
    expect(ben.locator(".offer")).to_contain_text("Ana would like to take a move back.")


def test_with_clocks_against_bots_undo_is_undo(open_page: Opener) -> None:
    """LT-3"""
    ana = open_page("/", name="Ana")
    set_up(
        ana,
        game="crates_barrels",
        clock={"bank": 300, "increment": 0},
        seats=[{"kind": "human"}, {"kind": "bot", "bot": "greedy"}],
    )
    start(ana)
    wait_for_turn(ana)
    click_turn(ana)
    wait_for_turn(ana)
    ana.get_by_role("button", name="Undo", exact=True).click()
    expect(ana.locator("[role=log]")).to_contain_text("Ana takes the last action back.")


def test_a_browser_says_which_frame_it_has_where_a_clock_runs(open_page: Opener) -> None:
    """LT-9: the way of a frame is not charged."""
    for clock in ({"bank": 300, "increment": 0}, None):
        ana, ben = gather(open_page, "crates_barrels", wish={"clock": clock})
        told: list[str] = []
        ben.on("websocket", lambda socket: socket.on("framesent", lambda text: told.append(str(text))))  # noqa: B023
        ben.reload()
        ben.wait_for_selector("#prompt")
        click_turn(ana)
        wait_for_turn(ben)
        seen = [message["version"] for message in map(json.loads, told) if message["type"] == "seen"]
        assert (latest(ben)["version"] in seen) == (clock is not None)
        assert bool(seen) == (clock is not None)


def test_the_clocks_are_stopped_and_run_again_by_agreement(open_page: Opener) -> None:
    """LT-7, LT-9"""
    ana, ben = gather(open_page, "crates_barrels", wish={"clock": {"bank": 300, "increment": 0}})
    choose_in_menu(ben, "Stop the clocks")
    expect(ana.locator(".offer")).to_contain_text("Ben would like to stop the clocks.")
    ana.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben):
        expect(page.locator("#prompt")).to_contain_text("The clocks stand still.")
    choose_in_menu(ana, "Let the clocks run again")
    ben.get_by_role("button", name="Agree", exact=True).click()
    wait_for_turn(ana)


# ---------------------------------------------------------------- a bot holds


GRACE = 2.0  # seconds until somebody who left counts as gone; 30 for people


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on which nobody has to be waited for as long as people are."""
    with serving(tmp_path_factory.mktemp("brisk"), pace=0.0, grace=GRACE) as url:
        yield url


def test_a_bot_plays_for_somebody_who_is_gone_and_hands_the_seat_back(open_page: Opener, brisk: str) -> None:
    """LT-8"""
    ana, ben = gather(partial(open_page, at=brisk), "crates_barrels")
    table = ben.url
    seat = ana.locator(".seats [data-seat='1']")
    dialog = ana.get_by_role("dialog", name="Ben")
    hold = dialog.get_by_role("button", name=re.compile("Burglar.* play for Ben"))
    seat.get_by_role("button", name="More about Ben").click()
    expect(dialog).to_contain_text("A bot may play for Ben only when they have been away for 30 seconds.")
    expect(hold).to_have_count(0)
    ben.goto("/credits")
    expect(dialog).to_contain_text("It agrees to nothing in their name")
    hold.click()  # too soon: the server's own sentence is shown, and the dialog stays
    expect(dialog.get_by_role("alert")).to_contain_text("Ben has to be away for 2 seconds first")
    expect(dialog.get_by_role("alert")).to_contain_text("LT-8")
    ana.wait_for_timeout(GRACE * 1000)
    hold.click()
    expect(dialog).to_have_count(0)
    expect(seat).to_contain_text("bot holding for Ben")
    click_turn(ana)
    wait_for_turn(ana)  # the bot has answered
    choose_in_menu(ana, "Offer to end it here")
    expect(ana.locator(".offer")).to_contain_text("A bot holds the seat of Ben and agrees to nothing")
    ana.get_by_role("button", name="Withdraw it", exact=True).click()
    ben.goto(table)
    expect(ben.locator("#prompt")).to_contain_text("A bot plays for you")
    ben.get_by_role("button", name="Take my seat back", exact=True).click()
    expect(seat).not_to_contain_text("bot holding")
    click_turn(ana)
    wait_for_turn(ben)
    click_turn(ben)
    wait_for_turn(ana)
    assert "Ben is back." in version(ana)


def test_somebody_hands_the_own_seat_to_a_bot_at_once(open_page: Opener) -> None:
    """LT-8"""
    ana, ben = gather(open_page, "crates_barrels")
    ben.locator(".seats [data-seat='1']").get_by_role("button", name="More about Ben").click()
    dialog = ben.get_by_role("dialog", name="Ben")
    expect(dialog).to_contain_text("A bot can play for you until you take your seat back.")
    dialog.get_by_role("button", name="Burglar play for me").click()
    expect(ben.locator("#prompt")).to_contain_text("A bot plays for you")
    click_turn(ana)
    wait_for_turn(ana)


def test_when_the_host_is_gone_the_next_player_hosts_without_a_reload(open_page: Opener, brisk: str) -> None:
    """LT-6: in the ready room, and in a game."""
    opened = partial(open_page, at=brisk)
    ana = opened("/", name="Ana")
    ben = opened(host_table(ana, "loot_n_run", 3), name="Ben")
    take_seat(ben)
    expect(ben.get_by_text("Ana starts the game.")).to_be_visible()
    expect(ben.get_by_role("button", name="Seat a bot")).to_have_count(0)
    table = ana.url
    ana.goto("/credits")
    expect(ben.get_by_text("The host is away: you host the table now.")).to_be_visible(timeout=15_000)
    expect(ben.get_by_text("Ana starts the game.")).to_have_count(0)
    seat_a_bot(ben)
    ana.goto(table)
    expect(ana.get_by_text("Ben starts the game.")).to_be_visible()
    start(ben)
    for page in (ana, ben):
        page.wait_for_selector("#prompt")
    ben.goto("/credits")
    expect(ana.locator("[role=log]")).to_contain_text("Ana hosts the table now.", timeout=15_000)
    ana.locator(".seats [data-seat='1']").get_by_role("button", name="More about Ben").click()
    expect(ana.get_by_role("dialog", name="Ben").get_by_role("button", name="Mute in the chat")).to_be_visible()


def test_who_sits_down_elsewhere_keeps_the_seat_and_stays_the_host(open_page: Opener) -> None:
    """LT-6"""
    ana = open_page("/", name="Ana")
    host_table(ana, "loot_n_run", 3)
    ana.get_by_role("button", name="Sit here").last.click()
    expect(ana.get_by_role("listitem").nth(2)).to_contain_text("Anayou")
    expect(ana.get_by_role("button", name="Seat a bot")).to_have_count(2)
    expect(ana.get_by_text("hosts the table now")).to_have_count(0)
    fill_with_bots(ana)
    start(ana)
    ana.wait_for_selector("#prompt")
    assert latest(ana)["audience"] == 2
    expect(ana.locator(".seats [data-seat='2']")).to_contain_text("you")


# ---------------------------------------------------------------- sealed dice


def test_the_fingerprint_of_the_dice_is_shown_before_and_after_and_the_record_keeps_it(
    open_page: Opener, tmp_path: Path
) -> None:
    ana = open_page("/", name="Ana")
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host_table(ana, "loot_n_run")
    shown = ana.get_by_test_id("fingerprint")
    expect(shown).to_contain_text("Shuffles and dice of this table follow from a sealed key. Note this fingerprint")
    whole = latest(ana)["card"]["commitment"]
    assert re.fullmatch("[0-9a-f]{64}", whole)
    expect(shown).to_contain_text(f"{whole[:4]} {whole[4:8]} … {whole[-4:]}")
    shown.get_by_role("button", name="Copy the fingerprint").click()
    expect(ana.get_by_text("The fingerprint is copied.")).to_be_visible()
    assert ana.evaluate("() => navigator.clipboard.readText()") == whole
    fill_with_bots(ana)
    start(ana)
    ana.wait_for_selector("#prompt")
    ana.get_by_role("button", name="Menu", exact=True).click()
    expect(ana.get_by_role("dialog", name="This table").get_by_test_id("fingerprint")).to_contain_text(whole[:4])
    ana.get_by_role("button", name="Close", exact=True).click()
    choose_in_menu(ana, "Resign")
    ana.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign", exact=True).click()
    outcome = ana.get_by_role("region", name="Result")
    expect(outcome).to_contain_text("The record shows the key, and loot verify checks it.")
    with ana.expect_download() as waited:
        outcome.get_by_role("link", name="Record", exact=True).click()
    waited.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert record["nature"]["commitment"] == whole
    assert commitment(record["nature"]["key"]) == whole


# ---------------------------------------------------------------- sound and notices


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
    ana = open_page("/", name="Ana")
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


# ---------------------------------------------------------------- a seat of one's own


def test_a_ready_room_restores_its_seats_after_a_reload(open_page: Opener) -> None:
    ana = open_page("/", name="Ana")
    set_up(ana, game="loot_n_run", players=3)
    ana.reload()
    expect(ana.get_by_role("heading", name="Ana")).to_contain_text("you")
    expect(ana.get_by_role("button", name="Seat a bot")).to_have_count(2)
