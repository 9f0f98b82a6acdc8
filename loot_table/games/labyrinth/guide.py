"""What stands around the board of Looters of the Labyrinth, and what actions would do, told to one audience."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from loot_table.engine import guide
from loot_table.engine.guide import Fact, Forecast, Pick, SeatFacts, Slots
from loot_table.engine.sentence import Count, Name, Part, Sentence, all_of, one_of, say, together, word
from loot_table.engine.state import Action, Event, Seat
from loot_table.games.labyrinth.box import Box, read_teams
from loot_table.games.labyrinth.components import a, the
from loot_table.games.labyrinth.events import (
    CardTurnedUp,
    Commanded,
    Deployed,
    Moved,
    Passed,
    RubblePlayed,
    WallDemolished,
    WallPlaced,
    WallWeakened,
    treasures,
)
from loot_table.games.labyrinth.forecasts import command_says, opening, pawn_slide, placed, wall_says, weakened
from loot_table.games.labyrinth.grid import DIRECTIONS, NOWHERE, at, toward
from loot_table.games.labyrinth.maze import Build, BuildWall
from loot_table.games.labyrinth.minotaur import Deploy, Minotaur
from loot_table.games.labyrinth.moving import Move
from loot_table.games.labyrinth.placing import Place
from loot_table.games.labyrinth.preview import WIN, Slide, command, falls, slide, slides
from loot_table.games.labyrinth.rules import TakeTurn
from loot_table.games.labyrinth.shapes import NEUTRAL
from loot_table.games.labyrinth.table import Table, TableView, shown_table
from loot_table.games.labyrinth.weakening import Rubble, Weaken

# ---------------------------------------------------------------- how it is won


def goal(view: TableView) -> Sentence:
    box: Box = view.box
    of = len(box.components.treasures)
    if box.has_teams:
        first = say("The first team to {target} of {all} treasures wins on the spot.", target=box.target, all=of)
    else:
        first = say("First to {target} of {all} treasures wins on the spot.", target=box.target, all=of)
    return together(first, say("{left} still out there.", left=len(view.treasures)), stalling(view), talking(view))


def stalling(view: TableView) -> Sentence | None:
    """LL-9.5, once half of the patience is gone."""
    box: Box = view.box
    gone = max(0, view.stall)
    left = box.stall_turns - gone
    if not box.has_stall_limit or left * 2 > box.stall_turns:
        return None
    return say("Nobody has found anything for {turns}: {left} more and it ends.", turns=turns(gone), left=left)


def turns(number: int) -> Count:
    return Count(number, "{n} turn", "{n} turns")


def talking(view: TableView) -> Sentence | None:
    """LL-11.2: how much is said in a team game, and who hears it."""
    teams = read_teams(view.players, view.box.options)
    if teams is None:
        return None
    if teams.talk == "none":
        return say("No talk during the game.")
    limit = say("One line of chat a turn.") if teams.talk == "limited" else None
    if teams.is_private:
        return together(limit, say("What you say to your team is heard by it alone."))
    return together(limit, say("Everybody hears what teammates say."))


# ---------------------------------------------------------------- a seat's card


def team_name(side: int) -> Part:
    return word("white team") if side == 0 else word("black team")


def cards(number: int) -> Count:
    return Count(number, "{n} card", "{n} cards")


def walls_of(view: TableView, seat: Seat) -> int:
    return sum(wall[5] == seat for wall in view.walls)


def seat(view: TableView, seat: Seat) -> SeatFacts:
    box: Box = view.box
    side = box.side[seat]
    own, walls, have = view.hand_sizes[seat], walls_of(view, seat), view.stash[side]
    facts: list[Fact] = []
    if box.has_teams:
        short = say("white") if side == 0 else say("black")
        facts.append(Fact(say("{team}", team=team_name(side)), short, "team"))
    facts.append(Fact(say("{cards}", cards=cards(own)), say("{n}", n=own), "cards"))
    count = Count(walls, "{n} wall", "{n} walls")
    facts.append(Fact(say("{walls}", walls=count), say("{n}", n=walls), "walls"))
    if view.rubble_home[seat]:
        facts.append(Fact(say("rubble"), say("✓"), "rubble"))
    else:
        facts.append(Fact(say("rubble out"), say("out"), "rubble"))
    if box.has_minotaur:
        is_ready = view.axes[seat]
        facts.append(Fact(say("axe"), say("✓"), "axe") if is_ready else Fact(say("axe spent"), say("–"), "axe"))
    label = say("{have} of {treasures}", have=have, treasures=treasures(box.target))
    if box.has_teams:
        label = say("{team}, shared: {label}", team=team_name(side), label=label)
    return SeatFacts(
        str(have), say("of {target}", target=box.target), tuple(facts), Slots(have, box.target, "treasure", label)
    )


# ---------------------------------------------------------------- whose turn it is


def is_mine(view: TableView) -> bool:
    return view.to_act >= 0 and view.to_act == view.seat


def hint(view: TableView) -> Sentence:
    box: Box = view.box
    left = Count(len(view.treasures), "{n} treasure left", "{n} treasures left")
    if not (is_mine(view) and isinstance(view.agenda[-1], TakeTurn)):
        return together(say("{left}; {target} win.", left=left, target=box.target), stalling(view))
    return together(chances(view), say("{left}.", left=left), stalling(view))


def chances(view: TableView) -> Sentence:
    """What the own slides find, or who could win with the next one."""
    table = shown_table(view)
    own = [each for each in slides(table, view.seat) if each.is_legal]
    for each in own:
        if each.stop == WIN:
            return say("A slide {direction} gets you away with it.", direction=toward(each.direction))
    for other in range(view.players):
        if table.box.are_opponents(view.seat, other):
            way = winning(table, other)
            if way is not None:
                return say("Careful: {who} can win by sliding {direction}.", who=Name(other), direction=toward(way))
    rich = [toward(each.direction) for each in own if each.loot]
    if rich:
        return say("A slide {directions} finds treasure.", directions=one_of(rich))
    return say("No treasure is one slide away.")


def winning(table: Table, seat: Seat) -> int | None:
    """The direction in which a slide wins; only lines with enough treasures are looked at."""
    needed = table.box.target - table.stash[table.box.side[seat]]
    for direction, rays in enumerate(table.box.grid.rays):
        loot = table.treasures & rays[table.pawns[seat]]
        if loot.bit_count() >= needed and slide(table, seat, direction).stop == WIN:
            return direction
    return None


def picks(view: TableView) -> Mapping[str, Pick]:
    """Keyed by what the board picks up; a card by its place in the hand."""
    if not is_mine(view):
        return {}
    components = view.box.components
    if isinstance(view.agenda[-1], BuildWall):
        near = say("More than {n} spaces from every pawn.", n=components.maze_distance - 1)
        asks = say("Build the {wall} for the maze.", wall=the(view.turned_up))
        return {"card": Pick(asks, together(near, say("Teal squares will do.")))}
    near = say(
        "More than {n} spaces from opponents, and nobody may lose the way to a treasure.",
        n=components.least_distance - 1,
    )
    where = together(near, say("Teal squares will do."))
    found = {
        f"card:{number}": Pick(say("Where does the {wall} go?", wall=the(symbol)), where)
        for number, symbol in enumerate(view.hands[view.seat] or ())
    }
    found["weaken"] = Pick(
        say("Which of your walls?"), say("One node on; from the cross it comes down and you draw a card.")
    )
    found["rubble"] = Pick(
        say("Which square becomes rubble?"), say("Any square of any wall. It stays open until that wall falls.")
    )
    if view.box.has_minotaur:
        far = say("An empty square, more than {n} spaces from every opponent.", n=components.minotaur_distance - 1)
        robs = say("It robs the first pawn it meets that has something, then leaves.")
        found["deploy"] = Pick(say("Where does the minotaur come up?"), far)
        found["minotaur"] = Pick(say("Which way does the minotaur go?"), robs)
    return found


# ---------------------------------------------------------------- what an action would do


def forecast(view: TableView, action: Action) -> Forecast:
    """For the seat that decides; the action is legal."""
    box: Box = view.box
    if isinstance(action, Place):
        kept = say("You keep {cards}.", cards=cards(view.hand_sizes[view.seat] - 1))
        return Forecast(together(placed(box, action.symbol, action.orient, action.x, action.y), kept), locks=True)
    if isinstance(action, Build):
        lies = placed(box, view.turned_up, action.orient, action.x, action.y)
        return Forecast(together(lies, say("It belongs to nobody.")))
    if isinstance(action, Deploy):
        return Forecast(say("From the next turn on anybody behind with an axe may command it."))
    table = shown_table(view)
    if isinstance(action, Rubble):
        return Forecast(opening(table, view.seat, box.grid.square(action.x, action.y)))
    if isinstance(action, Weaken):
        wall = table.wall_numbered(action.wall)
        assert wall is not None
        return Forecast(weakened(table, view.seat, wall), locks=falls(wall))
    if isinstance(action, Move):
        found = slide(table, view.seat, DIRECTIONS.index(action.dir))
        return Forecast(pawn_slide(table, view.seat, found), locks=draws(found))
    if isinstance(action, Minotaur):
        found = command(table, view.seat, DIRECTIONS.index(action.dir))
        return Forecast(command_says(table, view.seat, found), locks=draws(found))
    return Forecast()


def draws(found: Slide) -> bool:
    """Whether somebody draws a card for the wall that it runs into."""
    return found.wall is not None and falls(found.wall) and found.wall.owner != NEUTRAL


# ---------------------------------------------------------------- everything, as sentences


def reaches(table: Table, you: Seat, seat: Seat) -> Sentence:
    """Beside the numbers on the squares where a pawn can stop."""
    if seat == you:
        first = say("You reach the numbered squares in one slide or two.")
    else:
        first = say("{who} reaches the numbered squares in one slide or two.", who=Name(seat))
    for each in slides(table, seat):
        if each.loot:
            way, loot = toward(each.direction), treasures(len(each.loot))
            return together(first, say("Sliding {direction} takes {treasures}.", direction=way, treasures=loot))
    return first


def piles(view: TableView) -> Sentence:
    return say("{cards} to draw, {discarded} discarded.", cards=cards(view.draw_size), discarded=len(view.discard))


def told(view: TableView) -> Sequence[Sentence]:
    table, you = shown_table(view), view.seat
    grid = table.box.grid
    lines = [pawn_says(view, number) for number in range(view.players)]
    if view.treasures:
        lines.append(say("Treasures on {squares}.", squares=all_of([at(x, y) for x, y in view.treasures])))
    else:
        lines.append(say("No treasure is left."))
    for wall in table.walls:
        places = all_of(grid.places(grid.listed(wall.mask)))
        what = wall_says(table, you, wall)
        lines.append(say("Wall {number}: {wall}, on {squares}.", number=wall.number, wall=what, squares=places))
    if not table.walls:
        lines.append(say("There are no walls."))
    if table.minotaur != NOWHERE:
        lines.append(say("The minotaur is on {square}.", square=grid.place(table.minotaur)))
    for number, hand in enumerate(view.hands):
        if hand is not None:
            lines.append(hand_says(you, number, hand))
    if you >= 0 and not view.reason:
        lines.extend([pawn_slide(table, you, each) for each in slides(table, you) if each.is_legal])
    lines.append(piles(view))
    gone = max(0, view.stall)
    if table.box.has_stall_limit:
        lines.append(say("{gone} of {limit} turns without a treasure.", gone=gone, limit=table.box.stall_turns))
    else:
        lines.append(say("{turns} without a treasure.", turns=turns(gone)))
    return lines


def pawn_says(view: TableView, seat: Seat) -> Sentence:
    box: Box = view.box
    side = box.side[seat]
    square = at(*view.pawns[seat])
    facts: list[Part] = [team_name(side)] if box.has_teams else []
    facts.append(say("{have} of {treasures}", have=view.stash[side], treasures=treasures(box.target)))
    facts.append(cards(view.hand_sizes[seat]))
    facts.append(word("rubble ready") if view.rubble_home[seat] else word("rubble out"))
    if box.has_minotaur and view.axes[seat]:
        facts.append(word("axe ready"))
    if seat == view.seat:
        return say("You are on {square}: {facts}.", square=square, facts=all_of(facts))
    return say("{who} is on {square}: {facts}.", who=Name(seat), square=square, facts=all_of(facts))


def hand_says(you: Seat, seat: Seat, hand: Sequence[str]) -> Sentence:
    held = all_of([a(symbol) for symbol in hand])
    if seat != you:
        who = Name(seat)
        return say("{who} holds {cards}.", who=who, cards=held) if hand else say("{who} holds no cards.", who=who)
    return say("You hold {cards}.", cards=held) if hand else say("You hold no cards.")


# ---------------------------------------------------------------- what a review calls what was hidden


def place(where: Sequence[str | int]) -> Sentence:
    owner = where[1] if len(where) > 1 else None
    return say("the hand of {who}", who=Name(owner)) if isinstance(owner, int) else say("the draw pile")


def thing(view: TableView, id: str) -> Part:
    return the(id)


# ---------------------------------------------------------------- the headings of the log

TURN = (Moved, WallPlaced, WallWeakened, WallDemolished, RubblePlayed, Deployed, Commanded, Passed)


@mypyc_attr(native_class=False)
class Chapters(guide.Chapters):
    """The maze, then rounds: everything that one answer set off is one turn."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.turns = 0
        self.last = -1

    def heading(self, event: Event, version: int) -> Sentence | None:
        if isinstance(event, CardTurnedUp) or (isinstance(event, WallPlaced) and event.is_neutral):
            return say("The maze")
        if isinstance(event, TURN) and version != self.last:
            self.last = version
            self.turns += 1
        return say("Round {number}", number=(self.turns + self.players - 1) // self.players) if self.turns else None
