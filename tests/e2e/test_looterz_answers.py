"""Every question of Looterz answered through the page, by mouse and by keyboard, each at a table set up for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from e2e.conftest import Opener, Stage
from e2e.looterz import play_by_hand, play_by_keys
from e2e.people import be_ready, is_my_turn, latest, open_table, start, take_seat
from e2e.test_access import overflow
from e2e.tiers import mostly_long
from looterz.tables import components_with, deal, own_card, table_of
from playwright.sync_api import Page, expect

from loot_table.games.looterz.position import write_position

FIRST, SECOND = "first recruitment", "second recruitment"
FULL = "bard, cleric, demon, dwarf, ghost, hydra, king, orc, pirate, thief"
Do = dict[str, Any]


def by_card(kind: str, card: str) -> Do:
    return {"type": kind, "card": card}


def by_looter(kind: str, looter: str, **more: str) -> Do:
    return {"type": kind, "looter": looter, **more}


@dataclass(frozen=True)
class Situation:
    """A table, what Ana has done to be asked, and her answers; each names the question it answers."""

    name: str
    table: dict[str, Any]
    answers: tuple[tuple[str, Do], ...]
    says: str  # what the log shows then
    cards: tuple[str, ...] = field(default=())


JUDGE = own_card("judge", 'trigger = "activation"\neffects = [{ op = "draw", who = "opponent" }]')
FERRYMAN = own_card("ferryman", 'trigger = "recruitment"\neffects = [{ op = "enter", from = "hand", pick = "choose" }]')
HOST = own_card("host", 'trigger = "recruitment"\noptional = true\neffects = [{ op = "draw", n = 2 }]')
DEMON = {"p0": "paladin, troll, dragonling", "hand0": "demon", "phase": FIRST}

SITUATIONS = [
    Situation(
        "recruit",
        {"phase": FIRST, "hand0": "dwarf, king"},
        (("recruit", by_card("recruit", "king-1")),),
        "recruits King",
    ),
    Situation("draw", {"phase": FIRST, "hand0": "dwarf, king"}, (("recruit", {"type": "draw"}),), "Ana draws"),
    Situation("search", {"p0": "dwarf, king"}, (("act", by_looter("search", "dwarf-1")),), "Dwarf searches"),
    Situation(
        "attack",
        {"p0": "dwarf, king", "p1": "bard"},
        (("act", by_looter("attack", "dwarf-1", target="bard-1")),),
        "Bard is killed",
    ),
    Situation(
        "attack one's own",
        {"p0": "dwarf, ghost", "p1": "bard"},
        (("act", by_looter("attack", "dwarf-1", target="ghost-1")),),
        "Ghost is killed",
    ),
    Situation(
        "rest",
        {"p0": "dwarf, king", "options": {"allow_rest": True}},
        (("act", by_looter("rest", "dwarf-1")),),
        "Dwarf rests",
    ),
    Situation(
        "target",
        {"p0": "assassin, king", "p1": "bard, dwarf"},
        (("act", by_looter("activate", "assassin-1")), ("target", by_looter("target", "dwarf-1"))),
        "Dwarf is destroyed",
    ),
    Situation(
        "decline a target",
        {"p0": "hydra(1), king", "p1": "dragonling(6), troll(6)"},
        (
            ("act", by_looter("activate", "hydra-1")),
            ("target", by_looter("target", "troll-1")),
            ("target", {"type": "decline"}),
        ),
        "Hydra attacks Troll",
    ),
    Situation(
        "victim",
        {"players": 3, "p0": "pirate, king", "loot": (1, 4, 4)},
        (("act", by_looter("activate", "pirate-1")), ("victim", {"type": "victim", "player": 2})),
        "steals 1 Loot",
    ),
    Situation(
        "player",
        {"players": 3, "p0": "judge, king"},
        (("act", by_looter("activate", "judge-1")), ("player", {"type": "player", "player": 2})),
        "draws a card",
        (JUDGE,),
    ),
    Situation(
        "card of the Graveyard",
        {"phase": FIRST, "hand0": "necromancer, dwarf", "graveyard": "bard, dragonling, troll"},
        (("recruit", by_card("recruit", "necromancer-1")), ("card", by_card("card", "dragonling-1"))),
        "Dragonling enters from the Graveyard",
    ),
    Situation(
        "no card",
        {"phase": FIRST, "hand0": "necromancer, dwarf", "graveyard": "bard, dragonling"},
        (("recruit", by_card("recruit", "necromancer-1")), ("card", {"type": "decline"})),
        "recruits Necromancer",
    ),
    Situation(
        "card of the hand",
        {"phase": FIRST, "hand0": "ferryman, dwarf, king"},
        (("recruit", by_card("recruit", "ferryman-1")), ("card", by_card("card", "king-1"))),
        "King enters from the hand",
        (FERRYMAN,),
    ),
    Situation(
        "sacrifice as a cost",
        {"p0": "gelatinous_cube, king, bard"},
        (("act", by_looter("activate", "gelatinous_cube-1")), ("sacrifice", by_looter("sacrifice", "bard-1"))),
        "sacrifices Bard",
    ),
    Situation(
        "a forced sacrifice",
        DEMON,
        (("recruit", by_card("recruit", "demon-1")), ("sacrifice", by_looter("sacrifice", "troll-1"))),
        "sacrifices Troll",
    ),
    Situation(
        "the Sacrifice Phase",
        {"phase": SECOND, "p0": "king, dwarf, hydra, cleric", "hand0": "bard"},
        (
            ("recruit", {"type": "draw"}),
            ("sacrifice", by_looter("sacrifice", "hydra-1")),
        ),
        "sacrifices Hydra",
    ),
    Situation(
        "discard as a cost",
        {"p0": "wizard, king", "p1": "bard", "hand0": "dwarf, orc"},
        (
            ("act", by_looter("activate", "wizard-1")),
            ("discard", by_card("discard", "orc-1")),
            ("target", by_looter("target", "bard-1")),
        ),
        "discards Orc",
    ),
    Situation(
        "the hand limit",
        {"phase": SECOND, "hand0": FULL},
        (("recruit", {"type": "draw"}), ("discard", by_card("discard", "thief-1"))),
        "discards Thief",
    ),
    Situation(
        "order",
        {"phase": FIRST, "hand0": "witch", "p0": "ghost, leprechaun", "p1": "dwarf, hydra", "loot": (3, 4)},
        (("recruit", by_card("recruit", "witch-1")), ("order", by_card("order", "leprechaun-1"))),
        "Last Wish of Leprechaun",
    ),
    Situation(
        "use",
        {"phase": FIRST, "hand0": "host, king"},
        (("recruit", by_card("recruit", "host-1")), ("use", {"type": "use"})),
        "Ana draws",
        (HOST,),
    ),
    Situation(
        "decline",
        {"phase": FIRST, "hand0": "host, king"},
        (("recruit", by_card("recruit", "host-1")), ("use", {"type": "decline"})),
        "recruits Host",
        (HOST,),
    ),
]
QUESTIONS = {"recruit", "act", "target", "victim", "player", "card", "sacrifice", "discard", "order", "use"}


def test_no_question_of_the_decision_model_is_left_out() -> None:
    assert {kind for situation in SITUATIONS for kind, _ in situation.answers} == QUESTIONS


def set_up(page: Page, stage: Stage, situation: Situation) -> None:
    components = components_with(*situation.cards) if situation.cards else None
    match = deal(components=components, **situation.table)
    stage("looterz", write_position(table_of(match)))
    open_table(page, "looterz", match.players, situation.table.get("options"), components)
    page.wait_for_selector(".prompt.yours")


ANSWERED = [
    pytest.param(situation, by, marks=() if number % 2 == place else pytest.mark.long, id=f"{situation.name}-{by}")
    for number, situation in enumerate(SITUATIONS)
    for place, by in enumerate(("mouse", "keys"))
]


@pytest.mark.parametrize(("situation", "by"), ANSWERED)
def test_every_question_is_answered(open_page: Opener, stage: Stage, situation: Situation, by: str) -> None:
    page = open_page(name="Ana")
    set_up(page, stage, situation)
    for kind, action in situation.answers:
        page.wait_for_function("() => document.querySelector('.prompt.yours')")
        assert latest(page)["match"]["scene"]["question"]["kind"] == kind
        if by == "mouse":
            play_by_hand(page, action=action)
        else:
            play_by_keys(page, action)
    expect(page.get_by_role("log", name="What happened")).to_contain_text(situation.says)


@pytest.mark.parametrize(("width", "height"), mostly_long([(390, 844), (1440, 900), (1280, 800), (768, 1024)]))
def test_a_hand_over_the_limit_fits_the_page(open_page: Opener, stage: Stage, width: int, height: int) -> None:
    page = open_page(name="Ana", width=width, height=height)
    set_up(page, stage, next(situation for situation in SITUATIONS if situation.name == "the hand limit"))
    play_by_hand(page, action={"type": "draw"})
    expect(page.locator("#prompt")).to_contain_text("Too many cards: discard 1 more.")
    expect(page.locator("[data-hand]")).to_have_count(11)
    assert overflow(page) <= 0
    assert page.locator(".mine").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    page.locator("[data-hand]").last.click()
    expect(page.get_by_test_id("commit")).to_contain_text("Discard")


def sit_together(ana: Page, open_page: Opener) -> Page:
    """Ana and Ben at a table of two; Ben's page."""
    invitation = open_table(ana, "looterz", 2, friends=1)
    ben = open_page(invitation, name="Ben")
    take_seat(ben)
    be_ready(ben)
    start(ana)
    ana.wait_for_selector("#prompt")
    ben.wait_for_selector("#prompt")
    return ben


