"""The command `loot`. What a command needs is only loaded for that command."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from loot_table.engine.build import is_compiled
from loot_table.engine.errors import LootError

INTERRUPTED = 130  # what a shell expects of a program that Ctrl-C ended
# Where each command stands in the help, and in which module here.
COMMANDS = {
    "play": ("Play", "play:play"),
    "learn": ("Play", "learn:learn"),
    "watch": ("Play", "play:watch"),
    "replay": ("Play", "play:replay"),
    "review": ("Play", "review:review"),
    "analyse": ("Play", "analyse:analyse"),
    "puzzles": ("Play", "puzzles:puzzles"),
    "matches": ("Play", "play:matches"),
    "games": ("Play", "shelf:list_games"),
    "rules": ("Play", "shelf:show_rules"),
    "arena": ("Bots", "arena:arena"),
    "ladder": ("Bots", "arena:ladder"),
    "net": ("Bots", "net:net"),
    "serve": ("Server", "serve:serve"),
    "brains": ("Server", "brains:brains"),
    "backup": ("Server", "serve:back_up"),
    "restore": ("Server", "serve:put_back"),
    "upgrade": ("Server", "upgrade:upgrade"),
    "reports": ("Server", "reports:reports"),
    "operator": ("Server", "operator:operator"),
    "verify": ("Server", "verify:verify"),
    "lab": ("Measure", "lab:lab"),
    "record": ("Measure", "record:record"),
    "value": ("Measure", "value:value"),
    "secrecy": ("Measure", "secrecy:secrecy"),
    "chaos": ("Measure", "chaos:chaos"),
    "siege": ("Measure", "siege:siege"),
    "rl": ("Measure", "rl:rl"),
    "bench": ("Measure", "bench:bench"),
}


class Loot(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        group, place = COMMANDS[cmd_name]
        module, _, name = place.partition(":")
        found = getattr(import_module(f"loot_table.cli.{module}"), name)
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(rich_markup_mode="rich", add_completion=False)
            alone.command(cmd_name)(found)
            found = alone
        command: Any = typer.main.get_command(found)
        command.name, command.rich_help_panel = cmd_name, group
        return command

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


# What a wheel in pure Python says of itself.
INTERPRETED = "interpreted (the same rules, slower: no compiled wheel fitted, and no C compiler was there to make one)"


def tell_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version  # noqa: PLC0415

        how = "compiled" if is_compiled() else INTERPRETED
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
        Console(stderr=True, highlight=False).print(Text(f"loot: {error}", "red"))
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
