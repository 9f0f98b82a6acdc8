"""What stands around the board of Magpies."""

from __future__ import annotations

from loot_table.engine.guide import Fact, Forecast, SeatFacts
from loot_table.engine.sentence import Count, Points, Sentence, say
from loot_table.engine.state import Action, Seat
from magpies.rules import FlyHome
from magpies.table import CAT, HIDDEN, WORTH, TableView


def goal(view: TableView) -> Sentence:
    return say("Most points at home win. Twelve points end the game, and so does an empty nest.")


def hint(view: TableView) -> Sentence | None:
    left = sum(view.unseen) - sum(beak.count(HIDDEN) for beak in view.beaks)
    cats = Count(view.unseen[CAT], "a cat", "{n} cats")
    return say("Of {left} things in the nest, {cats} would scare you.", left=left, cats=cats)


def seat(view: TableView, seat: Seat) -> SeatFacts:
    held = Count(len(view.beaks[seat]), "a thing in the beak", "{n} things in the beak")
    return SeatFacts(str(view.home[seat]), say("points"), (Fact(say("{held}", held=held)),))


def forecast(view: TableView, action: Action) -> Forecast:
    if action == FlyHome():
        points = Points(sum(WORTH[thing] for thing in view.beaks[view.seat]))
        return Forecast(say("{points} more at home, for everybody to see.", points=points), locks=True)
    return Forecast(say("What you take, only you will see, unless it is a cat."))
