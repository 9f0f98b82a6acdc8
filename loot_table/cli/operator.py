"""`loot operator`: looks after a server. Keys and the audit log stand in the database; all else is asked of the server."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table.cli.desk_line import DeskLine
from loot_table.cli.files import can_be_written
from loot_table.cli.folders import DATABASE, data_folder
from loot_table.cli.spans import seconds_in
from loot_table.engine.errors import BadInput
from loot_table.server.desk import keys
from loot_table.server.serve import open_store
from loot_table.server.store import Store, VisitingStore

operator = typer.Typer(no_args_is_help=True, help="Look after a server: health, tables, restarts, keys, the audit log.")
Found = TypeVar("Found")
Database = Annotated[
    str,
    typer.Option(
        envvar="LOOT_DATABASE",
        help="A file, which may be in use, or the URL of a PostgreSQL database. Your own by default.",
        show_default=False,
    ),
]
Server = Annotated[
    str, typer.Option(envvar="LOOT_SERVER", help="Where the server is; the key comes from LOOT_OPERATOR_KEY.")
]
HERE = "http://127.0.0.1:8000"
TableName = Annotated[str, typer.Argument(help="A table, as `loot operator tables` and the logs name it.")]


@operator.callback()
def about() -> None:
    """Look after a server: health, tables, restarts, keys, the audit log. docs/operating.md says more."""


# ---------------------------------------------------------------- in the database


def in_database(database: str, story: Callable[[Store | VisitingStore], Awaitable[Found]]) -> Found:
    async def run() -> Found:
        store = opened(database or str(data_folder() / DATABASE))
        try:
            return await story(store)
        finally:
            store.close()

    return asyncio.run(run())


def opened(database: str) -> Store | VisitingStore:
    """As a visitor, since its server may be running; where there is none yet, it is made."""
    is_there = database.startswith("postgresql") or Path(database).is_file()
    return VisitingStore(Path(database)) if is_there and not database.startswith("postgresql") else open_store(database)


@operator.command()
def key(
    name: Annotated[str, typer.Argument(help="The operator: small letters, digits, dots and dashes.")],
    revoke: Annotated[bool, typer.Option("--revoke", help="Take the key back; its sessions end with it.")] = False,
    database: Database = "",
) -> None:
    """Make an operator's key, shown once; the desk opens with the first one. The one before opens nothing any more."""
    if revoke:
        in_database(database, lambda store: keys.take_back(store, name))
        print(f"The key of {name} opens nothing any more.")
        return
    print(in_database(database, lambda store: keys.make_key(store, name)))


@operator.command("keys")
def list_keys(database: Database = "") -> None:
    """List the operators who have a key."""
    found = in_database(database, keys.operators)
    for name, kept in found.items():
        print(f"{name}  since {day(kept.made)}")
    if not found:
        print("Nobody has a key, and the desk is closed: loot operator key NAME makes one.")


@operator.command()
def audit(
    lines: Annotated[int, typer.Option(help="So many of the last lines.", min=1, max=100_000)] = 50,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    database: Database = "",
) -> None:
    """What operators have done: when, who, from where, what."""
    found = in_database(database, lambda store: store.audited(lines))
    for line in reversed(found):
        if as_json:
            print(json.dumps({name: getattr(line, name) for name in line.__dataclass_fields__}))
        else:
            print(
                "  ".join(
                    part for part in (day(line.at), line.who, line.origin, line.act, line.about, line.said) if part
                )
            )
    if not found and not as_json:
        print("No operator has done anything yet.")


# ---------------------------------------------------------------- of the server


