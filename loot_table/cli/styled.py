"""Sentences in the terminal: names stand out, good and bad have their colour."""

from __future__ import annotations

from rich.text import Text

from loot_table.engine.sentence import Part, Voice

STYLES = {"name": "bold", "thing": "bold", "points": "yellow", "gold": "yellow", "good": "green", "bad": "red"}


def styled(voice: Voice, sentence: Part, style: str = "", indent: int = 0) -> Text:
    text = Text(" " * indent, style)
    for span in voice.spans(sentence):
        text.append(span.text, STYLES.get(span.kind, ""))
    return text
