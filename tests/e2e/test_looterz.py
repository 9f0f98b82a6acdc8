"""Looterz through the page: whole games by mouse, keyboard and touch, refusals, and nothing that axe finds serious."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.looterz import play_by_hand, play_by_keys
from e2e.people import (
    ANSWERED,
    HEARD,
    be_ready,
    fill_with_bots,
    host_table,
    is_my_turn,
    is_over,
    latest,
    play_out,
    start,
    take_seat,
)
from e2e.test_access import LOOKS, overflow, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect


def table(open_page: Opener, players: int, **look: object) -> Page:
    """Ana against bots, in mid-set-up no more."""
    page = open_page(name="Ana", **look)
    host_table(page, "looterz", players)
    fill_with_bots(page)
    start(page)
    page.wait_for_selector("#prompt")
    return page


def wait_for(page: Page, kind: str) -> None:
    """Play on until Ana is asked this kind of question."""
    for _ in range(400):
        assert not is_over(page), f"the game ended before a {kind}"
        if is_my_turn(page):
            question = latest(page)["match"]["scene"]["question"]
            if question and question["kind"] == kind:
                return
            play_by_hand(page)
        page.wait_for_timeout(20)
    raise AssertionError(f"no {kind} came")


@pytest.mark.long
def test_a_whole_game_against_bots_is_played_by_mouse(open_page: Opener) -> None:
    page = table(open_page, 4)
    play_out({page: play_by_hand})
    expect(page.get_by_role("region", name="Result")).to_contain_text("gets away with it")


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard_alone(open_page: Opener) -> None:
    page = table(open_page, 3)
    play_out({page: play_by_keys})


@pytest.mark.long
def test_six_players_finish_on_a_phone_by_touch(open_page: Opener) -> None:
    page = table(open_page, 6, width=390, height=844, has_touch=True, is_mobile=True)
    wait_for_turn(page)
    assert overflow(page) <= 0
    felt = page.locator(".felt")
    assert felt.evaluate("box => box.scrollHeight - box.clientHeight") <= 0, "six crews fit without scrolling"
    play_out({page: partial(play_by_hand, by="tap")})


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector(".prompt.yours")


@pytest.mark.long
def test_two_people_and_a_bot_see_the_same_game_and_no_hand_but_their_own(open_page: Opener) -> None:
    ana = open_page(name="Ana")
    invitation = host_table(ana, "looterz", 3)
    ben = open_page(invitation, name="Ben")
    take_seat(ben)
    expect(ana.get_by_role("heading", name="Ben")).to_be_visible()
    fill_with_bots(ana)
    be_ready(ben)
    start(ana)
    ana.wait_for_selector("#prompt")
    ben.wait_for_selector("#prompt")
    secrets = Secrets({ana: 0, ben: 1})
    play_out({ana: play_by_hand, ben: play_by_hand}, between=lambda _: secrets.check())
    assert secrets.kept > 100, "there were hands to hide all the time"


class Secrets:
    """Everything each browser was sent, over sockets and HTTP, while the other's hand was secret."""

    def __init__(self, seats: dict[Page, int]) -> None:
        self.seats = seats
        self.read = dict.fromkeys(seats, (0, 0))
        self.hidden: dict[tuple[int, int], list[str]] = {}  # by seat and version
        self.kept = 0

    def check(self) -> None:
        """What came since the last look names no card that lay hidden in the other's hand at that moment."""
        if any(latest(page)["match"]["result"] for page in self.seats):
            return  # all hands are open now
        heard = {page: self.new(page) for page in self.seats}
        for page, seat in self.seats.items():
            for frame in heard[page]:
                if frame.get("match"):
                    self.hidden[seat, frame["version"]] = hidden_cards(frame, seat)
        for page, seat in self.seats.items():
            for told in heard[page]:
                text = json.dumps(told)
                for other, version in list(self.hidden):
                    if other != seat and version == told.get("version", latest(page)["version"]):
                        found = [card for card in self.hidden[other, version] if f'"{card}"' in text]
                        assert not found, f"{found} of seat {other} in {text[:200]}"
                        self.kept += len(self.hidden[other, version])

    def new(self, page: Page) -> list[dict[str, Any]]:
        sockets, answers = self.read[page]
        self.read[page] = len(HEARD[page]), len(ANSWERED[page])
        table = f"/api/tables/{latest(page)['card']['table']}"
        told = [answer.text() for answer in ANSWERED[page][answers:] if table in answer.url and answer.ok]
        return [json.loads(text) for text in [*HEARD[page][sockets:], *told] if text]


