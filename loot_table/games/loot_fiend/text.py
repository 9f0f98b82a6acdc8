"""The table of Loot Fiend in the terminal: a window on the map, the backpacks, what may still come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from loot_table.engine.random import Random
from loot_table.engine.screen import Screen
from loot_table.engine.state import Action
from loot_table.games.loot_fiend import stack, text_lines
from loot_table.games.loot_fiend.course import NONE, STALEMATE
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.table import Table, TableView
from loot_table.games.loot_fiend.text_commands import (
    chance_words,
    show_loot,
    show_map,
    show_odds,
    show_shape,
    show_suggestions,
)
from loot_table.games.loot_fiend.text_table import ANY_SCREEN, HIGH, ROWS, draw_map, draw_packs, underfoot
from loot_table.games.loot_fiend.trips import Route


def draw(view: TableView, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
    """The map around whoever is to act, the state of the game, all backpacks, the loot underfoot."""
    table = view.imagine(Random(0))
    seat = view.to_act if view.to_act >= 0 else max(view.seat, 0)
    below = state_lines(view, table, names, screen)
    below.append_text(draw_packs(table, names, screen))
    below.append_text(underfoot(table, seat, screen))
    below.rstrip()
    rows = min(ROWS, max(2, (screen.height - 6 - below.plain.count("\n")) // HIGH))
    return draw_map(table, names, table.tile_of(seat).cell(), screen, rows).append_text(below)


def read(view: TableView, line: str, names: Sequence[str] = ()) -> Action:
    """The action that a line means."""
    return text_lines.read(view, line)


def say(view: TableView, action: Action, names: Sequence[str]) -> str:
    """The line that means an action."""
    return text_lines.say(action)


def state_lines(view: TableView, table: Table, names: Sequence[str], screen: Screen) -> Text:
    """Whose turn it is, how far the game is."""
    course = view.course
    text = Text()
    if not view.agenda:
        fiend = f"{names[course.winner]} is the loot fiend" if course.winner != NONE else "there is no loot fiend"
        return text.append(f"The game is over ({view.reason}): {fiend}.\n", "bold")
    if course.turn != NONE:
        text.append(f"{names[course.turn]}'s turn, {counted(course.actions_left, 'action')} left", "bold")
        text.append(f" · {course.stores_found} of {counted(course.final_store, 'store')} found\n")
    if view.stack:
        text.append(f"The next of {counted(stack.tiles_in(table.stack), 'tile')} {chance_words(view)}\n")
    if course.is_shopping:
        done = [name for name, is_done in zip(names, course.done, strict=True) if is_done]
        store = f"The store is open; {names[course.leaver]} will leave first; done: {', '.join(done) or 'nobody'}"
        text.append(screen.folded(store) + "\n")
    if course.stalemate or course.idle_turns:
        text.append(f"Turns without progress: {course.idle_turns}; stalemate {STALEMATE[course.stalemate]}\n")
    if course.is_sealed:
        text.append(f"Nothing is left to explore: {counted(course.final_turns, 'turn')} to the end\n", "bold")
    if course.turned:
        text.append(turned_lines(table))
    if view.agenda and type(view.agenda[-1]).__name__ == "ChooseRoute":
        for number, action in enumerate(table.actions()):
            assert isinstance(action, Route)
            text.append(screen.folded(f"  route {number + 1}: {action.label(table)}", 4) + "\n")
    return text


def turned_lines(table: Table) -> str:
    lines = [f"  turn {action.rot}: {action.label(table)}\n" for action in table.actions() if hasattr(action, "rot")]
    return f"A {table.course.turned} tile is turned up for {table.course.spot}.\n" + "".join(lines)


Command = tuple[str, Callable[[TableView, Sequence[str], str], Text]]
COMMANDS: dict[str, Command] = {
    "map": ("map X Y: another part of the map", show_map),
    "odds": ("odds: what may still come, and the chance of a store", show_odds),
    "stack": ("stack: the same as odds", show_odds),
    "loot": ("loot: everything on the map, nearest first, and whether it fits", show_loot),
    "shape": ("shape m07: a piece in all its rotations", show_shape),
    "suggest": ("suggest: layouts that make room; repack 1 takes the first", show_suggestions),
}
