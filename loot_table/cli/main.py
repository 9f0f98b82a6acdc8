"""The command `loot`."""

from __future__ import annotations

import platform
from importlib.metadata import version

import typer

from loot_table.engine.build import is_compiled

app = typer.Typer(no_args_is_help=True, add_completion=False)


def tell_version(is_asked: bool) -> None:
    if is_asked:
        how = "compiled" if is_compiled() else "interpreted (no compiled modules)"
        print(f"loot-table {version('loot-table')}, {how}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", callback=tell_version, is_eager=True, help="Say which version this is."
    ),
) -> None:
    """Five loot-themed tabletop games."""


def main() -> None:
    app()
