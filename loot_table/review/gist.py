"""What happens, without what differs from time to time: who stays, how much and which does not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from loot_table.engine.sentence import Name, Part, Row, Sentence, Span, Toned, Verbatim, Voice, Word, has_words

DOTS: Final = Verbatim("…")
OPENING, CLOSING = " (", ")"
BETWEEN: Final = re.compile(r"(: |, |; | \(|\))")
END: Final = "."


@dataclass(frozen=True)
class Gist(Part):
    """A general sentence without the clauses of which nothing is left: "Bo awakens Ada: …, … (…)." is "Bo awakens Ada."."""

    sentence: Sentence

    def spans(self, voice: Voice) -> list[Span]:
        clauses = clauses_of(self.sentence.spans(voice))
        kept = [clause for number, clause in enumerate(clauses) if number == 0 or any(map(says, clause))]
        found = [span for clause in kept for span in clause]
        if len(kept) < len(clauses) and clauses[-1][-1].text.endswith(END) and not found[-1].text.endswith(END):
            found.append(Span(END))
        return found


def clauses_of(spans: list[Span]) -> list[list[Span]]:
    """What stands in brackets is one clause."""
    clauses: list[list[Span]] = [[]]
    depth = 0
    for span in spans:
        for text in filter(None, BETWEEN.split(span.text)):
            if depth == 0 and text != CLOSING and BETWEEN.fullmatch(text):
                clauses.append([])
            depth += (text == OPENING) - (text == CLOSING)
            clauses[-1].append(Span(text, span.kind, span.id))
    return clauses


def says(span: Span) -> bool:
    return any(letter.isalnum() for letter in span.text)


def gist_of(event: Sentence) -> Gist:
    return Gist(general(event))


def general(sentence: Sentence) -> Sentence:
    return Sentence(sentence.template, {name: generalised(part) for name, part in sentence.parts.items()})


def generalised(part: Part) -> Part:
    if isinstance(part, Sentence):
        return general(part)
    if isinstance(part, Row):
        return Row(tuple([generalised(each) for each in part.parts]), part.between)
    if isinstance(part, Toned):
        within = generalised(part.part)
        return DOTS if within == DOTS else Toned(part.tone, within)
    return part if isinstance(part, (Name, Word)) else DOTS


def says_something(sentence: Sentence) -> bool:
    """Whether more than names is left of it."""
    return has_words(sentence.template) or any(
        isinstance(part, Sentence) and says_something(part)
        for each in sentence.parts.values()
        for part in (each.parts if isinstance(each, Row) else (each,))
    )
