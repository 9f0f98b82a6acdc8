"""Joining by code: three words are typed, completed, corrected, pasted and copied."""

from __future__ import annotations

from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.people import fill_with_bots, host_table, shown_code, start, wait_for_turn
from e2e.test_access import overflow, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Locator, Page, Route, expect

CODE = "amber-harbor-violin"
WORDS = "**/assets/*code-words*"


class Ben:
    """Somebody with a code in his ear, on a page with the field. `asked` is what the server was asked for."""

    def __init__(self, open_page: Opener, path: str = "/", has_words: bool = True, **look: Any) -> None:
        self.asked: list[str] = []
        self.page = open_page("/credits", name="Ben", **look)
        self.page.route("**/api/codes/*", self.answer)
        if not has_words:
            self.page.route(WORDS, lambda route: route.abort())
        self.page.goto(path)
        self.field.focus()
        expect(self.page.locator(".sure i")).to_have_count(3 if has_words else 0)  # there once the words are

    def answer(self, route: Route) -> None:
        """There is one table here, and an old one; whatever else is asked goes to the server."""
        self.asked.append(route.request.url.rsplit("/", 1)[1])
        if self.asked[-1] in (CODE, "MAGPIE"):
            route.fulfill(json={"table": "found"})
        else:
            route.continue_()

    @property
    def field(self) -> Locator:
        return self.page.get_by_role("combobox", name="Got a table code?")

    @property
    def options(self) -> list[str]:
        return self.page.get_by_role("option").all_inner_texts()

    def types(self, text: str) -> None:
        self.field.press_sequentially(text)

    def pastes(self, text: str) -> None:
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
        self.field.press("ControlOrMeta+v")

    def says(self, text: str) -> None:
        expect(self.page.get_by_role("alert").filter(has_text=text)).to_be_visible()

    def is_there(self, code: str = CODE) -> None:
        self.page.wait_for_url("**/t/found")
        assert self.asked == [code]


def test_the_words_of_a_ready_room_lead_there(open_page: Opener) -> None:
    ana = open_page(name="Ana")
    host_table(ana, "loot_n_run")
    ben = open_page("/", name="Ben")
    ben.get_by_role("combobox").press_sequentially(shown_code(ana).title())
    ben.keyboard.press("Enter")
    expect(ben.get_by_role("button", name="Take a seat", exact=True)).to_be_visible()


