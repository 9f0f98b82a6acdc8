"""`loot serve`, and the database behind it: `loot backup`, `loot restore`."""

from __future__ import annotations

import sys
import threading
import webbrowser
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qs, urlsplit

import typer

from loot_table.cli.folders import DATABASE, data_folder
from loot_table.engine.errors import BadInput
from loot_table.games import bring
from loot_table.server.lab.quotas import Quotas
from loot_table.server.serve import Settings, run
from loot_table.server.store import backup, restore


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    database: Annotated[
        str,
        typer.Option(
            envvar="LOOT_DATABASE",
            help="A file, or the URL of a PostgreSQL database; one with a password only by the environment. "
            "By default a file in your data folder.",
            show_default=False,
        ),
    ] = "",
    origin: Annotated[list[str] | None, typer.Option(help="An address under which browsers reach this server.")] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address of a proxy in front, whose X-Forwarded-For names the visitors; may be repeated."
        ),
    ] = None,
    metrics_port: Annotated[
        int | None, typer.Option(help="Serve metrics for Prometheus here, to this machine only.", min=1, max=65535)
    ] = None,
    replica: Annotated[
        Path | None, typer.Option(help="A second database file, on another disk, that follows this one.")
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser where there is one.")] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Budgets for each seat and address; off only to measure.")
    ] = True,
    game: Annotated[
        list[Path] | None,
        typer.Option(help="A game from a file or a folder besides those that are here; may be repeated."),
    ] = None,
    lab: Annotated[bool, typer.Option("--lab/--no-lab", help="The designer's lab for everybody who comes.")] = True,
    lab_workers: Annotated[int, typer.Option(help="Processes that play for the lab.", min=1, max=64)] = 1,
    lab_folder: Annotated[
        Path | None, typer.Option(help="Where the lab keeps finished games; beside the database by default.")
    ] = None,
    pace: Annotated[float, typer.Option(help="How slowly bots answer; 0 is at once.", min=0, max=10)] = 1.0,
) -> None:
    """Serve tables to browsers and bots, keeping everything in one file."""
    if log_level not in ("debug", "info", "warning", "error"):
        raise BadInput(f'--log-level is debug, info, warning or error, got "{log_level}"')
    for path in game or []:
        bring(path)
    check_no_password(database)
    database = database or str(own_database())
    check_proxies(trust_proxy or [])
    if lab_folder is None and database.startswith("postgresql"):
        lab_folder = data_folder() / "lab"
    settings = Settings(
        host,
        port,
        database,
        tuple(origin or ()),
        pace=pace,
        is_strict=limits,
        log_level=log_level,
        trust_proxy=tuple(trust_proxy or ()),
        metrics_port=metrics_port,
        replica=None if replica is None else str(replica),
        lab=Quotas(jobs=lab_workers) if lab else None,
        lab_folder=None if lab_folder is None else str(lab_folder),
    )
    run(settings, partial(announce, f"http://{f'[{host}]' if ':' in host else host}:{port}", browser))


def announce(address: str, has_browser: bool) -> None:
    print(f"Loot Table is at {address} (Ctrl-C stops it; nothing is lost).", flush=True)
    if has_browser:
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def own_database() -> Path:
    """The database in the user's data folder; with a word about one that an earlier release left in this folder."""
    here = Path(DATABASE)
    if here.exists():
        print(f"{here} in this folder is not opened; to go on with it: --database {here}", file=sys.stderr)
    return data_folder() / DATABASE


def check_no_password(database: str) -> None:
    """Whoever lists the processes of a machine reads their command lines."""
    is_told = "://" in database and any(database in word for word in sys.argv)
    if is_told and (urlsplit(database).password or "password" in parse_qs(urlsplit(database).query)):
        raise BadInput("a password on the command line can be read by everybody here; put the URL into LOOT_DATABASE")


def check_proxies(addresses: list[str]) -> None:
    for one in addresses:
        try:
            ip_network(one, strict=False)
        except ValueError:
            raise BadInput(f'--trust-proxy is the address or network of a proxy, got "{one}"') from None


def back_up(
    target: Annotated[Path, typer.Argument(help="The new file.")],
    database: Annotated[
        Path | None, typer.Option(help="The database; it may be in use. Your own by default.", show_default=False)
    ] = None,
) -> None:
    """Copy the database while it is in use."""
    backup(database or own_database(), target)
    print(f"Backed up to {target}.")


def put_back(
    source: Annotated[Path, typer.Argument(help="A backup.")],
    database: Annotated[
        Path | None,
        typer.Option(help="The database to replace; stop its server first. Your own by default.", show_default=False),
    ] = None,
) -> None:
    """Put a backup in place of the database; the old one is kept beside it."""
    target = database or own_database()
    restore(source, target)
    print(f"Restored {target}.")