def test_a_player_is_called_when_the_turn_of_another_asks_something(open_page: Opener, stage: Stage) -> None:
    """X06: Ana's Orc asks Ben, who must know it, and Ana must know whom she waits for."""
    match = deal(phase=FIRST, hand0="orc", p1="dwarf, bard")
    stage("looterz", write_position(table_of(match)))
    ana = open_page(name="Ana")
    ben = sit_together(ana, open_page)
    play_by_hand(ana, action=by_card("recruit", "orc-1"))
    ben.wait_for_selector(".prompt.yours")
    expect(ben.locator("#prompt")).to_contain_text("Orc: sacrifice a Looter.")
    expect(ana.locator("#prompt")).to_contain_text("Ben is choosing a Looter to sacrifice for Orc.")
    assert not is_my_turn(ana)
    play_by_keys(ben, by_looter("sacrifice", "bard-1"))
    ana.wait_for_selector(".prompt.yours")
    expect(ana.get_by_role("log", name="What happened")).to_contain_text("Ben sacrifices Bard")


def test_the_log_calls_a_self_made_card_by_its_name(open_page: Opener, stage: Stage) -> None:
    card = own_card("frosty", 'trigger = "activation"\neffects = [{ op = "draw", who = "opponent" }]', power=6)
    components = components_with(card.replace('name = "Frosty"', 'name = "Old Man Winter"'))
    match = deal(3, p0="frosty, king", p1="bard", components=components)
    stage("looterz", write_position(table_of(match)))
    page = open_page(name="Ana")
    open_table(page, "looterz", 3, components=components)
    page.wait_for_selector(".prompt.yours")
    play_by_hand(page, action=by_looter("activate", "frosty-1"))
    play_by_hand(page, action={"type": "player", "player": 1})
    log = page.get_by_role("log", name="What happened")
    expect(log).to_contain_text("Old Man Winter")
    assert "Frosty" not in page.locator("body").inner_text()


