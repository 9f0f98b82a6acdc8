"""`loot lab print`: a design as a page made for printing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from loot_table.cli.files import can_be_written
from loot_table.cli.lab.asking import Option, Remove, Set, What, lab, wished
from loot_table.engine.errors import BadInput
from loot_table.press import print_and_play

Out = Annotated[Path, typer.Option(help="The page: an HTML file.", callback=can_be_written)]


@lab.command("print")
def print_design(
    what: What,
    out: Out,
    players: Annotated[int | None, typer.Option(help="For how many; the whole box if none is given.")] = None,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    no_backs: Annotated[bool, typer.Option("--no-backs", help="Fronts only, to print on one side.")] = False,
    mono: Annotated[bool, typer.Option("--mono", help="Black on white, with little ink.")] = False,
    set_: Set = None,
    remove: Remove = None,
    option: Option = None,
) -> None:
    """Put a design on a real table: cards, tiles, pieces and boards in true size, to print, cut and play."""
    design = wished(what, set_, remove, option)
    html = print_and_play(design, paper, players, has_backs=not no_backs, saves_ink=mono)
    try:
        out.write_text(html, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}") from None
    console = Console(highlight=False)
    console.print(f"{design.title}, {design.hash}", markup=False)
    sided = "on one side" if no_backs else "on both sides over the long edge"
    console.print(f"{out} is written. Open it in a browser and print it at 100 %, {sided}.")
