"""The fenced blocks of the pages: what language they are in, and which commands they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Of what others bring there is no page yet where it is missing.
PAGES = [
    page
    for page in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "bench" / "README.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
    if page.is_file()
]
FENCE = re.compile(r"^(?P<indent> *)(?P<marks>`{3,})(?P<language>[\w-]*)(?P<more>.*)$")
WORDS_AFTER = re.compile(r"\s{2,}\S.*$|\s+# .*$")  # what a command is for stands behind two blanks, or a comment's sign
VARIABLE = re.compile(r"[A-Z_]+=\S* ")


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    more: str  # what stands behind the language
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    lines = page.read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        found = FENCE.match(lines[number])
        number += 1
        if found is None:
            continue
        begin = number
        while lines[number].strip() != found["marks"]:
            number += 1
        text = "\n".join(line.removeprefix(found["indent"]) for line in lines[begin:number])
        yield Block(page, begin, found["language"], found["more"].strip(), text)
        number += 1


def commands(block: Block) -> Iterator[list[str]]:
    """Each command as a shell takes it apart, without what is said behind it and without variables before it."""
    for line in block.text.replace("\\\n", " ").splitlines():
        command = line.strip().removeprefix("$ ")
        command = re.sub(r"\s+", " ", command) if "\\\n" in block.text else WORDS_AFTER.sub("", command)
        while VARIABLE.match(command):
            command = VARIABLE.sub("", command, count=1)
        if command:
            yield shlex.split(command, comments=True)
