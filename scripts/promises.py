"""What a release promises to its users, as data: docs/compatibility.md says for how long.

    python scripts/promises.py write     writes tests/kept/release-<version>/, with a release
    python scripts/promises.py check     what the newest kept release promised and this code does not keep

Kept are: what clients may send and ask for, commands and their options, the names and parameters of Python, numbers of
environments, positions, designs and data packs. Records have an archive of their own, a server's databases too.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import archive
import msgspec
import typer
from promises_kept import MAY_BE_LEFT_OUT, unkept

from loot_table import games, lab
from loot_table.cli import main as cli
from loot_table.engine import codec
from loot_table.engine.match import FORMAT, Match
from loot_table.rl.describing import described
from loot_table.rl.setting import Setting
from loot_table.server import messages
from loot_table.server.openapi import described_api
from loot_table.server.sockets import SUBPROTOCOL

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "kept"
FORMS = ("fixed", "factored")
LOOKED_AT = 5  # every so many entries of a game are written as numbers
# The names of Python that are promised. What is not here may change with any release.
PYTHON = {
    "loot_table.games": ("all_games", "called", "load", "slugs"),
    "loot_table.bots": ("make", "offered", "LEVELS"),
    "loot_table.engine.match": ("Match",),
    "loot_table.engine.game": ("Game",),
    "loot_table.engine.random": ("Random",),
    "loot_table.engine.state": ("Action", "Chance", "Decision", "Effect", "Event", "Refusal", "State", "View"),
    "loot_table.engine.sentence": ("Name", "Points", "Voice", "say"),
    "loot_table.engine.errors": ("LootError", "BadInput", "IllegalAction", "BadRecord"),
    "loot_table.arena.contest": ("Contest", "play_match"),
    "loot_table.lab": tuple(lab.__all__),
    "loot_table.press": ("print_and_play",),
    "loot_table.review": ("Review", "Teller"),
    "loot_table.verify.record": ("verified", "Verdict"),
    "loot_table.rl.setting": ("Setting",),
    "loot_table.rl.policy": ("PolicyBot",),
}

CHANGED: dict[str, tuple[str, str | int]] = {  # what a design of each game changes
    "crates_barrels": ("side.crates.colour_bottom", "green"),
    "labyrinth": ("piece.spear.copies", 2),
    "loot_fiend": ("tile_kind.cross.count", 9),
    "loot_n_run": ("scoring.target.4", 33),
    "looterz": ("card.dwarf.power", 6),
}


def promised() -> dict[str, Any]:
    """All of it, as it is here."""
    return {
        "versions": {"record": FORMAT, "protocol": SUBPROTOCOL, "rules": rules_versions()},
        "protocol": {"api": paths(), "schemas": schemas()},
        "commands": commands(),
        "python": {module: {name: shape(module, name) for name in names} for module, names in PYTHON.items()},
        "environments": environments(),
    }


def rules_versions() -> dict[str, int]:
    return {game.slug: game.rules_version for game in games.all_games()}


# ---------------------------------------------------------------- the protocol


def paths() -> dict[str, list[str]]:
    """What may be asked for, by path: methods, with the names of what may be said in the address."""
    found = {}
    for path, methods in described_api()["paths"].items():
        for method, about in methods.items():
            found[f"{method.upper()} {path}"] = sorted(each["name"] for each in about["parameters"])
    return found


def schemas() -> dict[str, Any]:
    """What may be sent, over HTTP and the socket, by name."""
    said = msgspec.json.schema(messages.SocketMessage)
    return {"SocketMessage": said, **said["$defs"], **described_api()["components"]["schemas"]}


# ---------------------------------------------------------------- commands and Python


def commands() -> dict[str, list[str]]:
    """Every command, and the options and arguments it takes."""
    return dict(sorted(below(typer.main.get_command(cli.app), "loot")))


def below(command: Any, name: str) -> Iterator[tuple[str, list[str]]]:
    yield (
        name,
        sorted(option for each in command.params for option in (each.opts if each.opts[0].startswith("-") else [])),
    )
    if hasattr(command, "list_commands"):
        for inner in command.list_commands(None):
            yield from below(command.get_command(None, inner), f"{name} {inner}")


def shape(module: str, name: str) -> dict[str, list[str]]:
    """The parameters of a function, of a class and of its methods, as its source says: compiled they are the same."""
    found = getattr(import_module(module), name)
    home = import_module(getattr(found, "__module__", module))
    source = ROOT / (home.__name__.replace(".", "/") + ".py")
    source = source if source.is_file() else source.with_suffix("") / "__init__.py"
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return {"": parameters(node)}
        if isinstance(node, ast.ClassDef) and node.name == name:
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            open_to_all = [part for part in methods if not part.name.startswith("_") or part.name == "__init__"]
            fields = [
                part for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            made = [f"{part.target.id}{MAY_BE_LEFT_OUT if part.value else ''}" for part in fields]  # type: ignore[union-attr]
            return {**({"": made} if made else {}), **{part.name: parameters(part) for part in open_to_all}}
    return {}  # a value


def parameters(node: ast.FunctionDef) -> list[str]:
    """Names in order; `=` marks what may be left out, `*` what has to be named."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    usual = len(plain) - len(given.defaults)
    found = [f"{each.arg}{MAY_BE_LEFT_OUT if place >= usual else ''}" for place, each in enumerate(plain)]
    for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        found.append(f"*{each.arg}{MAY_BE_LEFT_OUT if default is not None else ''}")
    return [one for one in found if one not in ("self", "cls")]


