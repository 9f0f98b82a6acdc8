"""What stands beside the board: the goal, the question, what a turn would do, and everything read out."""

from __future__ import annotations

import pytest
from crates_barrels.tables import asked, at, play, table, written

from loot_table.engine.errors import BadInput
from loot_table.engine.guide import SeatFacts
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Part, Voice
from loot_table.engine.state import SPECTATOR, Action
from loot_table.games.crates_barrels import guide, text
from loot_table.games.crates_barrels.position import read_turn
from loot_table.games.crates_barrels.rules import PASS, Move, Respawn
from loot_table.games.crates_barrels.table import TableView

VOICE = Voice(("Ana", "Ben"))
CARRIED = "9/9/6C2/9/9/9/9/9/b8 c 10"
WINNING = "9/9/9/9/9/9/4C4/9/b8 c 10"
THREATENED = "9/9/4B4/9/9/9/2c6/9/9 c 10"


def said(part: Part | None) -> str:
    assert part is not None
    return VOICE.text(part)


def view(match: Match, seat: int | None = None) -> TableView:
    return table(match).view(match.to_act if seat is None else seat)


def foretold(match: Match, turn: str) -> str:
    return said(guide.forecast(view(match), read_turn(turn)).says)


# ---------------------------------------------------------------- the goal and the question


def test_the_goal_names_the_own_loot_tile_and_the_enemy() -> None:
    assert said(guide.goal(view(at(), 0))) == (
        "Carry their loot to your own tile e1. Or take every barrel while all diamonds are covered."
    )
    assert "own tile e9. Or take every crate while" in said(guide.goal(view(at(), 1)))
    assert "take every pawn" in said(guide.goal(view(at(), SPECTATOR)))
    assert said(guide.goal(view(at(respawning=False), 0))).endswith("Or take every barrel.")


@pytest.mark.parametrize(
    ("position", "question"),
    [
        ("9/2bbbbb2/9/9/9/9/9/2ccccc2/9 c 0", "Move one of your pawns."),
        (CARRIED, "Move a pawn, or respawn one."),
        (WINNING, "Your crate on e3 can go home now."),
        ("9/9/9/9/9/9/4C4/4b4/9 c 10", "Move a pawn, or respawn one."),  # a pawn stands in the way
        (THREATENED, "Careful: their barrel on e7 can bring your loot home."),
        ("9/9/4B4/9/9/9/4C4/9/9 b 10", "Your barrel on e7 can go home now."),
        ("9/9/9/9/b3b3b/9/9/9/2c6 c 10", "Your last crate, and no free diamond: lose it and you lose."),
        ("9/9/9/9/9/9/9/9/8b c 10", "You have no pawn on the board: you must respawn one."),
    ],
)
def test_the_question_says_what_is_urgent_first(position: str, question: str) -> None:
    assert asked(at(position)) == question


def test_the_hint_says_where_to_begin_and_tells_others_the_turn() -> None:
    assert said(guide.hint(view(at(), 0))) == "Pick a crate to see where it can go."
    assert said(guide.hint(view(at(), 1))) == "Turn 1 of at most 400."
    assert said(guide.hint(view(at(CARRIED), 0))) == (
        "Pick a crate to see where it can go, or a diamond to respawn on."
    )
    assert said(guide.hint(view(at(CARRIED, respawning=False), 0))) == "Pick a crate to see where it can go."
    over = play(at(WINNING), "$e3-e1#")
    assert said(guide.hint(view(over, 1))) == "Turn 11 of at most 400."


def test_what_is_asked_of_a_pawn_that_is_picked_up() -> None:
    picks = guide.picks(view(at()))
    assert list(picks) == ["pawn:c2", "pawn:d2", "pawn:e2", "pawn:f2", "pawn:g2", "reserve"]
    assert said(picks["pawn:e2"].asks) == "Where to with the crate on e2?"
    assert said(picks["reserve"].hint) == "Choose a free diamond. Respawning takes your whole turn."
    assert guide.picks(view(at(), 1)) == guide.picks(view(at(), SPECTATOR)) == {}


