"""All games of a ring: how they stand or ended, page by page, without playing them again; and their records, as files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.state import SPECTATOR
from loot_table.server import records
from loot_table.server.cards import card
from loot_table.server.keyring.figures import Played
from loot_table.server.keyring.outcomes import Ledger, Outcome, Outcomes, Sitter
from loot_table.server.keyring.rings import Ring
from loot_table.server.problems import NotAllowed, Problem
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

PAGE: Final = 100  # games that were written down when they ended
MOST_READ: Final = 12  # games of a page whose log has to be read
MOST_RECORDS: Final = 500  # in one file

Fact = dict[str, Any]


class Library:
    def __init__(self, tables: Tables, outcomes: Outcomes) -> None:
        self.tables, self.outcomes = tables, outcomes

    async def page(self, ring: Ring, before: int | None) -> tuple[list[Fact], int | None]:
        """Games from the newest on, and where the next page goes on. It ends early where logs have to be read."""
        order = ring.in_order()
        first = len(order) if before is None else min(before, len(order))
        wanted = order[max(0, first - PAGE) : first][::-1]
        known, ledgers = await self.outcomes.outcomes(wanted), await self.outcomes.ledgers(wanted)
        found: list[Fact] = []
        looked = read = 0
        for table in wanted:
            if table not in known:
                if read == MOST_READ:
                    break
                read += table not in self.tables.awake
            looked += 1
            fact = await self.fact(ring, table, known.get(table), ledgers.get(table))
            if fact is not None:
                found.append(fact)
        left = first - looked
        return found, left if left > 0 else None

    async def fact(self, ring: Ring, id: str, outcome: Outcome | None, ledger: Ledger | None) -> Fact | None:
        keys, at = ring.keys_at(id), min(ring.tables[id].values())
        if outcome is not None:
            return told_outcome(outcome, ledger, keys)
        try:
            table = await self.tables.get(id)
        except BadInput:  # it was deleted
            return None
        async with table.lock:
            if table.phase == "over":
                late = await self.outcomes.keep(table, at)
                if late is not None:
                    return told_outcome(late, ledger, keys)
            return told_card(table, keys, at)

    async def played(self, ring: Ring) -> tuple[list[Played], int]:
        """Finished games that count for the figures, and how many do not: with several of one's own seats."""
        order = ring.in_order()
        known, ledgers = await self.outcomes.outcomes(order), await self.outcomes.ledgers(order)
        unknown = [table for table in reversed(order) if table not in known]
        for table in unknown[:MOST_READ]:  # games from before this was written down
            await self.fact(ring, table, None, None)
        known |= await self.outcomes.outcomes(unknown[:MOST_READ])
        found: list[Played] = []
        for table, outcome in known.items():
            mine = mine_of(outcome, ring.keys_at(table))
            if len(mine) == 1:
                found.append(as_played(outcome, mine[0], ledgers.get(table)))
        return found, sum(len(mine_of(outcome, ring.keys_at(table))) > 1 for table, outcome in known.items())

    async def records(self, ring: Ring, is_key_told: Callable[[LiveTable], bool]) -> AsyncIterator[tuple[str, bytes]]:
        """Names and records of finished games, the newest first. What cannot be read is left out."""
        count = 0
        for id in reversed(ring.in_order()):
            try:
                table = await self.tables.get(id)
                async with table.lock:
                    if table.phase != "over" or table.aside:
                        continue
                    found = codec.dumps(records.record(table, SPECTATOR, is_key_told(table)))
                    name = f"{table.game.slug}-{table.code.lower()}.loot.json"
            except BadInput:
                continue
            yield name, found
            count += 1
            if count == MOST_RECORDS:
                return


def mine_of(outcome: Outcome, keys: frozenset[str]) -> list[int]:
    return [seat for seat, sitter in enumerate(outcome.seats) if sitter.key in keys]