def hidden_cards(frame: dict[str, Any], seat: int) -> list[str]:
    """Cards in a hand that nobody else knows (LZ-91)."""
    scene = frame["match"]["scene"]
    return [card for card in scene["hands"][seat]["cards"] if card not in scene["known"]]


def test_the_phases_the_race_and_the_queue_are_on_the_table(open_page: Opener) -> None:
    page = table(open_page, 2)
    wait_for(page, "act")
    expect(page.locator(".steps [aria-current=step]")).to_contain_text("Dungeon")
    expect(page.get_by_role("img", name="Loot race to 15")).to_be_visible()
    expect(page.get_by_text("Triggers waiting")).to_be_visible()
    expect(page.locator(".remind")).to_contain_text("Still idle")
    wait_for(page, "recruit")
    page.get_by_test_id("draw").click()
    expect(page.get_by_test_id("commit")).to_contain_text("Draw a card")


def test_the_dice_can_be_read_as_text(open_page: Opener) -> None:
    page = table(open_page, 2)
    wait_for(page, "act")
    play_by_hand(page)
    while is_my_turn(page) and page.locator(".tray .die").count() == 0:
        play_by_hand(page)
    die = page.locator(".tray svg[role=img]").first
    assert die.get_attribute("aria-label") in {f"{face}, {word}" for face in range(1, 7) for word in ("hit", "miss")}
    expect(page.locator(".tray")).to_contain_text("rolled")


def test_an_illegal_tap_explains_itself_with_the_rule(open_page: Opener) -> None:
    page = table(open_page, 2)
    wait_for(page, "recruit")
    page.locator("[data-cell=inn]").click()
    page.keyboard.press("Escape")
    wait_for(page, "act")
    page.locator("[data-cell=inn]").click()
    bubble = page.get_by_role("dialog", name="No drawing now")
    expect(bubble).to_contain_text("This is your Dungeon Phase")
    bubble.get_by_role("button", name="Rule LZ-11").click()
    expect(page.locator("[data-rule='LZ-11']")).to_be_visible()
    assert "Dungeon Phase" in page.get_by_test_id("urgent").inner_text()


def test_a_disabled_ability_says_why(open_page: Opener) -> None:
    page = table(open_page, 2)
    for _ in range(60):
        wait_for(page, "act")
        unable = latest(page)["match"]["scene"]["mine"]["unable"]
        if unable:
            break
        play_by_hand(page)
    idle, why = next(iter(unable.items()))
    page.locator(f"[data-cell='{idle}']").click()
    page.locator("[data-deed=activate]").click(force=True)  # not enabled, yet it answers
    expect(page.get_by_role("dialog", name="Not with")).to_contain_text(in_words(why))


def in_words(told: list[Any]) -> str:
    """A sentence as it is sent, without its kinds of parts."""
    return "".join(part if isinstance(part, str) else part["text"] for part in told)


def test_a_typed_answer_is_played_and_a_wrong_one_explained(open_page: Opener) -> None:
    page = table(open_page, 2)
    wait_for(page, "recruit")
    page.keyboard.press("/")
    page.keyboard.type("sing a song")
    page.keyboard.press("Enter")
    expect(page.locator("#command-said")).to_contain_text("is not understood")
    page.locator("#command").fill("draw")
    page.keyboard.press("Enter")
    expect(page.locator("#command")).to_have_value("")


@pytest.mark.parametrize(
    ("scheme", "width", "height"), mostly_long([("light", 1440, 900), ("dark", 1280, 800), *LOOKS[2:]])
)
def test_the_table_is_accessible_in_mid_game(open_page: Opener, scheme: str, width: int, height: int) -> None:
    page = table(open_page, 6, width=width, height=height, color_scheme=scheme)
    wait_for(page, "act")
    assert serious(page) == []
    frame = latest(page)
    own = frame["match"]["scene"]["parties"][frame["audience"]]
    idle = next(looter["id"] for looter in own if looter["is_ready"])
    page.locator(f"[data-cell='{idle}']").click()
    assert serious(page) == []
    assert overflow(page) <= 0
    page.locator("[data-cell=graveyard]").click()
    page.get_by_role("dialog", name="Graveyard").wait_for()
    assert serious(page) == []
    for tab in page.locator("nav.nav button:visible, [role=tab]:visible").all():
        tab.click()
        page.wait_for_timeout(100)
        assert serious(page) == [], tab.inner_text()
