"""Looterz at every size: cards have names and can be read, nothing covers what has to be pressed, two to six players."""

from __future__ import annotations

from typing import Any

import pytest
from e2e.conftest import Opener, Stage
from e2e.layout import SIZES, box_of, is_cut, is_inside, is_reached, overlap, resize
from e2e.people import open_table
from e2e.test_access import overflow
from looterz.tables import deal, table_of
from playwright.sync_api import Locator, Page, expect

from loot_table.games.looterz.position import write_position

CREWS = {
    "p0": "dragonling, hydra, pirate",
    "p1": "vampire, dwarf, cleric",
    "p2": "king, leprechaun, scarecrow",
    "p3": "zombie, assassin",
    "p4": "death_knight, gelatinous_cube, medusa",
    "p5": "troll, witch, thief",
}
DEAD = "goblin, orc, ghost, demon, barbarian, djinn"
TOUCH: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def sit(open_page: Opener, stage: Stage, players: int, phase: str = "dungeon", **look: Any) -> Page:
    """Ana before full crews, with four cards in her hand."""
    crews: dict[str, Any] = {place: crew for place, crew in CREWS.items() if int(place[1]) < players}
    match = deal(players, phase=phase, hand0="mermaid, bard, summoner, paladin", graveyard=DEAD, **crews)
    stage("looterz", write_position(table_of(match)))
    page = open_page(name="Ana", **look)
    open_table(page, "looterz", players)
    page.wait_for_selector(".prompt.yours")
    return page


def resized(page: Page, size: str) -> None:
    """The board measures itself and is drawn once more."""
    resize(page, size)
    page.wait_for_timeout(60)


def all_inside(outer: Locator, inner: Locator) -> bool:
    """Whether all of these lie within it, side by side; what scrolls up and down does so."""
    room = box_of(outer)
    ends = inner.evaluate_all("all => all.map(each => each.getBoundingClientRect()).map(box => [box.left, box.right])")
    return all(left >= room["x"] - 1 and right <= room["x"] + room["width"] + 1 for left, right in ends)


@pytest.mark.parametrize("players", [3, 6])
def test_every_card_has_a_name_that_can_be_read(open_page: Opener, stage: Stage, players: int) -> None:
    page = sit(open_page, stage, players)
    for size in SIZES:
        resized(page, size)
        names = page.locator("[data-card] .name")
        assert names.count() == page.locator("[data-card]").count(), size
        heights = names.evaluate_all("all => all.map(name => name.getBoundingClientRect().height)")
        assert min(heights) >= 12, (size, heights)
        assert all_inside(page.locator("[data-players]"), page.locator("[data-players] [data-card]")), size
        assert overflow(page) <= 0, size


def test_six_crews_the_piles_and_the_race_are_apart(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 6)
    for size in ("wide", "laptop", "phone", "landscape", "tablet", "zoomed"):
        resized(page, size)
        for pile in ("inn", "graveyard"):
            assert is_reached(page.locator(f"[data-cell={pile}]")), (size, pile)
            assert not overlap(page.locator(f"[data-cell={pile}]"), page.locator("[data-crew=own]")), (size, pile)
    for players in (2, 3, 4):
        page = sit(open_page, stage, players)
        for size in SIZES:
            resized(page, size)
            assert all_inside(page.locator("[data-players]"), page.locator("[data-marker]")), (size, players)


@pytest.mark.parametrize("players", [2, 4])
def test_the_hand_covers_nothing(open_page: Opener, stage: Stage, players: int) -> None:
    page = sit(open_page, stage, players, phase="first recruitment")
    for size in SIZES:
        resized(page, size)
        draw = page.get_by_test_id("draw")
        assert is_inside(page, draw), size
        assert is_reached(draw), size
        for card in page.locator("[data-hand]").all():
            assert not overlap(card, draw), size
            assert is_reached(card), size
            assert is_inside(page, card), size
        assert page.locator(".mine").evaluate("box => box.scrollWidth - box.clientWidth") <= 0, size


