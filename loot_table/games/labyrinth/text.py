"""The board of Looters of the Labyrinth in the terminal: 80 columns, and never by colour alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from rich.text import Text

from loot_table.engine.errors import BadInput
from loot_table.engine.screen import Screen
from loot_table.games.labyrinth.components import Kind
from loot_table.games.labyrinth.grid import file_name, square_name
from loot_table.games.labyrinth.letters import LETTERS, STYLES, cell, heading, narrowed, rank
from loot_table.games.labyrinth.lines import complete, read, square_in
from loot_table.games.labyrinth.lines import line_of as say
from loot_table.games.labyrinth.placing import Site
from loot_table.games.labyrinth.shapes import Shape
from loot_table.games.labyrinth.table import Table, TableView, shown_table

PANEL = 33  # columns beside the board
WORDS = (
    "n, e, s or w to slide; place wave 0 f4 (symbol, orientation, top left square of its box); weaken 7 or weaken "
    "j14 (a wall by number or square); rubble j16; build 0 f4 for the maze; deploy f4 or minotaur e; pass"
)
__all__ = ["COMMANDS", "WORDS", "complete", "draw", "read", "say"]
ANY_SCREEN = Screen()


def draw(view: TableView, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
    """The whole board, and what lies beside it. On a narrow screen a square is one letter."""
    table = shown_table(view)
    side = table.box.grid.side
    beside = panel(view, table, names, screen)
    wide = 1 if screen.is_narrow else 2
    text = Text()
    for number, line in enumerate([heading(side, wide), *range(side)]):
        if isinstance(line, str):
            text.append(line, "dim")
        else:
            text.append(rank(line), "dim")
            for x in range(side):
                letters, style = cell(table, table.box.grid.square(x, line))
                text.append(letters if wide == 2 else narrowed(letters), style)
        if number < len(beside):
            text.append("  ")
            text.append_text(beside[number])
        text.append("\n")
    for rest in beside[side + 1 :]:
        text.append(" " * (wide * side + 5))
        text.append_text(rest)
        text.append("\n")
    return text


# ---------------------------------------------------------------- beside the board


def panel(view: TableView, table: Table, names: Sequence[str], screen: Screen) -> list[Text]:
    """Seats, piles, the viewer's own cards and walls, and what the letters mean."""
    over = f"over after {view.turn} turn{'' if view.turn == 1 else 's'}: {view.reason}"
    lines = [Text(f"turn {view.turn + 1}" if view.agenda else over, "bold")]
    lines += [seat_line(view, table, names, seat) for seat in range(view.players)]
    if table.box.has_teams:
        teams = ["".join(LETTERS[side : view.players : 2]) for side in range(2)]
        lines.append(Text(f"teams {teams[0]} {view.stash[0]}, {teams[1]} {view.stash[1]} of {table.box.target}"))
    lines.append(Text(f"draw pile {view.draw_size}, discard pile {len(view.discard)}"))
    if view.stall * 2 > table.box.stall_turns:
        lines.append(Text(f"no treasure for {view.stall} of {table.box.stall_turns} turns", "bold"))
    if view.turned_up:
        lines.append(Text(f"turned up for the maze: {view.turned_up}", "bold"))
    if 0 <= view.seat < view.players:
        lines += own_lines(view)
    room = 22 - len(lines)
    legend = ["$ treasure   : rubble (open)", "#w White's wall   #- neutral", "2w its token, 2 hits to fall"]
    if screen.is_narrow:
        legend[1:] = ["w White's wall   # neutral", "2 its token, 2 hits to fall"]
    if table.box.has_minotaur:
        legend.append("M minotaur")
    if room > len(legend):
        lines += [Text(""), *[Text(line, "dim") for line in legend]]
    return lines


def seat_line(view: TableView, table: Table, names: Sequence[str], seat: int) -> Text:
    """`>W White      3/7 5 cards rubble`: what is not named is not at hand."""
    mark = ">" if view.to_act == seat else " "
    text = Text(mark)
    text.append(LETTERS[seat], STYLES[seat])
    side = table.box.side[seat]
    score = f"{view.stash[side]}/{table.box.target}"
    cards = view.hand_sizes[seat]
    width = 7 if table.box.has_minotaur else 10
    text.append(f" {names[seat]:{width}.{width}} {score} {cards} {'card ' if cards == 1 else 'cards'}")
    text.append(" rubble" if view.rubble_home[seat] else "       ")
    if table.box.has_minotaur and view.axes[seat]:
        text.append(" axe")
    return text


def own_lines(view: TableView) -> list[Text]:
    """The viewer's cards and walls, and those of teammates when they are shared."""
    lines: list[Text] = []
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            counts = Counter(hand)
            cards = [symbol if count == 1 else f"{symbol} x{count}" for symbol, count in counts.items()]
            whose = "your cards: " if seat == view.seat else f"{LETTERS[seat]}'s cards: "
            lines += wrapped(whose + (", ".join(cards) or "none"))
    own = [wall for wall in view.walls if wall[5] == view.seat]
    if own:
        lines += wrapped(
            "your walls: " + ", ".join(f"{wall[0]} {wall[1]} {square_name(wall[3], wall[4])}" for wall in own)
        )
    return lines


