"""Where things of one's own are kept: matches left unfinished, records of finished ones, the server's database."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from loot_table.engine.errors import BadInput

DATABASE = "loot-table.db"
ENDING = ".loot.json"


def data_folder() -> Path:
    """The user's folder for this program; on Linux `~/.local/share/loot-table`, or below XDG_DATA_HOME."""
    return user_data_path("loot-table", appauthor=False)


def matches_folder() -> Path:
    folder = data_folder() / "matches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from None
    return folder


def free_name(slug: str) -> Path:
    """A file for a match that nothing has yet."""
    folder, number = matches_folder(), 1
    while (path := folder / f"{slug}-{number}{ENDING}").exists():
        number += 1
    return path


def found_match(name: str) -> Path:
    """A file by its path, or a kept match by its name: `loot_fiend-3`."""
    path = Path(name).expanduser()
    if path.exists() or path.parent != Path() or not path.name:
        return path
    kept = data_folder() / "matches" / (path.name.removesuffix(ENDING) + ENDING)
    return kept if kept.exists() else path


def short_name(path: Path) -> str:
    """What to type for a match: its name alone where it is among the kept ones."""
    return path.name.removesuffix(ENDING) if path.parent == data_folder() / "matches" else str(path)
