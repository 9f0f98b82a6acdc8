"""A table as people see it: the terminal's drawing of the game, as text or as pixels."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME as THEME
from rich.text import Text

from loot_table import games
from loot_table.engine.game import Game
from loot_table.engine.screen import Screen
from loot_table.engine.sentence import Voice
from loot_table.engine.state import SPECTATOR, State
from loot_table.rl.pixels import HEIGHT, WIDTH, dots

SCREEN = Screen(100, 50)  # every picture is of this size, so that pictures make a film
SCALE = 2  # pixels of a dot, across and down
MODES = ("human", "ansi", "rgb_array")
Colour = tuple[int, int, int]


def drawn(game: Game, table: State, names: Sequence[str]) -> Text:
    """What the seat that decides sees, with the question put to it; at the end, what everybody sees."""
    seat = max(table.to_act, SPECTATOR) if table.to_act >= 0 else SPECTATOR
    text: Text = games.part(game, "text").draw(table.view(seat), names, SCREEN)
    text.rstrip()
    voice = Voice(list(names))
    if seat >= 0:
        text.append(f"\n\n{names[seat]}: {voice.text(table.decision().prompt(table))}", "bold")
    elif table.reason:
        text.append(f"\n\n{voice.text(table.ending())}", "bold")
    return text


def console(file: Any) -> Console:
    return Console(file=file, force_terminal=True, color_system="standard", width=SCREEN.width, highlight=False)


def ansi(text: Text) -> str:
    """With the signs by which a terminal colours it."""
    out = io.StringIO()
    console(out).print(text)
    return out.getvalue()


def pixels(text: Text) -> Any:
    """As an array of rows, columns and three colours. What does not fit is left out."""
    canvas = np.empty((SCREEN.height * HEIGHT, SCREEN.width * WIDTH, 3), np.uint8)
    canvas[:] = THEME.background_color
    for row, line in enumerate(console(io.StringIO()).render_lines(text, pad=False)[: SCREEN.height]):
        column = 0
        for part in line:
            front, back = colours(part.style or Style.null())
            for letter in part.text[: SCREEN.width - column]:
                cell = canvas[row * HEIGHT : (row + 1) * HEIGHT, column * WIDTH : (column + 1) * WIDTH]
                cell[:] = back
                cell[dots(letter)] = front
                column += 1
    return canvas.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def colours(style: Style) -> tuple[Colour, Colour]:
    """Of the letters, and behind them."""
    front: Colour = style.color.get_truecolor(THEME) if style.color else THEME.foreground_color
    back: Colour = style.bgcolor.get_truecolor(THEME, foreground=False) if style.bgcolor else THEME.background_color
    if style.dim:
        front = tuple([(2 * one + other) // 3 for one, other in zip(front, back, strict=True)])  # type: ignore[assignment]
    return (back, front) if style.reverse else (front, back)


def render(game: Game, table: State, names: Sequence[str], mode: str | None) -> Any:
    """A frame as Gymnasium's and PettingZoo's modes have it; to people it is shown."""
    if mode is None:
        return None
    text = drawn(game, table, names)
    if mode == "rgb_array":
        return pixels(text)
    if mode == "ansi":
        return ansi(text)
    Console(highlight=False).print(text, "")
    return None
