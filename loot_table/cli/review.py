"""`loot review`: what decided a finished game, what each player knew, what was luck."""

from __future__ import annotations

from dataclasses import asdict
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
from loot_table.review.ledger import Ledger, series_of, signed
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
    matches = [read_match(found_match(file)) for file in files]
    for match in matches:
        if seat is not None and not 1 <= seat <= match.players:
            raise BadInput(f"there is no player {seat}; they are 1 to {match.players}: {', '.join(match.names)}")
    if len(matches) > 1:
        if seat is None or report is not None or deep or hindsight:
            raise BadInput("of several games only the luck is told, of the player that --seat says")
        write_json(json_file, tell_series(matches, seat - 1, console))
        return
    plain = reviewed(Review(matches[0], deep), None if seat is None else seat - 1, hindsight, console)
    if report is not None:
        try:
            report.write_text(page(plain), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{report} cannot be written: {error.strerror}") from None
        console.print(f"{report} is written.")
    write_json(json_file, plain)


def reviewed(found: Review, seat: int | None, hindsight: bool, console: Console) -> list[Any]:
    """Prints findings as they come, and gives them all as plain data."""
    match, voice = found.match, found.match.voice()
    teller = Teller(match, found.moments, voice)
    plain = []
    console.print(styled(voice, match.ending(), "bold"))
    for finding in found.findings(seat, hindsight):
        if isinstance(finding, Decision) and not finding.judged.is_settled:
            continue  # it comes once more
        plain.append(teller.told(finding))
        if isinstance(finding, Decision) and is_marked(finding):
            mark = finding.judged.mark
            console.print(styled(voice, finding.says, "red" if mark == "blunder" else "yellow", indent=2))
        elif isinstance(finding, Ledger):
            tell_accounts(match, finding, console)
        elif isinstance(finding, Closing):
            tell_closing(match, finding, console)
    console.print(f"Evaluator {found.evaluator.hash}", style="dim")
    return plain


def tell_accounts(match: Match, ledger: Ledger, console: Console) -> None:
    table = Table("", "start", "luck", "own\ndecisions", "others’\ndecisions", "gap", "result", box=SIMPLE)
    for account in ledger.accounts:
        withheld = account.withheld()
        if withheld is not None:
            console.print(styled(match.voice(), withheld))
            continue
        parts = [signed(part) for part in (account.luck, account.own, account.others, account.gap)]
        table.add_row(match.names[account.seat], f"{100 * account.start:.0f}", *parts, f"{100 * account.result:.0f}")
    if table.row_count:
        console.print(table)


def tell_closing(match: Match, closing: Closing, console: Console) -> None:
    voice = match.voice()
    if closing.turning_points:
        console.print("What decided it", style="bold")
    for number, point in enumerate(closing.turning_points, 1):
        told = styled(voice, point.says, indent=2)
        told.append(f" ({point.rule}, step {point.step})", "dim")
        console.print(f"{number}.", told)
        for reason in point.reasons:
            console.print(styled(voice, reason.says(), "dim", indent=5))
    for rate in closing.rates:
        said = rate.says()
        if said is not None:
            console.print(styled(voice, said))


def tell_series(matches: list[Match], seat: int, console: Console) -> list[Any]:
    """Several games of one player: each result with its luck, and the mean less luck."""
    ledgers = [Review(match).ledger() for match in matches]
    for match, ledger in zip(matches, ledgers, strict=True):
        account = ledger.accounts[seat]
        luck = "not told" if account.is_withheld else signed(account.luck)
        console.print(f"{match.names[seat]}: {100 * account.result:.0f} points of victory, luck {luck}")
    found = series_of([ledger.accounts[seat] for ledger in ledgers])
    low, high = found.interval
    console.print(
        f"{found.games} games: {100 * found.result:.0f} points on average; less luck {100 * found.adjusted:.0f} "
        f"({100 * low:.0f} to {100 * high:.0f})."
    )
    return [asdict(ledger.accounts[seat]) for ledger in ledgers]
