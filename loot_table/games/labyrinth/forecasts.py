"""What slides, hits, rubble and the minotaur would cause, in sentences told to one seat."""

from __future__ import annotations

from loot_table.engine.sentence import Count, Name, Sentence, all_of, say, together
from loot_table.engine.state import Seat
from loot_table.games.labyrinth.box import Box
from loot_table.games.labyrinth.components import the
from loot_table.games.labyrinth.events import hits, treasures
from loot_table.games.labyrinth.grid import at, toward
from loot_table.games.labyrinth.moving import why_no_effect
from loot_table.games.labyrinth.preview import EDGE, PAWNS, THEFT, WIN, Slide, falls, opened
from loot_table.games.labyrinth.shapes import NEUTRAL, Shape, Wall
from loot_table.games.labyrinth.table import Table


def placed(box: Box, symbol: str, orient: int, x: int, y: int) -> Sentence:
    shape: Shape = box.kinds[box.components.numbers[symbol]].shapes[orient]
    squares = [at(x + cell_x, y + cell_y) for cell_x, cell_y in shape.cells]
    return say(
        "The {wall} covers {first} to {last} and falls after {hits}.",
        wall=the(symbol),
        first=squares[0],
        last=squares[-1],
        hits=hits(len(shape.nodes)),
    )


def owned(table: Table, you: Seat, wall: Wall) -> Sentence:
    """Whose wall it is, told to somebody."""
    what = the(table.symbol(wall))
    if wall.owner == NEUTRAL:
        return say("the neutral {wall}", wall=what)
    if wall.owner == you:
        return say("your own {wall}", wall=what)
    return say("{owner}'s {wall}", owner=Name(wall.owner), wall=what)


def weakened(table: Table, you: Seat, wall: Wall) -> Sentence:
    if falls(wall):
        return together(say("Your {wall} comes down.", wall=the(table.symbol(wall))), fallout(you, wall))
    return say("Its token moves on: {hits} and it falls.", hits=more_hits(wall))


def more_hits(wall: Wall) -> Count:
    """After the one that is foretold."""
    return Count(wall.last_node() - wall.node, "{n} more hit", "{n} more hits")


def fallout(you: Seat, wall: Wall) -> Sentence:
    """What follows when a wall falls (LL-8.5)."""
    back = [
        say("You get rubble back.") if owner == you else say("{who} gets rubble back.", who=Name(owner))
        for _, owner in wall.rubble
    ]
    if wall.owner == you:
        return together(*back, say("You draw a card."))
    if wall.owner != NEUTRAL:
        return together(*back, say("{who} draws a card.", who=Name(wall.owner)))
    return together(*back) if back else say("Nobody draws for it.")


def pawn_slide(table: Table, you: Seat, found: Slide) -> Sentence:
    """The own pawn's slide, or why there is none."""
    if not found.is_legal:
        refused: Sentence = why_no_effect(table, table.pawns[you], found.direction).text
        return refused
    way, steps = toward(found.direction), squares(found)
    if not found.path:
        head = say("Slide {direction}: no step.", direction=way)
    elif not found.loot:
        head = say("Slide {direction}: {squares}.", direction=way, squares=steps)
    else:
        loot = treasures(len(found.loot))
        head = say("Slide {direction}: {squares}, {treasures}.", direction=way, squares=steps, treasures=loot)
    end = table.box.grid.place(found.end)
    if found.stop == WIN:
        return together(head, say("You take the last treasure needed on {square}: that wins.", square=end))
    stops = say("You stop at {square}", square=end) if found.path else say("You stay on {square}", square=end)
    return together(head, ended(table, you, found, stops))


def squares(found: Slide) -> Count:
    return Count(len(found.path), "{n} square", "{n} squares")


def command_says(table: Table, you: Seat, found: Slide) -> Sentence:
    """The minotaur's way, or why there is none."""
    if not found.is_legal:
        refused: Sentence = why_no_effect(table, table.minotaur, found.direction).text
        return refused
    way = toward(found.direction)
    if found.path:
        head = say("Send the minotaur {direction}: {squares}.", direction=way, squares=squares(found))
    else:
        head = say("Send the minotaur {direction}: no step.", direction=way)
    if found.stop == THEFT:
        robs = say("It robs {who} of a treasure for you and leaves the board.", who=Name(found.robbed))
        return together(head, robs, say("Your axe is spent."))
    stops = say("It stops at {square}", square=table.box.grid.place(found.end))
    if found.stop in (EDGE, PAWNS):
        return together(head, say("{stops} and robs nobody.", stops=stops))
    return together(head, ended(table, you, found, stops))


def ended(table: Table, you: Seat, found: Slide, stops: Sentence) -> Sentence:
    """What stopped it, and what comes of that."""
    if found.wall is not None:
        wall = owned(table, you, found.wall)
        if falls(found.wall):
            falling = say("{stops} against {wall}, which falls.", stops=stops, wall=wall)
            return together(falling, fallout(you, found.wall))
        left = more_hits(found.wall)
        return say("{stops} against {wall}, which is weakened: {hits}.", stops=stops, wall=wall, hits=left)
    if found.stop == EDGE:
        return say("{stops}, at the edge.", stops=stops)
    if found.ahead == table.minotaur:
        return say("{stops}: the minotaur is in the way.", stops=stops)
    return say("{stops}: {who} is in the way.", stops=stops, who=Name(table.pawns.index(found.ahead)))


def opening(table: Table, you: Seat, square: int) -> Sentence:
    """What rubble on a square of a wall would change."""
    wall = table.wall_on(square)
    assert wall is not None
    here = say(
        "Opens {square} in {wall} for everyone.", square=table.box.grid.place(square), wall=owned(table, you, wall)
    )
    told: list[Sentence] = []
    for each in opened(table, you, square):
        way, end, loot = toward(each.direction), table.box.grid.place(each.end), treasures(len(each.loot))
        if each.loot:
            then = say("and take {treasures}", treasures=loot)
            told.append(
                say("You could then slide {direction} to {square} {take}.", direction=way, square=end, take=then)
            )
        else:
            told.append(say("You could then slide {direction} to {square}.", direction=way, square=end))
    return together(here, *told) if told else together(here, say("None of your slides changes."))


def wall_says(table: Table, you: Seat, wall: Wall) -> Sentence:
    what = owned(table, you, wall)
    if falls(wall):
        stands = say("{wall}, falls at the next hit", wall=what)
    else:
        stands = say("{wall}, {hits} left", wall=what, hits=hits(wall.last_node() - wall.node + 1))
    if not wall.rubble:
        return stands
    places = all_of(table.box.grid.places([square for square, _ in wall.rubble]))
    return say("{wall}, rubble on {squares}", wall=stands, squares=places)
