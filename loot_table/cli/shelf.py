"""`loot games`, `loot rules`: what there is to play, and how."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from loot_table import games
from loot_table.cli.play import GameName, game_names
from loot_table.engine.game import Game
from loot_table.engine.options import described, written
from loot_table.games.rulebook import rule, rulebook_text


def list_games(
    name: Annotated[str | None, typer.Argument(help="One game, with its options.", autocompletion=game_names)] = None,
) -> None:
    """List the games, or one game's options."""
    console = Console()
    if name is None:
        for game in games.all_games():
            console.print(Text(game.slug, "bold") + Text(f"  {game.name}, {player_counts(game)} players"))
            console.print(Text(f"    {game.pitch}"))
        return
    game = games.called(name)
    console.print(Text(f"{game.name}, {player_counts(game)} players", "bold"))
    console.print(game.pitch)
    table = Table("option", "may be", "default", "meaning", "rule", box=None, pad_edge=False)
    for option in described(game.options):
        table.add_row(option.name, option.allowed(), written(option.default), option.doc, option.rule)
    console.print(table)


def player_counts(game: Game) -> str:
    least, most = game.least_players, game.most_players
    return str(least) if least == most else f"{least}-{most}"


def show_rules(
    name: GameName, number: Annotated[str | None, typer.Argument(help="One rule, such as CB-MOV-3.")] = None
) -> None:
    """Read a game's rules, or one rule by its number."""
    game = games.called(name)
    print(rulebook_text(game.slug) if number is None else f"{number.upper()}: {rule(game, number)}")
