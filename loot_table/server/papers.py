"""Papers as a store keeps them: the lab's designs, questions asked of them and what came of playtests; alarms of tables by
day; notices and who wants them; key rings and what hangs on them; how games ended. A store knows whose a paper is and what
it is about; what it says is for others to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Paper:
    """Kept under its id; the newest one counts. One without a body was thrown away: a replica learns of that, too."""

    id: str
    kind: str  # "design", "job", "alarm", "notice", …; of a key ring see keyring/rings.py
    owner: str  # the hash of a designer's key, or a ring; what the house keeps for itself is of one owner by its kind
    about: str  # the design, table or ring it belongs to; a design's own id
    body: bytes
    touched: int  # in seconds since 1970


class Papers(Protocol):
    """Every call may wait for the disk; a returned `put_paper` is durable."""

    async def put_paper(self, *papers: Paper) -> None: ...  # all of them, or none
    async def paper(self, id: str) -> Paper | None: ...
    async def papers_named(self, ids: Sequence[str]) -> list[Paper]: ...
    async def papers_of(self, owner: str, kind: str) -> list[Paper]: ...
    async def papers_about(self, about: str, kind: str) -> list[Paper]: ...
    async def papers_of_kind(self, kind: str) -> list[Paper]: ...