def test_a_seat_shows_its_pawns_its_reserve_and_its_loot() -> None:
    def lines(facts: SeatFacts) -> list[str]:
        return [facts.score, said(facts.unit), *[said(fact.text) for fact in facts.facts]]

    start = guide.seat(view(at()), 1)
    assert lines(start) == ["5", "On board", "Barrels", "0 in reserve", "Empty-handed"]
    assert [fact.icon for fact in start.facts] == ["", "reserve", "coins"]
    carrying = guide.seat(view(at(CARRIED)), 0)
    assert lines(carrying) == ["1", "On board", "Crates", "4 in reserve", "Carrying loot, home in 3"]
    assert carrying.facts[-1].tone == "gold"
    assert lines(guide.seat(view(play(at(WINNING), "$e3-e1#")), 0))[-1] == "Loot is home"
    eliminated = play(at("9/9/4C4/9/c3c3c/9/9/c8/b8 c 10"), "a2xa1#")
    assert lines(guide.seat(view(eliminated), 0))[-1] == "Carrying loot"


# ---------------------------------------------------------------- what a turn would do


def test_a_forecast_says_what_a_turn_does_and_what_may_answer_it() -> None:
    match = at("9/9/4c4/9/9/2c1b4/9/7c1/9 c 10")
    assert foretold(match, "c4xe4") == "Takes the barrel on e4. No barrel can take it on e4 next turn."
    assert foretold(match, "e7-e9$") == "Picks up their loot. No barrel can take it on e9 next turn."
    assert foretold(match, "h2-g2") == "The barrel on e4 could take it there."
    assert foretold(match, "h2-h1") == "No barrel can take it on h1 next turn."
    assert foretold(match, "@e5") == "Takes your whole turn. The barrel on e4 could take it there."
    assert foretold(at("9/9/9/4b4/9/2c1b4/9/9/9 c 10"), "@e5") == (
        "Takes your whole turn. The barrels on e4 and e6 could take it there."
    )
    assert foretold(at("9/9/9/4B4/4c4/9/9/9/8b c 10"), "e5xe6^").startswith(
        "Takes the barrel on e6 and returns its loot."
    )


def test_a_forecast_says_how_the_game_would_end() -> None:
    assert foretold(at(WINNING), "$e3-e1#") == "That wins the game."
    assert foretold(at("9/9/9/9/9/9/9/9/c7b c 399"), "a1-a2") == "That ends the game in a draw."
    thrice = play(at(repetition="draw3"), "e2-e3 e8-e7 e3-e2 e7-e8 e2-e3 e8-e7 e3-e2")
    assert foretold(thrice, "e7-e8") == "That ends the game in a draw."
    assert foretold(at(THREATENED), "c3-c4") == "Then the barrel with your loot can go home and win."


def test_a_forecast_of_a_pass_says_what_it_lets_happen() -> None:
    """CB-HSE-8"""
    assert foretold(at(passing=True), "pass") == "Nothing moves; it counts as a turn."
    assert foretold(at(THREATENED, passing=True), "pass") == (
        "Nothing moves. Then the barrel with your loot can go home and win."
    )
    assert foretold(at("9/9/9/9/9/9/9/9/c7b c 399", passing=True), "pass") == (
        "Nothing moves, and that ends the game in a draw."
    )


def test_every_turn_of_a_game_has_a_forecast_that_keeps_its_word() -> None:
    rng = Random(3)
    match = at(repetition="draw3", turn_limit=80)
    while not match.is_over:
        action = rng.pick(match.actions())
        says = said(guide.forecast(view(match), action).says)
        match.play(match.to_act, action)
        assert ("wins the game" in says) == (match.is_over and match.result()["winner"] is not None)
        assert ("draw" in says) == (match.is_over and match.result()["winner"] is None)


# ---------------------------------------------------------------- how it ended, read out, headings


