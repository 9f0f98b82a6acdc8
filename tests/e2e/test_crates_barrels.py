"""The board of Crates vs Barrels: clicks, drags, keys, typed turns, threats, and motion that is never in the way."""

from __future__ import annotations

from e2e.conftest import Opener, Stage
from e2e.people import choose_in_menu, click_turn, gather, latest, wait_for_turn, walk
from playwright.sync_api import Page, expect


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f"[data-cell={name}]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=6)
    page.mouse.up()


def test_an_illegal_click_explains_itself_with_the_rule(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    ana.locator("[data-cell=e2]").click()
    ana.locator("[data-cell=e6]").click()
    bubble = ana.get_by_role("dialog", name="Not e6")
    expect(bubble).to_contain_text("e6 is out of reach from e2.")
    bubble.get_by_role("button", name="Rule CB-MOV-1").click()
    expect(ana.locator("[data-rule='CB-MOV-1']")).to_be_visible()
    assert "out of reach" in ana.get_by_test_id("urgent").inner_text()


def test_a_typed_turn_is_played_and_a_wrong_one_explained(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    ana.keyboard.press("/")
    ana.keyboard.type("e2-e8")
    ana.keyboard.press("Enter")
    expect(ana.locator("#command-said")).to_contain_text("CB-MOV-1")
    ana.locator("#command").fill("castle kingside")
    ana.keyboard.press("Enter")
    expect(ana.locator("#command-said")).to_contain_text("is not a turn")
    ana.locator("#command").fill("move e2 e4")
    ana.keyboard.press("Enter")
    expect(ana.locator("[role=log]")).to_contain_text("e2-e4")
    expect(ana.locator("#command")).to_have_value("")


def test_a_pawn_is_dragged_to_where_it_may_go_and_back_from_where_it_may_not(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    drag(ana, "e2", "e7")
    expect(ana.get_by_role("dialog", name="Not e7")).to_be_visible()
    expect(ana.get_by_label("e2, your crate", exact=False)).to_have_count(1)
    ana.keyboard.press("Escape")
    drag(ana, "e2", "e4")
    expect(ana.get_by_label("e4, your crate, last move")).to_have_count(1)
    wait_for_turn(ben)  # his board is the other way up
    drag(ben, "c8", "c6")
    expect(ana.get_by_label("c6, barrel, last move")).to_have_count(1)
    wait_for_turn(ana)


def test_with_confirmation_a_click_previews_and_a_second_one_plays(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    ana.get_by_role("button", name="Menu", exact=True).click()
    ana.get_by_label("Confirm every turn").check()
    ana.get_by_role("button", name="Close", exact=True).click()
    ana.locator("[data-cell=e2]").click()
    ana.locator("[data-cell=e4]").click()
    expect(ana.get_by_test_id("commit")).to_contain_text("Move e2-e4")
    ana.get_by_role("button", name="Back", exact=True).click()
    expect(ana.get_by_test_id("commit")).to_have_count(0)
    ana.locator("[data-cell=e3]").click()
    ana.locator("[data-cell=e3]").click()
    wait_for_turn(ben)
    expect(ben.locator("[role=log]")).to_contain_text("e2-e3")


def test_a_pass_is_a_button_and_a_word_where_it_is_allowed(open_page: Opener) -> None:
    """CB-HSE-8: and no button where it would repeat a position."""
    ana, ben = gather(open_page, "crates_barrels", wish={"options": {"passing": True}})
    ana.locator("[data-mine]").get_by_role("button", name="Pass", exact=True).click()
    expect(ana.get_by_test_id("commit")).to_contain_text("Pass")
    ana.get_by_test_id("commit").click()
    wait_for_turn(ben)
    expect(ben.locator("[role=log]")).to_contain_text("pass")
    expect(ben.locator("[data-mine]").get_by_role("button", name="Pass", exact=True)).to_have_count(0)
    drag(ben, "e8", "e7")
    wait_for_turn(ana)
    ana.keyboard.press("/")
    ana.keyboard.type("pass")
    ana.keyboard.press("Enter")
    wait_for_turn(ben)


def test_threats_are_shown_in_words_too_and_the_board_turns(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    attacked = latest(ana)["match"]["scene"]["sides"][1]["attacks"][0]
    assert "under attack" not in str(ana.locator(f"[data-cell={attacked}]").get_attribute("aria-label"))
    threats = ana.get_by_role("button", name="Show threats").locator("visible=true")
    threats.click()
    expect(threats).to_have_attribute("aria-pressed", "true")
    expect(ana.locator(f"[data-cell={attacked}]")).to_have_attribute(
        "aria-label", f"{attacked}, {ana_sees(ana, attacked)}, under attack by Barrels"
    )
    threats.click()
    expect(ana.locator("[aria-label*='under attack']")).to_have_count(0)
    first = ana.locator("[data-cell]").first
    expect(first).to_have_attribute("data-cell", "a9")
    ana.get_by_role("button", name="Flip the board").locator("visible=true").click()
    expect(first).to_have_attribute("data-cell", "i1")


def ana_sees(page: Page, name: str) -> str:
    """What lies on a tile at the start, in the board's words."""
    scene = latest(page)["match"]["scene"]
    spot = ", Respawn Tile" if name in [each["tile"] for each in scene["respawn"]] else ""
    return f"empty{spot}"


def test_an_enemy_pawn_shows_its_reach(open_page: Opener) -> None:
    ana, _ = gather(open_page, "crates_barrels")
    ana.locator("[data-cell=e8]").click()
    expect(ana.locator("#prompt")).to_contain_text("The barrel on e8 reaches")


def test_an_enemy_in_the_way_can_be_taken_instead(open_page: Opener, stage: Stage) -> None:
    stage("crates_barrels", "9/9/4b4/9/9/4b4/4c4/9/9 c 10")
    ana, ben = gather(open_page, "crates_barrels")
    ana.locator("[data-cell=e3]").click()
    expect(ana.locator("#prompt")).to_contain_text("Where to with the crate on e3?")
    ana.locator("[data-cell=e5]").click()
    ana.get_by_role("dialog", name="Not e5").get_by_role("button", name="Take e4").click()
    expect(ana.get_by_test_id("commit")).to_contain_text("Move e3xe4")
    expect(ana.locator("#prompt")).to_contain_text("Takes the barrel on e4.")
    ana.get_by_test_id("commit").click()
    wait_for_turn(ben)
    expect(ben.locator("[role=log]")).to_contain_text("Ben lost a pawn on e4.")


def test_keys_respawn_explain_and_show_threats(open_page: Opener, stage: Stage) -> None:
    stage("crates_barrels", "9/9/4b4/9/9/4b4/4c4/9/9 c 10")
    ana, ben = gather(open_page, "crates_barrels")
    ana.keyboard.press("b")
    ana.keyboard.press("Tab")
    expect(ana.locator("[data-cell=i5]")).to_be_focused()  # the diamond after that in the middle
    walk(ana, "e3")
    ana.keyboard.press("e")
    expect(ana.get_by_role("dialog", name="Not e3")).to_contain_text("CB-MOV-2")
    ana.keyboard.press("Escape")
    ana.keyboard.press("t")
    expect(ana.locator("[data-cell=e5]")).to_have_attribute(
        "aria-label", "e5, empty, Respawn Tile, legal: respawn, under attack by Barrels"
    )
    ana.keyboard.press("f")
    expect(ana.locator("[data-cell]").first).to_have_attribute("data-cell", "i1")
    expect(ana.locator("[data-cell=e3]")).to_be_focused()
    ana.keyboard.press("r")
    expect(ana.locator("[data-cell=a5]")).to_be_focused()
    expect(ana.locator("#prompt")).to_contain_text("Respawn on a5: Takes your whole turn.")
    ana.keyboard.press("Enter")
    expect(ana.get_by_test_id("commit")).to_contain_text("Respawn on a5")
    ana.keyboard.press("Enter")
    wait_for_turn(ben)
    expect(ben.locator("[role=log]")).to_contain_text("@a5")


def test_a_line_of_the_log_looks_back_without_leaving_the_game(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    for page in (ana, ben):
        wait_for_turn(page)
        click_turn(page)
    wait_for_turn(ana)
    ana.locator("[role=log]").get_by_role("button", name="look").first.click()
    expect(ana.get_by_text("You are looking back at")).to_be_visible()
    assert ana.locator("[aria-label*='barrel'][aria-label*='last move']").count() == 0
    ana.keyboard.press("]")
    expect(ana.get_by_text("You are looking back at")).to_have_count(0)
    ana.keyboard.press("[")
    expect(ana.get_by_text("You are looking back at")).to_be_visible()
    ana.get_by_role("button", name="Back to the game", exact=True).click()
    click_turn(ana)


def test_motion_runs_and_ends_and_is_never_in_the_way(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels", reduced_motion="no-preference")
    # Slowed down, so that a click surely falls into the motion.
    ben.evaluate("""() => {
        const real = Element.prototype.animate;
        window.moved = [];
        Element.prototype.animate = function (frames, more) {
            const made = real.call(this, frames, {...more, duration: 60000});
            window.moved.push(made);
            return made;
        };
    }""")
    click_turn(ana)
    wait_for_turn(ben)
    ben.wait_for_function("() => window.moved.some((each) => each.playState === 'running')")
    click_turn(ben)  # while Ana's crate still slides
    wait_for_turn(ana)
    ben.keyboard.press("Escape")
    ben.evaluate("() => document.activeElement.blur()")
    ben.keyboard.press(" ")
    ben.wait_for_function("() => window.moved.every((each) => each.playState !== 'running')")


def test_an_undo_that_is_refused_says_why(open_page: Opener) -> None:
    ana, ben = gather(open_page, "crates_barrels")
    click_turn(ana)
    wait_for_turn(ben)
    click_turn(ben)
    wait_for_turn(ana)
    ana.keyboard.press("u")
    expect(ana.get_by_role("dialog", name="No undo")).to_contain_text("LT-3")
    choose_in_menu(ana, "Ask to take my move back")
    expect(ben.locator(".offer")).to_be_visible()
