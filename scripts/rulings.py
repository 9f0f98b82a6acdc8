"""What each ruling of ours does: every option with other values, measured against the usual one on common luck. Writes
`[[rulings]]` into `measured.toml` beside each game's rules; the rest of the file stays. The browser shows it beside the ruling.

Usage: python scripts/rulings.py [--deals 1000] [--jobs 2] [GAME ...]
"""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from loot_table import games
from loot_table.arena.contest import GameResult
from loot_table.engine.errors import LootError
from loot_table.engine.game import Game
from loot_table.engine.options import Option, described
from loot_table.lab.answers import Figure
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.deals import Deals, contest_of
from loot_table.lab.design import Design
from loot_table.lab.tune import moved_by

ROOT = Path(__file__).resolve().parents[1]
PARTS = ROOT / "build" / "findings"
A_FEW = 25  # deals, to see whether it says anything to so many players
HEAD = "\n[[rulings]]"


def main(words: Sequence[str] | None = None) -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("games", nargs="*", help="which games; all if none is given")
    reader.add_argument("--deals", type=int, default=1000, help="deals of each value, the same for all of them")
    reader.add_argument("--jobs", type=int, default=2)
    told = reader.parse_args(words)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    for game in games.all_games():
        if not told.games or game.slug in told.games:
            with Deals(told.jobs, PARTS / "games") as deals:
                parts = [written(*each, told.deals, today) for each in measured(game, told.deals, deals)]
            path = ROOT / "loot_table" / "games" / game.slug / "measured.toml"
            before = path.read_text(encoding="utf-8").partition(HEAD)[0].rstrip("\n")
            path.write_text("\n".join([before, *parts]) + "\n", encoding="utf-8")
            print(f"{path.relative_to(ROOT)} is written.", flush=True)


def measured(game: Game, many: int, deals: Deals) -> Iterator[tuple[Option, Any, int, tuple[Figure, ...]]]:
    """Every option's other values, with as few players as it says anything to."""
    for option in described(game.options):
        for value in others(option):
            possible = counts(game, option, value)
            if possible:
                few = (n for n in possible if found_in(game, option, value, n, A_FEW, deals, is_moved=True))
                players = next(few, possible[0])
                found = found_in(game, option, value, players, many, deals)
                print(game.slug, option.name, value, players, [each.says() for each in found], flush=True)
                yield option, value, players, found


def found_in(
    game: Game, option: Option, value: Any, players: int, many: int, deals: Deals, is_moved: bool = False
) -> tuple[Figure, ...]:
    """What it moves; with `is_moved` nothing, where every game is the same with it."""
    usual, other = (
        deals.played(contest_of(design, players, USUAL_BOT, 1), many)
        for design in (Design(game.slug), Design(game.slug).option(option.name, value))
    )
    if is_moved and [result_of(each) for each in usual] == [result_of(each) for each in other]:
        return ()
    return moved_by(usual, other, players)


def result_of(result: GameResult) -> tuple[Any, ...]:
    return result.shares, result.decisions


def others(option: Option) -> list[Any]:
    """What else it can be; of a number half and twice of what it is."""
    values = [value for value in option.choices if value != option.default]
    if type(option.default) is int and option.least is not None and option.most is not None:
        around = (max(option.least, option.default // 2), min(option.most, option.default * 2))
        values += [value for value in around if value not in (option.default, *values)]
    return values


def counts(game: Game, option: Option, value: Any) -> list[int]:
    """With how many it can be played."""
    found = []
    for players in range(game.least_players, game.most_players + 1):
        with suppress(LootError):
            game.start(players, {option.name: value}, None)
            found.append(players)
    return found


def written(option: Option, value: Any, players: int, found: Sequence[Figure], deals: int, today: str) -> str:
    seats = ", ".join(f"[{each.value:.4f}, {each.interval.half:.4f}]" for each in found[:-1])
    return "\n".join(
        [
            HEAD,
            f'rule = "{option.rule}"',
            f'option = "{option.name}"',
            f"value = {json.dumps(value)}",
            f"players = {players}",
            f"deals = {deals}",
            f"date = {today}",
            f"seats = [{seats}]  # more or less of the victory, and how far off that may be",
            f"decisions = [{found[-1].value:.2f}, {found[-1].interval.half:.2f}]",
        ]
    )


if __name__ == "__main__":
    main()
