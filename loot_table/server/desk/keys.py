"""Operators. Each has a key that the command line has made and shown once, and signs in with it for a working day.

Kept as papers, of keys and sessions only the hashes:

| kind             | id                | about        | says                                     |
|------------------|-------------------|--------------|------------------------------------------|
| operator         | the name          | the name     | the key's hash, since when               |
| operator-session | hash of a session | the operator | until when, and by which key it was begun |
"""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.server.papers import Paper, Papers
from loot_table.server.seats import hashed, is_token, new_token

OPERATOR: Final = "operator"
SESSION: Final = "operator-session"
PREFIX: Final = "loot-operator-"  # so that a key is known for one where it does not belong
SESSION_SECONDS: Final = 8 * 3600


class KeptKey(Struct):
    key: str  # its hash
    made: int


class KeptSession(Struct):
    until: int
    key: str


@dataclass(frozen=True)
class Operator:
    """Who asks, from where, and how long they may."""

    name: str
    origin: str
    until: int | None = None  # of a session; None for a program with a key


def check_operator(name: str) -> str:
    if re.fullmatch("[a-z0-9][a-z0-9._-]{0,29}", name) is None:
        raise BadInput(f'an operator\'s name is up to 30 small letters, digits, dots and dashes, got "{name}"')
    return name


async def make_key(papers: Papers, name: str) -> str:
    """A key for an operator, told now and never again. The one before opens nothing any more, nor do its sessions."""
    key = PREFIX + secrets.token_urlsafe(32)
    kept = KeptKey(hashed(key), int(time.time()))
    await papers.put_paper(paper_of(OPERATOR, f"{OPERATOR}-{check_operator(name)}", name, codec.dumps(kept)))
    return key


async def take_back(papers: Papers, name: str) -> None:
    if name not in await operators(papers):
        raise BadInput(f'no operator is called "{name}"')
    await papers.put_paper(paper_of(OPERATOR, f"{OPERATOR}-{name}", name, b""))


async def operators(papers: Papers) -> dict[str, KeptKey]:
    kept = await papers.papers_of(OPERATOR, OPERATOR)
    return {paper.about: msgspec.json.decode(paper.body, type=KeptKey) for paper in kept}


async def whose(papers: Papers, key: str) -> tuple[str, str] | None:
    """The operator who has a key, and the key's hash. All keys are compared, each in the same time."""
    found = [(name, kept.key) for name, kept in (await operators(papers)).items() if is_token(key, kept.key)]
    return found[0] if found else None


# ---------------------------------------------------------------- sessions


async def begin(papers: Papers, name: str, key: str) -> tuple[str, int]:
    """A session's token, and until when it is good. What has run out is thrown away."""
    now, token = int(time.time()), new_token()
    kept = KeptSession(now + SESSION_SECONDS, key)
    gone = [
        paper_of(SESSION, paper.id, paper.about, b"")
        for paper in await papers.papers_of(OPERATOR, SESSION)
        if msgspec.json.decode(paper.body, type=KeptSession).until < now
    ]
    await papers.put_paper(paper_of(SESSION, session_id(token), name, codec.dumps(kept)), *gone)
    return token, kept.until


async def signed_in(papers: Papers, token: str) -> tuple[str, int] | None:
    """Whose session it is, and until when; None where it has ended, or where its key was taken back or replaced."""
    paper = await papers.paper(session_id(token))
    if paper is None or paper.kind != SESSION:
        return None
    kept = msgspec.json.decode(paper.body, type=KeptSession)
    key = (await operators(papers)).get(paper.about)
    if kept.until < time.time() or key is None or key.key != kept.key:
        return None
    return paper.about, kept.until


async def end(papers: Papers, token: str) -> None:
    await papers.put_paper(paper_of(SESSION, session_id(token), "", b""))


def session_id(token: str) -> str:
    return f"{SESSION}-{hashed(token)}"


def paper_of(kind: str, id: str, about: str, body: bytes) -> Paper:
    return Paper(id, kind, OPERATOR, about, body, int(time.time()))
