"""Trains a policy for each game and places it on the ladder: writes the figures into docs/baselines.md and the curves into
docs/images. Models stay in build/baselines; a game whose model is there already is only placed again.

Usage: python scripts/baselines.py [--minutes 6] [--games 1000] [--against random,greedy,apprentice] [--looks 8]
       [--look-games 100] [GAME ...]
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence
from pathlib import Path

from loot_table import games
from loot_table.engine.game import Game
from loot_table.rl.curves import as_csv, as_svg
from loot_table.rl.evaluate import Rung, Terms, climbed
from loot_table.rl.policy import source_of
from loot_table.rl.training import Plan, Trained, Training

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "baselines.md"
IMAGES = ROOT / "docs" / "images"
MODELS = ROOT / "build" / "baselines"
BEGIN, END = "<!-- measured -->\n", "<!-- /measured -->\n"
HEAD = [
    "| game | CPU minutes of learning, of looks | steps | share of wins, 95 % | date |",
    "|---|---:|---:|---|---|",
]


def trained(game: Game, minutes: float, looks: int, look_games: int) -> Path:
    """The model of a game with two players; learned now where it is not there."""
    path = MODELS / f"{game.slug}.onnx"
    if path.is_file():
        return path
    wish = f"--minutes {minutes:g} --looks {looks} --games {look_games}"
    command = f"loot rl train {game.slug} --algorithm ppo {wish} --out {game.slug}.onnx"
    today = datetime.datetime.now(datetime.UTC).date().isoformat()

    def keep(found: Trained) -> None:
        title = f"{game.name}, 2 players: share of the victories"
        path.with_suffix(".csv").write_text(as_csv(found.points), encoding="utf-8")
        path.with_suffix(".svg").write_text(as_svg(title, found.points, 0.5), encoding="utf-8")

    plan = Plan(game.slug, minutes=minutes, looks=looks, games=look_games, command=command, date=today)
    path.write_bytes(Training(plan, tell=print, keep=keep).run().content)
    return path


def row(game: Game, path: Path, rungs: Sequence[Rung]) -> str:
    made = source_of(str(path)).card.made
    shares = "; ".join(
        f"{each.opponent} {each.share:.1%} ({100 * each.low:.1f} to {100 * each.high:.1f}, {each.games} games)"
        for each in rungs
    )
    spent = f"{made['cpu_minutes']}, {made['cpu_minutes_of_looks']}"
    return f"| {game.name} | {spent} | {made['steps']:,} | {shares} | {made['date']} |"


def picture(game: Game) -> str:
    return f"![{game.name}: the curve](images/curve-{game.slug}.svg)"


def put(page: str, game: Game, line: str) -> str:
    """The page with a game's row in place of its old one, and its curve below the table."""
    before, _, rest = page.partition(BEGIN)
    old, _, after = rest.partition(END)
    rows = {each.split("|")[1].strip(): each for each in old.splitlines()[2:] if each.startswith("| ")}
    rows[game.name] = line
    known = [each for each in games.all_games() if each.name in rows]
    lines = [*HEAD, *[rows[each.name] for each in known], "", *[picture(each) for each in known], ""]
    return before + BEGIN + "\n".join(lines) + END + after


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("games", nargs="*", metavar="GAME", help="the games; all five by default")
    given.add_argument("--minutes", type=float, default=6.0, help="CPU minutes of learning of each game")
    given.add_argument("--games", dest="count", type=int, default=1000, help="games against each kind of bot, at most")
    given.add_argument("--looks", type=int, default=8, help="how often it is looked at while it learns")
    given.add_argument("--look-games", type=int, default=100, help="games at each look while it learns")
    given.add_argument("--against", default="random,greedy,apprentice", help="bots, separated by commas")
    wish = given.parse_args()
    MODELS.mkdir(parents=True, exist_ok=True)
    for game in [games.load(slug) for slug in wish.games] or games.all_games():
        path = trained(game, wish.minutes, wish.looks, wish.look_games)
        terms = Terms(games=wish.count, is_early=False)
        rungs = [climbed("the policy", source_of(str(path)), bot, terms) for bot in wish.against.split(",")]
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), game, row(game, path, rungs)), encoding="utf-8")
        drawn = path.with_suffix(".svg").read_text(encoding="utf-8")
        (IMAGES / f"curve-{game.slug}.svg").write_text(drawn, encoding="utf-8")
        print(row(game, path, rungs), flush=True)


if __name__ == "__main__":
    main()
