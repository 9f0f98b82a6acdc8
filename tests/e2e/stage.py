"""A server for tests whose tables can start from a written position and fall as a test's name says. The product itself
has no such doors."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import json
import secrets
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from loot_table import games
from loot_table.engine.game import Game
from loot_table.server import brains, commands, presence, stirring, tables
from loot_table.server.lab.quotas import Quotas
from loot_table.server.notices import courier
from loot_table.server.notices.settings import NoticeSettings, read_smtp
from loot_table.server.serve import Settings, run


def set_stages(folder: str) -> None:
    for game in games.all_games():
        set_stage(game, Path(folder, f"{game.slug}.json"))


def set_stage(game: Game, written: Path) -> None:
    """Tables of this game begin as the file says, as long as there is one."""

    def new(players: int, options: Any, components: Any) -> Any:
        if not written.exists():
            return game.new(players, options, components)
        position = json.loads(written.read_text(encoding="utf-8"))
        return game.read_position(position, players, options, components)

    importlib.import_module(f"loot_table.games.{game.slug}").GAME = dataclasses.replace(game, new=new)  # type: ignore[attr-defined]


class Luck:
    """Random numbers by the name in a file and how many were drawn under it: a test meets the same deals in every run,
    whichever tests ran before it. Without a file nobody knows them."""

    def __init__(self, named: Path) -> None:
        self.named = named
        self.drawn: Counter[str] = Counter()

    def hex(self) -> str:
        if not self.named.exists():
            return secrets.token_hex(32)
        name = self.named.read_text(encoding="utf-8")
        self.drawn[name] += 1
        return hashlib.sha256(f"{name} {self.drawn[name]}".encode()).hexdigest()

    def randbits(self, many: int) -> int:
        return int(self.hex(), 16) >> (256 - many)


def fix_luck(deals: Luck, dice: Luck) -> None:
    """Keys and names of tables, on which their draws depend; and what bots roll for themselves."""
    vars(tables)["new_key"] = deals.hex
    vars(tables)["new_table_id"] = lambda: deals.hex()[:16]
    vars(brains)["secrets"] = dice


def notices(port: str, folder: str, mail_port: str) -> NoticeSettings:
    """To a catcher on this machine, as soon as somebody is away."""
    vars(courier).update(PUSH_DELAY=1, MAIL_DELAY=1, EVERY_SECONDS=0.3, MAILS_APART=0)
    smtp = read_smtp(f"smtp+plain://127.0.0.1:{mail_port}", "Loot Table <loot@example.org>")
    key = Path(folder, "push-key.pem")
    return NoticeSettings(f"http://127.0.0.1:{port}", smtp, "mailto:host@example.org", key)


def say_nothing(node: str) -> None:
    """Whoever started it asks its door whether it is open."""


def main(port: str, folder: str, pace: str, *options: str) -> None:
    """No limits for one address: a program is faster than people."""
    wanted = dict(zip(options[::2], options[1::2], strict=True))
    grace, mail_port = wanted.get("--grace"), wanted.get("--mail-port")
    if grace is not None:
        for module in (presence, commands, stirring):
            vars(module)["GRACE_SECONDS"] = float(grace)
    named = Path(folder, "luck")
    fix_luck(Luck(named), Luck(named))
    set_stages(folder)
    lab = Quotas(is_idle=False)  # the machine of a test has more to do
    told = None if mail_port is None else notices(port, folder, mail_port)
    database = str(Path(folder, "tables.db"))
    settings = Settings(port=int(port), database=database, pace=float(pace), is_strict=False, lab=lab, notices=told)
    run(settings, when_open=say_nothing)


if __name__ == "__main__":
    main(*sys.argv[1:])
elif __name__ == "__mp_main__":  # a process that thinks about a game of the server's, from where that began
    set_stages(sys.argv[2])
