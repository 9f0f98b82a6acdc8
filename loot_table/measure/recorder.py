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

DECISION: Final = "decision"
MOST_KEPT: Final = 50_000
# Most answers are built once for a table and given again and again, and tables have the same ones.
AS_JSON: Final[dict[int, tuple[Action, str]]] = {}  # by identity
AS_JSON_BY_VALUE: Final[dict[Action, str]] = {}

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


# Of a decision: how many answers were listed, and the place of the given one; none of both where they are too many.
Choice = tuple[int | None, int | None]


def recorded(
    match: Match,
    number: int = 0,
    seconds: Sequence[float] | None = None,
    value: Value | None = None,
    choices: Sequence[Choice] | None = None,
) -> Rows:
    """A match that is over, or as far as it has come. `seconds`: thinking time of each decision in order. `choices`: what
    each was a choice of, where somebody was there and noted it; else answers are listed anew, which is slower."""
    state = match.at(0).state
    state.news = None
    result = tuple(match.standings()) if match.is_over else None
    steps: list[Step] = []
    befores: list[Sequence[float] | None] = []
    afters: list[Sequence[float] | None] = []
    expected: list[Sequence[float] | None] = []
    before = None if value is None else valued(state, value)
    last = len(match.record)
    decisions = 0
    for entry in match.record:
        noted = None
        if entry.action is not None:
            noted = choices[decisions] if choices is not None else None
            decisions += 1
        step = Step(state, entry, noted)
        steps.append(step)
        if value is None:
            step.play(state)
            continue
        expected.append(step.expected(state, value) if step.weights else None)
        step.play(state)
        befores.append(before)
        before = valued(state, value) if len(steps) < last or result is None else result
        afters.append(before)
    nothing: list[Any] = [None] * len(steps)
    return {
        "game": [number] * len(steps),
        "step": list(range(len(steps))),
        "kind": [step.kind for step in steps],
        "seat": [step.seat for step in steps],
        "asked": [step.asked for step in steps],
        "rule": [step.rule for step in steps],
        "answers": [step.answers for step in steps],
        "chosen": [step.chosen for step in steps],
        "answer": [step.answer for step in steps],
        "weights": [step.weights for step in steps],
        "seconds": nothing if seconds is None else thought(steps, seconds),
        "before": nothing if value is None else befores,
        "after": nothing if value is None else afters,
        "expected": nothing if value is None else expected,
        "result": [result] * len(steps),
    }


def thought(steps: Sequence[Step], seconds: Sequence[float]) -> list[float | None]:
    """The time of each step: decisions took some, in their order."""
    found: list[float | None] = []
    decisions = 0
    for step in steps:
        is_decision = step.kind == DECISION
        found.append(seconds[decisions] if is_decision else None)
        decisions += is_decision
    return found


class Step:
    """What is known of one entry before it is carried out."""

    def __init__(self, state: State, entry: Entry, noted: Choice | None) -> None:
        self.entry = entry
        self.kind, self.asked = "service", entry.service
        self.seat: int | None = entry.seat if entry.seat >= 0 else None
        self.rule: str | None = None
        self.answers: int | None = None
        self.chosen: int | None = None
        self.answer: str | None = None
        self.weights: tuple[int, ...] | None = None
        self.outcomes: Sequence[tuple[int, int]] = ()
        if entry.action is not None:
            self.decided(state, entry.action, noted)
        elif entry.outcome is not None:
            self.happened(state, entry.outcome)

    def decided(self, state: State, action: Action, noted: Choice | None) -> None:
        decision = state.decision()
        self.kind, self.asked, self.rule = DECISION, type(decision).__name__, decision.rule()
        self.answer = as_json(action)
        if noted is not None:
            self.answers, self.chosen = noted
        elif not decision.is_large(state):
            listed = decision.actions(state)
            self.answers, self.chosen = len(listed), place_of(action, listed)

    def happened(self, state: State, outcome: int) -> None:
        chance = state.chance()
        self.kind, self.asked, self.seat = "chance", type(chance).__name__, None
        self.answer = chance.name_of(state, outcome)
        self.outcomes = chance.outcomes(state)
        weights: list[int] = []
        for other, weight in self.outcomes:
            if other == outcome:
                self.chosen = len(weights)
            weights.append(weight)
        self.weights = tuple(weights)
        self.answers = len(weights)

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
    known = AS_JSON.get(id(action))
    if known is not None and known[0] is action:
        return known[1]
    for cache in (AS_JSON, AS_JSON_BY_VALUE):
        if len(cache) >= MOST_KEPT:
            cache.clear()
    text = AS_JSON_BY_VALUE.get(action)
    if text is None:
        text = AS_JSON_BY_VALUE[action] = codec.dumps(codec.encode(action)).decode()
    AS_JSON[id(action)] = action, text
    return text


def noted(action: Action, listed: Sequence[Action]) -> Choice:
    """What an answer was a choice of, for `recorded`: by who was offered the list."""
    return (len(listed), place_of(action, listed)) if listed else (None, None)


def place_of(action: Action, listed: Sequence[Action]) -> int | None:
    for number, each in enumerate(listed):
        if each is action:
            return number
    for number, each in enumerate(listed):
        if each == action:
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
    lists = {"List(UInt32)": polars.List(polars.UInt32), "List(Float32)": polars.List(polars.Float32)}
    columns = []
    for name, (kind, _) in COLUMNS.items():
        if kind in lists:
            columns.append(gathered(polars, name, rows[name], lists[kind]))
        else:
            columns.append(polars.Series(name, rows[name], dtype=getattr(polars, kind)))
    return polars.DataFrame(columns)


def gathered(polars: Any, name: str, values: Sequence[Sequence[float] | None], kind: Any) -> Any:
    """A column of lists. Many are the same (weights of a deck, the result of a game): each is made once."""
    places: dict[object, int] = {None: 0}
    distinct: list[Any] = [None]
    found: list[int] = []
    for each in values:
        key = None if each is None else tuple(each)
        place = places.get(key)
        if place is None:
            place = places[key] = len(distinct)
            distinct.append(key)
        found.append(place)
    return polars.Series(name, distinct, dtype=kind).gather(found)


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
