"""Makes the two fonts of the first page small: the letters of western Europe, and only the weights that the design uses.

Rarely run, by hand, when a font's package changes: `pip install fonttools[woff]`, then `python scripts/fonts.py`. What it
makes is kept in web/src/fonts; letters beyond come from the packages' own files, when somebody's name needs them.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).resolve().parents[1] / "web"
PACKAGES = WEB / "node_modules" / "@fontsource-variable"
MARKS = "ıŒœˆ˚˜–—‘’‚“”„•…‹›€™←↑→↓−"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, MARKS)]
FEATURES = ["ccmp", "kern", "liga", "mark", "mkmk", "tnum"]
# Text in the weights from 400 to 600, both as wide as in the whole font; titles in one.
FONTS = {"atkinson-hyperlegible-next": (400, 600), "bricolage-grotesque": 750}


def main() -> None:
    for name, weights in FONTS.items():
        font = TTFont(PACKAGES / name / "files" / f"{name}-latin-wght-normal.woff2")
        options = Options(layout_features=FEATURES)
        small = Subsetter(options)
        small.populate(unicodes=LETTERS)
        small.subset(font)
        made = instantiateVariableFont(font, {"wght": weights})
        made.flavor = "woff2"
        target = WEB / "src" / "fonts" / f"{name}.woff2"
        made.save(target)
        print(f"{target.name}: {target.stat().st_size / 1000:.1f} kB")


if __name__ == "__main__":
    main()
