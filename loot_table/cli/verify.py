"""`loot verify`: whether a record was played by the rules, and its shuffles and dice by the key promised before."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loot_table.cli.files import read_bytes
from loot_table.verify.record import verified

MOST_TOLD = 10


def verify(
    record: Annotated[Path, typer.Argument(help="A record, as a table gives it out after the end.")],
    commitment: Annotated[
        str | None, typer.Option(help="The commitment that the table showed before the game.")
    ] = None,
    table: Annotated[str | None, typer.Option(help="The table that you sat at, as its link names it.")] = None,
) -> None:
    """Check a record: every move by the rules, every draw by the key that was promised.

    Ends with 0 if nothing is left to believe, with 1 if something is wrong or cannot be checked, with 2 if it is no record.
    """
    verdict = verified(read_bytes(record), commitment, table)
    print(f"{verdict.game}: {verdict.entries} entries follow the rules.")
    if verdict.begun:
        print(f"It began with {verdict.begun} entries of another game, as its table said: no key is for their draws.")
    if verdict.is_sealed:
        print(f"Table {verdict.table}, commitment {verdict.commitment}: {verdict.draws} draws recomputed.")
    elif verdict.draws:
        print(f"It tells no key: nobody can check its {verdict.draws} draws.")
    else:
        print("Chance decided nothing.")
    for one in verdict.wrong[:MOST_TOLD]:
        print(f"Wrong: {one}.")
    if verdict.wrong:
        count = len(verdict.wrong)
        print("One thing is not as promised." if count == 1 else f"{count} things are not as promised.")
    elif verdict.is_sealed:
        print("All is as promised." if commitment else "All follows from the key; --commitment compares it with yours.")
    if not verdict.is_checked:
        raise typer.Exit(1)
