"""Decisions of bots as rows for learning: what the seat saw, which letters were legal, which one was said, how it ended.

`COLUMNS` is the data dictionary; docs/baselines.md has the card. Most numbers of a row are 0: places and values of the others
are kept. A data set is a folder of Parquet files, each of some games, so that it can be as long as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.run import spread
from loot_table.engine.encoding import Encoding
from loot_table.engine.episode import Episode, parts_of
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Entry, Witness
from loot_table.engine.spelling import Spelling
from loot_table.engine.state import State
from loot_table.measure.recorder import imported, type_of
from loot_table.rl.card import card_for
from loot_table.rl.encodings import encoding_of, spelling_of
from loot_table.rl.policy import card_with_sizes

CARD: Final = "card.json"
AT_ONCE: Final = 64  # games in a file, at most
# Each column with its type in Polars, and what it says.
COLUMNS: Final[Mapping[str, tuple[str, str]]] = {
    "game": ("UInt32", "number of the game in this set"),
    "decision": ("UInt32", "number of the decision in its game, from 0; its letters share it"),
    "letter_number": ("UInt16", "which letter of the answer this is, from 0"),
    "seat": ("UInt8", "who decided"),
    "bot": ("String", "which bot that was"),
    "places": ("List(UInt16)", "where the row of this seat has numbers other than 0"),
    "values": ("List(Float32)", "these numbers"),
    "legal": ("List(UInt16)", "the letters that could come next"),
    "letter": ("UInt16", "the one that was said"),
    "result": ("List(Float32)", "each seat's share of the victory in the end, seat 0 first"),
}
Rows = dict[str, list[Any]]


class Onlooker(Witness):
    """Writes down each decision of a match as its seat saw it."""

    def __init__(self, encoding: Encoding, spelling: Spelling, names: tuple[str, ...], number: int) -> None:
        self.encoding = encoding
        self.spelling = spelling
        self.names = names
        self.number = number
        self.row = np.zeros(encoding.size + len(spelling.spelled), np.float32)
        self.rows: Rows = {name: [] for name in COLUMNS}
        self.decisions = 0

    def see(self, state: State, entry: Entry) -> None:
        if entry.action is None:
            return
        asked = Episode(state, self.encoding, self.spelling, 0)
        number = self.decisions
        self.decisions += 1
        for place, letter in enumerate(self.spelling.word(entry.action, asked.view(entry.seat))):
            legal = asked.legal()
            if letter not in legal:
                return  # more is accepted than is listed (repacking), and this was something else
            asked.observe(entry.seat, self.row)
            places = np.flatnonzero(self.row)
            for name, told in (
                ("game", self.number),
                ("decision", number),
                ("letter_number", place),
                ("seat", entry.seat),
                ("bot", self.names[entry.seat]),
                ("places", places.tolist()),
                ("values", self.row[places].tolist()),
                ("legal", legal),
                ("letter", letter),
            ):
                self.rows[name].append(told)
            asked.asked().spell(letter)


def game_rows(contest: Contest, form: str, number: int) -> tuple[Rows, int]:
    """The rows of one game, and how many decisions it had."""
    played = play_match(contest, number)
    game = games.load(contest.game)
    encoding = encoding_of(game, played.match.state)
    names = tuple([contest.bots[bot] for bot in played.seats])
    seen = Onlooker(encoding, spelling_of(game, encoding, form), names, number)
    played.match.seen_again(seen)
    result = [float(share) for share in played.match.standings()]
    seen.rows["result"] = [result] * len(seen.rows["seat"])
    return seen.rows, seen.decisions


@dataclass(frozen=True)
class Kept:
    """What a process has written."""

    rows: int = 0
    decisions: int = 0
    games: int = 0

    def with_more(self, more: Kept) -> Kept:
        return Kept(self.rows + more.rows, self.decisions + more.decisions, self.games + more.games)


def kept_games(contest: Contest, form: str, folder: str, numbers: list[int]) -> Kept:
    """Some games as one file."""
    polars = imported()
    whole: Rows = {name: [] for name in COLUMNS}
    decisions = 0
    for number in numbers:
        rows, count = game_rows(contest, form, number)
        decisions += count
        for name, each in rows.items():
            whole[name] += each
    columns = [polars.Series(name, whole[name], dtype=type_of(polars, kind)) for name, (kind, _) in COLUMNS.items()]
    path = Path(folder) / f"games-{numbers[0]:08}.parquet"
    try:
        polars.DataFrame(columns).write_parquet(path, compression="zstd")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from None
    return Kept(len(whole["game"]), decisions, len(numbers))


def keep(contest: Contest, form: str, folder: Path, jobs: int, progress: Callable[[int], None]) -> Kept:
    """All games of a contest; the files are named by the first game in them, so the same for any number of processes."""
    contest.check()
    kept = Kept()
    size = max(1, min(AT_ONCE, contest.games // (jobs * 4)))
    for more in spread(partial(kept_games, contest, form, str(folder)), list(range(contest.games)), jobs, size):
        kept = kept.with_more(more)
        progress(kept.games)
    return kept


def set_card(contest: Contest, form: str, kept: Kept, command: str, date: str) -> dict[str, Any]:
    """What stands beside the files: for which tables the rows are, what they hold, how they were made."""
    game = games.load(contest.game)
    table = game.start(contest.players, contest.options)
    encoding = encoding_of(game, table)
    card = asdict(card_with_sizes(card_for(game, contest.players, contest.options, None, form), table))
    for name in ("plays", "made", "hash"):
        del card[name]
    parts = parts_of(encoding, spelling_of(game, encoding, form))
    return {
        **card,
        "parts": [{"name": part.name, "shape": list(part.shape), "says": part.says} for part in parts],
        "columns": {name: {"type": kind, "says": says} for name, (kind, says) in COLUMNS.items()},
        "bots": list(contest.bots),
        "seed": contest.seed,
        **asdict(kept),
        "command": command,
        "date": date,
    }
