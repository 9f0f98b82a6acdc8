"""Learning curves: how a policy did at some moments of its training, as rows and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

WIDE, HIGH = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 110, 34, 44
COLOURS: Final = ("#0b6bcb", "#c2410c", "#15803d", "#7e22ce")
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")  # who sees no colours sees these
INK, PAPER, FAINT = "#1f2328", "#ffffff", "#d0d7de"


@dataclass(frozen=True)
class Point:
    """Games against one kind of bot at one moment. The interval is for this number of games, in deals."""

    minutes: float  # CPU, of training until then
    steps: int
    opponent: str
    games: int
    share: float
    low: float
    high: float


def as_csv(points: Sequence[Point]) -> str:
    lines = ["cpu_minutes,steps,opponent,games,share,low,high"]
    for each in points:
        figures = f"{each.share:.4f},{each.low:.4f},{each.high:.4f}"
        lines.append(f"{each.minutes:.3f},{each.steps},{each.opponent},{each.games},{figures}")
    return "\n".join(lines) + "\n"


def as_svg(title: str, points: Sequence[Point], fair: float) -> str:
    """A line for each kind of bot, what is certain around it, and the fair share."""
    most = max((each.minutes for each in points), default=0.0) or 1.0
    drawn = [frame(title, most, fair)]
    opponents = list(dict.fromkeys(each.opponent for each in points))
    ends = spread([y_of(last_of(points, name).share) for name in opponents])
    for number, opponent in enumerate(opponents):
        mine = [each for each in points if each.opponent == opponent]
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        above = [f"{x_of(each.minutes, most):.1f},{y_of(each.high):.1f}" for each in mine]
        below = [f"{x_of(each.minutes, most):.1f},{y_of(each.low):.1f}" for each in reversed(mine)]
        line = " ".join(f"{x_of(each.minutes, most):.1f},{y_of(each.share):.1f}" for each in mine)
        drawn.append(f'<polygon points="{" ".join([*above, *below])}" fill="{colour}" fill-opacity="0.14"/>')
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        drawn.append(word(WIDE - RIGHT + 8, ends[number] + 4, f"against {opponent}", colour=colour))
    size = f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}"'
    about = "; ".join(
        f"{last_of(points, name).share:.0%} against {name} at the end" for name in opponents
    )  # for those who see no picture
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif" font-size="12">'
        f"<title>{escape(title)}</title><desc>{escape(about)}</desc>{''.join(drawn)}</svg>\n"
    )


def last_of(points: Sequence[Point], opponent: str) -> Point:
    return [each for each in points if each.opponent == opponent][-1]


def frame(title: str, most: float, fair: float) -> str:
    """Paper, axes, and the fair share."""
    drawn = [f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>', word(LEFT, 20, title, is_bold=True)]
    for tenths in range(0, 11, 2):
        y = y_of(tenths / 10)
        drawn.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{FAINT}"/>')
        drawn.append(word(LEFT - 6, y + 4, f"{10 * tenths} %", "end"))
    for part in range(5):
        x = LEFT + (WIDE - LEFT - RIGHT) * part / 4
        drawn.append(word(x, HIGH - BOTTOM + 18, f"{most * part / 4:.2g}", "middle"))
    drawn.append(word((LEFT + WIDE - RIGHT) / 2, HIGH - 8, "CPU minutes of training", "middle"))
    y = y_of(fair)
    drawn.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{INK}" stroke-dasharray="4 4"/>')
    drawn.append(word(LEFT + 4, y - 5, "fair share"))
    return "".join(drawn)


def spread(heights: Sequence[float], apart: float = 15.0) -> list[float]:
    """Words that stand beside lines' ends, without touching each other."""
    found = list(heights)
    order = sorted(range(len(found)), key=lambda number: found[number])
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + apart)
    return found


def x_of(minutes: float, most: float) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * minutes / most


def y_of(share: float) -> float:
    return TOP + (HIGH - TOP - BOTTOM) * (1 - share)


def word(x: float, y: float, text: str, anchor: str = "start", colour: str = INK, is_bold: bool = False) -> str:
    weight = ' font-weight="700"' if is_bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{weight}>{escape(text)}</text>'