def test_an_ending_says_what_decided_it() -> None:
    def ended(match: Match) -> str:
        return match.voice().text(match.ending())

    assert ended(play(at(WINNING), "$e3-e1#")) == "Crates wins. Crates brought the loot home."
    assert ended(play(at("9/9/9/9/c3c3c/9/4b4/9/2c6 c 40"), "c1xe3#")) == (
        "Crates wins. Barrels had no pawn left and no way to respawn."
    )
    assert ended(play(at("9/9/9/9/9/9/9/9/c7b c 399"), "a1-a2")) == "A draw. The turn limit was reached."
    thrice = play(at(repetition="draw3"), "e2-e3 e8-e7 e3-e2 e7-e8 e2-e3 e8-e7 e3-e2 e7-e8")
    assert ended(thrice) == "A draw. The position occurred for the third time."
    assert said(thrice.log[-1][-1].text()) == ended(thrice)


def test_the_board_is_read_out() -> None:
    assert [said(line) for line in guide.told(view(at("9/9/6C2/9/4b4/9/9/2c6/9 c 10")))] == [
        "Crates, played by Ana: pawns on c2 and g7.",
        "One carries loot on g7, home in 3 turns.",
        "3 in reserve. Their Loot Tile is e1.",
        "Barrels, played by Ben: pawns on e5.",
        "4 in reserve. Their Loot Tile is e9.",
        "Free Respawn Tiles: a5 and i5.",
        "Turn 11 of at most 400.",
    ]
    bare = [said(line) for line in guide.told(view(at("9/9/9/9/9/9/9/9/8b c 10")))]
    assert bare[0] == "Crates, played by Ana: no pawns."
    assert "No Respawn Tile is free." in [said(line) for line in guide.told(view(at(respawning=False)))]


def test_the_log_is_numbered_like_chess() -> None:
    match = play(at("9/9/4c4/9/9/2c1b4/9/7c1/9 c 10"), "c4xe4 @e5 e7-e9$")
    chapters = guide.Chapters(2)
    headings = [chapters.heading(event, n) for n, events in enumerate(match.log) for event in events]
    assert [said(heading) for heading in headings] == ["Move 6", "Move 6", "Move 6", "Move 7", "Move 7"]


def test_events_say_what_happened_whoever_plays() -> None:
    match = play(at("9/9/4c4/9/9/2c1b4/9/7c1/9 c 10", passing=True), "c4xe4 @e5 e7-e9$ pass")
    assert [said(event.text()) for events in match.log for event in events] == [
        "11. Ana c4xe4",
        "Ben lost a pawn on e4.",
        "12. Ben @e5",
        "13. Ana e7-e9$",
        "Ana walked in and picked up loot.",
        "14. Ben pass",
    ]


# ---------------------------------------------------------------- typed lines


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("e2-e4", Move("e2", "e4")),
        ("E2-E4", Move("e2", "e4")),
        (" e2 e4 ", Move("e2", "e4")),
        ("e2 to e4", Move("e2", "e4")),
        ("move e2 e4", Move("e2", "e4")),
        ("Move e2 - e4", Move("e2", "e4")),
        ("e7xe9$", Move("e7", "e9")),
        ("$e3xe1^#", Move("e3", "e1")),
        ("@e5", Respawn("e5")),
        ("respawn e5", Respawn("e5")),
        ("respawn on e5", Respawn("e5")),
        ("Pass", PASS),
    ],
)
def test_a_turn_may_be_typed_in_many_ways(line: str, action: Action) -> None:
    assert text.read(view(at()), line) == action


@pytest.mark.parametrize(
    "line", ["", "e2", "e2-e10", "j1-j2", "respawn", "castle kingside", "pass e2", "²-e4", "x" * 500]
)
def test_any_other_line_is_no_turn(line: str) -> None:
    with pytest.raises(BadInput, match=r"is not a turn. Write e2-e4, e7xe9 or @e5.") as refused:
        text.read(view(at()), line)
    assert len(str(refused.value)) < 120


def test_what_is_said_of_an_action_can_be_typed() -> None:
    rng = Random(7)
    match = at(passing=True)
    while not match.is_over and match.version < 60:
        for action in match.actions():
            line = text.say(view(match), action, match.names)
            assert line == written(match, action)
            assert text.read(view(match), line) == action
        match.play(match.to_act, rng.pick(match.actions()))
