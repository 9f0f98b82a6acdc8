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
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import Action, State

Value = Callable[[Any], Sequence[float]]
Rows = dict[str, list[Any]]

DECISION: Final = "decision"
MOST_KEPT: Final = 50_000
# Most answers are built once for a table and given again and again, and tables have the same ones.
AS_JSON: Final[dict[int, tuple[Action, str]]] = {}  # by identity
AS_JSON_BY_VALUE: Final[dict[Action, str]] = {}
MANY: Final = 60  # outcomes
MOST_DICE: Final = 1_000
# Weights and places of long lists of outcomes, by identity.
Dice = tuple[Sequence[tuple[int, int]], tuple[int, ...], dict[int, int]]
DICE: Final[dict[int, Dice]] = {}

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


class Recording(Witness):
    """What happens in a match, noted while it does. A value function sees the whole table, and costs its time."""

    def __init__(self, value: Value | None = None) -> None:
        self.value = value
        self.offered: Sequence[Action] | None = None
        self.spent: float | None = None
        self.kinds: list[str] = []
        self.seats: list[int | None] = []
        self.asked: list[str] = []
        self.rules: list[str | None] = []
        self.answers: list[int | None] = []
        self.chosen: list[int | None] = []
        self.answer: list[str | None] = []
        self.weights: list[tuple[int, ...] | None] = []
        self.seconds: list[float | None] = []
        self.befores: list[Sequence[float] | None] = []
        self.expected: list[Sequence[float] | None] = []

    def offer(self, offered: Sequence[Action], spent: float) -> None:
        """What the next decision is a choice of, where its list is at hand (none: too long), and how long was thought.
        Without this the answers are listed anew, which is slower."""
        self.offered, self.spent = offered, spent

    def see(self, state: State, entry: Entry) -> None:
        self.befores.append(None if self.value is None else valued(state, self.value))
        self.expected.append(None)
        self.seconds.append(self.spent if entry.action is not None else None)
        if entry.action is not None:
            self.decided(state, entry.seat, entry.action)
            self.offered = self.spent = None
        elif entry.outcome is not None:
            self.happened(state, entry.outcome)
        else:
            seat = entry.seat if entry.seat >= 0 else None
            self.note("service", seat, entry.service, None, None, None, None, None)

    def note(
        self,
        kind: str,
        seat: int | None,
        asked: str,
        rule: str | None,
        answers: int | None,
        chosen: int | None,
        answer: str | None,
        weights: tuple[int, ...] | None,
    ) -> None:
        self.kinds.append(kind)
        self.seats.append(seat)
        self.asked.append(asked)
        self.rules.append(rule)
        self.answers.append(answers)
        self.chosen.append(chosen)
        self.answer.append(answer)
        self.weights.append(weights)

    def decided(self, state: State, seat: int, action: Action) -> None:
        decision = state.decision()
        listed = self.offered
        if listed is None:
            listed = () if decision.is_large(state) else decision.actions(state)
        answers, chosen = (len(listed), place_of(action, listed)) if listed else (None, None)
        name, rule = type(decision).__name__, decision.rule()
        self.note(DECISION, seat, name, rule, answers, chosen, as_json(action), None)

    def happened(self, state: State, outcome: int) -> None:
        chance = state.chance()
        outcomes = chance.outcomes(state)
        weights, place = weights_of(outcomes, outcome)
        name = type(chance).__name__
        self.note("chance", None, name, None, len(weights), place, chance.name_of(state, outcome), weights)
        if self.value is not None:
            self.expected[-1] = mean_value(state, outcomes, self.value)

    def rows(self, match: Match, number: int = 0) -> Rows:
        """The columns, of a match that is over or as far as it has come."""
        steps = len(self.kinds)
        result = tuple(match.standings()) if match.is_over else None
        last = result if self.value is None or result is not None else valued(match.state, self.value)
        return {
            "game": [number] * steps,
            "step": list(range(steps)),
            "kind": self.kinds,
            "seat": self.seats,
            "asked": self.asked,
            "rule": self.rules,
            "answers": self.answers,
            "chosen": self.chosen,
            "answer": self.answer,
            "weights": self.weights,
            "seconds": self.seconds,
            "before": self.befores,
            "after": self.befores if self.value is None else [*self.befores[1:], last],
            "expected": self.expected,
            "result": [result] * steps,
        }


def recorded(match: Match, number: int = 0, value: Value | None = None) -> Rows:
    """A match that was played before, from its record."""
    recording = Recording(value)
    match.seen_again(recording)
    return recording.rows(match, number)


def weights_of(outcomes: Sequence[tuple[int, int]], outcome: int) -> tuple[tuple[int, ...], int | None]:
    """The weight of each outcome, and the place of this one. Long lists are dice, which games make once."""
    known = DICE.get(id(outcomes))
    if known is not None and known[0] is outcomes:
        return known[1], known[2].get(outcome)
    weights: list[int] = []
    place: int | None = None
    for other, weight in outcomes:
        if other == outcome:
            place = len(weights)
        weights.append(weight)
    found = tuple(weights)
    if len(found) > MANY:
        if len(DICE) >= MOST_DICE:
            DICE.clear()
        DICE[id(outcomes)] = outcomes, found, {other: place for place, (other, _) in enumerate(outcomes)}
    return found, place


def mean_value(state: State, outcomes: Sequence[tuple[int, int]], value: Value) -> list[float]:
    """Each seat's value before nature has decided, as the mean over what she may decide."""
    total = sum([weight for _, weight in outcomes])
    sums = [0.0] * state.players
    for outcome, weight in outcomes:
        world = state.copy()
        world.happen(outcome)
        for seat, share in enumerate(valued(world, value)):
            sums[seat] += share * weight / total
    return sums


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
    known: dict[int, int] = {id(None): 0}  # the same without a look at what is in it; `values` keeps them alive
    distinct: list[Any] = [None]
    found: list[int] = []
    for each in values:
        place = known.get(id(each))
        if place is None:
            key = tuple(each or ())
            place = places.get(key)
            if place is None:
                place = places[key] = len(distinct)
                distinct.append(key)
            known[id(each)] = place
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
