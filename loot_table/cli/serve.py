"""`loot serve`, and the database behind it: `loot backup`, `loot restore`."""

from __future__ import annotations

import io
import os
import sys
import threading
import webbrowser
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qs, urlsplit

import segno
import typer

from loot_table.cli.folders import DATABASE, data_folder
from loot_table.cli.spans import seconds_in
from loot_table.engine.errors import BadInput
from loot_table.games import bring
from loot_table.server import guests
from loot_table.server.backups import backup, restore
from loot_table.server.lab.quotas import Quotas
from loot_table.server.lan import wanted_addresses
from loot_table.server.logs import FORMATS, LEVELS
from loot_table.server.nodes.family import run_family
from loot_table.server.notices.settings import NoticeSettings, read_smtp
from loot_table.server.serve import BackupPlan, Settings, run

HERE = "127.0.0.1"
LEAST_EVERY = 60


def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on; 127.0.0.1 by default.", show_default=False)
    ] = None,
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
    metrics_host: Annotated[
        str, typer.Option(help="Where metrics are served; another address only in a network that is all yours.")
    ] = HERE,
    replica: Annotated[
        Path | None, typer.Option(help="A second database file, on another disk, that follows this one.")
    ] = None,
    backup_folder: Annotated[
        Path | None, typer.Option(help="Copy the database into this folder by the clock, each copy looked through.")
    ] = None,
    backup_every: Annotated[str, typer.Option(help="How often: 30m, 6h, 1d.")] = "6h",
    backup_keep: Annotated[int, typer.Option(help="So many of the newest copies are kept.", min=1, max=10_000)] = 14,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan",
            help="Serve the local network too, and show address and QR code, so that a phone in the room can join; "
            "--host names one of its addresses if there are several.",
        ),
    ] = False,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser where there is one.")] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    log_format: Annotated[
        str, typer.Option(help="json, an object a line with time, level, node, message and table; or text, for people.")
    ] = "json",
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Budgets for each seat and address; off only to measure.")
    ] = True,
    game: Annotated[
        list[Path] | None,
        typer.Option(help="A game from a file or a folder besides those that are here; may be repeated."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="A trained policy as NAME=MODEL that can be chosen as a bot; may be repeated: docs/baselines.md."
        ),
    ] = None,
    lab: Annotated[bool, typer.Option("--lab/--no-lab", help="The designer's lab for everybody who comes.")] = True,
    lab_workers: Annotated[int, typer.Option(help="Processes that play for the lab.", min=1, max=64)] = 1,
    lab_folder: Annotated[
        Path | None, typer.Option(help="Where the lab keeps finished games; beside the database by default.")
    ] = None,
    smtp: Annotated[
        str,
        typer.Option(
            envvar="LOOT_SMTP",
            help="A mail server for notices: smtp://user@host:587, smtps://user@host; the password in LOOT_SMTP_PASSWORD.",
            show_default=False,
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(envvar="LOOT_MAIL_FROM", help='Whom mails are from: "Loot Table <loot@example.org>".')
    ] = "",
    push_contact: Annotated[
        str,
        typer.Option(
            envvar="LOOT_PUSH_CONTACT",
            help="Send web push notices; a push service may write here: mailto:you@example.org.",
        ),
    ] = "",
    push_key: Annotated[
        Path | None, typer.Option(help="The key that signs pushes; made if need be, beside the database by default.")
    ] = None,
    push_service: Annotated[
        list[str] | None,
        typer.Option(help="The host of a push service besides those of the browsers; may be repeated."),
    ] = None,
    nodes: Annotated[
        int,
        typer.Option(help="Servers on this machine behind the one port; with a PostgreSQL database.", min=1, max=64),
    ] = 1,
    node: Annotated[
        str,
        typer.Option(
            help="Where other servers on the same PostgreSQL database reach this one, as HOST:PORT; found out if not said.",
            show_default=False,
        ),
    ] = "",
    name: Annotated[
        str,
        typer.Option(
            help="What this server is called in logs, metrics and on the operator's page; the machine's name by default.",
            show_default=False,
        ),
    ] = "",
    brains: Annotated[
        str,
        typer.Option(
            envvar="LOOT_BRAINS",
            help="Where bots think, if not here: the address of `loot brains`, with its secret in LOOT_BRAINS_SECRET.",
            show_default=False,
        ),
    ] = "",
    pace: Annotated[float, typer.Option(help="How slowly bots answer; 0 is at once.", min=0, max=10)] = 1.0,
) -> None:
    """Serve tables to browsers and bots, keeping everything in one file."""
    if log_level not in LEVELS:
        raise BadInput(f'--log-level is debug, info, warning or error, got "{log_level}"')
    if log_format not in FORMATS:
        raise BadInput(f'--log-format is json or text, got "{log_format}"')
    for path in game or []:
        bring(path)
    for wish in policy or []:
        guests.bring(wish)
    check_no_password(database)
    database = database or str(own_database())
    check_proxies(trust_proxy or [])
    if lab_folder is None and database.startswith("postgresql"):
        lab_folder = data_folder() / "lab"
    lan_hosts = wanted_addresses(host) if lan else ()
    host = HERE if host is None or lan else host
    own_address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    near = [f"http://{one}:{port}" for one in lan_hosts]
    settings = Settings(
        host,
        port,
        database,
        tuple(origin or ()),
        pace=pace,
        brains=brains,
        is_strict=limits,
        log_level=log_level,
        log_format=log_format,
        trust_proxy=tuple(trust_proxy or ()),
        metrics_port=metrics_port,
        metrics_host=metrics_host,
        replica=None if replica is None else str(replica),
        backups=None if backup_folder is None else BackupPlan(str(backup_folder), every(backup_every), backup_keep),
        lab=Quotas(jobs=lab_workers) if lab else None,
        lab_folder=None if lab_folder is None else str(lab_folder),
        notices=NoticeSettings(
            address=[*(origin or ()), *near, own_address][0],
            smtp=read_smtp(smtp, mail_from, os.environ.get("LOOT_SMTP_PASSWORD", "")) if smtp else None,
            push_contact=push_contact,
            push_key=push_key or key_beside(database),
            push_services=tuple(push_service or ()),
        ),
        lan=lan_hosts,
        node=node,
        name=name,
    )
    when_open = partial(announce, own_address, near, browser)
    if nodes > 1:
        run_family(settings, nodes, when_open)
    else:
        run(settings, when_open)


def every(span: str) -> int:
    found = seconds_in(span)
    if found < LEAST_EVERY:
        raise BadInput(f"--backup-every is at least {LEAST_EVERY} seconds: each copy takes its time")
    return found


def key_beside(database: str) -> Path:
    return data_folder() / "push-key.pem" if database.startswith("postgresql") else Path(f"{database}.push-key.pem")


def announce(address: str, lan: list[str], has_browser: bool, name: str = "") -> None:
    print(f"Loot Table is at {address} (Ctrl-C stops it; nothing is lost).", flush=True)
    if lan:
        print(f"Others in this network: {' or '.join(lan)}")
        show_qr(lan[0])
        print("Everybody in this network can come in; stop it when you are done.", flush=True)
    if has_browser:
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def show_qr(address: str) -> None:
    """For a phone's camera, where the terminal can draw it."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return  # the address stands above
    print(drawn.getvalue())


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
