"""All games of a browser in one list, kept across devices by a code or a passkey; people one does not want to meet again."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

from e2e.conftest import Opener
from e2e.people import ANSWERED, start
from e2e.test_access import serious
from e2e.test_sizes_pages import all_is_well
from playwright.sync_api import CDPSession, Page, expect

# A game against a bot, resigned at once or left running; as somebody's browser would play it.
PLAY = """async ([game, players, bot, ends]) => {
  const post = async (path, body) => (await fetch(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)})).json();
  const seats = [{kind: "human"}, ...Array.from({length: players - 1}, () => ({kind: "bot", bot}))];
  const {table} = await post("/api/tables", {game, players, seats, name: "Ana"});
  for (const type of ends ? ["start", "resign"] : ["start"]) for (let tries = 0; tries < 20; tries++) {
    const {version} = await (await fetch(`/api/tables/${table}/frame?seat=0`)).json();
    const answer = await post(`/api/tables/${table}/commands`, {type: "command", id: `${type}${tries}`, seat: 0, version, do: {type}});
    if (answer.result === "accepted") break;
  }
  return table;
}"""

NEW_TABLE = """async wish => (await fetch("/api/tables", {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(wish)})).json()"""


def play(page: Page, game: str, players: int = 2, bot: str = "apprentice", ends: bool = True) -> str:
    return str(page.evaluate(PLAY, [game, players, bot, ends]))


def games(page: Page) -> Any:
    return page.get_by_role("region", name="My games").get_by_role("listitem")


def is_well(page: Page) -> None:
    """At every size all of it is read whole and can be pressed; axe is content in both themes."""
    all_is_well(page, "main :is(h1, h2, h3, .btn, .field)")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert serious(page) == [], (page.url, scheme)
    page.set_viewport_size({"width": 1440, "height": 900})


def test_a_library_of_many_games_comes_at_once_and_is_narrowed_down(open_page: Opener) -> None:
    page = open_page(name="Ana", width=1440, height=900)
    page.goto("/library")
    expect(page.get_by_role("heading", name="Nothing taken yet")).to_be_visible()
    for _ in range(11):
        play(page, "crates_barrels")
    play(page, "labyrinth", 2, "thief")
    running = play(page, "loot_n_run", ends=False)
    page.goto("/library")
    expect(games(page)).to_have_count(13)  # not six
    asked = [answer.url for answer in ANSWERED[page] if "/api/library" in answer.url]
    assert len(asked) == 2, "one for each visit of the page, not one for each game"
    is_well(page)

    page.get_by_label("Opponents").select_option("thief")
    expect(games(page)).to_have_count(1)
    expect(games(page)).to_contain_text("Looters of the Labyrinth")
    page.reload()  # the address holds what the list was narrowed down by
    expect(games(page)).to_have_count(1)
    page.get_by_role("button", name="All of them").click()
    page.get_by_label("State").select_option("running")
    expect(games(page).get_by_role("link", name="Go there")).to_have_attribute("href", f"/t/{running}")
    page.get_by_label("State").select_option("")
    page.get_by_label("Game", exact=True).select_option("crates_barrels")
    expect(games(page)).to_have_count(11)
    page.get_by_label("Search by a player’s name").fill("nobody of this name")
    expect(page.get_by_text("None of your games is like that.")).to_be_visible()
    page.get_by_role("button", name="All of them").click()
    page.get_by_label("Result").select_option("lost")
    expect(games(page)).to_have_count(12)


def test_games_are_saved_as_files_and_deleted_after_a_question(open_page: Opener) -> None:
    page = open_page(name="Ana", width=1440, height=900)
    play(page, "crates_barrels")
    labyrinth = play(page, "labyrinth", 2, "thief")
    play(page, "loot_n_run", ends=False)
    page.goto("/library?result=lost")
    expect(games(page)).to_have_count(2)
    with page.expect_download() as saved:
        page.get_by_role("button", name="This list as CSV").click()
    rows = list(csv.reader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8"))))
    assert len(rows) == 3
    assert rows[0][0] == "date"
    with page.expect_download() as saved:
        page.get_by_role("link", name="All records, zipped").click()
    assert len(zipfile.ZipFile(saved.value.path()).namelist()) == 2
    with page.expect_download() as saved:
        page.get_by_role("link", name="As JSON lines").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["game"] for line in lines} == {"crates_barrels", "labyrinth"}

    # Out of the library, and the table itself: each asks first and says what it means.
    page.get_by_role("button", name=re.compile("More about Looters of the Labyrinth")).click()
    page.get_by_role("button", name="Delete the table").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nobody can bring it back.")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Delete the table").click()
    page.get_by_role("button", name="Delete it for good").click()
    expect(games(page)).to_have_count(1)
    page.get_by_role("button", name=re.compile("More about Crates")).click()
    page.get_by_role("button", name="Take it out of my library").click()
    page.get_by_role("button", name="Take it out", exact=True).click()
    expect(page.get_by_text("None of your games is like that.")).to_be_visible()
    page.goto(f"/t/{labyrinth}")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()


def test_nothing_is_asked_before_the_first_finished_game_and_a_code_brings_it_to_a_new_device(
    open_page: Opener,
) -> None:
    page = open_page(name="Ana", width=1440, height=900)
    table = play(page, "crates_barrels", ends=False)
    page.goto(f"/t/{table}")
    page.wait_for_selector(".prompt")
    expect(page.get_by_text("Keep your history?")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name=re.compile("Resign")).last.click()
    page.get_by_role("complementary", name="Keep your history?").get_by_role("link", name="Keep it").click()
    expect(page.get_by_role("heading", name="Wins against a fair share")).to_be_visible()
    expect(page.get_by_text("Luck is taken out once 5 games were reviewed; 0 are.")).to_be_visible()
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.get_by_test_id("recovery").inner_text()
    assert len(code.split()) == 6
    is_well(page)
    page.reload()
    expect(page.get_by_text("Made Today", exact=False)).to_be_visible()
    assert page.get_by_test_id("recovery").count() == 0, "it is shown once"

    phone = open_page("/profile", width=390, height=844)
    phone.get_by_label("Your recovery code, six words").fill("no such words as these are")
    phone.get_by_role("button", name="Bring my games here").click()
    expect(phone.get_by_role("alert").filter(has_text=re.compile("word"))).to_be_visible()
    phone.get_by_label("Your recovery code, six words").fill(code.upper())
    phone.get_by_role("button", name="Bring my games here").click()
    expect(phone.get_by_role("heading", name="Wins against a fair share")).to_be_visible()
    phone.goto("/library")
    expect(games(phone)).to_have_count(1)
    phone.goto(f"/t/{table}/replay")
    phone.wait_for_selector(".scrub")
    page.reload()  # the phone is lost
    page.get_by_role("button", name="Sign out all other devices").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("All other devices are signed out.")).to_be_visible()
    phone.goto("/library")
    expect(phone.get_by_role("heading", name="Nothing taken yet")).to_be_visible()


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """A device of the browser's own that keeps passkeys and always agrees."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    made = line.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    return line, made["authenticatorId"]


