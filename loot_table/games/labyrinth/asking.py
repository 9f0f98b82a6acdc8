"""Parts of a large decision for the client that draws them: a plane of squares instead of thousands of actions.

{"about": "actions"}                                             every answer that is not a placement, with its label
{"about": "places", "symbol": "wave", "orient": 0}               where the piece may lie: 21 rows, bit x for column x
{"about": "nearest", "symbol": "wave", "orient": 0, "x": 3, "y": 4}   the nearest legal place of the piece, or null
{"about": "cut", "symbol": "wave", "orient": 0, "x": 3, "y": 4}       whom the piece there would cut off, or null
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.sentence import a
from loot_table.engine.state import Action, Seat
from loot_table.games.labyrinth.components import Kind
from loot_table.games.labyrinth.cut import cut_by
from loot_table.games.labyrinth.placing import Site, nearest
from loot_table.games.labyrinth.shapes import Shape
from loot_table.games.labyrinth.table import Table

FIELDS = {
    "actions": {"about"},
    "places": {"about", "symbol", "orient"},
    "nearest": {"about", "symbol", "orient", "x", "y"},
    "cut": {"about", "symbol", "orient", "x", "y"},
}


def answered(
    table: Table,
    seat: Seat,
    question: Mapping[str, Any],
    kinds: Sequence[Kind],
    others: Sequence[Action],
    is_maze: bool,
) -> Any:
    """The answer as plain data. `kinds` are what the seat can place, `others` its answers that are no placements."""
    about = question.get("about")
    if not isinstance(about, str) or about not in FIELDS:
        raise BadInput(f'"about" must be one of {", ".join(FIELDS)}, got {codec.shown(about)}')
    if set(question) != FIELDS[about]:
        raise BadInput(f'a question about "{about}" has the fields {", ".join(sorted(FIELDS[about]))}')
    if about == "actions":
        return [{"action": codec.encode(action), "label": str(action.label(table))} for action in others]
    shape = asked_shape(question, kinds)
    if about == "places":
        return {"rows": table.box.grid.rows(Site(table, seat, is_maze).anchors(shape))}
    x, y = question["x"], question["y"]
    if type(x) is not int or type(y) is not int:
        raise BadInput("x and y must be whole numbers")
    if about == "cut":
        side = table.box.grid.side
        is_inside = 0 <= x <= side - shape.width and 0 <= y <= side - shape.height
        return cut_by(table, shape, table.box.grid.square(x, y)) if is_inside else None
    found = nearest(table, seat, shape, x, y, is_maze)
    if found is None:
        return None
    turned, anchor = found
    spot_x, spot_y = table.spot(anchor)
    return {"symbol": question["symbol"], "orient": turned.orient, "x": spot_x, "y": spot_y}


def asked_shape(question: Mapping[str, Any], kinds: Sequence[Kind]) -> Shape:
    for kind in kinds:
        if kind.symbol == question["symbol"]:
            orient = question["orient"]
            if type(orient) is int and 0 <= orient < len(kind.shapes):
                return kind.shapes[orient]
            raise BadInput(f"{a(kind.symbol)} has orientations 0 to {len(kind.shapes) - 1}")
    symbols = ", ".join([kind.symbol for kind in kinds])
    raise BadInput(f'"symbol" must be one of {symbols}, got {codec.shown(question["symbol"])}')
