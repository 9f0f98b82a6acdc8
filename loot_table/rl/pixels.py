"""Letters as pixels, so that a terminal's drawing becomes a picture without any library for pictures.

A letter is five columns of eight dots, each written as two hexadecimal digits, the lowest bit on top. Lines of boxes are
drawn across the whole cell, so that they meet.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

import numpy as np

WIDTH, HEIGHT = 6, 10  # dots of a cell
COLUMNS = """
! 00005F0000 " 0007000700 # 147F147F14 $ 242A7F2A12 % 2313086462 & 3649552250 ' 0005030000 ( 001C224100 ) 0041221C00
* 14083E0814 + 08083E0808 , 0050300000 - 0808080808 . 0060600000 / 2010080402 0 3E5149453E 1 00427F4000 2 4261514946
3 2141454B31 4 1814127F10 5 2745454539 6 3C4A494930 7 0171090503 8 3649494936 9 064949291E : 0036360000 ; 0056360000
< 0814224100 = 1414141414 > 0041221408 ? 0201510906 @ 324979413E A 7E1111117E B 7F49494936 C 3E41414122 D 7F4141221C
E 7F49494941 F 7F09090901 G 3E4149497A H 7F0808087F I 00417F4100 J 2040413F01 K 7F08142241 L 7F40404040 M 7F020C027F
N 7F0408107F O 3E4141413E P 7F09090906 Q 3E4151215E R 7F09192946 S 4649494931 T 01017F0101 U 3F4040403F V 1F2040201F
W 3F4038403F X 6314081463 Y 0708700807 Z 6151494543 [ 007F414100 \\ 0204081020 ] 0041417F00 ^ 0402010204 _ 4040404040
` 0001020400 a 2054545478 b 7F48444438 c 3844444420 d 384444487F e 3854545418 f 087E090102 g 18A4A4A47C h 7F08040478
i 00447D4000 j 4080847D00 k 7F10284400 l 00417F4000 m 7C04180478 n 7C08040478 o 3844444438 p FC24242418 q 18242418FC
r 7C08040408 s 4854545420 t 043F444020 u 3C4040207C v 1C2040201C w 3C4030403C x 4428102844 y 1CA0A0A07C z 4464544C44
{ 0008364100 | 00007F0000 } 0041360800 ~ 0804081008 · 0000080000 × 0022140822 … 4000400040 ▲ 60787E7860 ♥ 0E1F3E1F0E
– 0808080808 ’ 0005030000 “ 0205020500 ” 0205020500 → 08082A1C08
"""
UNKNOWN = "7F4141417F"
BOXES = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "urd", "┤": "uld", "┬": "lrd", "┴": "lru",
    "┼": "lrud", "═": "LR", "║": "UD",
}  # fmt: skip


@cache
def known() -> dict[str, str]:
    words = COLUMNS.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def plain(letter: str) -> str:
    """A letter without what stands above or below it."""
    return letter if letter in known() else unicodedata.normalize("NFD", letter)[0]


def is_drawn(letter: str) -> bool:
    return letter.isspace() or letter in BOXES or plain(letter) in known()


@cache
def dots(letter: str) -> Any:
    """Which dots of the cell are lit, as an array of HEIGHT rows."""
    cell = np.zeros((HEIGHT, WIDTH), bool)
    if letter in BOXES:
        for side in BOXES[letter]:
            draw_line(cell, side)
    elif not letter.isspace():
        columns = bytes.fromhex(known().get(plain(letter), UNKNOWN))
        for x, column in enumerate(columns):
            for y in range(8):
                cell[y + 1, x] = column >> y & 1
    return cell


def draw_line(cell: Any, side: str) -> None:
    """From the middle of the cell to a side; a capital letter stands for two lines."""
    middle_x, middle_y = WIDTH // 2 - 1, HEIGHT // 2 - 1
    for shift in (0,) if side.islower() else (-1, 1):
        x, y = middle_x + shift, middle_y + shift
        if side in "lL":
            cell[y, : middle_x + 1] = True
        elif side in "rR":
            cell[y, middle_x:] = True
        elif side in "uU":
            cell[: middle_y + 1, x] = True
        else:
            cell[middle_y:, x] = True
