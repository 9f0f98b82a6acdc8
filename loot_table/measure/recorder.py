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
from loot_table.engine.state import Action, Chance, Decision, State

Value = Callable[[Any], Sequence[float]]
Rows = dict[str, list[Any]]

DECISION: Final = "decision"
CHANCE: Final = "chance"
SERVICE: Final = "service"
MOST_KEPT: Final = 50_000
# The same answers are given again and again, many of them as the same object: those are not even compared.
AS_JSON: Final[dict[Action, str]] = {}
LATELY: Final = 509
LATELY_GIVEN: Final[list[tuple[Action | None, str]]] = [(None, "")] * LATELY

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


# What sorts of steps there are: kind, who decides, what is asked, by which rule. Columns are made of their numbers, which is
# quick.
Sort = tuple[str, int | None, str, str | None]
SORTS: Final[list[Sort]] = []
NUMBERS: Final[dict[Sort, int]] = {}
DECISIONS: Final[dict[type, dict[str, list[int]]]] = {}  # by rule and seat
CHANCES: Final[dict[type, int]] = {}


def number_of(sort: Sort) -> int:
    number = NUMBERS.get(sort)
    if number is None:
        number = NUMBERS[sort] = len(SORTS)
        SORTS.append(sort)
    return number


def decision_sort(decision: Decision, seat: int) -> int:
    rules = DECISIONS.get(type(decision))
    if rules is None:
        rules = DECISIONS[type(decision)] = {}
    rule = decision.rule()
    numbers = rules.get(rule)
    if numbers is None:
        numbers = rules[rule] = []
    while len(numbers) <= seat:
        numbers.append(number_of((DECISION, len(numbers), type(decision).__name__, rule)))
    return numbers[seat]


def chance_sort(chance: Chance) -> int:
    number = CHANCES.get(type(chance))
    if number is None:
        number = CHANCES[type(chance)] = number_of((CHANCE, None, type(chance).__name__, None))
    return number


class Recording(Witness):
    """What happens in a match, noted while it does. A value function sees the whole table, and costs its time."""

    def __init__(self, number: int = 0, value: Value | None = None) -> None:
        """`number`: of the game, among those it is recorded with."""
        self.number = number
        self.value = value
        self.offered: Sequence[Action] | None = None
        self.spent: float | None = None
        self.result: tuple[float, ...] | None = None
        self.sorts: list[int] = []
        self.answers: list[int | None] = []
        self.chosen: list[int | None] = []
        self.answer: list[str | None] = []
        self.weights: list[tuple[int, ...] | None] = []
        self.seconds: list[float | None] = []
        self.values: list[Sequence[float]] = []  # before each step, and after the last one
        self.expected: list[Sequence[float] | None] = []

    def offer(self, offered: Sequence[Action], spent: float) -> None:
        """What the next decision is a choice of, where its list is at hand (none: too long), and how long was thought.
        Without this the answers are listed anew, which is slower."""
        self.offered, self.spent = offered, spent

    def see(self, state: State, entry: Entry) -> None:
        if self.value is not None:
            self.values.append(valued(state, self.value))
            self.expected.append(None)
        if entry.action is not None:
            self.decided(state, entry.seat, entry.action)
        elif entry.outcome is not None:
            self.happened(state, entry.outcome)
        else:
            seat = entry.seat if entry.seat >= 0 else None
            self.note(number_of((SERVICE, seat, entry.service, None)), None, None, None, None, None)

    def note(
        self,
        sort: int,
        answers: int | None,
        chosen: int | None,
        answer: str | None,
        weights: tuple[int, ...] | None,
        seconds: float | None,
    ) -> None:
        self.sorts.append(sort)
        self.answers.append(answers)
        self.chosen.append(chosen)
        self.answer.append(answer)
        self.weights.append(weights)
        self.seconds.append(seconds)

    def decided(self, state: State, seat: int, action: Action) -> None:
        decision = state.decision()
        listed = self.offered
        if listed is None:
            listed = () if decision.is_large(state) else decision.actions(state)
        answers: int | None = None
        chosen: int | None = None
        if listed:
            answers, chosen = len(listed), place_of(action, listed)
        self.note(decision_sort(decision, seat), answers, chosen, as_json(action), None, self.spent)
        self.offered = self.spent = None

    def happened(self, state: State, outcome: int) -> None:
        chance = state.chance()
        weights, place = chance.odds(state, outcome)
        self.note(chance_sort(chance), len(weights), place, chance.name_of(state, outcome), weights, None)
        if self.value is not None:
            self.expected[-1] = mean_value(state, chance.outcomes(state), self.value)

    def end(self, match: Match) -> None:
        """The match is over, or has come as far as it will."""
        self.result = tuple(match.standings()) if match.is_over else None
        if self.value is not None:
            self.values.append(self.result or valued(match.state, self.value))

    def rows(self) -> Rows:
        """The columns as lists."""
        steps = len(self.sorts)
        sorts = [SORTS[number] for number in self.sorts]
        nothing: list[Any] = [None] * steps
        has_values = self.value is not None
        return {
            "game": [self.number] * steps,
            "step": list(range(steps)),
            "kind": [kind for kind, _, _, _ in sorts],
            "seat": [seat for _, seat, _, _ in sorts],
            "asked": [asked for _, _, asked, _ in sorts],
            "rule": [rule for _, _, _, rule in sorts],
            "answers": self.answers,
            "chosen": self.chosen,
            "answer": self.answer,
            "weights": self.weights,
            "seconds": self.seconds,
            "before": self.values[:-1] if has_values else nothing,
            "after": self.values[1:] if has_values else nothing,
            "expected": self.expected if has_values else nothing,
            "result": [self.result] * steps,
        }