def as_played(outcome: Outcome, seat: int, ledger: Ledger | None) -> Played:
    others = [sitter for number, sitter in enumerate(outcome.seats) if number != seat]
    levels = {sitter.bot for sitter in others}
    is_bots = all(sitter.kind == "bot" for sitter in others)
    account = None if ledger is None else ledger.seats[seat]
    return Played(
        outcome.table,
        outcome.game,
        outcome.game_name,
        outcome.players,
        outcome.standings[seat],
        outcome.at,
        levels.pop() if is_bots and len(levels) == 1 else None,
        any(sitter.kind == "human" for sitter in others),
        None if account is None else account.luck,
        None if account is None else account.own,
        None if account is None else account.adjusted,
    )


def may_delete(seats: list[Sitter], host: int, mine: list[int]) -> bool:
    """The host may, and whoever plays with bots alone."""
    return host in mine or (bool(mine) and all(s.kind != "human" or n in mine for n, s in enumerate(seats)))


def told_outcome(outcome: Outcome, ledger: Ledger | None, keys: frozenset[str]) -> Fact:
    mine = mine_of(outcome, keys)
    account = ledger.seats[mine[0]] if ledger is not None and len(mine) == 1 else None
    return {
        "table": outcome.table,
        "code": outcome.code,
        "game": outcome.game,
        "game_name": outcome.game_name,
        "phase": "over",
        "at": outcome.at,
        "seats": [shown(sitter) for sitter in outcome.seats],
        "mine": mine,
        "standings": outcome.standings,
        "unit": outcome.unit,
        "steps": outcome.steps,
        "to_act": None,
        "is_public": outcome.is_public,
        "design": outcome.design,
        "options_changed": outcome.options_changed,
        "may_delete": may_delete(outcome.seats, outcome.host, mine),
        "review": None
        if account is None
        else {"luck": account.luck, "own": account.own, "mistakes": account.mistakes, "curve": account.curve},
    }


def told_card(table: LiveTable, keys: frozenset[str], at: int) -> Fact:
    """Of a game that runs: what everybody may know of the table, and no more."""
    public: Mapping[str, Any] = card(table)
    sitters = [Sitter(place.name, place.kind, place.colour, place.bot) for place in table.places]
    mine = sorted(table.seats_of(keys))
    return {
        "table": table.id,
        "code": public.get("code", ""),
        "game": public.get("game") or "",
        "game_name": public.get("game_name", ""),
        "phase": table.phase,
        "at": at,
        "seats": [shown(sitter) for sitter in sitters],
        "mine": mine,
        "standings": None,
        "unit": "",
        "steps": 0,
        "to_act": public.get("to_act"),
        "is_public": table.is_public,
        "design": table.design,
        "options_changed": public.get("options_changed", {}),
        "may_delete": may_delete(sitters, table.host, mine),
        "review": None,
    }


def shown(sitter: Sitter) -> Fact:
    return {
        "name": sitter.name,
        "kind": sitter.kind,
        "colour": sitter.colour,
        "bot": sitter.bot,
        "team": sitter.team,
        "score": sitter.score,
    }


def check_may_delete(table: LiveTable, keys: frozenset[str]) -> None:
    sitters = [Sitter(place.name, place.kind, place.colour) for place in table.places]
    if not may_delete(sitters, table.host, sorted(table.seats_of(keys))):
        raise NotAllowed("only its host deletes a table at which other people sit; you can take it out of your library")


class Unseekable(io.RawIOBase):
    """Where a zip file is written piece by piece, as it is sent."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        found, self.pieces = b"".join(self.pieces), []
        return found


async def as_lines(found: AsyncIterator[tuple[str, bytes]]) -> AsyncIterator[bytes]:
    async for _, record in found:
        yield record + b"\n"


async def as_zip(found: AsyncIterator[tuple[str, bytes]]) -> AsyncIterator[bytes]:
    sink, taken = Unseekable(), set[str]()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        async for name, record in found:
            number = 1
            while (own := name if number == 1 else name.replace(".loot.json", f"-{number}.loot.json")) in taken:
                number += 1
            taken.add(own)
            archive.writestr(own, record)
            yield sink.taken()
    yield sink.taken()


def form_of(text: str) -> str:
    if text not in ("zip", "jsonl"):
        raise Problem('form is "zip" or "jsonl"')
    return text
