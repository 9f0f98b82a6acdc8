"""What stands around the table: facts, forecasts, everything read out, and the rounds of the log."""

from __future__ import annotations

from contract import viewers
from loot_n_run.tables import GAME, Deal, action, deal

from loot_table.engine import codec
from loot_table.engine.guide import Fact
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.loot_n_run import guide
from loot_table.server.telling import everything, guide_told, offered

VOICE = Voice(["Ada", "Bo", "Cleo"])


def facts(table: Deal, viewer: int, seat: int) -> list[tuple[str, str]]:
    return [(VOICE.text(fact.text), fact.tone) for fact in guide.seat(table.view(viewer), seat).facts]


def foretold(table: Deal, turn: str, seat: int = 0) -> str:
    says = guide.forecast(table.view(seat), action(turn)).says
    return "" if says is None else VOICE.text(says)


def test_a_seat_shows_its_rooms_by_their_backs_and_to_its_owner_whether_they_are_safe() -> None:
    table = deal(3, "R07 G03", "G01 Y02 G04")
    assert facts(table, 0, 0) == [("2 rooms", ""), ("Caught if woken: no amulets, 1 guardian", "bad")]
    assert facts(table, 1, 1) == [("3 rooms", ""), ("Safe: 1 amulet, 1 guardian", "good")]
    for viewer in (0, 2, SPECTATOR):
        assert facts(table, viewer, 1) == [("3 rooms", ""), ("2 green, 1 yellow", "")]
    assert facts(table, 0, 2) == [("0 rooms", "")]
    scored = deal(3, scores=[1, 2, 0])
    assert [VOICE.text(guide.seat(scored.view(0), seat).unit) for seat in (0, 1)] == ["Point", "Points"]


def test_when_the_game_is_over_nobody_can_be_woken() -> None:
    table = deal(3, "R07 G03")
    table.table.agenda = []
    assert facts(table, 0, 0) == [("2 rooms", ""), ("1 green, 1 red", "")]


def test_what_the_seat_alone_knows_can_be_covered() -> None:
    table = deal(3, "R07 G03", "Y02")
    hidden: list[Fact] = [fact for fact in guide.seat(table.view(0), 0).facts if fact.is_secret]
    assert [VOICE.text(fact.text) for fact in hidden] == ["Caught if woken: no amulets, 1 guardian"]
    assert (
        str(guide.secret(table.view(0)))
        == "You carry 4 points. If woken, you are caught: no amulets against 1 guardian."
    )
    assert str(guide.secret(deal(3, "G02").view(0))) == (
        "You carry 1 point. If woken, you escape: 1 amulet against no guardians."
    )
    assert str(guide.hint(table.view(0))) == str(guide.hint(table.view(SPECTATOR)))
    assert guide.secret(table.view(2)) is None
    assert guide.secret(table.view(SPECTATOR)) is None
    assert guide.secret(table.view(REFEREE)) is None


def test_a_turn_is_foretold_from_what_the_seat_can_know() -> None:
    """Example 34 for the odds."""
    table = deal(3, "R01", "R02", "G03", discard="R07", decks=("R05", "G04"), scores=[7, 0, 0])
    assert foretold(table, "loot 0") == "A red room, only for your eyes. 1 in 2 hides a guardian."
    assert foretold(table, "run") == "7 becomes 10 points, and your rooms go to the discard pile."
    assert foretold(table, "awaken 1").startswith("1 red. 40 % caught: Mummy ")
    assert foretold(table, "awaken 2").startswith("1 green. 25 % caught: Mummy ")
    assert foretold(table, "pass") == "There is nothing else to do."
    for turn in ("loot 1", "run", "awaken 1", "keep"):
        assert guide.forecast(table.view(0), action(turn)).locks, turn


