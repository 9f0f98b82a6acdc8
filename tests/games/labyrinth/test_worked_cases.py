"""The worked cases W1 to W48, as they are written down in worked_cases.txt."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from labyrinth.tables import GAME, at, hand, kind, table

from loot_table.engine.match import Match
from loot_table.engine.state import NATURE
from loot_table.games.labyrinth.grid import NOWHERE

CASES = re.split(r"\n\n", Path(__file__).with_name("worked_cases.txt").read_text(encoding="utf-8").strip())
# What a case gives as the reason, and the rule that we name for it.
REASONS = {
    "an action is possible": "LL-3.3",
    "card not in hand": "LL-5.1",
    "covers a": "LL-5.3",
    "cuts": "LL-5.6",
    "not a wall square": "LL-7.2",
    "not more than three spaces": "LL-5.4",
    "not the side with the fewest": "LL-V2.2",
    "not your own wall": "LL-6.1",
    "nothing would happen": "LL-4.8",
    "outside the grid": "LL-5.2",
    "overlaps a wall": "LL-5.3",
    "own rubble token is out": "LL-7.1",
    "square already holds rubble": "LL-7.2",
    "too far from own pawns": "LL-V3.1",
}
# Where the same reason is another rule: a neutral wall, and a minotaur that is deployed.
ELSEWHERE = {("W42", "LL-6.1"): "LL-V1.5", ("W44", "LL-5.4"): "LL-V2.3"}


def number(case: str) -> str:
    return case.split(maxsplit=1)[0]


def test_all_worked_cases_are_here() -> None:
    numbers = [number(case) for case in CASES]
    assert len(numbers) == len(set(numbers)) == 56
    assert {int(re.findall(r"\d+", name)[0]) for name in numbers} == set(range(1, 49))


@pytest.mark.parametrize("case", CASES, ids=number)
def test_worked_case(case: str) -> None:
    lines = case.splitlines()
    position = json.loads(lines[1].removeprefix("  position "))
    draws = list(position.get("draw_top", []))
    match = at(**position)
    for do, then in zip(lines[2::2], lines[3::2], strict=True):
        action = json.loads(do.removeprefix("  do   "))
        expected = then.removeprefix("  then ")
        if expected.startswith("ILLEGAL"):
            check_refused(match, number(case), action, expected)
        else:
            before = table(match).copy()
            match.play(match.to_act, GAME.codec.action(action))
            while match.to_act == NATURE:
                match.happen(kind(draws.pop(0)) if draws else match.state.outcomes()[0][0])
            for clause in expected.split("; "):
                check(match, before, clause)


def check_refused(match: Match, case: str, action: dict[str, Any], expected: str) -> None:
    refusal = match.why_not(match.to_act, GAME.codec.action(action))
    assert refusal is not None
    reason = expected.removeprefix("ILLEGAL (")
    rule = next(rule for words, rule in REASONS.items() if reason.startswith(words))
    assert refusal.rule == ELSEWHERE.get((case, rule), rule), refusal
    assert GAME.codec.action(action) not in match.actions()


def check(match: Match, before: Any, clause: str) -> None:
    """One clause such as `pawn of seat 0 = [10,3]`."""
    if clause == "game over":
        assert match.is_over
        return
    if clause.startswith("draw pile"):
        assert clause == f"draw pile {sum(table(match).draw)} cards, discard pile {json.dumps(discard(match))}"
        return
    what, value = clause.split(" = ")
    assert found(match, before, what) == json.loads(value), clause


def found(match: Match, before: Any, what: str) -> Any:
    state = table(match)
    numbers = [int(word) for word in re.findall(r"\d+", what)]
    gone = [state.spot(square) for square in state.box.grid.listed(before.treasures & ~state.treasures)]
    left = [state.spot(square) for square in state.box.grid.listed(state.treasures)]
    one = re.sub(r"\d+", "N", what)
    standing = {wall.number: wall for wall in state.walls}
    if one == "token of wall on N":
        wall = standing[numbers[0]]
        x, y = state.spot(wall.anchor)
        node_x, node_y = wall.shape.nodes[wall.node]
        return [x + node_x, y + node_y]
    if one in ("pawn of seat N", "hand of seat N", "node index of wall N"):
        if one == "pawn of seat N":
            return list(state.spot(state.pawns[numbers[0]]))
        return hand(match, numbers[0]) if one == "hand of seat N" else standing[numbers[0]].node
    answers: dict[str, Any] = {
        "next seat": match.to_act,
        "free wall tokens": [state.free_tokens(seat) for seat in range(match.players)],
        "rubble at home": state.rubble_home,
        "walls removed": [wall.number for wall in before.walls if wall.number not in standing],
        "treasures per side": state.stash,
        "treasures taken": [list(spot) for spot in gone],
        "treasures left": [list(spot) for spot in left],
        "treasures on board": len(left),
        "winners": [seat for seat, share in enumerate(match.standings()) if share > 0],
        "result": match.reason,
        "stall count": state.stall,
        "minotaur": None if state.minotaur == NOWHERE else list(state.spot(state.minotaur)),
        "axes unspent": state.axes,
    }
    return answers[what]


def discard(match: Match) -> list[str]:
    return list(match.view(0).discard)  # type: ignore[attr-defined]
