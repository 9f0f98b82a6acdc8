"""LL-1 goal and parts, LL-2 set-up, and component data that do not hold together."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from labyrinth.tables import GAME, at, do, hand, table, wall

from loot_table.engine.errors import BadComponents, BadOption, BadTable
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.labyrinth.placing import Site

PLACES = {  # on an empty board, and for seat 0 at the start of a game for two
    "column": (2, 756, 622),
    "boot": (8, 3040, 2543),
    "fang": (4, 1520, 1292),
    "altar": (4, 1520, 1292),
    "spear": (2, 672, 494),
    "crook": (8, 2720, 2031),
    "horn": (8, 2736, 2055),
    "gate": (4, 1440, 1097),
    "bolt": (4, 1360, 1029),
    "stair": (4, 1368, 1076),
    "wave": (8, 2880, 2237),
    "meander": (8, 2888, 2229),
}
STARTS = [(1, 0), (19, 0), (20, 1), (20, 19), (19, 20), (1, 20), (0, 19), (0, 1)]
SEATS = {2: "04", 3: "024", 4: "0246", 5: "02467", 6: "023467", 7: "0123456", 8: "01234567"}


def parts() -> dict[str, Any]:
    return copy.deepcopy(dict(GAME.read_components(None).data))


def test_the_parts_are_those_of_the_rulebook() -> None:
    """LL-1.2, LL-1.4, LL-1.5, LL-R1"""
    components = GAME.read_components(None)
    assert components.side == 21
    assert components.cards == 48
    assert len(components.treasures) == 13
    assert [kind.copies for kind in components.kinds] == [4] * 12
    assert len(components.numbers) == 12
    for kind in components.kinds:
        assert [len(shape.cells) for shape in kind.shapes] == [2 * kind.nodes] * len(kind.shapes)
    assert sorted(kind.nodes for kind in components.kinds) == [2] * 4 + [3] * 8


def test_every_shape_has_its_orientations_and_places() -> None:
    """LL-5.2 and the counts at the start, which test everything at once"""
    match = at()
    site = Site(table(match), 0, False)
    for kind in table(match).box.kinds:
        free = sum(site.anchors(shape).bit_count() for shape in kind.shapes)
        assert (len(kind.shapes), kind.spots, free) == PLACES[kind.symbol], kind.symbol
    assert [action.dir for action in match.actions() if hasattr(action, "dir")] == ["E", "S", "W"]


@pytest.mark.parametrize("players", range(2, 9))
def test_pawns_start_clockwise_and_cards_are_dealt_in_turn(players: int) -> None:
    """LL-2.1, LL-2.3, LL-2.4, LL-2.5, LL-2.6, LL-R3, LL-R27, LL-R32"""
    match = Match(GAME, players, {"first_player": 1})
    dealt = []
    while match.to_act < 0:
        dealt.append(match.state.chance().seat)  # type: ignore[attr-defined]
        match.happen(match.state.outcomes()[-1][0])
    cards = {2: 5, 3: 5, 4: 4, 5: 3, 6: 3, 7: 2, 8: 2}[players]
    assert dealt == [(1 + number) % players for number in range(players * cards)]
    view: Any = match.view(0)
    assert list(view.pawns) == [STARTS[int(digit)] for digit in SEATS[players]]
    assert len(view.treasures) == 13
    assert view.walls == ()
    assert view.hand_sizes == (cards,) * players
    assert view.draw_size == 48 - players * cards
    assert view.rubble_home == (True,) * players
    assert match.to_act == 1


def test_who_begins_is_chance_unless_a_seat_is_named() -> None:
    """LL-2.8, LL-R4"""
    match = Match(GAME, 3)
    assert match.state.outcomes() == [(0, 1), (1, 1), (2, 1)]
    match.happen(2)
    assert [match.voice().text(event.text()) for event in match.log[1]] == ["Green begins."]
    with pytest.raises(BadOption, match="first_player must be 0 to 2"):
        GAME.start(3, {"first_player": 3})


def test_seats_have_the_colours_of_the_box() -> None:
    """LL-2.2"""
    assert [name.lower() for name in GAME.seat_names] == GAME.read_components(None).colours


def test_a_square_is_solid_unless_rubble_or_nothing_lies_there() -> None:
    """LL-1.6: treasures, pawns, start and corner squares stop nobody."""
    match = at(walls=[wall("column", 0, 3, 3, rubble=[[4, 3, 1]])])
    grid, closed = table(match).box.grid, table(match).closed
    assert [bool(closed & grid.bits[grid.square(x, 3)]) for x in range(2, 8)] == [False, True, False, True, True, False]
    for x, y in [(10, 10), (1, 0), (0, 0), (19, 20)]:
        assert not closed & grid.bits[grid.square(x, y)]


def test_the_supply_never_runs_short() -> None:
    """LL-1.3, LL-5.8, LL-R20, LL-R29, LL-R30: counted after every action of random games"""
    for players in (2, 5):
        state = GAME.start(players)
        rng = Random(players)
        while state.agenda:
            if state.to_act >= 0:
                state.apply(state.decision().sample(state, rng))
            else:
                state.happen(state.chance().sample(state, rng))
            counts = GAME.conserved(state)
            assert not any(count for name, count in counts.items() if name.endswith("missing"))
            assert all(count == 4 for name, count in counts.items() if name.endswith("cards"))


@pytest.mark.parametrize(("players", "teams"), [(3, True), (7, True), (2, True), (5, True)])
def test_teams_are_even(players: int, teams: bool) -> None:
    """LL-10.1, LL-R23"""
    with pytest.raises(BadOption, match="teams need 4, 6 or 8 players"):
        GAME.start(players, {"teams": teams})
    with pytest.raises(BadTable, match="2 to 8 players"):
        GAME.start(9)


def broken(path: str, value: Any) -> dict[str, Any]:
    data = parts()
    *way, last = path.split(".")
    here: Any = data
    for name in way:
        here = here[int(name)] if isinstance(here, list) else here[name]
    here[int(last) if isinstance(here, list) else last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("board.n", 9, "n must be 11 to 31"),
        ("board.n", "21", "board.n must be int"),
        ("board.treasure_squares.cells", [[1, 0]] * 13, "lists a square twice"),
        ("board.treasure_squares.cells.0", [1, 0], "1,0 is a treasure square and a start square"),
        ("board.treasure_squares.cells.0", [21, 0], r"squares are \[0, 0\] to \[20, 20\]"),
        ("board.start_sets.3", [0, 1], "must be 3 different numbers of start squares"),
        ("tables.treasures_to_win.2", 8, "2 players could take all 13 treasures and none have 8"),
        ("tables.treasures_to_win_teams", 8, "two teams could take all treasures"),
        ("tables.cards_and_tokens.8", 5, "8 players may need 48 of 48 cards at once"),
        ("tables.cards_and_tokens.2", 0, "must be 1 to 20, got 0"),
        ("colours.seats", ["white"], "eight different colours"),
        ("colours.seats.0", 3, "must be a text"),
        ("counts.wall_pieces", 47, "wall_pieces is 47, but 48 are described"),
        ("piece.0.symbol", "Column 1", "written in small letters"),
        ("piece.0.symbol", "boot", "two types have the same symbol"),
        ("piece.0.copies", 0, "copies must be 1 to 9"),
        ("piece.0.cells", [[0, 0], [1, 0], [2, 0], [4, 0]], "4 or 6 different squares that hang together"),
        ("piece.0.nodes", [0], "a wall of 4 squares has 2 nodes"),
        ("piece.0.nodes", [0, 9], "nodes are different numbers of its cells"),
        ("piece.0.orientations", 4, "it has 2 orientations, not 4"),
        ("piece.0.shapes.1.nodes", [[0, 1], [0, 2]], "orientation 1: turning its cells gives"),
        ("piece.0.cells.1", [0], r"a square is written \[x, y\]"),
    ],
)
def test_component_data_that_do_not_hold_together_are_refused_in_words(path: str, value: Any, says: str) -> None:
    with pytest.raises(BadComponents, match=says):
        GAME.read_components(broken(path, value))


def test_another_board_can_be_played() -> None:
    """A designer's board: 15 x 15, with everything else as it is."""
    data = parts()
    data["board"]["n"] = 15
    data["board"]["start_squares"]["cells"] = [[1, 0], [13, 0], [14, 1], [14, 13], [13, 14], [1, 14], [0, 13], [0, 1]]
    data["board"]["treasure_squares"]["cells"] = [[x, 7] for x in range(1, 14)]
    match = Match(GAME, 2, {"first_player": 0}, components=data, nature=Random(1))
    do(match, "move", dir="E")
    assert match.view(0).pawns[0] == (14, 0)  # type: ignore[attr-defined]
    assert len(hand(match, 0)) == 5


def test_five_begin_on_squares_that_lie_as_in_a_mirror_where_a_table_wants_it() -> None:
    """LL-R41"""
    for players in range(2, 9):
        begun: list[Any] = [Match(GAME, players, {"start_squares": value}).view(0) for value in ("listed", "mirrored")]
        assert (begun[0].pawns != begun[1].pawns) == (players == 5)
    mirrored: Any = Match(GAME, 5, {"start_squares": "mirrored"}).view(0)
    first, second, alone, fourth, last = mirrored.pawns
    assert (first[::-1], second[::-1]) == (last, fourth)  # north and west change places
    assert alone == (19, 20)