def test_each_of_the_werewolfs_choices_is_foretold() -> None:
    """Example 01."""
    table = deal(3, "G03", "G02 G09 G17 R05", decks=("Y09", "R02")).play("awaken 1")
    worth = [foretold(table, turn).partition(";")[0] for turn in ("keep", "keep Y09", "keep R02", "keep Y09 R02")]
    assert worth == [
        f"Your rooms would be worth {points}" for points in ("1 point", "3 points", "8 points", "10 points")
    ]
    caught = deal(3, "G03", "R09", decks=("R07", "R02")).play("awaken 1")
    assert foretold(caught, "keep R07").endswith("; if woken you would be caught (no amulets, 1 guardian).")
    assert "discarded for all to see" in str(guide.hint(table.view(0)))
    assert "discarded" not in str(guide.hint(table.view(1)))
    assert guide.secret(table.view(0)) is None, "the hint says what is asked"
    shy: dict[str, object] = {"refused_cards": "face_down"}
    hiding = deal(3, "G03", "R09", decks=("Y09", "R02"), options=shy).play("awaken 1")
    assert "discarded face down too" in str(guide.hint(hiding.view(0)))


def test_franks_extra_turn_is_announced() -> None:
    table = deal(3, "G03", "R01 R05 G17").play("awaken 1")
    banner = guide.banner(table.view(2))
    assert banner is not None
    assert (VOICE.text(banner.text), banner.rule) == ("Extra turn for Ada", "LR-47")
    assert guide.banner(table.play("loot 0").view(2)) is None
    assert guide.banner(deal(3, "R02", scores=[32, 0, 0]).play("run").view(2)) is None


def test_everything_is_read_out_to_those_who_may_know_it() -> None:
    shy: dict[str, object] = {"refused_cards": "face_down"}
    table = deal(3, "G03", "R09", "G02", decks=("Y09 R05", "R02 G04"), options=shy).play("awaken 1", "keep R02")
    mine = [VOICE.text(line) for line in guide.told(table.view(0))]
    assert mine[0].endswith(" cards, the top one red.")
    assert mine[2] == "Ada has 0 points and 2 rooms: 1 cup and 3 cups."
    assert mine[3] == "Bo has 0 points and no rooms."
    assert mine[4].startswith("Cleo has 0 points and 1 room: 1 green. Caught if woken: ")
    assert mine[5] == "You carry 8 points. If woken, you escape: no amulets against no guardians."
    assert mine[6:] == [
        "2 cards in the discard pile.",
        "Face down: 1.",
        "Green: 0 of 6 guardians seen.",
        "Yellow: 0 of 6 guardians seen.",
        "Red: 1 of 6 guardians seen.",
    ]
    watched = [VOICE.text(line) for line in guide.told(table.view(SPECTATOR))]
    assert watched[2].startswith("Ada has 0 points and 2 rooms: 1 green, 1 red. Caught if woken: ")
    assert not any("carry" in line or "cup" in line for line in watched)
    over = deal(3, "R02", "R07", scores=[32, 0, 0]).play("run")
    assert "Bo has 3 points and 1 room: 3 masks + Mummy." in [VOICE.text(line) for line in guide.told(over.view(2))]


def test_a_round_ends_when_the_turn_comes_back() -> None:
    table = deal(3, "G03", "G17", decks=("Y03 Y06 Y09 Y12", "R02 R04")).play(
        "awaken 1", "loot 0", "loot 0", "loot 0", "run"
    )
    chapters = guide.Chapters(3)
    found = [(type(event).__name__, str(chapters.heading(event, 0))) for event in table.match.events(REFEREE)]
    turns = [heading for name, heading in found if name in ("Awakened", "Looted", "Ran")]
    assert turns == ["Round 1", "Round 1", "Round 1", "Round 1", "Round 2"]


def test_what_is_picked_up_is_asked_about_and_the_goal_is_said() -> None:
    view = deal(3, "G03").view(0)
    assert {name: str(pick.asks) for name, pick in guide.picks(view).items()} == {
        "loot": "Which deck?",
        "awaken": "Whose rooms?",
    }
    assert str(guide.goal(view)).startswith("Someone reaching 35 points ends it")


def test_everything_around_the_table_can_be_said_to_everybody_at_any_moment() -> None:
    rng = Random(5)
    for players in (2, 3, 6):
        match = Match(GAME, players, nature=rng)
        while not match.is_over:
            for viewer in viewers(match.state):
                codec.check_plain(guide_told(match, match.view(viewer), match.voice()))
                assert len(everything(GAME, match.view(viewer), match.voice())) >= players + 4
            for choice in offered(match, match.view(match.to_act), match.voice()):
                assert choice["label"]
                assert choice["says"]
            match.play(match.to_act, rng.pick(match.actions()))
        assert everything(GAME, match.view(SPECTATOR), match.voice())
