"""A printed page read back: its sides, and where things lie on them, in millimetres."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree as Xml

from loot_table.lab import Design
from loot_table.press import print_and_play

MOVE = re.compile(r"translate\((\S+) (\S+)\)(?: rotate\((-?90)\))?")
Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Placed:
    kind: str  # front, back, or part (of a board)
    box: Box
    turn: int
    text: str


@cache
def shipped(slug: str, paper: str = "a4") -> str:
    return print_and_play(Design(slug), paper)


def sides(html: str) -> list[Xml.Element]:
    """Every side behind the two of the cover. The page's body is XML, too."""
    body = Xml.fromstring(html[html.index("<body>") : html.index("</body>") + 7])
    return [each for each in body.iter("section") if "cover" not in each.attrib["class"]]


def placed(side: Xml.Element) -> list[Placed]:
    """The things on a side, as large as they are."""
    found = []
    for parent in side.iter():
        for child in parent:
            if child.tag == "svg" and child.attrib.get("class") in ("front", "back", "part"):
                found.append(read(child, parent))
    return found


def read(thing: Xml.Element, parent: Xml.Element) -> Placed:
    about = thing.attrib
    width, height = float(about["width"]), float(about["height"])
    assert [float(number) for number in about["viewBox"].split()][2:] == [width, height], "true size"
    x, y, turn = float(about.get("x", 0)), float(about.get("y", 0)), 0
    if parent.tag == "g":
        match = MOVE.fullmatch(parent.attrib["transform"])
        assert match is not None
        x, y, turn = float(match[1]), float(match[2]), int(match[3] or 0)
    if turn:
        width, height = height, width
        x, y = (x - width, y) if turn > 0 else (x, y - height)
    return Placed(about["class"], (x, y, width, height), turn, " ".join(thing.itertext()))


def loose(side: Xml.Element) -> Iterator[Box]:
    """Lines and words of the sheet itself: cut marks, heading, ruler."""
    for each in side[0]:
        if each.tag == "path":
            points = [float(number) for number in re.findall(r"-?\d+\.?\d*", each.attrib["d"])]
            across, down = points[::2], points[1::2]
            yield min(across), min(down), max(across) - min(across), max(down) - min(down)
        elif each.tag == "text":
            yield words(each)


def words(text: Xml.Element) -> Box:
    wide, size = float(text.attrib["textLength"]), float(text.attrib["font-size"])
    left = float(text.attrib["x"]) - {"start": 0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
    return left, float(text.attrib["y"]) - 0.8 * size, wide, size
