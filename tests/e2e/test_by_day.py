"""Play by day in two browsers: one is away, a mail comes, its link opens the table; the badge counts what waits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from e2e.conftest import Opener
from e2e.people import be_ready, choose_in_menu, click_turn, shown_code, start, take_seat, wait_for_turn
from e2e.served import serving
from e2e.test_access import serious
from playwright.sync_api import Page, expect
from server.catchers import Browser, MailCatcher, mail_catcher


@pytest.fixture(scope="module")
def mails() -> Iterator[MailCatcher]:
    with mail_catcher() as catcher:
        yield catcher


@pytest.fixture(scope="module")
def post_house(mails: MailCatcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that sends notices, as everybody's does not."""
    with serving(tmp_path_factory.mktemp("post"), pace=0.0, mail_port=mails.port) as url:
        yield url


def gather_by_day(open_page: Opener, at: str) -> tuple[Page, Page]:
    """Ana sets a table by day, and Ben has come."""
    ana = open_page("/new/crates_barrels?with=friends&day", name="Ana", at=at)
    expect(ana.get_by_role("radio", name="Play by day")).to_be_checked()
    ana.get_by_role("radio", name="3 days").check()
    ana.get_by_role("button", name="Open the ready room").click()
    code = "-".join(shown_code(ana).split())
    expect(ana.get_by_text("3 days a move")).to_be_visible()
    ben = open_page(f"/join/{code}", name="Ben", at=at)
    take_seat(ben)
    expect(ana.get_by_role("heading", name="Ben")).to_be_visible()
    return ana, ben


def ask_for_mail(page: Page, mails: MailCatcher, address: str) -> None:
    dialog, before = page.get_by_role("dialog", name="Notices"), len(mails.mails)
    expect(dialog.get_by_label("By mail")).to_be_visible()
    assert serious(page) == []
    dialog.get_by_label("By mail").fill(address)
    dialog.get_by_role("button", name="Send me a code").click()
    subject = str(mails.wait_for(before + 1)[-1]["Subject"])
    dialog.get_by_label(f"The code we have sent to {address}").fill(subject[:6])
    dialog.get_by_role("button", name="That is me").click()
    expect(dialog.get_by_text(f"By mail to {address}")).to_be_visible()
    expect(dialog.get_by_role("checkbox", name="Notices of this table")).to_be_checked()
    dialog.get_by_role("button", name="Close").click()


def test_a_mail_fetches_whoever_is_away_back_to_the_table(
    open_page: Opener, post_house: str, mails: MailCatcher
) -> None:
    ana, ben = gather_by_day(open_page, post_house)
    ben.get_by_role("button", name="While I am away").click()
    ask_for_mail(ben, mails, "ben@example.org")
    be_ready(ben)
    start(ana)
    wait_for_turn(ana)
    expect(ana.locator(".seats [data-seat='0'] .clock")).to_contain_text("3 days left")
    ben.goto("/healthz")  # away
    before = len(mails.mails)
    click_turn(ana)
    mail = mails.wait_for(before + 1)[-1]
    assert mail["Subject"] == "Crates vs Barrels: it is your turn."
    links = re.findall(r"http://\S+", mail.get_content())
    ben.goto("/")
    expect(ben).to_have_title("(1) Loot Table")
    waiting = ben.get_by_role("region", name="Your turn at 1 table")
    expect(waiting.get_by_role("listitem")).to_contain_text("with Ana")
    expect(waiting).to_contain_text("3 days left")
    expect(ben.get_by_role("region", name="Continue")).to_have_count(0)
    assert serious(ben) == []
    assert ben.locator("link[rel=icon]").get_attribute("href") == "/mark-waits.svg"
    ben.goto(links[0])
    wait_for_turn(ben)
    ben.wait_for_function("() => document.title.startsWith('●')")
    click_turn(ben)
    ben.goto("/")
    expect(ben.get_by_role("region", name="Continue")).to_be_visible()
    expect(ben).to_have_title("Loot Table")
    expect(ben.get_by_role("region", name=re.compile("Your turn"))).to_have_count(0)
    ben.goto(links[1])
    ben.get_by_role("button", name="Stop the mail").click()
    expect(ben.get_by_role("heading", name="No more mail")).to_be_visible()
    ben.goto(links[0])
    choose_in_menu(ben, "Notices while I am away")
    expect(ben.get_by_role("dialog", name="Notices").get_by_label("By mail")).to_be_visible()


# A push service is outside, and tests reach nothing there: what it would give the browser, and what it would hand over.
SUBSCRIBES = """
let given = null;
const fake = () => ({...KEYS, toJSON: () => ({endpoint: KEYS.endpoint, keys: {p256dh: KEYS.p256dh, auth: KEYS.auth}}),
  unsubscribe: async () => { given = null; return true; }});
PushManager.prototype.subscribe = async ({applicationServerKey}) => {
  if (applicationServerKey.length !== 65) throw new Error("no key");
  return (given = fake());
};
PushManager.prototype.getSubscription = async () => given;
navigator.serviceWorker.addEventListener("message", () => (window.noticed = true));
"""


def until(page: Page, question: str) -> None:
    """Ask until there is something; a page's own waiting does not wait for promises."""
    for _ in range(400):
        if page.evaluate(question):
            return
        page.wait_for_timeout(50)
    raise AssertionError(question)


def test_a_push_reaches_a_browser_that_has_asked_for_it(open_page: Opener, post_house: str) -> None:
    ana = open_page(name="Ana", at=post_house, permissions=["notifications"], service_workers="allow")
    keys = json.dumps(Browser("https://fcm.googleapis.com/fcm/send/ana").subscription())
    ana.context.add_init_script(SUBSCRIBES.replace("KEYS", keys))
    ana.goto("/new/crates_barrels?with=friends&day")
    ana.get_by_role("button", name="Open the ready room").click()
    ana.get_by_role("button", name="While I am away").click()
    dialog = ana.get_by_role("dialog", name="Notices")
    dialog.get_by_role("checkbox", name="By this browser").check()
    expect(dialog.get_by_role("checkbox", name="Notices of this table")).to_be_checked()
    worker = ana.context.new_cdp_session(ana)
    found: list[str] = []
    worker.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    worker.send("ServiceWorker.enable")
    until(ana, "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'")
    notice = json.dumps({"kind": "turn", "text": "Crates vs Barrels: it is your turn.", "path": "/", "tag": "x"})
    order = {"origin": post_house, "registrationId": found[0], "data": notice}
    # A browser without a screen shows no notification; its worker tells its pages, too.
    worker.send("ServiceWorker.deliverPushMessage", order)
    ana.wait_for_function("() => window.noticed")
    dialog.get_by_role("checkbox", name="By this browser").uncheck()
    expect(dialog.get_by_role("checkbox", name="Notices of this table")).to_have_count(0)


def test_without_notices_the_dialog_says_so(open_page: Opener) -> None:
    ana = open_page("/new/crates_barrels?with=friends", name="Ana")
    ana.get_by_role("button", name="Open the ready room").click()
    ana.get_by_role("button", name="While I am away").click()
    expect(ana.get_by_role("dialog", name="Notices")).to_contain_text("This server sends no notices.")
