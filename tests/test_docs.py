"""Every fenced block of the pages is what it says: Python runs, data can be read, commands are there with all their options.
What is only shown says so, and why."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from fences import PAGES, ROOT, Block, blocks, commands

from loot_table.cli.main import app

BLOCKS = [block for page in PAGES for block in blocks(page)]
# Blocks in `text` are not run: what they show, by page.
SHOWN = {
    "docs/analysis.md": "a grammar, and a session: tests/analysis/test_protocol.py holds one and plays the other",
    "docs/architecture.md": "a drawing of what may know what",
    "docs/lab-in-ten-minutes.md": "what the command before it prints: test_commands_print_what_a_page_shows compares it",
}
PRINTED = "docs/lab-in-ten-minutes.md"
NUMBER = re.compile(r"[+-]?\d[\d.,]*")
HASH = re.compile(r"\b[0-9a-f]{16}\b")
# The tutorial's blocks are its game's files; tests/test_tutorial.py compares them and plays the game.
OF_TUTORIAL = "docs/tutorial.md"
LANGUAGES = {"python", "toml", "json", "console", "text"}
OTHERS = {"cd", "cp", "docker", "git", "mkdir", "npm", "source"}  # programs of others that a page may name
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#]+)(?:#[^)]*)?\)")


def in_language(language: str) -> list[Block]:
    return [block for block in BLOCKS if block.language == language and name(block.page) != OF_TUTORIAL]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", sorted({block.page for block in in_language("python")}), ids=name)
def test_code_in_a_page_runs(page: Path, tmp_path: Path) -> None:
    """All blocks of a page, one after the other, as one program."""
    program = "\n".join(block.text for block in in_language("python") if block.page == page)
    # `examples` lies beside the package, which may be the installed one.
    environment = dict(os.environ)
    if environment.get("PYTHONPATH"):
        environment["PYTHONPATH"] = str(ROOT)
    start = f"import sys; sys.path.append({str(ROOT)!r})\n"
    done = subprocess.run(
        [sys.executable, "-P", "-c", start + program],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_every_block_says_what_it_is() -> None:
    unknown = [block.place for block in BLOCKS if block.language not in LANGUAGES and name(block.page) != OF_TUTORIAL]
    assert not unknown, f"blocks are one of {sorted(LANGUAGES)}"


def test_what_is_only_shown_has_its_reason() -> None:
    shown = {name(block.page) for block in BLOCKS if block.language == "text"}
    assert shown <= SHOWN.keys(), "a block that nothing checks: tests/test_docs.py wants to know what it shows"


@pytest.mark.parametrize("block", in_language("toml"), ids=lambda block: block.place)
def test_toml_can_be_read(block: Block) -> None:
    assert tomllib.loads(block.text)


@pytest.mark.parametrize("block", in_language("json"), ids=lambda block: block.place)
def test_json_can_be_read(block: Block) -> None:
    """One value, or several below each other."""
    rest, read = block.text.strip(), json.JSONDecoder()
    while rest:
        value, end = read.raw_decode(rest)
        assert value
        rest = rest[end:].strip()


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(words, id=f"{block.place} {' '.join(words)}")
        for block in in_language("console")
        for words in commands(block)
    ],
)
def test_commands_are_there_with_all_their_options(command: list[str]) -> None:
    program, *words = command
    if program == "loot":
        assert wrong_words(words) == []
    elif program == "make":
        goal = next(word for word in words if "=" not in word)
        assert re.search(rf"^{goal}:", MAKEFILE, re.MULTILINE), f"there is no `make {goal}`"
    elif program in ("pip", "pipx"):
        assert set(extras(words)) <= PROJECT["optional-dependencies"].keys()
    elif program in ("python", "python3") and not words[0].startswith("-"):
        assert (ROOT / words[0]).is_file()
    else:
        assert program in {*OTHERS, "python", "python3"}, f"nothing checks {program}"


def extras(words: list[str]) -> Iterator[str]:
    for word in words:
        found = re.match(r"loot-table\[([\w,]+)\]", word)
        yield from found[1].split(",") if found else []


@pytest.mark.heavy
def test_commands_print_what_a_page_shows(tmp_path: Path) -> None:
    """All commands of the page, one after the other; what is shown after one is what it printed, but for numbers."""
    shown = [block for block in BLOCKS if name(block.page) == PRINTED]
    for number, block in enumerate(shown):
        if block.language != "console":
            continue
        printed = "".join(run(command, tmp_path) for command in commands(block))
        after = shown[number + 1] if number + 1 < len(shown) else block
        if after.language == "text":
            assert in_words(printed) == in_words(after.text), after.place


def run(command: list[str], folder: Path) -> str:
    """What `loot` prints, a hundred letters wide."""
    assert command[0] == "loot"
    words = [sys.executable, "-P", "-c", "from loot_table.cli.main import main; main()", *command[1:]]
    around = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    if around.get("PYTHONPATH"):
        around["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=around, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_words(text: str) -> str:
    """What a text says, whatever its numbers are and wherever its lines end."""
    return " ".join(re.sub(r"─+", "─", NUMBER.sub("N", HASH.sub("H", text))).split())


@cache
def loot() -> Any:
    return typer.main.get_command(app)


def wrong_words(words: list[str]) -> list[str]:
    """What the command line does not know in a command, without doing it."""
    command, context = loot(), typer.Context(loot(), info_name="loot")
    if words[:1] == ["--version"]:
        return []
    while hasattr(command, "get_command"):
        if not words:
            return ["a command is missing"]
        first, *rest = words
        found = command.get_command(context, first)
        if found is None:
            break
        command, words = found, rest
        context = typer.Context(command, info_name=first, parent=context)
    values, left, _ = command.make_parser(context).parse_args(args=list(words))
    missing = [each.name for each in command.params if each.required and values.get(each.name) is None]
    return [*left, *missing]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """Where pages are read as files; scripts/documentation.py looks at those of the site, and at places within pages."""
    if "docs/site/" in name(page):
        return
    text = page.read_text(encoding="utf-8")
    for target in LINK.findall(text):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_some_pages_hold_code() -> None:
    assert {block.page.name for block in in_language("python")} >= {
        "README.md",
        "adding-a-game.md",
        "records.md",
        "writing-a-bot.md",
    }


def test_a_command_that_is_not_there_is_found() -> None:
    assert wrong_words(["lab", "fair", "loot_n_run", "--players", "3"]) == []
    assert wrong_words(["steal", "everything"])
    assert wrong_words(["backup"]) == ["target"]
    with pytest.raises(Exception, match="No such option"):
        wrong_words(["lab", "fair", "loot_n_run", "--unfair"])


def test_the_example_bot_has_thirty_lines() -> None:
    """It is run, and must win or lose a game, like all code here."""
    bot = next(block for block in in_language("python") if block.page.name == "writing-a-bot.md")
    lines = [line for line in bot.text.splitlines() if line.strip()]
    assert len(lines) <= 30, len(lines)
