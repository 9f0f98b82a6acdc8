"""A house that sends notices to catchers: its clock is a test's, and a box is filled in a line."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from server.catchers import HOST, Browser, MailCatcher, PushService, mail_catcher, push_service
from server.house import Hands, House, Player, house

from loot_table.proofs.inside import Inside, Reply
from loot_table.server.notices.courier import Courier
from loot_table.server.notices.mail import Mailer
from loot_table.server.notices.push import Pusher
from loot_table.server.notices.settings import NoticeSettings, Smtp
from loot_table.server.tables import Tables

LINKS = "https://play.example.org"
MORNING = 1_800_000_000.0
LONG_ENOUGH = 130  # seconds: away, and past both delays
AWAY = 31


class PostOffice:
    """Everything outside of the server, which outlives its restarts."""

    def __init__(self, folder: Path, hands: Hands, mails: MailCatcher, pushes: PushService) -> None:
        self.folder, self.hands, self.mails, self.pushes = folder, hands, mails, pushes

    def courier(self, tables: Tables) -> Courier:
        smtp = Smtp(HOST, self.mails.port, "smtp+plain", "Loot Table <loot@example.org>")
        settings = NoticeSettings(LINKS, smtp)
        pusher = Pusher(
            "mailto:host@example.org",
            self.folder / "push-key.pem",
            [self.pushes.name],
            resolve=lambda *_: [HOST],
            trust=self.pushes.trust,
        )
        return Courier(tables, Mailer(settings, smtp), pusher, now=lambda: MORNING + self.hands.moved)

    @asynccontextmanager
    async def opened(self, is_strict: bool = False) -> AsyncIterator[House]:
        async with house(self.folder, is_strict, notices=self.courier) as here:
            yield here

    def subjects(self) -> list[str]:
        return [str(mail["Subject"]) for mail in self.mails.mails if "code" not in str(mail["Subject"])]


@contextmanager
def post_office(folder: Path, hands: Hands) -> Iterator[PostOffice]:
    with ExitStack() as stack:
        mails = stack.enter_context(mail_catcher())
        yield PostOffice(folder, hands, mails, stack.enter_context(push_service(folder)))


Story = Callable[[House], Awaitable[None]]


def tell(office: PostOffice, *stories: Story, is_strict: bool = False) -> None:
    """One story after the other, each on a server of its own with the same database and the same catchers."""

    async def run() -> None:
        for story in stories:
            async with office.opened(is_strict) as here:
                await story(here)

    asyncio.run(run())


class Reader:
    """A browser with a box."""

    def __init__(self, here: House, key: str = "") -> None:
        self.here, self.key = here, key

    def headers(self, player: Player | None = None) -> dict[str, str]:
        return {
            "Authorization": f"Bearer {player.token if player else 'none'}",
            **({"Cookie": f"loot-notices={self.key}"} if self.key else {}),
        }

    async def asks(self, method: str, path: str, body: Any = None, player: Player | None = None) -> Reply:
        reply = await Inside(self.here.app, **self.headers(player)).request(method, path, body)
        self.key = reply.cookies().get("loot-notices", self.key)
        return reply

    async def did(self, method: str, path: str, body: Any = None, player: Player | None = None) -> dict[str, Any]:
        reply = await self.asks(method, path, body, player)
        assert reply.status == 200, reply.body
        found: dict[str, Any] = reply.json()
        return found

    async def takes_mail(self, mails: MailCatcher, address: str = "ben@example.org") -> None:
        before = len(mails.mails)
        await self.did("POST", "/api/notices/mail", {"address": address})
        await self.did("POST", "/api/notices/mail/code", {"code": code_in(mails.wait_for(before + 1)[-1])})

    async def takes_pushes(self, browser: Browser) -> None:
        await self.did("POST", "/api/notices/screens", browser.subscription())

    async def wants_notices_of(self, *players: Player) -> None:
        for player in players:
            told = await self.did("POST", f"{player.at}/notices", {"is_wanted": True}, player)
            assert told == {"is_wanted": True, "can_be": True}


def code_in(mail: Any) -> str:
    found = re.search("[0-9]{6}", str(mail["Subject"]))
    assert found is not None
    return found[0]


async def after(here: House, office: PostOffice, seconds: float) -> None:
    """So much later the courier goes round."""
    office.hands.move(seconds)
    await here.service.notices.round()
