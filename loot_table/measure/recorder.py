"""What happened in a game, step by step, as columns: the same of games of the arena, of the server, and of records.

`COLUMNS` is the data dictionary; docs/recording.md says it in words. Values are each seat's share of the victory by the
game's own value function; what a chance was worth is `after` less `expected`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Entry, Match
from loot_table.engine.state import Action, State

Value = Callable[[Any], Sequence[float]]
Rows = dict[str, list[Any]]

MOST_KEPT: Final = 50_000
AS_JSON: Final[dict[Action, str]] = {}

# Each column with its type in Polars, and what it says.
COLUMNS: Mapping[str, tuple[str, str]] = {
    "game": ("UInt32", "number of the game in this file"),
    "step": ("UInt32", "number of the step in its game, from 0"),
    "kind": ("String", "`decision`, `chance`, or `service` (somebody resigned, all agreed)"),
    "seat": ("Int8", "who decided; none for chance"),
    "asked": ("String", "the kind of decision or of chance, by the name of its class in the rules"),
    "rule": ("String", "number of the rule that asks; none for chance"),
    "answers": (
        "UInt32",
        "how many legal answers were listed, or outcomes possible; none where they are too many to list",
    ),
    "chosen": ("UInt32", "place of the answer or outcome in that list, from 0; none where it is not in it"),
    "answer": ("String", "the answer as JSON, or the outcome's name"),
    "weights": ("List(UInt32)", "of a chance: the weight of each outcome, in the list's order"),
    "seconds": ("Float32", "how long was thought; none where nobody measured it"),
    "before": ("List(Float32)", "each seat's value before the step; none where values were not asked for"),
    "after": ("List(Float32)", "each seat's value after the step; after the last step the result"),
    "expected": ("List(Float32)", "of a chance: the mean of the values after every outcome, by weight"),
    "result": ("List(Float32)", "each seat's share of the victory in the end"),
}


def recorded(match: Match, number: int = 0, seconds: Sequence[float] | None = None, value: Value | None = None) -> Rows:
    """A match that is over, or as far as it has come. `seconds`: thinking time of each decision in order."""
    rows: Rows = {name: [] for name in COLUMNS}
    state = match.at(0).state
    state.news = None
    result = match.standings() if match.is_over else None
    before = None if value is None else list(valued(state, value))
    decisions = 0
    for step, entry in enumerate(match.record):
        add = Step(state, entry)
        spent = None
        if entry.action is not None:
            spent = seconds[decisions] if seconds is not None else None
            decisions += 1
        expected = None if value is None or not add.weights else add.expected(state, value)
        add.play(state)
        is_last = step == len(match.record) - 1
        after = None if value is None else result if is_last and result is not None else list(valued(state, value))
        rows["game"].append(number)
        rows["step"].append(step)
        rows["kind"].append(add.kind)
        rows["seat"].append(add.seat)
        rows["asked"].append(add.asked)
        rows["rule"].append(add.rule)
        rows["answers"].append(add.answers)
        rows["chosen"].append(add.chosen)
        rows["answer"].append(add.answer)
        rows["weights"].append(add.weights)
        rows["seconds"].append(spent)
        rows["before"].append(before)
        rows["after"].append(after)
        rows["expected"].append(expected)
        rows["result"].append(result)
        before = after
    return rows


class Step:
    """What is known of one entry before it is carried out."""

    def __init__(self, state: State, entry: Entry) -> None:
        self.entry = entry
        self.kind, self.asked = "service", entry.service
        self.seat: int | None = entry.seat if entry.seat >= 0 else None
        self.rule: str | None = None
        self.answers: int | None = None
        self.chosen: int | None = None
        self.answer: str | None = None
        self.weights: list[int] | None = None
        self.outcomes: Sequence[tuple[int, int]] = ()
        if entry.action is not None:
            self.decided(state, entry.action)
        elif entry.outcome is not None:
            self.happened(state, entry.outcome)

    def decided(self, state: State, action: Action) -> None:
        decision = state.decision()
        self.kind, self.asked, self.rule = "decision", type(decision).__name__, decision.rule()
        self.answer = as_json(action)
        if not decision.is_large(state):
            listed = decision.actions(state)
            self.answers, self.chosen = len(listed), place_of(action, listed)

    def happened(self, state: State, outcome: int) -> None:
        chance = state.chance()
        self.kind, self.asked, self.seat = "chance", type(chance).__name__, None
        self.answer = chance.name_of(state, outcome)
        self.outcomes = chance.outcomes(state)
        self.weights = [weight for _, weight in self.outcomes]
        self.answers = len(self.outcomes)
        self.chosen = next(number for number, (other, _) in enumerate(self.outcomes) if other == outcome)

    def expected(self, state: State, value: Value) -> list[float]:
        """Each seat's value before nature has decided, as the mean over what she may decide."""
        total = sum(self.weights or ())
        sums = [0.0] * state.players
        for outcome, weight in self.outcomes:
            world = state.copy()
            world.happen(outcome)
            for seat, share in enumerate(valued(world, value)):
                sums[seat] += share * weight / total
        return sums

    def play(self, state: State) -> None:
        if self.entry.action is not None:
            state.apply(self.entry.action)
        elif self.entry.outcome is not None:
            state.happen(self.entry.outcome)


def valued(state: State, value: Value) -> Sequence[float]:
    """Each seat's share of the victory: the result where there is one."""
    return value(state) if state.agenda else state.standings()


def as_json(action: Action) -> str:
    """Most answers are given again and again."""
    found = AS_JSON.get(action)
    if found is None:
        if len(AS_JSON) >= MOST_KEPT:
            AS_JSON.clear()
        found = AS_JSON[action] = codec.dumps(codec.encode(action)).decode()
    return found


def place_of(action: Action, listed: Sequence[Action]) -> int | None:
    for number, each in enumerate(listed):
        if each is action or each == action:
            return number
    return None  # an answer that is accepted and not listed


def together(parts: Sequence[Rows]) -> Rows:
    whole: Rows = {name: [] for name in COLUMNS}
    for part in parts:
        for name, values in part.items():
            whole[name] += values
    return whole


def frame(rows: Rows) -> Any:
    """The columns as a Polars frame."""
    polars = imported()
    kinds = {"List(UInt32)": polars.List(polars.UInt32), "List(Float32)": polars.List(polars.Float32)}
    schema = {name: kinds.get(kind) or getattr(polars, kind) for name, (kind, _) in COLUMNS.items()}
    return polars.DataFrame(rows, schema=schema)


def write(frames: Sequence[Any], path: Path) -> None:
    """Frames one after the other as a Parquet file."""
    polars = imported()
    whole = polars.concat(list(frames)) if frames else frame({name: [] for name in COLUMNS})
    try:
        whole.write_parquet(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from None


def imported() -> Any:
    try:
        return import_module("polars")  # installed only where it is wanted
    except ImportError:
        raise BadInput('recording needs Polars; it comes with `pip install "loot-table[lab]"`') from None
