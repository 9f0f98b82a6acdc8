"""Names that people can see and say, and what they may write to each other."""

from __future__ import annotations

import unicodedata

from loot_table.engine.errors import IllegalAction
from loot_table.engine.sentence import say
from loot_table.engine.state import Refusal

# They count as letters or symbols and show nothing: fillers of Hangul and Khmer, the empty pattern of Braille, a note
# without a head, the place of an object.
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
MOST_MARKS = 3  # accents and vowel signs on one letter; more would climb over the lines above


def is_seen(letter: str) -> bool:
    return letter not in BLANK and unicodedata.category(letter)[0] in "LNPS"


def cleaned(text: str) -> str:
    """Without what cannot be seen or printed; "" if nothing is left."""
    kept = ""
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS and letter.isprintable() and letter not in BLANK:
            kept += letter
    return kept.strip() if any(map(is_seen, kept)) else ""


def check_name(name: str) -> str:
    """A name as it is kept."""
    found = cleaned(name)
    if not found or found != name.strip():
        raise IllegalAction(Refusal(say("A name is 1 to 24 characters that can be seen."), "LT-6"))
    return found
