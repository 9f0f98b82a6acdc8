"""`loot review`: what decided a finished game, what each player knew, what was luck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table.cli.files import JsonFile, can_be_written, read_match, write_json
from loot_table.cli.folders import found_match
from loot_table.cli.play import kept_names
from loot_table.cli.styled import styled
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.review import Review, Teller
from loot_table.review.ledger import Account, Ledger, series_of
from loot_table.review.report import page
from loot_table.review.reviewing import Closing, Decision, is_marked


def review(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Records: files, or names of `loot matches`. Several are a series.", autocompletion=kept_names
        ),
    ],
    seat: Annotated[
        int | None, typer.Option(help="Whose story is told (1, 2, …); the winner's if none is given.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Also write an HTML file.", show_default=False, callback=can_be_written)
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="Look closer; takes minutes.")] = False,
    hindsight: Annotated[bool, typer.Option("--hindsight", help="Also judge with all cards open.")] = False,
    json_file: JsonFile = None,
) -> None:
    """Review finished games: decisions by what their player knew, the luck of every draw, three turning points."""
    console = Console(highlight=False)
    if report is not None and len(files) > 1:
        raise BadInput("a report is about one game; give one record with --report")
    told, accounts = [], []
    for file in files:
        match = read_match(found_match(file))
        if seat is not None and not 1 <= seat <= match.players:
            raise BadInput(f"there is no player {seat}; they are 1 to {match.players}: {', '.join(match.names)}")
        plain, account = reviewed(Review(match, deep), None if seat is None else seat - 1, hindsight, console)
        told.append(plain)
        accounts.append(account)
    if report is not None:
        try:
            report.write_text(page(told[0]), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{report} cannot be written: {error.strerror}") from None
        console.print(f"{report} is written.")
    if len(accounts) > 1:
        tell_series(accounts, console)
    write_json(json_file, told[0] if len(told) == 1 else told)


def reviewed(found: Review, seat: int | None, hindsight: bool, console: Console) -> tuple[list[Any], Account]:
    """Prints findings as they come, and gives them all as plain data with the account of whose story is told."""
    match, voice = found.match, found.match.voice()
    teller = Teller(match, found.moments, voice)
    plain = []
    ledger: Ledger | None = None
    console.print(styled(voice, match.ending(), "bold"))
    for finding in found.findings(seat, hindsight):
        plain.append(teller.told(finding))
        if isinstance(finding, Decision) and is_marked(finding):
            mark = finding.judged.mark
            console.print(styled(voice, finding.says, "red" if mark == "blunder" else "yellow", indent=2))
        elif isinstance(finding, Ledger):
            ledger = finding
            tell_accounts(match, finding, console)
        elif isinstance(finding, Closing):
            tell_closing(match, finding, console)
            seat = finding.seat
    console.print(f"Evaluator {found.evaluator.hash}", style="dim")
    assert ledger is not None
    assert seat is not None
    return plain, ledger.accounts[seat]


def tell_accounts(match: Match, ledger: Ledger, console: Console) -> None:
    table = Table("", "start", "luck", "own\ndecisions", "others’\ndecisions", "gap", "result", box=SIMPLE)
    for account in ledger.accounts:
        withheld = account.withheld()
        if withheld is not None:
            console.print(styled(match.voice(), withheld))
            continue
        parts = [f"{100 * part:+.0f}" for part in (account.luck, account.own, account.others, account.gap)]
        table.add_row(match.names[account.seat], f"{100 * account.start:.0f}", *parts, f"{100 * account.result:.0f}")
    if table.row_count:
        console.print(table)


def tell_closing(match: Match, closing: Closing, console: Console) -> None:
    voice = match.voice()
    console.print("What decided it", style="bold")
    for number, point in enumerate(closing.turning_points, 1):
        told = styled(voice, point.says, indent=2)
        told.append(f" ({point.rule}, step {point.step + 1})", "dim")
        console.print(f"{number}.", told)
        for reason in point.reasons:
            console.print(styled(voice, reason.says(), "dim", indent=5))
    for rate in closing.rates:
        said = rate.says()
        if said is not None:
            console.print(styled(voice, said))


def tell_series(accounts: list[Account], console: Console) -> None:
    found = series_of(accounts)
    low, high = found.interval
    console.print(
        f"{found.games} games: {100 * found.result:.0f} points of victory on average; less luck {100 * found.adjusted:.0f} "
        f"({100 * low:.0f} to {100 * high:.0f})."
    )
