"""What an operator may ask of a store: which tables there are, what becomes of old ones, and who has done what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

RETIRED: Final = "retired"  # the phase of a table that was put away: nobody finds it, and it can be brought back
MOST_LISTED: Final = 200


@dataclass(frozen=True)
class Audited:
    """One line of the audit log: it is appended and never changed."""

    number: int
    at: int  # in seconds since 1970
    who: str  # the operator by the name of their key
    origin: str  # the address it came from, or "command line"
    act: str  # "signed in", "retire", …
    about: str = ""  # a table by its name in the logs, or an operator
    said: str = ""


@dataclass(frozen=True)
class Listed:
    """A table in a list: its row, when it was made and last changed (to the hour), and how it began."""

    table: str
    phase: str
    is_public: bool
    made: int  # 0: an older release did not write it down
    touched: int
    versions: int
    beginning: bytes  # the first entry of its log, which holds its key: nobody is shown it


class Overview(Protocol):
    async def audit(self, line: Audited) -> None:
        """Append; the number is the store's."""

    async def audited(self, most: int, before: int | None = None) -> list[Audited]:
        """The newest first."""

    async def counts(self) -> dict[str, int]:
        """How many tables there are in each phase."""

    async def listed(self, phases: tuple[str, ...], most: int, skip: int = 0) -> list[Listed]:
        """Those that were changed last come first."""

    async def touched(self, table: str) -> int:
        """When it was last changed, to the hour; 0 where it is not there."""

    async def ids(self) -> list[str]: ...

    async def retire(self, table: str) -> None: ...

    async def bring_back(self, table: str, phase: str, is_public: bool) -> None: ...

    async def retired(self, before: int) -> list[str]:
        """Those that were put away before then."""
