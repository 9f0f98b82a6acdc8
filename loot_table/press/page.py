"""The page: a cover of two sides, then every sheet. One HTML file without a script and without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from math import ceil

from loot_table.engine.printed import Board, Lot
from loot_table.press.letters import FONT
from loot_table.press.paper import Paper
from loot_table.press.sides import Side
from loot_table.press.svg import number, patterns

MOST_LINES = 40  # of changes on the cover's back
LINE = 80  # letters that surely fit in one
STYLE = """
@page {{ size: {css}; margin: 0; }}
* {{ box-sizing: border-box; }}
html, body {{ margin: 0; padding: 0; background: #fff; color: #1b1322; }}
body {{ font: 10.5pt/1.4 {font}; -webkit-print-color-adjust: exact; print-color-adjust: exact; }}
.patterns {{ position: absolute; }}
.side {{ width: {width}mm; height: {height}mm; overflow: hidden; break-after: page; break-inside: avoid; }}
.side:last-child {{ break-after: auto; }}
.side > svg {{ display: block; font-family: {font}; }}
.cover {{ padding: 16mm 18mm; }}
h1 {{ font-size: 24pt; line-height: 1.1; margin: 0 0 2mm; overflow-wrap: anywhere; }}
h2 {{ font-size: 12.5pt; margin: 6mm 0 1.5mm; overflow-wrap: anywhere; }}
p, ul, ol {{ margin: 0 0 2mm; }} ul, ol {{ padding-left: 5mm; }} li {{ margin: 0 0 .6mm; overflow-wrap: anywhere; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: .7mm 2mm .7mm 0; border-bottom: .2mm solid #b8b2bd; vertical-align: top; }}
.many {{ text-align: right; white-space: nowrap; }} .faint {{ color: #5d5563; }} code {{ font-size: 9pt; }}
@media screen {{ html {{ background: #6a6470; }} .side {{ background: #fff; margin: 6mm auto; box-shadow: 0 1mm 4mm #0008; }} }}
"""


@dataclass(frozen=True)
class Cover:
    """What the first page says."""

    title: str
    game: str
    author: str
    hash: str
    players: int
    differs: Sequence[str]
    goal: str
    needs: Sequence[str]
    has_backs: bool


def page(cover: Cover, lots: Sequence[Lot | Board], sides: Sequence[Side], paper: Paper) -> str:
    style = STYLE.format(css=paper.css, font=FONT, width=number(paper.width), height=number(paper.height))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    first = front(cover, lots, sides[:: 2 if cover.has_backs else 1], paper) + back(cover)
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<title>{escape(cover.title)}: print and play</title>'
        f"<style>{style}</style></head>\n<body>{patterns()}\n{first}\n"
        + "\n".join([side.html for side in sides])
        + "\n</body></html>\n"
    )


def front(cover: Cover, lots: Sequence[Lot | Board], fronts: Sequence[Side], paper: Paper) -> str:
    by = f" by {escape(cover.author)}" if cover.author else ""
    rows = "".join(
        f'<tr><td>{escape(lot.title)}</td><td class="many">{lot.count}</td><td class="many">{sheets_with(lot, fronts)}</td></tr>'
        for lot in lots
        if lot.count
    )
    return (
        f'<section class="side cover"><h1>{escape(cover.title)}</h1>'
        f"<p>{escape(cover.game)} for {cover.players} players{by}. "
        f'<span class="faint">Design <code>{escape(cover.hash)}</code></span></p>'
        f"<p>{escape(cover.goal)}</p>"
        f"<h2>How to print</h2><ol>{items(how_to_print(cover, paper))}</ol>"
        "<h2>What is printed</h2><table><thead><tr><th></th>"
        f'<th class="many">pieces</th><th class="many">sheets</th></tr></thead><tbody>{rows}</tbody></table>'
        f"<h2>What else the table needs</h2><ul>{items(cover.needs)}</ul></section>"
    )


def sheets_with(lot: Lot | Board, fronts: Sequence[Side]) -> str:
    """`1 to 5`; a sheet that small lots share is named by each of them."""
    found = [number for number, side in enumerate(fronts, 1) if lot.title in side.lots]
    return f"{found[0]} to {found[-1]}" if len(found) > 1 else str(found[0])


def how_to_print(cover: Cover, paper: Paper) -> list[str]:
    sided = (
        "On both sides, turned over the long edge. Every sheet's back follows its front; cards, tiles and tokens have "
        "their backs exactly behind them."
        if cover.has_backs
        else "On one side: this file has no backs."
    )
    return [
        f"On {paper.name}, at 100 % (“actual size”), without margins or headers of the browser. Thick paper, 200 g or "
        "more, is best for cards and tiles.",
        sided,
        "Measure the line of 50 mm at the foot of a sheet before you print the rest.",
        "Black and white will do: what colours tell, letters, shapes or patterns tell too.",
        "Cut along the marks, or along the outline of a piece. Parts of a board have a strip with a dashed edge: glue "
        "the next part on it, A1 beside A2, B1 below A1.",
    ]


def back(cover: Cover) -> str:
    if cover.differs:
        shown = those_that_fit(cover.differs)
        more = len(cover.differs) - len(shown)
        lines = [*shown, *([f"and {more} more"] if more > 0 else [])]
        said = f"<p>Compared with the game as it is shipped:</p><ul>{items(lines)}</ul>"
    else:
        said = "<p>Nothing: this is the game as it is shipped.</p>"
    return (
        f'<section class="side cover"><h2>What is changed in {escape(cover.title)}</h2>{said}'
        '<p class="faint">Printed with Loot Table. The rules: <code>loot rules</code>, or the rulebook on the game’s page.'
        "</p></section>"
    )


def those_that_fit(lines: Sequence[str]) -> list[str]:
    """The cover has two sides and no more, or backs would come before fronts."""
    ends = accumulate(ceil(len(each) / LINE) for each in lines)
    return [each for each, end in zip(lines, ends, strict=True) if end <= MOST_LINES]


def items(lines: Sequence[str]) -> str:
    return "".join([f"<li>{escape(each)}</li>" for each in lines])
