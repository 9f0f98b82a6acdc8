"""Languages: each is a file here, `de.po`, with a translation for each template of the catalogue (docs/languages.md).

English needs no file. Whoever asks for a language that is not here reads English.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from loot_table.engine.errors import BadInput
from loot_table.engine.sentence import ENGLISH, Words

FOLDER = Path(__file__).parent
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

    def find(self, template: str) -> str:
        message = self.found.get(template)
        return str(message.string) if message is not None and message.string else template

    def count(self, one: str, many: str, number: int) -> str:
        message = self.found.get((one, many))
        if message is None or not isinstance(message.string, tuple) or not message.string[0]:
            return super().count(one, many, number)
        return str(message.string[min(self.form(number), len(message.string) - 1)])

    def form(self, number: int) -> int:
        from gettext import c2py  # noqa: PLC0415

        return int(c2py(self.found.plural_expr)(number))

    def plain(self) -> dict[str, str]:
        """For the browser: template to translation."""
        return {
            str(message.id): str(message.string)
            for message in self.found
            if isinstance(message.id, str) and message.string and message.id
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


@cache
def words(language: str) -> Words:
    """A language by its name, as browsers write it: `de-AT` is served by `de.po`."""
    for name in (language.replace("-", "_"), language.replace("-", "_").split("_")[0]):
        if name in files():
            return Catalogue(name, files()[name])
    return ENGLISH
