"""Every measure of the lab: its question, its formula as the docstring says it, the code that computes it, and what it does
not tell."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from loot_table.lab import habits, questions, stories, usage, worths
from loot_table.lab.asking import NOT_FUN
from loot_table.lab.catalogue import ALL, Question
from loot_table.lab.choices import effective, worth
from loot_table.lab.luck import explained, moved_in, ratio
from loot_table.measure import intervals

Function = Callable[..., Any]
# What the figures of a question are computed by.
FORMULAS: dict[str, tuple[Function, ...]] = {
    "fair": (intervals.share_sequence_of,),
    "length": (questions.minutes, intervals.quantile_sequence),
    "exciting": (
        stories.uncertainty,
        stories.drama,
        stories.ebb,
        stories.lead_changes,
        stories.decided_at,
        stories.out_of_it,
        stories.swings,
    ),
    "luck": (moved_in, ratio, explained),
    "choices": (worth, effective),
    "cards": (worths.mean_by, worths.standing_out),
    "dead": (usage.used_in, intervals.never),
    "styles": (habits.dominant, habits.mixed_ways),
    "restrict": (habits.margins,),
    "ladder": (habits.games_to_lead,),
    "compare": (intervals.paired, intervals.gain_of),
}
INTERVALS = (
    intervals.sequence,
    intervals.share_sequence,
    intervals.clustered_share,
    intervals.wilson,
    intervals.goodman,
    intervals.mean,
    intervals.quantile,
    intervals.within,
)


def pages() -> dict[str, str]:
    return {"reference/measures.md": "\n".join(page()) + "\n"}


def page() -> Iterator[str]:
    yield from ("# Measures", "")
    yield "Every question of [the lab](../lab.md), what its figures are and what they do not tell. *V* is the vector of shares of the"
    yield "victory that the game's [values](../values.md) give to the seats of a table. The code under each formula is what computes it."
    yield ""
    for question in ALL:
        yield from (f"## {question.heading}", "")
        yield f"{question.about} {told(question.ask)}"
        yield from (
            "",
            f"Ask: `loot lab {question.name}`. Until it is decided, as a rule: {question.usual:,} deals.",
            "",
        )
        for function in FORMULAS[question.name]:
            yield from formula(function)
        yield from ("**It does not tell:**", "", *[f"- {line}" for line in (cannot_tell(question), NOT_FUN)], "")
    yield from ("## Intervals", "")
    yield "All figures come with an interval of 95 %, unless they say otherwise. Those of *sequences* hold at all looks together."
    yield ""
    for function in INTERVALS:
        yield from formula(function)


def told(thing: Any) -> str:
    return " ".join((inspect.getdoc(thing) or "").split())


def formula(function: Function) -> Iterator[str]:
    """Its words, and the code behind a fold."""
    yield from (f"### {function.__name__.replace('_', ' ')}", "", inspect.getdoc(function) or "", "")
    yield f'??? note "`{function.__module__}.{function.__name__}`"'
    yield ""
    yield textwrap.indent("```python\n" + inspect.getsource(function).rstrip() + "\n```", "    ")
    yield ""


def cannot_tell(question: Question) -> str:
    """The sentence that the question's code ends its answer with."""
    function: Any = question.ask
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    answer = next(
        call for call in ast.walk(tree) if isinstance(call, ast.Call) and ast.unparse(call.func) == "asking.answer"
    )
    said = answer.args[5]
    if isinstance(said, ast.Name):
        named = [
            node for node in ast.walk(tree) if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == said.id
        ]
        said = named[-1].value
    return words(said, function.__globals__)


def words(said: ast.expr, known: dict[str, Any]) -> str:
    """A text, or one with names in it: which bots are meant is left open, and a number that was measured is an N."""
    if isinstance(said, ast.JoinedStr):
        return "".join(words(part, known) for part in said.values)
    if isinstance(said, ast.FormattedValue):
        name = ast.unparse(said.value)
        if name == "plural(bot)":
            return "these bots"
        spec = "" if said.format_spec is None else words(said.format_spec, known)
        return format(known[name], spec) if name in known else "N"
    if isinstance(said, ast.Constant):
        return str(said.value)
    raise ValueError(f"not a sentence that can be shown: {ast.unparse(said)}")
