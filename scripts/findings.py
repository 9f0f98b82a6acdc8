"""What the lab says of the five games as they are shipped: writes docs/findings.md, and `measured.toml` beside each game's
rules, which the shelf shows. Finished games are kept in build/findings, so that it can be stopped and goes on.

Usage: python scripts/findings.py [--deals 2000] [--few 400] [--jobs 2] [GAME ...]
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from loot_table import games
from loot_table.engine.game import Game
from loot_table.lab.answers import Answer
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.catalogue import QUESTIONS, SECOND_LEVELS
from loot_table.lab.deals import Deals
from loot_table.lab.design import Design
from loot_table.lab.kept_deals import KeptDeals

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "findings.md"
PARTS = ROOT / "build" / "findings"
RULINGS = "\n[[rulings]]"
FAR = 0.03  # a seat that is farther from its share is spoken of
# Options that were tuned, by game, and with how many players they do something.
FAIRER: dict[str, tuple[dict[str, Any], Sequence[int]]] = {
    "loot_n_run": ({"head_start": "by_seat"}, range(2, 7)),
    "labyrinth": ({"start_squares": "mirrored"}, (5,)),
}
SURE = 20_000  # deals at most for those
ABOUT = """# Findings

What the [lab](lab.md) says of the five games as they are shipped. This page is written by one command,
`python scripts/findings.py`, and so are the figures on the shelf (`measured.toml` beside each game's rules). All games are
played by greedy bots on common luck; intervals hold at all looks together, and every answer names what it cannot tell.
Bots find faults of structure. Whether a game is fun, people find out.

Where a seat was seen more than 3 points from its share, it is said, and an option that mends it is offered; never another
default. So far these are two. In Loot N Run it is most likely because whoever begins has had a turn more when somebody reaches the
target: the game ends at once, and nobody evens the turns out (LR-R27, a ruling of ours where the rules are silent). The rooms'
faces, which are ours, know no seats. In the Labyrinth with five the last seat wins too much, because of where our data let five pawns
begin (LL-R41). In the others no seat was seen so far off; several of their intervals are wider than that, so more games may yet tell.
"""


def asked(name: str, game: Game, players: int, most: int, deals: Deals) -> Answer:
    return QUESTIONS[name].answer(Design(game.slug), None, players, USUAL_BOT, most, deals)


def section(game: Game, many: int, few: int, deals: Deals, today: str) -> str:
    """A game's part of the page; its measured figures are written on the way."""
    counts = range(game.least_players, game.most_players + 1)
    fair = {players: asked("fair", game, players, many, deals) for players in counts}
    long = {players: asked("length", game, players, many, deals) for players in counts}
    luck = asked("luck", game, game.least_players, few, deals)
    lines = [f"## {game.name}", "", "| players | seats, in the order of play | verdict | games | decisions | minutes |"]
    lines.append("|---:|---|---|---:|---|---|")
    for players in counts:
        usual, minutes = long[players].figures[1], long[players].figures[4]
        lines.append(
            f"| {players} | {seats_of(fair[players])} | {fair[players].verdict} | {fair[players].deals:,} "
            f"| {usual.says().replace(' decisions', '')} | about {minutes.number(minutes.value)} |"
        )
    lines += ["", *spoken(fair), ""]
    if game.slug in FAIRER:
        lines += fairer(game, *FAIRER[game.slug], deals)
    lines.append(f"- {luck.says}")
    for name in ("exciting", "choices", "cards", "dead"):
        lines.append(f"- {asked(name, game, game.least_players, few, deals).says}")
    write_measured(game, fair, long, luck, today)
    lines += ["", f"Asked on {today}; again: `{fair[game.least_players].command}`.", ""]
    return "\n".join(lines)


def spoken(fair: dict[int, Answer]) -> list[str]:
    """Seats that are far from their share, for sure or not."""
    said = []
    for players, answer in fair.items():
        for each in answer.figures:
            off = each.value - 1 / players
            if abs(off) > FAR:
                sure = "for sure" if not each.interval.holds(1 / players) else "not for sure"
                said.append(f"- With {players}, {each.name} is {100 * off:+.1f} points from its share, {sure}.")
    return said or ["No seat was seen more than 3 points from its share."]


def fairer(game: Game, chosen: dict[str, Any], counts: Sequence[int], deals: Deals) -> list[str]:
    """What an option makes of the seats, with two kinds of bots."""
    design = Design(game.slug, options=chosen)
    said = " ".join(f"`--option {name}={value}`" for name, value in chosen.items())
    lines = [f"With {said} ({', '.join(design.differs())}):", ""]
    lines += ["| players | bots | seats, in the order of play | farthest from its share | games |"]
    lines += ["|---:|---|---|---:|---:|"]
    for players in counts:
        for bot in (USUAL_BOT, SECOND_LEVELS[USUAL_BOT]):
            answer = QUESTIONS["fair"].answer(design, None, players, bot, SURE, deals)
            off = max(abs(each.value - 1 / players) for each in answer.figures)
            lines.append(f"| {players} | {bot} | {seats_of(answer)} | {100 * off:.1f} | {answer.deals:,} |")
    return [*lines, ""]


def seats_of(answer: Answer) -> str:
    seats = " / ".join(f"{100 * each.value:.1f}" for each in answer.figures)
    return f"{seats} (± {100 * max(each.interval.half for each in answer.figures):.1f})"


def write_measured(game: Game, fair: dict[int, Answer], long: dict[int, Answer], luck: Answer, today: str) -> None:
    figure = luck.figures[0]
    lines = [
        "# What the lab has measured of the shipped design: written by scripts/findings.py, shown on the shelf.",
        f"date = {today}",
        f'bots = "{luck.bots}"',
        f"luck = {figure.value:.3f}",
        f"luck_is_bound = {'true' if figure.name == 'luck, at least' and len(luck.figures) > 1 else 'false'}",
    ]
    for players, answer in fair.items():
        lines += [
            "",
            "[[players]]",
            f"count = {players}",
            f"games = {answer.deals}",
            f'verdict = "{answer.verdict}"',
            f"seats = [{', '.join(f'{each.value:.3f}' for each in answer.figures)}]",
            f"reach = {max(each.interval.half for each in answer.figures):.3f}",
            f"decisions = {long[players].figures[1].value:.0f}",
            f"minutes = {long[players].figures[4].value:.0f}",
        ]
    path = ROOT / "loot_table" / "games" / game.slug / "measured.toml"
    # What scripts/rulings.py has written there stays.
    _, head, rulings = path.read_text(encoding="utf-8").partition(RULINGS) if path.exists() else ("", "", "")
    path.write_text("\n".join(lines) + "\n" + head + rulings, encoding="utf-8")


def main(words: Sequence[str] | None = None) -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("games", nargs="*", help="which games; all if none is given")
    reader.add_argument("--deals", type=int, default=2000, help="deals at most for fairness and length")
    reader.add_argument("--few", type=int, default=400, help="deals at most for what is dear")
    reader.add_argument("--jobs", type=int, default=2)
    told = reader.parse_args(words)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    PARTS.mkdir(parents=True, exist_ok=True)
    for game in games.all_games():
        if not told.games or game.slug in told.games:
            with KeptDeals(told.jobs, PARTS / "games") as deals:
                part = section(game, told.deals, told.few, deals, today)
            (PARTS / f"{game.slug}.md").write_text(part, encoding="utf-8")
            print(part, flush=True)
    known = [PARTS / f"{game.slug}.md" for game in sorted(games.all_games(), key=lambda game: game.shelf.place)]
    parts = [path.read_text(encoding="utf-8") for path in known if path.exists()]
    PAGE.write_text("\n".join([ABOUT, *parts]).rstrip() + "\n", encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} is written.")


if __name__ == "__main__":
    main()
