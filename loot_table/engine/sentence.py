"""What people read, said once: a template that stands in the rules, with named parts of known kinds.

    say("{who} runs for {points}.", who=Name(seat), points=Points(7))

A `Voice` knows the seats' names and a language and turns a sentence into spans, which terminal, browser and screen reader
show each in their way. Templates are the keys of the catalogue of a language (docs/languages.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mypy_extensions import mypyc_attr

HOLE: Final = re.compile(r"\{(\w+)\}")
LETTER: Final = re.compile(r"[^\W\d_]")
VOWELS: Final = "aeiouAEIOU"

# The tones of a part that deserves attention.
GOOD: Final = "good"
BAD: Final = "bad"
GOLD: Final = "gold"

CAPITALS: Final = ("", "thing", GOOD, BAD, GOLD)  # what begins with a capital where it begins a sentence


@dataclass(frozen=True)
class Span:
    """A piece of a sentence as it is shown. Plain words have no kind."""

    text: str
    kind: str = ""  # "name", "thing", "place", "points", "die", "rule", "good", "bad", "gold"
    id: str = ""  # which seat, card, piece, square

    def plain(self) -> Any:
        """As JSON: plain words are a string."""
        if not self.kind:
            return self.text
        told = {"as": self.kind, "text": self.text}
        return {**told, "id": self.id} if self.id else told


@mypyc_attr(allow_interpreted_subclasses=True)
class Words:
    """A language. This one is English: every template stands for itself."""

    name = "en"

    def find(self, template: str) -> str:
        return template

    def count(self, one: str, many: str, number: int) -> str:
        return one if number == 1 else many


ENGLISH: Final = Words()


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Part:
    """Something that fills a hole in a template."""

    def spans(self, voice: Voice) -> list[Span]:
        raise NotImplementedError


# Templates stand in the code, so there are so many of them and no more.
CUT: Final[dict[str, list[str]]] = {}
WORDY: Final[dict[str, bool]] = {}


def pieces(template: str) -> list[str]:
    """Words and names of holes in turn."""
    found = CUT.get(template)
    if found is None:
        found = CUT[template] = HOLE.split(template)
    return found


def has_words(template: str) -> bool:
    """A template without a letter ("{first} {second}") says nothing that could be translated."""
    found = WORDY.get(template)
    if found is None:
        found = WORDY[template] = LETTER.search(HOLE.sub("", template)) is not None
    return found


@dataclass(frozen=True)
class Sentence(Part):
    """A template and what fills its holes. A sentence can itself be a part of another."""

    template: str
    parts: Mapping[str, Part]

    def spans(self, voice: Voice) -> list[Span]:
        template = voice.words.find(self.template) if has_words(self.template) else self.template
        found: list[Span] = []
        for number, piece in enumerate(pieces(template)):
            if number % 2:
                found.extend(self.parts[piece].spans(voice))
            elif piece:
                found.append(Span(piece))
        return found

    def __str__(self) -> str:
        """In English, by seat numbers; whoever knows the names asks a `Voice`."""
        return SOMEBODY.text(self)


@dataclass(frozen=True)
class Word(Part):
    """A word or a few that are translated by themselves, such as a direction. Say `word("left")`."""

    template: str

    def spans(self, voice: Voice) -> list[Span]:
        return [Span(voice.words.find(self.template))]


@dataclass(frozen=True)
class Verbatim(Part):
    """What is the same in every language: a number, a turn in notation, what somebody typed."""

    text: str
    kind: str = ""
    id: str = ""

    def spans(self, voice: Voice) -> list[Span]:
        return [Span(self.text, self.kind, self.id)]


@dataclass(frozen=True)
class Name(Part):
    """Who sits there."""

    seat: int

    def spans(self, voice: Voice) -> list[Span]:
        return [Span(voice.name(self.seat), "name", str(self.seat))]


@dataclass(frozen=True)
class Count(Part):
    """So many of something: `Count(3, "{n} looter", "{n} looters")`."""

    number: int
    one: str
    many: str
    kind: str = ""

    def spans(self, voice: Voice) -> list[Span]:
        words = voice.words.count(self.one, self.many, self.number)
        return [Span(words.replace("{n}", str(self.number)), self.kind)]


def Points(number: int) -> Count:  # noqa: N802 - a kind of part, like the others
    """`7 points`, as a chip."""
    return Count(number, "{n} point", "{n} points", "points")


@dataclass(frozen=True)
class Thing(Part):
    """A card, a piece, a tile: its name in the components, and its id for whoever draws it."""

    id: str
    name: str
    is_one_of_many: bool = False  # "an altar", not "altar"

    def spans(self, voice: Voice) -> list[Span]:
        name = voice.things.get(self.id, self.name)
        return [Span(voice.words.find(a(name) if self.is_one_of_many else name), "thing", self.id)]


def a(name: str) -> str:
    """`an altar`, `a wave`: names of components begin with the sound of their first letter."""
    return f"an {name}" if name[:1] in VOWELS else f"a {name}"


def place(name: str) -> Verbatim:
    """A square, as the board writes it."""
    return Verbatim(name, "place", name)


def rule(number: str) -> Verbatim:
    """A rule by its number."""
    return Verbatim(number, "rule", number)


def die(pips: int, is_hit: bool = False) -> Verbatim:
    """A die that was thrown."""
    return Verbatim(f"{pips} ✓" if is_hit else str(pips), "die", "hit" if is_hit else "")


@dataclass(frozen=True)
class Toned(Part):
    """Something good, bad or golden."""

    tone: str
    part: Part

    def spans(self, voice: Voice) -> list[Span]:
        return [Span("".join([span.text for span in self.part.spans(voice)]), self.tone)]


@dataclass(frozen=True)
class Listing(Part):
    """`a, b and c`, or with another last word; nothing for none."""

    parts: tuple[Part, ...]
    last: str

    def spans(self, voice: Voice) -> list[Span]:
        if not self.parts:
            return []
        whole: Part = self.parts[0]
        for number in range(1, len(self.parts)):
            template = self.last if number == len(self.parts) - 1 else "{first}, {second}"
            whole = Sentence(template, {"first": whole, "second": self.parts[number]})
        return whole.spans(voice)


def all_of(parts: Sequence[Part | str | int]) -> Listing:
    return Listing(tuple([as_part(each) for each in parts]), word("{first} and {second}").template)


def one_of(parts: Sequence[Part | str | int]) -> Listing:
    return Listing(tuple([as_part(each) for each in parts]), word("{first} or {second}").template)


@dataclass(frozen=True)
class Row(Part):
    """Parts side by side: dice, or sentences one after the other."""

    parts: tuple[Part, ...]
    between: str = " "

    def spans(self, voice: Voice) -> list[Span]:
        found: list[Span] = []
        for part in self.parts:
            spans = part.spans(voice)
            if found and spans:
                found.append(Span(self.between))
            found.extend(spans)
        return found


def as_part(value: Part | str | int) -> Part:
    """Numbers and texts that are the same in every language may be given as they are."""
    if isinstance(value, Part):
        return value
    return Verbatim(str(value))


def say(template: str, **parts: Part | str | int) -> Sentence:
    """A sentence. The template is written out here, so that it can be found and translated."""
    return Sentence(template, {name: as_part(part) for name, part in parts.items()})


def word(template: str) -> Word:
    """A word or a few, to be found and translated."""
    return Word(template)


LISTS: Final = (word("{first} and {second}"), word("{first} or {second}"))  # for the catalogue


def together(*sentences: Sentence | None) -> Sentence:
    """Sentences one after the other; those that are None are left out."""
    return Sentence("{all}", {"all": Row(tuple([each for each in sentences if each is not None]))})


NO_THINGS: Final[dict[str, str]] = {}


class Voice:
    """Says sentences to people: with the seats' names, in a language. `things`: what the components of this table call
    otherwise than the sentence does, by id."""

    def __init__(
        self, names: Sequence[str] = (), words: Words = ENGLISH, things: Mapping[str, str] = NO_THINGS
    ) -> None:
        self.names = names
        self.words = words
        self.things = things
        self.known: dict[tuple[str, bool], list[Any]] = {}  # what was told of sentences that always say the same

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"player {seat + 1}"

    def spans(self, sentence: Part, is_whole: bool = True) -> list[Span]:
        """The sentence in pieces; plain neighbours are one. A whole one begins with a capital, but for a name or a square."""
        found: list[Span] = []
        for span in sentence.spans(self):
            if found and not span.kind and not found[-1].kind:
                found[-1] = Span(found[-1].text + span.text)
            elif span.text:
                found.append(span)
        if is_whole and found and found[0].kind in CAPITALS:
            first = found[0]
            found[0] = Span(first.text[:1].upper() + first.text[1:], first.kind, first.id)
        return found

    def text(self, sentence: Part) -> str:
        return "".join([span.text for span in self.spans(sentence)])

    def told(self, sentence: Part | None, is_whole: bool = True) -> list[Any] | None:
        """As JSON: a list of words and of spans with a kind."""
        if sentence is None:
            return None
        key = (sentence.template, is_whole) if isinstance(sentence, Sentence) and not sentence.parts else None
        found = None if key is None else self.known.get(key)
        if found is None:
            found = [span.plain() for span in self.spans(sentence, is_whole)]
            if key is not None:
                self.known[key] = found
        return found


SOMEBODY: Final = Voice()
