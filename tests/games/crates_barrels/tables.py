"""Tables for the tests of Crates vs Barrels: set a position up, play turns, look."""

from __future__ import annotations

from loot_table.engine.errors import IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.state import Action, Refusal
from loot_table.games import load
from loot_table.games.crates_barrels.house_rules import position_number
from loot_table.games.crates_barrels.notation import notation
from loot_table.games.crates_barrels.position import read_turn, write_position
from loot_table.games.crates_barrels.rules import turn_of
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import STRIDE

GAME = load("crates_barrels")
START = "9/2bbbbb2/9/9/9/9/9/2ccccc2/9 c 0"


def at(position: str = START, **options: object) -> Match:
    return Match(GAME, 2, options, position=position)


def table(match: Match) -> Table:
    assert isinstance(match.state, Table)
    return match.state


def play(match: Match, turns: str) -> Match:
    """Plays turns in notation and checks that each is written as it was given."""
    for turn in turns.split():
        seat, action = match.to_act, read_turn(turn)
        refusal = match.why_not(seat, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        match.play(seat, action)
        assert turn in [e.notation for e in match.log[-1] if hasattr(e, "notation")], f"{turn} was written otherwise"
    return match


def let_have_been(match: Match, turn: str, when: int) -> None:
    """The position to which a turn leads was there before, after so many turns."""
    seat, after = match.to_act, table(match).copy()
    after.apply(read_turn(turn))
    table(match).seen[position_number(after, 1 - seat)] = when


def where(match: Match) -> str:
    return write_position(table(match))


def written(match: Match, action: Action) -> str:
    """A turn of the side to move, in notation."""
    return notation(table(match), match.to_act, *divmod(turn_of(action), STRIDE))


def legal(match: Match) -> list[str]:
    """All legal turns, without the marks."""
    return [written(match, action).strip("$^#").replace("^", "") for action in match.actions()]


def asked(match: Match) -> str:
    """The question put to the side to move."""
    return match.voice().text(match.state.decision().prompt(match.state))


def reach(match: Match, tile: str) -> set[str]:
    """Where the pawn on a tile may go."""
    return {turn[-2:] for turn in legal(match) if turn.startswith(tile)}


def refusal(match: Match, turn: str) -> Refusal:
    found = match.why_not(match.to_act, read_turn(turn))
    assert found is not None, f"{turn} is legal"
    return found


def refused_by(match: Match, turn: str) -> str:
    """The rule that forbids a turn."""
    return refusal(match, turn).rule


def reserve(match: Match, seat: int) -> int:
    return table(match).reserve(seat)


def result(match: Match) -> tuple[int | None, str] | None:
    found = match.result()
    return None if found is None else (found["winner"], found["reason"])
