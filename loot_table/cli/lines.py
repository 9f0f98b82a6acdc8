"""Lines that a person types: with editing, history and completion at a terminal; as they come from a script."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

Words = Callable[[], Iterable[str]]  # whole lines that would be understood now


class Ask(Protocol):
    def __call__(self, prompt: str, whose: int = 0, words: Words | None = None) -> str:
        """A line. `whose`: each player's history is their own. Raises EOFError when there are no more."""


def line_reader() -> Ask:
    """The best that this terminal can do."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"
    return Editor() if is_terminal else plain_line


def plain_line(prompt: str, whose: int = 0, words: Words | None = None) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        print(line.rstrip("\n"))  # so that a script's output reads like a session
    return line


class Editor:
    """Lines with editing and Tab. What one player typed, another does not find in the history: it may be a secret."""

    def __init__(self) -> None:
        self.sessions: dict[int, Any] = {}

    def __call__(self, prompt: str, whose: int = 0, words: Words | None = None) -> str:
        from prompt_toolkit import PromptSession  # noqa: PLC0415 (a tenth of a second that other commands need not wait)
        from prompt_toolkit.shortcuts import CompleteStyle  # noqa: PLC0415

        if whose not in self.sessions:
            self.sessions[whose] = PromptSession(complete_style=CompleteStyle.READLINE_LIKE, reserve_space_for_menu=0)
        line: str = self.sessions[whose].prompt(prompt, completer=completer(words), complete_while_typing=False)
        return line


def completer(words: Words | None) -> Any:
    from prompt_toolkit.completion import Completer, Completion  # noqa: PLC0415

    class NextWord(Completer):
        """Word by word through the lines that would be understood."""

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            begun = document.text_before_cursor
            lines = [] if words is None else words()
            last = begun.rsplit(" ", 1)[-1]
            for word in next_words(begun, lines):
                yield Completion(word, -len(last))

    return NextWord()


def next_words(begun: str, lines: Iterable[str]) -> Sequence[str]:
    """The words that can follow what was begun, each once: `place wa` gives `wave`."""
    *before, last = begun.lower().split(" ")
    found = dict.fromkeys(
        parts[len(before)]
        for parts in (line.split(" ") for line in lines)
        if len(parts) > len(before)
        and [part.lower() for part in parts[: len(before)]] == before
        and parts[len(before)].lower().startswith(last)
    )
    return list(found)


def can_forget() -> bool:
    """Whether the terminal says that it can throw away what has scrolled off (its capability E3)."""
    try:
        import curses  # noqa: PLC0415 (Windows has none)
    except ImportError:
        return False
    try:
        curses.setupterm()
        return curses.tigetstr("E3") is not None
    except (curses.error, ValueError, OSError):
        return False


FORGET = "\x1b[H\x1b[2J\x1b[3J"  # home, clear the screen, clear what has scrolled off