def test_a_passkey_keeps_seats_across_devices(open_page: Opener, address: str) -> None:
    named = address.replace("127.0.0.1", "localhost")  # passkeys belong to a name
    page = open_page("/healthz", name="Ana", at=named)
    play(page, "crates_barrels")
    line, device = authenticator(page)
    page.goto("/profile")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("button", name="Remove the passkey Ana")).to_be_visible()
    (passkey,) = line.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]

    phone = open_page("/profile", width=390, height=844, at=named)
    other, its = authenticator(phone)
    other.send("WebAuthn.addCredential", {"authenticatorId": its, "credential": passkey})  # as a cloud would bring it
    phone.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.get_by_role("heading", name="Wins against a fair share")).to_be_visible()
    phone.get_by_role("button", name="Sign out here").click()
    phone.get_by_role("button", name="Sign out", exact=True).click()
    expect(phone.get_by_text("Until then there is nothing to keep", exact=False)).to_be_visible()

    page.get_by_role("button", name="Remove the passkey Ana").click()
    expect(page.get_by_role("button", name="Remove the passkey Ana")).to_have_count(0)
    phone.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.get_by_role("alert").filter(has_text="opens nothing here")).to_be_visible()
    page.get_by_role("button", name="Delete all that is kept of me").click()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("Until then there is nothing to keep", exact=False)).to_be_visible()
    page.goto("/library")
    expect(page.get_by_role("heading", name="Nothing taken yet")).to_be_visible()


