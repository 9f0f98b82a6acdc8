"""Pictures as SVG, in millimetres. The only place where what a game says becomes markup, so the only one that escapes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from loot_table.engine.printed import INK, PAPER, Disc, Fill, Group, Outline, Path, Picture, Rect, Shape, Text
from loot_table.press.letters import LEADING, Lines, fitted, width_of

COLOUR = re.compile("#[0-9a-f]{6}")
PATH = re.compile(r"[MLHVCSQTAZmlhvcsqtaz0-9 ,.\-]*")
DASHES = "1.2 0.8"
# A square of some millimetres, and what is drawn in it.
PATTERNS = {
    "bars": (1.6, "M0.8 0V1.6"),
    "dots": (1.8, "M0.9 0.75V1.05M0 0V0.15M1.8 0V0.15M0 1.65V1.8M1.8 1.65V1.8"),
    "diagonals": (1.8, "M-0.45 0.45L0.45 -0.45M0 1.8L1.8 0M1.35 2.25L2.25 1.35"),
    "checks": (2.4, "M0 0.6H1.2M1.2 1.8H2.4"),
    "crosses": (2.4, "M1.2 0.6V1.8M0.6 1.2H1.8"),
    "pinstripes": (1.4, "M0 0.7H1.4"),
    "waves": (2.4, "M0 1.2Q0.6 0.4 1.2 1.2T2.4 1.2"),
    "bricks": (4.0, "M0 0H4M0 2H4M1 0V2M3 2V4"),
}
WIDE = {"dots": 0.4, "checks": 1.2}  # lines that are not fine ones, and so are lighter


def number(value: float) -> str:
    """In millimetres, to a hundredth."""
    return f"{round(value, 2):g}"


def patterns() -> str:
    """What the fills of all pictures refer to, once in a page."""
    made = [
        f'<pattern id="{name}" width="{number(side)}" height="{number(side)}" patternUnits="userSpaceOnUse">'
        f'<path d="{path}" fill="none" stroke="{INK}" stroke-opacity="{0.3 if name in WIDE else 0.55}" '
        f'stroke-width="{WIDE.get(name, 0.18)}"/></pattern>'
        for name, (side, path) in PATTERNS.items()
    ]
    return f'<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>{"".join(made)}</defs></svg>'


@dataclass(frozen=True)
class Pen:
    """Draws in colour, or with as little ink as serves."""

    saves_ink: bool = False

    def draw(self, picture: Picture) -> str:
        return "".join([self.shape(shape) for shape in picture])

    def shape(self, shape: Shape) -> str:
        match shape:
            case Rect():
                return self.rect(shape)
            case Disc():
                place = f'cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"'
                return self.filled(f"<circle {place}", shape.fill, stroke(shape.line, INK, shape.is_dashed))
            case Outline():
                return self.outline(shape)
            case Path():
                return self.path(shape)
            case Text():
                return words(shape)
            case Group():
                turn = f" rotate({number(shape.turn)})" if shape.turn else ""
                moved = f"translate({number(shape.x)} {number(shape.y)}){turn}"
                return f'<g transform="{moved}">{self.draw(shape.picture)}</g>'

    def rect(self, shape: Rect) -> str:
        place = " ".join(
            f'{name}="{number(value)}"'
            for name, value in (("x", shape.x), ("y", shape.y), ("width", shape.width), ("height", shape.height))
        )
        corner = f' rx="{number(shape.corner)}"' if shape.corner else ""
        return self.filled(f"<rect {place}{corner}", shape.fill, stroke(shape.line, shape.colour, shape.is_dashed))

    def outline(self, shape: Outline) -> str:
        end = "" if shape.is_open else "Z"
        loops = ["M" + "L".join(f"{number(x)} {number(y)}" for x, y in loop) + end for loop in shape.loops]
        drawn = f'<path d="{"".join(loops)}" fill-rule="evenodd" stroke-linejoin="round" stroke-linecap="round"'
        return self.filled(drawn, shape.fill, stroke(shape.line, shape.colour, shape.is_dashed))

    def path(self, shape: Path) -> str:
        assert PATH.fullmatch(shape.letters), shape.letters
        scale = shape.size / 24
        place = f'transform="translate({number(shape.x)} {number(shape.y)}) scale({scale:.4f})"'
        wide = round(shape.line / scale, 2)
        drawn = f'<path {place} d="{shape.letters}" stroke-linejoin="round" stroke-linecap="round"'
        return self.filled(drawn, shape.fill, stroke(wide, shape.colour, False))

    def filled(self, drawn: str, fill: Fill | None, line: str) -> str:
        """A shape with its colour, and once more with its pattern."""
        if fill is None:
            return f'{drawn} fill="none" {line}/>'
        under = f'{drawn} fill="{self.colour(fill.colour)}" {line}/>'
        if not fill.pattern:
            return under
        assert fill.pattern in PATTERNS
        return f'{under}{drawn} fill="url(#{fill.pattern})"/>'

    def colour(self, colour: str) -> str:
        """With little ink everything is white that is not black."""
        return checked(PAPER if self.saves_ink and colour != INK else colour)


def checked(colour: str) -> str:
    assert COLOUR.fullmatch(colour), colour
    return colour


def stroke(wide: float, colour: str, is_dashed: bool) -> str:
    if not wide:
        return ""
    dashes = f' stroke-dasharray="{DASHES}"' if is_dashed else ""
    return f'stroke="{checked(colour)}" stroke-width="{number(wide)}"{dashes}'


def words(text: Text) -> str:
    """Each line by itself, exactly as wide as was reckoned."""
    found = fitted(text.text, text.width, text.height, text.size, text.is_bold)
    x = text.x + {"start": 0, "middle": text.width / 2, "end": text.width}[text.align]
    look = f'font-size="{number(found.size)}" text-anchor="{text.align}" fill="{checked(text.colour)}"'
    weight = ' font-weight="700"' if text.is_bold else ""
    return "".join(
        [
            f'<text x="{number(x)}" y="{number(y)}" {look}{weight}{length(line, found.size, text.is_bold)}>{escape(line)}</text>'
            for line, y in zip(found.lines, baselines(text, found), strict=True)
            if line
        ]
    )


def length(line: str, size: float, is_bold: bool) -> str:
    return f' textLength="{number(width_of(line, size, is_bold))}" lengthAdjust="spacingAndGlyphs"'


def baselines(text: Text, found: Lines) -> list[float]:
    tall = found.size * (1 + LEADING * (len(found.lines) - 1))
    top = text.y if text.is_top else text.y + max(0, (text.height - tall) / 2)
    return [top + found.size * (0.82 + LEADING * line) for line in range(len(found.lines))]
