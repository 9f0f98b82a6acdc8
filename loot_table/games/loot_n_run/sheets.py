"""Loot N Run on paper: rooms with their backs, tokens, the score track and player aids."""

from __future__ import annotations

from loot_table.engine.components import items, whole
from loot_table.engine.printed import (
    BOLD,
    FINE,
    INK,
    WHITE,
    Board,
    Book,
    Disc,
    Fill,
    Group,
    Lot,
    Path,
    Picture,
    Rect,
    Sheets,
    Text,
    Thing,
)
from loot_table.engine.printed_signs import aid, letters, seat_called, seat_token
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import Room, guardian_names
from loot_table.games.loot_n_run.scene import back_facts
from loot_table.games.loot_n_run.table import Table

SIDE = 60.0  # of a room, in millimetres; the printed cards are square
STEP = 16.0  # of the score track
MOST_STEPS = 150
# Signs in a square of 24 around the middle.
SIGNS = {
    "cup": "M-8-9H8V-3C8 3 4 5 2 6V8H6V10H-6V8H-2V6C-4 5-8 3-8-3Z",
    "chest": "M-10-2C-10-8-6-9-4-9H4C6-9 10-8 10-2V9H-10ZM-10-1H-3M3-1H10M-3-3H3V3H-3Z",
    "crown": "M-10 8V-7L-5-1L0-9L5-1L10-7V8ZM-10 4H10",
    "mask": "M-9-9H9V1C9 6 4 10 0 10C-4 10-9 6-9 1ZM-6-4H-2V-1H-6ZM2-4H6V-1H2ZM-3 5H3",
    "scarab": "M0-10C3-10 4-8 4-6C7-5 8-2 8 1C8 6 4 10 0 10C-4 10-8 6-8 1C-8-2-7-5-4-6C-4-8-3-10 0-10Z"
    "M-6-4H6M0-4V10M-8-1L-11-3M-8 4L-11 6M8-1L11-3M8 4L11 6",
    "necklace": "M-9-9C-9 1-4 5 0 5C4 5 9 1 9-9C7-2 4 1 0 1C-4 1-7-2-9-9ZM0 4L4 7L0 11L-4 7Z",
    "mummy": "M-7-10H7V6C7 9 3 11 0 11C-3 11-7 9-7 6ZM-7-6L7-8M-7 2L7 0M-7 6L7 4M-5-3H-1M1-3H5",
    "werewolf": "M-9-11L-4-6H4L9-11L9 0L4 8L0 11L-4 8L-9 0ZM-5-2L-2 0M5-2L2 0M-3 5L-1 7L0 5L1 7L3 5",
    "frank": "M-8-10H8V8L5 11H-5L-8 8ZM-8-5H8M-4-1H-2M2-1H4M-3 6H3M-11 4H-8M8 4H11",
    "amulet": "M-11 0C-6-7 6-7 11 0C6 7-6 7-11 0ZM-3 0A3 3 0 1 1 3 0A3 3 0 1 1-3 0Z",
}
GOLD, DANGER, SAFE = Fill("#fbe3ae"), Fill("#f4b9ac", "diagonals"), Fill("#b9e4dc")
BACKS = {"green": Fill("#8cc9a2", "dots"), "yellow": Fill("#f2d67c", "bars"), "red": Fill("#e58a85", "checks")}
OTHER_BACK = Fill("#b7c0cc", "waves")
# Where treasures stand on a room, by their number: x, y and size.
PLACES: dict[int, list[tuple[float, float, float]]] = {
    1: [(30, 22, 32)],
    2: [(17.5, 22, 24), (42.5, 22, 24)],
    3: [(30, 13.5, 17), (16, 30.5, 17), (44, 30.5, 17)],
}
AID = ("LR-20", "LR-25", "LR-30", "LR-31", "LR-33", "LR-40", "LR-43", "LR-44", "LR-45", "LR-46", "LR-47", "LR-48")


def sheets(table: Table, book: Book) -> Sheets:
    box = table.box
    rooms = tuple([room_card(box, room) for room in box.rooms])
    tokens = Lot("Scoring tokens", tuple([token(box, seat) for seat in range(box.players)]))
    special = book.says("LR-80") if not box.needs_card_to_awaken else []
    aids = aid("Loot N Run", book, AID, special, box.players)
    lots = (Lot("Rooms", rooms), tokens, track(box), Lot("Player aids", (aids,)))
    return Sheets(lots, ("Nothing but a table: no dice, no pawns.",))


# ---------------------------------------------------------------- rooms


