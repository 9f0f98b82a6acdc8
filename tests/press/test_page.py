"""The page: true size, backs exactly behind fronts, nothing beyond what printers reach, and nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from press.printed_page import Box, loose, placed, shipped, sides, words

from loot_table import games
from loot_table.lab import Design
from loot_table.press import print_and_play
from loot_table.press.paper import HEAD, MARGIN, PAPERS, SAFE

BOTH = pytest.mark.parametrize("paper", list(PAPERS))
EVERY = pytest.mark.parametrize("slug", games.slugs())
CLOSE = 0.03  # millimetres: what rounding takes
HOSTILE = "<script>alert(1)</script>"


@EVERY
@BOTH
def test_backs_lie_exactly_behind_their_fronts(slug: str, paper: str) -> None:
    """The sheet is turned over its long edge: what was left is right, and what was up stays up."""
    all_sides = sides(shipped(slug, paper))
    assert len(all_sides) % 2 == 0
    backs = 0
    for front, back in zip(all_sides[::2], all_sides[1::2], strict=True):
        fronts = placed(front)
        for thing in placed(back):
            x, y, wide, tall = thing.box
            mirrored = PAPERS[paper].width - x - wide
            before = [each for each in fronts if is_near(each.box, (mirrored, y, wide, tall))]
            assert len(before) == 1, "a back without a front"
            assert before[0].turn == -thing.turn
            backs += 1
    assert backs >= 10


@EVERY
@BOTH
def test_nothing_leaves_the_paper(slug: str, paper: str) -> None:
    on = PAPERS[paper]
    for side in sides(shipped(slug, paper)):
        for thing in placed(side):
            assert is_inside(thing.box, MARGIN, HEAD, on.width, on.height), thing.text
        for box in loose(side):
            assert is_inside(box, SAFE, SAFE, on.width, on.height), box


def is_near(one: Box, other: Box) -> bool:
    return all(abs(here - there) <= CLOSE for here, there in zip(one, other, strict=True))


def is_inside(box: Box, left: float, top: float, width: float, height: float) -> bool:
    x, y, wide, tall = box
    return (
        x >= left - CLOSE and y >= top - CLOSE and x + wide <= width - left + CLOSE and y + tall <= height - top + CLOSE
    )


@EVERY
def test_things_do_not_overlap(slug: str) -> None:
    for side in sides(shipped(slug)):
        boxes = [thing.box for thing in placed(side)]
        for n, (x, y, wide, tall) in enumerate(boxes):
            for other_x, other_y, other_wide, other_tall in boxes[:n]:
                is_beside = x >= other_x + other_wide - CLOSE or other_x >= x + wide - CLOSE
                assert is_beside or y >= other_y + other_tall - CLOSE or other_y >= y + tall - CLOSE


@EVERY
def test_words_stay_on_their_card(slug: str) -> None:
    for side in sides(shipped(slug)):
        for thing in side.iter("svg"):
            if thing.attrib.get("class") in ("front", "back"):
                width, height = float(thing.attrib["width"]), float(thing.attrib["height"])
                for text in thing.findall("text"):
                    assert is_inside(words(text), 0, 0, width, height), text.text


@BOTH
def test_a_page_is_a_sheet_in_millimetres_with_a_line_to_check_it(paper: str) -> None:
    html = shipped("loot_n_run", paper)
    on = PAPERS[paper]
    assert f"@page {{ size: {on.css}; margin: 0; }}" in html
    for side in sides(html):
        about = side[0].attrib
        assert about["width"] == f"{on.width:g}mm"
        assert about["height"] == f"{on.height:g}mm"
        assert about["viewBox"] == f"0 0 {on.width:g} {on.height:g}"
        assert [box for box in loose(side) if box[2:] == (50, 0)], "the ruler"
    rooms = [thing for side in sides(html) for thing in placed(side) if thing.box[2:] == (60, 60)]
    assert len(rooms) == 2 * 54


@EVERY
@pytest.mark.parametrize("saves_ink", [False, True])
def test_the_file_stands_alone(slug: str, saves_ink: bool) -> None:
    html = print_and_play(Design(slug), saves_ink=saves_ink) if saves_ink else shipped(slug)
    assert "<script" not in html
    assert not re.search(r"\b(?:src|href|srcset|action)\s*=", html)
    assert not re.search(r"https?:|//\w|@import|@font-face|javascript:", html)
    assert set(re.findall(r"url\(([^)]*)\)", html)) <= {f"#{name}" for name in re.findall(r'pattern id="(\w+)"', html)}
    assert not re.search(r"\son\w+=", html)


class Tags(HTMLParser):
    """Counts what is open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@EVERY
def test_the_file_is_html(slug: str) -> None:
    tags = Tags()
    tags.feed(shipped(slug))
    tags.close()
    assert tags.open == []
    assert "script" not in tags.seen


def test_texts_of_strangers_are_only_texts() -> None:
    """Names, words and colours of a design may be anything."""
    looterz = Design("looterz").set("card.king.name", HOSTILE).set("card.king.text", f'{HOSTILE}"onload="x')
    fiend = Design("loot_fiend").set("loot_shape.O1.name", HOSTILE).set("tile_kind.cross.code", HOSTILE)
    labyrinth = Design("labyrinth").set("colours.seats.0", HOSTILE)
    rooms = Design("loot_n_run").set("tokens.colours", [HOSTILE] * 6)
    for design in (looterz, fiend, labyrinth, rooms):
        html = print_and_play(design.called(HOSTILE, HOSTILE))
        assert "<script" not in html
        assert "&lt;script&gt;" in html
        assert '"onload="x' not in html
        assert sides(html), "it is still well-formed"


def test_without_backs_there_are_fronts_only() -> None:
    html = print_and_play(Design("looterz"), has_backs=False)
    all_sides = sides(html)
    assert 2 * len(all_sides) == len(sides(shipped("looterz")))
    assert {thing.kind for side in all_sides for thing in placed(side)} == {"front"}
    assert "this file has no backs" in html


def test_with_little_ink_everything_is_black_or_white() -> None:
    html = print_and_play(Design("loot_n_run"), saves_ink=True)
    drawn = html[html.index("<body>") :]
    assert set(re.findall(r'fill="(#\w+)"', drawn)) <= {"#ffffff", "#1b1322", "#7a7280"}
    assert 'fill="url(#dots)"' in drawn, "patterns tell what colours told"


def test_the_cover_says_what_it_is_and_what_is_changed() -> None:
    design = Design("loot_n_run").set("scoring.target.4", 33).called("Short and sharp", "Ada")
    html = print_and_play(design, players=4)
    for said in ("<h1>Short and sharp</h1>", "by Ada", design.hash, "scoring.target.4: 35 → 33", "100 %", "long edge"):
        assert said in html
    assert "<td>Rooms</td>" in html
    assert "Nothing: this is the game as it is shipped." in shipped("loot_n_run")
    many = Design("looterz")
    for kind in [card["id"] for card in many.data["card"]]:
        many = many.set(f"card.{kind}.power", 6).set(f"card.{kind}.life", 3)
    assert "more</li>" in print_and_play(many)