CREWS = {"players": 3, "p0": "dwarf, king", "p1": "scarecrow, bard", "p2": "troll", "hand0": "orc, hydra"}


def set_crews(open_page: Opener, stage: Stage, phase: str = "dungeon", **look: Any) -> Page:
    page = open_page(name="Ana", **look)
    set_up(page, stage, Situation("", {**CREWS, "phase": phase}, (), ""))
    return page


def test_a_shield_says_who_has_taunt_and_offers_that_one(open_page: Opener, stage: Stage) -> None:
    """X05, LZ-66"""
    page = set_crews(open_page, stage)
    page.locator("[data-cell='dwarf-1']").click()
    expect(page.locator("#prompt")).to_contain_text("Scarecrow has Taunt, so it shields Bard.")
    expect(page.locator("[data-cell='bard-1'] .shield")).to_be_visible()
    page.locator("[data-cell='bard-1']").click()
    bubble = page.get_by_role("dialog", name="Not Bard")
    expect(bubble).to_contain_text("Taunt")
    expect(bubble.get_by_role("button", name="Rule LZ-66")).to_be_visible()
    bubble.get_by_role("button", name="Attack Scarecrow").click()
    expect(page.locator("svg.aim")).to_be_visible()
    expect(page.get_by_test_id("commit")).to_contain_text("Roll 1 die")


