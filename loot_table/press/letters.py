"""How wide words are, how they are broken into lines, and how small they must be.

Every line is drawn exactly as wide as it is reckoned here, whatever font a machine has: nothing runs over an edge.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans Condensed', sans-serif"
LEADING = 1.22  # from line to line
SMALLEST = 1.5  # millimetres: what is still printed, if not read with pleasure
STEP = 0.94  # how much smaller the next try is
WIDER = 1.07  # bold letters
# Widths of the usual sans serif letters, in thousandths of their size.
WIDTHS = {
    letter: width
    for width, letters in (
        (191, "'"),
        (222, "ijl’"),
        (278, " !,./:;I[\\]ft"),
        (333, "()-r`"),
        (350, "•"),
        (355, '"'),
        (389, "*"),
        (500, "Jckszvxy"),
        (556, "#$0123456789?L_abdeghnopqu–"),
        (584, "+<=>~×"),
        (611, "FTZ"),
        (667, "ABEKPSVXY&"),
        (722, "CDHNRUw"),
        (778, "GOQ"),
        (833, "Mm"),
        (889, "%"),
        (944, "W"),
        (1000, "—…→"),
        (1015, "@"),
    )
    for letter in letters
}


@dataclass(frozen=True)
class Lines:
    lines: tuple[str, ...]
    size: float


def letter_width(letter: str) -> int:
    if letter in WIDTHS:
        return WIDTHS[letter]
    if unicodedata.combining(letter):
        return 0
    return 1000 if unicodedata.east_asian_width(letter) in "WF" else 640


def width_of(text: str, size: float, is_bold: bool = False) -> float:
    return sum(letter_width(letter) for letter in text) * size / 1000 * (WIDER if is_bold else 1)


def fitted(text: str, width: float, height: float, size: float, is_bold: bool = False) -> Lines:
    """Words as large as asked for, or smaller until they fit; what does not fit at all ends with dots."""
    while True:
        lines = list(broken(text, width, size, is_bold))
        most = max(1, int((height + (LEADING - 1) * size) / (LEADING * size) + 1e-6))
        is_whole = len(lines) <= most and all(width_of(line, size, is_bold) <= width for line in lines)
        if is_whole:
            return Lines(tuple(lines), size)
        if size * STEP < SMALLEST:
            chips = chopped(lines, width, size, is_bold)
            return Lines(tuple(shortened(chips, most, width, size, is_bold)), size)
        size *= STEP


def broken(text: str, width: float, size: float, is_bold: bool) -> Iterator[str]:
    """Lines that are not wider than this, if no single word is."""
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and width_of(longer, size, is_bold) > width:
                yield line
                line = word
            else:
                line = longer
        yield line


def chopped(lines: Sequence[str], width: float, size: float, is_bold: bool) -> Iterator[str]:
    """Words that are too long even when they are small go on in the next line."""
    for line in lines:
        rest = line
        while width_of(rest, size, is_bold) > width and len(rest) > 1:
            end = next(n for n in range(2, len(rest) + 1) if width_of(rest[:n], size, is_bold) > width) - 1
            yield rest[:end]
            rest = rest[end:]
        yield rest


def shortened(lines: Iterable[str], most: int, width: float, size: float, is_bold: bool) -> list[str]:
    """So many lines; the last one ends with dots if there are more."""
    found = list(lines)
    if len(found) > most:
        last = found[most - 1]
        while last and width_of(f"{last}…", size, is_bold) > width:
            last = last[:-1]
        found[most - 1] = f"{last}…"
    return found[:most]
