"""Who has tried a day's deal, and what came of it. One try of a browser counts; a board knows the tries of one deal.

A try is a paper: about the deal, owned by the hash of a browser's key, with the table it is played at. Nothing else of anybody
is kept, and a name only from those who want to be seen.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from datetime import date
from typing import Any, Final

import msgspec
from msgspec import Struct

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.state import Seat
from loot_table.server.daily.days import deal_of
from loot_table.server.papers import Paper
from loot_table.server.store import Store
from loot_table.server.table import LiveTable

KIND: Final = "try"
BOARDS: Final = 16  # in memory
MOST_TRIES: Final = 5_000  # of a deal; what comes after is played and not counted
MOST_NAMED: Final = 20
MINE: Final[Seat] = 0  # everybody plays from the same seat
ENOUGH: Final = 10  # results, before a place among them is told as a part of a hundred


class Outcome(Struct, forbid_unknown_fields=True):
    """How a try ended."""

    share: float  # of the victory
    score: float | None  # as the seat's card shows it; None where it is no number
    best_other: float | None
    decisions: int
    has_resigned: bool

    @property
    def worth(self) -> tuple[float, float]:
        """By which two tries are compared: the victory, then how far ahead or behind. Whoever resigned comes last."""
        if self.has_resigned:
            return -1.0, 0.0
        return self.share, (self.score or 0.0) - (self.best_other or 0.0)


GIVEN_UP: Final = Outcome(0.0, None, None, 0, True)


class Try(Struct, forbid_unknown_fields=True):
    day: str
    game: str
    table: str
    name: str | None = None
    outcome: Outcome | None = None
    is_late: bool = False  # it ended when the deal's key was known

    @property
    def counts(self) -> bool:
        return self.outcome is not None and not self.is_late

    def paper(self, owner: str, now: float) -> Paper:
        about = f"{self.day}-{self.game}"
        return Paper(paper_id(about, owner), KIND, owner, about, codec.dumps(self), int(now))


def paper_id(deal: str, owner: str) -> str:
    return f"daily-{deal}-{owner[:32]}"


def read_try(paper: Paper) -> Try:
    return msgspec.json.decode(paper.body, type=Try)


def outcome_of(table: LiveTable) -> Outcome:
    match = table.playing()
    view, guide = match.view(MINE), games.guide(match.game)
    scores = (
        [as_number(guide.seat(view, seat).score) for seat in range(match.players)] if hasattr(guide, "seat") else []
    )
    others = [score for seat, score in enumerate(scores) if seat != MINE and score is not None]
    return Outcome(
        match.standings()[MINE],
        scores[MINE] if scores else None,
        max(others, default=None),
        sum(entry.seat == MINE and entry.action is not None for entry in match.record),
        MINE in match.resigned,
    )


def as_number(score: Any) -> float | None:
    try:
        return float(score)
    except (TypeError, ValueError):
        return None


class Board:
    """All tries of a deal by their owner."""

    def __init__(self, tries: dict[str, Try]) -> None:
        self.tries = tries
        self.owners = {each.table: owner for owner, each in tries.items()}

    def put(self, owner: str, found: Try) -> None:
        self.tries[owner] = found
        self.owners[found.table] = owner

    @property
    def finished(self) -> list[Try]:
        return [each for each in self.tries.values() if each.counts]

    def counts(self) -> dict[str, int]:
        finished = self.finished
        resigned = sum(each.outcome is not None and each.outcome.has_resigned for each in finished)
        return {"begun": len(self.tries), "finished": len(finished), "resigned": resigned}

    def spread(self) -> list[dict[str, Any]]:
        """How many ended with each score, and how many of these won; not of those who resigned."""
        found = Counter[float]()
        won = Counter[float]()
        for each in self.finished:
            assert each.outcome is not None
            if each.outcome.has_resigned:
                continue
            score = each.outcome.score if each.outcome.score is not None else each.outcome.share
            found[score] += 1
            won[score] += each.outcome.share == 1.0
        return [{"score": score, "tries": found[score], "won": won[score]} for score in sorted(found)]

    def place(self, mine: Try) -> dict[str, Any] | None:
        """Where a try stands among all: how many did better, worse and the same."""
        if not mine.counts or mine.outcome is None:
            return None
        worths = [each.outcome.worth for each in self.finished if each is not mine and each.outcome is not None]
        worse = sum(each < mine.outcome.worth for each in worths)
        better = sum(each > mine.outcome.worth for each in worths)
        told: dict[str, Any] = {"of": len(worths) + 1, "worse": worse, "better": better}
        return {**told, "percent": round(100 * worse / len(worths)) if len(worths) >= ENOUGH else None}

    def named(self, owner: str | None) -> list[dict[str, Any]]:
        """Those who gave a name, the best first."""
        shown = [(each, whose) for whose, each in self.tries.items() if each.counts and (each.name or whose == owner)]
        worths = [each.outcome.worth for each in self.finished if each.outcome is not None]
        shown.sort(key=lambda pair: pair[0].outcome.worth if pair[0].outcome else (0.0, 0.0), reverse=True)
        return [
            {
                "name": each.name,
                "is_mine": whose == owner,
                "place": 1 + sum(worth > each.outcome.worth for worth in worths if each.outcome is not None),
                **outcome_told(each),
            }
            for each, whose in shown[:MOST_NAMED]
        ]


def outcome_told(found: Try) -> dict[str, Any]:
    if found.outcome is None:
        return {}
    return {"share": found.outcome.share, "score": found.outcome.score, "has_resigned": found.outcome.has_resigned}


class Boards:
    """The boards that somebody has asked for lately."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.kept: OrderedDict[str, Board] = OrderedDict()

    async def of(self, day: date, slug: str) -> Board:
        return await self.about(deal_of(day, slug))

    async def about(self, deal: str) -> Board:
        if deal not in self.kept:
            papers = (await self.store.papers_about(deal, KIND))[:MOST_TRIES]
            found = Board({paper.owner: read_try(paper) for paper in papers})
            self.kept.setdefault(deal, found)  # somebody may have been quicker
            while len(self.kept) > BOARDS:
                self.kept.popitem(last=False)
        self.kept.move_to_end(deal)
        return self.kept[deal]

    async def put(self, owner: str, found: Try, now: float) -> None:
        """Durably, and then for everybody to see."""
        board = await self.of_try(found)
        await self.store.put_paper(found.paper(owner, now))
        board.put(owner, found)

    async def of_try(self, found: Try) -> Board:
        return await self.about(f"{found.day}-{found.game}")
