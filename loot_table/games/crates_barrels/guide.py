"""What a player is told beside the board of Crates vs Barrels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from loot_table.engine import guide
from loot_table.engine.guide import Fact, Forecast, Pick, SeatFacts
from loot_table.engine.sentence import Count, Name, Sentence, Word, all_of, place, say, together, word
from loot_table.engine.state import Action, Event, Seat
from loot_table.games.crates_barrels.board import NAMES, NONE, RESERVE
from loot_table.games.crates_barrels.events import Played
from loot_table.games.crates_barrels.movement import can_deliver, can_go
from loot_table.games.crates_barrels.rules import PASS, turn_of
from loot_table.games.crates_barrels.sides import joined
from loot_table.games.crates_barrels.table import CRATES, Table, TableView, pawn
from loot_table.games.crates_barrels.turn import PICKS_UP, RETURNS, STRIDE, TAKES, deeds_at


def table_of(view: TableView) -> Table:
    """The table as it stands, for looking ahead. Its history is left out where no turn can end the game by it."""
    table = Table(view.box, list(view.tiles[0]), list(view.tiles[1]), view.carriers[0], view.carriers[1])
    table.turn, table.winner, table.next = view.turn, view.winner, view.next
    if view.box.draws_repeats:
        table.seen = {joined(crates, barrels): count for crates, barrels, count in view.seen}
    return table.with_agenda(view)


def pawns(seat: Seat) -> Word:
    return word("crates") if seat == CRATES else word("barrels")


def side(seat: Seat) -> Sentence:
    return say("Crates") if seat == CRATES else say("Barrels")


def goal(view: TableView) -> Sentence:
    if view.seat < 0:
        return say("Carry the enemy's loot to your own tile, or take every pawn while all diamonds are covered.")
    home, enemy = place(NAMES[view.box.loot[view.seat]]), pawn(1 - view.seat)
    if not view.box.has_respawning:
        return say("Carry their loot to your own tile {tile}. Or take every {pawn}.", tile=home, pawn=enemy)
    return say(
        "Carry their loot to your own tile {tile}. Or take every {pawn} while all diamonds are covered.",
        tile=home,
        pawn=enemy,
    )


def hint(view: TableView) -> Sentence:
    if view.seat != view.to_act:
        return turn_now(view)
    mine = pawn(view.seat)
    if not view.box.has_respawning or len(view.tiles[view.seat]) == view.box.pawns[view.seat]:
        return say("Pick a {pawn} to see where it can go.", pawn=mine)
    return say("Pick a {pawn} to see where it can go, or a diamond to respawn on.", pawn=mine)


def turn_now(view: TableView) -> Sentence:
    turn = view.turn + 1 if view.agenda else view.turn
    return say("Turn {turn} of at most {limit}.", turn=turn, limit=view.box.turn_limit)


def picks(view: TableView) -> Mapping[str, Pick]:
    """A pawn that is picked up, or the reserve."""
    if view.seat != view.to_act:
        return {}
    mine = pawn(view.seat)
    found = {
        f"pawn:{NAMES[tile]}": Pick(
            say("Where to with the {pawn} on {tile}?", pawn=mine, tile=place(NAMES[tile])),
            say("Teal dots are moves, crosshairs attacks."),
        )
        for tile in view.tiles[view.seat]
    }
    found["reserve"] = Pick(
        say("Where does the {pawn} come back?", pawn=mine),
        say("Choose a free diamond. Respawning takes your whole turn."),
    )
    return found


def seat(view: TableView, seat: Seat) -> SeatFacts:
    on_board = len(view.tiles[seat])
    reserve = say("{n} in reserve", n=view.box.pawns[seat] - on_board)
    loot = Fact(holding(view, seat), icon="coins", tone="gold" if view.carriers[seat] != NONE else "")
    return SeatFacts(str(on_board), say("on board"), (Fact(side(seat)), Fact(reserve, icon="reserve"), loot))


def holding(view: TableView, seat: Seat) -> Sentence:
    """What a side has of its enemy's loot. After the end nobody is on the way any more."""
    carrier = view.carriers[seat]
    if carrier == NONE:
        return say("empty-handed")
    if carrier == view.box.loot[seat]:
        return say("loot is home")
    if not view.agenda:
        return say("carrying loot")
    return say("carrying loot, home in {n}", n=view.box.turns_to_loot[seat][carrier])


# ---------------------------------------------------------------- what a turn would do