def wrapped(line: str) -> list[Text]:
    """A line broken at spaces to fit beside the board."""
    lines = [""]
    for word in line.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= PANEL:
            lines.append(" ")
        lines[-1] += (" " if lines[-1].strip() else "") + word
    return [Text(text) for text in lines]


# ---------------------------------------------------------------- commands


def zoom(view: TableView, names: Sequence[str], argument: str) -> Text:
    """A part of the board, larger: around a square, or around the viewer's pawn."""
    table = shown_table(view)
    grid = table.box.grid
    centre = square_in(argument) if argument.strip() else view.pawns[max(0, view.seat)]
    left = min(max(centre[0] - 5, 0), grid.side - 11)
    top = min(max(centre[1] - 4, 0), grid.side - 9)
    columns = range(left, left + 11)
    text = Text("    " + "".join(f"{file_name(x):^6}" for x in columns) + "\n", "dim")
    for y in range(top, top + 9):
        text.append(f"{y + 1:3} ", "dim")
        for x in columns:
            letters, style = cell(table, grid.square(x, y))
            wall = table.wall_on(grid.square(x, y))
            name = letters.strip() + (f"/{wall.number}" if wall is not None else "")
            text.append(f"{name:^6}", style)
        text.append("\n\n")
    text.append("a wall's square shows its number after the slash\n", "dim")
    return text


def hand(view: TableView, names: Sequence[str], argument: str) -> Text:
    """The pieces of the viewer's cards; of one symbol all orientations."""
    table = shown_table(view)
    if argument.strip():
        shapes = kind_of(table, argument.strip()).shapes
        return drawn_pieces([(f"{argument.strip()} {shape.orient}", shape) for shape in shapes])
    own = view.hands[view.seat] if 0 <= view.seat < view.players else None
    if not own:
        return Text("you hold no cards\n")
    pieces = [(symbol, kind_of(table, symbol).shapes[0]) for symbol in dict.fromkeys(own)]
    return drawn_pieces(pieces)


def drawn_pieces(pieces: Sequence[tuple[str, Shape]]) -> Text:
    """Pieces side by side; digits are nodes in token order, the last one is X."""
    text = Text()
    for start in range(0, len(pieces), 6):
        row = pieces[start : start + 6]
        text.append("".join(f"{name:13}" for name, _ in row) + "\n", "bold")
        for y in range(max(shape.height for _, shape in row)):
            text.append("".join(f"{piece_row(shape, y):13}" for _, shape in row) + "\n")
        text.append("\n")
    return text


def piece_row(shape: Shape, y: int) -> str:
    letters = ""
    for x in range(shape.width):
        if (x, y) in shape.nodes:
            node = shape.nodes.index((x, y))
            letters += " X" if node == len(shape.nodes) - 1 else f" {node + 1}"
        else:
            letters += " #" if (x, y) in shape.cells else " ."
    return letters if y < shape.height else ""


def places(view: TableView, names: Sequence[str], argument: str) -> Text:
    """The board with every legal place of a piece marked `o`: where the top left of its box may lie."""
    table = shown_table(view)
    words = argument.split()
    if view.to_act != view.seat:
        raise BadInput("places are shown when it is your turn")
    if len(words) != 2 or not words[1].isdecimal():
        raise BadInput("write places with a symbol and an orientation: places wave 0")
    kind = kind_of(table, words[0])
    if int(words[1]) >= len(kind.shapes):
        raise BadInput(f"the {kind.symbol} has orientations 0 to {len(kind.shapes) - 1}")
    grid = table.box.grid
    anchors = Site(table, view.seat, bool(view.turned_up)).anchors(kind.shapes[int(words[1])])
    text = Text(heading(grid.side, 2) + "\n", "dim")
    for y in range(grid.side):
        text.append(rank(y), "dim")
        for x in range(grid.side):
            square = grid.square(x, y)
            text.append(*((" o", "bold green") if anchors & grid.bits[square] else cell(table, square)))
        text.append("\n")
    text.append(f"{anchors.bit_count()} places\n")
    return text


def discard(view: TableView, names: Sequence[str], argument: str) -> Text:
    """The discard pile by type, and what has not been seen."""
    table = shown_table(view)
    lying = Counter(view.discard)
    own = Counter(symbol for hand in view.hands for symbol in hand or ())
    text = Text("type      discarded  unseen\n", "bold")
    for kind in table.box.kinds:
        unseen = kind.copies - lying[kind.symbol] - own[kind.symbol]
        text.append(f"{kind.symbol:10}{lying[kind.symbol]:9}{unseen:8}\n")
    return text


COMMANDS: dict[str, tuple[str, Callable[[TableView, Sequence[str], str], Text]]] = {
    "zoom": ("zoom k11: that part of the board, larger, with the walls' numbers", zoom),
    "hand": ("hand: the shapes of your cards; hand wave: all orientations of one", hand),
    "places": ("places wave 0: where that piece may lie", places),
    "discard": ("discard: the discard pile, and how many of each type nobody has shown", discard),
}


def kind_of(table: Table, symbol: str) -> Kind:
    found = table.box.components.numbers
    if symbol not in found:
        raise BadInput(f'no wall is called "{symbol[:20]}"; there are {", ".join(found)}')
    return table.box.kinds[found[symbol]]
