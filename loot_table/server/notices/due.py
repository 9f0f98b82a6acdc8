"""What somebody is to be told: made from what happens at a table, and kept with it until it was told."""

from __future__ import annotations

import hashlib
import time

from msgspec import Struct

from loot_table.engine import codec
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Seat
from loot_table.server import happenings as h
from loot_table.server.happenings import Happening
from loot_table.server.papers import Paper
from loot_table.server.table import LiveTable

DUE = "notice"
PUSH_DELAY = 15  # seconds: somebody who is just looking elsewhere comes back by themselves
MAIL_DELAY = 120
TOLD = 0  # instead of a time: by this way there is nothing more to tell


class Due(Struct, kw_only=True):
    """One notice for one seat. It names the game, the table and players: nothing that the table's card would not tell."""

    kind: str  # "turn", "over", "joined", "offer" or "rematch"
    table: str
    key: str  # the hash of the seat token
    box: str
    game: str  # its name
    who: str = ""  # who did it
    version: int  # of the table
    since: int
    push_at: int  # when to try next; TOLD: no more
    mail_at: int
    tries: int = 0

    @property
    def id(self) -> str:
        return due_id(self.table, self.key, self.kind)

    def paper(self) -> Paper:
        is_over = self.push_at == TOLD and self.mail_at == TOLD
        return Paper(self.id, DUE, DUE, self.table, b"" if is_over else codec.dumps(self), int(time.time()))

    def sentence(self) -> Sentence:
        game, who = self.game, self.who
        match self.kind:
            case "turn":
                return say("{game}: it is your turn.", game=game)
            case "over":
                return say("{game}: the game is over.", game=game)
            case "joined":
                return say("{game}: {who} has taken a seat.", game=game, who=who)
            case "offer":
                return say("{game}: {who} makes an offer and waits for your answer.", game=game, who=who)
            case _:
                return say("{game}: a rematch is set up, and your seat is kept.", game=game)

    def tag(self) -> str:
        """The same for the same thing, and no name of a table: push services read it."""
        return hashlib.sha256(self.id.encode()).hexdigest()[:32]


def due_id(table: str, key: str, kind: str) -> str:
    return f"{DUE}-{table}-{key[:24]}-{kind}"


def told_to(table: LiveTable, happening: Happening, was_asked: Seat | None) -> dict[Seat, tuple[str, str]]:
    """Which seats are to be told of a change: what kind, and who did it."""
    found: dict[Seat, tuple[str, str]] = {}
    asked = table.asked()
    if asked is not None and asked != was_asked:
        found[asked] = ("turn", "")
    everybody = range(table.players)
    if table.phase == "over" and isinstance(happening, (h.Played, h.Resigned, h.Ended)):
        found |= dict.fromkeys(everybody, ("over", ""))
    match happening:
        case h.Joined(seat=seat, name=name):
            found |= {other: ("joined", name) for other in everybody if other != seat}
        case h.Offered(seat=seat, agreed=agreed):
            name = table.places[seat].name
            found |= {other: ("offer", name) for other in everybody if other not in agreed}
        case h.Rematched():
            found |= dict.fromkeys(everybody, ("rematch", ""))
    return {seat: told for seat, told in found.items() if table.places[seat].kind == "human"}


def is_stale(kind: str, table: LiveTable, seat: Seat) -> bool:
    """What was to be told is not so any more."""
    if kind == "turn":
        return table.asked() != seat
    if kind == "offer":
        return table.offer is None or seat in table.offer["agreed"]
    return False
