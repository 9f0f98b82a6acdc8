"""Table codes: three words of a list of 16,384, such as amber-harbor-violin. 42 bits cannot be guessed; three words can be said."""

from __future__ import annotations

import re
import secrets
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from heapq import nsmallest
from pathlib import Path

from loot_table.server.problems import Problem

# Made by scripts/word_list.py, in alphabetical order. No slip of the fingers turns one word into another.
WORDS = tuple(Path(__file__).with_name("words.txt").read_text(encoding="utf-8").split())
KNOWN = frozenset(WORDS)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_LETTERS = max(map(len, WORDS))
MOST_TYPED = 100
MOST_SUGGESTIONS = 5
EXAMPLE = "amber-harbor-violin"


class BadCode(Problem):
    """What was typed is no code: which word of it is not in the list, and which words may be meant."""

    code = "bad_code"

    def __init__(self, text: str, word: str = "", suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.word = word
        self.suggestions = suggestions


def new_code(is_taken: set[str]) -> str:
    while (code := "-".join(secrets.choice(WORDS) for _ in range(3))) in is_taken:
        pass
    return code


def read_code(typed: str) -> str:
    """The code as it is kept, from however somebody wrote it. It knows the list of words, and never which tables there are."""
    if len(typed) > MOST_TYPED:
        raise BadCode(f"a table code is three words, such as {EXAMPLE}")
    # Capitals, accents and wide letters go; whatever is no letter or digit stands between words.
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", typed.casefold()) if not unicodedata.combining(sign))
    words: list[str] = re.findall(r"[^\W_]+", plain)
    if len(words) == 3:
        return "-".join(read_word(word) for word in words)
    if len(words) == 1 and re.fullmatch("[a-z]{6}", words[0]):
        return words[0].upper()  # a table from the time when a code was one word of six letters
    return split_up("".join(words))


def read_word(typed: str) -> str:
    """A word of the list, completed or corrected if only one can be meant."""
    if typed in KNOWN:
        return typed
    begun = completions(typed)
    if len(begun) == 1:
        return begun[0]
    mistyped = sorted(KNOWN.intersection(slips(typed)))
    # What several words begin with is unfinished rather than mistyped, unless all of them go on from the one that is meant.
    if len(mistyped) == 1 and all(word.startswith(mistyped[0]) for word in begun):
        return mistyped[0]
    offered = tuple(dict.fromkeys([*nsmallest(MOST_SUGGESTIONS, begun, key=len), *mistyped]) or neighbours(typed))[
        :MOST_SUGGESTIONS
    ]
    shown = typed if len(typed) <= 2 * MOST_LETTERS else typed[: 2 * MOST_LETTERS] + "…"
    wrong = "could be several words" if begun or mistyped else "is not in the list of words"
    raise BadCode(f'"{shown}" {wrong}' + (f"; did you mean {listing(offered)}?" if offered else ""), shown, offered)


def split_up(letters: str) -> str:
    """Three words written as one, or cut in wrong places, if there is only one way to read them."""
    if len(letters) <= 3 * MOST_LETTERS:
        places = [(n, m) for n in range(1, MOST_LETTERS + 1) for m in range(n + 1, n + MOST_LETTERS + 1)]
        cut = [(letters[:n], letters[n:m], letters[m:]) for n, m in places]
        found = {"-".join(words) for words in cut if KNOWN.issuperset(words)}
        if len(found) == 1:
            return found.pop()
        if found:
            raise BadCode(f"this can be read in several ways: put blanks between the words, as in {EXAMPLE}")
    raise BadCode(f"a table code is three words, such as {EXAMPLE}")


def completions(begun: str) -> tuple[str, ...]:
    """The words that begin so. A tilde sorts after every letter."""
    return WORDS[bisect_left(WORDS, begun) : bisect_left(WORDS, begun + "~")]


def neighbours(typed: str) -> tuple[str, ...]:
    """Words that begin like this one as far as possible, but at least with two letters."""
    for length in range(min(len(typed), MOST_LETTERS) - 1, 1, -1):
        if found := completions(typed[:length]):
            return found[:MOST_SUGGESTIONS]
    return ()


def slips(typed: str) -> Iterator[str]:
    """What may have been meant if one letter is missing, too many or wrong, or two are swapped."""
    if len(typed) > MOST_LETTERS + 1:
        return
    for n in range(len(typed) + 1):
        before, rest = typed[:n], typed[n:]
        yield from (before + letter + rest for letter in LETTERS)
        yield before + rest[1:]
        yield from (before + letter + rest[1:] for letter in LETTERS)
        yield before + rest[1:2] + rest[:1] + rest[2:]


def listing(words: tuple[str, ...]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
