"""Component data that do not hold together are refused with what would be right."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from loot_n_run.tables import COMPONENTS, GAME

from loot_table.engine.errors import BadComponents, BadOption


def changed(change: Callable[[Any], None]) -> dict[str, Any]:
    data = copy.deepcopy(dict(COMPONENTS.data))
    change(data)
    return data


def first_card(**fields: object) -> Callable[[Any], None]:
    return lambda data: data["decks"]["classic"]["cards"][0].update(fields)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (first_card(back="blue"), 'G01: back must be green, yellow, red, got "blue"'),
        (first_card(treasures=[]), "G01: a room shows 1 to 3 treasures, got 0"),
        (first_card(treasures=["gem"]), "G01: treasures are cup, chest, crown, mask, scarab, necklace, got 'gem'"),
        (first_card(amulet=1), r"G01: a room shows one amulet, one guardian or neither \(LR-R25\)"),
        (first_card(guardian="ghost"), 'G01: guardian must be mummy, werewolf, frank or "", got "ghost"'),
        (first_card(guardian=""), r"green must have 6 guardians, got 5 \(LR-61\)"),
        (first_card(id="G02"), 'ids are all different, 1 to 8 letters and digits, got "G02"'),
        (first_card(amulet="no"), "amulet must be int, got str"),
        (lambda data: data["decks"]["classic"]["cards"].pop(), "red must have 12 cards, got 11"),
        (lambda data: data["decks"]["classic"]["cards"].reverse(), "rooms are listed back by back: green, yellow, red"),
        (lambda data: data["decks"]["classic"].update(cards=[]), "there must be 2 to 60 rooms, got 0"),
        (lambda data: data["guardians"].reverse(), r"mummy, werewolf, frank, in this order \(LR-49\)"),
        (lambda data: data["backs"].append(data["backs"][0]), "backs: ids must be given and all differ"),
        (lambda data: data["treasures"].extend({"id": "x"} if n else {"id": "y"} for n in (0, 1)), "at most 7 types"),
        (lambda data: data["scoring"].update(double_factor=3), "scoring.double_factor must be 2"),
        (lambda data: data["scoring"]["target"].update({"4": 0}), "every target is 1 or more"),
        (lambda data: data["scoring"].pop("target"), "scoring.target is missing"),
    ],
)
def test_what_is_wrong_is_said(change: Callable[[Any], None], message: str) -> None:
    """LR-R25, LR-49, LR-61"""
    with pytest.raises(BadComponents, match=message):
        GAME.read_components(changed(change))


def test_an_owner_of_the_printed_game_can_correct_faces() -> None:
    """Section 1: engines read faces from data."""
    other = GAME.read_components(changed(first_card(treasures=["crown"])))
    assert other.hash != COMPONENTS.hash
    assert other.decks["classic"].rooms[0].face == "1 crown + Mummy"


def test_a_deck_that_is_not_there_cannot_be_chosen() -> None:
    data = changed(lambda data: data["decks"].pop("mixed"))
    with pytest.raises(BadOption, match="deck must be classic with these components, got mixed"):
        GAME.start(3, {"deck": "mixed"}, data)


def test_the_decks_are_balanced_as_section_2_says() -> None:
    """Every type 17 times; two of each guardian per colour; amulets six green, six yellow."""
    for deck in COMPONENTS.decks.values():
        rooms = deck.rooms
        symbols = [treasure for room in rooms for treasure in room.treasures]
        assert {symbols.count(kind) for kind in COMPONENTS.treasures} == {17}
        for back in range(3):
            kinds = [room.guardian for room in rooms if room.back == back and room.guardian]
            assert sorted(kinds) == [1, 1, 2, 2, 4, 4]
            amulets = sum(room.amulets for room in rooms if room.back == back)
            assert amulets == (0 if back == 2 else 6)
