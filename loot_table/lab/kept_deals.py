"""Deals that keep everything: also what was told of games, so that a question that was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from loot_table.arena.contest import Contest
from loot_table.engine.errors import BadInput
from loot_table.lab.deals import Deals, Told
from loot_table.lab.marks import mark_of_telling


class KeptDeals(Deals):
    def told_before(self, contest: Contest, work: Callable[..., list[Told]]) -> list[Told]:
        contest.check()
        path = self.path_of(contest, work)
        return [] if path is None else read_lines(path, kind_told(work))

    def keep_told(self, contest: Contest, work: Callable[..., list[Told]], batch: list[Told]) -> None:
        path = self.path_of(contest, work)
        if path is not None:
            write_lines(path, batch)

    def path_of(self, contest: Contest, work: Callable[..., Any]) -> Path | None:
        log = self.log_of(contest)
        return None if log is None else log.with_name(f"{work.__name__}-{mark_of_telling(contest.game)}-{log.name}")


def kind_told(work: Callable[..., Any]) -> Any:
    """What a worker tells of a game, by its annotation."""
    return get_args(get_type_hints(work)["return"])[0]


def read_lines(path: Path, kind: Any) -> list[Any]:
    """What was told, up to a line that was cut off."""
    found: list[Any] = []
    try:
        for line in path.read_bytes().splitlines() if path.exists() else []:
            found.append(msgspec.json.decode(line, type=kind))
    except msgspec.MsgspecError:
        mend(path, found)
    except OSError as error:
        raise BadInput(f"finished games cannot be read: {error.strerror}") from None
    return found


def mend(path: Path, found: list[Any]) -> None:
    """Without the line that was cut off, or the next one would be written behind it."""
    path.unlink()
    write_lines(path, found)


def write_lines(path: Path, batch: list[Any]) -> None:
    try:
        with path.open("ab") as file:
            file.writelines(msgspec.json.encode(each) + b"\n" for each in batch)
    except OSError as error:
        raise BadInput(
            f"{path.name} cannot be written: {error.strerror}; games that were written before are kept"
        ) from None
