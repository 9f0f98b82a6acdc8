"""The code in README.md and docs/ runs as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if "```python" in page.read_text()
]
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_in_a_page_runs(page: Path, tmp_path: Path) -> None:
    """All blocks of a page, one after the other, as one program."""
    program = "\n".join(CODE.findall(page.read_text(encoding="utf-8")))
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


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.name
)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_some_pages_hold_code() -> None:
    assert {page.name for page in PAGES} >= {"README.md", "adding-a-game.md", "records.md", "writing-a-bot.md"}


def test_the_example_bot_has_thirty_lines() -> None:
    """It is run, and must win or lose a game, like all code here."""
    page = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
    bot = [line for line in CODE.findall(page)[0].splitlines() if line.strip()]
    assert len(bot) <= 30, len(bot)