def drag(page: Page, start: str, end: str) -> None:
    boxes = [page.locator(spot).bounding_box() for spot in (start, end)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    page.mouse.move(boxes[0]["x"] + boxes[0]["width"] / 2, boxes[0]["y"] + boxes[0]["height"] / 2)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + boxes[1]["width"] / 2, boxes[1]["y"] + boxes[1]["height"] / 2, steps=6)
    page.mouse.up()


def test_a_card_is_dragged_to_the_crew_and_a_looter_onto_its_target(open_page: Opener, stage: Stage) -> None:
    page = set_crews(open_page, stage, FIRST)
    drag(page, "[data-hand='hydra-1']", "[data-cell='king-1']")
    expect(page.get_by_test_id("commit")).to_contain_text("Recruit Hydra")
    page.get_by_test_id("commit").click()
    expect(page.locator("#prompt")).to_contain_text("Send your Looterz out")
    drag(page, "[data-cell='dwarf-1']", "[data-cell='troll-1']")
    expect(page.get_by_test_id("commit")).to_contain_text("Roll 1 die")
    expect(page.locator("#prompt")).to_contain_text("cannot kill Troll yet")
    page.keyboard.press("Escape")
    drag(page, "[data-cell='king-1']", "[data-cell='bard-1']")
    expect(page.get_by_role("dialog", name="Not Bard")).to_contain_text("Taunt")


@pytest.mark.parametrize("card", ["[data-cell='scarecrow-1']", "[data-hand='orc-1']"])
def test_a_long_press_reads_a_card_and_plays_nothing(open_page: Opener, stage: Stage, card: str) -> None:
    page = set_crews(open_page, stage, FIRST, width=390, height=844, has_touch=True, is_mobile=True)
    box = page.locator(card).bounding_box()
    assert box is not None
    wire = page.context.new_cdp_session(page)
    spot = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    reader = page.get_by_role("dialog", name="Scarecrow" if "scarecrow" in card else "Orc")
    expect(reader).to_contain_text("Taunt." if "scarecrow" in card else "sacrifices a Looter")
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(reader).to_be_visible()
    assert not page.get_by_test_id("commit").count()
    reader.tap()
    expect(reader).not_to_be_visible()


@pytest.mark.parametrize(("motion", "coins"), [("no-preference", 1), ("reduce", 0)])
def test_coins_fly_to_whoever_takes_loot_unless_motion_is_unwanted(
    open_page: Opener, stage: Stage, motion: str, coins: int
) -> None:
    page = set_crews(open_page, stage)
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.evaluate(
        """() => { window.coins = 0; new MutationObserver((all) => all.forEach((each) => each.addedNodes.forEach(
        (node) => { if (node.dataset?.coin) window.coins += 1; }))).observe(document.querySelector('.flight'), {childList: true}); }"""
    )
    play_by_hand(page, action=by_looter("search", "dwarf-1"))
    expect(page.get_by_role("log", name="What happened")).to_contain_text("+1 Loot")
    page.wait_for_function("() => !document.querySelector('[data-coin]')")
    assert page.evaluate("() => window.coins") == coins
