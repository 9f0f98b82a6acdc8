"""What stands around the board: facts of a seat, what an answer would do, what is asked, headings of the log."""

from __future__ import annotations

from typing import Any

import pytest
from loot_fiend.tables import GAME, ROAD, Camp, Plain, add, collect, move

from loot_table.engine.guide import Forecast
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import NATURE, SPECTATOR
from loot_table.games.loot_fiend import guide
from loot_table.games.loot_fiend.table import TableView

VOICE = Voice(["Ana", "Ben", "Cy", "Di"])
SPREAD = [["s01", 0, 1, 3], ["s02", 0, 2, 4], ["s03", 0, 3, 3]]  # three rings that leave no room for a tome


def at(**position: Any) -> Camp:
    left = {} if "substacks" in position else {"stack": ["cross", "store"]}
    return Camp({"players": 2, "tiles": ROAD, "chars": [[0, -3], [0, 0]], **left, **position})


def seen(here: Camp, seat: int = 0) -> TableView:
    view = here.match.view(seat)
    assert isinstance(view, TableView)
    return view


def foretold(here: Camp, action: Plain) -> Forecast:
    return guide.forecast(seen(here, here.match.to_act), GAME.codec.action(action))


def says(here: Camp, action: Plain) -> str:
    found = foretold(here, action).says
    assert found is not None
    return VOICE.text(found)


def test_a_card_counts_points_locks_actions_and_pieces() -> None:
    facts = guide.seat(seen(at(packs=[SPREAD, []])), 0)
    assert (facts.score, str(facts.unit)) == ("3", "Points")
    shown = [(str(fact.text), fact.icon) for fact in facts.facts]
    assert shown == [("3 locks left", "lock"), ("5 actions a turn", "zap"), ("3 pieces", "backpack")]


def test_at_the_store_a_card_says_who_shops_and_who_leaves_first() -> None:
    here = at(stack=["store", "cross", "store"], packs=[SPREAD, []]).do(add(0, -4), {"type": "done"})
    shown = [[str(fact.text) for fact in guide.seat(seen(here), seat).facts[3:]] for seat in (0, 1)]
    assert shown == [["Done shopping"], ["Shopping", "Leaves first"]]
    banner = guide.banner(seen(here))
    assert banner is not None
    assert VOICE.text(banner.text) == "The store is open. Ben has the least loot and leaves first."


def test_a_step_says_what_is_left_and_what_lies_there() -> None:
    here = at(loot={"0,-2": ["s23", "m07"]})
    assert says(here, move(0, -2)) == "1 action, 4 left. There: dagger 1 fits and crown 2 fits."
    assert (foretold(here, move(0, -2)).spend, foretold(here, move(0, -2)).locks) == (1, False)
    last = at(chars=[[0, -3], [0, -3]], actions_left=2)
    assert says(last, move(0, -2)).startswith("2 actions: that ends your turn. You share this tile")


def test_a_flip_says_how_likely_a_store_is_and_that_there_is_no_way_back() -> None:
    here = at(substacks=[[4, 1], [4, 1], [4, 1]])
    assert says(here, add(0, -4)) == "New tile, no way back: undo ends here. 1 in 4: a store, which ends your turn."
    assert foretold(here, add(0, -4)).locks
    last = at(substacks=[[4, 1]], stores_found=2)
    assert "1 in 4: the final store." in says(last, add(0, -4))


def test_collecting_says_where_and_for_how_much() -> None:
    here = at(loot={"0,-3": ["m07"]})
    told = "Column 2, row 4: 2 points then, for 1 action. It stays there until you repack."
    assert says(here, collect("m07", 0, 1, 3)) == told


def test_a_repack_says_what_moves_and_what_fits_then() -> None:
    here = at(loot={"0,-3": ["m03"]}, packs=[SPREAD, []])
    layout = [["s01", 0, 0, 3], ["s02", 0, 0, 4], ["s03", 0, 1, 3]]
    told = "Move the ring, ring and ring. Then the tome fits. It costs 1 action."
    assert says(here, {"type": "reorganise", "layout": layout}) == told
    pick = guide.picks(seen(here))["loot:m03"]
    assert str(pick.asks) == "The tome almost fits."
    assert str(pick.hint).endswith("Repack (1), then collect (1): 2 actions in all for 2 points.")


