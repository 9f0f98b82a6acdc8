"""A server for tests whose tables can start from a written position. The product itself has no such door."""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from pathlib import Path
from typing import Any

from loot_table import games
from loot_table.engine.game import Game
from loot_table.server import commands, presence, stirring
from loot_table.server.serve import Settings, run


def set_stage(game: Game, written: Path) -> None:
    """Tables of this game begin as the file says, as long as there is one."""

    def new(players: int, options: Any, components: Any) -> Any:
        if not written.exists():
            return game.new(players, options, components)
        position = json.loads(written.read_text(encoding="utf-8"))
        return game.read_position(position, players, options, components)

    importlib.import_module(f"loot_table.games.{game.slug}").GAME = dataclasses.replace(game, new=new)  # type: ignore[attr-defined]


def main(port: str, folder: str, pace: str, grace: str | None = None) -> None:
    """No limits for one address: a program is faster than people."""
    if grace is not None:
        for module in (presence, commands, stirring):
            vars(module)["GRACE_SECONDS"] = float(grace)
    for game in games.all_games():
        set_stage(game, Path(folder, f"{game.slug}.json"))
    run(Settings(port=int(port), database=str(Path(folder, "tables.db")), pace=float(pace), is_strict=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
