"""What came of tuning: what each knob moves, the settings that were confirmed, and a frontier of them. Never one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from loot_table.lab.answers import Figure
from loot_table.lab.asking import plural
from loot_table.lab.design import Design
from loot_table.lab.wants import verdict_on

TUNE = "tune"  # as a question is called
FRONTIER = 5


@dataclass(frozen=True)
class Screened:
    """What one knob does by itself, from one end of its range to the other."""

    knob: str
    low: Any
    high: Any
    effects: tuple[Figure, ...]  # more or less of everything, on the same deals

    @property
    def moves(self) -> tuple[str, ...]:
        """What it moves, for sure."""
        return tuple(each.name for each in self.effects if not each.interval.holds(0.0))

    @property
    def moves_nothing(self) -> bool:
        return not self.moves

    def to_json(self) -> dict[str, Any]:
        return {
            "knob": self.knob,
            "low": self.low,
            "high": self.high,
            "moves": list(self.moves),
            "moves_nothing": self.moves_nothing,
            "effects": [each.to_json() for each in self.effects],
        }


@dataclass(frozen=True)
class Candidate:
    """A setting of the knobs, measured on fresh deals."""

    design: Design
    changes: int
    wanted: tuple[tuple[Figure, ...], ...]  # of each want its figures
    again: str  # the verdict with other bots
    off: float
    seen: float  # how far off it looked on the deals of the search
    deals: int  # fresh ones that it was measured on

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(figure for figures in self.wanted for figure in figures)

    @property
    def verdict(self) -> str:
        """Of all wants together."""
        return verdict_on(self.figures)

    def to_json(self, base: Design) -> dict[str, Any]:
        return {
            "design": self.design.to_json(),
            "hash": self.design.hash,
            "differs": self.design.differs(),
            "changed": self.design.differs(base),
            "changes": self.changes,
            "verdict": self.verdict,
            "again": self.again,
            "off": self.off,
            "seen": self.seen,
            "deals": self.deals,
            "figures": [each.to_json() for each in self.figures],
            "wanted": [
                {"verdict": verdict_on(figures), "figures": [each.to_json() for each in figures]}
                for figures in self.wanted
            ],
        }


@dataclass(frozen=True)
class Tuned:
    design: Design
    players: int
    bot: str
    wants: tuple[str, ...]
    knobs: tuple[str, ...]
    before: Candidate
    screened: tuple[Screened, ...]
    frontier: tuple[Candidate, ...]
    tried: int
    trials: int
    deals: int  # fresh ones, that each of the frontier was measured on at least
    seed: int

    @property
    def says(self) -> str:
        idle = [each.knob for each in self.screened if each.moves_nothing]
        silent = f" Nothing is moved by {', '.join(idle)}." if idle else ""
        good = [each for each in self.frontier if each.verdict == "yes"]
        if self.before.verdict == "yes":
            return f"Nothing needs to be changed: {' and '.join(self.wants)}.{silent}"
        if not good:
            nearest = min(self.frontier, key=lambda each: each.off, default=None)
            near = "" if nearest is None else f" The nearest: {self.changed(nearest)}."
            return f"None of {self.tried} settings holds on fresh deals among {plural(self.bot)}.{near}{silent}"
        best = good[0]
        return (
            f"{len(good)} of {self.tried} settings hold on fresh deals among {plural(self.bot)}; with the fewest changes: "
            f"{self.changed(best)}.{silent}"
        )

    def changed(self, candidate: Candidate) -> str:
        return "; ".join(candidate.design.differs(self.design)) or "nothing"

    @property
    def command(self) -> str:
        said = [f"--want {quote(want)}" for want in self.wants] + [f"--knob {quote(knob)}" for knob in self.knobs]
        how = f"--bot {self.bot} --trials {self.trials} --deals {self.deals} --seed {self.seed}"
        return " ".join([f"loot lab {TUNE}", self.design.command, f"--players {self.players}", *said, how])

    def to_json(self) -> dict[str, Any]:
        return {
            "question": TUNE,
            "game": self.design.rules.slug,
            "players": self.players,
            "bots": self.bot,
            "design": self.design.hash,
            "wants": list(self.wants),
            "knobs": list(self.knobs),
            "says": self.says,
            "before": self.before.to_json(self.design),
            "screened": [each.to_json() for each in self.screened],
            "frontier": [each.to_json(self.design) for each in self.frontier],
            "tried": self.tried,
            "deals": self.deals,
            "seed": self.seed,
            "command": self.command,
        }


def frontier_of(found: Sequence[Candidate]) -> list[Candidate]:
    """What holds, with the fewest changes first; then what comes nearer by changing more."""
    ordered = sorted(found, key=lambda each: (each.verdict != "yes", each.changes, each.off))
    front: list[Candidate] = []
    for each in ordered:
        is_better = all(each.off < other.off or each.changes < other.changes for other in front)
        if each.verdict == "yes" or is_better:
            front.append(each)
    return front[:FRONTIER]