def test_the_deeds_are_reached_and_their_keys_cover_no_words(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 4)
    page.locator("[data-cell='hydra-1']").click()
    for size in SIZES:
        resized(page, size)
        for deed in page.locator("[data-deed]").all():
            assert is_inside(page, deed), size
            assert is_reached(deed), size
            key = deed.locator("kbd")
            assert not key.is_visible() or not overlap(key, deed.locator("small")), size
            if size in ("landscape", "zoomed"):  # beside the board there is room for every word
                assert not is_cut(deed.locator("small")), size


def test_the_phases_stay_in_the_window_when_a_deed_is_previewed(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 4)
    page.locator("[data-cell='hydra-1']").click()
    page.locator("[data-deed=search]").click()
    expect(page.get_by_test_id("commit")).to_be_visible()
    for size in SIZES:
        resized(page, size)
        assert is_inside(page, page.locator(".steps")), size
        assert all_inside(page.locator("#prompt"), page.locator(".steps li")), size
        expect(page.locator(".steps [aria-current=step]")).to_contain_text("Dungeon")
        assert is_reached(page.get_by_test_id("commit")), size
        assert not is_cut(page.locator("#prompt h2")), size
        assert not overlap(page.locator("#prompt h2"), page.locator(".steps")), size


def test_picking_a_looter_moves_nothing(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 4)
    for size in SIZES:
        resized(page, size)
        before = box_of(page.locator("main.board"))
        for looter in ("hydra-1", "dragonling-1"):
            page.locator(f"[data-cell='{looter}']").click()
            assert box_of(page.locator("main.board")) == before, size
        page.keyboard.press("Escape")


def test_picking_a_card_moves_nothing_and_the_question_stays_whole(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 4, phase="first recruitment")
    for size in SIZES:
        resized(page, size)
        before = box_of(page.locator("main.board"))
        for card in range(4):
            page.locator("[data-hand]").nth(card).click()
            expect(page.get_by_test_id("commit")).to_contain_text("Recruit")
            assert box_of(page.locator("main.board")) == before, (size, card)
            assert not is_cut(page.locator("#prompt h2")), size
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("commit")).to_have_count(0)


def test_whoever_can_still_act_is_lit(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 2)
    page.locator("[data-cell='dragonling-1']").click()
    page.locator("[data-deed=search]").click()
    page.get_by_test_id("commit").click()
    acted = page.locator("[data-cell='dragonling-1']")
    expect(acted).to_contain_text("acted")
    lights = {
        looter: page.locator(f"[data-cell='{looter}-1'] .card").evaluate("card => getComputedStyle(card).filter")
        for looter in ("dragonling", "hydra", "pirate", "dwarf")
    }
    assert "brightness" in lights["dragonling"]
    assert lights["hydra"] == lights["pirate"]
    assert len(set(lights.values())) == 3, "acted, still to act, and somebody else's"


def test_a_tap_reads_a_card_in_full_on_a_phone(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 3, **TOUCH)
    page.locator("[data-cell='scarecrow-1']").tap()
    sheet = page.get_by_role("dialog", name="Scarecrow")
    expect(sheet).to_contain_text(f"{page.locator('.seats .nm').nth(2).inner_text()}’s crew")
    expect(sheet).to_contain_text("Taunt.")
    for size in ("phone", "small phone", "landscape"):
        resized(page, size)
        for button in sheet.get_by_role("button").all():
            assert is_inside(page, button), size
    sheet.get_by_role("button", name="The card before").tap()
    expect(page.get_by_role("dialog", name="Leprechaun")).to_contain_text("Life 1 of 1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_graveyard_lies_over_the_table_and_escape_closes_it(open_page: Opener, stage: Stage) -> None:
    page = sit(open_page, stage, 4)
    for size in SIZES:
        resized(page, size)
        pile = page.locator("[data-cell=graveyard]")
        pile.scroll_into_view_if_needed()
        before = box_of(page.locator("[data-cell='dwarf-1']"))
        pile.focus()
        page.keyboard.press("g")
        yard = page.get_by_role("dialog", name="Graveyard")
        expect(yard.locator("[data-grave]").first).to_be_focused()
        assert is_inside(page, yard), size
        assert is_reached(yard.get_by_role("button", name="Close the Graveyard")), size
        assert box_of(page.locator("[data-cell='dwarf-1']")) == before, size
        page.keyboard.press("Escape")
        expect(yard).to_have_count(0)
        expect(pile).to_be_focused()
