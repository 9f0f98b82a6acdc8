"""The greedy bot on its swift board likes what it would like at the table itself, every turn played there."""

from __future__ import annotations

import pytest
from crates_barrels.tables import START, at, table
from crates_barrels.test_perft import SIEGE
from crates_barrels.test_swift import OPTIONS, worth

from loot_table.engine.random import Random
from loot_table.engine.state import Seat
from loot_table.games.crates_barrels.board import NONE
from loot_table.games.crates_barrels.bot.greedy import DEEPEST, WIN, Outlook
from loot_table.games.crates_barrels.listing import playable
from loot_table.games.crates_barrels.position import read_turn
from loot_table.games.crates_barrels.rules import action_of, turn_of
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import DELIVERS, PICKS_UP, TAKES, deeds_at


def outcome(state: Table, seat: Seat, depth: int) -> int:
    """What a table is worth to a seat once the attacks are played out, plainly: by the rules, all of them to the end."""
    if not state.agenda:
        if state.winner == NONE:
            return 0
        return WIN + depth if state.winner == seat else -WIN - depth
    mover = state.to_act
    best = worth(state)
    if depth > 0:
        forcing = TAKES | DELIVERS | (PICKS_UP if depth == DEEPEST else 0)
        for turn in playable(state, mover):
            if deeds_at(state, mover, turn >> 7, turn & 127) & forcing:
                after = state.copy()
                after.apply(action_of(turn))
                best = max(best, outcome(after, mover, depth - 1))
    return best if mover == seat else -best


@pytest.mark.parametrize("options", OPTIONS[::3], ids=lambda options: " ".join(map(str, options.values())))
def test_every_turn_is_worth_what_it_is_at_the_table(options: dict[str, object]) -> None:
    """Of random games, which attack, carry and repeat more than good ones; up to the turn limit."""
    rng = Random(len(str(options)))
    for start in (START, SIEGE):
        state = table(at(start, turn_limit=40, **options))
        while state.agenda:
            actions = state.actions()
            if rng.below(8) == 0:
                outlook = Outlook(state)
                action = actions[rng.below(len(actions))]
                after = state.copy()
                after.apply(action)
                assert outlook.value_after(turn_of(action)) == outcome(after, state.to_act, DEEPEST)
            state.apply(actions[rng.below(len(actions))])


def test_the_third_time_is_a_draw_in_what_it_foresees() -> None:
    """CB-HSE-5: back and forth, and once more is worth nothing, however good the position."""
    match = at("9/2b6/9/9/9/9/9/2ccccc2/9 c 0", repetition="draw3")
    state = table(match)
    for turn in ("c2-c3", "c8-c7", "c3-c2", "c7-c8") * 2:
        last = Outlook(state).value_after(turn_of(read_turn(turn)))
        state.apply(read_turn(turn))
    assert last == 0
    assert state.reason == "repetition"