def test_a_payment_says_what_is_lost() -> None:
    pack = [["m01", 0, 0, 3], ["m02", 0, 0, 4]]
    here = Camp(
        {
            "players": 2,
            "tiles": [["store", 0, 0, -1]],
            "chars": [[0, -1], [0, 0]],
            "stack": ["cross", "store"],
            "packs": [pack, []],
        }
    )
    told = "5 points spent, 8 handed over. No change is given. 0 points stay, and you gain 1 row."
    assert says(here, {"type": "remove_locks", "count": 1, "pay": ["m01", "m02"]}) == told
    assert str(guide.picks(seen(here))["pay:2"].asks) == "Which loot for 2 locks, 10 points?"


def test_a_lock_paid_for_by_itself_is_said() -> None:
    """LF-R12."""
    usual, other = guide.picks(seen(at()))["pay:2"], guide.picks(seen(at(options={"lock_payment": "each"})))["pay:2"]
    assert str(usual.hint) == "Tap pieces in your backpack to hand them over."
    assert str(other.hint).startswith("5 for each lock by itself.")


def test_a_rotation_says_where_its_roads_lead() -> None:
    here = Camp({"players": 2, "stack": ["tee", "store"]}).do(add(0, -1))
    assert says(here, here.legal()[0]).startswith("Joined south, open ")


def test_the_question_speaks_of_the_loot_underfoot() -> None:
    prompts = {
        "The crown fits.": at(loot={"0,-3": ["m07"]}),
        "The star shield does not fit.": at(loot={"0,-3": ["l07"]}),
        "Your turn. 5 actions left.": at(),
    }
    for prompt, here in prompts.items():
        assert str(here.match.state.decision().prompt(here.table)) == prompt


def test_a_sealed_map_and_a_stalemate_are_announced() -> None:
    assert guide.banner(seen(at())) is None
    stuck = guide.banner(seen(at(stalemate="on")))
    assert stuck is not None
    assert stuck.rule == "LF-84"


def test_headings_are_turns_and_stores() -> None:
    here = at(stack=["store", "cross", "store"]).do(add(0, -4))
    chapters = guide.Chapters(2)
    headings = [chapters.heading(event, 0) for event in here.match.log[-1]]
    assert str(headings[-1]) == "Store 1"
    here.do({"type": "leave_first", "player": 1}, {"type": "done"}, {"type": "done"})
    last = [chapters.heading(event, 0) for event in here.match.log[-1]][-1]
    assert last is not None
    assert VOICE.text(last) == "Ben, turn 1"


@pytest.mark.parametrize("players", [2, 4])
def test_everything_can_be_said_at_every_moment_of_a_game(players: int) -> None:
    match = Match(GAME, players)
    rng = Random(players)
    told = 0
    while not match.is_over:
        if match.to_act == NATURE:
            match.happen(match.state.chance().sample(match.state, rng))
            continue
        for seat in (match.to_act, (match.to_act + 1) % players, SPECTATOR):
            view = match.view(seat)
            assert isinstance(view, TableView)
            said = [guide.goal(view), guide.hint(view), *guide.told(view)]
            said += [part for pick in guide.picks(view).values() for part in (pick.asks, pick.hint)]
            said += [fact.text for each in range(players) for fact in guide.seat(view, each).facts]
            banner = guide.banner(view)
            said += [banner.text if banner is not None else None]
            assert all(VOICE.text(each).strip() for each in said if each is not None)
            left = guide.pips(view)
            assert left is None or 0 <= left[0] <= left[1]
        view = match.view(match.to_act)
        assert isinstance(view, TableView)
        for action in match.actions()[:40]:
            found = guide.forecast(view, action)
            told += found.says is not None and bool(VOICE.text(found.says).strip())
        match.play(match.to_act, rng.pick(match.actions()))
    assert told > 100
    assert "loot fiend" in str(match.ending()) or "carries the most" in str(match.ending())
