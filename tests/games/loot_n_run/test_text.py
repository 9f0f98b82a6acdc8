"""The terminal's table: backs differ without colour, faces only for their seat, words that are understood."""

from __future__ import annotations

import io

import pytest
from loot_n_run.tables import Deal, action, deal
from rich.console import Console

from loot_table.engine.errors import BadInput
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.loot_n_run import text
from loot_table.games.loot_n_run.table import TableView

NAMES = ["Ada", "Bo", "Cleopatra the Seventh", "Dan", "Eve", "Finn"]


def shown(table: Deal, seat: int, command: str = "") -> str:
    out = io.StringIO()
    drawn = text.COMMANDS[command][1](table.view(seat), NAMES, "") if command else text.draw(table.view(seat), NAMES)
    Console(file=out, width=80, color_system=None).print(drawn)
    return out.getvalue()


def test_backs_differ_by_their_pyramids() -> None:
    """LR-27, LR-70: one, two or three pyramids."""
    lines = shown(deal(3, "", "G03 Y03 R02", decks=("R01", "G01")), 0).splitlines()
    assert lines[0].startswith(" 1 left deck  [▲▲▲] red")
    assert lines[1].startswith(" 2 right deck [▲  ] green")
    assert "[▲  ] [▲▲ ] [▲▲▲]" in lines[4]


def test_only_the_viewing_seat_sees_its_faces() -> None:
    """LR-23, LR-71"""
    table = deal(3, "G03 R07", "Y02")
    assert "R07 [▲▲▲] 3 masks + Mummy" in shown(table, 0)
    assert "a run scores 4; awakened, you would be caught" in shown(table, 0)
    for seat in (1, 2, SPECTATOR):
        assert "R07" not in shown(table, seat)
    assert "R07" in shown(table, REFEREE)


def test_the_werewolfs_cards_are_drawn_for_the_chooser() -> None:
    """LR-46, LR-71"""
    table = deal(3, "G03", "R09", decks=("Y09", "R02")).play("awaken 1")
    assert "the Werewolf brought you" in shown(table, 0)
    assert "Y09 [▲▲ ] 2 crowns, from the left deck" in shown(table, 0)
    assert "the Werewolf brought Ada" in shown(table, 1)
    assert "Y09" not in shown(table, 1)


def test_extra_turns_old_cards_and_the_end_are_marked() -> None:
    """LR-47, LR-51, LR-75"""
    assert "extra turn (Frank)" in shown(deal(3, "G03", "G17").play("awaken 1"), 1)
    table = deal(3, "", "R12", decks=("R07", "Y02 Y01"), discard="G02 G03 G04", rest=2).play("loot 0")
    assert "[▲▲▲]'" in shown(table, 0)
    assert "' held through a reshuffle" in shown(table, 0)
    over = deal(3, "R02", "R07", scores=[32, 0, 0]).play("run")
    assert "over after 0 turns" in shown(over, 2)
    assert "[▲▲▲]R07" in shown(over, 2)


def test_every_line_fits_80_columns_even_with_many_cards() -> None:
    greens = " ".join(f"G{number:02}" for number in range(1, 25))
    table = deal(6, greens, "R01 R02 R03 R04 R05 R06 R07 R08 R09 R10 R11 R12")
    for seat in (0, 3, REFEREE):
        assert max(len(line) for line in shown(table, seat).splitlines()) <= 80
        assert max(len(line) for line in shown(table, seat, "odds").splitlines()) <= 80
    assert "(empty)" in shown(deal(3, decks=("R07", ""), rest=2), 0)


def test_the_odds_command_shows_the_exact_odds() -> None:
    """Section 6.1: example 34."""
    table = deal(3, "R01", "R05", "G03", discard="R07")
    lines = shown(table, 0, "odds").splitlines()
    assert lines[2].split() == ["2", "Bo", "40.0%", "10.0%", "20.0%", "10.0%"]
    assert lines[3].split()[-4] == "25.0%"
    assert "as the others must reckon" in lines[4]
    assert "nobody has hidden cards" in shown(deal(3), 0, "odds")


