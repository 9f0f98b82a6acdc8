"""Papers of the lab as a store keeps them: designs, questions asked of them, and what came of playtests. A store knows whose
a paper is and what it is about; what it says is for others to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Paper:
    """Kept under its id; the newest one counts. One without a body was thrown away: a replica learns of that, too."""

    id: str
    kind: str  # "design", "job", "game" or "survey"
    owner: str  # the hash of a designer's key
    about: str  # the design it belongs to; a design's own id
    body: bytes
    touched: int  # in seconds since 1970


class Papers(Protocol):
    """Every call may wait for the disk; a returned `put_paper` is durable."""

    async def put_paper(self, paper: Paper) -> None: ...
    async def paper(self, id: str) -> Paper | None: ...
    async def papers_of(self, owner: str, kind: str) -> list[Paper]: ...
    async def papers_about(self, about: str, kind: str) -> list[Paper]: ...
