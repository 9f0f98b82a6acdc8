"""The command `loot`."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any

import typer
from rich.console import Console

from loot_table.cli.arena import arena, ladder
from loot_table.cli.bench import bench
from loot_table.cli.chaos import chaos
from loot_table.cli.play import INTERRUPTED, matches, play, replay, watch
from loot_table.cli.secrecy import secrecy
from loot_table.cli.serve import back_up, put_back, serve
from loot_table.cli.shelf import list_games, show_rules
from loot_table.cli.siege import siege
from loot_table.cli.terminal import problem
from loot_table.cli.verify import verify
from loot_table.engine.build import is_compiled
from loot_table.engine.errors import LootError


class Loot(typer.core.TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        """Ctrl-C ends every command alike."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    cls=Loot,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
GROUPS: dict[str, dict[str, Callable[..., None]]] = {
    "Play": {
        "play": play,
        "watch": watch,
        "replay": replay,
        "matches": matches,
        "games": list_games,
        "rules": show_rules,
    },
    "Bots": {"arena": arena, "ladder": ladder},
    "Server": {"serve": serve, "backup": back_up, "restore": put_back, "verify": verify},
    "Measure": {"secrecy": secrecy, "chaos": chaos, "siege": siege},
}
for group, commands in GROUPS.items():
    for name, command in commands.items():
        app.command(name, rich_help_panel=group)(command)
app.add_typer(bench, name="bench", rich_help_panel="Measure")


def tell_version(is_asked: bool) -> None:
    if is_asked:
        how = "compiled" if is_compiled() else "interpreted (no C compiler when it was installed)"
        print(f"loot-table {version('loot-table')}, {how}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=tell_version, is_eager=True, help="Say which version this is, and how built."
        ),
    ] = False,
) -> None:
    """Loot-themed tabletop games, played for real: exact rules, fair bots."""


def main() -> None:
    try:
        app()
    except LootError as error:
        problem(Console(stderr=True, highlight=False), error)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
