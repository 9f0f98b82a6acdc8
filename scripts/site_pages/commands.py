"""The command line, from the command itself: a page for each panel of its help."""

from __future__ import annotations

import re
from collections.abc import Iterator

import typer
from typer.cli import get_docs_for_click

from loot_table.cli.main import COMMANDS, app

SHORTENED = re.compile(r"\*\*Commands\*\*:\n\n(?:\* .*\n)+\n")  # each is told whole on the same page
HELP = re.compile(r"\* `--(?:help|install-completion|show-completion)`: .*\n")
EMPTY = re.compile(r"\*\*Options\*\*:\n\n(?=\n|\Z|#|\*\*)")
LARGE = {"lab": "The lab", "rl": "Research"}  # commands that fill a page of their own


def pages() -> dict[str, str]:
    command = typer.main.get_command(app)
    text = get_docs_for_click(obj=command, ctx=typer.Context(command, info_name="loot"), name="loot")
    for what, instead in ((SHORTENED, ""), (HELP, ""), (EMPTY, "")):
        text = what.sub(instead, text)
    found: dict[str, list[str]] = {}
    for name, part in parts(text):
        found.setdefault(LARGE.get(name, COMMANDS[name][0]), []).append(part)
    return {f"reference/loot-{address(panel)}.md": page(panel, told) for panel, told in found.items()}


def address(panel: str) -> str:
    return panel.lower().replace(" ", "-")


def parts(text: str) -> Iterator[tuple[str, str]]:
    """Each command's name and what is said of it."""
    for part in re.split(r"^(?=## `loot )", text, flags=re.MULTILINE)[1:]:
        yield part.split("`")[1].split()[1], part.strip() + "\n"


def page(panel: str, told: list[str]) -> str:
    names = [part.split("`")[1] for part in told]
    links = ", ".join(f"[`{name}`](#{name.replace(' ', '-')})" for name in names)
    intro = (
        f"# Commands: {panel}\n\nWritten from the command itself, as `loot COMMAND --help` says it. Here: {links}.\n\n"
    )
    return intro + "\n".join(told)