def test_three_whole_words_need_no_key_more(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.types("Amber harbor, violin")
    ben.is_there()


def test_words_are_completed_by_keyboard(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.types("amb")
    expect(ben.field).to_have_attribute("aria-expanded", "true")
    assert (ben.options[0], len(ben.options)) == ("amber", 5)
    expect(ben.page.get_by_role("option", selected=True)).to_have_text("amber")
    ben.field.press("Enter")
    expect(ben.field).to_have_value("amber ")
    expect(ben.field).to_have_attribute("aria-expanded", "false")
    ben.types("harb")
    ben.field.press("ArrowDown")
    expect(ben.page.get_by_role("option", selected=True)).to_have_text("harbored")
    ben.field.press("ArrowUp")
    ben.field.press("Enter")
    ben.types("vio")
    assert ben.options[:3] == ["viol", "violet", "violin"]
    ben.field.press("Escape")
    assert ben.options == []
    ben.types("li")
    ben.field.press("Enter")
    ben.is_there()


def test_words_are_completed_by_touch(open_page: Opener) -> None:
    ben = Ben(open_page, width=390, height=844, has_touch=True, is_mobile=True)
    for begun, word in (("amb", "amber"), ("harbo", "harbor"), ("vio", "violin")):
        ben.types(begun)
        option = ben.page.get_by_role("option", name=word, exact=True)
        box = option.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        option.tap()
    ben.is_there()


def test_what_only_one_word_can_be_is_completed_and_corrected_with_a_blank(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.types("ambe ")
    expect(ben.field).to_have_value("amber ")
    ben.types("harbour ")
    expect(ben.field).to_have_value("amber harbor ")
    ben.types("voilin ")
    ben.is_there()


def test_beginnings_alone_are_asked_about_one_by_one(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.types("amb har vio")
    ben.field.press("Escape")
    ben.field.press("Enter")
    ben.says("Which word is “amb”?")
    for word in ("amber", "harbor", "violin"):
        option = ben.page.get_by_role("option", name=word, exact=True)
        if not option.count():  # more letters, fewer words
            ben.types(word)
        option.click()
    ben.is_there()


def test_a_word_that_is_none_is_named_and_nobody_is_asked(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.types("amber xqzzy violin")
    ben.field.press("Enter")
    ben.says("“xqzzy” is not one of our words.")
    ben.field.fill("amber harbor")
    ben.page.get_by_role("button", name="Find the table").click()
    ben.says("A code is three words, such as amber harbor violin.")
    assert ben.asked == []


def test_a_mistyped_word_gets_the_nearest_words_and_one_tap_mends_it(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.types("amber harrbborr violin")
    ben.field.press("Enter")
    ben.says("“harrbborr” is not one of our words. Did you mean one of these?")
    assert ben.asked == [], "the words are in the browser; the server is not asked"
    ben.page.get_by_role("option", name="harbor", exact=True).click()
    ben.is_there()


def test_a_table_that_is_not_there_is_called_by_its_name(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.types("violin amber harbor")
    ben.field.press("Enter")
    ben.says("No table is called violin amber harbor.")
    expect(ben.field).to_have_value("violin amber harbor")


@pytest.mark.parametrize(
    "pasted",
    [CODE, " Amber Harbor Violin\n", "https://loot.example/join/amber-harbor-violin", "ambre harbour voilin"],
)
def test_a_code_or_a_whole_link_is_pasted(open_page: Opener, pasted: str) -> None:
    ben = Ben(open_page)
    ben.pastes(pasted)
    ben.is_there()


def test_a_link_to_a_table_is_pasted(open_page: Opener) -> None:
    ben = Ben(open_page)
    ben.pastes("https://loot.example/t/found")
    ben.page.wait_for_url("**/t/found")
    assert ben.asked == []


@pytest.mark.parametrize("typed", ["magpie", "MAGPIE"])
def test_a_code_from_before_is_one_word(open_page: Opener, typed: str) -> None:
    ben = Ben(open_page)
    ben.types(typed)
    ben.field.press("Enter")
    ben.is_there("MAGPIE")


def test_words_may_come_later_than_the_first_letters(open_page: Opener) -> None:
    ben = Ben(open_page, has_words=False)
    ben.types("ambe harbour voilin")
    ben.page.unroute(WORDS)
    ben.field.blur()
    ben.field.focus()
    expect(ben.field).to_have_value("amber harbor voilin")
    ben.types(" ")
    ben.is_there()


def test_without_the_list_the_server_reads_what_is_typed(open_page: Opener) -> None:
    ben = Ben(open_page, has_words=False)
    ben.types("amber harb violin")
    ben.field.press("Enter")
    ben.says('"harb" could be several words; did you mean harbor, harbored, garb or hard?')


def test_an_invitation_with_a_slip_can_be_mended_where_it_led(open_page: Opener) -> None:
    ben = Ben(open_page, "/join/amber-harb-violin")
    expect(ben.page.get_by_role("heading", name="That is not quite a table code")).to_be_visible()
    expect(ben.field).to_have_value("amber harb violin")
    ben.asked.clear()
    ben.field.press("Enter")
    ben.says("Which word is “harb”?")
    ben.page.get_by_role("option", name="harbor", exact=True).click()
    ben.is_there()


def test_link_and_code_are_copied_in_one_click(open_page: Opener) -> None:
    page = open_page(name="Ana")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    invitation = host_table(page, "crates_barrels")
    code = shown_code(page)
    page.get_by_role("button", name="Copy link", exact=True).click()
    assert page.evaluate("() => navigator.clipboard.readText()").endswith(invitation)
    page.get_by_role("button", name="Copy code", exact=True).click()
    expect(page.get_by_text("The code is copied.")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == code
    fill_with_bots(page)
    start(page)
    wait_for_turn(page)
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name=f"Copy the code {code}").click()
    assert page.evaluate("() => navigator.clipboard.readText()") == code


def test_where_nothing_can_be_copied_that_is_said(open_page: Opener) -> None:
    """A page over plain http has no clipboard."""
    page = open_page(name="Ana")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    host_table(page, "crates_barrels")
    page.get_by_role("button", name="Copy code", exact=True).click()
    expect(page.get_by_text(f"Your browser does not let us copy. By hand: {shown_code(page)}")).to_be_visible()


WIDEST = """() => {
  for (const word of document.querySelectorAll("[data-testid=code] span")) word.textContent = "mammoths";
  const box = document.querySelector("[data-testid=code]");
  return box.scrollWidth - box.clientWidth;
}"""


@pytest.mark.parametrize("scheme", mostly_long(["light", "dark"]))
@pytest.mark.parametrize(("width", "height"), mostly_long([(390, 844), (1440, 900), (844, 390), (360, 740)]))
def test_three_words_have_room_and_are_accessible(open_page: Opener, width: int, height: int, scheme: str) -> None:
    ben = Ben(open_page, width=width, height=height, color_scheme=scheme)
    ben.types("amber harbor vio")
    expect(ben.page.get_by_role("option")).to_have_count(5)
    assert serious(ben.page) == []
    assert overflow(ben.page) <= 0
    ana: Page = open_page("/", name="Ana", width=width, height=height, color_scheme=scheme)
    host_table(ana, "loot_n_run")
    assert ana.evaluate(WIDEST) <= 0
    assert overflow(ana) <= 0