# ---------------------------------------------------------------- environments


def environments() -> dict[str, Any]:
    """The version of each game's numbers, and what they are, by players and form: told in words, and in whole games."""
    found: dict[str, Any] = {}
    for game in games.all_games():
        wanted = set(range(game.least_players, game.most_players + 1))
        for _, line in archive.lines_of(archive.path_of(game)):
            record = line["record"]
            if record["players"] in wanted and "component_data" not in record:
                wanted.discard(record["players"])
                setting = Setting(game, record["players"], record["options"])
                told = found.setdefault(game.slug, {"version": setting.encoding.version, "numbers": {}})
                told["numbers"][str(record["players"])] = digest(setting, record)
    return found


def digest(setting: Setting, record: Mapping[str, Any]) -> str:
    told = hashlib.sha256("\n".join(described(setting)).encode())
    spellings = [Setting(setting.game, setting.players, setting.options, form=form).spelling for form in FORMS]
    match = Match(setting.game, record["players"], record["options"], names=record["names"])
    for number, entry in enumerate(record["entries"]):
        if "action" in entry and number % LOOKED_AT == 0:
            view = match.view(entry["seat"])
            told.update(json.dumps([round(one, 5) for one in setting.encoding.listed(view)]).encode())
            action = setting.game.codec.action(entry["action"])
            for spelling in spellings:
                told.update(repr([int(letter) for letter in spelling.word(action, view)]).encode())
        match.replay_entry(entry)
    return told.hexdigest()[:16]


# ---------------------------------------------------------------- what was written


def written() -> dict[str, Any]:
    """Of each game a position, a design and a data pack, as this release writes them."""
    found = {}
    for game in games.all_games():
        _, line = next(archive.lines_of(archive.path_of(game)))
        record = line["record"]
        match = Match(game, record["players"], record["options"], names=record["names"])
        for entry in record["entries"][: len(record["entries"]) // 2]:
            match.replay_entry(entry)
        while "outcome" in record["entries"][match.version]:
            match.replay_entry(record["entries"][match.version])
        pack = game.components(None).data
        design = lab.Design(game.slug).set(*CHANGED[game.slug])
        found[game.slug] = {
            "players": record["players"],
            "options": record["options"],
            "position": game.write_position(match.state),
            "design": design.to_json(),
            "hash": design.hash,
            "pack": dict(pack),
        }
    return found


def newest() -> Path:
    return sorted(
        FOLDER.glob("release-*"), key=lambda path: [int(part) for part in path.name.partition("-")[2].split(".")]
    )[-1]


def read(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "promised.json").read_text(encoding="utf-8"))
    return found


def write() -> None:
    folder = FOLDER / f"release-{'.'.join(version('loot-table').split('.')[:2])}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "promised.json").write_text(json.dumps(promised(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (folder / "written.json").write_bytes(codec.dumps(written()) + b"\n")
    print(f"{folder.relative_to(ROOT)} is written.")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("do", choices=("write", "check"))
    if words.parse_args().do == "write":
        write()
        return
    found = list(unkept(read(newest()), promised()))
    print(*(found or [f"All that {newest().name} promised is kept."]), sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
