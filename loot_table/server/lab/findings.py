"""Findings that were kept, as a report. They hold no part of a design but its words, so that they are read here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from loot_table.lab.answers import Answer, Figure
from loot_table.lab.report import page
from loot_table.measure.intervals import Interval

UNKNOWN = Interval(float("-inf"), float("inf"))


def figure_of(plain: dict[str, Any]) -> Figure:
    interval = UNKNOWN if plain["interval"] is None else Interval(*plain["interval"])
    band = None if plain["band"] is None else Interval(*plain["band"])
    return Figure(plain["name"], plain["value"], interval, plain["unit"], band, plain.get("note", ""))


def answer_of(plain: dict[str, Any]) -> Answer:
    known = {field.name: plain[field.name] for field in fields(Answer) if field.name in plain}
    lists = {name: tuple(known.get(name, ())) for name in ("differs", "apart", "examples", "line_up", "cannot_tell")}
    figures = tuple(figure_of(each) for each in plain["figures"])
    sides = tuple((figure_of(one), figure_of(other)) for one, other in plain.get("sides", ()))
    return Answer(**{**known, **lists, "figures": figures, "sides": sides})


def report(answers: Sequence[dict[str, Any]]) -> str:
    return page([answer_of(each) for each in answers])
