"""Each game's numbers, as it is played with some players, options and components: views as rows, actions as words."""

from __future__ import annotations

import sys

from loot_table.engine.encoding import Encoding
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.spelling import FACTORED, FIXED, LISTED, Spelling
from loot_table.engine.state import State
from loot_table.games import has_part, part

FORMS = {"fixed": FIXED, "factored": FACTORED, "listed": LISTED}


def encoding_of(game: Game, table: State) -> Encoding:
    """How views of such a table are written: by the game's `encoding.py`, or, of a game in one file, there."""
    room = part(game, "encoding") if has_part(game, "encoding") else sys.modules[game.new.__module__]
    if not hasattr(room, "fill"):
        raise BadInput(f"{game.name} has no encoding.py: it cannot be written in numbers")
    box = table.view(0).box
    return Encoding(game.slug, room.VERSION, room.parts(box), room.fields(box), room.fill)


def spelling_of(game: Game, encoding: Encoding, form: str = "fixed") -> Spelling:
    """How actions are numbered: `fixed`, mostly one number each; `factored`, field by field; `listed`, by place."""
    if form not in FORMS:
        raise BadInput(f"actions are {' or '.join(FORMS)}, got {form}")
    return Spelling(game.codec, encoding.fields, FORMS[form])