def forecast(view: TableView, action: Action) -> Forecast:
    table, seat = table_of(view), view.to_act
    origin, target = divmod(turn_of(action), STRIDE)
    done = deeds_at(table, seat, origin, target)
    table.apply(action)
    if action is PASS:
        return Forecast(passed(table, seat))
    return Forecast(together(*deeds(seat, origin, target, int(done)), outcome(table, seat, target)))


def deeds(seat: Seat, origin: int, target: int, done: int) -> list[Sentence]:
    """What a turn does to others."""
    found = []
    if done & TAKES:
        enemy, tile = pawn(1 - seat), place(NAMES[target])
        found.append(
            say("Takes the {pawn} on {tile} and returns its loot.", pawn=enemy, tile=tile)
            if done & RETURNS
            else say("Takes the {pawn} on {tile}.", pawn=enemy, tile=tile)
        )
    if origin == RESERVE:
        found.append(say("Takes your whole turn."))
    elif done & PICKS_UP:
        found.append(say("Picks up their loot."))
    return found


def outcome(after: Table, seat: Seat, tile: int) -> Sentence:
    """How the game ends by it, or which enemy pawns could take the pawn on this tile next turn."""
    if not after.agenda:
        return say("That wins the game.") if after.winner == seat else say("That ends the game in a draw.")
    enemy = 1 - seat
    if can_deliver(after, enemy):
        return say("Then the {pawn} with your loot can go home and win.", pawn=pawn(enemy))
    hunters = [place(NAMES[origin]) for origin in after.sides[enemy].tiles if can_go(after, enemy, origin, tile)]
    if not hunters:
        return say("No {pawn} can take it on {tile} next turn.", pawn=pawn(enemy), tile=place(NAMES[tile]))
    if len(hunters) == 1:
        return say("The {pawn} on {tile} could take it there.", pawn=pawn(enemy), tile=hunters[0])
    return say("The {pawns} on {tiles} could take it there.", pawns=pawns(enemy), tiles=all_of(hunters))


def passed(after: Table, seat: Seat) -> Sentence:
    """CB-HSE-8: what it means to do nothing."""
    if not after.agenda:
        return say("Nothing moves, and that ends the game in a draw.")
    if can_deliver(after, 1 - seat):
        return say("Nothing moves. Then the {pawn} with your loot can go home and win.", pawn=pawn(1 - seat))
    return say("Nothing moves; it counts as a turn.")


# ---------------------------------------------------------------- read out, and headings


def told(view: TableView) -> Sequence[Sentence]:
    return [line for seat in range(2) for line in side_told(view, seat)] + [diamonds_told(view), turn_now(view)]


def side_told(view: TableView, seat: Seat) -> list[Sentence]:
    """Where a side's pawns are, who carries, how many wait, and where its Loot Tile is."""
    who, tiles, carrier = Name(seat), view.tiles[seat], view.carriers[seat]
    named = all_of([place(NAMES[tile]) for tile in tiles])
    lines = [
        say("{side}, played by {who}: pawns on {tiles}.", side=side(seat), who=who, tiles=named)
        if tiles
        else say("{side}, played by {who}: no pawns.", side=side(seat), who=who)
    ]
    if carrier != NONE and view.agenda:
        turns = Count(view.box.turns_to_loot[seat][carrier], "{n} turn", "{n} turns")
        lines.append(say("One carries loot on {tile}, home in {turns}.", tile=place(NAMES[carrier]), turns=turns))
    elif carrier != NONE:
        lines.append(say("One carries loot on {tile}.", tile=place(NAMES[carrier])))
    reserve, home = view.box.pawns[seat] - len(tiles), place(NAMES[view.box.loot[seat]])
    lines.append(say("{n} in reserve. Their Loot Tile is {tile}.", n=reserve, tile=home))
    return lines


def diamonds_told(view: TableView) -> Sentence:
    covered = view.tiles[0] + view.tiles[1]
    free = [tile for tile in view.box.respawn if tile not in covered] if view.box.has_respawning else []
    if not free:
        return say("No Respawn Tile is free.")
    return say("Free Respawn Tiles: {tiles}.", tiles=all_of([place(NAMES[tile]) for tile in free]))


@mypyc_attr(native_class=False)
class Chapters(guide.Chapters):
    """Numbered like chess: both sides' turns make a move."""

    move = 0

    def heading(self, event: Event, version: int) -> Sentence | None:
        if isinstance(event, Played):
            self.move = (event.turn + 1) // 2
        return say("Move {n}", n=self.move) if self.move else None