@operator.command()
def health(server: Server = HERE, as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """How the server is, and all others on its database. Ends with 1 if somebody should look."""
    found = DeskLine(server).ask("GET", "health")
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        for one in found["servers"]:
            for line in told_health(one):
                print(line)
        if found["restart"]:
            print(f"A restart is announced in {found['restart']['seconds']} s. {found['restart']['text']}".rstrip())
    if any(one["warnings"] for one in found["servers"]):
        raise typer.Exit(1)


def told_health(one: dict[str, Any]) -> list[str]:
    if "version" not in one:
        return [f"{one['name']}: {' '.join(one['warnings'])}"]
    database, tables = one["database"], one["tables"]
    answers = "does not answer" if database["ms"] is None else f"answers in {database['ms']} ms"
    free = "" if one["disk_free_bytes"] is None else f", {one['disk_free_bytes'] / 2**30:.1f} GiB of disk free"
    memory = "" if one["memory_bytes"] is None else f", {one['memory_bytes'] / 2**20:.0f} MiB of memory"
    backups = one["backups"]
    last = "" if backups is None or not backups["last"] else f", backed up {backups['last_ago']} s ago"
    return [
        f"{one['name']}: Loot Table {one['version']}, up for {one['up_seconds']} s{memory}",
        f"  {database['kind']} {answers}{free}{last}",
        f"  {tables['awake']} tables awake, {tables['asleep']} asleep, {one['sockets']} screens, "
        f"{one['bots_waiting']} bots waiting, loop late by {one['loop_lag_ms']['worst']} ms at worst",
        *[f"  ! {warning}" for warning in one["warnings"]],
    ]


@operator.command()
def tables(
    which: Annotated[str, typer.Option(help="open, over or retired.")] = "open",
    skip: Annotated[int, typer.Option(help="Those before have been seen.", min=0)] = 0,
    server: Server = HERE,
) -> None:
    """List tables by what anybody may know of them: never a name, a code or a hand."""
    found = DeskLine(server).ask("GET", f"tables?which={which}&from={skip}")
    drawn = Table(box=SIMPLE)
    for heading in ("table", "game", "players", "phase", "made", "last change", "changes", "awake"):
        drawn.add_column(heading, justify="right" if heading in ("players", "changes") else "left")
    for one in found["tables"]:
        made = "" if one["made"] is None else day(one["made"])
        ago = "" if one["changed_ago"] is None else f"{one['changed_ago'] // 3600} h ago"
        awake = "" if not one["is_awake"] else "elsewhere" if one["screens"] is None else f"{one['screens']} screens"
        words = (one["table"], one["game"] or "?", one["players"], one["phase"], made, ago, one["changes"], awake)
        drawn.add_row(*[str(word) for word in words])
    Console(highlight=False).print(drawn)
    if found["next"] is not None:
        print(f"There are more: --skip {found['next']}")


@operator.command()
def limits(server: Server = HERE) -> None:
    """The limits in force."""
    found = DeskLine(server).ask("GET", "limits")
    if not found["is_strict"]:
        print("The server runs with --no-limits: nothing of this is in force.")
    for one in found["quotas"]:
        print(f"{one['what']}: {one['most']} in {one['seconds']} s")
    for one in found["at_a_time"]:
        print(f"{one['what']}: {one['most']} at a time")


@operator.command()
def retire(table: TableName, server: Server = HERE) -> None:
    """Put a table away that is over or that nobody has touched for two weeks. It can be brought back for thirty days."""
    found = DeskLine(server).ask("POST", f"tables/{named(table)}/retire")
    print(f"{table} is put away; within {found['kept_days']} days: loot operator bring-back {table}")


@operator.command("bring-back")
def bring_back(table: TableName, server: Server = HERE) -> None:
    """Bring a table back that was put away."""
    DeskLine(server).ask("POST", f"tables/{named(table)}/bring-back")
    print(f"{table} is back.")


@operator.command()
def export(
    table: TableName,
    out: Annotated[Path, typer.Option(help="The file to write.", show_default=False, callback=can_be_written)],
    server: Server = HERE,
) -> None:
    """Write the record of a game that is over. While it goes on there is none: a record holds every hand."""
    found = DeskLine(server).ask("GET", f"tables/{named(table)}/record")
    try:
        out.write_text(json.dumps(found), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}") from None
    print(f"Written to {out}.")


@operator.command()
def announce(
    when: Annotated[str, typer.Argument(help="In how long: 90s, 10m, 2h.")] = "10m",
    text: Annotated[str, typer.Option(help="What people read beside the countdown.")] = "",
    cancel: Annotated[bool, typer.Option("--cancel", help="Call it off.")] = False,
    server: Server = HERE,
) -> None:
    """Announce a restart on every screen, with a countdown. In the last minute no new table is made."""
    if cancel:
        DeskLine(server).ask("DELETE", "restart")
        print("The restart is called off.")
        return
    DeskLine(server).ask("POST", "restart", {"seconds": seconds_in(when), "text": text})
    print(f"Everybody is told of a restart in {when}.")


def named(table: str) -> str:
    if re.fullmatch("[0-9a-f]{10}", table) is None:
        raise BadInput(f'a table is named by ten digits and letters from a to f, as in the logs, got "{table}"')
    return table


def day(at: int) -> str:
    return datetime.fromtimestamp(at).isoformat(" ", "minutes")
