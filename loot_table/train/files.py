"""Nets in a file: what each has learned from and how its checks went, so that whoever reads a figure can tell whose it is."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from loot_table.engine.net import fingerprint


@dataclass(frozen=True)
class Statement:
    """Where a net comes from. Figures are those of fresh games of the same bots."""

    command: str
    bots: str
    games: int
    date: str
    checked_games: int
    luck_ratio: float  # variance of results / variance of results less luck
    calibration: float  # mean distance of shares from results
    gap: float  # root of the mean square of what chances brought on average and was not foreseen


def block(players: int, statement: Statement, net: dict[str, Any]) -> str:
    """A net as TOML."""
    lines = [f"[{players}]"]
    lines += [f"{name} = {shown(told)}" for name, told in asdict(statement).items()]
    lines.append(f"hash = {shown(fingerprint(net))}")
    units = ",\n".join(f"  [{', '.join(map(shown, unit))}]" for unit in net["weights"])
    lines.append(f"weights = [\n{units},\n]")
    for name in ("biases", "output_weights"):
        lines.append(f"{name} = [{', '.join(map(shown, net[name]))}]")
    return "\n".join(lines)


def shown(told: object) -> str:
    """Four digits of a number are enough, and keep files small."""
    if isinstance(told, str):
        return f'"{told}"'
    return f"{told:.4g}" if isinstance(told, float) else str(told)


def put(path: Path, players: int, text: str) -> None:
    """A net takes its place in a file; those for other numbers of players stay as they are."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n") if path.exists() else []
    nets = {int(each.split("\n")[0][1:-1]): each for each in blocks}
    nets[players] = text
    path.write_text("\n\n".join(nets[count] for count in sorted(nets)) + "\n", encoding="utf-8")


def stated(path: Path, players: int) -> Statement:
    """What a file says of a net."""
    net = tomllib.loads(path.read_text(encoding="utf-8"))[str(players)]
    return Statement(**{each.name: net[each.name] for each in fields(Statement)})