def test_the_discard_pile_can_be_browsed_by_back() -> None:
    """LR-70, LR-R18"""
    lines = shown(deal(3, discard="R07 R02 G02"), 1, "discard").splitlines()
    assert lines[0] == " [▲  ] green: 1 of 24 cards, 0 of 6 guardians, 1 of 6 amulets seen"
    assert "     R07 3 masks + Mummy" in lines


def test_refused_cards_may_lie_face_down_in_the_discard_pile() -> None:
    """LR-R18"""
    shy: dict[str, object] = {"refused_cards": "face_down"}
    table = deal(3, "G03", "R09", decks=("Y09", "R02"), options=shy).play("awaken 1", "keep R02")
    assert "discarded: 2 (1 hidden), last R09" in shown(table, 1)
    assert " face down, refused by Ada: yellow" in shown(table, 1, "discard").splitlines()
    assert " face down, refused by Ada: Y09 2 crowns" in shown(table, 0, "discard").splitlines()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("loot 1", "loot 0"),
        ("2", "loot 1"),
        ("Loot right", "loot 1"),
        ("l left", "loot 0"),
        ("run", "run"),
        ("r", "run"),
        ("awaken 2", "awaken 1"),
        ("a 3", "awaken 2"),
        ("pass", "pass"),
        ("right", "loot 1"),
        ("l 2", "loot 1"),
        (" AWAKEN,3 ", "awaken 2"),
    ],
)
def test_words_for_a_turn(line: str, meant: str) -> None:
    assert text.read(deal(3, "G03", "G04").view(0), line) == action(meant)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("keep none", "keep"),
        ("k nothing", "keep"),
        ("keep all", "keep G04 R02"),
        ("keep both", "keep G04 R02"),
        ("keep r02", "keep R02"),
        ("keep R02, G04", "keep G04 R02"),
        ("keep G01", "keep G01"),
    ],
)
def test_words_for_a_choice(line: str, meant: str) -> None:
    """LR-46, LR-R28"""
    table = deal(3, "G03", "R09", decks=("R02", "G04")).play("awaken 1")
    assert text.read(table.view(0), line) == action(meant)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "A turn is loot left"),
        ("fly", "“fly” is not understood. A turn is loot left"),
        ("loot", "Which deck"),
        ("loot 3", "Which deck"),
        ("awaken", "and a player: 2 or 3"),
        ("awaken 4", "and a player: 2 or 3"),
        ("awaken Bo", "and a player: 2 or 3"),
        ("keep", "Keep what"),
    ],
)
def test_what_is_not_understood_is_said(line: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        text.read(deal(3, "G03", "G04").view(0), line)


@pytest.mark.parametrize(
    "line", ["keep both", "keep all", "keep it", "keep", "k", "keep none", "awaken", "l", ",", "²", "a ²"]
)
def test_whoever_types_at_any_moment_gets_an_action_or_a_helping_word(line: str) -> None:
    """Those who wait see backs where the chooser sees cards, and after the end nobody is asked."""
    choosing = deal(3, "G03", "R09", decks=("Y09", "R02")).play("awaken 1")
    over = deal(3, "R02", scores=[32, 0, 0]).play("run")
    for view in (choosing.view(0), choosing.view(1), choosing.view(SPECTATOR), over.view(0), over.view(SPECTATOR)):
        assert understood(view, line)


def understood(view: TableView, line: str) -> bool:
    """Whether a line means an action that names its cards, or the answer is a sentence."""
    try:
        return all(getattr(text.read(view, line, NAMES[:3]), "cards", ()))
    except BadInput as error:
        return str(error).endswith(".")


def test_names_with_commas_are_typed_as_they_are_said() -> None:
    view, names = deal(3, "G03", "G04").view(0), ["Ada", "Bo,Bo", "Bo Bo"]
    for said in (1, 2):
        assert text.read(view, text.say(view, action(f"awaken {said}"), names), names) == action(f"awaken {said}")
