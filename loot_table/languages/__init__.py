"""Languages: each is a file here, `de.po`, with a translation for each template of the catalogue (docs/languages.md).

English needs no file. Whoever asks for a language that is not here reads English.
"""

from __future__ import annotations

import os
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.engine.sentence import ENGLISH, Words

FOLDER = Path(__file__).parent
MOST_FORMS = 200  # numbers beyond take the form of their last two figures
ELSEWHERE = "LOOT_LANGUAGES"  # a folder with more of them


class Catalogue(Words):
    """What a `.po` file says."""

    def __init__(self, name: str, path: Path) -> None:
        try:
            from babel.messages import pofile  # noqa: PLC0415 - only who reads another language needs it
        except ImportError:
            raise BadInput('a language needs Babel: pip install "loot-table[languages]"') from None
        self.name = name
        try:
            with path.open("rb") as file:
                self.found = pofile.read_po(file, locale=name, abort_invalid=True)
        except (OSError, ValueError, pofile.PoFileError) as error:
            raise BadInput(f"{path.name} is no catalogue: {error}") from None

        self.which = c2py(self.found.plural_expr)

    def find(self, template: str) -> str:
        message = self.found.get(template)
        return str(message.string) if message is not None and message.string else template

    def count(self, one: str, many: str, number: int) -> str:
        message = self.found.get((one, many))
        if message is None or not isinstance(message.string, tuple) or not message.string[0]:
            return super().count(one, many, number)
        return str(message.string[min(self.form(number), len(message.string) - 1)])

    def form(self, number: int) -> int:
        return int(self.which(number))

    def plain(self) -> dict[str, Any]:
        """For the browser: translations by template, plural forms by the template of one, and which form a number takes."""
        told = [message for message in self.found if message.id and message.string]
        return {
            "words": {message.id: message.string for message in told if isinstance(message.id, str)},
            "plurals": {
                message.id[0]: list(message.string or ()) for message in told if not isinstance(message.id, str)
            },
            "forms": [self.form(number) for number in range(MOST_FORMS)],
        }


def folders() -> list[Path]:
    more = os.environ.get(ELSEWHERE)
    return [FOLDER, *([Path(more)] if more else [])]


@cache
def files() -> dict[str, Path]:
    return {path.stem: path for folder in folders() for path in sorted(folder.glob("*.po"))}


@cache
def known() -> tuple[str, ...]:
    return ("en", *sorted(files()))


def words(language: str) -> Words:
    """A language by its name, as browsers write it: `de-AT` is served by `de.po`."""
    name = language.replace("-", "_")
    return next((catalogue(known) for known in (name, name.split("_")[0]) if known in files()), ENGLISH)


@cache
def catalogue(name: str) -> Catalogue:
    return Catalogue(name, files()[name])
