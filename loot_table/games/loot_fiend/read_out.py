"""The table read out: what lies on a tile, who carries what, how far the stores are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loot_table.engine.sentence import Count, Listing, Name, Part, Points, Row, Sentence, Thing, all_of, say, word
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.forecasts import fitting
from loot_table.games.loot_fiend.labels import SIDE_WORDS, actions, locks, spot, tile_kind
from loot_table.games.loot_fiend.map import NO_ROAD
from loot_table.games.loot_fiend.reach import Reach, Walks
from loot_table.games.loot_fiend.table import Table


def tile_told(table: Table, number: int, you: Seat, subject: Seat, near: Sequence[Reach], walks: Walks) -> Sentence:
    """Everything about a tile, as a seat or somebody who watches it sees it. `near`: the loot on it."""
    tile = table.tiles[number]
    facts: list[Part] = []
    if tile.is_starter:
        facts.append(say("the starter with eight roads, {n} left in the draw stack", n=stack.tiles_in(table.stack)))
    else:
        kind = tile_kind(table.box.components.kinds[tile.kind].code)
        facts.append(say("{tile} at {where}", tile=kind, where=spot(tile.cell())))
        sides = [SIDE_WORDS[side] for side, link in enumerate(tile.links) if link != NO_ROAD]
        facts.append(say("roads {sides}", sides=all_of(sides)))
    for each in near:
        facts.append(fitting(table.packs[subject], each.piece))
        if each.is_near:
            facts.append(say("{actions} in all", actions=actions(each.cost)))
    here: list[Part] = []
    for seat in range(table.players):
        if table.at[seat] == number:
            here.append(word("you") if seat == you else Name(seat))
    if here:
        facts.append(say("{names} here", names=all_of(here)))
    if len(here) > 1 and not tile.is_starter and not tile.is_store:
        facts.append(word("actions cost double"))
    ways = len(tile.open_cells())
    if ways:
        facts.append(Count(ways, "{n} road into the unknown", "{n} roads into the unknown"))
    if you >= 0 and you == table.to_act == table.course.turn and number in walks:
        cost = walks[number][0]
        if 0 < cost <= table.course.actions_left:
            facts.append(say("{actions} to walk there", actions=actions(cost)))
    return say("{facts}.", facts=Row(tuple(facts), ", "))


def by_tile(found: Sequence[Reach]) -> Mapping[int, list[Reach]]:
    tiles: dict[int, list[Reach]] = {}
    for each in found:
        tiles.setdefault(each.tile, []).append(each)
    return tiles


def contents(pack: Backpack) -> Listing:
    """`crown 2 and ring 1`."""
    kit = pack.kit
    shapes = [(kit.pieces[piece], kit.shape_of[piece]) for piece in pack.pieces]
    return all_of([say("{loot} {n}", loot=Thing(id, shape.name), n=shape.value) for id, shape in shapes])


def seat_told(table: Table, seat: Seat) -> Sentence:
    pack = table.packs[seat]
    who, points, left = Name(seat), Points(pack.points), locks(pack.locks)
    where = spot(table.tile_of(seat).cell())
    if not pack.pieces:
        return say(
            "{who}: {points}, {locks}, at {where}. The backpack is empty.",
            who=who,
            points=points,
            locks=left,
            where=where,
        )
    return say(
        "{who}: {points}, {locks}, at {where}. In the backpack: {loot}.",
        who=who,
        points=points,
        locks=left,
        where=where,
        loot=contents(pack),
    )


def flips(between: tuple[int, int]) -> Part:
    """`3 flips`, `3 to 6 flips`."""
    first, last = between
    if first == last:
        return Count(first, "{n} flip", "{n} flips")
    return say("{first} to {last} flips", first=first, last=last)


def stores_told(table: Table) -> list[Sentence]:
    course = table.course
    laid, left = len(table.tiles) - 1, stack.tiles_in(table.stack)
    likely, of = stack.store_chance(table.stack)
    found = [
        say("{found} of {all} stores found.", found=course.stores_found, all=course.final_store),
        say("{laid} of {all} tiles laid.", laid=laid, all=laid + left),
    ]
    if left:
        found.append(
            say("The next tile is a store with chance {n} in {all}.", n=likely, all=of)
            if likely
            else say("The next tile cannot be a store.")
        )
    for number in range(1, stack.stores_in(table.stack) + 1):
        between = stack.store_range(table.stack, number)
        assert between is not None
        found.append(say("Store {n} comes in {flips}.", n=course.stores_found + number, flips=flips(between)))
    return found
