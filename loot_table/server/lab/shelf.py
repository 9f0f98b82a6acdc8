"""Designs as they are kept: whose they are, what they were made from, and whether others may read them."""

from __future__ import annotations

import re
import time
from typing import Any

import msgspec
from msgspec import Struct

from loot_table.engine import codec
from loot_table.server.lab.desk_line import DeskLine
from loot_table.server.lab.quotas import DESIGN_BYTES, DESIGNS_OF_OWNER
from loot_table.server.papers import Paper
from loot_table.server.problems import NotAllowed, NotFound, NotNow, TooLarge
from loot_table.server.seats import new_table_id
from loot_table.server.store import Store

NO_DESIGN = "there is no such design"
MOST_BODY = 2**20


class KeptDesign(Struct, kw_only=True):
    """A design and what is known of it. `plain` is its file; the rest is found out whenever it changes."""

    id: str
    owner: str
    plain: dict[str, Any]
    base: dict[str, Any] | None = None  # the design it was made from, as it was then
    base_title: str = ""
    parent: str | None = None  # that one's id
    hash: str | None = None  # None while something is wrong
    wrong: list[dict[str, str]] = []
    differs: list[str] = []  # from the shipped game
    differs_from_parent: list[str] = []
    players: list[int] = []  # fewest and most
    is_published: bool = False
    invitation: str | None = None
    made: int = 0
    touched: int = 0

    @property
    def game(self) -> str:
        return str(self.plain["game"])

    def paper(self) -> Paper:
        body = codec.dumps(self)
        # A published one is found by what it plays like, too.
        about = self.hash if self.is_published and self.hash else self.id
        return Paper(self.id, "design", self.owner, about, body, self.touched)


def read_design(paper: Paper) -> KeptDesign:
    return msgspec.json.decode(paper.body, type=KeptDesign)


class Shelf:
    def __init__(self, store: Store, desk: DeskLine) -> None:
        self.store, self.desk = store, desk

    async def get(self, id: str, owner: str | None, is_to_change: bool = False) -> KeptDesign:
        """A design that somebody may read: their own, or one that was published. Others do not learn that it is there."""
        paper = await self.store.paper(id)
        if paper is None and re.fullmatch("[0-9a-f]{16}", id):
            alike = await self.store.papers_about(id, "design")
            paper = alike[0] if alike else None
        if paper is None or paper.kind != "design":
            raise NotFound(NO_DESIGN)
        design = read_design(paper)
        if design.owner == owner and owner is not None:
            return design
        if not design.is_published:
            raise NotFound(NO_DESIGN)
        if is_to_change:
            raise NotAllowed("this is somebody else's design: make one of your own from it")
        return design

    async def all_of(self, owner: str) -> list[KeptDesign]:
        return [read_design(paper) for paper in await self.store.papers_of(owner, "design")]

    async def make(
        self, owner: str, plain: dict[str, Any], parent: KeptDesign | None = None, lane: str = ""
    ) -> KeptDesign:
        if len(await self.all_of(owner)) >= DESIGNS_OF_OWNER:
            raise NotNow(f"you have {DESIGNS_OF_OWNER} designs: throw one away first")
        now = int(time.time())
        design = KeptDesign(id=new_table_id(), owner=owner, plain=plain, made=now, touched=now)
        if parent is not None:
            design.base, design.base_title, design.parent = parent.plain, title_of(parent), parent.id
        await self.look(design, lane=lane)
        await self.keep(design)
        return design

    async def look(self, design: KeptDesign, edits: list[dict[str, Any]] | None = None, lane: str = "") -> None:
        """Find out everything about it anew, after some edits."""
        found = await self.desk.ask("look", lane, plain=design.plain, base=design.base, edits=edits or [])
        design.plain, design.wrong, design.hash = found["plain"], found["wrong"], found["hash"]
        design.differs, design.differs_from_parent = found["differs"], found["differs_from_parent"]
        design.players = found["players"]

    async def keep(self, design: KeptDesign) -> None:
        if len(codec.dumps(design.plain)) > DESIGN_BYTES:
            raise TooLarge(f"a design has at most {DESIGN_BYTES} bytes")
        design.touched = int(time.time())
        await self.store.put_paper(design.paper())

    async def throw_away(self, design: KeptDesign) -> None:
        for kind in ("job", "game", "survey"):
            for paper in await self.store.papers_about(design.id, kind):
                await self.store.put_paper(emptied(paper))
        await self.store.put_paper(emptied(design.paper()))

    async def invited(self, invitation: str) -> KeptDesign:
        """The design that an invitation is to: its id, a point, and a word that nobody guesses."""
        paper = await self.store.paper(invitation.partition(".")[0])
        design = None if paper is None or paper.kind != "design" else read_design(paper)
        if design is None or design.invitation is None or design.invitation != invitation:
            raise NotFound("this invitation leads nowhere: it was taken back, or the link is not whole")
        return design


def emptied(paper: Paper) -> Paper:
    return Paper(paper.id, paper.kind, paper.owner, paper.about, b"", int(time.time()))


def title_of(design: KeptDesign) -> str:
    return str(design.plain.get("name") or "")
