"""What every measurement shares: the command they stand under, and how figures are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from loot_table.cli.files import write_json

bench = typer.Typer(no_args_is_help=True, help="Measure speed against peers and baselines.")


@bench.callback()
def about() -> None:
    """Measure speed against peers and baselines."""


def thousands(figure: float) -> str:
    return f"{figure / 1e6:.2f}M" if figure >= 1e6 else f"{figure / 1e3:.1f}k"


def write_figures(json_file: Path | None, figures: Sequence[Any]) -> None:
    write_json(json_file, [asdict(one) for one in figures])
