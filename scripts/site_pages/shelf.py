"""A page for each game: what it is, how a turn goes, what was measured of it, and where to read on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from loot_table import games
from loot_table.engine.game import Game
from loot_table.games.primer import Primer, primer
from loot_table.learn.lessons import lessons_of
from site_pages.paths import DOCS, games_with_rooms
from site_pages.rules import rule_link


def pages() -> dict[str, str]:
    return {f"games/{slug}.md": "\n".join(page(games.load(slug))) + "\n" for slug in games_with_rooms()}


def page(game: Game) -> Iterator[str]:
    slug = game.slug
    yield from (f"# {game.name}", "")
    yield from (f"*{game.shelf.tease}* {players(game)}.", "")
    first = primer(slug)
    picture = DOCS / "images" / f"{game.name.lower().replace(' ', '-')}.jpg"
    found = next(
        (each for each in (picture, DOCS / "images" / f"{slug.replace('_', '-')}.jpg") if each.is_file()), None
    )
    if found is not None:
        yield from (f"![A table of {game.name}](../images/{found.name})", "")
    if first is not None:
        yield from (first.pitch, "")
        yield from turn(slug, first)
    yield from ("## Sit down", "", "```console", f"loot play {slug}", f"loot learn {slug}", "```", "")
    yield "In the browser (`loot serve`) it stands on the home page; a tap starts a game against bots."
    yield from ("", "## Lessons", "")
    yield from [f"{number}. {each.title}" for number, each in enumerate(lessons_of(slug).lessons, 1)]
    yield from ("", *measured(slug))
    yield from ("## Read on", "")
    yield f"- [Rules](../rules/{slug}.md), each with its number, and [rules of the table](../rules/table-rules.md)"
    yield f"- [Components and options](../components/{slug}.md): everything that a design can change"
    yield f"- [As an environment](../environments/{slug}.md) for research"


def players(game: Game) -> str:
    count = (
        f"{game.least_players}"
        if game.least_players == game.most_players
        else f"{game.least_players} to {game.most_players}"
    )
    return f"{count} players"


def turn(slug: str, first: Primer) -> Iterator[str]:
    for heading, lines in (
        ("What you may do", first.may),
        ("What to keep in mind", first.mind),
        ("How it ends", first.ends),
    ):
        yield from (f"## {heading}", "")
        yield from [f"- {line.text} ({rule_link(slug, line.rule)})" for line in lines]
        yield ""


def measured(slug: str) -> Iterator[str]:
    home = games.folder(games.load(slug))
    path = None if home is None else home / "measured.toml"
    if path is None or not path.is_file():
        return
    plain: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    yield from ("## Measured", "")
    yield f"By [the lab](../lab.md), on {plain['date']}, among {plain['bots']} bots: what each seat wins of all games,"
    yield "and how long a game is. Minutes are a guess: six seconds for each decision."
    yield ""
    yield "| players | games | each seat's share | give or take | verdict | decisions | minutes |"
    yield "|---|---|---|---|---|---|---|"
    for row in plain["players"]:
        shares = ", ".join(f"{100 * share:.1f}" for share in row["seats"])
        cells = (row["count"], f"{row['games']:,}", f"{shares} %", f"{100 * row['reach']:.1f} points", row["verdict"])
        yield f"| {' | '.join(map(str, cells))} | {row['decisions']} | {row['minutes']} |"
    yield ""
