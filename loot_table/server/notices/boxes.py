"""Letter boxes: where somebody wants to be told, by a key that their browser keeps; and which seats tell them."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

from loot_table.engine import codec
from loot_table.server.papers import Paper
from loot_table.server.problems import NotFound, NotNow, Problem
from loot_table.server.seats import hashed
from loot_table.server.store import Store

BOX, WISH, NEVER = "box", "wish", "never"
SCREENS_OF_BOX = 8
SEATS_OF_BOX = 200
CODE_SECONDS = 1800
CODE_TRIES = 5


class Screen(Struct, frozen=True):
    """A browser that takes pushes."""

    endpoint: str
    p256dh: str
    auth: str


class Mail(Struct):
    address: str
    is_confirmed: bool = False
    code: str = ""  # its hash
    asked: int = 0
    tries: int = 0
    is_refused: bool = False  # the address takes no mail


class Box(Struct, kw_only=True):
    id: str  # the hash of its key
    off: str  # lets a mail's reader stop it
    language: str = "en"
    screens: list[Screen] = []
    mail: Mail | None = None

    def takes_mail(self) -> bool:
        return self.mail is not None and self.mail.is_confirmed

    def takes_anything(self) -> bool:
        return bool(self.screens) or self.takes_mail()

    def paper(self) -> Paper:
        is_empty = not self.screens and self.mail is None
        return Paper(f"{BOX}-{self.id}", BOX, self.id, "", b"" if is_empty else codec.dumps(self), int(time.time()))

    def off_token(self) -> str:
        return f"{self.id}.{self.off}"


class Wish(Struct, frozen=True):
    """A seat whose player wants to be told: by its token, so that it goes with the player to another seat and to a rematch."""

    key: str  # the hash of the seat token
    box: str
    table: str

    def paper(self, is_off: bool = False) -> Paper:
        return Paper(
            f"{WISH}-{self.key}", WISH, WISH, self.table, b"" if is_off else codec.dumps(self), int(time.time())
        )


class Boxes:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store, self.now = store, now
        self.lock = asyncio.Lock()  # for whoever reads a box and writes it again
        self.wishes: dict[str, Wish] = {}  # by the seat's key
        self.seats: dict[str, list[str]] = {}  # a box -> the keys of its seats, the oldest first

    async def read(self) -> None:
        for paper in await self.store.papers_of(WISH, WISH):
            self.remember(msgspec.json.decode(paper.body, type=Wish))

    async def get(self, id: str) -> Box | None:
        paper = await self.store.paper(f"{BOX}-{id}")
        return None if paper is None or not paper.body else msgspec.json.decode(paper.body, type=Box)

    def new(self, key: str) -> Box:
        return Box(id=hashed(key), off=secrets.token_urlsafe(18))

    async def keep(self, box: Box) -> None:
        """One that takes nothing any more is thrown away, and its seats tell nobody."""
        gone = [] if box.screens or box.mail is not None else list(self.seats.get(box.id, []))
        await self.store.put_paper(box.paper(), *[self.wishes[key].paper(is_off=True) for key in gone])
        for key in gone:
            self.forget(key)

    def changed_elsewhere(self, paper: Paper) -> None:
        """Another server of the same house has kept a wish, or thrown one away."""
        if paper.body:
            self.remember(msgspec.json.decode(paper.body, type=Wish))
        else:
            self.forget(paper.id.removeprefix(f"{WISH}-"))

    # ---- seats

    def remember(self, wish: Wish) -> None:
        self.forget(wish.key)
        self.wishes[wish.key] = wish
        self.seats.setdefault(wish.box, []).append(wish.key)

    def forget(self, key: str) -> None:
        wish = self.wishes.pop(key, None)
        if wish is not None:
            self.seats[wish.box].remove(key)
            if not self.seats[wish.box]:
                del self.seats[wish.box]

    async def tell(self, wish: Wish) -> None:
        """From now on this seat tells that box. Of very many the oldest is forgotten."""
        many = self.seats.get(wish.box, [])
        old = [] if wish.key in many or len(many) < SEATS_OF_BOX else [self.wishes[many[0]]]
        await self.store.put_paper(wish.paper(), *[each.paper(is_off=True) for each in old])
        for each in old:
            self.forget(each.key)
        self.remember(wish)

    async def be_quiet(self, key: str) -> None:
        wish = self.wishes.get(key)
        if wish is not None:
            await self.store.put_paper(wish.paper(is_off=True))
            self.forget(key)

    # ---- screens

    async def add_screen(self, box: Box, screen: Screen) -> None:
        others = [one for one in box.screens if one.endpoint != screen.endpoint]
        box.screens = [*others, screen][-SCREENS_OF_BOX:]
        await self.keep(box)

    async def drop_screens(self, box: Box, endpoints: set[str]) -> None:
        box.screens = [one for one in box.screens if one.endpoint not in endpoints]
        await self.keep(box)

    # ---- mail

    async def begin_mail(self, box: Box, address: str) -> str:
        """The code that confirms an address; it is written nowhere but in the mail."""
        if await self.store.paper(never_id(address)) is not None:
            raise NotNow("this address wants no mail from here")
        code = f"{secrets.randbelow(10**6):06}"
        box.mail = Mail(address, code=hashed(code), asked=int(self.now()))
        await self.keep(box)
        return code

    async def confirm(self, box: Box, code: str) -> None:
        mail = box.mail
        if mail is None or not mail.code:
            raise NotFound("no address waits to be confirmed")
        if mail.tries >= CODE_TRIES or self.now() - mail.asked > CODE_SECONDS:
            raise NotNow("that code is not good any more: ask for another")
        mail.tries += 1
        if is_right := hmac.compare_digest(hashed(code), mail.code):
            mail.is_confirmed, mail.code = True, ""
        await self.keep(box)
        if not is_right:
            raise Problem("that is not the code from the mail")

    async def turn_off(self, token: str) -> None:
        """By the link in a mail. An address that was never confirmed, its owner's or not, is written to no more at all."""
        id, _, off = token.partition(".")
        box = await self.get(id) if id.isalnum() and len(id) == 64 else None
        if box is None or box.mail is None or not hmac.compare_digest(off.encode(), box.off.encode()):
            return  # also when it is off already: whoever asks twice is told the same
        if not box.mail.is_confirmed:
            await self.store.put_paper(Paper(never_id(box.mail.address), NEVER, NEVER, "", b"1", int(self.now())))
        box.mail = None
        await self.keep(box)


def never_id(address: str) -> str:
    return f"{NEVER}-{hashed(address.lower())}"
