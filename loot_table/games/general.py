"""For a game that brings no `text.py` and no `scene.py`: its grid, or all that its view holds, and its actions by their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from rich.text import Text

from loot_table.engine import codec
from loot_table.engine.errors import BadLine
from loot_table.engine.random import Random
from loot_table.engine.screen import Screen
from loot_table.engine.sentence import Voice
from loot_table.engine.sentence import say as sentence
from loot_table.engine.state import Action, State, View

KNOWN = ("type", "seat", "players", "agenda", "reason")  # of every view
ANY_SCREEN = Screen()


def scene(view: View, voice: Voice) -> dict[str, Any]:
    grid = [[{"id": id, "text": text} for id, text in row] for row in view.grid()]
    return {"grid": grid, "lines": [] if grid else lines(view)}


def lines(view: View) -> list[str]:
    """What a view holds, field by field."""
    plain = codec.encode(view)
    return [f"{name}: {value}" for name, value in plain.items() if name not in KNOWN]


def draw(view: View, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
    grid = [" ".join([text or "." for _, text in row]) for row in view.grid()]
    return Text("\n".join([" " + line for line in grid or lines(view)]))


def say(view: View, action: Action, names: Sequence[str]) -> str:
    """The line that means an action: its cell, or the words on its button. A number alone is a place in the list."""
    cell = action.cell()
    return cell if cell and not cell.isdecimal() else label(view, action, names).lower()


def label(view: View, action: Action, names: Sequence[str]) -> str:
    return Voice(names).text(action.label(table_of(view)))


def read(view: View, line: str, names: Sequence[str] = ()) -> Action:
    """An action by its cell, the words on its button, or what makes them the only ones that begin so."""
    wanted = " ".join(line.lower().split())
    legal = table_of(view).actions()
    known = {say(view, action, names): action for action in [*others(view, legal), *legal]}
    begun = [
        action
        for words, action in known.items()
        if words.startswith(wanted) or label(view, action, names).lower() == wanted
    ]
    if wanted in known:
        return known[wanted]
    if wanted and len(begun) == 1:
        return begun[0]
    examples = ", ".join([say(view, action, names) for action in legal[:6]])
    raise BadLine(
        sentence(
            "{line} is not understood. Write one of: {examples}.", line=f'"{line.strip()[:30]}"', examples=examples
        )
    )


def others(view: View, legal: Sequence[Action]) -> list[Action]:
    """The same as is allowed about one cell, about every cell: so that the rule that forbids it can be named."""
    like = next((action for action in legal if action.cell()), None)
    return [] if like is None else [about(like, cell) for row in view.grid() for cell, _ in row]


def about(like: Action, cell: str) -> Action:
    changed = {
        field.name: type(value)(cell)
        for field in fields(like)
        if str(value := getattr(like, field.name)) == like.cell()
    }
    return replace(like, **changed)


def table_of(view: View) -> State:
    """A table as this seat sees it: enough for labels and for what is legal."""
    return view.imagine(Random(0))