def say(page: Page, words: str) -> None:
    page.get_by_label("Say something").fill(words)
    page.get_by_role("button", name="Say it").click()


def test_somebody_is_muted_blocked_and_reported(open_page: Opener) -> None:
    ana = open_page(name="Ana", width=1440, height=900)
    wish = {"game": "crates_barrels", "players": 2, "name": "Ana", "is_public": True}
    table = ana.evaluate(NEW_TABLE, wish)["table"]
    mal = open_page(f"/t/{table}", name="Mal")
    mal.get_by_role("button", name="Take a seat").first.click()
    ana.goto(f"/t/{table}")
    mal.get_by_role("button", name="Ready", exact=False).first.click()
    start(ana)
    ana.wait_for_selector(".prompt")
    mal.wait_for_selector(".prompt")
    for page in (ana, mal):
        page.get_by_role("tab", name=re.compile("Chat")).click()
    say(mal, "you smell of cabbage")
    expect(ana.get_by_role("log", name="Chat")).to_contain_text("cabbage")

    ana.get_by_role("button", name="More about Mal").click()
    ana.get_by_role("button", name="Mute Mal for me").click()
    expect(ana.get_by_role("log", name="Chat")).not_to_contain_text("cabbage")
    ana.get_by_role("button", name="Show what Mal says again").click()
    expect(ana.get_by_role("log", name="Chat")).to_contain_text("cabbage")
    ana.get_by_role("button", name="Report Mal").click()
    ana.get_by_label("What about?").select_option("insults")
    assert serious(ana) == []
    ana.get_by_role("button", name="Report", exact=True).click()
    expect(ana.get_by_text("Reported.", exact=False)).to_be_visible()
    ana.get_by_role("button", name="More about Mal").click()
    ana.get_by_role("button", name="Block Mal").click()
    ana.get_by_role("button", name="Block", exact=True).click()
    expect(ana.get_by_role("log", name="Chat")).not_to_contain_text("cabbage")
    ana.reload()
    ana.get_by_role("tab", name=re.compile("Chat")).click()
    say(ana, "peace and quiet")
    expect(ana.get_by_role("log", name="Chat")).to_contain_text("peace and quiet")
    expect(ana.get_by_role("log", name="Chat")).not_to_contain_text("cabbage")
    ana.goto("/profile")
    expect(ana.get_by_role("button", name="Let Mal back")).to_be_visible()


def test_a_host_who_blocks_somebody_in_the_ready_room_has_the_seat_back(open_page: Opener) -> None:
    ana = open_page(name="Ana", width=390, height=844)
    wish = {"game": "crates_barrels", "players": 2, "name": "Ana", "is_public": True}
    table = ana.evaluate(NEW_TABLE, wish)["table"]
    mal = open_page(f"/t/{table}", name="Mal")
    mal.get_by_role("button", name="Take a seat").first.click()
    ana.goto(f"/t/{table}")
    ana.get_by_role("button", name="More about Mal").click()
    ana.get_by_role("button", name="Block Mal").click()
    ana.get_by_role("button", name="Block", exact=True).click()
    expect(ana.get_by_role("heading", name="Empty seat")).to_be_visible()
    mal.get_by_role("button", name="Take a seat").first.click()
    expect(mal.get_by_role("alert").filter(has_text="no seat is open")).to_be_visible()
    assert "block" not in mal.content().lower()
