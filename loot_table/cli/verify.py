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
) -> None:
    """Check a record: every move by the rules, every draw by the key that was promised."""
    verdict = verified(read_bytes(record), commitment)
    print(f"{verdict.game}: {verdict.entries} entries follow the rules.")
    if verdict.is_sealed:
        print(f"Commitment {verdict.commitment}: {verdict.draws} draws recomputed.")
    else:
        print("It tells no key: nobody can check its draws.")
    for one in verdict.wrong[:MOST_TOLD]:
        print(f"Wrong: {one}.")
    if verdict.wrong:
        print(f"{len(verdict.wrong)} things are not as promised.")
        raise typer.Exit(1)
    if verdict.is_sealed:
        print("All is as promised." if commitment else "All follows from the key; --commitment compares it with yours.")