def recording_of(match: Match, number: int = 0, value: Value | None = None) -> Recording:
    """Of a match that was played before, from its record."""
    recording = Recording(number, value)
    match.seen_again(recording)
    recording.end(match)
    return recording


def recorded(match: Match, number: int = 0, value: Value | None = None) -> Rows:
    """The columns of a match that was played before, as lists."""
    return recording_of(match, number, value).rows()


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
    place = (id(action) >> 5) % LATELY
    same, text = LATELY_GIVEN[place]
    if same is action:
        return text
    found = AS_JSON.get(action)
    if found is None:
        if len(AS_JSON) >= MOST_KEPT:
            AS_JSON.clear()
        found = AS_JSON[action] = codec.dumps(codec.encode(action)).decode()
    LATELY_GIVEN[place] = action, found
    return found


def place_of(action: Action, listed: Sequence[Action]) -> int | None:
    if isinstance(listed, list):  # the usual case, which is quicker
        for number, each in enumerate(listed):
            if each is action:
                return number
    for number, each in enumerate(listed):
        if each == action:
            return number
    return None  # an answer that is accepted and not listed


def frame(recordings: Sequence[Recording]) -> Any:
    """The columns of several games as a Polars frame. What is the same in many rows is made once and pointed at."""
    polars = imported()
    lengths = [len(each.sorts) for each in recordings]
    rows = sum(lengths)
    long = polars.Series(lengths, dtype=polars.UInt32)
    game = polars.int_range(len(lengths), dtype=polars.UInt32, eager=True).repeat_by(long).explode()
    starts = long.cum_sum() - long
    sort = polars.Series(joined([each.sorts for each in recordings]), dtype=polars.UInt32)
    results: dict[tuple[float, ...] | None, int] = {}
    ends = [results.setdefault(each.result, len(results)) for each in recordings]
    end = polars.Series(ends, dtype=polars.UInt32)[game]
    found: dict[str, tuple[list[Any], Any]] = {  # and what points at it
        "game": ([each.number for each in recordings], game),
        "kind": ([kind for kind, _, _, _ in SORTS], sort),
        "seat": ([seat for _, seat, _, _ in SORTS], sort),
        "asked": ([asked for _, _, asked, _ in SORTS], sort),
        "rule": ([rule for _, _, _, rule in SORTS], sort),
        "answers": (joined([each.answers for each in recordings]), None),
        "chosen": (joined([each.chosen for each in recordings]), None),
        "answer": (joined([each.answer for each in recordings]), None),
        "weights": (joined([each.weights for each in recordings]), None),
        "seconds": (joined([each.seconds for each in recordings]), None),
        "before": (joined([each.values[:-1] for each in recordings]), None),
        "after": (joined([each.values[1:] for each in recordings]), None),
        "expected": (joined([each.expected for each in recordings]), None),
        "result": (list(results), end),
    }
    columns = []
    for name, (kind, _) in COLUMNS.items():
        dtype = type_of(polars, kind)
        if name == "step":
            columns.append((polars.int_range(rows, dtype=dtype, eager=True) - starts[game]).alias(name))
            continue
        values, pointer = found[name]
        if pointer is not None:
            columns.append(polars.Series(name, values, dtype=dtype)[pointer])
        elif len(values) < rows:
            columns.append(polars.Series(name, [None], dtype=dtype).new_from_index(0, rows))
        elif kind.startswith("List"):
            columns.append(gathered(polars, name, values, dtype))
        else:
            columns.append(polars.Series(name, values, dtype=dtype))
    return polars.DataFrame(columns)


def joined(parts: Sequence[list[Any]]) -> list[Any]:
    whole: list[Any] = []
    for part in parts:
        whole += part
    return whole


def type_of(polars: Any, kind: str) -> Any:
    """`List(UInt32)` as Polars has it."""
    outer, _, inner = kind.partition("(")
    return getattr(polars, outer)(getattr(polars, inner[:-1])) if inner else getattr(polars, outer)


def gathered(polars: Any, name: str, values: Sequence[Sequence[float] | None], kind: Any) -> Any:
    """A column of lists. Many are the same (weights of a deck, values that stay): each is made once."""
    places: dict[Sequence[float], int] = {}
    known: dict[int, int] = {}  # the same without a look at what is in it; `values` keeps them alive
    owners: list[int] = []
    flat: list[float] = []
    found: list[int | None] = []
    for each in values:
        if each is None:
            found.append(None)
            continue
        place = known.get(id(each))
        if place is None:
            key = tuple(each)
            place = places.get(key)
            if place is None:
                place = places[key] = len(places)
                owners += [place] * len(key)
                flat += key
            known[id(each)] = place
        found.append(place)
    parts = polars.DataFrame(
        {"owner": polars.Series(owners, dtype=polars.UInt32), name: polars.Series(flat, dtype=kind.inner)}
    )
    lists = parts.group_by("owner", maintain_order=True).agg(name)[name]
    return lists[polars.Series(found, dtype=polars.UInt32)]


def write(frames: Sequence[Any], path: Path) -> None:
    """Frames one after the other as a Parquet file."""
    polars = imported()
    whole = polars.concat(list(frames)) if frames else frame([])
    try:
        whole.write_parquet(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from None


def imported() -> Any:
    try:
        return import_module("polars")  # installed only where it is wanted
    except ImportError:
        raise BadInput('recording needs Polars; it comes with `pip install "loot-table[lab]"`') from None