def room_card(box: Box, room: Room) -> Thing:
    back = box.backs[room.back]
    kinds = list(dict.fromkeys(room.treasures))
    front: Picture = (Rect(2.5, 2.5, SIDE - 5, SIDE - 5, WHITE, FINE, corner=3),)
    for treasure, (x, y, size) in zip(room.treasures, PLACES[len(room.treasures)], strict=True):
        front += sign(treasure, x, y, size, GOLD)
        if len(kinds) > 1 or len(room.treasures) == 1:
            front += (Text(treasure.capitalize(), x - 12, y + size * 0.44, 24, 3.5, 3.2),)
    if len(kinds) == 1 and len(room.treasures) > 1:
        front += (Text(f"{kinds[0].capitalize()} ×{len(room.treasures)}", 5, 40.5, 50, 4, 3.2),)
    front += sleeper(room)
    front += (Text(f"{room.id} · {back}", 5, 53.6, 50, 3, 2.2),)
    return Thing(room.face, SIDE, SIDE, front, room_back(box, room.back))


def sign(kind: str, x: float, y: float, size: float, fill: Fill) -> Picture:
    """A drawing of what we know, the first letters of what a designer made up."""
    if kind in SIGNS:
        return (Path(SIGNS[kind], x, y, size * 0.9, fill, 0.4),)
    return (Disc(x, y, size * 0.42, fill, 0.4), letters(kind[:2].capitalize(), x, y, size * 0.4))


def sleeper(room: Room) -> Picture:
    """What sleeps beside the treasures: a guardian, an amulet, or nothing."""
    name = guardian_names(room.guardian)[0] if room.guardian else "amulet" if room.amulets else ""
    if not name:
        return (Text("quiet room", 5, 46, 50, 7, 3),)
    fill = DANGER if room.guardian else SAFE
    return (
        Rect(5, 45.5, 50, 8, fill, BOLD if room.guardian else FINE, corner=2),
        Rect(17, 46.3, 36, 6.4, WHITE, 0, corner=1.5),
        Disc(11, 49.5, 3.8, WHITE, 0),
        Path(SIGNS[name], 11, 49.5, 6.6, WHITE, 0.35),
        Text(name.capitalize(), 18, 46.5, 34, 6, 4.6, is_bold=True),
    )


def room_back(box: Box, number: int) -> Picture:
    """Colour, pattern, claws and odds all say how dangerous it is."""
    facts = back_facts(box.deck, tuple(box.backs))[number]
    claws = [
        Group((Path("M3.3-11C1.1-4.4-.4 3-3.7 11C-1.4 5.2 2.6-2.2 3.3-11Z", 0, 0, 26, Fill(INK), 0.8),), x, 27)
        for x in spread(min(facts["claws"], 7), 9)
    ]
    odds = f"1 in {facts['one_in']:g}" if facts["one_in"] else "no guardian"
    return (
        Rect(4, 4, SIDE - 8, SIDE - 8, BACKS.get(facts["name"], OTHER_BACK), BOLD, corner=3),
        Rect(10, 10, SIDE - 20, 34, WHITE, FINE, corner=4),
        *claws,
        Rect(10, 46, SIDE - 20, 8, WHITE, FINE, corner=4),
        Text(f"{facts['name'].capitalize()} · {odds}", 12, 46.5, SIDE - 24, 7, 4, is_bold=True),
    )


def spread(count: int, gap: float) -> list[float]:
    """So many places around the middle of a room."""
    gap = min(gap, 36 / count)
    return [SIDE / 2 + (n - (count - 1) / 2) * gap for n in range(count)]


# ---------------------------------------------------------------- scoring


def token(box: Box, seat: int) -> Thing:
    data = box.components.data
    colours = items(data, "tokens.colours", 100, "components")
    colour = colours[seat] if seat < len(colours) else ""
    # The rulebook's sixth is black, which no letter is read on: it has the white mark.
    known = seat_called("white" if colour == "black" else colour, seat)
    return seat_token(known, 15, whole(data, "tokens.per_player", 0, 20, "components"))


def track(box: Box) -> Board:
    """LR-10: from 0 to the target, row by row. A target that is too far away is reached in rounds of a hundred."""
    columns = 11
    is_round = box.target >= MOST_STEPS
    last = 99 if is_round else box.target
    rows = -(-(last + 1) // columns)
    picture: Picture = ()
    for points in range(last + 1):
        x, y = points % columns * STEP, points // columns * STEP
        is_end = points == last and not is_round
        fill = GOLD if is_end else Fill("#f3eee2") if points % 5 == 0 else WHITE
        picture += (
            Rect(x, y, STEP, STEP, fill, BOLD if is_end else FINE),
            Text(str(points), x + 1, y + 1, STEP - 2, 5, 4.5, "start", is_bold=points % 5 == 0 or is_end),
        )
        if is_end:
            picture += (Text("the end", x + 1, y + 9, STEP - 2, 6, 3.4, is_bold=True),)
    note = f"Somebody with {box.target} points ends the game." + (" A round of the track is 100." if is_round else "")
    return Board("Score track", columns * STEP, rows * STEP, picture, STEP, note=note)
