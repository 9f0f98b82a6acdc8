"""What stands around the table of Loot Fiend: whether things fit, what fetching them costs, how far the stores are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from loot_table.engine.guide import Banner, Fact, Pick, SeatFacts
from loot_table.engine.guide import Chapters as NoChapters
from loot_table.engine.sentence import Name, Points, Sentence, say, together
from loot_table.engine.state import Event, Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.components import LARGE, MEDIUM
from loot_table.games.loot_fiend.course import ARMED, NONE, OFF, ON
from loot_table.games.loot_fiend.events import StoreFound, TurnBegan
from loot_table.games.loot_fiend.forecasts import forecast, touching
from loot_table.games.loot_fiend.labels import actions, locks, named, pieces, turns
from loot_table.games.loot_fiend.loot import fits_in_words
from loot_table.games.loot_fiend.packing import FITS, NEVER_FITS
from loot_table.games.loot_fiend.phases import phase
from loot_table.games.loot_fiend.reach import Reach, find_walks, reaches
from loot_table.games.loot_fiend.read_out import by_tile, flips, seat_told, stores_told, tile_told
from loot_table.games.loot_fiend.table import Table, TableView, table_of

__all__ = ["Chapters", "banner", "forecast", "goal", "hint", "picks", "pips", "seat", "told"]

IN_TURN = ("turn", "orient", "place_loot")
PLACE = say("Arrows or drag to move it, R to turn it. Let go where the frame is gold.")
REPACK = Pick(
    say("Pack as you like."), say("All of it must go back in. Take a piece and put it elsewhere, R turns it.")
)


def goal(view: TableView) -> Sentence:
    return say(
        "Carry the most points of loot when store {n} turns up. Loot on the map counts for nothing.",
        n=view.course.final_store,
    )


def pips(view: TableView) -> tuple[int, int] | None:
    course = view.course
    if course.turn == NONE or phase(table_of(view)) not in IN_TURN:
        return None
    return course.actions_left, max(view.box.components.actions[view.locks[course.turn]], course.actions_left)


# ---------------------------------------------------------------- the card of a seat


def seat(view: TableView, seat: Seat) -> SeatFacts:
    course, points, left = view.course, view.points[seat], view.locks[seat]
    facts = [
        Fact(say("{locks} left", locks=locks(left)) if left else say("no locks left"), icon="lock"),
        Fact(say("{actions} a turn", actions=actions(view.box.components.actions[left])), icon="zap"),
        Fact(say("{pieces}", pieces=pieces(len(view.packs[seat]))), icon="backpack"),
    ]
    if course.is_shopping:
        facts.append(Fact(say("done shopping"), tone="good") if course.done[seat] else Fact(say("shopping")))
    if course.leaver == seat:
        facts.append(Fact(say("leaves first"), tone="gold"))
    return SeatFacts(str(points), say("point") if points == 1 else say("points"), tuple(facts))


# ---------------------------------------------------------------- what can be done now


def hint(view: TableView) -> Sentence | None:
    table = table_of(view)
    if not view.agenda:
        return None
    if view.seat >= 0 and view.seat == view.to_act:
        return advice(table, view.seat, phase(table))
    return last_store(table)


def advice(table: Table, seat: Seat, now: str) -> Sentence | None:
    """For the seat that decides."""
    if now == "turn":
        return turn_advice(table, seat)
    if now == "orient":
        return say("Only ways that join the most roads with the fewest dead ends are allowed. R turns it.")
    if now == "place_loot":
        return box_advice(table, seat)
    if now == "spot":
        return say("Choose one of the closest open road ends.")
    if now == "route":
        return say("All are equally short, and you found the store. They may collect what fits on the way.")
    if now == "trip":
        if table.box.repacks_on_trip:
            return say("The walk is free, and so are repacking and everything that fits.")
        return say("The walk is free, and so is everything that fits. No repacking on the way.")
    if now == "leave_first":
        return say("You found the store, so you break the tie. Whoever leaves first has a full turn.")
    return say("Every lock you remove gives a row and costs an action in each later turn.")


def turn_advice(table: Table, seat: Seat) -> Sentence:
    if table.cost(seat) > table.box.components.cost:
        return say("You share this tile: every action costs double, and nobody collects here.")
    if table.tile_of(seat).loot:
        return say("Collect, follow a road, or flip a tile where a road ends.")
    return say("Follow a road, or flip a tile where a road ends.")


def box_advice(table: Table, seat: Seat) -> Sentence:
    """How much of each box would fit as things lie."""
    pack, shape_of = table.packs[seat], table.box.components.shape_of
    fit = [len([piece for piece in box if pack.has_room(shape_of[piece])]) for box in table.boxes]
    return say(
        "{n} of {all} medium pieces would fit, {m} of {each} large ones. A small one comes with either.",
        n=fit[MEDIUM],
        all=len(table.boxes[MEDIUM]),
        m=fit[LARGE],
        each=len(table.boxes[LARGE]),
    )


def last_store(table: Table) -> Sentence | None:
    """How far the end is, for those who wait."""
    ahead = stack.stores_in(table.stack)
    between = stack.store_range(table.stack, ahead) if ahead else None
    if between is None:
        return None
    number = table.course.stores_found + ahead
    return say("Store {n}, the last, is {flips} away.", n=number, flips=flips(between))


# ---------------------------------------------------------------- what is picked up


def picks(view: TableView) -> Mapping[str, Pick]:
    """`loot:m07`, `repack`, and `pay:2` for two locks."""
    if view.seat < 0 or not view.agenda:
        return {}
    table = table_of(view)
    found = {"repack": REPACK}
    for count in range(1, view.locks[view.seat] + 1):
        found[f"pay:{count}"] = paying(table, count)
    if not view.course.is_shopping:
        for reach in reaches(table, view.seat, find_walks(table, view.seat)):
            if reach.is_shown:
                found[f"loot:{view.box.components.pieces[reach.piece]}"] = wishing(table, view.seat, reach)
    return found


def paying(table: Table, count: int) -> Pick:
    price = table.box.components.lock_price
    asks = say("Which loot for {locks}, {points}?", points=Points(price * count), locks=locks(count))
    tap = say("Tap pieces in your backpack to hand them over.")
    each = say("{n} for each lock by itself.", n=price) if table.box.pays_each and count > 1 else None
    return Pick(asks, together(each, tap))


def wishing(table: Table, seat: Seat, reach: Reach) -> Pick:
    return Pick(fits_in_words(table.packs[seat], reach.piece), fetching(table, seat, reach))


def fetching(table: Table, seat: Seat, reach: Reach) -> Sentence:
    """What a piece would take."""
    kit, pack = table.box.components, table.packs[seat]
    shape = kit.shape_of[reach.piece]
    loot = named(kit, kit.pieces[reach.piece])
    is_trip = phase(table) == "trip"
    if reach.is_guarded:
        return say("Somebody stands with the {loot}: nobody can collect it there.", loot=loot)
    if reach.fit == NEVER_FITS:
        return say("The {loot} has no room in your backpack, however it is packed.", loot=loot)
    if reach.fit == FITS:
        return PLACE if reach.is_here else costing(table, reach)
    places = pack.making_room(shape.number)
    moves = touching(pack, places) if places is not None else None
    if is_trip and table.box.repacks_on_trip:
        return together(moves, say("It fits after a repack, which is free on the way."))
    if is_trip:
        return together(moves, say("It would fit after a repack, but not on the way."))
    return together(moves, costing(table, reach))


def costing(table: Table, reach: Reach) -> Sentence:
    """`Walk (2), then collect (1): 3 actions in all for 2 points.`"""
    kit = table.box.components
    points, whole, once = Points(kit.shape_of[reach.piece].value), actions(reach.cost), kit.cost
    if reach.fit == FITS:
        return say(
            "Walk ({walk}), then collect ({once}): {actions} in all for {points}.",
            walk=reach.walk,
            once=once,
            actions=whole,
            points=points,
        )
    if not reach.walk:
        return say(
            "Repack ({once}), then collect ({once}): {actions} in all for {points}.",
            once=once,
            actions=whole,
            points=points,
        )
    return say(
        "Walk ({walk}), then repack ({once}), then collect ({once}): {actions} in all for {points}.",
        walk=reach.walk,
        once=once,
        actions=whole,
        points=points,
    )


# ---------------------------------------------------------------- what is special now


def banner(view: TableView) -> Banner | None:
    course = view.course
    now = phase(table_of(view))
    last = None
    if course.is_sealed:
        last = say("Nothing is left to explore: {turns} after it.", turns=turns(course.final_turns))
    if now in ("route", "trip"):
        found = say("Store! {who} found it, everyone heads there.", who=Name(course.last_finder))
        return Banner(together(found, last), "LF-86" if last else "LF-52")
    if now == "leave_first":
        return Banner(together(say("Everyone is at the store."), last), "LF-86" if last else "LF-60")
    if course.is_shopping:
        leaves = say("The store is open. {who} has the least loot and leaves first.", who=Name(course.leaver))
        return Banner(together(leaves, last), "LF-86" if last else "LF-62")
    if course.is_sealed:
        return Banner(say("Nothing is left to explore: {turns} to the end.", turns=turns(course.final_turns)), "LF-86")
    if course.stalemate == ON:
        return Banner(say("Stalemate: every turn ends with a flip until a store turns up."), "LF-84")
    if course.stalemate == ARMED:
        return Banner(say("Nobody moves the game on. Unless that changes, turns will end with a flip."), "LF-83")
    if course.final_store > view.box.components.final_store and view.agenda:
        return Banner(say("A tie at the third store: the fourth decides."), "LF-72")
    return None


# ---------------------------------------------------------------- everything, read out


def told(view: TableView) -> Sequence[Sentence]:
    table = table_of(view)
    subject = view.seat if view.seat >= 0 else max(view.to_act, view.course.turn, 0)
    walks = find_walks(table, subject)
    loot = by_tile(reaches(table, subject, walks))
    lines = [seat_told(table, number) for number in range(view.players)]
    lines += stores_told(table)
    for number in range(len(table.tiles)):
        lines.append(tile_told(table, number, view.seat, subject, loot.get(number, ()), walks))
    if view.course.stalemate != OFF:
        now = banner(view)
        assert now is not None
        lines.append(now.text)
    return lines


# ---------------------------------------------------------------- the headings of the log


@mypyc_attr(native_class=False)
class Chapters(NoChapters):
    """Turns, and what happens between them because of a store."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.turn = 0
        self.seat = -1
        self.store = 0  # that was found since

    def heading(self, event: Event, version: int) -> Sentence | None:
        if isinstance(event, TurnBegan):
            self.turn, self.seat, self.store = self.turn + 1, event.seat, 0
        elif isinstance(event, StoreFound):
            self.store = event.number
        if self.store:
            return say("Store {n}", n=self.store)
        return say("{who}, turn {n}", who=Name(self.seat), n=self.turn) if self.turn else None
