"""Recovery codes: six words of the list of codes, 84 bits, that open a ring on another device. Shown once, kept as a hash."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from msgspec import Struct

from loot_table.server.codes import WORDS, BadCode, read_word
from loot_table.server.keyring.rings import Ring, Rings, now, read_as
from loot_table.server.seats import hashed

COUNT: Final = 6
MOST_TYPED: Final = 200
SHAPE: Final = f"a recovery code is {COUNT} words, with blanks between them"


class Made(Struct):
    made: int


def new_recovery_code() -> str:
    return "-".join(secrets.choice(WORDS) for _ in range(COUNT))


def read_recovery_code(typed: str) -> str:
    """As it is kept, from however somebody wrote it. Words are completed and corrected by the list alone."""
    if len(typed) > MOST_TYPED:
        raise BadCode(SHAPE)
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", typed.casefold()) if not unicodedata.combining(sign))
    words: list[str] = re.findall(r"[^\W_]+", plain)
    if len(words) != COUNT:
        raise BadCode(SHAPE)
    return "-".join(read_word(word) for word in words)


def paper_id(code: str) -> str:
    return f"recovery-{hashed(code)}"


async def make_code(rings: Rings, ring: Ring) -> str:
    """A new code in place of the one before, which opens nothing any more."""
    code = new_recovery_code()
    await revoke(rings, ring)
    await rings.put(paper_id(code), "recovery", ring.id, ring.id, Made(now()))
    return code


async def revoke(rings: Rings, ring: Ring) -> None:
    for paper in await rings.tables.store.papers_of(ring.id, "recovery"):
        await rings.throw_away(paper)


async def made_at(rings: Rings, ring: Ring) -> int | None:
    found = await rings.tables.store.papers_of(ring.id, "recovery")
    return read_as(found[-1], Made).made if found else None


async def ring_of_code(rings: Rings, typed: str) -> Ring | None:
    paper = await rings.tables.store.paper(paper_id(read_recovery_code(typed)))
    return None if paper is None or paper.kind != "recovery" else await rings.get(paper.owner)
